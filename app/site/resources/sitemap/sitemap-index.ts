import { accessContext, reader } from "../../../shared/data/access.ts";
import { roughCount, SITEMAP_KINDS } from "../../data/sitemap/sitemap.ts";
import type { Route } from "./+types/sitemap-index.ts";
import { CATALOGUE_FILE, partFile, partsFor } from "./parts.ts";
import { sitemapIndex, xmlResponse } from "./xml.ts";

/** `/sitemap.xml`: the files that list all public pages. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const client = reader(context);
  const { siteUrl } = context.get(accessContext);
  const parts = await Promise.all(
    SITEMAP_KINDS.map(async (kind) => partsFor(kind, await roughCount(client, kind))),
  );
  const files = ["pages.xml", CATALOGUE_FILE, ...parts.flat().map(partFile)];
  return xmlResponse(sitemapIndex(files.map((file) => `${siteUrl}/sitemap/${file}`)));
}
