import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { JerseyFrame } from "../../shared/components/jersey-frame.tsx";
import { JerseyImage } from "../../shared/components/jersey-image.tsx";
import { GRID_SIZES } from "../../shared/components/jersey-grid.tsx";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import type { DayFacts } from "../data/days.ts";
import { factsLine } from "./facts-line.ts";

/** A day's shirt that is no longer in the catalogue: what was drawn, without its photo and its page. */
export function DrawnCard({ facts }: { facts: DayFacts }) {
  const { t } = useTranslation(["daily", "guess"]);
  const lang = useLanguage();
  return (
    <article className="card">
      <JerseyFrame jersey={facts} className="rounded-2xl">
        <JerseyImage jersey={facts} path={null} alt="" sizes={GRID_SIZES} />
      </JerseyFrame>
      <div className="card-text">
        <h3>{facts.team}</h3>
        <p className="card-facts">{factsLine(facts, lang)}</p>
        <p className="card-facts">{t("guess:gone")}</p>
      </div>
    </article>
  );
}
