import { createHash } from "node:crypto";

import { addresses } from "../../app/shared/address/paths.ts";
import { LANGUAGES } from "../../app/shared/i18n/languages.ts";
import { networkOf } from "../http/client-address.ts";

/** Bytes. A report has at most 1000 characters of reason, in UTF-8 and percent-encoded. */
const LARGEST_FORM = 32 * 1024;

const FORM_PATHS = new Set(LANGUAGES.flatMap((lang) => addresses("report", lang)));

/** True for the screens whose forms are sent to the page itself and work without scripts. */
export const takesForms = (path: string): boolean => FORM_PATHS.has(path);

/** The body of a form of this site, or the refusal of anything else. */
export async function readForm(
  request: Request,
): Promise<{ headers: Headers; body: string } | Response> {
  const { headers } = request;
  // Browsers say so when another site sends the form.
  if (headers.get("sec-fetch-site") === "cross-site") return refusal(403, "Forbidden");
  if (!headers.get("content-type")?.startsWith("application/x-www-form-urlencoded")) {
    return refusal(415, "Unsupported Media Type");
  }
  const size = Number(headers.get("content-length") ?? Infinity);
  if (!(size <= LARGEST_FORM)) return refusal(413, "Content Too Large");
  return {
    headers: new Headers({ "content-type": "application/x-www-form-urlencoded" }),
    body: await request.text(),
  };
}

function refusal(status: number, text: string): Response {
  return new Response(`${text}\n`, { status, headers: { "content-type": "text/plain" } });
}

/** Origin for limits. */
export function originDigest(address: string): string {
  return createHash("sha256")
    .update(`visitor report ${networkOf(address)}`)
    .digest("base64url");
}
