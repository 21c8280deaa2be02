import type { Layout, ThemeData } from "@tapworld/kit";
import { describe, expect, it } from "vitest";

import themesJson from "../../../../../scenarios/tapworld_scenarios/appearance/themes.json";
import { demoApp } from "../../../../kit/src/testing/demoApp";
import { createLooks, darkChange, nextTextSize } from "../../phone/looks";
import { launcherPages } from "../Launcher";
import { swipeDirection } from "../swipes";

const themes = themesJson as unknown as Record<string, ThemeData>;
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
  it("make every theme dark or light without moving anything in it, and back", () => {
    const looks = createLooks(themes);
    for (const id of Object.keys(themes)) {
      const settings = { theme: id, clock_ms: 0, time_zone: "UTC", locale: "en-US", hour24: true, font_scale: 1 };
      const own = looks(settings).theme;
      const turned = { ...settings, ...darkChange(themes, id, !own.dark) };
      const other = looks(turned).theme;
      expect([other.dark, other.contrast]).toEqual([!own.dark, own.contrast]);
      for (const part of Object.keys(themes[id]!.layout) as (keyof Layout)[]) expect([id, part, other[part]]).toEqual([id, part, own[part]]);
      expect([other.radius, other.density, other.type, other.wallpaper.pattern]).toEqual([own.radius, own.density, own.type, own.wallpaper.pattern]);
      expect(other.color.background).not.toBe(own.color.background);
      expect(looks({ ...turned, ...darkChange(themes, id, own.dark) }).theme).toBe(own);
    }
  });

  it("step through the text sizes", () => {
    expect([1, 1.3, 1.1].map(nextTextSize)).toEqual([1.15, 0.85, 1.15]);
  });
});
