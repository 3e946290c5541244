import { embedCode, EMBED_SIZE } from "../../jersey/address/embed.ts";
import { NOT_STORED } from "../../shared/address/cache-control.ts";
import { href } from "../../shared/address/paths.ts";
import { accessContext, reader } from "../../shared/data/access.ts";
import { SHARE_SIZE, shareImagePath } from "../../shared/head/share-image.ts";
import { isLanguage, languageOf } from "../../shared/i18n/languages.ts";
import { readEmbedded } from "../embed/read-embedded.ts";
import type { Route } from "./+types/oembed.ts";

/** Seconds for which a site may keep the answer; a jersey may be removed. */
const KEPT_SECONDS = 3_600;

/** The addresses of a jersey: its page in any spelling, and its embed. */
const JERSEY = /^(?:\/\w\w)?(?:\/embed)?\/jersey\/(?:[^/]+\/){0,3}([0-9a-f-]{36})\/?$/;

/** `/oembed?url=…`: how other sites embed a jersey's page (https://oembed.com). */
export async function loader({ context, url }: Route.LoaderArgs): Promise<Response> {
  const { searchParams } = url;
  if (![null, "json"].includes(searchParams.get("format"))) return refused(501, "only JSON");
  const wanted = URL.parse(searchParams.get("url") ?? "");
  if (!wanted) return refused(400, "url: the address of a jersey's page");
  const { url: backend, siteUrl } = context.get(accessContext);
  const [, id] = JERSEY.exec(wanted.pathname) ?? [];
  if (!id || wanted.host !== new URL(siteUrl).host) return refused(404, "no jersey of this site");
  const inQuery = wanted.searchParams.get("lang");
  const lang = isLanguage(inQuery) ? inQuery : languageOf(wanted.pathname);
  const client = reader(context);
  const first = await readEmbedded(client, id, lang, backend);
  const found =
    first && "mergedInto" in first
      ? await readEmbedded(client, first.mergedInto, lang, backend)
      : first;
  if (!found || "mergedInto" in found) return refused(404, "no public jersey");
  const most = (name: string) => {
    const given = searchParams.get(name) ?? "";
    return /^[1-9]\d{0,5}$/.test(given) ? Number(given) : Infinity;
  };
  const room = { width: most("maxwidth"), height: most("maxheight") };
  const size = {
    width: Math.min(EMBED_SIZE.width, room.width),
    height: Math.min(EMBED_SIZE.height, room.height),
  };
  const isSmaller = SHARE_SIZE.width <= room.width && SHARE_SIZE.height <= room.height;
  return answer(200, {
    version: "1.0",
    type: "rich",
    title: found.title,
    provider_name: "Maillothèque",
    provider_url: siteUrl + href("home", {}, lang),
    cache_age: KEPT_SECONDS,
    ...size,
    html: embedCode(siteUrl, found, lang, size),
    ...(isSmaller && {
      thumbnail_url: siteUrl + shareImagePath("jersey", found.id, lang),
      thumbnail_width: SHARE_SIZE.width,
      thumbnail_height: SHARE_SIZE.height,
    }),
  });
}

function refused(status: number, message: string): Response {
  return answer(status, { message });
}

function answer(status: number, body: object): Response {
  const headers = { "Cache-Control": NOT_STORED, "Access-Control-Allow-Origin": "*" };
  return Response.json(body, { status, headers });
}
