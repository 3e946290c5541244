import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { button } from "../../../shared/ui/button.tsx";
import type { Counts } from "../../../shared/data/counts/counts.ts";
import { formatNumber } from "../../../shared/i18n/format.ts";
import { useHref } from "../../../shared/address/use-href.ts";
import { useSignInPath } from "../../../shared/address/use-sign-in-path.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import type { JerseySummary } from "../../../shared/domain/jersey.ts";
import { ShirtWall } from "./shirt-wall.tsx";

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
  const { t } = useTranslation("home");
  const to = useHref();
  const signIn = useSignInPath();
  const lang = useLanguage();
  return (
    <section className="relative isolate overflow-hidden border-b border-line">
      <div className="if-visitor">
        <ShirtWall jerseys={wall} />
      </div>
      {/* For members it is a line: they know where they are. */}
      <div className="page grid content-end pt-44 pb-6 sm:max-lg:not-in-data-session:pt-64 lg:min-h-[36rem] lg:content-center lg:py-16 in-data-session:min-h-0 in-data-session:py-6 lg:in-data-session:min-h-0 lg:in-data-session:py-6">
        <div className="grid gap-4 lg:gap-6 lg:max-w-[33rem] lg:in-data-session:max-w-none lg:in-data-session:grid-cols-[1fr_auto] lg:in-data-session:items-center">
          <h1 className="heading text-4xl in-data-session:text-2xl">{t("hero.title")}</h1>
          <p className="if-visitor max-w-[30rem] text-lg text-pretty text-muted">
            {t("hero.subtitle")}
          </p>
          {/* From here on the bar has the field; a stranger finds it twice, as the way in above all others. */}
          <div className="lg:in-data-session:hidden">{search}</div>
          {/* One line above a member's shirts, on a phone too. */}
          <div className="flex flex-wrap gap-3 max-sm:in-data-session:-mx-(--gutter) max-sm:in-data-session:flex-nowrap max-sm:in-data-session:overflow-x-auto max-sm:in-data-session:px-(--gutter) max-sm:in-data-session:[scrollbar-width:none] *:shrink-0">
            <a href="#tendances" className={button({ variant: "outline" })}>
              {t("hero.trends")}
            </a>
            <Link to={to("submit", {})} className={button({ variant: "outline" })}>
              {t("hero.submit")}
            </Link>
            <Link to={signIn} className={button({ variant: "outline", className: "if-visitor" })}>
              {t("hero.auth")}
            </Link>
            <Link
              to={to("account", {})}
              className={button({ variant: "outline", className: "if-member" })}
            >
              {t("hero.account")}
            </Link>
          </div>
          <dl className="if-visitor flex flex-wrap gap-x-8 gap-y-4 lg:mt-6 md:gap-x-12">
            {COUNTERS.map((counter) => (
              <div key={counter} className="flex flex-col-reverse">
                <dt className="caption">{t(`counters.${counter}`, { count: counts[counter] })}</dt>
                <dd className="numeral text-4xl">{formatNumber(counts[counter], lang)}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </section>
  );
}
