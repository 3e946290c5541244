import { openBackendFixture, type BackendFixture } from "@maillotheque/backend/testing";

import { startTestBackend } from "./backend.ts";

export type { BackendFixture };

/** The site's backend with one client per persona. */
export async function startBackendFixture(): Promise<BackendFixture> {
  return openBackendFixture(await startTestBackend());
}
