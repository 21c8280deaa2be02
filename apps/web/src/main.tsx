import "@fontsource-variable/noto-sans-devanagari/wght.css";
import "@fontsource-variable/noto-sans-jp/wght.css";
import "./fonts.css";
import "./page.css";

import type { ThemeData } from "@tapworld/kit";
import wasmUrl from "@sqlite.org/sqlite-wasm/sqlite3.wasm?url";

import themes from "../../../scenarios/tapworld_scenarios/appearance/themes.json";
import { APPS } from "./apps";
import { installGuard } from "./page/guard";
import { createTapworld } from "./page/tapworld";
import { watchTimers, type Host } from "./page/timers";
import type { Tapworld } from "./phone/contract";

declare global {
  interface Window {
    tapworld: Tapworld;
  }
}

installGuard();
window.tapworld = createTapworld({
  root: document.getElementById("phone")!,
  definitions: APPS,
  themes: themes as Record<string, ThemeData>,
  timers: watchTimers(window as unknown as Host),
  wasm: () => fetch(wasmUrl).then((reply) => reply.arrayBuffer()),
});
