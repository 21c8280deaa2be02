import { mdiHome } from "@mdi/js";
import { fireEvent, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { describe, expect, it, vi } from "vitest";

import {
  Avatar, Badge, Banner, Button, Checkbox, Chips, DateField, defineApp, EmptyState, IconButton, KeyValue, MenuSheet, Pill, ProgressBar, RadioGroup, Row, Screen, SearchField,
  Section, Segments, Select, Sheet, Switch, TextField, Touchable, useScreenState, type PartialUIState,
} from "../../index";
import { renderApp } from "../../testing";
import { initials } from "../Avatar";

/** One component on a screen of its own. */
function show(children: ReactNode | (() => ReactNode), options: { theme?: string; ui?: PartialUIState; dialogs?: Record<string, () => ReactNode> } = {}) {
  const Only = () => <Screen title="Only">{typeof children === "function" ? children() : children}</Screen>;
  const app = defineApp({
    id: "one", title: "One", icon: mdiHome, accent: "blue", schema: "", tabs: [{ route: "only", title: "Only", icon: mdiHome }],
    screens: { only: Only }, dialogs: options.dialogs ?? {},
  });
  return renderApp(app, options);
}

const press = (id: string) => fireEvent.click(screen.getByTestId(id));
const get = (id: string) => screen.getByTestId(id);

describe("buttons", () => {
  it("press, unless disabled", () => {
    const onPress = vi.fn();
    show(
      <>
        <Button testID="go" label="Go" onPress={onPress} />
        <Button testID="stop" label="Stop" onPress={onPress} disabled />
        <IconButton testID="icon" icon={mdiHome} label="Home" onPress={onPress} />
        <Touchable testID="plain" onPress={onPress}>{null}</Touchable>
      </>,
    );
    for (const id of ["go", "stop", "icon", "plain"]) press(id);
    expect(onPress).toHaveBeenCalledTimes(3);
    expect(get("stop").getAttribute("aria-disabled")).toBe("true");
    expect(get("icon").getAttribute("aria-label")).toBe("Home");
  });
});

describe("a row", () => {
  it("puts controls beside its pressable and looks inside it", () => {
    const [row, star] = [vi.fn(), vi.fn()];
    show(
      <Row
        testID="row-0" title="Ada" subtitle="Hello" detail="09:30" leading={<Avatar name="Ada Merritt" />} onPress={row}
        trailing={<><IconButton testID="star" icon={mdiHome} label="Star" onPress={star} /></>}
      />,
    );
    expect(get("row-0").contains(get("star"))).toBe(false);
    expect(get("row-0").textContent).toContain("AM");
    press("star");
    expect([row, star].map((f) => f.mock.calls.length)).toEqual([0, 1]);
    press("row-0");
    expect(row).toHaveBeenCalledTimes(1);
  });

  it("has its actions on the side that the theme chooses", () => {
    const order = (theme: string) => {
      const app = show(<Row testID="row-0" title="Ada" onPress={vi.fn()} trailing={<IconButton testID="star" icon={mdiHome} label="Star" onPress={vi.fn()} />} />, { theme });
      const before = Boolean(get("star").compareDocumentPosition(get("row-0")) & Node.DOCUMENT_POSITION_FOLLOWING);
      app.unmount();
      return before;
    };
    expect([order("daylight"), order("paper")]).toEqual([false, true]);
  });
});

describe("fields", () => {
  it("hand over what is typed, their action on enter, and show errors instead of hints", () => {
    const [change, submit] = [vi.fn(), vi.fn()];
    show(<TextField testID="amount" label="Amount" kind="money" prefix="$" value="1" onChangeText={change} onSubmit={submit} error="Too much" hint="Up to 100" />);
    const field = get("amount") as HTMLInputElement;
    expect([field.value, field.inputMode, field.getAttribute("aria-label")]).toEqual(["1", "decimal", "Amount"]);
    fireEvent.change(field, { target: { value: "12" } });
    expect(change).toHaveBeenCalledWith("12");
    fireEvent.keyDown(field, { key: "Enter" });
    expect(submit).toHaveBeenCalledTimes(1);
    expect(screen.getByText("Too much")).toBeTruthy();
    expect(screen.queryByText("Up to 100")).toBeNull();
  });

  it("hide a PIN, break lines where many are allowed", () => {
    show(<><TextField testID="pin" label="PIN" kind="pin" value="1" onChangeText={vi.fn()} /><TextField testID="body" label="Body" kind="multiline" value="" onChangeText={vi.fn()} /></>);
    expect((get("pin") as HTMLInputElement).type).toBe("password");
    expect(get("body").tagName).toBe("TEXTAREA");
  });

  it("clear a search", () => {
    const change = vi.fn();
    show(<SearchField testID="query" value="ada" onChangeText={change} />);
    press("query-clear");
    expect(change).toHaveBeenCalledWith("");
  });
});

const options = [{ value: "a", label: "First" }, { value: "b", label: "Second" }];

describe("choices", () => {
  it.each([
    ["Switch", (onChange: () => void) => <Switch testID="x" label="X" value={false} onChange={onChange} />, "x", true],
    ["Checkbox", (onChange: () => void) => <Checkbox testID="x" label="X" value onChange={onChange} />, "x", false],
    ["RadioGroup", (onChange: () => void) => <RadioGroup testID="x" options={options} value="a" onChange={onChange} />, "x-b", "b"],
    ["Segments", (onChange: () => void) => <Segments testID="x" options={options} value="a" onChange={onChange} />, "x-b", "b"],
    ["Chips", (onChange: () => void) => <Chips testID="x" options={options} value="a" onChange={onChange} />, "x-b", "b"],
    ["Chips, several", (onChange: () => void) => <Chips testID="x" multiple options={options} value={["a"]} onChange={onChange} />, "x-b", ["a", "b"]],
    ["Chips, off again", (onChange: () => void) => <Chips testID="x" multiple options={options} value={["a"]} onChange={onChange} />, "x-a", []],
  ] as const)("%s", (_, make, id, expected) => {
    const onChange = vi.fn();
    show(make(onChange));
    press(id);
    expect(onChange).toHaveBeenCalledExactlyOnceWith(expected);
  });

  it("tell whether they are on", () => {
    show(<><Switch testID="s" label="S" value onChange={vi.fn()} /><Checkbox testID="c" label="C" value={false} onChange={vi.fn()} /><RadioGroup testID="r" options={options} value="b" onChange={vi.fn()} /></>);
    expect(["s", "c", "r-a", "r-b"].map((id) => get(id).getAttribute("aria-checked"))).toEqual(["true", "false", "false", "true"]);
  });

  it("Select opens a sheet that is part of the UI state", () => {
    const onChange = vi.fn();
    const app = show(<Select testID="x" label="Order" options={options} value="a" onChange={onChange} />);
    expect(get("x").textContent).toBe("First");
    press("x");
    expect(app.ui().dialog).toEqual({ name: "@sheet", params: { field: "x" }, state: {} });
    press("x-b");
    expect(onChange).toHaveBeenCalledExactlyOnceWith("b");
    expect(app.ui().dialog).toBeNull();
  });
});

describe("a date field", () => {
  const Dates = ({ withTime = false, min }: { withTime?: boolean; min?: number }) => {
    const [value, setValue] = useScreenState<number | null>("when", null);
    return <DateField testID="when" label="When" value={value} onChange={setValue} withTime={withTime} {...(min === undefined ? {} : { min })} />;
  };
  const when = (app: ReturnType<typeof show>) => app.ui().stack[0]!.state.when;

  it("picks a day of another month as local midnight, and clears", () => {
    const app = show(<Dates />);
    press("when");
    press("when-next");
    press("when-day-15");
    press("when-ok");
    expect(when(app)).toBe(app.session.at(2025, 4, 15));
    press("when");
    press("when-clear");
    expect(when(app)).toBeNull();
  });

  it("picks a time too; nothing changes before OK", () => {
    const app = show(<Dates withTime />);
    press("when");
    press("when-day-7");
    press("when-time-14-30");
    expect(when(app)).toBeNull();
    press("when-ok");
    expect(when(app)).toBe(app.session.at(2025, 3, 7, 14, 30));
  });

  it("refuses days outside of its limits", () => {
    const app = show(<Dates min={Date.UTC(2025, 2, 10, 12)} />);
    press("when");
    press("when-day-9");
    expect(get("when-ok").getAttribute("aria-disabled")).toBe("true");
    press("when-day-10");
    press("when-ok");
    expect(when(app)).toBe(app.session.at(2025, 3, 10));
  });

  it("is put back into the middle of picking", () => {
    show(<Dates />, { ui: { stack: [{ route: "only" }], dialog: { name: "@sheet", params: { field: "when" }, state: { "when.month": 2025 * 12 + 11 } } } });
    expect(screen.getByText("December 2025")).toBeTruthy();
  });
});

describe("a screen", () => {
  const action = (n: number, onPress = vi.fn()) => ({ testID: `action-${n}`, icon: mdiHome, label: `Action ${n}`, onPress });

  it("puts actions beyond three into a menu that keeps their ids and closes before it acts", () => {
    const last = vi.fn();
    const Many = () => <Screen title="Many" actions={[action(1), action(2), action(3), action(4, last)]} />;
    const app = renderApp(defineApp({ id: "m", title: "M", icon: mdiHome, accent: "red", schema: "", tabs: [{ route: "a", title: "A", icon: mdiHome }], screens: { a: Many } }));
    expect(screen.queryByTestId("action-4")).toBeNull();
    press("more");
    press("action-4");
    expect(last).toHaveBeenCalledTimes(1);
    expect(app.ui().dialog).toBeNull();
  });

  it("shows its main action in every theme", () => {
    const Main = () => <Screen title="Main" fab={{ ...action(9), testID: "main" }} />;
    const app = defineApp({ id: "m", title: "M", icon: mdiHome, accent: "red", schema: "", tabs: [{ route: "a", title: "A", icon: mdiHome }], screens: { a: Main } });
    for (const theme of ["daylight", "paper", "ocean", "large"]) {
      const rendered = renderApp(app, { theme });
      expect(get("main").textContent).toBe("Action 9");
      rendered.unmount();
    }
  });
});

describe("sheets in dialogs", () => {
  it("stay inside the dialog's own state, with back closing the inner one first", () => {
    const Edit = () => (
      <Sheet title="Edit">
        <Select testID="kind" label="Kind" options={options} value="a" onChange={vi.fn()} />
      </Sheet>
    );
    const app = show(null, { ui: { stack: [{ route: "only" }], dialog: { name: "edit" } }, dialogs: { edit: Edit } });
    press("kind");
    expect(app.ui().dialog).toEqual({ name: "edit", params: {}, state: { sheet: "kind" } });
    press("kind-b");
    expect(app.ui().dialog?.name).toBe("edit");
    expect(screen.queryByTestId("kind-b")).toBeNull();
  });

  it("menus run their item after closing", () => {
    const onPress = vi.fn();
    const app = show(null, { ui: { stack: [{ route: "only" }], dialog: { name: "menu" } }, dialogs: { menu: () => <MenuSheet items={[{ testID: "item", label: "Item", onPress }]} /> } });
    press("item");
    expect(onPress).toHaveBeenCalledTimes(1);
    expect(app.ui().dialog).toBeNull();
  });
});

describe("looks", () => {
  it("say what they mean", () => {
    const onPress = vi.fn();
    show(
      <>
        <Badge count={0} testID="none" />
        <Badge count={120} testID="many" />
        <Pill label="Paid" tone="success" testID="pill" />
        <Banner tone="warning" message="Careful" action={{ testID: "look", label: "Look", onPress }} />
        <EmptyState icon={mdiHome} title="Empty" message="Nothing yet" action={{ testID: "add", label: "Add", onPress }} />
        <Section title="Part" action={{ testID: "all", label: "All", onPress }}><KeyValue testID="total" label="Total" value="$1" /></Section>
        <ProgressBar value={2} label="Full" />
      </>,
    );
    expect(screen.queryByTestId("none")).toBeNull();
    expect(get("many").textContent).toBe("99+");
    expect(get("total").textContent).toBe("Total$1");
    for (const id of ["look", "add", "all"]) press(id);
    expect(onPress).toHaveBeenCalledTimes(3);
  });

  it.each([["Ada Merritt", "AM"], ["cher", "C"], ["Ana de la Cruz", "AC"], ["山田 太郎", "山太"], ["(team)", "?"]])("initials of %s", (name, expected) => {
    expect(initials(name)).toBe(expected);
  });
});
