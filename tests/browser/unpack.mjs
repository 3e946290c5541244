/**
 * Unpacks the archives of `@sparticuz/chromium` into the folder for temporary files, where the
 * package wants them: `install.ts` starts this with a folder of the project's as `TMPDIR`.
 */
import { inflate } from "@sparticuz/chromium";
import { join } from "node:path";

const ARCHIVES = join(import.meta.dirname, "node_modules/@sparticuz/chromium/bin");

const names = ["chromium.br", "al2023.tar.br", "fonts.tar.br"];
await Promise.all(names.map((name) => inflate(join(ARCHIVES, name))));
