import type { SupabaseClient } from "@supabase/supabase-js";
import { openBackendFixture } from "@maillotheque/backend/testing";
import { randomUUID } from "node:crypto";

import { startTestBackend, type TestBackend } from "../../support/backend.ts";

interface Persona {
  client: SupabaseClient;
  /** Bucket `jerseys` as this persona. */
  jerseys: ReturnType<SupabaseClient["storage"]["from"]>;
}

export interface StorageFixture {
  site: TestBackend;
  visitor: Persona;
  owner: Persona & { id: string };
  stranger: Persona & { id: string };
  admin: Persona & { id: string };
  /** A unique name in the owner's folder. */
  name(extension?: string): string;
  close(): Promise<void>;
}

/** The site's backend with one client per persona. */
export async function startStorageFixture(): Promise<StorageFixture> {
  const site = await startTestBackend();
  const fixture = await openBackendFixture(site);
  const persona = <T extends { client: SupabaseClient }>(one: T) => ({
    ...one,
    jerseys: one.client.storage.from("jerseys"),
  });
  const owner = persona(await fixture.account("owner"));
  const admin = persona(await fixture.account("admin"));
  await fixture.sql("insert into public.user_roles (user_id, role) values ($1, 'admin')", [
    admin.id,
  ]);
  return {
    site,
    visitor: persona({ client: fixture.anon }),
    owner,
    stranger: persona(await fixture.account("stranger")),
    admin,
    name: (extension = "webp") => `${owner.id}/${randomUUID()}.${extension}`,
    close: () => fixture.close(),
  };
}
