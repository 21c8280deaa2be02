/** The family that texts are drawn with; on Android the system adds what it lacks. */
export const FONT_FAMILY = "Roboto";
