/** A LIKE pattern that finds `text` anywhere; `%`, `_` and `\` are literal (use with ESCAPE '\'). */
export function containing(text: string): string {
  return `%${text.trim().replace(/[\\%_]/g, (mark) => `\\${mark}`)}%`;
}
