import { Text, type Tone } from "@tapworld/kit";

/** The amount at the right end of a row. */
export function Amount({ text, tone = "normal" }: { text: string; tone?: Tone }) {
  return <Text role="label" weight="bold" lines={1} tone={tone}>{text}</Text>;
}
