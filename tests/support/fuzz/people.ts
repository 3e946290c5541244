import type { Server } from "../server.ts";
import { serviceHeaders } from "../service-access.ts";

/** The callers: without a key, a visitor, a member, and the operator's secret key. */
export interface People {
  anon: string;
  service: string;
  member: string;
  memberId: string;
}

/** Requires a server that confirms addresses automatically. */
export async function people(server: Server): Promise<People> {
  const { apikey: service = "" } = await serviceHeaders(server.dataDir);
  const page = await (await fetch(server.url)).text();
  const anon = /"backend-key" content="([^"]+)"/.exec(page)?.[1] ?? "";
  const username = `michel-${Date.now()}`;
  const answer = await fetch(`${server.url}/auth/v1/signup`, {
    method: "POST",
    headers: { apikey: anon, "content-type": "application/json" },
    body: JSON.stringify({
      email: `${username}@example.org`,
      password: "un-maillot-par-jour",
      data: { username },
    }),
  });
  const { access_token: member, user } = (await answer.json()) as {
    access_token: string;
    user: { id: string };
  };
  return { anon, service, member, memberId: user.id };
}
