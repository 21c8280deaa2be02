import { fileURLToPath } from "node:url";

import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: {
    alias: { "react-native": fileURLToPath(new URL("kit/src/primitives/index.ts", import.meta.url)) },
    extensions: [".web.tsx", ".web.ts", ".tsx", ".ts", ".mjs", ".js", ".json"],
  },
  // Schemas and themes lie in the scenarios package, outside of the npm workspace.
  server: { fs: { allow: [".."] } },
  test: {
    environment: "jsdom",
    // A watchdog, not a measure: a busy machine takes seconds for what a quiet one does in one.
    testTimeout: 60_000,
    include: ["{kit,mail,pay,web,android}/src/**/__tests__/**/*.test.{ts,tsx}"],
    setupFiles: ["kit/src/testing/setup.ts"],
    // react-native-web has to pass through the alias too.
    server: { deps: { inline: [/react-native-web/, /@tapworld/] } },
  },
});
