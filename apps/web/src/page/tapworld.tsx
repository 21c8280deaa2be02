import type { AppDefinition, ThemeData } from "@tapworld/kit";
import { FIELD_SHEET, startSqlite } from "@tapworld/kit/platform";
import { createRoot } from "react-dom/client";
import { flushSync } from "react-dom";

import { createEditing } from "../editing/store";
import { watchTouchMode } from "../editing/touchMode";
import { watchEditing } from "../editing/watch";
import { watchEdges } from "../gestures/edges";
import { watchFlings } from "../gestures/fling";
import { createKeyboard } from "../keyboard/store";
import { watchKeyboard } from "../keyboard/watch";
import type { PhoneDump, PhoneState, Tapworld } from "../phone/contract";
import { createDatabaseCache } from "../phone/databaseCache";
import { createPhone, frontRuntime, type Phone, type PhoneView } from "../phone/phone";
import { Shell } from "../shell/Shell";
import { endAnimations } from "./animations";
import { decodeBase64, encodeBase64 } from "./base64";
import { watchChanges } from "./changes";
import { setClock } from "./guard";
import { withoutHovering } from "./hovering";
import { createRest } from "./settled";
import type { Timers } from "./timers";
import { elementTree } from "./tree";
import { clearText, insertText, pressEnter } from "./typing";

interface Parts {
  root: HTMLElement;
  definitions: readonly AppDefinition[];
  themes: Readonly<Record<string, ThemeData>>;
  /** SQLite's compiled code; without it the module finds its own. */
  wasm?: () => Promise<ArrayBuffer>;
  /** The watch on the page's timers. */
  timers?: Timers;
}

/** A state may name the sheet of a field; only the screen knows whether there is such a field. */
function missingSheet(view: PhoneView): string | undefined {
  const runtime = frontRuntime(view);
  const dialog = runtime?.navigation.get().dialog;
  if (!runtime || dialog?.name !== FIELD_SHEET || runtime.overlays.get().size > 0) return undefined;
  return `the screen of ${runtime.app.id} has no field ${JSON.stringify(dialog.params.field)} with a sheet`;
}

/** Put a phone into `root` and give the object by which it is driven. */
export function createTapworld({ root, definitions, themes, wasm, timers }: Parts): Tapworld {
  const cache = createDatabaseCache();
  const keyboard = createKeyboard(flushSync, () => phone.get()?.settings.locale ?? "en");
  const editing = createEditing();
  const phone: Phone = createPhone({ definitions, themes, cache, keyboard, editing });
  const changes = watchChanges(root);
  timers?.countBy(changes.count);
  let errors: string[] = [];
  let loading = 0;

  const note = (error: unknown) => errors.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  window.addEventListener("error", (event) => note(event.error ?? event.message));
  window.addEventListener("unhandledrejection", (event) => note(event.reason));

  // Caught errors come through the boundaries' own callback.
  const react = withoutHovering(root, () => createRoot(root, { onCaughtError: () => undefined, onUncaughtError: note }));
  flushSync(() => react.render(<Shell phone={phone} keyboard={keyboard} editing={editing} onError={note} />));
  // The language decides which shapes of shared characters are drawn.
  phone.subscribe(() => {
    document.documentElement.lang = phone.get()?.settings.locale ?? "en";
  });

  watchKeyboard(root, keyboard);
  const flings = watchFlings(flushSync);
  const edit = watchEditing(root, editing);
  watchTouchMode(root);
  const gestures = { back: phone.back, home: phone.home, recents: phone.openRecents };
  watchEdges(() => phone.get()?.theme.navigation === "gesture", flings.forget, (gesture) => flushSync(() => void gestures[gesture]()));

  function pending(): string | null {
    if (loading > 0) return "a state is being loaded";
    if (edit.pending()) return "a finger is held";
    return timers?.pending() ?? null;
  }

  const rest = createRest({ changes, root, pending, eachFrame });

  function eachFrame(): void {
    keyboard.sync();
    if (endAnimations()) rest.stir();
  }

  /** Something that is done without a finger. */
  function doing<T>(act: () => T): T {
    rest.stir();
    return act();
  }

  /** The error that names what keeps the screen from its rest. */
  function restless(reason: string): string {
    const changed = changes.last();
    return `The screen of ${phone.get()?.screen ?? "the phone"} does not come to rest: ${reason}${changed ? `; "${changed}" changed last` : ""}`;
  }

  function load(state: PhoneState): void {
    const before = phone.get();
    const view = phone.prepare(state);
    flushSync(() => {
      editing.reset();
      keyboard.reset();
    });
    setClock(state.settings.clock_ms);
    const seen = errors.length;
    flushSync(() => phone.show(view));
    const reason = errors.splice(seen)[0] ?? missingSheet(view);
    if (reason !== undefined) {
      for (const app of view.apps.values()) app.close();
      if (before) setClock(before.settings.clock_ms);
      flushSync(() => phone.show(before));
      throw new Error(`The state cannot be shown: ${reason.split("\n")[0]!}`);
    }
    if (before) for (const app of before.apps.values()) app.close();
  }

  function dump(): PhoneDump {
    const view = phone.get();
    if (!view) throw new Error("The phone is empty: load a state first");
    const apps: PhoneDump["apps"] = {};
    for (const [id, app] of view.apps) {
      const { digest, file, ui } = app.dump();
      apps[id] = { digest, database: file ? encodeBase64(file) : null, ui };
    }
    return { apps, settings: view.settings, foreground: view.apps.has(view.screen) ? view.screen : null };
  }

  return {
    version: 1,
    apps: definitions.map((app) => app.id),
    ready: Promise.all([
      (wasm ? wasm() : Promise.resolve(undefined)).then(startSqlite),
      // Faces of other scripts come when a text asks for them, and `settled` waits for those.
      ...[...document.fonts].filter((face) => face.family === "Roboto").map((face) => face.load()),
    ]).then(() => undefined),
    missing: (digests) => cache.missing(digests),
    put(databases) {
      for (const [digest, content] of Object.entries(databases)) cache.put(digest, decodeBase64(content));
    },
    patch(likenesses) {
      for (const [digest, { base, size, parts }] of Object.entries(likenesses)) {
        cache.patch(digest, { base, size, parts: parts.map(([at, content]) => [at, decodeBase64(content)]) });
      }
    },
    // Not an async function's sugar only: what `load` throws must reject.
    async load(state) {
      rest.stir();
      loading += 1;
      try {
        await Promise.resolve();
        load(state);
      } finally {
        loading -= 1;
      }
    },
    dump,
    tree: () => elementTree(root),
    async settled(capMs, early = false) {
      edit.looked();
      keyboard.looked();
      const reason = await rest.settled(capMs, early);
      if (reason !== null) note(restless(reason));
      return reason === null;
    },
    errors() {
      const drained = errors;
      errors = [];
      return drained;
    },
    foreground: () => phone.get()?.screen ?? "launcher",
    back() {
      keyboard.sync();
      return doing(() => flushSync(() => phone.back()));
    },
    home: () => doing(() => flushSync(() => phone.home())),
    recents: () => doing(() => flushSync(() => phone.openRecents())),
    open: (app) => doing(() => flushSync(() => phone.open(app))),
    fling: (vx, vy) => doing(() => flings.fling(vx, vy)),
    wait: (ms) => doing(() => flushSync(() => phone.wait(ms))),
    text: (insert) => doing(() => insertText(insert)),
    clear: () => doing(clearText),
    enter: () => doing(pressEnter),
  };
}
