import type { KeySet } from "../tokens/keys.ts";
import { signToken } from "../tokens/jwt.ts";
import { ACCESS_TOKEN_LIFETIME_SECONDS } from "./policy.ts";
import type { AuthService } from "./service.ts";
import type { Grant, Session } from "./sessions.ts";
import { userJson } from "./user-json.ts";
import { userById, type User } from "./users.ts";
import type { Queryable } from "./database.ts";

/** A session as clients receive it. */
export interface SessionJson {
  access_token: string;
  token_type: "bearer";
  expires_in: number;
  expires_at: number;
  refresh_token: string;
  user: Record<string, unknown>;
}

/** Signs a grant's access token, and returns it with the refresh token and the account. */
export async function sessionJson(
  { settings, keys }: AuthService,
  db: Queryable,
  { session, refreshToken }: Grant,
): Promise<SessionJson> {
  const user = (await userById(db, session.user_id))!;
  const token = await accessToken(keys, `${settings.siteUrl}/auth/v1`, user, session);
  return {
    access_token: token,
    token_type: "bearer",
    expires_in: ACCESS_TOKEN_LIFETIME_SECONDS,
    expires_at: Math.floor(Date.now() / 1000) + ACCESS_TOKEN_LIFETIME_SECONDS,
    refresh_token: refreshToken,
    user: userJson(user),
  };
}

/** `auth.uid()` and the policies of the project's tables depend on these claims. */
function accessToken(keys: KeySet, issuer: string, user: User, session: Session): Promise<string> {
  return signToken(
    keys,
    {
      iss: issuer,
      sub: user.id,
      aud: user.aud,
      role: user.role,
      email: user.email ?? "",
      phone: user.phone ?? "",
      app_metadata: user.raw_app_meta_data,
      user_metadata: user.raw_user_meta_data,
      aal: session.aal,
      amr: session.amr,
      session_id: session.id,
      is_anonymous: user.is_anonymous,
    },
    ACCESS_TOKEN_LIFETIME_SECONDS,
  );
}
