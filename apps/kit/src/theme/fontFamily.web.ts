/** On the web the page decides by the language: `--font` of its style sheet. */
export const FONT_FAMILY = "var(--font)";
