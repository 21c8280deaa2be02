import { beforeEach, describe, expect, it } from "vitest";

import { watchTimers, type Host, type Timers } from "../timers";
import { turn } from "../turns";

type Callback = (...args: unknown[]) => void;

/** A window whose timers come when the test says so. */
function handHost() {
  const asked = new Map<number, Callback>();
  let last = 0;
  const ask = (callback: Callback) => {
    asked.set((last += 1), callback);
    return last;
  };
  const cancel = (id: unknown) => void asked.delete(id as number);
  const host: Host = {
    setTimeout: ask, setInterval: ask, requestAnimationFrame: ask, requestIdleCallback: ask,
    clearTimeout: cancel, clearInterval: cancel, cancelAnimationFrame: cancel, cancelIdleCallback: cancel,
  };
  /** Let all that is asked for have one turn; intervals stay. */
  const tick = async (keep = false) => {
    for (const [id, callback] of [...asked]) {
      if (!keep) asked.delete(id);
      callback();
    }
    await turn();
    await turn();
  };
  return { host, tick };
}

describe("the watch on timers", () => {
  let host: Host;
  let tick: (keep?: boolean) => Promise<void>;
  let timers: Timers;
  let changes: number;
  const change = () => void (changes += 1);

  beforeEach(() => {
    ({ host, tick } = handHost());
    timers = watchTimers(host);
    changes = 0;
    timers.countBy(() => changes);
  });

  it("waits for what is due soon, until it had its turn or was taken back", async () => {
    host.setTimeout(change, 100);
    expect(timers.pending()).toBe("a setTimeout of 100 ms goes on");
    await tick();
    expect(timers.pending()).toBeNull();
    host.clearInterval(host.setTimeout(change, 0));
    host.cancelIdleCallback(host.requestIdleCallback(change));
    expect(timers.pending()).toBeNull();
  });

  it("does not wait for what is far away", () => {
    host.setTimeout(change, 1000);
    host.setInterval(change, 1000);
    expect(timers.pending()).toBeNull();
  });

  it("never lets an interval go that changes the page, and one that does not after two turns", async () => {
    let busy = true;
    host.setInterval(() => void (busy && change()), 4);
    for (let i = 0; i < 5; i += 1) await tick(true);
    expect(timers.pending()).toBe("a setInterval of 4 ms goes on");
    busy = false;
    await tick(true);
    expect(timers.pending()).not.toBeNull();
    await tick(true);
    expect(timers.pending()).toBeNull();
    busy = true;
    await tick(true);
    expect(timers.pending()).not.toBeNull();
  });

  it.each(["setTimeout", "requestAnimationFrame", "requestIdleCallback"] as const)("takes a chain of %s for one source", async (kind) => {
    let busy = true;
    const next = () => {
      if (busy) change();
      host[kind](next, 5);
    };
    next();
    for (let i = 0; i < 5; i += 1) await tick();
    expect(timers.pending()).toContain(kind);
    busy = false;
    await tick();
    await tick();
    expect(timers.pending()).toBeNull();
  });

  it("counts what React draws in a turn after the timer's own", async () => {
    host.setInterval(() => void turn().then(change), 4);
    for (let i = 0; i < 4; i += 1) await tick(true);
    expect(timers.pending()).not.toBeNull();
  });
});
