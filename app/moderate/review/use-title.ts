import type { Waiting } from "../data/review/queue.ts";
import { targetName } from "../../contribute/data/suggestions/targets.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";

/** How a thing is called, in the reader's language; of a reported member or list the name that was seen. */
export function useTitle(): (row: Waiting) => string {
  const lang = useLanguage();
  return (row) => {
    if (row.target_type === "profile" || row.target_type === "list")
      return row.detail.reported_name ?? row.title;
    return row.target ? targetName(row.target, lang) : row.title;
  };
}
