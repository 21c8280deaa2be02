import { mdiMagnify } from "@mdi/js";
import { List, RadioGroup, Row, Screen, SearchField, useNavigation, useScreenState } from "@tapworld/kit";

import { usePhone, useSettings } from "../shell/PhoneContext";
import { LOCALES, localeName } from "./locales";

export function ThemeScreen() {
  const phone = usePhone();
  const { theme } = useSettings();
  return (
    <Screen title="Theme">
      <RadioGroup
        testID="theme"
        options={Object.entries(phone.themes).map(([value, data]) => ({ value, label: data.title, description: data.dark ? "Dark" : "Light" }))}
        value={theme}
        onChange={(id) => phone.configure({ theme: id, dark: null })}
      />
    </Screen>
  );
}

export function LanguageScreen() {
  const phone = usePhone();
  const { locale } = useSettings();
  const known = LOCALES.some(({ id }) => id === locale);
  const offered = known ? LOCALES : [{ id: locale, name: localeName(locale) }, ...LOCALES];
  return (
    <Screen title="Dates and numbers">
      <RadioGroup
        testID="locale"
        options={offered.map(({ id, name }) => ({ value: id, label: name, description: sample(id) }))}
        value={locale}
        onChange={(id) => phone.configure({ locale: id })}
      />
    </Screen>
  );
}

/** A date and a number as the locale writes them; the moment is the same for all. */
function sample(locale: string): string {
  const day = new Intl.DateTimeFormat(locale, { timeZone: "UTC", dateStyle: "long" }).format(Date.UTC(2025, 2, 31));
  return `${day}   ${new Intl.NumberFormat(locale).format(1234567.8)}`;
}

export function TimeZoneScreen() {
  const phone = usePhone();
  const navigation = useNavigation();
  const { time_zone } = useSettings();
  const [query, setQuery] = useScreenState("query", "");
  const wanted = query.trim().toLowerCase().replace(/\s+/gu, "_");
  const zones = Intl.supportedValuesOf("timeZone").filter((zone) => zone.toLowerCase().includes(wanted));
  return (
    <Screen title="Time zone" scroll={false} header={<SearchField testID="zone-search" value={query} onChangeText={setQuery} placeholder="City or region" />}>
      <List
        testID="zones"
        items={zones}
        keyOf={(zone) => zone}
        empty={{ icon: mdiMagnify, title: "No such place", message: "Try the largest city nearby." }}
        render={(zone, index) => (
          <Row
            testID={`row-${index}`}
            title={zone.replaceAll("_", " ")}
            selected={zone === time_zone}
            onPress={() => {
              phone.configure({ time_zone: zone });
              navigation.back();
            }}
          />
        )}
      />
    </Screen>
  );
}
