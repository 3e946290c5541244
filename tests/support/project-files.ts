import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "../..");

/** What .gitignore leaves out, by name (`node_modules`) or by place (`/build`), and `*.log`. */
const IGNORED = new Set(
  readFileSync(join(ROOT, ".gitignore"), "utf8")
    .split("\n")
    .map((line) => line.replace(/\/$/, ""))
    .concat("/.git"),
);

/** The project's own files, from its root on; needs no git. */
export function projectFiles(folder = ""): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (IGNORED.has(entry.name) || IGNORED.has(`/${path}`) || path.endsWith(".log")) return [];
    return entry.isDirectory() ? projectFiles(path) : [path];
  });
}
