import { Directory, File, Paths } from "expo-file-system";

import type { ControlFiles } from "./files";

/** Control files in the app's own folder. Every call is synchronous: a launch is decided before the first frame. */
export function expoFiles(): ControlFiles {
  const control = new Directory(Paths.document, "env");
  const databases = new Directory(Paths.document, "SQLite");
  control.create({ intermediates: true, idempotent: true });
  databases.create({ intermediates: true, idempotent: true });
  const next = new File(control, "next.db");
  return {
    read(name) {
      const file = new File(control, name);
      return file.exists ? file.textSync() : null;
    },
    write(name, text) {
      const fresh = new File(control, `${name}.tmp`);
      fresh.write(text);
      fresh.moveSync(new File(control, name), { overwrite: true });
    },
    hasNextDatabase: () => next.exists,
    hasDatabase: (app) => new File(databases, `${app}.db`).exists,
    installNextDatabase(app) {
      for (const suffix of ["", "-journal", "-wal", "-shm"]) {
        const old = new File(databases, `${app}.db${suffix}`);
        if (old.exists) old.delete();
      }
      new File(control, "next.db").moveSync(new File(databases, `${app}.db`));
    },
  };
}
