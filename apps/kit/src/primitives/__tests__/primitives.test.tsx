import { fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";

import { Pressable } from "../Pressable";
import { styled } from "../styles";
import { Text } from "../Text";
import { View } from "../View";

const ruleOf = (className: string) =>
  [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).filter((rule) => rule.startsWith(`.${className}`)).join("\n");

describe("styles", () => {
  it("are one class, the same for equal styles", () => {
    const { className } = styled("view", { padding: 4, backgroundColor: "#ff0000" });
    expect(styled("view", [{ padding: 4 }, null, { backgroundColor: "#ff0000" }]).className).toBe(className);
    expect(styled("view", { padding: 5, backgroundColor: "#ff0000" }).className).not.toBe(className);
    expect(styled("text", { padding: 4, backgroundColor: "#ff0000" }).className).not.toBe(className);
    expect(ruleOf(className)).toMatch(/padding-left: 4px/);
  });

  it("leave to the element what changes in every frame of a gesture", () => {
    const still = styled("view", { padding: 4 });
    const moved = styled("view", { padding: 4, transform: [{ translateX: 12 }] });
    expect(moved.className).toBe(still.className);
    expect(moved.style).toEqual({ transform: "translateX(12px)" });
  });

  it("let touches through a view to what is inside", () => {
    const rule = ruleOf(styled("view", { pointerEvents: "box-none" }).className);
    expect(rule).toMatch(/pointer-events: none !important/);
    expect(rule).toMatch(/>\s?\*\s?{\s?pointer-events: auto/);
  });
});

describe("elements", () => {
  it.each([
    ["accessibilityHint", <View accessibilityHint="Opens the month" />],
    ["allowFontScaling", <Text allowFontScaling={false}>month</Text>],
    ["hitSlop", <Pressable hitSlop={8} />],
    ["onMouseEnter", <View onMouseEnter={() => undefined} />],
    ["onPointerOut", <View onPointerOut={() => undefined} />],
  ])("refuse %s, which has no meaning here", (name, element) => {
    const quiet = vi.spyOn(console, "error").mockImplementation(() => undefined);
    expect(() => render(element)).toThrow(`no property "${name}"`);
    quiet.mockRestore();
  });

  it("carry a name by either of its props", () => {
    render(<View testID="month" accessibilityLabel="2026-11" />);
    expect(screen.getByTestId("month").getAttribute("aria-label")).toBe("2026-11");
  });

  it("carry test ids, roles, data and names", () => {
    render(
      <View testID="bar" role="banner" aria-label="Bar" aria-hidden={false} dataSet={{ farAway: "yes" }}>
        <Text testID="title" numberOfLines={1}>Mail</Text>
      </View>,
    );
    const bar = screen.getByTestId("bar");
    expect(bar.tagName).toBe("HEADER");
    expect([...bar.attributes].map(({ name }) => name).sort()).toEqual(["aria-label", "class", "data-far-away", "data-testid", "role"]);
    expect(screen.getByTestId("title").getAttribute("dir")).toBe("auto");
  });

  it("draw a text in a text as a part of it", () => {
    render(<Text testID="outer">One <Text testID="inner">two</Text></Text>);
    expect(screen.getByTestId("outer").tagName).toBe("DIV");
    expect(screen.getByTestId("inner").tagName).toBe("SPAN");
    expect(screen.getByTestId("outer").textContent).toBe("One two");
  });
});

const touch = (target: Element) => {
  const touches = [{ identifier: 0, target, pageX: 5, pageY: 5 }];
  return { touches, changedTouches: touches, targetTouches: touches };
};

describe("a press", () => {
  it("calls what the last drawing gave, and nothing while disabled", () => {
    const first = vi.fn();
    const second = vi.fn();
    const { rerender } = render(<Pressable testID="go" role="button" onPress={first} />);
    rerender(<Pressable testID="go" role="button" onPress={second} />);
    fireEvent.click(screen.getByTestId("go"));
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1]);
    rerender(<Pressable testID="go" role="button" onPress={second} disabled />);
    fireEvent.click(screen.getByTestId("go"));
    expect(second).toHaveBeenCalledTimes(1);
    expect(screen.getByTestId("go").getAttribute("aria-disabled")).toBe("true");
  });

  it("is asked for by the views around first, as they are now", () => {
    const old = vi.fn(() => false);
    const asked = vi.fn(() => false);
    const tree = (ask: () => boolean) => <View onStartShouldSetResponderCapture={ask}><Pressable testID="row" /></View>;
    const { rerender, unmount } = render(tree(old));
    rerender(tree(asked));
    const row = screen.getByTestId("row");
    fireEvent.touchStart(row, touch(row));
    expect([old.mock.calls.length, asked.mock.calls.length]).toEqual([0, 1]);
    unmount();
    fireEvent.touchStart(document.body, touch(document.body));
    expect(asked).toHaveBeenCalledTimes(1);
  });
});
