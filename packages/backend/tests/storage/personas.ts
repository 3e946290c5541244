import type { SupabaseClient } from "@supabase/supabase-js";
import { randomUUID } from "node:crypto";

import type { BackendOptions } from "../../src/options.ts";
import { openBackendFixture } from "../../src/testing/backend-fixture.ts";
import { startTestBackend, type TestBackend } from "../support/backend.ts";

interface Persona {
  client: SupabaseClient;
  /** Bucket `photos` as this persona. */
  photos: ReturnType<SupabaseClient["storage"]["from"]>;
  token: string;
}

export interface StorageFixture {
  site: TestBackend;
  visitor: Persona;
  owner: Persona & { id: string };
  stranger: Persona & { id: string };
  service: Persona;
  /** A unique name in the owner's folder. */
  name(extension?: string): string;
  close(): Promise<void>;
}

/** A running backend with one client of each kind. */
export async function startStorageFixture(
  overrides: Partial<BackendOptions> = {},
): Promise<StorageFixture> {
  const site = await startTestBackend(overrides);
  const fixture = await openBackendFixture(site);
  const { anon, service } = site.backend.apiKeys;
  const persona = <T extends { client: SupabaseClient; token: string }>(one: T) => ({
    ...one,
    photos: one.client.storage.from("photos"),
  });
  const owner = persona(await fixture.account("owner"));
  return {
    site,
    visitor: persona({ client: fixture.anon, token: anon }),
    owner,
    stranger: persona(await fixture.account("stranger")),
    service: persona({ client: fixture.service, token: service }),
    name: (extension = "webp") => `${owner.id}/${randomUUID()}.${extension}`,
    close: () => fixture.close(),
  };
}
