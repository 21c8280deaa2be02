import { act, renderHook } from "@testing-library/react";
import { describe, expect, it } from "vitest";

import type { Json } from "../../navigation/state";
import { anchorOf, BLOCK, grown, useRowWindow } from "../rowWindow";

const TOTAL = 10_000;
const HEIGHT = 70;
const start = { first: 0, above: 0, count: 10 };

describe("the rows that a list draws", () => {
  it("grow by ten, or by as many as a near offset needs", () => {
    expect(grown(start, TOTAL, 0, 10 * HEIGHT)).toEqual({ ...start, count: 20 });
    expect(grown(start, TOTAL, 95 * HEIGHT, 10 * HEIGHT)).toEqual({ ...start, count: 110 });
    expect(grown({ ...start, count: 50 }, 50, 900, 50 * HEIGHT)).toEqual({ ...start, count: 50 });
  });

  it.each([1000, 5000, 9_900])("are as many for an offset of %s rows as for any other far one", (rows) => {
    const there = grown(start, TOTAL, rows * HEIGHT, 10 * HEIGHT);
    expect(there.count - there.first * BLOCK).toBe(BLOCK);
    expect(there.above).toBe(there.first * BLOCK * HEIGHT);
    // They begin before the place: what is drawn from there grows down to it.
    expect(rows - there.first * BLOCK).toBeGreaterThan(20);
    expect(rows - there.first * BLOCK).toBeLessThan(80);
  });

  it("grow once for all scrolls between two layouts", () => {
    const { result } = renderHook(() => useRowWindow(TOTAL, null));
    const first = result.current.grow;
    act(() => {
      first(0, 10 * HEIGHT);
      first(0, 10 * HEIGHT);
    });
    expect(result.current.count).toBe(20);
    // Whoever kept the function of an earlier drawing tells of the present layout all the same.
    act(() => first(0, 20 * HEIGHT));
    expect(result.current.count).toBe(30);
  });

  it("end within the list, however far the offset", () => {
    expect(grown(start, TOTAL, 1e9, 10 * HEIGHT).first * BLOCK).toBeLessThan(TOTAL);
  });

  it("read an anchor, and nothing else", () => {
    expect(anchorOf({ block: 12, top: 3000.5 })).toEqual({ block: 12, top: 3000.5 });
    const others: (Json | undefined)[] = [undefined, null, 3, "x", [], {}, { block: 1.5, top: 3 }, { block: -1, top: 3 }, { block: 2 }, { block: 2, top: -1 }];
    for (const other of others) expect(anchorOf(other)).toBeNull();
  });
});
