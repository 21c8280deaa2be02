/** The few file operations of the control contract; the native half is `expoFiles.ts`, tests use one in memory. */
export interface ControlFiles {
  /** Content of a file in `files/env/`, or null when there is none. */
  read(name: "launch.json" | "ui.json"): string | null;
  /** Replace a file in `files/env/` so that a reader sees the old or the new content, never a part. */
  write(name: "ui.json", text: string): void;
  hasNextDatabase(): boolean;
  hasDatabase(app: string): boolean;
  /** Delete the app's database with its journals and put `next.db` in its place. The database must be closed. */
  installNextDatabase(app: string): void;
}
