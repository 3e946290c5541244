import { useRef, useState } from "react";
import { Link } from "react-router";

import { targetName, targetPath } from "../../contribute/data/suggestions/targets.ts";
import { useHref } from "../../shared/address/use-href.ts";
import { LoadFailed } from "../../shared/components/load-failed.tsx";
import { toast } from "../../shared/components/toast.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";
import { formatDateTime } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Button, button } from "../../shared/ui/button.tsx";
import { undoDecision } from "../data/review/decide.ts";
import { reviewKeys } from "../data/review/keys.ts";
import { myDecisions } from "../data/review/my-decisions.ts";
import { hideList, showHidden } from "../data/review/reports.ts";
import { kindKey } from "./kind-key.ts";

/** What the reviewer decided, read once it is opened; each can be taken back, here or in the history of its page. */
export function MyDecisions() {
  const { t } = useTranslation("review");
  const [isOpen, setOpen] = useState(false);
  const summary = useRef<HTMLElement>(null);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary ref={summary} className="min-h-11 content-center font-semibold">
        {t("decisions.title")}
      </summary>
      {/* The button that had the focus leaves with its row. */}
      {isOpen && <Rows onUndone={() => summary.current?.focus()} />}
    </details>
  );
}

interface Decided {
  ids: string[];
  /** What is hidden; undefined of what waits again. */
  hidden: "comment" | "list" | undefined;
  name: string;
}

function Rows({ onUndone }: { onUndone: () => void }) {
  const { t } = useTranslation([
    "review",
    "suggestions",
    "facts",
    "memberFile",
    "catalogue",
    "common",
  ]);
  const lang = useLanguage();
  const to = useHref();
  const problemText = useProblemText("review:errors", "suggestions:errors");
  const { data: rows, isError, refetch } = useMemberQuery(myDecisions());
  const { mutate, isPending, variables } = useMemberMutation({
    invalidates: [reviewKeys.all, ...reviewKeys.counts],
    write: async (client, { ids, hidden }: Decided) => {
      if (hidden === "list") await hideList(client, ids[0]!, "", false);
      else if (hidden) await showHidden(client, ids);
      else await undoDecision(client, ids, null);
    },
    onSuccess: (_done, { hidden, name }) => {
      toast.success(t(hidden ? "review:decisions.undone" : "review:undo.done", { title: name }));
      onUndone();
    },
    onError: (error) => toast.error(problemText(error)),
  });
  if (!rows) return isError ? <LoadFailed onRetry={refetch} /> : null;
  return (
    <div className="grid gap-4 text-sm">
      <p className="text-muted">{t("review:decisions.text")}</p>
      {rows.length === 0 && <p>{t("review:decisions.empty")}</p>}
      <ol className="border-b border-line empty:hidden">
        {rows.map(({ ids, kind, target_type: type, target_id: id, target, ...row }) => {
          const name = target ? targetName(target, lang) : (row.title ?? "");
          const isSubmission = kind === "new";
          const hidden = kind !== "hidden" ? undefined : type === "list" ? "list" : "comment";
          const outcome =
            kind === "hidden" || kind === "accepted"
              ? kind
              : kind === "report"
                ? "nothing"
                : "refused";
          const label = t(hidden ? "review:reports.show" : "review:decisions.putBack");
          return (
            <li
              key={ids[0]}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line py-3"
            >
              <div className="grid gap-1">
                <p className="font-semibold wrap-anywhere">
                  {target ? (
                    // Of what was never public there is no history.
                    <Link
                      to={isSubmission ? targetPath(target, lang) : to("history", { type, id })}
                      className="underline underline-offset-4"
                    >
                      {name}
                    </Link>
                  ) : (
                    name
                  )}
                </p>
                <p className="text-muted">
                  {[
                    ids.length > 1 && hidden
                      ? t("memberFile:hidden", { count: ids.length })
                      : t(`review:decisions.${outcome}`),
                    kind !== "hidden" && kind !== "accepted" && t(kindKey(kind)),
                    type !== "jersey" && ids.length === 1 && t(`facts:${type}`),
                    formatDateTime(row.decided_at, lang),
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </p>
              </div>
              {kind === "accepted" ? (
                <Link
                  to={to("history", { type, id })}
                  aria-label={t("common:of", { label: t("catalogue:history"), name })}
                  className={button({ size: "sm", variant: "outline" })}
                >
                  {t("catalogue:history")}
                </Link>
              ) : (
                <Button
                  size="sm"
                  variant="outline"
                  busy={isPending && variables.ids === ids}
                  disabled={isPending}
                  aria-label={t("common:of", { label, name })}
                  onClick={() => mutate({ ids, name, hidden })}
                >
                  {label}
                </Button>
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
