/** Reading, checking and joining the address fields of a mail. */

export interface Address {
  name: string;
  email: string;
}

const EMAIL = /^[^\s@<>,;"]+@[^\s@<>,;".]+(\.[^\s@<>,;".]+)+$/u;
const NAMED = /^"?([^"<]*?)"?\s*<([^<>]+)>$/u;

export function isEmail(text: string): boolean {
  return EMAIL.test(text.trim());
}

/** The pieces of an address field: split at commas, semicolons and line breaks, trimmed, none empty. */
export function tokens(field: string): string[] {
  return field
    .split(/[,;\n]/u)
    .map((token) => token.trim())
    .filter((token) => token !== "");
}

/** `"Noor <noor@mail.example>"` or a bare address; null when it is neither. */
export function parseAddress(token: string): Address | null {
  const named = NAMED.exec(token.trim());
  const address = named
    ? { name: (named[1] ?? "").trim(), email: (named[2] ?? "").trim() }
    : { name: "", email: token.trim() };
  return isEmail(address.email) ? address : null;
}

export interface ParsedField {
  addresses: Address[];
  invalid: string[];
}

/** Every address of a field once (compared without case), and the pieces that are none. */
export function parseField(field: string): ParsedField {
  const addresses: Address[] = [];
  const invalid: string[] = [];
  for (const token of tokens(field)) {
    const address = parseAddress(token);
    if (address === null) {
      invalid.push(token);
    } else if (!includesEmail(addresses, address.email)) {
      addresses.push(address);
    }
  }
  return { addresses, invalid };
}

export function includesEmail(addresses: readonly Address[], email: string): boolean {
  return addresses.some((one) => sameEmail(one.email, email));
}

export function sameEmail(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

/** The form in which a draft keeps a field: its pieces, separated by ", ". */
export function tidyField(field: string): string {
  return tokens(field).join(", ");
}

/** What the user is typing now: the text after the last separator. */
export function openToken(field: string): string {
  const cut = Math.max(field.lastIndexOf(","), field.lastIndexOf(";"), field.lastIndexOf("\n"));
  return field.slice(cut + 1).trim();
}

/** The field after a suggestion took the place of the open piece. */
export function completeField(field: string, email: string): string {
  const pieces = tokens(field);
  if (openToken(field) !== "") pieces.pop();
  return `${[...pieces, email].join(", ")}, `;
}
