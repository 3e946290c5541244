import type { Env } from "../../operate/settings/env.ts";

/** What the pages say about the operator: the name of a fact and its setting. */
export const OPERATOR_FACTS = {
  name: "OPERATOR_NAME",
  address: "OPERATOR_ADDRESS",
  email: "OPERATOR_EMAIL",
  phone: "OPERATOR_PHONE",
  host: "OPERATOR_HOST",
  registration: "OPERATOR_REGISTRATION",
  director: "OPERATOR_DIRECTOR",
} as const satisfies Record<string, keyof Env>;

/** The settings that every public site needs; the others depend on who the operator is. */
const NEEDED = ["OPERATOR_NAME", "OPERATOR_ADDRESS", "OPERATOR_EMAIL", "OPERATOR_HOST"] as const;

/** The settings about the operator that a public site lacks; none for a site on this machine. */
export function missingOperatorSettings(env: Env): string[] {
  return isPublic(env) ? NEEDED.filter((name) => !env[name]) : [];
}

/** True for a site that others reach; one on this machine is being tried. */
export function isPublic({ SITE_URL }: Env): boolean {
  if (!SITE_URL) return false;
  const { hostname } = new URL(SITE_URL);
  return !/^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(hostname);
}
