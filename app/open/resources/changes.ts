import { NOT_STORED } from "../../shared/address/cache-control.ts";
import { accessContext, reader } from "../../shared/data/access.ts";
import { readChanges } from "../data/changes.ts";
import type { Route } from "./+types/changes.ts";

const MOST = 200;

/** Programs of other sites' pages read it too; nothing here depends on who asks. */
const HEADERS = { "Access-Control-Allow-Origin": "*", "Cache-Control": NOT_STORED };

/**
 * `/data/changes?after={number}`: the public changes after that number (docs/product/open.md 32.6). A reader begins with
 * the number in a dump's manifest, and goes on with `next`.
 */
export async function loader({ context, url }: Route.LoaderArgs): Promise<Response> {
  const after = wholeNumber(url.searchParams.get("after"), 0);
  const limit = wholeNumber(url.searchParams.get("limit"), MOST);
  if (after === undefined) return refused("after: expected a whole number from 0 on");
  if (limit === undefined || limit < 1 || limit > MOST) {
    return refused(`limit: expected a whole number from 1 to ${MOST}`);
  }
  const { siteUrl } = context.get(accessContext);
  const changes = await readChanges(reader(context), { after, limit }, siteUrl);
  const next = changes.at(-1)?.number ?? after;
  return Response.json(
    { after, next, isLast: changes.length < limit, changes },
    { headers: HEADERS },
  );
}

/** Undefined if a parameter is no whole number that JSON can carry. */
function wholeNumber(text: string | null, absent: number): number | undefined {
  if (text === null) return absent;
  const number = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
  return Number.isSafeInteger(number) ? number : undefined;
}

function refused(message: string): Response {
  return Response.json({ message }, { status: 400, headers: HEADERS });
}
