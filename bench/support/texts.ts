/**
 * Lets Node import what reads texts: their files are found by the build (`import.meta.glob`), here
 * in their folders. For `node --import`; a bench that needs texts awaits `loadAllMessages()`.
 */
import { registerHooks } from "node:module";

const GLOB = `((_, { eager }) => {
  const { globSync } = process.getBuiltinModule("node:fs");
  const files = globSync("../../*/messages/*/*.json", { cwd: import.meta.dirname });
  const load = (file) => async () => (await import(file, { with: { type: "json" } })).default;
  return Object.fromEntries(files.map((file) => [file, eager ? file : load(file)]));
})`;

registerHooks({
  load(url, context, next) {
    if (url.endsWith("?url&no-inline")) {
      const address = JSON.stringify(new URL(url).pathname);
      return { format: "module", source: `export default ${address}`, shortCircuit: true };
    }
    const loaded = next(url, context);
    if (!url.endsWith("/app/shared/i18n/messages.ts")) return loaded;
    const source = String(loaded.source)
      .replace(/import\.meta\.glob<string>/, GLOB)
      .replace(/import\.meta\.glob<Texts>/, GLOB)
      .replace("import.meta.env.SSR", "true");
    return { ...loaded, source };
  },
});
