import { useTranslation } from "react-i18next";

import { databaseProblem, detailsOf } from "../database-error.ts";

/** The words that the database raises about proposals. */
const WORDS = [
  "proposal_reason",
  "proposal_not_public",
  "proposal_exists",
  "proposal_own",
  "proposal_urgent",
  "proposal_settled",
  "proposal_not_found",
  "proposal_too_late",
  "proposals_too_many",
  "merge_with_itself",
] as const;

/** Returns a function that says why a write about a proposal failed. Needs the texts `proposals`. */
export function useProposalProblem(): (error: unknown) => string {
  const { t } = useTranslation("proposals");
  return (error) => {
    const problem = databaseProblem(error);
    if (problem.message === "proposal_order") {
      const steps = detailsOf<{ title: string }[]>(problem) ?? [];
      return t("errors.proposal_order", {
        titles: steps.map(({ title }) => t("quoted", { title })).join(", "),
      });
    }
    const word = WORDS.find((known) => known === problem.message);
    if (word) return t(`errors.${word}`);
    if (problem.kind === "offline" || problem.kind === "denied") return t(`errors.${problem.kind}`);
    return t("errors.failed");
  };
}
