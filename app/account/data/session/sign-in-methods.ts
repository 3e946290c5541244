import { queryOptions } from "@tanstack/react-query";

import type { BackendAccess } from "../../../shared/data/backend-access.ts";
import { backend } from "../../../shared/data/browser.ts";
import { signInMethodKeys } from "./keys.ts";

/** Sign-in methods besides address and password, as the backend is set up. */
export interface SignInMethods {
  /** The providers' names in the service: `google`, `github` … */
  providers: string[];
  phone: boolean;
  sso: boolean;
  /** Whether passkeys replace a password. */
  passkeys: boolean;
  /** Whether visitors may create accounts. */
  signUp: boolean;
}

/** Keys of `external` that aren't providers. */
const OTHERS = new Set(["email", "phone", "anonymous_users", "web3_ethereum", "web3_solana"]);

async function fetchSignInMethods(
  address: string,
  key: string,
  send: typeof fetch,
): Promise<SignInMethods> {
  const answer = await send(`${address}/auth/v1/settings`, { headers: { apikey: key } });
  if (!answer.ok) throw new Error(`settings of the auth service: ${answer.status}`);
  const settings = (await answer.json()) as {
    external?: Record<string, boolean>;
    saml_enabled?: boolean;
    passkeys_enabled?: boolean;
    disable_signup?: boolean;
  };
  const external = settings.external ?? {};
  const providers = Object.keys(external).filter((name) => external[name] && !OTHERS.has(name));
  return {
    providers: providers.sort(),
    phone: external.phone ?? false,
    sso: settings.saml_enabled ?? false,
    passkeys: settings.passkeys_enabled ?? false,
    signUp: !settings.disable_signup,
  };
}

/** Reads the methods for a page that shows them to visitors. */
export function readSignInMethods({
  url,
  siteUrl,
  anonKey,
  fetch: own,
}: BackendAccess): Promise<SignInMethods> {
  return fetchSignInMethods(url || siteUrl, anonKey, own ?? fetch);
}

/** The methods, as a query in the browser. */
export function signInMethodsQuery() {
  return queryOptions({
    queryKey: signInMethodKeys.all,
    queryFn: () => {
      const { url, key } = backend();
      return fetchSignInMethods(url, key, fetch);
    },
    staleTime: Infinity,
  });
}
