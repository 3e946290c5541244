import { randomUUID } from "node:crypto";

import type { Factor, Identity, User } from "./users.ts";

/** Returns an account as clients see it. Unset members are left out, as in the hosted service. */
export function userJson(user: User): Record<string, unknown> {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? "",
    email_confirmed_at: user.email_confirmed_at ?? undefined,
    invited_at: user.invited_at ?? undefined,
    phone: user.phone ?? "",
    phone_confirmed_at: user.phone_confirmed_at ?? undefined,
    confirmation_sent_at: user.confirmation_sent_at ?? undefined,
    confirmed_at: user.confirmed_at ?? undefined,
    recovery_sent_at: user.recovery_sent_at ?? undefined,
    new_email: user.email_change || undefined,
    email_change_sent_at: user.email_change_sent_at ?? undefined,
    last_sign_in_at: user.last_sign_in_at ?? undefined,
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    factors: user.factors.length > 0 ? user.factors.map(factorJson) : undefined,
    identities: user.identities.map(identityJson),
    created_at: user.created_at,
    updated_at: user.updated_at,
    banned_until: user.banned_until ?? undefined,
    is_sso_user: user.is_sso_user || undefined,
    is_anonymous: user.is_anonymous,
  };
}

function identityJson(identity: Identity): Record<string, unknown> {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    last_sign_in_at: time(identity.last_sign_in_at),
    created_at: time(identity.created_at),
    updated_at: time(identity.updated_at),
    email: identity.email ?? undefined,
  };
}

/** Returns a second factor as clients see it, without its secret. */
export function factorJson(factor: Factor): Record<string, unknown> {
  return {
    ...factor,
    friendly_name: factor.friendly_name ?? undefined,
    phone: factor.phone ?? undefined,
    created_at: time(factor.created_at),
    updated_at: time(factor.updated_at),
  };
}

function time(value: string | null): Date | undefined {
  return value === null ? undefined : new Date(value);
}

/**
 * Returns the answer that a sign-up of a new address would get. Repeated sign-ups get it too, so
 * that the answer doesn't reveal whether an account exists.
 */
export function pretendedUserJson(
  email: string,
  data: Record<string, unknown>,
): Record<string, unknown> {
  const id = randomUUID();
  const now = new Date();
  const claims = { ...data, sub: id, email, email_verified: false, phone_verified: false };
  return {
    id,
    aud: "authenticated",
    role: "authenticated",
    email,
    phone: "",
    confirmation_sent_at: now,
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: claims,
    identities: [
      {
        identity_id: randomUUID(),
        id,
        user_id: id,
        identity_data: claims,
        provider: "email",
        last_sign_in_at: now,
        created_at: now,
        updated_at: now,
        email,
      },
    ],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}

/** Like `pretendedUserJson`, for a phone number. */
export function pretendedPhoneUserJson(
  phone: string,
  data: Record<string, unknown>,
): Record<string, unknown> {
  const { email: _email, identities: _identities, ...user } = pretendedUserJson("", data);
  const id = String(user.id);
  const claims = { sub: id, phone, email_verified: false, phone_verified: false };
  const now = user.created_at;
  return {
    ...user,
    email: "",
    phone,
    app_metadata: { provider: "phone", providers: ["phone"] },
    user_metadata: data,
    identities: [
      {
        identity_id: randomUUID(),
        id,
        user_id: id,
        identity_data: claims,
        provider: "phone",
        last_sign_in_at: now,
        created_at: now,
        updated_at: now,
      },
    ],
  };
}
