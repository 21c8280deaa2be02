import { mdiCalendar, mdiCalendarOutline, mdiChevronLeft, mdiChevronRight } from "@mdi/js";
import { View } from "react-native";

import { useFieldSheet, useScreenState } from "../navigation/hooks";
import { FieldSheet } from "../overlays/FieldSheet";
import { useDismiss } from "../overlays/portal";
import { Sheet } from "../overlays/Sheet";
import { useSession } from "../session/SessionProvider";
import type { Session } from "../session/session";
import { useTheme } from "../theme/ThemeProvider";
import { FieldFrame, fieldBox } from "./FieldFrame";
import { Icon } from "./Icon";
import { IconButton } from "./IconButton";
import { Text } from "./Text";
import { Touchable } from "./Touchable";

export interface DateFieldProps {
  testID: string;
  label: string;
  /** Epoch milliseconds: local midnight unless `withTime`. */
  value: number | null;
  onChange: (value: number | null) => void;
  min?: number;
  max?: number;
  withTime?: boolean;
  error?: string | undefined;
  hint?: string | undefined;
  disabled?: boolean;
}

export function DateField(props: DateFieldProps) {
  const { testID, label, value, withTime, error, hint, disabled } = props;
  const theme = useTheme();
  const session = useSession();
  const sheet = useFieldSheet(testID);
  const shown = value === null ? "Not set" : withTime ? session.format.dateTime(value) : session.format.date(value);
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      <Touchable testID={testID} label={label} onPress={sheet.show} disabled={disabled} style={fieldBox(theme, { disabled, error: Boolean(error) })}>
        <View style={{ flex: 1, minWidth: 0 }}><Text lines={1} tone={value === null ? "muted" : "normal"}>{shown}</Text></View>
        <Icon path={theme.icons === "filled" ? mdiCalendar : mdiCalendarOutline} tone="muted" />
      </Touchable>
      <FieldSheet id={testID}><CalendarSheet {...props} /></FieldSheet>
    </FieldFrame>
  );
}

const DEFAULT_HOUR = 9;

function CalendarSheet({ testID, label, value, onChange, min, max, withTime }: DateFieldProps) {
  const theme = useTheme();
  const session = useSession();
  const dismiss = useDismiss();
  const start = session.wall(value ?? session.now());
  const [picked, setPicked] = useScreenState<number | null>(`${testID}.picked`, value);
  const [month, setMonth] = useScreenState(`${testID}.month`, start.year * 12 + start.month - 1);
  const year = Math.floor(month / 12);
  const index = month % 12;

  const pickDay = (day: number) => {
    const time = picked === null ? { hour: DEFAULT_HOUR, minute: 0 } : session.wall(picked);
    setPicked(withTime ? session.at(year, index + 1, day, time.hour, time.minute) : session.at(year, index + 1, day));
  };
  const pickTime = (hour: number, minute: number) => {
    const day = session.wall(picked ?? session.now());
    setPicked(session.at(day.year, day.month, day.day, hour, minute));
  };
  const finish = (result: number | null) => {
    dismiss();
    onChange(result);
  };

  return (
    <Sheet
      title={label}
      actions={[
        { testID: `${testID}-clear`, label: "Clear", kind: "text", onPress: () => finish(null) },
        { testID: `${testID}-ok`, label: "OK", onPress: () => finish(picked), disabled: picked === null },
      ]}
    >
      <View style={{ flexDirection: "row", alignItems: "center", paddingHorizontal: theme.space(2) }}>
        <IconButton testID={`${testID}-prev`} icon={mdiChevronLeft} label="Previous month" onPress={() => setMonth(month - 1)} />
        {/* Read out as 2026-11, so that the month can be told without knowing the locale. */}
        <View testID={`${testID}-month`} accessibilityLabel={`${year}-${String(index + 1).padStart(2, "0")}`} style={{ flex: 1 }}>
          <Text role="heading" align="center">{monthTitle(session, year, index)}</Text>
        </View>
        <IconButton testID={`${testID}-next`} icon={mdiChevronRight} label="Next month" onPress={() => setMonth(month + 1)} />
      </View>
      <Days testID={testID} year={year} month={index} picked={picked} min={min} max={max} onPick={pickDay} />
      {withTime ? <Times testID={testID} picked={picked} onPick={pickTime} /> : null}
    </Sheet>
  );
}

function monthTitle(session: Session, year: number, month: number): string {
  return new Intl.DateTimeFormat(session.locale, { timeZone: "UTC", month: "long", year: "numeric" }).format(Date.UTC(year, month, 1));
}

