import { useTranslation } from "react-i18next";

import { Button } from "../../shared/ui/button.tsx";

/** Asks whether lines that say the same word for word are as many copies. */
export function RepeatedLines({
  count,
  areCopies,
  onAnswer,
}: {
  count: number;
  areCopies: boolean;
  onAnswer: (areCopies: boolean) => void;
}) {
  const { t } = useTranslation("exchange");
  return (
    <div
      role="group"
      aria-labelledby="repeated-lines"
      className="grid max-w-prose gap-3 rounded-xl bg-surface p-4"
    >
      <p id="repeated-lines">{t("check.repeated.question", { count })}</p>
      <div className="flex flex-wrap gap-2">
        {[false, true].map((answer) => (
          <Button
            key={String(answer)}
            variant={answer === areCopies ? "default" : "outline"}
            size="sm"
            aria-pressed={answer === areCopies}
            onClick={() => onAnswer(answer)}
          >
            {t(answer ? "check.repeated.copies" : "check.repeated.once")}
          </Button>
        ))}
      </div>
    </div>
  );
}
