import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { factKey } from "../../shared/i18n/fact-key.ts";
import { Button } from "../../shared/ui/button.tsx";
import { formatDateTime } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import type { CatalogueRow } from "./kind.ts";
import type { Conflict } from "./use-catalogue-form.ts";

const FIELDS = [
  "name",
  "competition_id",
  "league",
  "sport",
  "short_name",
  "founded_year",
  "city",
  "country",
  "colors",
  "is_active",
] as const;

/** The fields of a row that differ between two versions. */
function changedFields(before: object, after: object): (typeof FIELDS)[number][] {
  const [old, now] = [before, after] as Record<string, unknown>[];
  return FIELDS.filter((field) => JSON.stringify(old?.[field]) !== JSON.stringify(now?.[field]));
}

/**
 * Shows what another administrator changed meanwhile, and lets the user choose whose version stays.
 */
export function ConflictMessage<Row extends CatalogueRow>({
  conflict: { newest, change },
  loaded,
  busy,
  onTakeTheirs,
  onKeepMine,
}: {
  conflict: Conflict<Row>;
  loaded: Row;
  busy: boolean;
  onTakeTheirs: (row: Row) => void;
  onKeepMine: () => void;
}) {
  const { t } = useTranslation(["adminCatalogue", "facts"]);
  const lang = useLanguage();
  const who = change?.by ?? t("conflict.someone");
  const when = change ? formatDateTime(change.at, lang) : "";
  const fields = newest ? changedFields(loaded, newest) : [];
  return (
    <div role="alert" className="grid gap-3 rounded-xl border border-danger p-4 text-sm">
      <p className="font-semibold">
        {t(newest ? "conflict.changed" : "conflict.deleted", { who, when })}
      </p>
      {fields.length > 0 && (
        <p>
          {t("conflict.fields", {
            fields: fields
              .map((field) => t([`adminCatalogue:fields.${field as "league"}`, factKey(field)]))
              .join(", "),
          })}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {newest && (
          <Button size="sm" variant="outline" onClick={() => onTakeTheirs(newest)}>
            {t("conflict.theirs")}
          </Button>
        )}
        <Button size="sm" variant="secondary" disabled={busy} onClick={onKeepMine}>
          {t(newest ? "conflict.mine" : "conflict.again")}
        </Button>
      </div>
    </div>
  );
}
