import { Hono, type Context } from "hono";
import * as z from "zod";

import { asOwner } from "../../database/session.ts";
import { bearer } from "../../http/credentials.ts";
import { verifyToken } from "../../tokens/jwt.ts";
import {
  AdminChange,
  applyChange,
  checkChange,
  createByAdmin,
  deleteUser,
  requireFree,
  softDeleteUser,
} from "../admin-users.ts";
import { audit, type AuditAction } from "../audit.ts";
import type { Queryable } from "../database.ts";
import { AuthError, validationFailed } from "../errors.ts";
import { removeFactor, renameFactor, requireFactor } from "../factors.ts";
import { originOf, fields, jsonBody, type RequestOrigin } from "../request.ts";
import { isUuid } from "../secrets.ts";
import type { AuthService } from "../service.ts";
import { factorJson, userJson } from "../user-json.ts";
import { lockUser, userById, usersPage, type User } from "../users.ts";
import { deletePasskey, passkeysOf } from "../webauthn/passkeys.ts";
import { passkeyJson } from "./passkeys.ts";

/** The actor of requests with the secret key in the audit log. */
const ADMIN = { id: "00000000-0000-0000-0000-000000000000", email: "service_role" };

/** Writes an administrator's action on an account to the audit log. */
export async function auditAdmin(
  db: Queryable,
  origin: RequestOrigin,
  action: AuditAction,
  user: Pick<User, "id" | "email">,
): Promise<void> {
  await audit(db, origin, ADMIN, action, { user_id: user.id, user_email: user.email });
}

/** Requires the secret key as the bearer token. @throws {AuthError} no_authorization, not_admin */
export async function requireAdmin({ keys }: AuthService, c: Context): Promise<void> {
  const token = bearer(c.req.raw);
  if (!token) {
    throw new AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token");
  }
  const claims = await verifyToken(keys, token).catch(() => undefined);
  if (claims?.role !== "service_role") throw new AuthError(403, "not_admin", "User not allowed");
}

const Deletion = z.object({ should_soft_delete: z.boolean().nullish() });

const FactorChange = z.object({
  friendly_name: fields.text.refine((name) => name.length <= 255, "too long"),
});

const PER_PAGE = 50;
const MAX_PER_PAGE = 1000;

/** Administration of accounts with the secret key. */
export function adminRoutes(service: AuthService): Hono {
  const app = new Hono();
  const { pool } = service;

  app.use("/admin/*", async (c, next) => {
    await requireAdmin(service, c);
    await next();
  });

  async function requireUser(id: string): Promise<User> {
    if (!isUuid(id)) throw new AuthError(404, "validation_failed", "user_id must be an UUID");
    const user = await userById(pool, id);
    if (!user) throw new AuthError(404, "user_not_found", "User not found");
    return user;
  }

  app.get("/admin/users", async (c) => {
    const page = numberIn(c.req.query("page"), 1);
    const perPage = Math.min(numberIn(c.req.query("per_page"), PER_PAGE), MAX_PER_PAGE);
    const { users, total } = await usersPage(pool, page, perPage, c.req.query("filter"));
    const last = Math.max(1, Math.ceil(total / perPage));
    const link = (to: number, rel: string) =>
      `</admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`;
    const links = [...(page < last ? [link(page + 1, "next")] : []), link(last, "last")];
    c.header("link", links.join(", "));
    c.header("x-total-count", String(total));
    return c.json({ users: users.map(userJson), aud: "authenticated" });
  });

  app.post("/admin/users", async (c) => {
    const body = await jsonBody(c, AdminChange);
    const change = await checkChange(service, body, (wanted) => requireFree(pool, wanted));
    const user = await asOwner(pool, async (db) => {
      const id = await createByAdmin(db, change);
      const created = (await userById(db, id))!;
      await auditAdmin(db, originOf(c), "user_signedup", created);
      return created;
    });
    return c.json(userJson(user));
  });

  app.get("/admin/users/:id", async (c) => c.json(userJson(await requireUser(c.req.param("id")))));

  app.put("/admin/users/:id", async (c) => {
    const { id } = await requireUser(c.req.param("id"));
    const change = await checkChange(service, await jsonBody(c, AdminChange));
    const user = await asOwner(pool, async (db) => {
      await lockUser(db, id);
      await applyChange(db, id, change);
      const changed = (await userById(db, id))!;
      await auditAdmin(db, originOf(c), "user_modified", changed);
      return changed;
    });
    return c.json(userJson(user));
  });

  app.delete("/admin/users/:id", async (c) => {
    const user = await requireUser(c.req.param("id"));
    const soft = (await c.req.raw.clone().text())
      ? (await jsonBody(c, Deletion)).should_soft_delete
      : false;
    await asOwner(pool, async (db) => {
      await auditAdmin(db, originOf(c), "user_deleted", user);
      await (soft ? softDeleteUser(db, user.id) : deleteUser(db, user.id));
    });
    return c.json({});
  });

  app.get("/admin/users/:id/factors", async (c) => {
    const user = await requireUser(c.req.param("id"));
    return c.json(user.factors.map(factorJson));
  });

  app.put("/admin/users/:id/factors/:factor", async (c) => {
    const user = await requireUser(c.req.param("id"));
    const factor = await requireFactor(pool, user.id, c.req.param("factor"));
    const { friendly_name: name } = await jsonBody(c, FactorChange);
    await asOwner(pool, async (db) => {
      await renameFactor(db, user, factor, name);
      await auditAdmin(db, originOf(c), "factor_updated", user);
    });
    const { secret: _secret, ...shown } = await requireFactor(pool, user.id, factor.id);
    return c.json(factorJson(shown));
  });

  app.get("/admin/users/:id/passkeys", async (c) => {
    const user = await requireUser(c.req.param("id"));
    return c.json((await passkeysOf(pool, user.id)).map(passkeyJson));
  });

  app.delete("/admin/users/:id/passkeys/:passkey", async (c) => {
    const user = await requireUser(c.req.param("id"));
    await asOwner(pool, async (db) => {
      await deletePasskey(db, user.id, c.req.param("passkey"));
      await auditAdmin(db, originOf(c), "passkey_deleted", user);
    });
    return c.body(null, 204);
  });

  app.delete("/admin/users/:id/factors/:factor", async (c) => {
    const user = await requireUser(c.req.param("id"));
    const factor = await requireFactor(pool, user.id, c.req.param("factor"));
    await asOwner(pool, async (db) => {
      await lockUser(db, user.id);
      await removeFactor(db, factor);
      await auditAdmin(db, originOf(c), "factor_deleted", user);
    });
    const { secret: _secret, ...shown } = factor;
    return c.json(shown);
  });

  return app;
}

function numberIn(text: string | undefined, otherwise: number): number {
  if (!text) return otherwise;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw validationFailed("Bad Pagination Parameters");
  return Number(text);
}
