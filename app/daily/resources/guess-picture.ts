import { accessContext } from "../../shared/data/access.ts";
import { guessDrawing } from "../guess/drawing.ts";
import { drawGuess } from "../guess/draw.server.ts";
import type { Route } from "./+types/guess-picture.ts";

/** Tokens are made by the database (`private.guess_pictures`). */
const FILE = /^([0-9a-f]{64})\.(webp|json)$/;

/**
 * `/daily/{token}.webp`: a step of what is to be guessed, drawn anew and without a trace of its file; `.json` names the
 * pattern of the drawing (docs/product/daily.md 28.13).
 */
export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const [, token, kind] = FILE.exec(params.file) ?? [];
  const { guessPicture, url, siteUrl, fetch } = context.get(accessContext);
  const wanted = token && (await guessPicture?.(token));
  // The same for everybody who has reached the step; the photo may be withdrawn.
  const headers = { "Cache-Control": "private, max-age=300", "X-Robots-Tag": "noindex" };
  if (!token || !wanted) return new Response("Not Found", { status: 404, headers });
  if (kind === "json") {
    return Response.json({ pattern: guessDrawing(wanted).pattern }, { headers });
  }
  const picture = await drawGuess(token, wanted, { url: url || siteUrl, fetch });
  return new Response(new Uint8Array(picture), {
    headers: { ...headers, "Content-Type": "image/webp" },
  });
}
