import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { installPackages, must } from "../../scripts/setup.mjs";
import packages from "./package.json" with { type: "json" };

const CACHE = join(import.meta.dirname, "../../.cache/chromium");
const FOLDER = join(CACHE, packages.dependencies["@sparticuz/chromium"]);
const PROGRAM = join(FOLDER, "start.sh");

/** The Chromium from npm; installs it if it isn't yet. */
export async function installedChromium(): Promise<string> {
  if (existsSync(PROGRAM)) return PROGRAM;
  const purpose = "installing a Chromium for the tests";
  await installPackages(purpose, "--prefix", import.meta.dirname);
  rmSync(CACHE, { recursive: true, force: true });
  mkdirSync(CACHE, { recursive: true });
  const unpacked = mkdtempSync(`${FOLDER}-`);
  const script = join(import.meta.dirname, "unpack.mjs");
  await must(purpose, process.execPath, [script], "Chromium can't be unpacked", {
    TMPDIR: unpacked,
  });
  writeFileSync(join(unpacked, "fonts.conf"), FONTS);
  writeFileSync(join(unpacked, "start.sh"), START, { mode: 0o755 });
  // Renamed when it is complete: an interrupted installation begins anew.
  renameSync(unpacked, FOLDER);
  return PROGRAM;
}

/** Only the package's own fonts: text is as wide on every machine, also on one without fonts. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${FOLDER}/fonts</dir>
  <cachedir>${FOLDER}/fonts-cache</cachedir>
</fontconfig>
`;

/** Starts Chromium with the libraries that a small system lacks (nss, nspr, expat). */
const START = `#!/bin/sh
export LD_LIBRARY_PATH="${FOLDER}/al2023/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export FONTCONFIG_FILE="${FOLDER}/fonts.conf"
exec "${FOLDER}/chromium" "$@"
`;
