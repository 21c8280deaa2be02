/** The half of the kit that differs by platform; for the shells, not for apps. */
export * from "./data/database";
