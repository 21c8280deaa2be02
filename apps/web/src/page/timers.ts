import { turn } from "./turns";

/** Watches what a page has asked to be done later: timers, animation frames, idle callbacks.
 *
 * The screen does not rest while any of it is due soon. What comes again and again without changing anything is let go:
 * a clock that writes the same minute every second does not keep the phone waiting.
 */

/** Timers with a longer delay, in milliseconds of real time, are not waited for. */
export const SOON_MS = 250;
/** A source whose last turns changed nothing so often is let go, until one does. */
const QUIET_TURNS = 2;

type Kind = "setTimeout" | "setInterval" | "requestAnimationFrame" | "requestIdleCallback";

/** Where work comes from. What a turn asks for comes from the same source: an interval, or a chain of timers or frames. */
interface Source {
  /** Turns in a row that changed nothing. */
  quiet: number;
}

interface Work {
  kind: Kind;
  /** In milliseconds; 0 for frames and idle callbacks. */
  delay: number;
  source: Source;
}

export interface Timers {
  /** How changes of the page are counted. */
  countBy(count: () => number): void;
  /** What is due soon and may change the page, in words; null when there is nothing. */
  pending(): string | null;
}

type Callback = (...args: unknown[]) => void;
type Ask = (callback: Callback, ...rest: unknown[]) => unknown;
type Cancel = (id: unknown) => void;

/** The functions that are replaced: those that ask, and those that take it back. Both kinds of timers share their ids. */
const ASKS: Record<Kind, string> = { setTimeout: "timer", setInterval: "timer", requestAnimationFrame: "frame", requestIdleCallback: "idle" };
const CANCELS = { clearTimeout: "timer", clearInterval: "timer", cancelAnimationFrame: "frame", cancelIdleCallback: "idle" };

export type Host = Record<Kind, Ask> & Record<keyof typeof CANCELS, Cancel>;

/** Put a watch on the functions of `host`, usually the window. The browser's own stay at their `unwatched`, for those who only look. */
export function watchTimers(host: Host): Timers {
  const works = new Map<string, Work>();
  let count = () => 0;
  /** Whose turn it is. */
  let running: Source | null = null;

  const ask = (kind: Kind, delay: number): Work => ({ kind, delay, source: running ?? { quiet: 0 } });
  const run = ({ source }: Work, act: () => void) => {
    const before = count();
    const outer = running;
    running = source;
    try {
      act();
    } finally {
      running = outer;
      // React draws in a turn of its own, which was asked for before this one.
      void turn().then(() => {
        source.quiet = count() === before ? source.quiet + 1 : 0;
      });
    }
  };
  for (const [kind, group] of Object.entries(ASKS) as [Kind, string][]) {
    const native = host[kind].bind(host);
    const watched: Ask = (callback, ...rest) => {
      // Text to be evaluated, an old form of timers, is left to the browser.
      if (typeof callback !== "function") return native(callback, ...rest);
      const work = ask(kind, group === "timer" ? Number(rest[0] ?? 0) : 0);
      const id = native((...args) => {
        if (kind !== "setInterval") works.delete(name);
        run(work, () => callback(...args));
      }, ...rest);
      const name = `${group} ${String(id)}`;
      works.set(name, work);
      return id;
    };
    host[kind] = Object.assign(watched, { unwatched: native });
  }
  for (const [cancel, group] of Object.entries(CANCELS) as [keyof typeof CANCELS, string][]) {
    const native = host[cancel].bind(host);
    host[cancel] = (id) => {
      works.delete(`${group} ${String(id)}`);
      native(id);
    };
  }

  return {
    countBy(by) {
      count = by;
    },
    pending() {
      for (const { kind, delay, source } of works.values()) {
        if (delay <= SOON_MS && source.quiet < QUIET_TURNS) return ASKS[kind] === "timer" ? `a ${kind} of ${delay} ms goes on` : `a ${kind} goes on`;
      }
      return null;
    },
  };
}
