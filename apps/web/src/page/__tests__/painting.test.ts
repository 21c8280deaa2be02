import { describe, expect, it } from "vitest";

import { createPainting, type Box } from "../painting";

const style = (given: Partial<CSSStyleDeclaration> = {}) => ({ zIndex: "0", position: "relative", display: "flex", pointerEvents: "auto", ...given }) as CSSStyleDeclaration;

/** A screen of 100 by 100 with these drawn on it, one after another. */
function drawn(...nodes: [Box, Partial<CSSStyleDeclaration>?][]) {
  const painting = createPainting();
  const screen = painting.enter([0, 0, 100, 100], style(), "flow");
  const numbers = nodes.map(([box, given]) => {
    const number = painting.enter(box, style(given), painting.layerOf(screen));
    painting.leave(number);
    return number;
  });
  painting.leave(screen);
  return { screen, met: (index: number) => painting.surelyMet(numbers[index]!, 50, 50), painting };
}

const BOX: Box = [40, 40, 60, 60];

describe("what is surely met", () => {
  it("is an element with nothing over it but what it holds", () => {
    const { painting, screen, met } = drawn([BOX], [[0, 0, 40, 40]]);
    expect(met(0)).toBe(true);
    expect(painting.surelyMet(screen, 50, 50)).toBe(true);
  });

  it("is not one that something later covers, even at the edge", () => {
    expect(drawn([BOX], [[50, 0, 90, 90]]).met(0)).toBe(false);
    // Hit tests round to whole pixels.
    expect(drawn([BOX], [[50.5, 0, 90, 90]]).met(0)).toBe(false);
    expect(drawn([[0, 0, 90, 90]], [BOX]).met(1)).toBe(true);
  });

  it("depends on what is raised, lowered, or painted with what flows", () => {
    expect(drawn([BOX, { zIndex: "1" }], [BOX]).met(1)).toBe(false);
    expect(drawn([BOX, { zIndex: "-1" }]).met(0)).toBe(false);
    // A box in the flow is painted before those with a position, wherever these stand.
    expect(drawn([BOX], [BOX, { position: "static" }]).met(1)).toBe(false);
    expect(drawn([BOX, { position: "static" }], [BOX, { position: "static" }]).met(1)).toBe(true);
  });

  it("is left to the hit test where fingers go through, and where lines leave room", () => {
    expect(drawn([BOX, { pointerEvents: "none" }]).met(0)).toBe(false);
    expect(drawn([BOX, { display: "inline" }]).met(0)).toBe(false);
  });

  it("knows what is raised by what is around it", () => {
    const painting = createPainting();
    const sheet = painting.enter([0, 0, 10, 10], style({ zIndex: "2" }), "flow");
    const inside = painting.enter(BOX, style(), painting.layerOf(sheet));
    painting.leave(inside);
    painting.leave(sheet);
    const later = painting.enter(BOX, style(), "flow");
    painting.leave(later);
    expect(painting.surelyMet(later, 50, 50)).toBe(false);
  });
});
