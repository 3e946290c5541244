import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { authorHistory } from "../../data/moderation/duplicates.ts";
import { queryClient } from "../../data/query-client.ts";

/** What became of the author's other submissions. */
export function AuthorHistory({ authorId }: { authorId: string }) {
  const { t } = useTranslation("admin");
  const { data } = useQuery(authorHistory(authorId), queryClient);
  return (
    <p className="min-h-5 text-sm text-muted">
      {data &&
        [
          t("history.approved", { count: data.approved }),
          t("history.rejected", { count: data.rejected }),
        ].join(" · ")}
    </p>
  );
}
