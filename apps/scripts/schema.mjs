/** Writes apps/<app>/src/schema.generated.ts from the profiles' schema.sql, so that an app and its generator cannot drift apart. */
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const profiles = join(root, "scenarios", "tapworld_scenarios", "profiles");

for (const app of readdirSync(profiles).sort()) {
  const source = join(profiles, app, "schema.sql");
  const folder = join(root, "apps", app, "src");
  if (!existsSync(source) || !existsSync(folder)) continue;
  const target = join(folder, "schema.generated.ts");
  const text = [
    `// Generated from scenarios/tapworld_scenarios/profiles/${app}/schema.sql by apps/scripts/schema.mjs. Do not edit.`,
    `export const schema: string = ${JSON.stringify(readFileSync(source, "utf8"))};`,
    "",
  ].join("\n");
  if (existsSync(target) && readFileSync(target, "utf8") === text) continue;
  writeFileSync(`${target}.tmp`, text);
  renameSync(`${target}.tmp`, target);
  console.log(`schema of ${app} written`);
}
