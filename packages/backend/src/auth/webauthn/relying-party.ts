import { isIP } from "node:net";

/** The site that credentials are bound to. */
export interface RelyingParty {
  /** A domain; browsers accept no IP address. */
  id: string;
  name: string;
  /** Origins of pages that may ask for a credential. */
  origins: string[];
}

const LOOPBACK = new Set(["127.0.0.1", "[::1]", "localhost"]);

/**
 * Returns the relying party of a site's address. A loopback address is replaced by `localhost`,
 * where browsers allow credentials without TLS.
 * @returns undefined where browsers support no credentials: without TLS, or at an IP address
 */
export function relyingPartyOf(siteUrl: string, name: string): RelyingParty | undefined {
  const { protocol, hostname, port, origin } = new URL(siteUrl);
  if (LOOPBACK.has(hostname)) {
    const local = `${protocol}//localhost${port && `:${port}`}`;
    return { id: "localhost", name, origins: [local] };
  }
  if (protocol !== "https:" || isIP(hostname.replaceAll(/[[\]]/g, ""))) return undefined;
  return { id: hostname, name, origins: [origin] };
}
