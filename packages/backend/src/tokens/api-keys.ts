import { signToken } from "./jwt.ts";
import type { KeySet } from "./keys.ts";

/**
 * In seconds. API keys must outlive every release: a page cached for a year must still be able to
 * read.
 */
const TEN_YEARS = 10 * 365 * 24 * 60 * 60;

export interface ApiKeys {
  /** Public: identifies the site, with a visitor's rights. */
  anon: string;
  /** Secret: bypasses row-level security; for commands and tests on the server only. */
  service: string;
}

/** Creates the two API keys, as tokens of their roles. */
export async function mintApiKeys(keys: KeySet): Promise<ApiKeys> {
  const [anon, service] = await Promise.all(
    (["anon", "service_role"] as const).map((role) =>
      signToken(keys, { role, iss: "supabase" }, TEN_YEARS),
    ),
  );
  return { anon: anon!, service: service! };
}
