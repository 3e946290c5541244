import { useTranslation } from "react-i18next";

import { authorHistory } from "../../data/moderation/duplicates.ts";
import { useMemberQuery } from "../../data/member-query.ts";

/** Numbers of the author's other submissions that were approved and rejected. */
export function AuthorHistory({ authorId }: { authorId: string }) {
  const { t } = useTranslation("admin");
  const { data } = useMemberQuery(authorHistory(authorId));
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
