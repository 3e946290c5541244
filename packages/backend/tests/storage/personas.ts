import type { SupabaseClient } from "@supabase/supabase-js";
import { randomUUID } from "node:crypto";

import type { BackendSettings } from "../../src/context.ts";
import { signToken } from "../../src/tokens/jwt.ts";
import { loadKeys } from "../../src/tokens/keys.ts";
import { startTestBackend, type TestBackend } from "../../../../tests/support/backend.ts";

type Bucket = ReturnType<SupabaseClient["storage"]["from"]>;

interface Persona {
  client: SupabaseClient;
  /** Bucket `jerseys` as this persona. */
  jerseys: Bucket;
  token: string;
}

interface Member extends Persona {
  id: string;
}

export interface StorageWorld {
  site: TestBackend;
  visitor: Persona;
  owner: Member;
  stranger: Member;
  admin: Member;
  service: Persona;
  /** A name in the owner's folder that no other test uses. */
  name(extension?: string): string;
  close(): Promise<void>;
}

/** A running backend with one client of each kind. */
export async function startStorageWorld(
  overrides: Partial<BackendSettings> = {},
): Promise<StorageWorld> {
  const site = await startTestBackend(overrides);
  const { pool, apiKeys } = site.backend;
  const keys = await loadKeys(pool);
  const persona = (token: string): Persona => {
    const client = site.client(token);
    return { client, jerseys: client.storage.from("jerseys"), token };
  };
  const member = async (username: string): Promise<Member> => {
    const id = randomUUID();
    await pool.query("insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3)", [
      id,
      `${username}@example.test`,
      { username },
    ]);
    const token = await signToken(keys, { role: "authenticated", sub: id }, 600);
    return { id, ...persona(token) };
  };
  const [owner, stranger, admin] = await Promise.all(["owner", "stranger", "admin"].map(member));
  await pool.query("insert into public.user_roles (user_id, role) values ($1, 'admin')", [
    admin!.id,
  ]);
  return {
    site,
    visitor: persona(apiKeys.anon),
    owner: owner!,
    stranger: stranger!,
    admin: admin!,
    service: persona(apiKeys.service),
    name: (extension = "webp") => `${owner!.id}/${randomUUID()}.${extension}`,
    close: () => site.close(),
  };
}
