import type { SupabaseClient } from "@supabase/supabase-js";
import { randomUUID } from "node:crypto";
import pg from "pg";

import { signToken } from "../tokens/jwt.ts";
import { loadKeys } from "../tokens/keys.ts";
import type { TestBackend } from "./test-backend.ts";

/** A signed-in member. */
export interface Member {
  id: string;
  token: string;
  client: SupabaseClient;
}

/** A running backend with clients of every role, and direct SQL access. */
export interface BackendFixture extends TestBackend {
  anon: SupabaseClient;
  /** A client with the service key. */
  service: SupabaseClient;
  /** Creates a token for any id, with or without an account. */
  member(id?: string): Promise<Member>;
  /** Like {@link member}, with an account. */
  account(username: string): Promise<Member>;
  sql(text: string, values?: unknown[]): Promise<pg.QueryResult>;
  /** Sends a plain request to the REST service with the anonymous key. */
  get(path: string, init?: RequestInit): Promise<Response>;
}

export async function openBackendFixture(site: TestBackend): Promise<BackendFixture> {
  const owner = new pg.Pool({ connectionString: site.databaseUrl, max: 1 });
  // Dropping the database may cut the connection while it is closing.
  owner.on("error", () => {});
  const { anon: apikey, service } = site.backend.apiKeys;
  const keys = await loadKeys(site.backend.pool);

  async function member(id: string = randomUUID()): Promise<Member> {
    const token = await signToken(keys, { role: "authenticated", sub: id, aal: "aal1" }, 600);
    return { id, token, client: site.client(token) };
  }

  return {
    ...site,
    anon: site.client(),
    service: site.client(service),
    member,
    async account(username) {
      const id = randomUUID();
      await owner.query(
        "insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3)",
        [id, `${username}@example.test`, { username }],
      );
      return member(id);
    },
    sql: (text, values) => owner.query(text, values),
    get: (path, init = {}) =>
      fetch(`${site.url}/rest/v1${path}`, { ...init, headers: { apikey, ...init.headers } }),
    async close() {
      await owner.end();
      await site.close();
    },
  };
}
