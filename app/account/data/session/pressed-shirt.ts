import { queryOptions } from "@tanstack/react-query";

import { browserClient } from "../../../shared/data/browser.ts";
import { SUMMARY } from "../../../shared/data/jerseys/columns.ts";

/** The shirt that a visitor pressed; null if it is no longer public. */
export function pressedShirt(id: string) {
  return queryOptions({
    queryKey: ["pressed-shirt", id],
    queryFn: async () => {
      const { data } = await (
        await browserClient()
      )
        .from("jerseys")
        .select(SUMMARY)
        .eq("id", id)
        .is("jersey_images.suggestion_id", null)
        .order("position", { referencedTable: "jersey_images" })
        .limit(1, { referencedTable: "jersey_images" })
        .maybeSingle()
        .throwOnError();
      return data;
    },
  });
}
