import { useLayoutEffect, type RefObject } from "react";
import type { View } from "react-native";

/** Blocks within so many screens are drawn: a finger does not reach further before the next frame. */
const NEAR = 1.5;

/** Skips the children of a container that are far from its scroller's window. They keep the height that they had.
 *
 * Not `content-visibility: auto`, with which the browser decides at some frame, by a guess where nothing was drawn yet.
 *
 * Once `items`, `render` or `theme` change, from which the rows are drawn, all are measured anew.
 */
export function useFarBlocks(container: RefObject<View | null>, items: unknown, render: unknown, theme: unknown): void {
  useLayoutEffect(() => {
    const blocks = container.current as unknown as HTMLElement | null;
    for (const block of blocks?.children ?? []) show(block as HTMLElement);
  }, [container, items, render, theme]);
  useLayoutEffect(() => {
    const blocks = container.current as unknown as HTMLElement | null;
    const scroller = blocks?.closest<HTMLElement>('[data-scroll="y"]');
    if (!blocks || !scroller) return;
    const update = () => skipFar(blocks, scroller);
    update();
    scroller.addEventListener("scroll", update, { passive: true });
    return () => scroller.removeEventListener("scroll", update);
  });
}

function show(block: HTMLElement): void {
  if (!block.style.contentVisibility) return;
  block.style.contentVisibility = "";
  block.style.containIntrinsicHeight = "";
}

function skipFar(blocks: HTMLElement, scroller: HTMLElement): void {
  const { clientHeight } = scroller;
  // Without a box (a screen under another) nothing has a height to keep.
  if (clientHeight === 0) return;
  const window = scroller.getBoundingClientRect();
  const children = [...blocks.children] as HTMLElement[];
  // All are read before any is changed: one layout, not one for each.
  const boxes = children.map((block) => block.getBoundingClientRect());
  children.forEach((block, index) => {
    const box = boxes[index]!;
    const far = box.bottom < window.top - NEAR * clientHeight || box.top > window.bottom + NEAR * clientHeight;
    if (!far) show(block);
    else if (!block.style.contentVisibility) {
      block.style.containIntrinsicHeight = `${box.height}px`;
      block.style.contentVisibility = "hidden";
    }
  });
}
