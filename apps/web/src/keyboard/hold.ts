/** What a finger that stays on a key means. Only its time counts, as the touch itself tells it: no timer runs. */

/** Time after which a key is held, and between its repetitions, in milliseconds: those of Android's own keyboard. */
export const HOLD_MS = 400;
const REPEAT_MS = 50;

/** How often a key that repeats has acted when the finger is lifted after `ms`.
 *
 * Once at first, then after the hold once every 50 ms: five times in the 600 ms of a long press.
 */
export function repetitions(ms: number): number {
  // Browsers blur the moments of events by a fraction of a millisecond.
  const whole = Math.round(ms);
  return whole < HOLD_MS ? 1 : 1 + Math.floor((whole - HOLD_MS) / REPEAT_MS);
}
