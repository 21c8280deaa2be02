import { act, fireEvent } from "@testing-library/react";
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { expect, it, vi } from "vitest";

import { withoutHovering } from "../hovering";

it("leaves React with the events of a finger", () => {
  document.body.innerHTML = "<main></main>";
  const container = document.querySelector("main")!;
  const heard = vi.fn();
  const react = withoutHovering(container, () => createRoot(container));
  act(() => react.render(createElement("p", { onClick: heard, onMouseDown: heard, onTouchStart: heard, onMouseOver: heard, onPointerOut: heard })));
  const target = container.querySelector("p")!;
  for (const fire of [fireEvent.mouseOver, fireEvent.pointerOut]) fire(target);
  expect(heard).not.toHaveBeenCalled();
  for (const fire of [fireEvent.touchStart, fireEvent.mouseDown, fireEvent.click]) fire(target);
  expect(heard).toHaveBeenCalledTimes(3);
});

it("takes nothing from others who listen at the root", () => {
  document.body.innerHTML = "<main></main>";
  const container = document.querySelector("main")!;
  const heard = vi.fn();
  withoutHovering(container, () => createRoot(container));
  container.addEventListener("mouseover", heard);
  fireEvent.mouseOver(container);
  expect(heard).toHaveBeenCalledOnce();
});
