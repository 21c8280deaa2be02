import { screen } from "@testing-library/react";

/** The element with a test id that a finger could reach: the newest one outside of hidden screens, which stay mounted. */
export function shown(testID: string): HTMLElement {
  const all = screen.getAllByTestId(testID);
  const found = all.findLast((element) => element.closest("[aria-hidden='true']") === null);
  if (!found) throw new Error(`"${testID}" stands on hidden screens only`);
  return found;
}
