import { alpha, mix } from "@tapworld/kit/platform";
import { useTheme, type AppDefinition } from "@tapworld/kit";

/** An app's tile: a coloured ground, a soft light from above, and the app's glyph. */
export function AppIcon({ app, size }: { app: AppDefinition; size: number }) {
  const theme = useTheme();
  const base = theme.palette(app.accent);
  const top = mix(base, "#ffffff", theme.dark ? 0.05 : 0.22);
  const bottom = mix(base, "#000000", theme.dark ? 0.35 : 0.12);
  const glyph = theme.on(bottom);
  // Square themes get square tiles, round ones circles: the same factor as every other corner.
  const radius = Math.min(24, 12 * (theme.radius.medium / 12));
  const id = `tile-${app.id}-${theme.id}`;
  return (
    <svg viewBox="0 0 48 48" width={size} height={size} style={{ display: "block", flexShrink: 0 }} aria-hidden="true">
      <defs>
        <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor={top} />
          <stop offset="1" stopColor={bottom} />
        </linearGradient>
      </defs>
      {theme.icons === "outline" ? (
        <rect x="1" y="1" width="46" height="46" rx={radius} fill={theme.color.surface} stroke={base} strokeWidth="2" />
      ) : (
        <rect width="48" height="48" rx={radius} fill={`url(#${id})`} />
      )}
      {theme.icons === "filled" ? <path d={`M0 ${radius} Q0 0 ${radius} 0 H${48 - radius} Q48 0 48 ${radius} V14 Q24 22 0 14 Z`} fill={alpha("#ffffff", 0.08)} /> : null}
      <path d={app.icon} transform="translate(11 11) scale(1.0833)" fill={theme.icons === "outline" ? base : glyph} />
    </svg>
  );
}
