import { seasonInWords } from "../../shared/i18n/season-in-words.ts";
import { Heart } from "lucide-react";
import { useTranslation } from "react-i18next";

import { JerseyCard } from "../../shared/components/jersey-card.tsx";
import { GRID_SIZES, JerseyGrid } from "../../shared/components/jersey-grid.tsx";
import { Button } from "../../shared/ui/button.tsx";
import type { TeamJersey } from "../data/shelves/missing.ts";
import type { SeasonCompleteness } from "../domain/copies/completeness.ts";
import { localJersey } from "../../shared/i18n/catalogue-names.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import type { useWishes } from "./use-wishes.ts";

/** What a collection lacks of a team's season: each jersey with its heart, and one button for all. */
export function MissingSeason({
  season: { season, held, total, missing },
  wishes,
}: {
  season: SeasonCompleteness<TeamJersey>;
  wishes: ReturnType<typeof useWishes>;
}) {
  const { t } = useTranslation(["collectionNumbers", "collection"]);
  const lang = useLanguage();
  const name = season ? seasonInWords(season, lang) : t("collectionNumbers:missing.noSeason");
  const toWish = missing.filter(({ isWished }) => !isWished).map(({ id }) => id);
  return (
    <section aria-label={name} className="grid grid-cols-1 gap-4">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-3 border-b border-line pb-2">
        <h4 className="flex items-baseline gap-3">
          <span className="numeral text-2xl">{name}</span>
          <span className="text-sm text-muted">
            {t("collection:complete.of", { held, count: total })}
          </span>
        </h4>
        {toWish.length > 1 && (
          <Button
            variant="ghost"
            size="sm"
            // Longer than a narrow phone in some languages.
            className="h-auto! min-h-11 whitespace-normal!"
            disabled={wishes.isPending}
            aria-label={t("collectionNumbers:missing.wishSeasonOf", { season: name })}
            onClick={() => wishes.wish(toWish)}
          >
            <Heart aria-hidden />
            {t("collectionNumbers:missing.wishSeason")}
          </Button>
        )}
      </div>
      <JerseyGrid>
        {missing.map(({ isWished, ...stored }) => {
          const jersey = localJersey(stored, lang);
          return (
            <li key={jersey.id}>
              <JerseyCard
                jersey={jersey}
                sizes={GRID_SIZES}
                said="team"
                extra={
                  <Button
                    variant="ghost"
                    size="icon"
                    aria-pressed={isWished}
                    disabled={wishes.isPending}
                    aria-label={t("collection:of.wishlist", { title: jersey.title })}
                    onClick={() => (isWished ? wishes.unwish : wishes.wish)([jersey.id])}
                  >
                    <Heart aria-hidden fill={isWished ? "currentColor" : "none"} />
                  </Button>
                }
              />
            </li>
          );
        })}
      </JerseyGrid>
    </section>
  );
}
