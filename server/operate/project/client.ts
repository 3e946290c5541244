import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import pg from "pg";

import { StartError } from "../start-error.ts";

const WHERE = "in the project's settings under “API keys”";

/**
 * A client with the project's secret key.
 * @throws {StartError} if the key is another one of the project, before any request
 */
export function projectClient(url: string, key: string): SupabaseClient {
  const role = roleOf(key);
  if (role && role !== "service_role") {
    throw new StartError(
      `SUPABASE_SERVICE_KEY: this is the key of the role ${role}; take service_role (or sb_secret_…), ${WHERE}`,
    );
  }
  return createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } });
}

/** The role that a key names itself; undefined if it tells nothing. */
function roleOf(key: string): string | undefined {
  if (key.startsWith("sb_publishable_")) return "anon";
  try {
    return String(JSON.parse(Buffer.from(key.split(".")[1] ?? "", "base64url").toString()).role);
  } catch {
    return undefined;
  }
}

interface Failure {
  code?: string;
  message?: string;
  status?: number | string;
  statusCode?: number | string;
}

/** An error that names the wrong setting, if a setting is the cause; other errors unchanged. */
export function operatorsProblem(error: unknown, projectUrl: string): unknown {
  if (error instanceof StartError) return error;
  // The database's own: what the role of SUPABASE_DB_URL may not do.
  if (error instanceof pg.DatabaseError) {
    return error.code === "42501" ? new StartError(`SUPABASE_DB_URL: ${error.message}`) : error;
  }
  const { code = "", message = "", status, statusCode } = (error ?? {}) as Failure;
  if (/fetch failed|ECONNREFUSED|ENOTFOUND/.test(message)) {
    return new StartError(`SUPABASE_URL: no answer from ${projectUrl}`);
  }
  // The service says itself that a function is missing.
  if (code === "PGRST202" || code === "PGRST205") {
    return new StartError(
      "the project has no schema, or that of an older release: run npm run setup:hosted first",
    );
  }
  const refused = [status, statusCode].some((said) => ["401", "403"].includes(String(said)));
  if (
    refused ||
    code === "42501" ||
    code.startsWith("PGRST30") ||
    /invalid (compact )?(jws|jwt)|signature/i.test(message)
  ) {
    return new StartError(
      `SUPABASE_SERVICE_KEY: not the secret key of ${projectUrl}; take it ${WHERE}`,
    );
  }
  return error;
}
