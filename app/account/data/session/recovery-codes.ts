import { queryOptions } from "@tanstack/react-query";

import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
import { renew } from "./second-factor.ts";
import { credentialKeys } from "./keys.ts";

/** The number of unused codes. */
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

/** Creates new codes, which replace all earlier ones. They can be read only now. */
export async function createRecoveryCodes(client: Client): Promise<string[]> {
  const { data } = await client.rpc("create_recovery_codes").throwOnError();
  return data;
}

/**
 * Signs in with a recovery code instead of the second factors, and removes all factors.
 * @returns false if it is none of the member's codes
 */
export async function redeemRecoveryCode(client: Client, code: string): Promise<boolean> {
  const { data } = await client.rpc("redeem_recovery_code", { code }).throwOnError();
  if (data) await renew(client);
  return data;
}
