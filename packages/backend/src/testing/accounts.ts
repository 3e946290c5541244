import type { Session } from "@supabase/supabase-js";
import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import type { Browser } from "./browser.ts";
import type { TestBackend } from "./test-backend.ts";

export const PASSWORD = "one-photo-a-day";

export function newAddress(name = "member"): string {
  return `${name}-${randomUUID().slice(0, 8)}@example.org`;
}

export interface ReceivedMail {
  kind: string;
  messageId: string;
  subject: string;
  text: string;
  html: string;
  /** The URL of the first link in the text. */
  link: string;
  code: string;
}

/** Returns all mails to an address, oldest first. */
export async function mailsTo(site: TestBackend, address: string): Promise<ReceivedMail[]> {
  const outbox = join(site.dataDir, "outbox");
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith(".eml"));
  const mails: ReceivedMail[] = [];
  for (const name of names.sort()) {
    const raw = await readFile(join(outbox, name), "utf8");
    if (raw.includes(`To: ${address}`)) mails.push(parse(name, raw));
  }
  return mails;
}

export async function lastMailTo(site: TestBackend, address: string): Promise<ReceivedMail> {
  const mail = (await mailsTo(site, address)).at(-1);
  if (!mail) throw new Error(`no mail to ${address}`);
  return mail;
}

function parse(name: string, raw: string): ReceivedMail {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1] ?? "";
  const [, text = "", html = ""] = raw.split(`--${boundary}\n`).map(body);
  return {
    kind: /Z-(.+)-[0-9a-f]{8}\.eml$/.exec(name)?.[1] ?? "",
    messageId: /^Message-ID:\s*(\S+)/im.exec(raw)?.[1] ?? "",
    subject: decodeWords(/^Subject: (.+(?:\n[ \t].+)*)/m.exec(raw)?.[1] ?? ""),
    text,
    html,
    link: /https?:\/\/\S+/.exec(text)?.[0] ?? "",
    code: /\b(\d{6})\b/.exec(text.replaceAll(/https?:\S+/g, ""))?.[1] ?? "",
  };
}

function body(part: string): string {
  return decodeQuoted(part.slice(part.indexOf("\n\n") + 2).replaceAll(/=\n/g, ""));
}

function decodeQuoted(value: string): string {
  const bytes = value.replaceAll(/(?:=[0-9A-F]{2})+/g, (run) =>
    Buffer.from(run.replaceAll("=", ""), "hex").toString("utf8"),
  );
  return bytes;
}

/** Decodes RFC 2047 words, which subjects with accents contain. */
function decodeWords(value: string): string {
  return value
    .replaceAll(/\?=\s+=\?/g, "?==?")
    .replaceAll(/(?:=\?UTF-8\?Q\?[^?]*\?=)+/gi, (run) =>
      decodeQuoted(run.replaceAll(/=\?UTF-8\?Q\?|\?=/gi, "").replaceAll("_", " ")),
    );
}

/** Opens a mail's link as a browser does, and returns its redirect target. */
export async function follow(
  site: TestBackend,
  link: string,
  browser: Browser = { fetch },
): Promise<{ status: number; target: URL; fragment: URLSearchParams }> {
  const { pathname, search } = new URL(link);
  const answer = await browser.fetch(site.url + pathname + search, { redirect: "manual" });
  const target = new URL(answer.headers.get("location") ?? "about:blank");
  return { status: answer.status, target, fragment: new URLSearchParams(target.hash.slice(1)) };
}

/** Creates a member with a confirmed address, and signs in once. */
export async function createMember(
  site: TestBackend,
  email = newAddress(),
): Promise<{ email: string; session: Session }> {
  const { auth } = site.client();
  const signedUp = await auth.signUp({ email, password: PASSWORD });
  if (signedUp.error) throw signedUp.error;
  const { link } = await lastMailTo(site, email);
  const { pathname, searchParams } = new URL(link);
  if (pathname.startsWith("/auth/v1/")) await follow(site, link);
  else {
    // A site's own page for links of mails posts the token when its button is pressed.
    const token_hash = searchParams.get("token_hash")!;
    const { error } = await auth.verifyOtp({ token_hash, type: "signup" });
    if (error) throw error;
  }
  const signedIn = await auth.signInWithPassword({ email, password: PASSWORD });
  if (signedIn.error) throw signedIn.error;
  return { email, session: signedIn.data.session };
}

/** Sends a request that supabase-js wouldn't send. */
export function post(
  site: TestBackend,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${site.url}/auth/v1${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}
