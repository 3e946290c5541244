import type { BackendContext } from "../context.ts";
import type { Texter } from "../sms.ts";
import type { Limits } from "./limits.ts";
import type { AuthMails } from "./mails.ts";
import type { Notices } from "./security-mails.ts";
import type { OAuthProvider } from "./oauth/provider.ts";
import type { SamlProvider } from "./saml/provider.ts";
import type { RelyingParty } from "./webauthn/relying-party.ts";

/** What every endpoint of the auth service works with. */
export interface AuthService extends Pick<BackendContext, "settings" | "pool" | "keys" | "log"> {
  limits: Limits;
  mails: AuthMails;
  notices: Notices;
  texter: Texter;
  providers: Map<string, OAuthProvider>;
  samlProviders: SamlProvider[];
  /** What passkeys are bound to; absent where no browser would offer one. */
  relyingParty: RelyingParty | undefined;
}
