/** What the shells need and apps do not: the half that differs by platform, and the inside of navigation. */
export * from "./data/database";
export { complete as completeUIState, FIELD_SHEET } from "./navigation/state";
export { alpha, contrast, mix } from "./theme/color";
