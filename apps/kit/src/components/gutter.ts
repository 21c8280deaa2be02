import { createContext, useContext } from "react";

import { useTheme } from "../theme/ThemeProvider";

/** Steps of 4 dp between fields and the sides of what holds them: the screen's margin, or nothing inside a card that has its own. */
export const GutterContext = createContext(4);

export function useGutter(): number {
  return useTheme().space(useContext(GutterContext));
}
