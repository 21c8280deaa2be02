import { createCalendar, type Calendar } from "./calendar";
import { decimalMark, parseMoney } from "./money";

export interface SessionSettings {
  /** The frozen moment, UTC epoch milliseconds. */
  clockMs: number;
  locale: string;
  timeZone: string;
  hour24: boolean;
}

export interface Formats {
  money(cents: number, currency: string): string;
  date(ms: number): string;
  time(ms: number): string;
  dateTime(ms: number): string;
  /** A time for today, a weekday within a week, else a date. */
  relative(ms: number): string;
  /** A heading for a day: Today, Yesterday, Tomorrow, else weekday and date. */
  day(ms: number): string;
  number(n: number): string;
  bytes(n: number): string;
}

export interface Session extends Calendar {
  now(): number;
  locale: string;
  timeZone: string;
  hour24: boolean;
  format: Formats;
  /** Cents; null when not a positive amount. */
  parseMoney(text: string): number | null;
}

const DAY_MS = 86_400_000;

// Intl objects cost about a millisecond each to make and sessions come with every load: one of each kind, for good.
const made = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat>();

function once<T extends Intl.DateTimeFormat | Intl.NumberFormat>(key: string, make: () => T): T {
  const found = (made.get(key) as T | undefined) ?? make();
  made.set(key, found);
  return found;
}

export function createSession({ clockMs, locale, timeZone, hour24 }: SessionSettings): Session {
  const calendar = createCalendar(timeZone);
  const mark = decimalMark(locale);
  const dates = (name: string, options: Intl.DateTimeFormatOptions) =>
    once(`${locale} ${timeZone} ${hour24} ${name}`, () => new Intl.DateTimeFormat(locale, { timeZone, hourCycle: hour24 ? "h23" : "h12", ...options }));
  const numbers = (name: string, options: Intl.NumberFormatOptions) => once(`${locale} ${name}`, () => new Intl.NumberFormat(locale, options));
  // Narrow no-break spaces of newer locale data look like plain ones and would break exact text matches.
  const plain = (text: string) => text.replace(/[\u202f\u2009]/g, " ");

  const clock: Intl.DateTimeFormatOptions = { hour: hour24 ? "2-digit" : "numeric", minute: "2-digit" };
  const dayOffset = (ms: number) => Math.round((calendar.startOfDay(ms) - calendar.startOfDay(clockMs)) / DAY_MS);
  const sameYear = (ms: number) => calendar.wall(ms).year === calendar.wall(clockMs).year;

  const format: Formats = {
    money: (cents, currency) => plain(numbers(`money ${currency}`, { style: "currency", currency }).format(cents / 100)),
    date: (ms) => plain(dates("date", { day: "numeric", month: "short", year: "numeric" }).format(ms)),
    time: (ms) => plain(dates("time", clock).format(ms)),
    dateTime: (ms) => plain(dates("dateTime", { day: "numeric", month: "short", year: "numeric", ...clock }).format(ms)),
    relative(ms) {
      const days = dayOffset(ms);
      if (days === 0) return format.time(ms);
      if (Math.abs(days) < 7) return plain(dates("weekday", { weekday: "short" }).format(ms));
      if (sameYear(ms)) return plain(dates("monthDay", { day: "numeric", month: "short" }).format(ms));
      return format.date(ms);
    },
    day(ms) {
      const named = { "0": "Today", "-1": "Yesterday", "1": "Tomorrow" }[String(dayOffset(ms))];
      if (named) return named;
      const options: Intl.DateTimeFormatOptions = { weekday: "long", day: "numeric", month: "long" };
      return plain(sameYear(ms) ? dates("day", options).format(ms) : dates("dayYear", { ...options, year: "numeric" }).format(ms));
    },
    number: (n) => plain(numbers("number", {}).format(n)),
    bytes(n) {
      const units = ["B", "KB", "MB", "GB"];
      const power = Math.min(units.length - 1, n < 1 ? 0 : Math.floor(Math.log2(n) / 10));
      const value = n / 1024 ** power;
      return `${numbers(value < 10 && power > 0 ? "bytes 1" : "bytes 0", { maximumFractionDigits: value < 10 && power > 0 ? 1 : 0 }).format(value)} ${units[power]!}`;
    },
  };

  return { ...calendar, now: () => clockMs, locale, timeZone, hour24, format, parseMoney: (text) => parseMoney(text, mark) };
}
