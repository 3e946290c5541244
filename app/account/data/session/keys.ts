/** Query keys of an account's credentials. One change may invalidate all of them. */
export const credentialKeys = {
  all: ["credentials"] as const,
  account: (userId: string) => [...credentialKeys.all, "account", userId] as const,
  factors: (userId: string) => [...credentialKeys.all, "factors", userId] as const,
  recoveryCodes: (userId: string) => [...credentialKeys.all, "recovery-codes", userId] as const,
  sessions: (userId: string) => [...credentialKeys.all, "sessions", userId] as const,
  passkeys: (userId: string) => [...credentialKeys.all, "passkeys", userId] as const,
};

export const signInMethodKeys = {
  all: ["sign-in-methods"] as const,
};
