import { queryOptions } from "@tanstack/react-query";

import { JERSEY_FIELDS } from "../../../shared/domain/facts/jersey.ts";
import { browserClient } from "../../../shared/data/browser.ts";
import { reviewKeys } from "./keys.ts";

/** All fields of a jersey as they are now, with the names of its rows and its public photos, for a form that corrects them. */
export function jerseyFields(jerseyId: string) {
  return queryOptions({
    queryKey: reviewKeys.fields(jerseyId),
    queryFn: async () => {
      const { data } = await (
        await browserClient()
      )
        .from("jerseys")
        .select(
          `${JERSEY_FIELDS}, competition:competitions(name, slug), season:seasons(name), images:jersey_images(id, url), teams(country, competition:competitions(slug))`,
        )
        .eq("id", jerseyId)
        .is("images.suggestion_id", null)
        .order("position", { referencedTable: "images" })
        .order("id", { referencedTable: "images" })
        .single()
        .throwOnError();
      return data;
    },
    staleTime: 0,
  });
}
