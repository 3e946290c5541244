import { useMemberQuery } from "../../shared/data/member-query.ts";
import { type MyReport, myReports } from "../data/reports/my-reports.ts";
import { type MySuggestion, mySuggestions } from "../data/suggestions/mine.ts";
import { type ContributionKind, newestOf } from "../domain/contribution.ts";

export type Contribution = { id: string; created_at: string; kind: ContributionKind } & (
  | { kind: "report"; report: MyReport }
  | { kind: MySuggestion["kind"]; suggestion: MySuggestion }
);

/** The member's newest `length` suggestions and reports, and whether there are more. */
export function useContributions(userId: string, length: number) {
  // One more of each tells whether that is all.
  const suggestions = useMemberQuery(mySuggestions(userId, length + 1));
  const reports = useMemberQuery(myReports(userId, length + 1));
  const queries = [suggestions, reports];
  const all: Contribution[][] = [
    (suggestions.data ?? []).map((suggestion) => ({
      ...{ id: suggestion.id, created_at: suggestion.created_at },
      ...{ kind: suggestion.kind, suggestion },
    })),
    (reports.data ?? []).map((report) => ({
      ...{ id: report.id, created_at: report.created_at },
      ...{ kind: "report", report },
    })),
  ];
  return {
    items: newestOf(all, length),
    hasMore: all.flat().length > length,
    hasSuggested: (suggestions.data?.length ?? 0) > 0,
    isPending: queries.some(({ isPending }) => isPending),
    isFailed: queries.some(({ isError, data }) => isError && data === undefined),
    isFetching: queries.some(({ isFetching }) => isFetching),
    retry: () => {
      for (const { isError, refetch } of queries) if (isError) void refetch();
    },
  };
}
