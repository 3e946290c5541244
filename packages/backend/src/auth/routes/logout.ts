import { Hono } from "hono";

import { asOwner } from "../../database/session.ts";
import { audit } from "../audit.ts";
import { authenticate } from "../authenticate.ts";
import { validationFailed } from "../errors.ts";
import { originOf } from "../request.ts";
import type { AuthService } from "../service.ts";
import { endSessions, type LogoutScope } from "../sessions.ts";

const SCOPES = new Set<string>(["global", "local", "others"] satisfies LogoutScope[]);

/** Signs members out by ending sessions. */
export function logoutRoutes(service: AuthService): Hono {
  const app = new Hono();

  app.post("/logout", async (c) => {
    const scope = c.req.query("scope") || "global";
    if (!isScope(scope)) {
      throw validationFailed(`Unsupported logout scope ${JSON.stringify(scope)}`);
    }
    const { user, session } = await authenticate(service, c);
    await asOwner(service.pool, async (db) => {
      await audit(db, originOf(c), user, "logout");
      await endSessions(db, user.id, scope, session.id);
    });
    return c.body(null, 204);
  });

  return app;
}

function isScope(scope: string): scope is LogoutScope {
  return SCOPES.has(scope);
}
