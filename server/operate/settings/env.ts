import { similarTexts } from "@maillotheque/backend";
import { resolve } from "node:path";
import type * as z from "zod";

import { PROJECT, SETTINGS } from "./register.ts";
import {
  type Providers,
  readProviders,
  readSaml,
  type SamlProviders,
} from "./sign-in-providers.ts";

/** Invalid settings; one message per line, each with the variable's name. */
export class BadSettings extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super(problems.join("\n"));
    this.problems = problems;
  }
}

export type Env = z.output<typeof SETTINGS> & { providers: Providers; saml: SamlProviders };

export type ProjectSettings = z.output<typeof PROJECT>;

/** Variables that belong together: if the first is set, the others must be. */
const TOGETHER = [
  ["DATABASE_DIRECT_URL", "DATABASE_URL"],
  ["DATABASE_READ_URL", "DATABASE_URL"],
  ["DATABASE_ROLE_PREFIX", "DATABASE_URL"],
  ["SUPABASE_URL", "SUPABASE_ANON_KEY"],
  ["SUPABASE_ANON_KEY", "SUPABASE_URL"],
  ["SMS_WEBHOOK_URL", "SMS_WEBHOOK_SECRET"],
  ["SMS_WEBHOOK_SECRET", "SMS_WEBHOOK_URL"],
  ["CAPTCHA_PROVIDER", "CAPTCHA_SITE_KEY"],
  ["CAPTCHA_SITE_KEY", "CAPTCHA_PROVIDER"],
  ["CAPTCHA_SECRET", "CAPTCHA_PROVIDER"],
  ["STORAGE_S3_BUCKET", "STORAGE_S3_ACCESS_KEY_ID", "STORAGE_S3_SECRET_ACCESS_KEY"],
  ["STORAGE_S3_ACCESS_KEY_ID", "STORAGE_S3_BUCKET"],
] as const satisfies readonly (readonly (keyof Env)[])[];

/**
 * Reads the settings. An empty variable counts as not set.
 * @throws {BadSettings} with every problem at once, without the values: some are secret
 */
export function readEnv(source: NodeJS.ProcessEnv): Env {
  const set = nonEmpty(source);
  const parsed = SETTINGS.safeParse(set);
  const problems = problemsOf(parsed.error);
  for (const [name, ...needed] of TOGETHER) {
    const missing = needed.filter((other) => set[name] && !set[other]);
    if (missing.length > 0) problems.push(`${missing.join(", ")}: needed with ${name}`);
  }
  // A hosted service has the secret and verifies tokens itself.
  if (set.CAPTCHA_PROVIDER && !set.CAPTCHA_SECRET && !set.SUPABASE_URL) {
    problems.push("CAPTCHA_SECRET: needed with CAPTCHA_PROVIDER");
  }
  if (set.DATABASE_URL && set.SUPABASE_URL) {
    problems.push("DATABASE_URL: has no use with SUPABASE_URL; set one of the two");
  }
  const providers = readProviders(set, problems);
  const saml = readSaml(set, problems);
  if (!parsed.success || problems.length > 0) throw new BadSettings(problems);
  const { data } = parsed;
  return { ...data, DATA_DIR: resolve(data.DATA_DIR), providers, saml };
}

/**
 * Reads the secrets of a Supabase project.
 * @throws {BadSettings} as {@link readEnv}
 */
export function readProjectSettings(source: NodeJS.ProcessEnv): Partial<ProjectSettings> {
  const parsed = PROJECT.partial().safeParse(nonEmpty(source));
  if (parsed.success) return parsed.data;
  throw new BadSettings(problemsOf(parsed.error));
}

/** Of ten letters one may be wrong: two of our own names are never that close, others' rarely. */
const MISSPELT = 0.85;

/**
 * Variables that are probably a misspelt setting, one line each. A setting that is set under its
 * right name is not missed, and other variables of the environment are none of our business.
 */
export function misspeltSettings(source: NodeJS.ProcessEnv): string[] {
  const names = [SETTINGS, PROJECT].flatMap(({ shape }) => Object.keys(shape));
  const set = nonEmpty(source);
  return Object.keys(set).flatMap((name) => {
    if (names.includes(name)) return [];
    const [meant] = similarTexts(name, names, MISSPELT);
    if (!meant || set[meant.name]) return [];
    return [`${name}: there is no such setting; ${meant.name} is probably meant`];
  });
}

const nonEmpty = (source: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(source).filter(([, value]) => value));

const problemsOf = (error: z.ZodError | undefined): string[] =>
  (error?.issues ?? []).map(({ path, message }) => `${path.join(".")}: ${message}`);
