import { queryOptions } from "@tanstack/react-query";

import { browserClient } from "../browser.ts";
import type { Client } from "../client.ts";
import { renew } from "./second-factor.ts";
import { credentialKeys } from "./keys.ts";

/** How many codes have not been used. */
export function recoveryCodesLeft(userId: string) {
  return queryOptions({
    queryKey: credentialKeys.recoveryCodes(userId),
    queryFn: async () => {
      const client = await browserClient();
      const { data } = await client.rpc("recovery_codes_left").throwOnError();
      return data;
    },
  });
}

/** Makes new codes, which replace all earlier ones. Nobody can read them again. */
export async function createRecoveryCodes(client: Client): Promise<string[]> {
  const { data } = await client.rpc("create_recovery_codes").throwOnError();
  return data;
}

/**
 * Signs in with a code instead of the second factors, which are all taken away.
 * @returns false when it is none of the member's codes
 */
export async function redeemRecoveryCode(client: Client, code: string): Promise<boolean> {
  const { data } = await client.rpc("redeem_recovery_code", { code }).throwOnError();
  if (data) await renew(client);
  return data;
}
