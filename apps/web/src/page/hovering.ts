/** Events of something that hovers. No finger does, and nothing on a phone may depend on them. */
const HOVERING: ReadonlySet<string> = new Set([
  "mousemove", "mouseout", "mouseover", "pointerout", "pointerover", "gotpointercapture", "lostpointercapture",
]);

/** Make a root of React's in `root` that is not told of hovering.
 *
 * React listens to every event there is. Of a tap the browser makes twenty, half of them that something came and went: each cost a call
 * and a search for who wants it. The kit's elements refuse the properties (`hostProps.ts`), so nobody can wait for these in vain.
 */
export function withoutHovering<T>(root: HTMLElement, make: () => T): T {
  const listen = root.addEventListener.bind(root);
  const own = root as { addEventListener?: typeof root.addEventListener };
  own.addEventListener = (type: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | AddEventListenerOptions) => {
    if (listener && !HOVERING.has(type)) listen(type, listener, options);
  };
  try {
    return make();
  } finally {
    delete own.addEventListener;
  }
}
