import type { ReactNode } from "react";
import { Link } from "react-router";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { button } from "../../../shared/ui/button.tsx";
import type { Counts } from "../../../shared/data/counts/counts.ts";
import { formatNumber } from "../../../shared/i18n/format.ts";
import { useHref } from "../../../shared/address/use-href.ts";
import { useSignInPath } from "../../../shared/address/use-sign-in-path.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import type { JerseySummary } from "../../../shared/domain/jersey.ts";
import { ShirtWall } from "./shirt-wall.tsx";

/** The further ways share rows on a phone. */
const more = "max-sm:grow max-sm:px-3";

const COUNTERS = ["jerseys", "teams", "competitions"] as const;

/** The top of the home page: introduction, counters, links, and above all the search field. */
export function Hero({
  counts,
  wall,
  search,
}: {
  counts: Counts;
  wall: JerseySummary[];
  search: ReactNode;
}) {
  const { t } = useTranslation(["home", "common", "catalogue"]);
  const to = useHref();
  const signUp = useSignInPath({ mode: "signup" });
  const lang = useLanguage();
  return (
    <section className="relative isolate overflow-hidden border-b border-line in-data-session:border-0">
      <div className="if-visitor">
        <ShirtWall jerseys={wall} />
      </div>
      {/* For members it is the field alone, and nothing where the bar has one: they know where they are. */}
      <div className="page grid content-end pt-44 pb-6 sm:max-lg:not-in-data-session:pt-64 lg:min-h-[36rem] lg:content-center lg:py-16 in-data-session:min-h-0 in-data-session:pt-6 in-data-session:pb-0 lg:in-data-session:min-h-0 lg:in-data-session:py-0">
        <div className="grid gap-4 lg:max-w-[35rem] xl:max-w-[38rem] lg:gap-6">
          <h1 className="heading text-4xl in-data-session:sr-only">{t("hero.title")}</h1>
          <p className="if-visitor max-w-[30rem] text-lg text-pretty text-muted">
            {t("hero.subtitle")}
          </p>
          {/* From here on the bar has the field; a stranger finds it twice, as the way in above all others. */}
          <div className="lg:in-data-session:hidden">{search}</div>
          <div className="if-visitor flex flex-wrap gap-2 sm:gap-3">
            <div className="basis-full">
              <Link to={signUp} className={button({ variant: "hero", className: "max-sm:w-full" })}>
                {t("hero.auth")}
              </Link>
            </div>
            <a href="#tendances" className={button({ variant: "outline", className: more })}>
              {t("hero.trends")}
            </a>
            <Link to={to("submit", {})} className={button({ variant: "outline", className: more })}>
              {t("common:nav.submit")}
            </Link>
            <Link
              to={to("account", {})}
              className={button({ variant: "outline", className: more })}
            >
              {t("common:nav.account")}
            </Link>
          </div>
          <dl className="if-visitor flex flex-wrap gap-x-8 gap-y-4 lg:mt-6 md:gap-x-12">
            {COUNTERS.filter((counter) => counts[counter] > 0).map((counter) => (
              <div key={counter} className="flex flex-col-reverse">
                <dt className="caption">
                  {t(`catalogue:label.${counter}`, { count: counts[counter] })}
                </dt>
                <dd className="numeral text-4xl">{formatNumber(counts[counter], lang)}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </section>
  );
}
