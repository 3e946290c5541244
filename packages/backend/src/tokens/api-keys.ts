import { signToken } from "./jwt.ts";
import type { KeySet } from "./keys.ts";

/** API keys outlive every release: a page cached for a year must still be able to read. */
const TEN_YEARS = 10 * 365 * 24 * 60 * 60;

export interface ApiKeys {
  /** Public: says 'I am this site', gives the visitor's rights. */
  anon: string;
  /** Secret: bypasses row-level security; for commands and tests on the server only. */
  service: string;
}

/** The two keys a client may present as `apikey`, as tokens of the roles they stand for. */
export async function mintApiKeys(keys: KeySet): Promise<ApiKeys> {
  const [anon, service] = await Promise.all(
    (["anon", "service_role"] as const).map((role) =>
      signToken(keys, { role, iss: "supabase" }, TEN_YEARS),
    ),
  );
  return { anon: anon!, service: service! };
}
