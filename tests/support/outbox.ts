import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import type { Site } from "./site.ts";

/** In milliseconds. */
const PATIENCE = 60_000;

const VERIFYING = /https?:\/\/[^\s"<>]+\/auth\/(?:v1\/verify|confirm)\?[^\s"<>]+/;

/** Waits for the newest message to `address` in the site's outbox that contains `text`. */
export async function mailTo(
  site: Site,
  address: string,
  text: string | RegExp = "",
  patience = PATIENCE,
): Promise<string> {
  const outbox = join(site.dataDir, "outbox");
  const deadline = Date.now() + patience;
  for (;;) {
    const names = await readdir(outbox).catch(() => []);
    for (const name of names
      .filter((file) => /\.(eml|txt)$/.test(file))
      .sort()
      .reverse()) {
      const message = decoded(await readFile(join(outbox, name), "utf8"));
      const isTo = message.toLowerCase().includes(`to: ${address.toLowerCase()}`);
      if (isTo && message.search(text) >= 0) return message;
    }
    if (Date.now() >= deadline) throw new Error(`no message to ${address} in ${outbox}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The message's first verification link. */
export async function linkTo(site: Site, address: string): Promise<string> {
  const message = await mailTo(site, address, VERIFYING);
  const link = VERIFYING.exec(message)?.[0];
  if (!link) throw new Error(`no link in the message to ${address}`);
  return link.replaceAll("&amp;", "&");
}

/** The code of the newest message to `address`. */
export async function codeIn(site: Site, address: string): Promise<string> {
  const message = (await mailTo(site, address)).replaceAll(/https?:\S+/g, "");
  const code = /\b(\d{6})\b/.exec(message.slice(message.indexOf("\n\n")))?.[1];
  if (!code) throw new Error(`no code in the message to ${address}`);
  return code;
}

/** Quoted-printable as text: soft line breaks joined, `=3D` and its like decoded. */
function decoded(message: string): string {
  const joined = message.replaceAll(/=\r?\n/g, "");
  return joined.replaceAll(/(?:=[0-9A-F]{2})+/g, (run) =>
    Buffer.from(run.replaceAll("=", ""), "hex").toString(),
  );
}
