import { openWorld, type World } from "@maillotheque/backend/testing";

import { startTestBackend } from "./backend.ts";

export type { World };

/** The site's backend with clients of every kind. */
export async function startWorld(): Promise<World> {
  return openWorld(await startTestBackend());
}
