import { describe, expect, it } from "vitest";

import { testTheme, themes } from "../../testing";
import { contrast } from "../color";
import { PALETTE_NAMES, type Layout, type Theme } from "../theme";

const ids = Object.keys(themes);

/** Every text colour with the backgrounds it is drawn on. */
function pairs(theme: Theme): [name: string, text: string, background: string][] {
  const { color } = theme;
  const grounds = ["background", "surface", "surfaceAlt", "accentMuted"] as const;
  const found: [string, string, string][] = [];
  for (const ground of grounds) {
    for (const role of ["text", "textMuted", "accent", "danger", "success", "warning"] as const) found.push([`${role} on ${ground}`, color[role], color[ground]]);
  }
  for (const name of PALETTE_NAMES) {
    const own = theme.palette(name);
    found.push([`${name} on surface`, own, color.surface], [`${name} on background`, own, color.background], [`${name} on its tint`, own, theme.tint(name)]);
    found.push([`text on ${name}'s tint`, color.text, theme.tint(name)], [`what is on ${name}`, theme.on(own), own]);
  }
  found.push(["textOnAccent", color.textOnAccent, color.accent], ["on(danger)", theme.on(color.danger), color.danger], ["toast", color.background, color.text]);
  found.push(["launcher's ink", theme.on(theme.wallpaper.from), theme.wallpaper.from], ["bar's ink", theme.on(theme.wallpaper.to), theme.wallpaper.to]);
  return found;
}

describe("themes", () => {
  it("are the ten", () => {
    expect(ids).toEqual(["daylight", "midnight", "paper", "contrast", "contrast-dark", "compact", "large", "ocean", "forest", "mono"]);
  });

  it.each(ids)("%s is readable everywhere", (id) => {
    const theme = testTheme(id);
    const least = theme.contrast === "high" ? 7 : 4.5;
    const weak = pairs(theme).filter(([name, text, background]) => contrast(text, background) < (name.endsWith("ink") ? 4.5 : least));
    expect(weak).toEqual([]);
  });

  it("differ from each other in where things stand", () => {
    const places: (keyof Layout)[] = ["tabBar", "header", "list", "fab", "navigation", "rowActions"];
    for (const one of ids) {
      for (const other of ids) {
        if (one >= other) continue;
        const [a, b] = [themes[one]!, themes[other]!];
        const moved = places.filter((key) => a.layout[key] !== b.layout[key]).length + Number(a.density !== b.density) + Number(a.typeScale !== b.typeScale);
        expect(moved, `${one} and ${other}`).toBeGreaterThanOrEqual(2);
      }
    }
  });

  it("grow with the phone's font scale", () => {
    const { type } = testTheme("large");
    expect(type.body.fontSize).toBe(18);
    expect(testTheme("daylight").type.body.fontSize).toBe(15);
  });
});
