import { isIP } from "node:net";

/** The site as authenticators know it: their credentials work here and nowhere else. */
export interface RelyingParty {
  /** A domain; browsers let no address of digits be one. */
  id: string;
  name: string;
  /** Where a page may be that asks for a credential. */
  origins: string[];
}

const LOOPBACK = new Set(["127.0.0.1", "[::1]", "localhost"]);

/**
 * The relying party that a site's address makes. A loopback address stands for `localhost`, where
 * browsers allow credentials without TLS.
 * @returns nothing where no browser would offer one: without TLS, or at an address of digits
 */
export function relyingPartyOf(siteUrl: string): RelyingParty | undefined {
  const { protocol, hostname, port, origin } = new URL(siteUrl);
  const name = "Maillothèque";
  if (LOOPBACK.has(hostname)) {
    const local = `${protocol}//localhost${port && `:${port}`}`;
    return { id: "localhost", name, origins: [local] };
  }
  if (protocol !== "https:" || isIP(hostname.replaceAll(/[[\]]/g, ""))) return undefined;
  return { id: hostname, name, origins: [origin] };
}
