import { command, key, type KeySpec } from "./keys";

/** Kana on twelve keys, as Japanese phones have them: a tap types the first of a row, a flick the others. No conversion into kanji. */

/** A key's kana: by a tap, then by a flick to the left, up, to the right, down; a space where there is none. */
const GROUPS = ["あいうえお", "かきくけこ", "さしすせそ", "たちつてと", "なにぬねの", "はひふへほ", "まみむめも", "や ゆ よ", "らりるれろ", "わをんー〜", "、。？！…", "「」『』 "];

/** Kana that follow each other under the key that makes them small or voiced; the last one leads to the first. */
const FAMILIES = [
  "あぁ", "いぃ", "うぅゔ", "えぇ", "おぉ", "かが", "きぎ", "くぐ", "けげ", "こご", "さざ", "しじ", "すず", "せぜ", "そぞ",
  "ただ", "ちぢ", "つっづ", "てで", "とど", "はばぱ", "ひびぴ", "ふぶぷ", "へべぺ", "ほぼぽ", "やゃ", "ゆゅ", "よょ", "わゎ",
];
const KATAKANA_OFFSET = 0x60;

/** The same kana of the other set: hiragana lies so much before katakana. Anything else stays as it is. */
export function katakana(text: string): string {
  return text.replace(/[\u3041-\u3096]/gu, (kana) => String.fromCodePoint(kana.codePointAt(0)! + KATAKANA_OFFSET));
}

const NEXT = new Map(FAMILIES.flatMap((family) => {
  const kana = [...family];
  const pairs = kana.map((one, place): [string, string] => [one, kana[(place + 1) % kana.length]!]);
  return [...pairs, ...pairs.map(([from, to]): [string, string] => [katakana(from), katakana(to)])];
}));

/** The kana that follows when the one before the caret is made small or voiced; undefined where there is none. */
export function modified(kana: string): string | undefined {
  return NEXT.get(kana);
}

const withShift = (text: string): KeySpec => ({ ...key(text), shift: katakana(text) });

function flickKey(group: string): KeySpec {
  const [first, ...others] = [...group];
  const flicks = others.map((text) => (text === " " ? null : withShift(text)));
  return { ...withShift(first!), flicks, alternatives: flicks.filter((flick) => flick !== null) };
}

/** Four rows of five keys. */
export function kanaRows(): KeySpec[][] {
  const [a, ka, sa, ta, na, ha, ma, ya, ra, wa, comma, bracket] = GROUPS.map(flickKey);
  return [
    [command("symbols", 1), a!, ka!, sa!, command("backspace", 1)],
    [command("globe", 1), ta!, na!, ha!, key(" ")],
    [command("shift", 1), ma!, ya!, ra!, bracket!],
    [key("・"), command("modify", 1), wa!, comma!, command("enter", 1)],
  ];
}
