/** What rows are drawn from: once it changes, all are measured anew. */
export interface Drawing {
  items: unknown;
  render: unknown;
  theme: unknown;
}
