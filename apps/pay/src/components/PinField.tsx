import { TextField } from "@tapworld/kit";
import type { Problem } from "../data/types";

interface Props {
  testID?: string;
  label?: string;
  value: string;
  onChangeText: (text: string) => void;
  problem: Problem | null;
  field?: string;
  onSubmit?: () => void;
}

/** Four digits, hidden. */
export function PinField({ testID = "pin", label = "PIN", value, onChangeText, problem, field = "pin", onSubmit }: Props) {
  return (
    <TextField
      testID={testID}
      label={label}
      kind="pin"
      maxLength={4}
      value={value}
      onChangeText={onChangeText}
      onSubmit={onSubmit}
      error={errorOf(problem, field)}
    />
  );
}

/** The message of a problem at this field. */
export function errorOf(problem: Problem | null, field: string): string | undefined {
  return problem?.field === field ? problem.message : undefined;
}
