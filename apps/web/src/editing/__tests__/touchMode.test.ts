import { beforeEach, expect, it } from "vitest";

import { watchTouchMode } from "../touchMode";

let root: HTMLElement;

beforeEach(() => {
  document.body.innerHTML = '<main><div id="button" tabindex="0"><span id="label">Go</span></div><input id="field"><p id="text" data-selectable="true">words</p></main>';
  root = document.querySelector("main")!;
  watchTouchMode(root);
});

/** Whether the browser would move the focus for a finger that comes down there. */
const moves = (id: string) => document.getElementById(id)!.dispatchEvent(new MouseEvent("mousedown", { bubbles: true, cancelable: true }));

it("gives the focus to fields and selectable texts only", () => {
  expect(moves("button")).toBe(false);
  expect(moves("label")).toBe(false);
  expect(moves("field")).toBe(true);
  expect(moves("text")).toBe(true);
});

it("lets a field give it up", () => {
  document.getElementById("field")!.focus();
  expect(moves("button")).toBe(true);
});

it("lets a selected text go", () => {
  document.getSelection()!.selectAllChildren(document.getElementById("text")!);
  expect(moves("button")).toBe(true);
});
