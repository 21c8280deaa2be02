/** An mdi path drawn in a square; the web half. */
export function Glyph({ path, size, color }: { path: string; size: number; color: string }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} style={{ flexShrink: 0, display: "block" }} aria-hidden="true">
      <path d={path} fill={color} />
    </svg>
  );
}
