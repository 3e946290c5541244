import { Trash2 } from "lucide-react";
import { useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { toast } from "../../shared/components/toast.ts";
import { queryClient } from "../../shared/data/query-client.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";
import { Badge } from "../../shared/ui/badge.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { DeleteDialog } from "../catalogue/delete-dialog.tsx";
import { showSeason } from "../data/catalogue/admin-seasons.ts";
import { SHOWING_LINE_UPS } from "../data/line-ups/keys.ts";
import type { LineUpSeason } from "../data/line-ups/line-ups.ts";

/** Whether the public lists have a season, and its deletion, which offers to hide one that is used. */
export function SeasonActions({ season, onGone }: { season: LineUpSeason; onGone: () => void }) {
  const { t } = useTranslation(["adminLineUps", "adminCatalogue", "common"]);
  const [removes, setRemoves] = useState(false);
  const problemText = useProblemText("adminLineUps:errors");
  const show = useMemberMutation({
    write: (client) => showSeason(client, season.id),
    invalidates: SHOWING_LINE_UPS,
    endsExpiredSession: true,
    onSuccess: () => toast.success(t("adminLineUps:shown")),
    onError: (error) => toast.error(problemText(error)),
  });

  async function afterRemoval() {
    setRemoves(false);
    await Promise.all(
      SHOWING_LINE_UPS.map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    );
    onGone();
  }

  return (
    <div className="flex flex-wrap items-center gap-3">
      {!season.is_active && (
        <>
          <Badge tone="outline">{t("adminCatalogue:inactive")}</Badge>
          <Button variant="outline" busy={show.isPending} onClick={() => show.mutate()}>
            {t("adminLineUps:show")}
          </Button>
        </>
      )}
      <Button
        variant="ghost"
        size="icon"
        aria-label={t("common:of", { label: t("common:action.delete"), name: season.name })}
        onClick={() => setRemoves(true)}
      >
        <Trash2 aria-hidden className="size-5" />
      </Button>
      {removes && (
        <DeleteDialog
          table="seasons"
          row={season}
          name={season.name}
          onDone={() => void afterRemoval()}
          onClose={() => setRemoves(false)}
        />
      )}
    </div>
  );
}
