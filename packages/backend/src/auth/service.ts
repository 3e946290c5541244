import type { BackendContext } from "../context.ts";
import type { SmsSender } from "../mail/sms.ts";
import type { Limits } from "./limits.ts";
import type { AuthMails } from "./mails.ts";
import type { OAuthProvider } from "./oauth/provider.ts";
import type { SamlProvider } from "./saml/provider.ts";
import type { RelyingParty } from "./webauthn/relying-party.ts";

/** The dependencies of every endpoint of the auth service. */
export interface AuthService extends Pick<BackendContext, "settings" | "pool" | "keys" | "log"> {
  limits: Limits;
  mails: AuthMails;
  sms: SmsSender;
  providers: Map<string, OAuthProvider>;
  samlProviders: SamlProvider[];
  /**
   * The domain and origins that passkeys are bound to; undefined where no browser supports them.
   */
  relyingParty: RelyingParty | undefined;
}
