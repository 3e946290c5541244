import type { UseQueryResult } from "@tanstack/react-query";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Button } from "../../shared/ui/button.tsx";

/** Shown below a list that could not be loaded. */
export function ListProblem({
  query,
}: {
  query: Pick<UseQueryResult, "isError" | "isFetching" | "refetch">;
}) {
  const { t } = useTranslation(["submit", "common"]);
  if (!query.isError) return null;
  return (
    <span className="flex flex-wrap items-center gap-x-3 text-danger">
      {t("common:error.loadFailed")}
      <Button
        variant="link"
        size="sm"
        disabled={query.isFetching}
        onClick={() => void query.refetch()}
      >
        {t("common:error.retry")}
      </Button>
    </span>
  );
}
