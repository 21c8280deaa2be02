/** Room kept between a field and the edges of what scrolls around it, in dp. */
const MARGIN = 12;

/** Scroll what is around `field` just as far that it can be seen. What only hides its overflow is left alone: it must not move. */
export function reveal(field: HTMLElement): void {
  for (let node = field.parentElement; node; node = node.parentElement) {
    const { overflowY } = getComputedStyle(node);
    if ((overflowY !== "auto" && overflowY !== "scroll") || node.scrollHeight <= node.clientHeight) continue;
    const outer = node.getBoundingClientRect();
    const inner = field.getBoundingClientRect();
    const below = inner.bottom + MARGIN - outer.bottom;
    const above = outer.top + MARGIN - inner.top;
    // A field that fills the room stays as it is; one higher than the room shows its beginning.
    if (above > 0 === below > 0) continue;
    const by = above > 0 ? -above : Math.min(below, -above);
    const before = node.scrollTop;
    node.scrollTop = before + by;
    // The browser tells of it a frame later, when somebody may already have put the old offset back.
    if (node.scrollTop !== before) node.dispatchEvent(new Event("scroll"));
  }
}
