import type { Json } from "../../shared/data/database.types.ts";
import type { Waiting } from "../data/review/queue.ts";
import { targetName } from "../../contribute/data/suggestions/targets.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";

/**
 * How a thing is called, in the reader's language; of a reported member or list the name that was seen.
 * @param corrections of a reviewer, which may name it otherwise
 */
export function useTitle(): (row: Waiting, corrections?: Record<string, Json>) => string {
  const lang = useLanguage();
  return (row, corrections = {}) => {
    if (row.target_type === "profile" || row.target_type === "list")
      return row.detail.reported_name ?? row.title;
    if (!row.target) return row.title;
    const { title, name } = corrections;
    return targetName(
      {
        ...row.target,
        ...(typeof title === "string" && { title }),
        ...(typeof name === "string" && { name }),
      },
      lang,
    );
  };
}
