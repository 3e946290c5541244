import { redirect } from "react-router";

import { NEVER_STORED } from "../../../shared/address/cache-control.ts";
import { accessContext, reader } from "../../../shared/data/access.ts";
import type { ShareKind } from "../../../shared/head/share-image.ts";
import { parseShareImage } from "../parse-share-image.ts";
import type { Route } from "./+types/og.ts";
import { pictureOf } from "./pictures.server.ts";
import { READERS } from "./read-card.ts";

/** Sent if the server has no time to draw. */
const STAND_IN = "/share.jpg";

/** Pictures of what a member may stop showing: it is gone at once. */
const MAY_CLOSE: readonly ShareKind[] = ["member", "year", "list"];

/** `/og/jersey/{id}.{language}.jpg`: a share picture. */
export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const wanted = parseShareImage(params.kind, params.file);
  const card = wanted && (await READERS[wanted.kind](reader(context), wanted.id, wanted.lang));
  if (!card) return new Response("Not Found", { status: 404 });
  const { url, siteUrl, fetch } = context.get(accessContext);
  try {
    const picture = await pictureOf(card, { url: url || siteUrl, fetch });
    if (picture) {
      return new Response(new Uint8Array(picture), {
        headers: {
          "Content-Type": "image/jpeg",
          "Cache-Control": MAY_CLOSE.includes(wanted.kind) ? NEVER_STORED : "public, max-age=3600",
        },
      });
    }
  } catch (error) {
    console.error("a picture to share could not be drawn", error);
  }
  return redirect(STAND_IN, { headers: { "Cache-Control": "no-store" } });
}
