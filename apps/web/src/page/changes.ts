import { focusedField } from "./typing";

/** Counts what could change the layout under `root`: mutations, scrolls, resizes. Reading it costs nothing. */
export interface Changes {
  count(): number;
  /** Test id of what was changed last, or of what it lies in; empty without one. */
  last(): string;
}

export function watchChanges(root: HTMLElement): Changes {
  let count = 0;
  let place: Node = root;
  const changed = (node: Node) => {
    count += 1;
    place = node;
  };
  const record = (records: readonly MutationRecord[]) => {
    if (records.length > 0) changed(records[records.length - 1]!.target);
  };
  const observer = new MutationObserver(record);
  observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
  root.addEventListener("scroll", (event) => changed(event.target as Node), { capture: true, passive: true });
  window.addEventListener("resize", () => changed(root));
  // A caret that moves changes the picture and nothing else.
  document.addEventListener("selectionchange", () => {
    const field = focusedField();
    if (field) changed(field);
  });
  return {
    count() {
      // Records that were not delivered yet belong to the present.
      record(observer.takeRecords());
      return count;
    },
    last() {
      const element = place instanceof Element ? place : place.parentElement;
      return element?.closest<HTMLElement>("[data-testid]")?.dataset.testid ?? "";
    },
  };
}
