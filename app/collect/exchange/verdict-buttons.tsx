import { useTranslation } from "react-i18next";

import { Button } from "../../shared/ui/button.tsx";

/** Which lines of a dry run are shown: a button for each verdict, with how many lines it has. */
export function VerdictButtons<Verdict extends string>({
  verdicts,
  counts,
  chosen,
  nameOf,
  onChoose,
}: {
  verdicts: readonly Verdict[];
  counts: ReadonlyMap<Verdict, number>;
  chosen: Verdict;
  nameOf: (verdict: Verdict, count: number) => string;
  onChoose: (verdict: Verdict) => void;
}) {
  const { t } = useTranslation("exchange");
  return (
    <div role="group" aria-label={t("check.show")} className="flex flex-wrap gap-2">
      {verdicts.map((verdict) => (
        <Button
          key={verdict}
          variant={verdict === chosen ? "default" : "secondary"}
          size="sm"
          aria-pressed={verdict === chosen}
          disabled={(counts.get(verdict) ?? 0) === 0}
          onClick={() => onChoose(verdict)}
        >
          {nameOf(verdict, counts.get(verdict) ?? 0)}
        </Button>
      ))}
    </div>
  );
}
