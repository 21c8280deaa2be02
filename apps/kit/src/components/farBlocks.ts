import type { RefObject } from "react";
import type { View } from "react-native";

import type { Theme } from "../theme/theme";
import type { Anchor, RowWindow } from "./rowWindow";

/** Whether a list may begin in its middle. */
export const SKIPS: boolean = false;

/** On Android nothing is skipped: the list's rows are native views, which the system culls. */
export function useFarBlocks(_container: RefObject<View | null>, _theme: Theme, _rows: RowWindow, _gap: number, _onAnchor?: (anchor: Anchor | null) => void): void {}
export function useMeasuredAgain(_block: RefObject<View | null>, _version: number): void {}
