import type { HttpBindings } from "@hono/node-server";

import type { Logger } from "../operate/logger.ts";

/** Request variables set by the middleware of `server/http/app.ts`. */
export interface HttpEnv {
  Bindings: Partial<HttpBindings>;
  Variables: { requestId: string; log: Logger };
}
