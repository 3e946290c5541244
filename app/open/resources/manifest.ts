import { NOT_STORED } from "../../shared/address/cache-control.ts";
import { reader } from "../../shared/data/access.ts";
import { readDumps } from "../data/dumps.ts";
import type { Route } from "./+types/manifest.ts";

/** `/data/manifest.json`: the manifest of the newest dump. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const [newest] = await readDumps(reader(context), 1);
  const headers = { "Access-Control-Allow-Origin": "*", "Cache-Control": NOT_STORED };
  if (!newest) return Response.json({ message: "no dump was made yet" }, { status: 404, headers });
  return Response.json(newest.manifest, { headers });
}
