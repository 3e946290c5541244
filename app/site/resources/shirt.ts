import { designFor, drawShirt } from "../../shared/domain/shirt/index.ts";
import { drawnShirt } from "../../shared/address/shirt-url.ts";
import type { Route } from "./+types/shirt.ts";

/** `/shirt.svg?league=…&kit=…&team=…&year=…&colors=…`: the shirt drawing for a missing photo. */
export function loader({ url }: Route.LoaderArgs): Response {
  const { back, pattern, ...facts } = drawnShirt(url.searchParams);
  const design = designFor({ ...facts, number: back ?? facts.number });
  return new Response(
    drawShirt({ ...design, ...(pattern && { pattern }), side: back ? "back" : "front" }),
    {
      headers: {
        "Content-Type": "image/svg+xml",
        // Opened directly it is a document of this site; it needs to load and run nothing.
        "Content-Security-Policy": "default-src 'none'",
        "Cache-Control": "public, max-age=86400, s-maxage=86400, stale-while-revalidate=604800",
      },
    },
  );
}
