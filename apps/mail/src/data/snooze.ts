import type { Session } from "@tapworld/kit";

export interface SnoozeChoice {
  id: "later" | "tomorrow" | "weekend" | "next-week";
  label: string;
  until: number;
}

/** What "snooze" offers now: this evening, and 8:00 tomorrow, on Saturday and on Monday. */
export function snoozeChoices(session: Session): SnoozeChoice[] {
  const { year, month, day, hour, weekday } = session.wall(session.now());
  const at = (days: number, clock: number) => session.at(year, month, day + days, clock);
  const daysTo = (target: number) => (target - weekday + 7) % 7 || 7;
  const choices: SnoozeChoice[] = [
    { id: "later", label: "Later today", until: at(0, hour < 17 ? 18 : 22) },
    { id: "tomorrow", label: "Tomorrow", until: at(1, 8) },
    { id: "weekend", label: "This weekend", until: at(daysTo(6), 8) },
    { id: "next-week", label: "Next week", until: at(daysTo(1), 8) },
  ];
  return choices.filter((choice) => choice.until > session.now());
}
