import { createClient } from "@supabase/supabase-js";
import { createContext, type RouterContextProvider } from "react-router";

import type { CaptchaSettings } from "../browser/captcha.ts";
import type { Client } from "./client.ts";

/** How the server that renders pages reaches the backend; the HTTP server provides it. */
export interface BackendAccess {
  /** The backend's address for the browser; empty where it is the site's own origin. */
  url: string;
  anonKey: string;
  /** The public address of the site, without a trailing slash: canonical links. */
  siteUrl: string;
  /** What the operator wants the home page to be rated, instead of what votes come to. */
  homeRating?: { value: number; count: number };
  /** Which service asks whether a person is there, and the site's public key with it. */
  captcha?: CaptchaSettings;
  /** The embedded backend's own `fetch`: no socket between the page and its data. */
  fetch?: typeof fetch;
  /** Put on the renderer's own scripts; the HTTP server allows these and takes it out again. */
  nonce?: string;
}

export const accessContext = createContext<BackendAccess>();

const readers = new WeakMap<BackendAccess, Client>();

/**
 * The client with which loaders read: it carries the anonymous key only, so a rendered page is
 * the same for everyone and may be cached (docs/product.md 1.8).
 */
export function reader(context: Readonly<RouterContextProvider>): Client {
  const access = context.get(accessContext);
  const known = readers.get(access);
  if (known) return known;
  const client: Client = createClient(access.url || access.siteUrl, access.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: access.fetch ? { fetch: access.fetch } : {},
  });
  readers.set(access, client);
  return client;
}
