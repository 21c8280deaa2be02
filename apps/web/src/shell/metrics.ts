/** Sizes of the phone's own parts, in dp. */
export const STATUS_BAR = 32;
export const BUTTON_BAR = 48;
export const GESTURE_BAR = 26;
/** How large a card of recents is, as a share of the screen. */
export const CARD_SCALE = 0.66;
