import { readMergedTeam } from "../../browse/data/teams/teams.ts";
import { NEVER_STORED, STORED } from "../../shared/address/cache-control.ts";
import { moved } from "../../shared/address/moved.ts";
import { FEED_TYPES, feedPath, parseFeedPath } from "../../shared/address/feed-path.ts";
import { accessContext, reader } from "../../shared/data/access.ts";
import { readFeed } from "../feeds/read-feed.ts";
import { WRITERS } from "../feeds/write-feed.ts";
import type { Route } from "./+types/feed.ts";

/** `/feed/…`: what is new, as Atom or as JSON Feed (`feedPath()`). */
export async function loader({ context, url }: Route.LoaderArgs): Promise<Response> {
  const path = url.pathname;
  const wanted = parseFeedPath(path);
  if (!wanted) return new Response("Not Found", { status: 404 });
  const { subject, lang, format } = wanted;
  const client = reader(context);
  const { siteUrl } = context.get(accessContext);
  const feed = await readFeed(subject, { client, siteUrl, lang });
  if (!feed) {
    const into = subject.kind === "team" ? await readMergedTeam(client, subject.id) : null;
    if (into) return moved(feedPath({ kind: "team", id: into }, lang, format));
    return new Response("Not Found", { status: 404 });
  }
  return new Response(WRITERS[format](feed, { siteUrl, path, lang }), {
    headers: {
      "Content-Type": `${FEED_TYPES[format]}; charset=utf-8`,
      // A list that is no longer shown is gone at once.
      "Cache-Control": subject.kind === "list" ? NEVER_STORED : STORED,
      "Access-Control-Allow-Origin": "*",
    },
  });
}
