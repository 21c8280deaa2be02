/** Counts what could change the layout under `root`: mutations, scrolls, resizes. Reading it costs nothing. */
export interface Changes {
  count(): number;
}

export function watchChanges(root: HTMLElement): Changes {
  let count = 0;
  const changed = () => {
    count += 1;
  };
  const observer = new MutationObserver(changed);
  observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
  root.addEventListener("scroll", changed, { capture: true, passive: true });
  window.addEventListener("resize", changed);
  return {
    count() {
      // Records that were not delivered yet belong to the present.
      if (observer.takeRecords().length > 0) changed();
      return count;
    },
  };
}
