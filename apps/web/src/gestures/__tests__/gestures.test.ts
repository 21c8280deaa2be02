import { describe, expect, it } from "vitest";

import { commandsOf } from "../../editing/EditMenuPanel";
import { wordAt } from "../../editing/words";
import { edgeGesture, edgeOf } from "../edges";
import { flingDistance } from "../fling";

describe("a fling", () => {
  it("goes further the faster the finger was, the same in both directions, and not at all when it rested", () => {
    const distances = [49, 100, 500, 1000, 3000, 8000, 20000].map(flingDistance);
    expect(distances[0]).toBe(0);
    expect(distances).toEqual([...distances].sort((a, b) => a - b));
    expect(distances[6]).toBe(distances[5]);
    expect(flingDistance(-1000)).toBe(-flingDistance(1000));
    // What Android's OverScroller gives at 160 dpi.
    expect(flingDistance(1000)).toBe(194);
  });
});

describe("an edge", () => {
  it("is a narrow strip at the sides and the bottom", () => {
    expect(edgeOf(5, 400, 412, 915)).toBe("side");
    expect(edgeOf(408, 400, 412, 915)).toBe("side");
    expect(edgeOf(200, 910, 412, 915)).toBe("bottom");
    expect(edgeOf(200, 400, 412, 915)).toBeNull();
  });

  it("asks for a movement that is long enough and goes inward", () => {
    expect(edgeGesture("side", 120, 10, 300)).toBe("back");
    expect(edgeGesture("side", -120, 10, 300)).toBe("back");
    expect(edgeGesture("side", 30, 0, 300)).toBeNull();
    expect(edgeGesture("side", 60, 200, 300)).toBeNull();
    expect(edgeGesture("bottom", 0, -200, 300)).toBe("home");
    expect(edgeGesture("bottom", 0, -200, 800)).toBe("recents");
    expect(edgeGesture("bottom", 0, -20, 800)).toBeNull();
  });
});

describe("selection", () => {
  it("takes the word that was touched, with its accents and signs", () => {
    const word = (text: string, offset: number) => text.slice(...wordAt(text, offset));
    expect(word("Lunch with Zoë", 12)).toBe("Zoë");
    expect(word("ada@mail.example, you", 4)).toBe("ada@mail.example");
    expect(word("one  two", 4)).toBe("one");
    expect(word("दो शब्द", 4)).toBe("शब्द");
    expect(word("...", 1)).toBe("...");
    expect(wordAt("", 0)).toEqual([0, 0]);
  });

  it("offers what is possible", () => {
    const menu = { top: 0, bottom: 0, selected: false, canPaste: false, field: true, marks: null };
    expect(commandsOf(menu)).toEqual(["select-all"]);
    expect(commandsOf({ ...menu, selected: true, canPaste: true })).toEqual(["cut", "copy", "paste", "select-all"]);
    const end = { x: 0, y: 0 };
    expect(commandsOf({ ...menu, selected: true, field: false, marks: { top: 0, bottom: 0, start: end, end } })).toEqual(["copy", "select-all"]);
  });
});
