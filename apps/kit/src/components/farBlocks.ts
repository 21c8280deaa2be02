import type { RefObject } from "react";
import type { View } from "react-native";

import type { Drawing } from "./farBlocks.types";
import type { Anchor, RowWindow } from "./rowWindow";

/** Whether a list may begin in its middle. */
export const SKIPS: boolean = false;

/** On Android nothing is skipped: the list's rows are native views, which the system culls. */
export function useFarBlocks(_container: RefObject<View | null>, _from: Drawing, _rows: RowWindow, _gap: number, _onAnchor?: (anchor: Anchor | null) => void): void {}
