import { ChevronDown, RotateCcw, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { ConfirmDialog } from "../../shared/components/confirm-dialog.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { type RemovedCopy, removedAmount, removedCopies } from "../data/copies/copies.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { copyFacts } from "../i18n/copy-facts.ts";
import { formatDate } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { useCopyNames } from "./copy-words.ts";
import type { useCopyWrites } from "./use-copy-writes.ts";

/** The copies that were taken out in the last thirty days (docs/product/collect.md 25.5). */
export function Bin({
  userId,
  writes,
}: {
  userId: string;
  writes: ReturnType<typeof useCopyWrites>;
}) {
  const { t } = useTranslation(["copies", "common"]);
  const lang = useLanguage();
  const { data: amount = 0 } = useMemberQuery(removedAmount(userId));
  const { data: removed } = useMemberQuery({ ...removedCopies(userId), enabled: amount > 0 });
  const [doomed, setDoomed] = useState<RemovedCopy>();
  const entries = useMemo(
    () => removed?.map((copy) => ({ copy, facts: copyFacts(copy, lang) })) ?? [],
    [removed, lang],
  );
  const names = useCopyNames(entries);
  if (!removed || removed.length === 0) return null;
  const titleOf = (copy: RemovedCopy) => names.get(copy.id) ?? "";

  function destroy(copy: RemovedCopy) {
    setDoomed(undefined);
    writes.destroy(copy.id);
  }

  return (
    <details className="fold rounded-2xl border border-line px-4">
      <summary className="flex min-h-12 items-center justify-between gap-3 font-semibold">
        {t("bin.title", { count: removed.length })}
        <ChevronDown aria-hidden />
      </summary>
      <p className="text-sm text-muted">{t("bin.text")}</p>
      {removed.length > 1 && (
        <Button
          variant="outline"
          size="sm"
          className="mt-2"
          onClick={() => writes.restore(removed)}
        >
          <RotateCcw aria-hidden />
          {t("bin.restoreAll")}
        </Button>
      )}
      <ul className="my-2 grid grid-cols-1">
        {removed.map((copy) => {
          const title = titleOf(copy);
          return (
            <li
              key={copy.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line py-2"
            >
              <div className="min-w-0">
                <p className="truncate font-semibold">{title}</p>
                <p className="text-sm text-muted">
                  {t("bin.since", { date: formatDate(copy.removed_at, lang) })}
                </p>
              </div>
              <div className="flex gap-2">
                <Button
                  variant="outline"
                  size="sm"
                  aria-label={t("common:of", { label: t("bin.restore"), name: title })}
                  onClick={() => writes.restore([copy])}
                >
                  <RotateCcw aria-hidden />
                  {t("bin.restore")}
                </Button>
                <Button
                  variant="ghost"
                  size="sm"
                  aria-label={t("common:of", { label: t("common:action.delete"), name: title })}
                  onClick={() => setDoomed(copy)}
                >
                  <Trash2 aria-hidden />
                  {t("common:action.delete")}
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
      {doomed && (
        <ConfirmDialog
          title={t("bin.confirmTitle", { title: titleOf(doomed) })}
          text={t("bin.confirmText")}
          confirm={t("common:action.delete")}
          cancel={t("common:action.cancel")}
          close={t("common:close")}
          onConfirm={() => destroy(doomed)}
          onClose={() => setDoomed(undefined)}
        />
      )}
    </details>
  );
}
