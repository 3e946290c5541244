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
    <div role="status" className="empty:hidden">
      {decided && (
        <p className="flex flex-wrap items-center gap-x-3 rounded-xl bg-surface px-4 py-1 text-sm">
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
