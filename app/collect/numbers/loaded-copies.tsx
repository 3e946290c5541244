import { Shirt } from "lucide-react";
import type { ReactNode } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { LoadFailed } from "../../shared/components/load-failed.tsx";
import { openSearch } from "../../shared/browser/open-search.ts";
import { Button } from "../../shared/ui/button.tsx";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import type { CopyEntry } from "../domain/copies/filter.ts";
import { useCopies } from "../my-copies/use-copies.ts";

/** All copies of a member, or what stands for them while they are read, if that fails, or if there are none. */
export function LoadedCopies({
  userId,
  children,
}: {
  userId: string;
  children: (copies: CopyEntry[]) => ReactNode;
}) {
  const { t } = useTranslation(["collectionNumbers", "common", "account"]);
  const { entries: copies, isComplete, isFailed, retry } = useCopies(userId);
  if (isFailed) {
    return <LoadFailed onRetry={retry} />;
  }
  // Numbers of a part would be wrong ones.
  if (!copies || !isComplete) {
    return (
      <div aria-busy className="grid gap-6">
        <p role="status" className="caption">
          {copies ? t("collectionNumbers:rest") : t("common:loading")}
        </p>
        <Skeleton className="h-72 rounded-2xl" />
        <Skeleton className="h-72 rounded-2xl" />
      </div>
    );
  }
  if (copies.length === 0) {
    return (
      <EmptyState
        icon={<Shirt aria-hidden />}
        title={t("collectionNumbers:empty")}
        action={
          <Button variant="outline" onClick={() => openSearch()}>
            {t("account:shelves.find")}
          </Button>
        }
      >
        {t("collectionNumbers:emptyText")}
      </EmptyState>
    );
  }
  return children(copies);
}
