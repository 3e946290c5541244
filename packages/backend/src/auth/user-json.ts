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

/** A sign-up by address or number, with the ids that its account would have. */
export interface NewAccount {
  id: string;
  identityId: string;
  email?: string;
  phone?: string;
  /** The account's `user_metadata`. */
  data: Record<string, unknown>;
  identityData: Record<string, unknown>;
}

/**
 * Returns the answer to a sign-up. It is made from the request alone and not from stored rows, so
 * it doesn't reveal whether the address or number has an account.
 */
export function signUpJson(account: NewAccount): Record<string, unknown> {
  const { id, identityId, email, phone, data, identityData } = account;
  const now = new Date();
  const provider = email ? "email" : "phone";
  return {
    id,
    aud: "authenticated",
    role: "authenticated",
    email: email ?? "",
    phone: phone ?? "",
    confirmation_sent_at: now,
    app_metadata: { provider, providers: [provider] },
    user_metadata: data,
    identities: [
      {
        identity_id: identityId,
        id,
        user_id: id,
        identity_data: identityData,
        provider,
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
