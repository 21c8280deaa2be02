import { fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { describe, expect, it, vi } from "vitest";

import { sameLook, useSameRows } from "../sameRows";

interface Item {
  id: number;
  name: string;
}

const drawn = vi.fn();

function Line({ item, onPress, menu }: { item: Item; onPress: () => void; menu?: { label: string; onPress: () => void } }) {
  drawn(item.id);
  return (
    <p>
      <button data-testid={`press-${item.id}`} onClick={onPress}>{item.name}</button>
      <button data-testid={`menu-${item.id}`} onClick={menu?.onPress}>{menu?.label}</button>
    </p>
  );
}

function Lines({ items, said }: { items: Item[]; said: (text: string) => void }) {
  const { rows, version } = useSameRows(
    items,
    (item) => item.id,
    (item): ReactNode => <Line item={{ ...item }} onPress={() => said(`press ${item.name}`)} menu={{ label: "More", onPress: () => said(`menu ${item.name}`) }} />,
    0,
  );
  return <div data-version={version} data-testid="lines">{rows}</div>;
}

const version = () => screen.getByTestId("lines").dataset.version;

describe("rows", () => {
  it("are drawn again only where they look different, and call the handlers given last", () => {
    const first = vi.fn();
    const second = vi.fn();
    const items = [{ id: 1, name: "one" }, { id: 2, name: "two" }];
    const { rerender } = render(<Lines items={items} said={first} />);
    const before = version();
    drawn.mockClear();
    rerender(<Lines items={structuredClone(items)} said={second} />);
    expect(drawn).not.toHaveBeenCalled();
    expect(version()).toBe(before);
    fireEvent.click(screen.getByTestId("press-1"));
    fireEvent.click(screen.getByTestId("menu-2"));
    expect(second.mock.calls).toEqual([["press one"], ["menu two"]]);
    expect(first).not.toHaveBeenCalled();

    rerender(<Lines items={[items[0]!, { id: 2, name: "three" }]} said={second} />);
    expect(drawn.mock.calls).toEqual([[2]]);
    expect(version()).not.toBe(before);
    expect(screen.getByTestId("press-2").textContent).toBe("three");
  });

  it("come and go with their items", () => {
    const items = [{ id: 1, name: "one" }, { id: 2, name: "two" }];
    const { rerender } = render(<Lines items={items} said={vi.fn()} />);
    const before = version();
    rerender(<Lines items={[items[1]!]} said={vi.fn()} />);
    expect(screen.queryByTestId("press-1")).toBeNull();
    expect(version()).not.toBe(before);
  });
});

describe("sameLook", () => {
  const press = () => undefined;
  it.each([
    [true, <Line item={{ id: 1, name: "a" }} onPress={press} />, <Line item={{ id: 1, name: "a" }} onPress={() => undefined} />],
    [false, <Line item={{ id: 1, name: "a" }} onPress={press} />, <Line item={{ id: 1, name: "b" }} onPress={press} />],
    [false, <p key="1" />, <p key="2" />],
    [false, <p />, <b />],
    [false, { render: () => 1 }, { render: () => 1 }],
    [false, { onPress: press }, { onPress: undefined }],
    [false, { a: 1 }, { a: 1, b: undefined }],
    [false, [1, 2], [1]],
    [false, new Map(), new Map()],
    [false, null, {}],
  ])("gives %s", (same, a: unknown, b: unknown) => {
    expect(sameLook(a, b)).toBe(same);
    expect(sameLook(b, a)).toBe(same);
  });
});
