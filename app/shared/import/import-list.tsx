import type { ReactNode } from "react";

import { LoadFailed } from "../components/load-failed.tsx";
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
  if (isPending) return <Skeleton className="h-24 rounded-2xl" />;
  if (!data) {
    return <LoadFailed title={failedText} onRetry={refetch} />;
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
