/** The only numbers of the looks besides `themes.json`, in dp and unitless factors. */

export const SPACE_UNIT = 4;

/** Corner radii before the theme's own factor. */
export const RADIUS = { small: 8, medium: 12, large: 20 } as const;

/** Type sizes before the theme's scale and the phone's font scale. */
export const TYPE = {
  title: { fontSize: 22, lineHeight: 28, fontWeight: "500" },
  heading: { fontSize: 16, lineHeight: 22, fontWeight: "500" },
  body: { fontSize: 15, lineHeight: 21, fontWeight: "400" },
  label: { fontSize: 14, lineHeight: 20, fontWeight: "500" },
  caption: { fontSize: 12.5, lineHeight: 17, fontWeight: "400" },
} as const;

/** Smallest side of anything that is tapped, before density. */
export const TOUCH_TARGET = 48;

export const ICON_SIZE = { small: 18, medium: 24, large: 40 } as const;

/** How long a finger rests before it is a long press, in real milliseconds. */
export const LONG_PRESS_MS = 400;

/** Phone time after which a toast is gone. */
export const TOAST_MS = 4000;
