import { describe, expect, it } from "vitest";

import { demoApp } from "../../../../kit/src/testing/demoApp";
import { counterpart, nextTextSize } from "../../phone/looks";
import { launcherPages } from "../Launcher";
import { swipeDirection } from "../swipes";

const apps = (count: number) => Array.from({ length: count }, (_, i) => ({ ...demoApp, id: `app${i}` }));

describe("the launcher's pages", () => {
  it("are two at least, with the settings last", () => {
    expect(launcherPages([]).map((page) => page.map((app) => app.id))).toEqual([[], ["settings"]]);
    expect(launcherPages(apps(11)).map((page) => page.length)).toEqual([8, 4]);
    expect(launcherPages(apps(40)).map((page) => page.length)).toEqual([8, 20, 13]);
  });
});

describe("a swipe", () => {
  it("is long and straight", () => {
    expect(swipeDirection(0, -120)).toBe("up");
    expect(swipeDirection(80, 20)).toBe("right");
    expect(swipeDirection(20, 10)).toBeNull();
    expect(swipeDirection(80, 70)).toBeNull();
  });
});

describe("quick settings", () => {
  it("lead to a theme's counterpart and back", () => {
    expect(counterpart("contrast", false)).toBe("contrast-dark");
    expect(counterpart(counterpart("contrast", false), true)).toBe("contrast");
    expect(counterpart("forest", true)).toBe("daylight");
  });

  it("step through the text sizes", () => {
    expect([1, 1.3, 1.1].map(nextTextSize)).toEqual([1.15, 0.85, 1.15]);
  });
});
