import { NEVER_STORED } from "../../shared/address/cache-control.ts";
import { reader } from "../../shared/data/access.ts";
import { shownPhoto } from "../data/showcase.ts";
import type { Route } from "./+types/shown-photo.ts";

const FILE = /^([1-5])\.webp$/;

/**
 * `/shown/{username}/{place}.webp`: the photo that a member chose for a shirt they show. The database
 * says each time whether they still do, and nobody stores it (docs/product/show.md 27.3).
 */
export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const place = FILE.exec(params.file)?.[1];
  const client = reader(context);
  const path = place && (await shownPhoto(client, params.username, Number(place)));
  const headers = { "Cache-Control": NEVER_STORED, "X-Robots-Tag": "noindex" };
  if (!path) return new Response("Not Found", { status: 404, headers });
  const { data, error } = await client.storage.from("copies").download(path);
  // It may have been deleted since.
  if (error) return new Response("Not Found", { status: 404, headers });
  return new Response(data, { headers: { ...headers, "Content-Type": data.type } });
}
