import type { CardKind, Problem } from "./types";

/** Luhn's checksum, which every payment card number satisfies. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    let digit = Number(digits.charAt(digits.length - 1 - i));
    if (i % 2 === 1) {
      digit *= 2;
      if (digit > 9) digit -= 9;
    }
    sum += digit;
  }
  return digits.length > 0 && sum % 10 === 0;
}

export const digitsOf = (text: string): string => text.replace(/[\s-]/g, "");

/** The first moment of the month after 'MM/YY', UTC epoch ms; null when the text is no month. */
export function expiryEnd(expires: string): number | null {
  const match = /^(0[1-9]|1[0-2])\/(\d{2})$/.exec(expires);
  if (!match) return null;
  return Date.UTC(2000 + Number(match[2]), Number(match[1]), 1);
}

export function isExpired(expires: string, now: number): boolean {
  const end = expiryEnd(expires);
  return end !== null && now >= end;
}

export interface CardInput {
  kind: CardKind;
  label: string;
  number: string;
  expires: string;
}

/** Card numbers need a checksum and a month to come; account numbers 8 to 34 letters and digits ending in four digits. */
export function checkCardInput(input: CardInput, now: number): Problem | null {
  if (input.label.trim() === "") return { field: "label", message: "Give it a name that you will recognise." };
  const number = digitsOf(input.number);
  if (input.kind === "bank") {
    return /^[A-Za-z0-9]{4,30}\d{4}$/.test(number)
      ? null
      : { field: "number", message: "An account number has 8 to 34 letters and digits and ends in four digits." };
  }
  if (!/^\d{13,19}$/.test(number)) return { field: "number", message: "A card number has 13 to 19 digits." };
  if (!passesLuhn(number)) return { field: "number", message: "This card number is not valid. Check the digits." };
  const end = expiryEnd(input.expires.trim());
  if (end === null) return { field: "expires", message: "Enter the month as MM/YY." };
  if (now >= end) return { field: "expires", message: "This card has expired." };
  return null;
}
