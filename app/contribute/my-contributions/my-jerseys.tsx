import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { LoadFailed } from "../../shared/components/load-failed.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { Table, Th } from "../../shared/ui/table.tsx";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { mySubmissions } from "../data/submissions/mine.ts";
import { useHref } from "../../shared/address/use-href.ts";
import { JerseyItem } from "./jersey-item.tsx";
import { JerseyRow, type JerseyActionsProps } from "./jersey-row.tsx";
import { Totals } from "./totals.tsx";
import { MoreButton } from "../../shared/components/more-button.tsx";
import { useSteps } from "../../shared/components/use-steps.ts";

export const JERSEYS_PAGE = 50;
const COLUMNS = [
  "facts:title",
  "facts:league",
  "facts:team",
  "facts:kit_type",
  "account:totals.up",
  "account:totals.down",
  "common:score",
  "account:columns.status",
  "account:columns.created",
  "copies:list.actions",
] as const;

/** The jerseys that the member has submitted, with their votes. */
export function MyJerseys({
  userId,
  ...actions
}: { userId: string } & Pick<JerseyActionsProps, "onEdit" | "onDelete">) {
  const { t } = useTranslation(["account", "common", "copies", "facts", "catalogue"]);
  const to = useHref();
  const { length, more } = useSteps(JERSEYS_PAGE);
  const { data, isPending, isFetching, isError, refetch } = useMemberQuery(
    mySubmissions(userId, length),
  );

  if (isPending) return <JerseysSkeleton />;
  if (isError && !data) {
    return <LoadFailed onRetry={refetch} />;
  }
  if (data.count === 0) {
    return (
      <p className="flex flex-wrap items-center gap-x-2 text-muted">
        {t("account:empty")}
        <Link
          to={to("submit", {})}
          className="inline-flex min-h-11 items-center text-ink underline decoration-control underline-offset-4 hover:decoration-ink"
        >
          {t("common:nav.submit")}
        </Link>
      </p>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-4">
        <p className="text-sm text-muted">{t("catalogue:count.jerseys", { count: data.count })}</p>
        <Totals userId={userId} />
      </div>
      <ul className="border-b border-line md:hidden">
        {data.jerseys.map((jersey) => (
          <JerseyItem key={jersey.id} jersey={jersey} {...actions} />
        ))}
      </ul>
      <div className="hidden md:block">
        <Table
          aria-label={t("account:submissions")}
          // Ten columns fit a tablet without pictures, with texts that break.
          className="max-lg:text-xs max-xl:[&_:is(td,th)]:px-1.5 max-xl:[&_th]:whitespace-normal xl:[&_:is(td,th)]:px-3"
        >
          <thead>
            <tr>
              {COLUMNS.map((column) => (
                <Th key={column}>{t(column)}</Th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.jerseys.map((jersey) => (
              <JerseyRow key={jersey.id} jersey={jersey} {...actions} />
            ))}
          </tbody>
        </Table>
      </div>
      {data.count > data.jerseys.length && (
        <MoreButton isReading={isFetching} onMore={more}>
          {t("common:action.more")}
        </MoreButton>
      )}
    </div>
  );
}

function JerseysSkeleton() {
  return (
    <div className="grid gap-2">
      <Skeleton className="h-11" />
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
    </div>
  );
}
