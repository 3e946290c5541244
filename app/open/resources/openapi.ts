import { STORED } from "../../shared/address/cache-control.ts";
import { accessContext } from "../../shared/data/access.ts";
import type { Route } from "./+types/openapi.ts";

/** Changes when something is taken away or gets another meaning (docs/product/open.md 32.28). */
const VERSION = "1";

/** `/data/openapi.json`: what visitors can ask the backend, as the backend describes it by their privileges. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { url, siteUrl, anonKey, fetch: read = fetch } = context.get(accessContext);
  const service = `${url || siteUrl}/rest/v1`;
  const accept = "application/vnd.oai.openapi+json;version=3.1";
  const answer = await read(`${service}/`, { headers: { apikey: anonKey, accept } });
  // Not every hosted project describes itself to visitors.
  if (answer.status >= 500) return new Response("Try again later", { status: 503 });
  if (!answer.ok) return new Response("Not Found", { status: 404 });
  const description = (await answer.json()) as object;
  const info = { title: "Maillothèque", version: VERSION };
  return Response.json(
    { ...description, info, servers: [{ url: service }] },
    { headers: { "Cache-Control": STORED, "Access-Control-Allow-Origin": "*" } },
  );
}
