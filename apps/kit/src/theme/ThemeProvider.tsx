import { createContext, useContext } from "react";

import type { Theme } from "./theme";

const ThemeContext = createContext<Theme | null>(null);

export const ThemeProvider = ThemeContext.Provider;

export function useTheme(): Theme {
  const theme = useContext(ThemeContext);
  if (!theme) throw new Error("useTheme needs an AppRoot or ThemeProvider around it");
  return theme;
}
