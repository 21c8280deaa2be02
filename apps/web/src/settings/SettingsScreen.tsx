import { mdiApps, mdiClockOutline, mdiEarth, mdiFormatSize, mdiPaletteOutline, mdiTranslate } from "@mdi/js";
import { Button, Confirm, Row, Screen, Section, Segments, Spacer, Stack, Switch, Text, useDialogs, useNavigation, useSession, useTheme } from "@tapworld/kit";

import { darkChange, TEXT_SIZES, textSizeName } from "../phone/looks";
import { usePhone, useSettings } from "../shell/PhoneContext";
import { localeName } from "./locales";

/** Cents of an amount that shows how money is written. */
const SAMPLE_CENTS = 123456;
const SAMPLE_NUMBER = 1234567.8;

export function SettingsScreen() {
  const phone = usePhone();
  const theme = useTheme();
  const session = useSession();
  const settings = useSettings();
  const navigation = useNavigation();
  const dialogs = useDialogs();
  return (
    <Screen title="Settings">
      <Section title="Display">
        <Row testID="theme" icon={mdiPaletteOutline} title="Theme" subtitle={theme.title} onPress={() => navigation.push("theme")} />
        <Switch testID="dark" label="Dark theme" description={theme.dark ? "On" : "Off"} value={theme.dark} onChange={(dark) => phone.configure(darkChange(phone.themes, settings.theme, dark))} />
        <Row testID="text-size-now" icon={mdiFormatSize} title="Text size" subtitle={textSizeName(settings.font_scale)} />
        <Segments
          testID="text-size"
          options={TEXT_SIZES.map(({ value, label }) => ({ value: Math.round(value * 100), label }))}
          value={Math.round(settings.font_scale * 100)}
          onChange={(percent) => phone.configure({ font_scale: percent / 100 })}
        />
      </Section>
      <Section title="Language and time">
        <Row testID="language" icon={mdiTranslate} title="Dates and numbers" subtitle={localeName(settings.locale)} onPress={() => navigation.push("language")} />
        <Stack padding={4}>
          <Text role="caption" tone="muted" testID="sample">
            {[session.format.dateTime(session.now()), session.format.number(SAMPLE_NUMBER), session.format.money(SAMPLE_CENTS, "EUR")].join("   ")}
          </Text>
        </Stack>
        <Row testID="time-zone" icon={mdiEarth} title="Time zone" subtitle={settings.time_zone} onPress={() => navigation.push("time-zone")} />
        <Switch testID="hour24" label="24-hour clock" description={session.format.time(session.now())} value={settings.hour24} onChange={(hour24) => phone.configure({ hour24 })} />
      </Section>
      <Section title="Sound and notifications">
        <Switch
          testID="do-not-disturb"
          label="Do not disturb"
          description="Notifications stay in the shade"
          value={settings.do_not_disturb ?? false}
          onChange={(on) => phone.configure({ do_not_disturb: on })}
        />
      </Section>
      <Section title="About this phone">
        <Row testID="about-apps" icon={mdiApps} title="Apps" subtitle={`${phone.get()?.apps.size ?? 0} installed`} />
        <Row testID="about-clock" icon={mdiClockOutline} title="Time" subtitle={session.format.dateTime(session.now())} />
        <Stack padding={4}><Button testID="reset" label="Reset settings" kind="secondary" onPress={() => dialogs.open("reset")} /></Stack>
      </Section>
      <Spacer size={4} />
    </Screen>
  );
}

export function ResetDialog() {
  const phone = usePhone();
  return (
    <Confirm
      title="Reset settings?"
      message="Theme, text size, language, time zone and clock go back to what they were when the phone was started."
      confirmLabel="Reset"
      danger
      onConfirm={() => phone.configure({ do_not_disturb: false, dark: null, ...phone.get()?.firstSettings })}
    />
  );
}
