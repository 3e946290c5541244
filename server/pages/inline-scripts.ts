import { hashSource } from "../http/security-headers.ts";

/**
 * Allows the renderer's inline scripts. Pages are cached, so a nonce would be the same for many
 * visitors and public. Instead the renderer marks its own scripts with a secret of this process.
 * The mark is removed before a page is sent, and the marked scripts are allowed by hash. An
 * injected script has no mark, gets no hash and doesn't run.
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
