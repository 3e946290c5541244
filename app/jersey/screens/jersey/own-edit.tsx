import { CircleX, Clock } from "lucide-react";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { useMemberQuery } from "../../../shared/data/member-query.ts";
import { ownEdit } from "../../../contribute/data/suggestions/mine.ts";
import { SuggestionActions } from "../../../contribute/my-contributions/suggestion-actions.tsx";
import { SuggestionParts } from "../../../contribute/my-contributions/suggestion-parts.tsx";
import type { Namespace } from "../../../shared/i18n/messages.ts";
import { useMessages } from "../../i18n/use-messages.ts";

const TEXTS: Namespace[] = ["contributions", "suggestions"];

/**
 * What the author wants changed on their approved jersey: what waits, or what was refused and why. The page around it shows
 * the approved version. Lazy, because of the query library; its texts load with it.
 */
export default function OwnEdit({ jerseyId, memberId }: { jerseyId: string; memberId: string }) {
  const { t } = useTranslation("jersey");
  const { data: edit } = useMemberQuery(ownEdit(jerseyId, memberId));
  const isReady = useMessages(TEXTS);
  if (!edit || !isReady) return null;
  const state = edit.status === "open" ? "open" : "refused";
  const Icon = state === "open" ? Clock : CircleX;
  return (
    <section
      aria-label={t("edit.label")}
      className="flex gap-3 rounded-2xl border border-control bg-surface p-4"
    >
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-3">
        <div className="grid gap-1">
          <p className="font-semibold">{t(`edit.${state}`)}</p>
          <p className="text-sm text-muted">{t(`edit.${state}Text`)}</p>
        </div>
        <SuggestionParts suggestion={edit} />
        <div className="flex flex-wrap gap-2">
          <SuggestionActions suggestion={edit} />
        </div>
      </div>
    </section>
  );
}
