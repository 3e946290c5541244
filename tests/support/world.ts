import { openWorld, type World } from "@maillotheque/backend/testing";

import { startTestBackend } from "./backend.ts";

export type { World };

/** The site's backend with one client per persona. */
export async function startWorld(): Promise<World> {
  return openWorld(await startTestBackend());
}
