/** What keys are called: the test id of a key is `key-<name>`. */

/** Characters that cannot be named after themselves. */
const SIGNS: Record<string, string> = {
  " ": "space", ",": "comma", ".": "period", "@": "at", "#": "hash", $: "dollar", _: "underscore", "&": "ampersand", "-": "minus", "+": "plus",
  "(": "left-parenthesis", ")": "right-parenthesis", "/": "slash", "*": "asterisk", '"': "quote", "'": "apostrophe", ":": "colon", ";": "semicolon",
  "!": "exclamation", "?": "question", "~": "tilde", "`": "backtick", "|": "bar", "•": "bullet", "√": "root", "π": "pi", "÷": "divide", "×": "times",
  "§": "section", "¿": "inverted-question", "£": "pound", "€": "euro", "¥": "yen", "^": "caret", "°": "degree", "=": "equals", "{": "left-brace",
  "}": "right-brace", "\\": "backslash", "%": "percent", "<": "less", ">": "greater", "[": "left-bracket", "]": "right-bracket", "©": "copyright",
  "₹": "rupee", "¡": "inverted-exclamation", "–": "en-dash", "—": "em-dash", "…": "ellipsis", "„": "low-quote", "“": "left-quote", "”": "right-quote",
  "‘": "left-apostrophe", "’": "right-apostrophe", "ß": "sharp-s", "æ": "ae", "œ": "oe", "ø": "o-stroke", "ł": "l-stroke",
  "ı": "dotless-i", "№": "numero", "«": "left-guillemet", "»": "right-guillemet", "±": "plus-minus", "≈": "almost-equal", "≠": "unequal",
  "、": "ideographic-comma", "。": "ideographic-period", "？": "fullwidth-question", "！": "fullwidth-exclamation", "「": "left-corner-bracket",
  "」": "right-corner-bracket", "『": "left-white-corner-bracket", "』": "right-white-corner-bracket", "・": "middle-dot", "ー": "long-vowel", "〜": "wave-dash",
};

/** What Unicode's combining marks are called. */
const MARKS: Record<string, string> = {
  "\u0300": "grave", "\u0301": "acute", "\u0302": "circumflex", "\u0303": "tilde", "\u0304": "macron", "\u0308": "diaeresis", "\u030a": "ring",
  "\u030c": "caron", "\u0327": "cedilla", "\u0328": "ogonek", "\u0307": "dot", "\u0306": "breve",
};

/** Devanagari from U+0901 on, as Unicode calls it; empty where no keyboard has it. */
const DEVANAGARI = (
  "candrabindu anusvara visarga - a aa i ii u uu vocalic-r - candra-e - e ai candra-o - o au ka kha ga gha nga ca cha ja jha nya tta ttha dda ddha nna " +
  "ta tha da dha na nnna pa pha ba bha ma ya ra rra la lla llla va sha ssa sa ha - - nukta avagraha sign-aa sign-i sign-ii sign-u sign-uu sign-vocalic-r - " +
  "sign-candra-e - sign-e sign-ai sign-candra-o - sign-o sign-au virama - - om - - - - - - - - - - - - - - - - - - - danda double-danda " +
  "zero one two three four five six seven eight nine"
).split(" ");
const DEVANAGARI_FIRST = 0x901;

/** The unvoiced kana of full size, in Hepburn's spelling. */
const HIRAGANA: Record<string, string> = {
  あ: "a", い: "i", う: "u", え: "e", お: "o", か: "ka", き: "ki", く: "ku", け: "ke", こ: "ko", さ: "sa", し: "shi", す: "su", せ: "se", そ: "so",
  た: "ta", ち: "chi", つ: "tsu", て: "te", と: "to", な: "na", に: "ni", ぬ: "nu", ね: "ne", の: "no", は: "ha", ひ: "hi", ふ: "fu", へ: "he", ほ: "ho",
  ま: "ma", み: "mi", む: "mu", め: "me", も: "mo", や: "ya", ゆ: "yu", よ: "yo", ら: "ra", り: "ri", る: "ru", れ: "re", ろ: "ro", わ: "wa", を: "wo", ん: "n",
};

/** The name of what a key types: `é` is `e-acute`, `.com` is `dot-com`, `क` is `devanagari-ka`, `か` is `hiragana-ka`. */
export function nameOf(text: string): string {
  const sign = SIGNS[text];
  if (sign) return sign;
  if (HIRAGANA[text]) return `hiragana-${HIRAGANA[text]}`;
  const devanagari = [...text].map((character) => DEVANAGARI[character.codePointAt(0)! - DEVANAGARI_FIRST]);
  if (devanagari.every((name) => name && name !== "-")) return `devanagari-${devanagari.join("-")}`;
  const [letter, mark, ...rest] = [...text.normalize("NFD")];
  if (letter && mark && rest.length === 0 && MARKS[mark]) return `${letter}-${MARKS[mark]}`;
  return text.replace(/^\./u, "dot-");
}
