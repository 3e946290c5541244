import { Hono } from "hono";

/** Services of a hosted project that this backend doesn't have, and what clients read about them. */
const MISSING = {
  "/realtime/v1": "Realtime is not available: poll, or use a hosted project",
  "/functions/v1": "Requested function was not found",
};

/**
 * Answers requests to services that don't exist with a small error. A client that reconnects or
 * retries must not cost a rendered page each time.
 */
export function missingServices(): Hono {
  const app = new Hono();
  for (const [path, message] of Object.entries(MISSING)) {
    app.all(`${path}/*`, (c) => c.json({ code: "NOT_FOUND", message }, 404));
  }
  return app;
}
