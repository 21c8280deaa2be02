import type { Problem } from "./types";

/** Thrown by a write whose check was skipped; screens show the same problem before they call the write. */
export class PayError extends Error {
  readonly field: string;

  constructor(problem: Problem) {
    super(problem.message);
    this.name = "PayError";
    this.field = problem.field;
  }
}

export function refuse(problem: Problem | null): void {
  if (problem) throw new PayError(problem);
}
