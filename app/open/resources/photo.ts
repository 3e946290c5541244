import { NOT_STORED } from "../../shared/address/cache-control.ts";
import { storedUrl } from "../../shared/address/image-url.ts";
import { accessContext, reader } from "../../shared/data/access.ts";
import { isUuid } from "../../shared/domain/uuid.ts";
import type { Route } from "./+types/photo.ts";

/** `/data/photos/{id}`: leads to the file of a photo that may be used elsewhere. */
export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const headers = { "Cache-Control": NOT_STORED };
  const { data } = isUuid(params.id)
    ? await reader(context)
        .from("jersey_images")
        .select("path")
        .eq("id", params.id)
        .eq("licence", "CC-BY-SA-4.0")
        .is("suggestion_id", null)
        .maybeSingle()
        .throwOnError()
    : { data: null };
  if (!data?.path) return new Response("Not Found", { status: 404, headers });
  const { url, siteUrl } = context.get(accessContext);
  const Location = (url || siteUrl) + storedUrl(data.path);
  return new Response(null, { status: 302, headers: { ...headers, Location } });
}
