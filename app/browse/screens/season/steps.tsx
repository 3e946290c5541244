import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { PlainLink } from "../../../shared/components/plain-link.tsx";

import { useHref } from "../../../shared/address/use-href.ts";
import { button } from "../../../shared/ui/button.tsx";

interface Step {
  code: string;
  name: string;
}

/** Links to the seasons before and after. */
export function Steps({
  competitionId,
  previous,
  next,
}: {
  competitionId: string;
  previous: Step | undefined;
  next: Step | undefined;
}) {
  const { t } = useTranslation("season");
  const to = useHref();
  if (!previous && !next) return null;
  const link = ({ code, name }: Step, step: "previous" | "next") => (
    <PlainLink
      to={to("season", { competitionId, season: code })}
      aria-label={t(`steps.${step}`, { season: name })}
      className={button({ variant: "outline", className: "gap-1 px-3! max-sm:w-11" })}
    >
      {step === "previous" && <ChevronLeft aria-hidden className="size-4" />}
      {/* On a phone the menu beside them names the seasons. */}
      <span className="max-sm:hidden">{name}</span>
      {step === "next" && <ChevronRight aria-hidden className="size-4" />}
    </PlainLink>
  );
  return (
    <nav aria-label={t("steps.label")} className="flex gap-2">
      {previous && link(previous, "previous")}
      {next && link(next, "next")}
    </nav>
  );
}
