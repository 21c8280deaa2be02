import { describe, expect, it } from "vitest";

import { testSession } from "../../testing";
import { createCalendar } from "../calendar";
import { parseMoney } from "../money";

describe("parseMoney", () => {
  it.each([
    ["12", 1200], ["12.5", 1250], ["12,50", 1250], ["1,200.00", 120000], ["1.200,00", 120000], ["1,200", 120000], ["1 200", 120000],
    ["$ 3.07", 307], ["3,07 €", 307], [".5", 50], ["12.", 1200], ["0.01", 1],
  ])("reads %s", (text, cents) => expect(parseMoney(text)).toBe(cents));

  it.each(["", "0", "0.00", "-5", "abc", "1.2.3", "1,20,0", "12.345", "1,200,00", "12,5,0", "1e3"])("refuses %s", (text) => {
    expect(parseMoney(text)).toBeNull();
  });
});

describe("parseMoney where the comma is decimal", () => {
  const { parseMoney: parse } = testSession({ locale: "de-DE" });
  it.each([["1.200", 120000], ["12,50", 1250], ["12.50", 1250], ["1,200", null], ["1.234.567,8", 123456780]])("reads %s", (text, cents) => {
    expect(parse(text)).toBe(cents);
  });
});

describe("the calendar of a zone", () => {
  const berlin = createCalendar("Europe/Berlin");

  it("finds midnight and the same time tomorrow over the change to summer time", () => {
    const saturday = Date.UTC(2025, 2, 29, 11, 30);
    expect(berlin.startOfDay(saturday)).toBe(Date.UTC(2025, 2, 28, 23));
    expect(berlin.addDays(saturday, 1)).toBe(Date.UTC(2025, 2, 30, 10, 30));
    expect(berlin.startOfDay(Date.UTC(2025, 2, 30, 20))).toBe(Date.UTC(2025, 2, 29, 23));
  });

  it("agrees with Intl at every hour of a year, in zones with odd offsets", () => {
    for (const timeZone of ["Asia/Kolkata", "America/St_Johns", "Pacific/Chatham", "Africa/Casablanca", "America/Sao_Paulo"]) {
      const calendar = createCalendar(timeZone);
      const format = new Intl.DateTimeFormat("en-GB", { timeZone, dateStyle: "short", timeStyle: "short" });
      for (let ms = Date.UTC(2025, 0, 1); ms < Date.UTC(2026, 0, 1); ms += 7 * 3_600_000) {
        const { year, month, day, hour, minute } = calendar.wall(ms);
        const two = (n: number) => String(n).padStart(2, "0");
        expect(`${two(day)}/${two(month)}/${year}, ${two(hour)}:${two(minute)}`).toBe(format.format(ms));
      }
    }
  });

  it("lets days and months run over", () => {
    expect(berlin.at(2025, 1, 32)).toBe(berlin.at(2025, 2, 1));
    expect(berlin.at(2025, 13, 1)).toBe(berlin.at(2026, 1, 1));
  });
});

describe("formats", () => {
  const now = Date.UTC(2025, 2, 3, 8, 30);
  const hour = 3_600_000;

  it("tells time by nearness", () => {
    const { format } = testSession();
    expect(format.relative(now - hour)).toBe("08:30");
    expect(format.relative(now - 24 * hour)).toBe("Sun");
    expect(format.relative(now - 20 * 24 * hour)).toBe("Feb 11");
    expect(format.relative(now - 400 * 24 * hour)).toBe("Jan 28, 2024");
    expect([-1, 0, 1].map((n) => format.day(now + n * 24 * hour))).toEqual(["Yesterday", "Today", "Tomorrow"]);
    expect(format.day(now - 5 * 24 * hour)).toBe("Wednesday, February 26");
  });

  it("follows the locale and the phone's clock", () => {
    const german = testSession({ locale: "de-DE" }).format;
    expect(german.money(123456, "EUR")).toBe("1.234,56\u00a0€");
    expect(german.date(now)).toBe("3. März 2025");
    const american = testSession({ hour24: false }).format;
    expect(american.time(now)).toBe("9:30 AM");
    expect(american.money(-870, "USD")).toBe("-$8.70");
  });

  it("writes sizes with one digit where it matters", () => {
    const { format } = testSession();
    expect([0, 900, 1536, 25_000, 5_300_000].map(format.bytes)).toEqual(["0 B", "900 B", "1.5 KB", "24 KB", "5.1 MB"]);
  });
});
