import { useLayoutEffect, useRef, type RefObject } from "react";
import type { View } from "react-native";

import type { Theme } from "../theme/theme";
import type { Anchor, RowWindowControl } from "./rowWindow";

/** Whether a list may begin in its middle. */
export const SKIPS: boolean = true;

/** Blocks within so many screens are drawn: a finger does not reach further before the next frame. */
const NEAR = 1.5;
/** From this block on the place of an offset is kept. */
const ANCHORED = 10;

/** Skips the children of a container that are far from its scroller's window, and draws those before them as they come near.
 *
 * Skipped ones keep the height that they had. Not `content-visibility: auto`, with which the browser decides at some frame, by
 * a guess where nothing was drawn yet.
 *
 * @param gap Room before the first block and between blocks.
 * @param onAnchor Told, at every scroll, where the first near block stands; null near the beginning.
 */
export function useFarBlocks(container: RefObject<View | null>, theme: Theme, rows: RowWindowControl, gap: number, onAnchor?: (anchor: Anchor | null) => void): void {
  const held = useRef<Held | null>(null);
  /** The room kept is being corrected: until that is drawn, nothing stands where it will. */
  const correcting = useRef(false);
  const { above } = rows;
  // The element's own style: a class for each of its many values would be kept for good.
  useLayoutEffect(() => {
    const blocks = container.current as unknown as HTMLElement | null;
    if (blocks && (above > 0 || blocks.style.paddingTop)) blocks.style.paddingTop = above > 0 ? `${gap + above}px` : "";
  }, [container, above, gap]);
  useLayoutEffect(() => {
    const blocks = container.current as unknown as HTMLElement | null;
    for (const block of blocks?.children ?? []) show(block as HTMLElement);
  }, [container, theme]);
  useLayoutEffect(() => {
    const blocks = container.current as unknown as HTMLElement | null;
    const scroller = blocks?.closest<HTMLElement>('[data-scroll="y"]');
    if (!blocks || !scroller) return;
    // In the content, not on the screen: the finger may have scrolled on meanwhile.
    const placeOf = (block: HTMLElement) => block.getBoundingClientRect().top + scroller.scrollTop;
    // Rows were drawn before the held block: the room that was kept for them goes.
    const settle = ({ block, top }: Held) => {
      const moved = placeOf(block) - top;
      const room = rows.first === 0 ? rows.above : Math.min(rows.above, moved);
      correcting.current = room !== 0;
      if (room !== 0) rows.correct(room);
      if (moved === room) return;
      // What the room could not give is scrolled, so that nothing moves before the eye.
      scroller.scrollTop += moved - room;
      scroller.dispatchEvent(new Event("scroll"));
    };
    const onScroll = () => {
      const near = skipFar(blocks, scroller);
      if (near === null || held.current || correcting.current) return;
      const { block, top, before } = near;
      if (rows.first > 0 && block === 0 && before > gap) {
        const first = blocks.children[0] as HTMLElement;
        held.current = { block: first, top: placeOf(first) };
        rows.prepend(Math.ceil(before / Math.max(first.getBoundingClientRect().height, 1)));
      }
      onAnchor?.(rows.first + block >= ANCHORED ? { block: rows.first + block, top: top - gap } : null);
    };
    scroller.addEventListener("scroll", onScroll, { passive: true });
    // A kept offset may not have been put back yet: only a scroll tells where the window is.
    skipFar(blocks, scroller);
    const before = held.current;
    const corrected = correcting.current;
    held.current = null;
    correcting.current = false;
    if (before) settle(before);
    if (before || corrected) onScroll();
    return () => scroller.removeEventListener("scroll", onScroll);
  });
}

/** A block whose rows changed loses the height that it was kept at: the list measures it again. */
export function useMeasuredAgain(block: RefObject<View | null>, version: number): void {
  useLayoutEffect(() => show(block.current as unknown as HTMLElement), [block, version]);
}

/** The block before which others were asked for, and where it stood in the content. */
interface Held {
  block: HTMLElement;
  top: number;
}

function show(block: HTMLElement): void {
  if (!block.style.contentVisibility) return;
  block.style.contentVisibility = "";
  block.style.containIntrinsicHeight = "";
}

interface Near {
  /** Which child is the first that is near. */
  block: number;
  /** How far down in the container it stands. */
  top: number;
  /** Room between the near region's beginning and the first child: rows are missing there. */
  before: number;
}

/** Skip the children that are far; null while there is no box or nothing is near. */
function skipFar(blocks: HTMLElement, scroller: HTMLElement): Near | null {
  const { clientHeight } = scroller;
  // Without a box (a screen under another) nothing has a height to keep.
  if (clientHeight === 0) return null;
  const window = scroller.getBoundingClientRect();
  const from = window.top - NEAR * clientHeight;
  const to = window.bottom + NEAR * clientHeight;
  const children = [...blocks.children] as HTMLElement[];
  // All are read before any is changed: one layout, not one for each.
  const boxes = children.map((block) => block.getBoundingClientRect());
  const top = blocks.getBoundingClientRect().top;
  children.forEach((block, index) => {
    const box = boxes[index]!;
    if (box.bottom >= from && box.top <= to) show(block);
    else if (!block.style.contentVisibility) {
      block.style.containIntrinsicHeight = `${box.height}px`;
      block.style.contentVisibility = "hidden";
    }
  });
  const block = boxes.findIndex((box) => box.bottom >= from);
  return block < 0 ? null : { block, top: boxes[block]!.top - top, before: boxes[0]!.top - from };
}
