/** A frame for those who only look: nobody waits for it. */
export const frame = () =>
  new Promise<void>((resolve) => {
    const request = requestAnimationFrame as typeof requestAnimationFrame & { unwatched?: typeof requestAnimationFrame };
    (request.unwatched ?? request)(() => resolve());
  });

/** After everything that was waiting for a turn: React's effects, messages, what a frame's events set off. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
