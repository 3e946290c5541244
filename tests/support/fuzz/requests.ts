import fc from "fast-check";

import type { Server } from "../server.ts";
import { authRequests } from "./auth.ts";
import { type Answer, type Attempt, BOUND } from "./judge.ts";
import { pageRequests } from "./pages.ts";
import type { People } from "./people.ts";
import { type RestSchema, restRequests } from "./rest.ts";
import { storageRequests } from "./storage.ts";

/** A well-formed HTTP request with any contents. */
export interface FuzzRequest {
  method: string;
  /** Includes the escaped query. */
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** The caller whose token is sent. */
  as: "nobody" | "anon" | "member" | "service";
}

/** `runs` requests to the three services and the pages; deterministic for a seed. */
export async function oddRequests(
  server: Server,
  who: People,
  { runs, seed }: { runs: number; seed: number },
): Promise<Attempt[]> {
  const schema = await restSchema(server, who);
  const all = fc.oneof(
    { weight: 5, arbitrary: restRequests(schema) },
    { weight: 2, arbitrary: authRequests },
    { weight: 2, arbitrary: storageRequests(who.memberId) },
    { weight: 2, arbitrary: pageRequests(who.memberId) },
  );
  return fc.sample(all, { numRuns: runs, seed }).map((sent, run) => ({
    name: `run ${run}: ${JSON.stringify(sent)}`,
    send: () => ask(server, who, sent, run),
  }));
}

async function ask(server: Server, who: People, sent: FuzzRequest, run: number): Promise<Answer> {
  const { method, path, headers, body, as } = sent;
  const answer = await fetch(server.url + path, {
    method,
    redirect: "manual",
    signal: AbortSignal.timeout(BOUND),
    headers: {
      ...headers,
      "x-forwarded-for": `203.0.${(run >> 8) & 255}.${run & 255}`,
      ...(as !== "nobody" && { apikey: who.anon, authorization: `Bearer ${who[as]}` }),
    },
    ...(body !== undefined && !["GET", "HEAD"].includes(method) && { body }),
  });
  return { status: answer.status, body: await answer.text() };
}

async function restSchema(server: Server, { service }: People): Promise<RestSchema> {
  const answer = await fetch(`${server.url}/rest/v1/`, {
    headers: { apikey: service, authorization: `Bearer ${service}` },
  });
  const { definitions, paths } = (await answer.json()) as {
    definitions: Record<string, { properties: object }>;
    paths: Record<string, { post?: { parameters?: { schema?: { properties?: object } }[] } }>;
  };
  const functions = Object.entries(paths).flatMap(([path, { post }]) => {
    const names = post?.parameters?.flatMap(({ schema: body }) =>
      Object.keys(body?.properties ?? {}),
    );
    // A member who deleted the account can send no more requests.
    return path.startsWith("/rpc/") && path !== "/rpc/delete_account"
      ? [{ path, names: names ?? [] }]
      : [];
  });
  return {
    tables: Object.entries(definitions).map(([name, { properties }]) => ({
      name,
      columns: Object.keys(properties),
    })),
    functions,
  };
}
