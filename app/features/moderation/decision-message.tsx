import { Check, Undo2, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { Button } from "../../components/ui/button.tsx";
import { useHref } from "../../address/use-href.ts";
import { jerseyTeam } from "../../i18n/catalogue-names.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { jerseyParams } from "../../domain/jersey.ts";
import type { LastDecision } from "./use-decide.ts";

function messageOf({ decision, jersey, isPart }: LastDecision) {
  if (!jersey.edit) return decision;
  if (isPart) return "edit.acceptedPart";
  return decision === "approved" ? "edit.accepted" : "edit.refused";
}

/** Confirms the last decision, links to the jersey if it is public, and undoes an approval. */
export function DecisionMessage({
  decided,
  onUndo,
}: {
  decided: LastDecision | undefined;
  /** Undefined if it can't be undone (any more). */
  onUndo: (() => void) | undefined;
}) {
  const { t } = useTranslation("admin");
  const to = useHref();
  const lang = useLanguage();
  const Icon = decided?.decision === "approved" ? Check : X;
  return (
    // In view below the bar, wherever in the queue the decision was taken.
    <div role="status" className="sticky top-[calc(var(--header)+0.5rem)] z-20 empty:hidden">
      {decided && (
        <p className="flex flex-wrap items-center gap-x-3 rounded-xl border border-line bg-surface px-4 py-1 text-sm shadow-sm">
          <span className="flex items-center gap-3 py-2">
            <Icon aria-hidden className="size-4 shrink-0" />
            <span>
              {t(messageOf(decided), {
                title: decided.jersey.title,
                team: jerseyTeam(decided.jersey, lang),
              })}
            </span>
          </span>
          {(decided.decision === "approved" || decided.jersey.edit) && (
            <Link
              to={to("jersey", jerseyParams(decided.jersey))}
              className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
            >
              {t("see")}
            </Link>
          )}
          {onUndo && (
            <Button
              variant="ghost"
              size="sm"
              className="ml-auto min-h-11"
              aria-keyshortcuts="u Control+z"
              onClick={onUndo}
            >
              <Undo2 aria-hidden />
              {t("undo.button")}
              <kbd
                aria-hidden
                className="hidden rounded border border-control bg-raised px-1.5 py-0.5 font-sans text-xs font-semibold pointer-fine:block"
              >
                U
              </kbd>
            </Button>
          )}
        </p>
      )}
    </div>
  );
}
