import { beforeEach, describe, expect, it, vi } from "vitest";

import { createRest, type Rest } from "../settled";
import { turn } from "../turns";

Object.defineProperty(document, "fonts", { value: { status: "loaded" }, configurable: true });

let frames: FrameRequestCallback[];
let count: number;
let reason: string | null;
let rest: Rest;
let root: HTMLElement;

beforeEach(() => {
  frames = [];
  vi.stubGlobal("requestAnimationFrame", (callback: FrameRequestCallback) => frames.push(callback));
  document.body.innerHTML = "<main></main>";
  root = document.querySelector("main")!;
  count = 0;
  reason = null;
  rest = createRest({ changes: { count: () => count, last: () => "" }, root, pending: () => reason, eachFrame: () => undefined });
});

/** The next frame and the turns after it. */
async function frame() {
  for (const callback of frames.splice(0)) callback(0);
  await turn();
  await turn();
}

/** Whether it rests after so many frames. */
async function restsAfter(most: number, early: boolean): Promise<number | null> {
  const ended: unknown[] = [];
  void rest.settled(10_000, early).then((reason) => ended.push(reason));
  for (let seen = 0; seen <= most; seen += 1) {
    await turn();
    if (ended.length > 0) return seen;
    await frame();
  }
  return null;
}

const touch = () => root.dispatchEvent(new Event("touchstart", { bubbles: true }));
const click = (change = true) => {
  root.addEventListener("click", () => void (count += change ? 1 : 0), { once: true });
  root.click();
};

describe("the wait for rest", () => {
  it("takes a whole frame without a change", async () => {
    expect(await restsAfter(3, false)).toBe(1);
    const ended = restsAfter(5, false);
    count += 1;
    expect(await ended).toBe(2);
  });

  it("begins with the click, for those who come early", async () => {
    touch();
    click();
    await frame();
    expect(await restsAfter(3, true)).toBe(0);
    expect(await restsAfter(3, false)).toBe(1);
  });

  it("is not over while the click is still to come", async () => {
    touch();
    click();
    await frame();
    touch();
    await frame();
    expect(await restsAfter(3, true)).toBe(1);
  });

  it.each([
    ["a change", () => void (count += 1)],
    ["something that was typed", () => root.dispatchEvent(new Event("input", { bubbles: true }))],
    ["something that was done without a finger", () => rest.stir()],
  ])("is not over after %s", async (_, act) => {
    touch();
    click();
    await frame();
    act();
    expect(await restsAfter(3, true)).toBe(1);
  });

  it("is not over before the frame of the click", async () => {
    touch();
    click();
    expect(await restsAfter(3, true)).toBe(1);
  });

  it("goes on where work is due", async () => {
    touch();
    click();
    reason = "a setTimeout of 0 ms goes on";
    await frame();
    reason = null;
    expect(await restsAfter(3, true)).toBe(1);
  });

  it("asks for no frames without end while nobody looks", async () => {
    touch();
    click();
    for (let left = 5; left > 0; left -= 1) {
      count += 1;
      await frame();
      count += 1;
    }
    expect(frames).toHaveLength(0);
  });

  it("names what goes on when the time is over", async () => {
    reason = "a setInterval of 100 ms goes on";
    const ended = rest.settled(0, false);
    await frame();
    expect(await ended).toBe(reason);
  });
});
