/** Replaces the page's wall clock and randomness, so that nothing on the screen can depend on them even by accident. */

let clock = 0;
let seed = 0;

export function setClock(ms: number): void {
  clock = ms;
  seed = 0x9e3779b9;
}

/** mulberry32: small, and the same everywhere. */
function random(): number {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}

export function installGuard(): void {
  const RealDate = Date;
  const Frozen = function (this: unknown, ...args: unknown[]) {
    const target = new.target as unknown as (new () => Date) | undefined;
    if (!target) return new RealDate(clock).toString();
    return Reflect.construct(RealDate, args.length === 0 ? [clock] : args, target) as Date;
  } as unknown as DateConstructor;
  Object.setPrototypeOf(Frozen, RealDate);
  Object.defineProperty(Frozen, "prototype", { value: RealDate.prototype });
  Frozen.now = () => clock;
  globalThis.Date = Frozen;
  Math.random = random;
}
