import { startServer, type Server } from "../server.ts";
import { brokenBytes } from "./bytes.ts";
import { judge, type Verdict } from "./judge.ts";
import { people } from "./people.ts";
import { oddRequests } from "./requests.ts";

export type { Verdict } from "./judge.ts";

export interface Fuzzing {
  runs: number;
  /** The same seed sends the same requests. */
  seed: number;
}

export async function startFuzzed(): Promise<Server> {
  const server = await startServer({
    AUTH_AUTOCONFIRM: "true",
    TRUST_PROXY: "true",
    LOG_LEVEL: "error",
  });
  await server.ready();
  return server;
}

/** Requests with broken bytes: headers, escapes, forms, chunks. */
export async function fuzzBytes(server: Server, fuzzing: Fuzzing): Promise<Verdict> {
  return judge(brokenBytes(server, await people(server), fuzzing));
}

/** Well-formed requests with odd contents, to the three services and the pages. */
export async function fuzzRequests(server: Server, fuzzing: Fuzzing): Promise<Verdict> {
  return judge(await oddRequests(server, await people(server), fuzzing));
}
