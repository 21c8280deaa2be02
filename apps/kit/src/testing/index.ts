export { emptyDatabase, renderApp, testSession, testTheme, themes, type RenderAppOptions, type RenderedApp } from "./renderApp";
export { shown } from "./shown";
