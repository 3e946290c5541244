import { hashSource } from "./security-headers.ts";

/**
 * Pages are cached, so a nonce would be the same for many visitors and known to all of them.
 * Instead the renderer marks its own scripts with a secret of this process; the mark is taken out
 * before a page leaves, and what carried it is allowed by hash. A script that found its way into a
 * page by other means has no mark, gets no hash and doesn't run.
 */
export function allowMarkedScripts(html: string, mark: string): { html: string; hashes: string[] } {
  const attribute = ` nonce="${mark}"`;
  const inline = new RegExp(
    `<script(?=[^>]*${attribute})(?![^>]*\\ssrc=)[^>]*>(.*?)</script>`,
    "gs",
  );
  const hashes = new Set<string>();
  for (const [, script = ""] of html.matchAll(inline)) hashes.add(hashSource(script));
  return { html: html.replaceAll(attribute, ""), hashes: [...hashes] };
}
