import { useLayoutEffect, useRef, useState } from "react";

import type { Json } from "../navigation/state";
import { SKIPS } from "./farBlocks";
import type { NearEnd } from "./scrollHost";

/** Rows that are drawn, and skipped while they are far away, together. */
export const BLOCK = 20;
const FIRST = 10;
const STEP = 10;
/** A kept offset that lies so many rows further down is gone to at once; nearer ones are reached row by row. */
const FAR_ROWS = 200;
/** Rows before the place gone to that are drawn with it; where a screen has more, they come with the next look. */
const BEFORE = 40;

/** Which rows of a list are drawn: all from a block on, up to a row. */
export interface RowWindow {
  /** The first block that is drawn. */
  first: number;
  /** Room kept for the blocks before it, in dp. */
  above: number;
  /** The row before which drawing ends. */
  count: number;
}

/** The block where a far offset lies, and how far down it stood: kept beside the offset, so that the same rows come back there. */
export interface Anchor {
  block: number;
  top: number;
}

export interface RowWindowControl extends RowWindow {
  grow: NearEnd;
  /** Draw so many blocks before the first one, in room that was kept for them. */
  prepend: (blocks: number) => void;
  /** The room kept turned out to be so much too large. */
  correct: (excess: number) => void;
}

export function anchorOf(kept: Json | undefined): Anchor | null {
  const { block, top } = typeof kept === "object" && kept !== null && !Array.isArray(kept) ? kept : {};
  return typeof block === "number" && typeof top === "number" && Number.isInteger(block) && block > 0 && top > 0 ? { block, top } : null;
}

/** Rows are drawn as they are needed and never taken away.
 *
 * A kept offset far down does not need the rows before it: room is kept for them, as much as they had by the anchor, else as
 * much as they probably need.
 */
export function useRowWindow(total: number, anchor: Anchor | null): RowWindowControl {
  const [window, set] = useState<RowWindow>(() =>
    SKIPS && anchor && anchor.block * BLOCK < total ? { first: anchor.block, above: anchor.top, count: (anchor.block + 1) * BLOCK } : { first: 0, above: 0, count: FIRST },
  );
  // The rows that are laid out. Two scrolls between two layouts tell of one end, and the list grows once: else
  // how many rows there are would hang on how often the browser reports a scroll.
  const laidOut = useRef(window.count);
  useLayoutEffect(() => {
    laidOut.current = window.count;
  }, [window.count]);
  // Fewer rows than before, by a filter: those that are left are drawn from the beginning.
  const shown = window.first * BLOCK < total ? window : { first: 0, above: 0, count: Math.max(window.count, FIRST) };
  return {
    ...shown,
    count: Math.min(shown.count, total),
    grow: (missing, length) => {
      const measured = laidOut.current;
      set((old) => (old.count === measured ? grown(old, total, missing, length) : old));
    },
    prepend: (blocks) => set((old) => ({ ...old, first: Math.max(old.first - blocks, 0) })),
    correct: (excess) => set((old) => ({ ...old, above: old.first === 0 ? 0 : Math.max(old.above - excess, 0) })),
  };
}

export function grown(old: RowWindow, total: number, missing: number, length: number): RowWindow {
  if (old.count >= total) return old;
  const height = Math.max(length, 1) / old.count;
  const wanted = missing / height;
  if (SKIPS && old.first === 0 && wanted > FAR_ROWS) {
    const first = Math.floor(Math.min(old.count + wanted, total) / BLOCK - BEFORE / BLOCK);
    return { first, above: first * BLOCK * height, count: (first + 1) * BLOCK };
  }
  // As many steps as the kept offset probably needs: one at a time would be more renders in a row than React allows.
  return { ...old, count: old.count + STEP * Math.max(1, Math.ceil(wanted / STEP)) };
}
