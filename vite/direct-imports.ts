import { basename } from "node:path/posix";
import type { Plugin } from "vite";

/** The whole of a file that only passes on what another one exports. */
const PASSES_ON = /^export\s*\{([^}]*)\}\s*from\s*"\.\/([^"]+)";?\s*$/;

const IMPORT = /import\([`"]\.\/([^`"]+)[`"]\)/g;

/**
 * Lets dynamic imports load the chunk that has a module, and not first the file of 50 bytes that
 * Rolldown makes for each module of a group that is imported so.
 */
export const directImports: Plugin = {
  name: "direct-imports",
  applyToEnvironment: ({ name }) => name === "client",
  generateBundle: {
    // When Vite has written which files each import needs.
    order: "post",
    handler(_options, bundle) {
      const files = Object.values(bundle).filter((file) => file.type === "chunk");
      const direct = new Map<string, { chunk: string; names: string }>();
      for (const { code, fileName, isDynamicEntry } of files) {
        const [, exported, chunk] = PASSES_ON.exec(code) ?? [];
        if (isDynamicEntry && exported && chunk) {
          direct.set(basename(fileName), { chunk, names: namesOf(exported) });
        }
      }
      // The files stay: what browsers have of an earlier build may import them.
      for (const file of files) {
        file.code = file.code
          .replace(IMPORT, (whole, name: string) => {
            const found = direct.get(name);
            return found ? `import("./${found.chunk}").then(m=>({${found.names}}))` : whole;
          })
          .replace(/"assets\/([^"]+)"/g, (whole, name: string) => {
            const found = direct.get(name);
            return found ? `"assets/${found.chunk}"` : whole;
          });
      }
    },
  },
};

/** `a as default,b` becomes `default:m.a,b:m.b`. */
function namesOf(exported: string): string {
  const names = exported.split(",").map((name) => name.trim().split(/\s+as\s+/));
  return names.map(([inner, outer = inner]) => `${outer}:m.${inner}`).join(",");
}
