import type { RequestSettings } from "./execute.ts";
import { HEADERS } from "../http/headers.ts";

/** Headers that SQL must not see: keys, cookies, and what the HTTP server adds for the backend. */
const HIDDEN: ReadonlySet<string> = new Set([
  "apikey",
  "authorization",
  "cookie",
  "proxy-authorization",
  HEADERS.clientAddress,
]);

/**
 * Returns what SQL can read with `current_setting('request.headers')`, `request.method` and
 * `request.path`.
 * @param path the path below the REST service, such as `/rpc/add`
 */
export function requestSettings({ method, headers }: Request, path: string): RequestSettings {
  const shown: Record<string, string> = {};
  for (const [name, value] of headers) if (!HIDDEN.has(name)) shown[name] = value;
  return { headers: JSON.stringify(shown), method, path };
}
