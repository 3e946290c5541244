import { Hono } from "hono";

import { asOwner } from "../../database/session.ts";
import { audit } from "../audit.ts";
import { authenticate } from "../authenticate.ts";
import { AuthError, validationFailed } from "../errors.ts";
import { hasSecondFactor } from "../factors.ts";
import { originOf } from "../request.ts";
import type { AuthService } from "../service.ts";
import { endSessions, type LogoutScope } from "../sessions.ts";

const SCOPES = new Set<string>(["global", "local", "others"] satisfies LogoutScope[]);

/** Signs members out by ending sessions. Other sessions than one's own need the second factor, if there is one. */
export function logoutRoutes(service: AuthService): Hono {
  const app = new Hono();

  app.post("/logout", async (c) => {
    const scope = c.req.query("scope") || "global";
    if (!isScope(scope)) {
      throw validationFailed(`Unsupported logout scope ${JSON.stringify(scope)}`);
    }
    const { user, session } = await authenticate(service, c);
    const lacksFactor = hasSecondFactor(user) && session.aal !== "aal2";
    if (lacksFactor && scope === "others") throw factorNeeded();
    await asOwner(service.pool, async (db) => {
      await audit(db, originOf(c), user, "logout");
      await endSessions(db, user.id, lacksFactor ? "local" : scope, session.id);
    });
    // The session of the request has ended all the same: everybody may sign out.
    if (lacksFactor && scope === "global") throw factorNeeded();
    // The browser's store of an origin that serves a site has what its pages read of the member.
    if (scope !== "others") c.header("clear-site-data", '"cache"');
    return c.body(null, 204);
  });

  return app;
}

/** Stricter than the hosted service, where the password alone ends all sessions of the owner. */
function factorNeeded(): AuthError {
  return new AuthError(403, "insufficient_aal", "AAL2 required to end other sessions");
}

function isScope(scope: string): scope is LogoutScope {
  return SCOPES.has(scope);
}
