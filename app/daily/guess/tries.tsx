import { ArrowDown, ArrowUp, Check, Minus, X } from "lucide-react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { factKey } from "../../shared/i18n/fact-key.ts";
import { teamName } from "../../shared/i18n/catalogue-names.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { cx } from "../../shared/ui/cx.ts";
import type { GuessTry } from "../data/guess.ts";

const FACTS = ["sport", "competition", "country", "color"] as const;

const ICONS = {
  same: Check,
  right: Check,
  other: X,
  unknown: Minus,
  earlier: ArrowDown,
  later: ArrowUp,
};
type Answer = keyof typeof ICONS;

const answerOf = (value: boolean | null): Answer =>
  value === null ? "unknown" : value ? "same" : "other";

/** The tries with their answers, the latest first. */
export function Tries({ tries }: { tries: readonly GuessTry[] }) {
  const { t } = useTranslation(["guess", "facts", "catalogue"]);
  const lang = useLanguage();
  if (tries.length === 0) return null;
  return (
    <section aria-labelledby="guess-tries" className="grid gap-3">
      <h3 id="guess-tries" className="caption">
        {t("guess:tries")}
      </h3>
      <ol reversed className="grid gap-3">
        {tries.toReversed().map((given) => (
          <li
            key={`${given.team_id}${given.decade}`}
            className="grid gap-2 rounded-xl border border-line p-3"
          >
            <ul className="flex flex-wrap gap-1.5">
              <Mark answer={given.team ? "right" : "other"} isLarge>
                {teamName(
                  { name: given.name.name ?? t("guess:goneTeam"), country: given.name.country },
                  { slug: given.name.competition ?? "" },
                  lang,
                )}
              </Mark>
              <Mark answer={given.when} isLarge>
                {t("catalogue:decade", { year: given.decade })}
              </Mark>
            </ul>
            <ul className="flex flex-wrap gap-1.5">
              {FACTS.map((fact) => (
                <Mark key={fact} answer={answerOf(given[fact])}>
                  {t(fact === "color" ? "guess:teamColor" : factKey(fact))}
                </Mark>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Mark({
  answer,
  isLarge = false,
  children,
}: {
  answer: Answer;
  isLarge?: boolean;
  children: string;
}) {
  const { t } = useTranslation("guess");
  const Icon = ICONS[answer];
  const isRight = answer === "same" || answer === "right";
  return (
    <li
      className={cx(
        "inline-flex items-center gap-1.5 rounded-full px-3 py-1",
        isLarge ? "font-semibold" : "text-sm",
        isRight ? "bg-success text-success-ink" : "bg-surface text-ink",
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      {children}
      <span className={answer === "earlier" || answer === "later" ? "font-normal" : "sr-only"}>
        {t(`answers.${answer}`)}
      </span>
    </li>
  );
}
