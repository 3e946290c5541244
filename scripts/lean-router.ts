import type { Plugin } from "vite";

/**
 * Parts of React Router that browsers get whether or not a site uses them, and this one does not:
 * routes found out about bit by bit (`routeDiscovery` is `initial`), and instrumentation.
 */
const UNUSED =
  /\/react-router\/dist\/production\/lib\/(dom\/ssr\/(fog-of-war|route-discovery)|router\/instrumentation)\.js$/;

/**
 * Leaves them out of what browsers download, four kilobytes of every page: whatever they export
 * does nothing, which is what the router does with them where they are off.
 */
export const leanRouter: Plugin = {
  name: "lean-router",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "client",
  transform: {
    filter: { id: UNUSED },
    handler(code, id) {
      const names = /^export \{ (.+) \};$/m.exec(code)?.[1]?.split(", ");
      if (!names) this.error(`${id} is not made as it used to be`);
      return { code: names.map((name) => `export function ${name}() {}`).join("\n"), map: null };
    },
  },
};
