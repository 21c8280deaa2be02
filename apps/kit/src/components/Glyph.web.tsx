import { styled } from "../primitives/styles";

const LOOK = { flexShrink: 0, display: "block" };

/** An mdi path drawn in a square; the web half. */
export function Glyph({ path, size, color }: { path: string; size: number; color: string }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} className={styled("none", LOOK).className} aria-hidden="true">
      <path d={path} fill={color} />
    </svg>
  );
}
