import type { HttpBindings } from "@hono/node-server";

import type { Logger } from "../logger.ts";

/** What the middleware of `server/http/app.ts` adds to every request. */
export interface HttpEnv {
  Bindings: Partial<HttpBindings>;
  Variables: { requestId: string; log: Logger };
}
