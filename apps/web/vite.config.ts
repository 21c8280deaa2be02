import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** SQLite's module finds its wasm, a worker and a file-system proxy by URL. The page hands it the wasm and uses neither of the others: without this they would be bundled. */
function sqliteWithoutWorkers(): Plugin {
  return {
    name: "sqlite-without-workers",
    transform(code, id) {
      if (!/sqlite-wasm\/dist\/index\.mjs$/.test(id)) return null;
      return { code: code.replace(/new URL\("(sqlite3[^"]*)", import\.meta\.url\)/g, '({ href: "$1", toString: () => "$1" })'), map: null };
    },
  };
}

const FONTS = ["@fontsource/roboto", "@fontsource-variable/noto-sans-devanagari", "@fontsource-variable/noto-sans-jp"];

/** The fonts' own style sheets: without what Roboto draws, and never drawn in another font while they load. */
function scriptFonts(): Plugin {
  return {
    name: "script-fonts",
    enforce: "pre",
    transform(code, id) {
      if (!/@fontsource-variable\/.*\.css$/.test(id)) return null;
      const faces = code.split(/(?=\/\* )/).filter((face) => !/^\/\* \S+-(latin|latin-ext|vietnamese|cyrillic)-/.test(face));
      return { code: faces.join("").replaceAll("font-display: swap", "font-display: block"), map: null };
    },
    // The Open Font License asks that its text goes along.
    generateBundle() {
      const texts = FONTS.map((name) => `${name}\n\n${readFileSync(here(`../node_modules/${name}/LICENSE`), "utf8")}`);
      this.emitFile({ type: "asset", fileName: "font-licenses.txt", source: texts.join("\n\n") });
    },
  };
}

export default defineConfig({
  root: here("."),
  base: "./",
  plugins: [scriptFonts(), sqliteWithoutWorkers(), react()],
  resolve: {
    alias: { "react-native": here("../kit/src/primitives/index.ts") },
    extensions: [".web.tsx", ".web.ts", ".tsx", ".ts", ".mjs", ".js", ".json"],
  },
  define: { __DEV__: "false" },
  build: {
    outDir: here("../../env/tapworld_env/devices/handset/bundle"),
    // Names are fixed, so a build replaces files in place and a phone that starts meanwhile finds a whole bundle.
    emptyOutDir: false,
    target: "chrome120",
    assetsInlineLimit: 0,
    modulePreload: false,
    chunkSizeWarningLimit: 2000,
    // Plain names: the bundle is one versioned whole, so nothing is cached by name.
    rolldownOptions: {
      output: { entryFileNames: "main.js", chunkFileNames: "[name].js", assetFileNames: "[name][extname]" },
    },
  },
});
