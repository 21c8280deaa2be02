// Writes locales.json from the Intl data of this Node: `node make_locales.mjs`.
// The apps format with the same ICU data (kit/src/session), so both sides agree by construction.
import { writeFileSync } from "node:fs";

const locales = ["de-DE", "en-AU", "en-GB", "en-IN", "en-KE", "en-US", "es-ES", "es-MX", "fr-FR", "hi-IN", "it-IT", "ja-JP", "nl-NL", "pt-BR"];
const currencies = ["AUD", "BRL", "EUR", "GBP", "INR", "JPY", "KES", "MXN", "USD"];
const plain = (text) => text.replace(/[\u202f\u2009]/g, " ");
const date = { day: "numeric", month: "short", year: "numeric" };
const clock24 = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const clock12 = { hour: "numeric", minute: "2-digit", hourCycle: "h12" };
const afternoon = Date.UTC(2026, 2, 5, 14, 7);
const morning = Date.UTC(2026, 2, 5, 2, 7);

const pattern = (parts) => plain(parts.map((p) => (p.type === "literal" ? p.value : `{${p.type}}`)).join(""));
const parts = (locale, options, ms) => new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...options }).formatToParts(ms);
const part = (list, type) => plain(list.find((p) => p.type === type)?.value ?? "");
const months = (locale, options) => Array.from({ length: 12 }, (_, m) => part(parts(locale, options, Date.UTC(2026, m, 5)), "month"));

const out = {};
for (const locale of locales) {
  const digits = new Intl.NumberFormat(locale).formatToParts(1234567.5);
  const groups = digits.filter((p) => p.type === "integer").map((p) => p.value.length);
  const four = new Intl.NumberFormat(locale).formatToParts(1234);
  out[locale] = {
    date: pattern(parts(locale, date, afternoon)),
    date_time_12: pattern(parts(locale, { ...date, ...clock12 }, afternoon)),
    date_time_24: pattern(parts(locale, { ...date, ...clock24 }, afternoon)),
    time_12: pattern(parts(locale, clock12, afternoon)),
    time_24: pattern(parts(locale, clock24, afternoon)),
    am: part(parts(locale, clock12, morning), "dayPeriod"),
    pm: part(parts(locale, clock12, afternoon), "dayPeriod"),
    months: months(locale, date),
    months_long: months(locale, { day: "numeric", month: "long", year: "numeric" }),
    decimal: part(digits, "decimal"),
    group: part(digits, "group"),
    group_sizes: [groups.at(-1), groups.at(-2)],
    groups_four_digits: four.some((p) => p.type === "group"),
    money: Object.fromEntries(currencies.map((currency) => {
      const format = new Intl.NumberFormat(locale, { style: "currency", currency });
      const list = format.formatToParts(-1.5);
      const number = new Set(["integer", "decimal", "fraction", "group"]);
      const text = plain(list.map((p) => (number.has(p.type) ? (p.type === "integer" ? "{number}" : "") : p.value)).join(""));
      const positive = plain(format.formatToParts(1.5).map((p) => (number.has(p.type) ? (p.type === "integer" ? "{number}" : "") : p.value)).join(""));
      return [currency, { positive, negative: text, decimals: format.resolvedOptions().maximumFractionDigits }];
    })),
  };
}
writeFileSync(new URL("locales.json", import.meta.url), JSON.stringify(out, null, 1) + "\n");

const samples = [];
for (const locale of locales) {
  for (const ms of [afternoon, morning, Date.UTC(2026, 11, 25, 0, 5), Date.UTC(2025, 7, 31, 12, 30)]) {
    for (const hour24 of [true, false]) {
      const clock = hour24 ? clock24 : clock12;
      const f = (options) => plain(new Intl.DateTimeFormat(locale, { timeZone: "Asia/Kolkata", ...options }).format(ms));
      samples.push({ locale, ms, hour24, date: f({ ...date, hourCycle: clock.hourCycle }), time: f(clock), date_time: f({ ...date, ...clock }) });
    }
  }
  for (const cents of [5, 1250, 100000, 123456, 1234567, 123456789, -4200]) {
    for (const currency of currencies) {
      samples.push({ locale, cents, currency, money: plain(new Intl.NumberFormat(locale, { style: "currency", currency }).format(cents / 100)) });
    }
  }
}
if (process.argv[2]) writeFileSync(process.argv[2], JSON.stringify(samples) + "\n");
