/** Start and end of the word at `offset`; between words, of the nearest before it. */
export function wordAt(text: string, offset: number): [number, number] {
  let best: [number, number] = [0, text.length];
  for (const match of text.matchAll(/[\p{L}\p{N}\p{M}_'’.@-]+/gu)) {
    if (match.index > offset) break;
    best = [match.index, match.index + match[0].length];
  }
  return best;
}
