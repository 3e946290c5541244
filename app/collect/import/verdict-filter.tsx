import { useTranslation } from "react-i18next";

import { VerdictButtons } from "../exchange/verdict-buttons.tsx";
import type { Verdict } from "../domain/exchange/dry-run.ts";

/** Chooses which lines are shown, by what would happen to them. */
export function VerdictFilter<One extends Verdict>({
  verdicts,
  lines,
  chosen,
  onChoose,
}: {
  verdicts: readonly One[];
  lines: readonly { verdict: One }[];
  chosen: One;
  onChoose: (verdict: One) => void;
}) {
  const { t } = useTranslation("exchange");
  const counts = new Map<One, number>();
  for (const { verdict } of lines) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  return (
    <VerdictButtons
      verdicts={verdicts}
      counts={counts}
      chosen={chosen}
      nameOf={(verdict, count) => t(`check.verdicts.${verdict as Verdict}`, { count })}
      onChoose={onChoose}
    />
  );
}
