import { app as mail } from "@tapworld/mail";
import { app as pay } from "@tapworld/pay";
import type { AppDefinition } from "@tapworld/kit";

/** The apps of the bundle, in the launcher's order. */
export const APPS: readonly AppDefinition[] = [mail, pay];
