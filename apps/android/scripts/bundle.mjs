// Exports every app to Hermes bytecode and prebuilds its native project, without Gradle:
//   bundles/<app>/export   the exported bundle (.hbc) and its assets
//   bundles/<app>/android  the native project that Gradle builds (Docker image, hosted CI)
// Usage: node scripts/bundle.mjs [app ...]
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, openSync, readSync, closeSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const known = Object.keys(JSON.parse(readFileSync(path.join(here, "apps.json"), "utf8")));
const asked = process.argv.slice(2);
const apps = asked.length > 0 ? asked : known;
for (const app of apps) {
  if (!known.includes(app)) {
    console.error(`${app} is not an app; apps.json knows: ${known.join(", ")}`);
    process.exit(2);
  }
}

// The first eight bytes of a Hermes bytecode file.
const HERMES_MAGIC = Buffer.from("c61fbc03c103191f", "hex");

for (const app of apps) {
  const out = path.join(here, "bundles", app);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  expo(app, ["export", "-p", "android", "--output-dir", path.join(out, "export")]);
  const bytecode = findBytecode(path.join(out, "export"));
  expo(app, ["prebuild", "-p", "android", "--no-install", "--clean"]);
  checkPackage(app);
  cpSync(path.join(here, "android"), path.join(out, "android"), { recursive: true });
  rmSync(path.join(here, "android"), { recursive: true, force: true });
  console.log(JSON.stringify({ app, package: `org.tapworld.${app}`, bytecode: path.relative(here, bytecode) }));
}

function expo(app, args) {
  execFileSync("npx", ["expo", ...args], {
    cwd: here,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, APP: app, CI: "1", EXPO_NO_TELEMETRY: "1", EXPO_OFFLINE: "1" },
  });
}

function findBytecode(folder) {
  const found = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".hbc"));
  if (found.length !== 1) throw new Error(`expected one .hbc file in ${folder}, found ${found.length}`);
  const file = path.join(folder, found[0]);
  const head = Buffer.alloc(8);
  const handle = openSync(file, "r");
  readSync(handle, head, 0, 8, 0);
  closeSync(handle);
  if (!head.equals(HERMES_MAGIC)) throw new Error(`${file} is not Hermes bytecode`);
  return file;
}

function checkPackage(app) {
  const gradle = path.join(here, "android", "app", "build.gradle");
  if (!existsSync(gradle)) throw new Error(`expo prebuild made no ${gradle}`);
  if (!readFileSync(gradle, "utf8").includes(`'org.tapworld.${app}'`)) {
    throw new Error(`${gradle} does not name the package org.tapworld.${app}`);
  }
}
