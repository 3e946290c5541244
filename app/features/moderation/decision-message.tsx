import { Check, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useHref } from "../../address/use-href.ts";
import { jerseyTeam } from "../../i18n/catalogue-names.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { jerseyParams } from "../../domain/jersey.ts";
import type { LastDecision } from "./use-decide.ts";

function messageOf({ decision, jersey }: LastDecision) {
  if (!jersey.edit) return decision;
  return decision === "approved" ? "edit.accepted" : "edit.refused";
}

/** Confirms the last decision and links to the jersey if it is public. */
export function DecisionMessage({ decided }: { decided: LastDecision | undefined }) {
  const { t } = useTranslation("admin");
  const to = useHref();
  const lang = useLanguage();
  const Icon = decided?.decision === "approved" ? Check : X;
  return (
    // In view below the bar, wherever in the queue the decision was taken.
    <div role="status" className="sticky top-[calc(var(--header)+0.5rem)] z-20 empty:hidden">
      {decided && (
        <p className="flex flex-wrap items-center gap-x-3 rounded-xl border border-line bg-surface px-4 py-1 text-sm shadow-sm">
          <Icon aria-hidden className="size-4 shrink-0" />
          <span className="py-2">
            {t(messageOf(decided), { team: jerseyTeam(decided.jersey, lang) })}
          </span>
          {(decided.decision === "approved" || decided.jersey.edit) && (
            <Link
              to={to("jersey", jerseyParams(decided.jersey))}
              className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
            >
              {t("see")}
            </Link>
          )}
        </p>
      )}
    </div>
  );
}