/** Regions whose weeks begin on Sunday; everywhere else on Monday. */
const SUNDAY_FIRST = new Set(["US", "CA", "MX", "BR", "IN", "JP", "KR", "TW", "IL", "ZA", "CO", "PE", "PH", "TH"]);

function firstWeekday(locale: string): number {
  return SUNDAY_FIRST.has(new Intl.Locale(locale).maximize().region ?? "") ? 0 : 1;
}

interface DaysProps {
  testID: string;
  year: number;
  month: number;
  picked: number | null;
  min: number | undefined;
  max: number | undefined;
  onPick: (day: number) => void;
}

function Days({ testID, year, month, picked, min, max, onPick }: DaysProps) {
  const theme = useTheme();
  const session = useSession();
  const first = firstWeekday(session.locale);
  const blanks = (new Date(Date.UTC(year, month, 1)).getUTCDay() - first + 7) % 7;
  const length = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const cells = [...Array<number>(blanks).fill(0), ...Array.from({ length }, (_, i) => i + 1)];
  while (cells.length % 7 !== 0) cells.push(0);
  const names = new Intl.DateTimeFormat(session.locale, { timeZone: "UTC", weekday: "narrow" });
  const today = session.startOfDay(session.now());
  const chosen = picked === null ? null : session.startOfDay(picked);
  const weeks = Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
  return (
    <View style={{ paddingHorizontal: theme.space(3) }}>
      <View style={{ flexDirection: "row" }} aria-hidden>
        {Array.from({ length: 7 }, (_, i) => (
          // 4 January 1970 was a Sunday.
          <View key={i} style={{ flex: 1, paddingVertical: 4 }}><Text role="caption" tone="muted" align="center">{names.format(Date.UTC(1970, 0, 4 + first + i))}</Text></View>
        ))}
      </View>
      {weeks.map((week, row) => (
        <View key={row} style={{ flexDirection: "row" }}>
          {week.map((day, column) => {
            if (day === 0) return <View key={column} style={{ flex: 1 }} />;
            const ms = session.at(year, month + 1, day);
            const on = ms === chosen;
            const off = (min !== undefined && ms < session.startOfDay(min)) || (max !== undefined && ms > max);
            return (
              <View key={column} style={{ flex: 1, alignItems: "center" }}>
                <Touchable
                  testID={`${testID}-day-${day}`}
                  label={session.format.date(ms)}
                  selected={on}
                  disabled={off}
                  onPress={() => onPick(day)}
                  style={{
                    width: 42, height: 42, alignItems: "center", justifyContent: "center", borderRadius: theme.radius.pill,
                    backgroundColor: on ? theme.color.accent : "transparent",
                    borderWidth: ms === today ? 1 : 0, borderColor: theme.color.accent,
                  }}
                >
                  <Text role="label" color={on ? theme.on(theme.color.accent) : off ? theme.color.border : theme.color.text}>{String(day)}</Text>
                </Touchable>
              </View>
            );
          })}
        </View>
      ))}
    </View>
  );
}

function Times({ testID, picked, onPick }: { testID: string; picked: number | null; onPick: (hour: number, minute: number) => void }) {
  const theme = useTheme();
  const session = useSession();
  const chosen = picked === null ? null : session.wall(picked);
  const two = (n: number) => String(n).padStart(2, "0");
  return (
    <View style={{ flexDirection: "row", flexWrap: "wrap", gap: theme.space(1.5), paddingHorizontal: theme.space(4), paddingTop: theme.space(3) }}>
      {Array.from({ length: 48 }, (_, half) => ({ hour: Math.floor(half / 2), minute: (half % 2) * 30 })).map(({ hour, minute }) => {
        const on = chosen?.hour === hour && chosen.minute === minute;
        return (
          <Touchable
            key={`${hour}:${minute}`}
            testID={`${testID}-time-${two(hour)}-${two(minute)}`}
            role="radio"
            checked={on}
            onPress={() => onPick(hour, minute)}
            style={{
              minWidth: 66, minHeight: 36, alignItems: "center", justifyContent: "center", paddingHorizontal: 6, borderRadius: theme.radius.small,
              borderWidth: 1, borderColor: on ? theme.color.accent : theme.color.border, backgroundColor: on ? theme.color.accent : "transparent",
            }}
          >
            <Text role="label" color={on ? theme.on(theme.color.accent) : theme.color.text}>{session.format.time(session.at(2000, 1, 3, hour, minute))}</Text>
          </Touchable>
        );
      })}
    </View>
  );
}
