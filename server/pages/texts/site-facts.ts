import { providerName } from "../../../app/account/domain/provider-name.ts";
import type { BackendAccess } from "../../../app/shared/data/backend-access.ts";
import type { Env } from "../../operate/settings/env.ts";
import { apiExamples } from "./api-examples.ts";
import type { Facts } from "./fill-facts.ts";
import { OPERATOR_FACTS } from "./operator.ts";

const CAPTCHAS = { turnstile: "Cloudflare Turnstile", hcaptcha: "hCaptcha" };

/** Idle sessions end after so many days without a setting (`RETENTION` of the backend). */
const IDLE_SESSION_DAYS = 180;

const YES = "yes";

/** Where programs reach the services: their address, empty if it is the site's own, and the anonymous key. */
export type Services = Pick<BackendAccess, "url" | "anonKey">;

/** What the texts say about this site, by its settings (docs/operations.md). */
export function siteFacts(env: Env, siteUrl: string, { url, anonKey }: Services): Facts {
  const service = `${url || siteUrl}/rest/v1`;
  const operator = Object.entries(OPERATOR_FACTS).map(([fact, name]) => [fact, env[name]]);
  const hosted = env.SUPABASE_URL && new URL(env.SUPABASE_URL).host;
  const providers = Object.keys(env.providers).map(providerName).join(", ");
  const hours = env.AUTH_SESSION_IDLE_HOURS ?? IDLE_SESSION_DAYS * 24;
  return {
    ...Object.fromEntries(operator),
    site: new URL(siteUrl).host,
    origin: siteUrl,
    service,
    anonKey,
    ...apiExamples(service, anonKey),
    ...(hosted ? { hosted } : { embedded: YES }),
    ...(!hosted && { sessionDays: String(Math.max(1, Math.round(hours / 24))) }),
    ...(env.SMTP_URL && { mail: YES }),
    ...(env.STORAGE_S3_BUCKET && { store: YES }),
    ...(env.CAPTCHA_PROVIDER && { captcha: CAPTCHAS[env.CAPTCHA_PROVIDER] }),
    ...(providers && { providers }),
    ...(Object.keys(env.saml).length > 0 && { organisations: YES }),
    ...(env.AUTH_WEB3.length > 0 && { wallets: YES }),
    ...((env.AUTH_PHONE || env.SMS_WEBHOOK_URL) && { sms: YES }),
    ...(env.AUTH_BREACHED_PASSWORDS_URL && {
      breached: new URL(env.AUTH_BREACHED_PASSWORDS_URL).host,
    }),
  };
}
