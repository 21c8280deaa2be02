/** Calendar arithmetic in a time zone, on epoch milliseconds, without the machine's own zone. */

export interface Wall {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  /** 0 is Sunday. */
  weekday: number;
}

export interface Calendar {
  /** What a clock on the wall shows at `ms`. */
  wall(ms: number): Wall;
  /** The moment at which a clock on the wall shows this; day and month may run over. */
  at(year: number, month: number, day: number, hour?: number, minute?: number): number;
  startOfDay(ms: number): number;
  /** The same time of day `n` days later, also over a change of daylight saving time. */
  addDays(ms: number, n: number): number;
}

const calendars = new Map<string, Calendar>();

/** The calendar of an IANA time zone; made once a zone. */
export function createCalendar(timeZone: string): Calendar {
  const made = calendars.get(timeZone) ?? makeCalendar(timeZone);
  calendars.set(timeZone, made);
  return made;
}

/** No zone changes its offset twice within so many milliseconds. */
const BUCKET_MS = 8 * 86_400_000;
/** Clocks are put forward and back at whole quarters of an hour, by universal time. */
const QUARTER_MS = 15 * 60_000;

function makeCalendar(timeZone: string): Calendar {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric",
  });

  function askOffset(ms: number): number {
    const read: Record<string, number> = {};
    for (const part of parts.formatToParts(ms)) read[part.type] = Number(part.value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = read;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000;
  }

  // Intl takes 60 us a question and a list asks for every row: a stretch whose ends agree is asked once, others a quarter at a time.
  const stretches = new Map<number, number | null>();
  const quarters = new Map<number, number>();
  function offset(ms: number): number {
    const bucket = Math.floor(ms / BUCKET_MS);
    let known = stretches.get(bucket);
    if (known === undefined) {
      const start = askOffset(bucket * BUCKET_MS);
      known = start === askOffset((bucket + 1) * BUCKET_MS) ? start : null;
      stretches.set(bucket, known);
    }
    return known ?? quarterOffset(Math.floor(ms / QUARTER_MS));
  }

  function quarterOffset(quarter: number): number {
    let known = quarters.get(quarter);
    if (known === undefined) quarters.set(quarter, (known = askOffset(quarter * QUARTER_MS)));
    return known;
  }

  function wall(ms: number): Wall {
    const local = new Date(ms + offset(ms));
    return {
      year: local.getUTCFullYear(), month: local.getUTCMonth() + 1, day: local.getUTCDate(),
      hour: local.getUTCHours(), minute: local.getUTCMinutes(), second: local.getUTCSeconds(), weekday: local.getUTCDay(),
    };
  }

  function at(year: number, month: number, day: number, hour = 0, minute = 0): number {
    const local = Date.UTC(year, month - 1, day, hour, minute);
    const guess = local - offset(local);
    return local - offset(guess);
  }

  return {
    wall,
    at,
    startOfDay(ms) {
      const w = wall(ms);
      return at(w.year, w.month, w.day);
    },
    addDays(ms, n) {
      const w = wall(ms);
      return at(w.year, w.month, w.day + n, w.hour, w.minute) + w.second * 1000 + (((ms % 1000) + 1000) % 1000);
    },
  };
}
