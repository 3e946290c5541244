import type { MiddlewareHandler } from "hono";
import { cors as honoCors } from "hono/cors";

/**
 * Allows any origin: key and token are in headers, never in cookies, so a foreign page gains
 * nothing. The exposed headers are those that supabase-js reads, and the limits that a server around the backend says.
 */
export function cors(): MiddlewareHandler {
  return honoCors({
    origin: "*",
    allowMethods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
    exposeHeaders: [
      ...["Content-Range", "Content-Location", "X-Supabase-Api-Version", "Retry-After"],
      ...["RateLimit", "RateLimit-Policy"],
    ],
    maxAge: 86_400,
  });
}
