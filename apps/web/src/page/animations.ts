/** Nothing moves by itself on this phone: an animation that began is at its end, or gone if it has none.
 *
 * @returns Whether there was any.
 */
export function endAnimations(): boolean {
  const running = document.getAnimations();
  for (const animation of running) {
    if (animation.effect?.getComputedTiming().endTime === Infinity) animation.cancel();
    else animation.finish();
  }
  return running.length > 0;
}
