import { afterEach, describe, expect, it } from "vitest";

import { installGuard, setClock } from "../guard";

const real = { Date, random: Math.random };

afterEach(() => {
  globalThis.Date = real.Date;
  Math.random = real.random;
});

describe("the guard", () => {
  it("stops the clock for those who do not ask for a moment", () => {
    installGuard();
    setClock(1_700_000_000_000);
    expect([Date.now(), new Date().getTime(), new Date(5).getTime(), Date.UTC(1970, 0, 1)]).toEqual([1_700_000_000_000, 1_700_000_000_000, 5, 0]);
    expect(new Date()).toBeInstanceOf(Date);
    expect(new Date(2020, 0, 2).getDate()).toBe(2);
    class Own extends Date {}
    expect(new Own(7)).toBeInstanceOf(Own);
  });

  it("makes chance repeat itself after every load", () => {
    installGuard();
    setClock(1);
    const first = [Math.random(), Math.random()];
    expect(first[0]).not.toBe(first[1]);
    setClock(2);
    expect([Math.random(), Math.random()]).toEqual(first);
  });
});
