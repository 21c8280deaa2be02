/** Arithmetic on `#rrggbb` colours. */

type Rgb = [number, number, number];

function parse(color: string): Rgb {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color);
  if (!match) throw new Error(`Not a #rrggbb colour: ${color}`);
  return [parseInt(match[1]!, 16), parseInt(match[2]!, 16), parseInt(match[3]!, 16)];
}

/** `base` with a share of `other` (0..1) mixed in. */
export function mix(base: string, other: string, share: number): string {
  const from = parse(base);
  const to = parse(other);
  return "#" + from.map((v, i) => Math.round(v + (to[i]! - v) * share).toString(16).padStart(2, "0")).join("");
}

/** `color` with an alpha channel of 0..1, as `#rrggbbaa`. */
export function alpha(color: string, opacity: number): string {
  parse(color);
  return color + Math.round(opacity * 255).toString(16).padStart(2, "0");
}

/** Relative luminance as WCAG 2 defines it. */
export function luminance(color: string): number {
  const [r, g, b] = parse(color).map((v) => {
    const c = v / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG 2 contrast ratio, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** The candidate with the best contrast to `background`. */
export function readableOn(background: string, ...candidates: string[]): string {
  const [best] = candidates.map((color) => ({ color, ratio: contrast(color, background) })).sort((a, b) => b.ratio - a.ratio);
  if (!best) throw new Error("readableOn needs at least one candidate");
  return best.color;
}
