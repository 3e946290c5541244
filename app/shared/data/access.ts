import { createClient } from "@supabase/supabase-js";
import { createContext, type RouterContextProvider } from "react-router";

import type { BackendAccess } from "./backend-access.ts";
import type { Client } from "./client.ts";

export const accessContext = createContext<BackendAccess>();

const clients = new WeakMap<BackendAccess, Client>();

/**
 * The client that loaders use: it carries the anonymous key only, so a rendered page is the same
 * for everyone and may be cached (docs/product/site.md 1.8).
 */
export function reader(context: Readonly<RouterContextProvider>): Client {
  const access = context.get(accessContext);
  const known = clients.get(access);
  if (known) return known;
  const client: Client = createClient(access.url || access.siteUrl, access.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: access.fetch ? { fetch: access.fetch } : {},
  });
  clients.set(access, client);
  return client;
}
