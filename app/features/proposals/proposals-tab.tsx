import { CheckCheck } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useHref } from "../../address/use-href.ts";
import { Badge } from "../../components/ui/badge.tsx";
import { Button } from "../../components/ui/button.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { useMemberQuery } from "../../data/member-query.ts";
import { type Proposal, proposalList, type Step } from "../../data/proposals/proposals.ts";
import { comparedJersey } from "../../data/proposals/compared.ts";
import { formatDateTime } from "../../i18n/format.ts";
import { reasonInWords } from "../../i18n/preset-reasons.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { ComparedJerseys, ComparedPicture } from "./compared-jerseys.tsx";
import { StepDialog } from "./step-dialog.tsx";

const GROUPS = ["open", "agreed", "done"] as const;

/** What the member can do with a proposal. The database decides. */
function stepsOf({ status, proposer_id }: Proposal, userId: string): Step[] {
  const isOwn = proposer_id === userId;
  if (status === "done") return ["undo"];
  if (isOwn) return ["withdraw"];
  return status === "open" ? ["agree", "object"] : ["object"];
}

/** Proposals to merge or remove jerseys: open, resting, and those that can be undone. */
export default function ProposalsTab({ userId }: { userId: string }) {
  const { t } = useTranslation("proposals");
  const list = useMemberQuery(proposalList());
  const [chosen, setChosen] = useState<{ proposal: Proposal; step: Step }>();
  return (
    <div className="grid grid-cols-1 gap-6">
      <header className="grid gap-1">
        <h2 className="heading text-xl">{t("title")}</h2>
        <p className="max-w-prose text-sm text-muted">{t("lead")}</p>
      </header>
      {list.isPending && <Skeleton className="h-96 rounded-2xl" />}
      {list.isError && !list.data && (
        <EmptyState
          title={t("loadFailed")}
          action={<Button onClick={() => void list.refetch()}>{t("retry")}</Button>}
        />
      )}
      {list.data?.length === 0 && (
        <EmptyState icon={<CheckCheck aria-hidden />} title={t("empty")} />
      )}
      {GROUPS.map((status) => {
        const proposals = list.data?.filter((proposal) => proposal.status === status) ?? [];
        if (proposals.length === 0) return null;
        return (
          <section key={status} aria-labelledby={`proposals-${status}`} className="grid gap-3">
            <h3 id={`proposals-${status}`} className="heading text-lg">
              {t(`groups.${status}`)}
            </h3>
            <ul className="grid gap-4">
              {proposals.map((proposal) => (
                <li key={proposal.id}>
                  <ProposalItem proposal={proposal}>
                    {stepsOf(proposal, userId).map((step) => (
                      <Button
                        key={step}
                        size="sm"
                        variant={step === "agree" ? "default" : "outline"}
                        onClick={() => setChosen({ proposal, step })}
                      >
                        {t(`steps.${step}.action`)}
                        <span className="sr-only">{` ${t("quoted", { title: proposal.title })}`}</span>
                      </Button>
                    ))}
                  </ProposalItem>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      {chosen && <StepDialog {...chosen} onClose={() => setChosen(undefined)} />}
    </div>
  );
}

function RemovedPicture({ id }: { id: string }) {
  const { data: jersey, isPending } = useMemberQuery(comparedJersey(id));
  return (
    <div className="size-40 empty:hidden">
      {isPending && <Skeleton className="h-full rounded-xl" />}
      {jersey && <ComparedPicture jersey={jersey} />}
    </div>
  );
}

function ProposalItem({ proposal, children }: { proposal: Proposal; children: ReactNode }) {
  const { t } = useTranslation("proposals");
  const lang = useLanguage();
  const to = useHref();
  const { kind, status, title, team, season, into_id, into_title, reason, urgency } = proposal;
  const when = status === "agreed" ? proposal.due_at : proposal.undo_until;
  return (
    <article
      aria-label={title}
      className="grid grid-cols-1 gap-3 rounded-2xl border border-line p-4 sm:p-5"
    >
      <p className="flex flex-wrap gap-2">
        <Badge tone="outline">{t(`kinds.${kind}`)}</Badge>
        {urgency && <Badge tone="accent">{t(`urgencies.${urgency}`)}</Badge>}
      </p>
      <div className="grid gap-1">
        <h4 className="font-semibold break-words">
          {status === "done" ? (
            title
          ) : (
            <Link
              to={to("history", { type: "jersey", id: proposal.jersey_id })}
              className="underline underline-offset-4"
            >
              {title}
            </Link>
          )}
        </h4>
        <p className="text-sm text-muted">{[team, season].filter(Boolean).join(", ")}</p>
        {into_id && status === "done" && (
          <p className="text-sm break-words">
            {t("mergedInto")}{" "}
            <Link
              to={to("history", { type: "jersey", id: into_id })}
              className="underline underline-offset-4"
            >
              {into_title}
            </Link>
          </p>
        )}
      </div>
      {status !== "done" &&
        (into_id ? (
          <ComparedJerseys goes={proposal.jersey_id} stays={into_id} />
        ) : (
          <RemovedPicture id={proposal.jersey_id} />
        ))}
      <blockquote className="max-w-prose border-l-4 border-line pl-3 break-words whitespace-pre-line">
        {reasonInWords(reason, lang)}
      </blockquote>
      <p className="text-sm text-muted">
        {t("by", {
          name: proposal.proposer?.username ?? t("former"),
          when: formatDateTime(proposal.created_at, lang),
        })}
        {when && status !== "open" && (
          <>
            <br />
            {t(status === "agreed" ? "due" : "until", { when: formatDateTime(when, lang) })}
          </>
        )}
      </p>
      <div className="flex flex-wrap gap-3">{children}</div>
    </article>
  );
}
