import type { User } from "@supabase/supabase-js";
import { Download } from "lucide-react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { toast } from "../../shared/components/toast.ts";
import { Button } from "../../shared/ui/button.tsx";
import { type AccountExport, readAccountExport } from "../data/export/export-data.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { csv } from "../../shared/domain/write-csv.ts";
import { flattened } from "./csv.ts";
import { saveFile } from "../../shared/browser/save-file.ts";

const LISTS = ["jerseys", "copies", "wishlist", "votes", "comments", "reports", "notices"] as const;

/** Downloads all data that is stored about the member. */
export function ExportData({ user }: { user: User }) {
  const { t } = useTranslation(["account", "submit", "catalogue", "exchange"]);
  // A mutation, though it only reads: it runs on demand and shows its failure.
  const { mutate: take, isPending } = useMemberMutation({
    write: async (client, save: (data: AccountExport) => void) =>
      save(await readAccountExport(client, user.id)),
    onError: (error) => {
      console.error("own data not read", error);
      toast.error(t("exchange:export.failed"));
    },
  });

  const saveJson = (data: AccountExport) => {
    const text = JSON.stringify(data, null, 2);
    saveFile("maillotheque.json", "application/json", text);
  };
  const saveCsv = (list: (typeof LISTS)[number]) => (data: AccountExport) => {
    const rows = data[list].map((row) => flattened(row));
    saveFile(`maillotheque-${list}.csv`, "text/csv;charset=utf-8", csv(rows));
  };

  return (
    <div className="grid gap-4" aria-busy={isPending}>
      <p className="max-w-prose text-muted">{t("data.text")}</p>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="outline" disabled={isPending} onClick={() => take(saveJson)}>
          <Download aria-hidden />
          {t("data.json")}
        </Button>
      </div>
      <div role="group" aria-label={t("data.csv")} className="flex flex-wrap items-center gap-2">
        <span className="text-sm text-muted">{t("data.csv")}</span>
        {LISTS.map((list) => (
          <Button
            key={list}
            variant="secondary"
            size="sm"
            disabled={isPending}
            onClick={() => take(saveCsv(list))}
          >
            {t([
              `account:data.lists.${list as "copies"}`,
              `account:shelves.${list as "wishlist"}`,
              `account:rooms.${list as "notices"}`,
              `catalogue:names.${list as "jerseys"}`,
            ])}
          </Button>
        ))}
      </div>
      <p role="status" className="text-sm text-muted empty:hidden">
        {isPending && t("submit:frame.busy")}
      </p>
    </div>
  );
}
