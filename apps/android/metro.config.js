const path = require("node:path");
const { getDefaultConfig } = require("expo/metro-config");

const workspace = path.resolve(__dirname, "..");
const repository = path.resolve(workspace, "..");
const app = process.env.APP ?? "mail";

const config = getDefaultConfig(__dirname);
// The kit reads the themes from the scenarios package, which lies outside the npm workspace.
config.watchFolders = [workspace, path.join(repository, "scenarios", "tapworld_scenarios", "appearance")];
config.resolver.nodeModulesPaths = [path.join(__dirname, "node_modules"), path.join(workspace, "node_modules")];
// `#app` is the one app of this build, so that no other app's code gets into its bundle.
config.resolver.resolveRequest = (context, name, platform) =>
  context.resolveRequest(context, name === "#app" ? `@tapworld/${app}` : name, platform);

module.exports = config;
