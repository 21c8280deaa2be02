/** As on a phone that is touched by a finger, only fields take the focus.
 *
 * The browser gives it to whatever is tapped, and takes it away again where a screen goes: events, and styles computed in the middle of a
 * change, for a focus that nobody sees. A field that has it gives it up as ever, and so does a selected text.
 */
export function watchTouchMode(root: HTMLElement): void {
  root.addEventListener("mousedown", (event) => {
    const focused = document.activeElement;
    if (focused !== null && focused !== document.body) return;
    if (!(event.target instanceof Element) || event.target.closest("input, textarea, [data-selectable]")) return;
    if (document.getSelection()?.isCollapsed === false) return;
    event.preventDefault();
  }, { capture: true });
}
