import { render } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { renderApp } from "@tapworld/kit/testing";
import { demoApp } from "../../../../kit/src/testing/demoApp";
import { elementTree } from "../tree";

/** jsdom has no layout: boxes come from `data-box`, "left top right bottom", and what is at a point is the last box drawn there. */
function boxOf(node: Element): [number, number, number, number] {
  const own = node.closest<HTMLElement>("[data-box]")?.dataset.box ?? "0 0 400 800";
  return own.split(" ").map(Number) as [number, number, number, number];
}

beforeEach(() => {
  vi.stubGlobal("innerWidth", 400);
  vi.stubGlobal("innerHeight", 800);
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(function (this: HTMLElement) {
    const [left, top, right, bottom] = boxOf(this);
    return { left, top, right, bottom } as DOMRect;
  });
  document.elementFromPoint = (x, y) => {
    const hits = [...document.body.querySelectorAll("[data-box]")].filter((node) => {
      const [left, top, right, bottom] = boxOf(node);
      return x >= left && x < right && y >= top && y < bottom && !node.closest("[style*='display: none']");
    });
    return hits[hits.length - 1] ?? document.body;
  };
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const box = (value: string) => ({ "data-box": value });

describe("the tree", () => {
  it("joins a button's texts and lists a text with an id of its own apart", () => {
    const { container } = render(
      <div {...box("0 0 400 800")}>
        <div data-testid="row-0" data-press="on" data-role="row" aria-label="Ada" {...box("0 100 300 160")}>
          <div>Ada <span>Merritt</span></div>
          <div>Lunch?</div>
          <div data-testid="amount" {...box("200 100 300 160")}>$5</div>
          <div aria-hidden="true">AM</div>
        </div>
        <button data-press="off" data-testid="star" aria-label="Star" aria-disabled="true" {...box("300 100 400 160")} />
      </div>,
    );
    const tree = elementTree(container);
    expect(tree.map(({ id, text, description, role, clickable, enabled, parent }) => ({ id, text, description, role, clickable, enabled, parent }))).toEqual([
      { id: "row-0", text: "Ada Merritt\nLunch?", description: "Ada", role: "button", clickable: true, enabled: true, parent: null },
      { id: "amount", text: "$5", description: "", role: "text", clickable: false, enabled: true, parent: 0 },
      { id: "star", text: "", description: "Star", role: "button", clickable: false, enabled: false, parent: null },
    ]);
    expect(tree[0]!.bounds).toEqual([0, 100, 300, 160]);
  });

  it("knows what is covered, clipped by a scroll container, or not drawn at all", () => {
    const { container } = render(
      <div {...box("0 0 400 800")}>
        <div style={{ overflowY: "auto" }} {...box("0 100 400 400")}>
          <button data-testid="inside" {...box("0 150 400 200")} />
          <button data-testid="below" {...box("0 420 400 470")} />
        </div>
        <div style={{ display: "none" }}><button data-testid="hidden-screen" /></div>
        <button data-testid="under" {...box("0 500 400 600")} />
        <button data-testid="scrim" {...box("0 450 400 800")} />
        <div role="dialog" aria-label="Sure?" {...box("50 550 350 700")}><button data-testid="confirm" {...box("60 640 340 690")} /></div>
        <div data-still=""><button data-testid="in-a-card" /></div>
      </div>,
    );
    const visible = Object.fromEntries(elementTree(container).map((element) => [element.id || element.role, element.visible]));
    expect(visible).toEqual({ inside: true, below: false, under: false, scrim: false, dialog: true, confirm: true });
  });

  it("reads fields, switches and tabs", () => {
    const { container } = render(
      <div {...box("0 0 400 800")}>
        <input data-testid="name" aria-label="Name" defaultValue="Ada" />
        <textarea data-testid="body" placeholder="Write" readOnly />
        <div role="switch" aria-checked="true" data-testid="on" data-press="on" />
        <div role="tab" aria-selected="false" data-testid="tab-a" data-press="on" />
        <div role="button" data-testid="plain" data-press="on" />
      </div>,
    );
    container.querySelector("input")!.focus();
    const [name, body, on, tab, plain] = elementTree(container);
    expect(name).toMatchObject({ role: "textfield", value: "Ada", text: "Ada", description: "Name", focused: true, clickable: true, checked: null });
    expect(body).toMatchObject({ role: "textfield", value: "", text: "Write", enabled: false, clickable: false, focused: false });
    expect([on!.checked, tab!.checked, plain!.checked]).toEqual([true, false, null]);
  });

  it("lists an app's screen with its package, and leaves lower screens out", () => {
    const app = renderApp(demoApp, {
      database: (db) => db.run("INSERT INTO items (id, name) VALUES (1, 'Milk')"),
      ui: { stack: [{ route: "items" }, { route: "item", params: { id: 1 } }] },
    });
    app.container.firstElementChild!.setAttribute("data-package", "demo");
    const tree = elementTree(app.container);
    expect(new Set(tree.map((element) => element.package))).toEqual(new Set(["demo"]));
    const ids = tree.map((element) => element.id);
    expect(ids).toEqual(expect.arrayContaining(["nav-back", "note", "delete"]));
    expect(ids).not.toContain("row-0");
    expect(tree.find((element) => element.id === "delete")).toMatchObject({ text: "Delete", role: "button", clickable: true });
  });
});
