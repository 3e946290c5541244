import * as z from "zod";

import { ProviderFailure } from "./provider.ts";

/** A provider that takes longer is as good as down. In milliseconds. */
const PATIENCE = 10_000;

/** The JSON at a provider's address, in the shape `schema` asks for. @throws {ProviderFailure} */
export async function getJson<T extends z.ZodType>(
  schema: T,
  url: string,
  headers: Record<string, string> = {},
): Promise<z.output<T>> {
  const response = await fetch(url, {
    headers: { accept: "application/json", "user-agent": "Maillotheque", ...headers },
    redirect: "error",
    signal: AbortSignal.timeout(PATIENCE),
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

/** What `work` resolves to, unless it takes too long. @throws {ProviderFailure} */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new ProviderFailure("no answer in time")), PATIENCE);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
