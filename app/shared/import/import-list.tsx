import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

/** The imports so far, newest first. */
export function ImportList<Row>({
  query: { data, isPending, refetch },
  titleId,
  failedText,
  none,
  head,
  children,
}: {
  query: { data: Row[] | undefined; isPending: boolean; refetch: () => unknown };
  /** Of the heading, where the list is a section of its own. */
  titleId?: string;
  failedText: string;
  /** Shown while there is no import. */
  none: ReactNode;
  /** Above the list. */
  head: ReactNode;
  children: (row: Row) => ReactNode;
}) {
  const { t } = useTranslation("common");
  if (isPending) return <Skeleton className="h-24 rounded-2xl" />;
  if (!data) {
    return (
      <EmptyState
        title={failedText}
        action={<Button onClick={() => void refetch()}>{t("error.retry")}</Button>}
      />
    );
  }
  if (data.length === 0) return none;
  const Frame = titleId ? "section" : "div";
  return (
    <Frame aria-labelledby={titleId} className="grid grid-cols-1 gap-4">
      {head}
      <ul className="grid gap-3">{data.map(children)}</ul>
    </Frame>
  );
}
