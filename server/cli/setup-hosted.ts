import { createLogger } from "../operate/logger.ts";
import { operatorsProblem, projectClient } from "../operate/project/client.ts";
import { ask, type Question } from "../operate/project/questions.ts";
import {
  BadSettings,
  type Env,
  type ProjectSettings,
  readEnv,
  readProjectSettings,
} from "../operate/settings/env.ts";
import { setUpProject } from "../operate/project/setup.ts";
import { command } from "./command.ts";

type NamedQuestion = Question & { name: keyof Env | keyof ProjectSettings };

const NEEDED: readonly NamedQuestion[] = [
  { name: "SUPABASE_URL", text: "Address of the project, such as https://abc.supabase.co" },
  { name: "SUPABASE_ANON_KEY", text: "Public key (anon or publishable)" },
  { name: "SUPABASE_SERVICE_KEY", text: "Secret key (service_role or secret)", secret: true },
  { name: "SUPABASE_DB_URL", text: "Address of the database, by the session pooler", secret: true },
];
const OPTIONAL: readonly NamedQuestion[] = [
  { name: "SEED", text: "Content: catalogue, demo or none; empty for catalogue" },
  { name: "ADMIN_EMAIL", text: "First administrator's address; empty for none" },
];

/** Asks for what is not set, where somebody can answer. */
async function settings(): Promise<NodeJS.ProcessEnv> {
  const isMissing = ({ name }: NamedQuestion) => !process.env[name];
  const missing = NEEDED.filter(isMissing);
  if (missing.length === 0 || !process.stdin.isTTY) return process.env;
  return { ...process.env, ...(await ask([...missing, ...OPTIONAL.filter(isMissing)])) };
}

const given = await settings();
await command(async ({ say }) => {
  const env = readEnv({ ...given, SEED: given.SEED || "catalogue" });
  const { SUPABASE_SERVICE_KEY, SUPABASE_DB_URL, ADMIN_EMAIL } = readProjectSettings(given);
  const missing = NEEDED.filter(({ name }) => !given[name]).map(({ name }) => name);
  if (missing.length > 0) throw new BadSettings([`needs ${missing.join(", ")}`]);
  const url = env.SUPABASE_URL!;
  const project = {
    url,
    serviceKey: SUPABASE_SERVICE_KEY!,
    databaseUrl: SUPABASE_DB_URL!,
    client: projectClient(url, SUPABASE_SERVICE_KEY!),
  };
  try {
    const log = await createLogger(env.LOG_LEVEL);
    await setUpProject(project, {
      content: env.SEED,
      ...(ADMIN_EMAIL && { admin: ADMIN_EMAIL }),
      log,
      say,
    });
  } catch (error) {
    throw operatorsProblem(error, url);
  }
  say(
    `ready: start the site with SUPABASE_URL and SUPABASE_ANON_KEY, and npm run jobs -- --loop beside it`,
  );
});
