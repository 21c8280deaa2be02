import { mix } from "@tapworld/kit/platform";
import { useSession, useTheme, type Theme } from "@tapworld/kit";
import type { CSSProperties, MouseEvent } from "react";

import { Key } from "./Key";
import { useKeyboard } from "./KeyboardContext";
import type { KeySpec } from "./keys";
import { layoutOf, rowsOf } from "./layouts";
import type { KeyboardView } from "./store";

/** Height of a key with its gap, in dp; lower where the screen is. */
const KEY_HEIGHT = 54;
const LOW_KEY_HEIGHT = 36;
const LOW_SCREEN = 500;
/** Width of an alternative, in dp, where there is room for it. */
const ALTERNATIVE_WIDTH = 46;

// A touched key must not take the focus away from the field.
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** The soft keyboard. It takes its room from the app above it. */
export function KeyboardPanel() {
  const theme = useTheme();
  const { locale } = useSession();
  const view = useKeyboard();
  if (!view) return null;
  const height = window.innerHeight < LOW_SCREEN ? LOW_KEY_HEIGHT : KEY_HEIGHT;
  const rows = rowsOf(view.kind, view.page, layoutOf(locale, view.script));
  return (
    <div
      data-testid="keyboard"
      onMouseDown={keepFocus}
      style={{ position: "relative", touchAction: "none", display: "flex", flexDirection: "column", padding: "4px 2px", backgroundColor: ground(theme), borderTop: `1px solid ${theme.color.border}` }}
    >
      {rows.map((row, index) => (
        <div key={index} style={{ display: "flex", height, ...indent(row, rows) }}>
          {row.map((key) => <Key key={key.name} spec={key} view={view} ground={ground(theme)} />)}
        </div>
      ))}
      {view.held ? <Alternatives view={view} rows={rows} height={height} /> : null}
    </div>
  );
}

function ground(theme: Theme): string {
  return mix(theme.color.surfaceAlt, theme.color.text, theme.contrast === "high" ? 0 : 0.06);
}

/** A row of letters that is shorter than the widest stands in the middle. */
function indent(row: readonly KeySpec[], rows: readonly KeySpec[][]): CSSProperties {
  const most = Math.max(...rows.map((other) => other.length));
  const missing = row.every((key) => key.weight === 1) && most > 9 ? most - row.length : 0;
  return missing > 0 ? { padding: `0 ${(50 * missing) / most}%` } : {};
}

/** What the held key offers, in a row above it that stays inside the keyboard's width. */
function Alternatives({ view, rows, height }: { view: KeyboardView; rows: readonly KeySpec[][]; height: number }) {
  const theme = useTheme();
  const held = view.held!;
  const line = rows.findIndex((row) => row.some((key) => key.name === held.name));
  const row = rows[line] ?? [];
  const before = row.slice(0, row.findIndex((key) => key.name === held.name)).reduce((sum, key) => sum + key.weight, held.weight / 2);
  const total = row.reduce((sum, key) => sum + key.weight, 0);
  const count = held.alternatives?.length ?? 0;
  const width = Math.min(count * ALTERNATIVE_WIDTH, window.innerWidth - 8);
  const middle = (before / total) * window.innerWidth;
  const left = Math.round(Math.min(Math.max(middle - width / 2, 4), window.innerWidth - width - 4));
  return (
    <div
      data-testid="key-alternatives"
      style={{
        position: "absolute", left, width, top: 4 + (line - 1) * height - 2, height, zIndex: 2, display: "flex", boxSizing: "border-box", padding: 2,
        backgroundColor: theme.color.surfaceAlt, borderRadius: theme.radius.small, border: `1px solid ${theme.color.border}`, boxShadow: "0 2px 8px rgba(0,0,0,0.3)",
      }}
    >
      {held.alternatives?.map((key) => <Key key={key.name} spec={key} view={view} ground={theme.color.surfaceAlt} />)}
    </div>
  );
}
