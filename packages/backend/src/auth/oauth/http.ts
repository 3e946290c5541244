import * as z from "zod";

import { ProviderFailure } from "./provider.ts";

/** Time limit for a provider's answer, in milliseconds. */
const TIMEOUT_MS = 10_000;

/**
 * Reads JSON from a provider's address and validates it with `schema`.
 * @throws {ProviderFailure}
 */
export async function getJson<T extends z.ZodType>(
  schema: T,
  url: string,
  headers: Record<string, string> = {},
): Promise<z.output<T>> {
  const response = await fetch(url, {
    headers: { accept: "application/json", "user-agent": "supabase-shaped-backend", ...headers },
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((cause: unknown) => {
    throw new ProviderFailure(`${new URL(url).host} can't be reached`, { cause });
  });
  const parsed = schema.safeParse(response.ok ? await response.json().catch(() => null) : null);
  if (parsed.success) return parsed.data;
  throw new ProviderFailure(`${new URL(url).host} answered ${response.status} or unexpectedly`);
}

export function bearerOf(accessToken: string): Record<string, string> {
  return { authorization: `Bearer ${accessToken}` };
}

/** Resolves like `work`, within the time limit. @throws {ProviderFailure} on a time-out */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new ProviderFailure("no answer in time")), TIMEOUT_MS);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
