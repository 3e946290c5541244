import * as z from "zod";

import { BadSettings } from "./env.ts";

/**
 * Settings of the commands that work on a Supabase project. They are not part of the server's: the
 * web server of a project needs no secret.
 */
const variables = z.object({
  SUPABASE_SERVICE_KEY: z.string().regex(/^[\w.-]+$/, "expected the project's secret key"),
  SUPABASE_DB_URL: z.url({
    protocol: /^postgres(ql)?$/,
    error: "expected a connection string such as postgres://postgres:password@host:5432/postgres",
  }),
  ADMIN_EMAIL: z.email("expected an address such as name@example.org"),
});

export const PROJECT_SETTINGS = Object.keys(variables.shape) as (keyof ProjectSettings)[];

export type ProjectSettings = z.output<typeof variables>;

/**
 * Reads the secrets of a project. An empty variable counts as not set.
 * @throws {BadSettings} with every problem at once, without the values
 */
export function readProjectSettings(source: NodeJS.ProcessEnv): Partial<ProjectSettings> {
  const set = Object.fromEntries(
    PROJECT_SETTINGS.flatMap((name) => (source[name] ? [[name, source[name]]] : [])),
  );
  const parsed = variables.partial().safeParse(set);
  if (parsed.success) return parsed.data;
  throw new BadSettings(
    parsed.error.issues.map(({ path, message }) => `${path[0]!.toString()}: ${message}`),
  );
}
