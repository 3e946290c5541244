/**
 * Lets Node import what reads texts: their files are found by the build (`import.meta.glob`), and no
 * bench needs them. For `node --import`.
 */
import { registerHooks } from "node:module";

const NOTHING = "(<Found>(..._: unknown[]): Record<string, Found> => ({}))";

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith("/app/i18n/messages.ts")) return loaded;
    const source = String(loaded.source).replaceAll("import.meta.glob", NOTHING);
    return { ...loaded, source };
  },
});
