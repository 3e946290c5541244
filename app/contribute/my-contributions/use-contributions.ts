import { useMemberQuery } from "../../shared/data/member-query.ts";
import { type MyReport, myReports } from "../data/reports/my-reports.ts";
import { type MySuggestion, mySuggestionCounts, mySuggestions } from "../data/suggestions/mine.ts";
import {
  CONTRIBUTION_KINDS,
  type ContributionKind,
  newestOf,
  SUGGESTION_KINDS,
} from "../domain/contribution.ts";

export type Contribution = { id: string; created_at: string; kind: ContributionKind } & (
  | { kind: "report"; report: MyReport }
  | { kind: MySuggestion["kind"]; suggestion: MySuggestion }
);

/** The member's newest `length` contributions of some kinds, and how many there are of each. */
export function useContributions(
  userId: string,
  kinds: readonly ContributionKind[],
  length: number,
) {
  const ofSuggestions = SUGGESTION_KINDS.filter((kind) => kinds.includes(kind));
  const suggestions = useMemberQuery(mySuggestions(userId, ofSuggestions, length));
  const reports = useMemberQuery(myReports(userId, kinds.includes("report") ? length : 0));
  const suggested = useMemberQuery(mySuggestionCounts(userId));
  const queries = [suggestions, reports, suggested];

  const counts: Partial<Record<ContributionKind, number>> = {
    ...suggested.data,
    report: reports.data?.count,
  };
  const all: Contribution[][] = [
    (suggestions.data ?? []).map((suggestion) => ({
      ...{ id: suggestion.id, created_at: suggestion.created_at },
      ...{ kind: suggestion.kind, suggestion },
    })),
    (reports.data?.reports ?? []).map((report) => ({
      ...{ id: report.id, created_at: report.created_at },
      ...{ kind: "report", report },
    })),
  ];
  const sum = (of: readonly ContributionKind[]) =>
    of.reduce((total, kind) => total + (counts[kind] ?? 0), 0);
  return {
    counts,
    total: sum(CONTRIBUTION_KINDS),
    matching: sum(kinds),
    // Data of the filter before may be shown for a moment.
    items: newestOf(all, length).filter(({ kind }) => kinds.includes(kind)),
    isPending: queries.some(({ isPending }) => isPending),
    isFailed: queries.some(({ isError, data }) => isError && data === undefined),
    isFetching: queries.some(({ isFetching }) => isFetching),
    retry: () => {
      for (const { isError, refetch } of queries) if (isError) void refetch();
    },
  };
}
