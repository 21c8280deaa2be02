import { describe, expect, it } from "vitest";
import states from "../../../../scenarios/tapworld_scenarios/appearance/ui_states/pay.json";
import sql from "../../../../scenarios/tapworld_scenarios/profiles/pay/schema.sql?raw";
import type { PartialUIState } from "@tapworld/kit";
import { renderApp, themes } from "../../../kit/src/testing";
import { app } from "../index";
import { schema } from "../schema.generated";
import { fillWallet } from "../testing/wallet";

/** Templates stand for ids; the small wallet has an id 1 of everything. */
function resolved(ui: unknown): PartialUIState | null {
  return JSON.parse(JSON.stringify(ui).replace(/"\{\{[^"]*\}\}"/g, "1")) as PartialUIState | null;
}

describe("the app", () => {
  it("has the schema of the profiles", () => {
    expect(schema).toBe(sql);
  });

  it.each(states.map((state) => [state.id, state.ui] as const))("starts in the UI state %s and dumps it again", (_, ui) => {
    const given = resolved(ui);
    const shown = renderApp(app, { ui: given, database: fillWallet }).ui();
    expect(shown.stack.map((entry) => entry.route)).toEqual(given === null ? ["home"] : given.stack.map((entry) => entry.route));
    expect(shown.dialog?.name ?? null).toBe(given?.dialog?.name ?? null);
    given?.stack.forEach((entry, index) => expect(shown.stack[index]?.state).toMatchObject(entry.state ?? {}));
  });

  it.each(Object.keys(themes))("draws in the theme %s", (theme) => {
    const { getByTestId } = renderApp(app, { theme, database: fillWallet });
    expect(getByTestId("balance").textContent).toBe("$100.00");
  });
});
