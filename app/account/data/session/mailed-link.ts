import { localPath } from "../../../shared/address/local-path.ts";
import { backend } from "../../../shared/data/browser.ts";

/** What links of mails are for, in the service's words. */
const TYPES = ["signup", "magiclink", "recovery", "invite", "email_change"] as const;

export type LinkType = (typeof TYPES)[number];

/** A link of a mail, which leads to the screen with the button that redeems it. */
export interface MailedLink {
  tokenHash: string;
  type: LinkType;
  /** The address to which it leads afterwards, as the mail was asked for with it. */
  redirectTo: string | undefined;
}

/** The link at an address. Templates of a hosted project may say `email` for a sign-in link. */
export function mailedLink(query: URLSearchParams): MailedLink {
  const given = query.get("type");
  const type = TYPES.find((known) => known === given) ?? "magiclink";
  const redirectTo = query.get("redirect_to") ?? undefined;
  return { tokenHash: query.get("token_hash") ?? "", type, redirectTo };
}

/** The reader's address, which only the fragment has: servers and their logs don't get it. */
export function mailedTo(hash: string): string | undefined {
  return new URLSearchParams(hash.slice(1)).get("email") ?? undefined;
}

/** The page of this site to which a link leads; undefined means home. */
export function targetOf({ redirectTo }: MailedLink, origin: string): string | undefined {
  const url = redirectTo === undefined ? null : URL.parse(redirectTo);
  return url?.origin === origin ? localPath(url.pathname + url.search) : undefined;
}

/** The service's refusal of a link. */
class LinkError extends Error {
  readonly code: string | undefined;
  readonly status: number;

  constructor(code: string | undefined, status: number) {
    super(`the link was refused: ${code}`);
    this.name = "LinkError";
    this.code = code;
    this.status = status;
  }
}

/**
 * Redeems a link, and returns what the service would put into the fragment of the page that it leads
 * to. The client library would take the session at once, also one of a stranger's account
 * (docs/decisions/036-access-to-an-account.md).
 * @throws {LinkError}
 */
export async function redeemLink({ tokenHash, type }: MailedLink): Promise<URLSearchParams> {
  const { url, key } = backend();
  const answer = await fetch(`${url}/auth/v1/verify`, {
    method: "POST",
    headers: { apikey: key, "content-type": "application/json" },
    body: JSON.stringify({ type, token_hash: tokenHash }),
  });
  const body = (await answer.json().catch(() => ({}))) as Record<string, string | number>;
  if (!answer.ok) throw new LinkError(body.error_code?.toString(), answer.status);
  const { access_token, refresh_token, expires_in, expires_at, token_type, msg = "" } = body;
  const session = { access_token, refresh_token, expires_in, expires_at, token_type, type };
  const received = access_token ? session : { message: msg };
  const entries = Object.entries(received).map(([name, value]) => [name, String(value)]);
  return new URLSearchParams([...entries, ["sb", ""]]);
}
