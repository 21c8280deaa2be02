import { mix } from "@tapworld/kit/platform";
import type { Theme } from "@tapworld/kit";
import type { ReactNode } from "react";

type Pattern = Theme["wallpaper"]["pattern"];

/** Drawn for 412 x 915; other screens show a part of it. */
const SHAPES: Record<Pattern, (shape: string, deep: string) => ReactNode> = {
  plain: () => null,
  hills: (shape, deep) => (
    <>
      <circle cx="296" cy="250" r="74" fill={shape} opacity="0.55" />
      <path d="M0 640 C90 560 170 590 250 640 S380 700 412 640 V915 H0 Z" fill={deep} opacity="0.35" />
      <path d="M0 720 C110 650 190 740 280 720 S390 690 412 700 V915 H0 Z" fill={deep} opacity="0.55" />
      <path d="M0 810 C120 760 220 840 412 780 V915 H0 Z" fill={deep} opacity="0.8" />
    </>
  ),
  dunes: (shape, deep) => (
    <>
      <circle cx="110" cy="210" r="58" fill={shape} opacity="0.8" />
      <path d="M0 560 C140 480 260 640 412 520 V915 H0 Z" fill={deep} opacity="0.22" />
      <path d="M0 660 C110 600 250 740 412 640 V915 H0 Z" fill={deep} opacity="0.3" />
      <path d="M0 780 C160 700 240 830 412 760 V915 H0 Z" fill={deep} opacity="0.4" />
    </>
  ),
  waves: (shape, deep) => (
    <>
      {[0, 1, 2, 3, 4].map((i) => {
        const y = 470 + i * 95;
        return <path key={i} d={`M0 ${y} C70 ${y - 46} 136 ${y - 46} 206 ${y} S342 ${y + 46} 412 ${y} V915 H0 Z`} fill={i % 2 ? shape : deep} opacity={0.16 + i * 0.05} />;
      })}
    </>
  ),
  circles: (shape, deep) => (
    <>
      <circle cx="340" cy="180" r="190" fill={shape} opacity="0.16" />
      <circle cx="340" cy="180" r="120" fill={shape} opacity="0.16" />
      <circle cx="60" cy="640" r="230" fill={deep} opacity="0.4" />
      <circle cx="60" cy="640" r="140" fill={shape} opacity="0.1" />
      <circle cx="300" cy="830" r="120" fill={shape} opacity="0.12" />
    </>
  ),
  grid: (shape) => (
    <g stroke={shape} strokeWidth="1" opacity="0.28">
      {Array.from({ length: 11 }, (_, i) => <path key={`v${i}`} d={`M${i * 41.2} 0 V915`} />)}
      {Array.from({ length: 23 }, (_, i) => <path key={`h${i}`} d={`M0 ${i * 41.2} H412`} />)}
    </g>
  ),
};

/** The launcher's picture, drawn from the theme. */
export function Wallpaper({ theme }: { theme: Theme }) {
  const { from, to, shape, pattern } = theme.wallpaper;
  const id = `wallpaper-${theme.id}`;
  return (
    <svg viewBox="0 0 412 915" preserveAspectRatio="xMidYMid slice" style={{ position: "absolute", inset: 0, width: "100%", height: "100%" }} aria-hidden="true">
      <defs>
        <linearGradient id={id} x1="0" y1="0" x2="0.3" y2="1">
          <stop offset="0" stopColor={from} />
          <stop offset="1" stopColor={to} />
        </linearGradient>
      </defs>
      <rect width="412" height="915" fill={`url(#${id})`} />
      {SHAPES[pattern](shape, mix(to, theme.color.accent, 0.45))}
    </svg>
  );
}
