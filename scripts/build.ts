import { spawnSync } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const ROOT = join(import.meta.dirname, "..");
const CLIENT = join(ROOT, "build/client");
const TEXT = /\.(js|css|html|json|svg|txt|xml|webmanifest)$/;

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Compresses a file at build time, at the best level, instead of for every visitor. */
async function precompress(path: string): Promise<void> {
  const body = await readFile(path);
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  const [br, gz] = await Promise.all([brotli(body, best), deflate(body, { level: 9 })]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}

const built = spawnSync(
  process.execPath,
  [join(ROOT, "node_modules/@react-router/dev/bin.cjs"), "build"],
  { cwd: ROOT, stdio: "inherit", env: { ...process.env, NODE_ENV: "production" } },
);
if (built.status !== 0) process.exit(built.status ?? 1);

const files = await readdir(CLIENT, { recursive: true });
await Promise.all(
  files.filter((file) => TEXT.test(file)).map((file) => precompress(join(CLIENT, file))),
);
