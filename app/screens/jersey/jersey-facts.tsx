import { useTranslation } from "react-i18next";

import type { LocalDetail } from "./local-detail.ts";
import { formatPrice } from "../../i18n/format.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { leagueLabel } from "../../domain/leagues.ts";

/** The known facts of a jersey. Unknown ones are left out. */
export function JerseyFacts({ jersey }: { jersey: LocalDetail }) {
  const { t } = useTranslation("jersey");
  const { t: common } = useTranslation();
  const lang = useLanguage();
  const facts = {
    team: jersey.team,
    league: common(leagueLabel(jersey.league, jersey.competitions)),
    competition: jersey.competitions?.name,
    season: jersey.seasons?.name,
    year: jersey.year,
    kitType: jersey.kit_type && common(`kitType.${jersey.kit_type}`),
    brand: jersey.brands?.name ?? jersey.brand,
    edition: jersey.edition,
    price: jersey.price === null ? null : formatPrice(jersey.price, lang),
    author: jersey.profiles?.display_name || jersey.profiles?.username,
  };
  return (
    <section aria-labelledby="facts">
      <h2 id="facts" className="heading text-2xl">
        {t("facts.title")}
      </h2>
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] text-sm">
        {Object.entries(facts).map(([name, value]) =>
          value ? (
            <div
              key={name}
              className="col-span-2 grid grid-cols-subgrid gap-x-6 border-t border-line py-2.5"
            >
              <dt className="text-muted">{t(`facts.${name as keyof typeof facts}`)}</dt>
              <dd className="text-right font-medium">{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </section>
  );
}
