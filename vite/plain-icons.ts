import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

const OWN = join(import.meta.dirname, "../app/shared/ui/lucide-icon.ts");

/** The library's index; a line of it exports each icon from its file. */
const INDEX = join(
  dirname(createRequire(import.meta.url).resolve("lucide-react/package.json")),
  "dist/esm/lucide-react.mjs",
);
const FILES = new Map(
  [...readFileSync(INDEX, "utf8").matchAll(/^export \{(.*)\} from '\.\/(icons\/.*)';/gm)].flatMap(
    ([, names, file]) =>
      [...names!.matchAll(/default as (\w+)/g)].map(([, name]) => [
        name!,
        join(dirname(INDEX), file!),
      ]),
  ),
);

/** Each icon from its own file, so that the module graph shows who uses which. */
const importEach = (names: string) =>
  names
    .split(",")
    .flatMap((name) => name.trim() || [])
    .map((name) => name.trim().split(" as "))
    .map(([icon, name = icon]) => `import ${name} from ${JSON.stringify(FILES.get(icon!))};`)
    .join(" ");

/** Draws lucide's icons with our own component. */
export const plainIcons: Plugin = {
  name: "plain-icons",
  enforce: "pre",
  // Bundled, with only the icons in use: the server starts faster and renders the same icons as
  // browsers.
  config: (_, { command }) =>
    command === "build" ? { ssr: { noExternal: ["lucide-react"] } } : undefined,
  transform: {
    filter: { id: /\/app\/.*\.tsx$/, code: "lucide-react" },
    handler: (code) =>
      code.replace(/import \{([^}]*)\} from "lucide-react";/, (_, names: string) =>
        importEach(names),
      ),
  },
  resolveId: (source, importer) =>
    source === "../createLucideIcon.mjs" && importer?.includes("/lucide-react/dist/esm/icons/")
      ? OWN
      : undefined,
};
