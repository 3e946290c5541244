import type { MiddlewareHandler } from "hono";
import { cors as honoCors } from "hono/cors";

/**
 * Any origin may call: the key and the token are in headers, never in cookies, so a foreign
 * page gains nothing. The exposed headers are those supabase-js reads.
 */
export function cors(): MiddlewareHandler {
  return honoCors({
    origin: "*",
    allowMethods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
    exposeHeaders: ["Content-Range", "Content-Location", "X-Supabase-Api-Version", "Retry-After"],
    maxAge: 86_400,
  });
}
