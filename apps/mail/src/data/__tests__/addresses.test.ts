import { describe, expect, it } from "vitest";

import { completeField, isEmail, openToken, parseField, tidyField } from "../addresses";

describe("addresses", () => {
  it.each(["a@b.example", "noor.h+x@mail.co.example"])("takes %s", (text) => expect(isEmail(text)).toBe(true));

  it.each(["noor", "noor@mail", "a b@c.example", "a@b..example", "@b.example", ""])("refuses %j", (text) =>
    expect(isEmail(text)).toBe(false),
  );

  it("reads names, separators and doubles", () => {
    const { addresses, invalid } = parseField('Noor <noor@mail.example>; tom@mail.example, NOOR@mail.example, nobody,');
    expect(addresses).toEqual([
      { name: "Noor", email: "noor@mail.example" },
      { name: "", email: "tom@mail.example" },
    ]);
    expect(invalid).toEqual(["nobody"]);
  });

  it("completes the piece being typed and keeps the others", () => {
    expect(openToken("tom@mail.example, no")).toBe("no");
    expect(completeField("tom@mail.example, no", "noor@mail.example")).toBe("tom@mail.example, noor@mail.example, ");
    expect(tidyField("tom@mail.example, noor@mail.example, ")).toBe("tom@mail.example, noor@mail.example");
  });
});
