import { describe, expect, it } from "vitest";

import { createToasts } from "../toasts";

const tick = () => Promise.resolve();

describe("a toast", () => {
  it("goes with the next touch elsewhere, stays when it is touched itself", async () => {
    const toasts = createToasts();
    toasts.show({ message: "Sent" });
    toasts.touch();
    toasts.keep();
    await tick();
    expect(toasts.get()).toEqual({ message: "Sent" });
    toasts.touch();
    await tick();
    expect(toasts.get()).toBeNull();
  });

  it("is not taken away by the touch that brought it", async () => {
    const toasts = createToasts();
    toasts.show({ message: "Old" });
    toasts.touch();
    toasts.show({ message: "New" });
    await tick();
    expect(toasts.get()).toEqual({ message: "New" });
  });

  it("lasts four seconds of phone time, counted from its own beginning", () => {
    const toasts = createToasts();
    toasts.show({ message: "First" });
    toasts.elapse(3000);
    toasts.show({ message: "Second" });
    toasts.elapse(3000);
    expect(toasts.get()).toEqual({ message: "Second" });
    toasts.elapse(1000);
    expect(toasts.get()).toBeNull();
  });
});
