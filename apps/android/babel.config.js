const fs = require("node:fs");

/**
 * Replaces `import { mdiStar } from "@mdi/js"` by the path itself. Metro does not shake trees: importing one
 * icon would carry all seven thousand of them (3.7 MB of bytecode) into every app.
 */
function pickIcons({ types }) {
  const icons = require("@mdi/js");
  const constants = (path, names) =>
    names.map(({ icon, local }) => {
      if (typeof icons[icon] !== "string") throw path.buildCodeFrameError(`@mdi/js has no icon ${icon}`);
      return types.variableDeclaration("const", [
        types.variableDeclarator(types.identifier(local), types.stringLiteral(icons[icon])),
      ]);
    });
  return {
    name: "pick-icons",
    visitor: {
      ImportDeclaration(path) {
        if (path.node.source.value !== "@mdi/js") return;
        const names = path.node.specifiers.map((item) => ({ icon: item.imported.name, local: item.local.name }));
        path.replaceWithMultiple(constants(path, names));
      },
      ExportNamedDeclaration(path) {
        if (path.node.source?.value !== "@mdi/js") return;
        const names = path.node.specifiers.map((item) => ({ icon: item.local.name, local: item.exported.name }));
        path.replaceWithMultiple(constants(path, names).map((node) => types.exportNamedDeclaration(node)));
      },
    },
  };
}

module.exports = (api) => {
  api.cache.using(() => fs.statSync(__filename).mtimeMs);
  return { presets: ["babel-preset-expo"], plugins: [pickIcons] };
};
