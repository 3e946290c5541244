import { CalendarDays } from "lucide-react";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { href } from "../../../shared/address/paths.ts";
import { useHref } from "../../../shared/address/use-href.ts";
import { FeedLink } from "../../../browse/components/feed-link.tsx";
import { menuItem, MoreMenu } from "../../../shared/components/menu.tsx";
import { PageHead } from "../../../shared/components/page-head.tsx";
import { PlainLink } from "../../../shared/components/plain-link.tsx";
import { accessContext, reader } from "../../../shared/data/access.ts";
import { storedHeaders, storedIf } from "../../../shared/data/stored.ts";
import { breadcrumbsFromHome } from "../../../shared/head/home-breadcrumbs.ts";
import { feedLinks } from "../../../shared/head/feed-links.ts";
import { pageMeta } from "../../../shared/head/page-meta.ts";
import { formatDay, formatMonth } from "../../../shared/i18n/format.ts";
import { type Language, languageOf } from "../../../shared/i18n/languages.ts";
import { translator } from "../../../shared/i18n/translations.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import { cx } from "../../../shared/ui/cx.ts";
import { EmptyState } from "../../../shared/ui/empty-state.tsx";
import { readGuessDays } from "../../data/guess-days.ts";
import { readDays, readFirstDay, readLatestDays } from "../../data/days.ts";
import { readDuels, readLatestDuels } from "../../data/duels.ts";
import { DuelSection } from "../../duel/duel-section.tsx";
import { MonthDuels } from "../../duel/month-duels.tsx";
import {
  addDays,
  addMonths,
  type Day,
  dayAt,
  isDay,
  isMonth,
  type Month,
  monthOf,
  startOf,
} from "../../../shared/domain/day.ts";
import { GuessSection } from "../../guess/guess-section.tsx";
import { MonthGuesses } from "../../guess/month-guesses.tsx";
import { PastDays } from "../../shown/past-days.tsx";
import { ShirtOfTheDay } from "../../shown/shirt-of-the-day.tsx";
import { useDay } from "../../shown/use-day.ts";
import { MonthLinks } from "./month-links.tsx";
import type { Route } from "./+types/route.ts";
import { titled } from "../../../shared/head/titled.ts";

/** Days before the one that is shown large: two rows of four. */
const BEFORE = 8;

/** The day's shirt with the days before it, or the days of `?month=` (docs/product/daily.md 28.1, 28.5). */
export async function loader({ context, url }: Route.LoaderArgs) {
  const client = reader(context);
  const lang = languageOf(url.pathname);
  const today = dayAt(new Date());
  const wanted = url.searchParams.get("month");
  const given = url.searchParams.get("guess");
  const guessed = given !== null && isDay(given) ? given : null;
  const first = await readFirstDay(client);
  const hasMonth =
    wanted !== null &&
    first !== undefined &&
    isMonth(wanted) &&
    wanted >= monthOf(first) &&
    wanted <= monthOf(today);
  const month = hasMonth ? wanted : null;
  const [days, guesses, duels, pastDuels] = await Promise.all([
    month
      ? readDays(client, `${month}-01`, lastOf(month), lang)
      : readLatestDays(client, BEFORE + 1, lang),
    month
      ? readGuessDays(client, `${month}-01`, lastOf(month))
      : guessed
        ? readGuessDays(client, guessed, guessed)
        : readGuessDays(client, addDays(today, -366), today),
    month || guessed ? null : readLatestDuels(client, today, lang),
    month ? readDuels(client, { from: `${month}-01`, to: lastOf(month), today }, lang) : [],
  ]);
  const isKnown =
    (wanted === null || hasMonth) && (given === null || (guessed !== null && guesses.length > 0));
  return storedIf(isKnown, {
    ...{ today, month, days, duels, pastDuels, first: monthOf(first ?? today) },
    // The page of one day's guess, linked by the archive.
    guessed: month === null && guessed !== null && guesses[0] ? guesses[0].day : null,
    guesses: month ? guesses : guesses.slice(0, 1),
    next: startOf(addDays(today, 1)).toISOString(),
    siteUrl: context.get(accessContext).siteUrl,
  });
}

const lastOf = (month: Month) => addDays(`${addMonths(month, 1)}-01`, -1);

export const headers: Route.HeadersFunction = storedHeaders;

export const meta: Route.MetaFunction = ({ location, loaderData }) => {
  if (!loaderData) return [];
  const lang = languageOf(location.pathname);
  const t = translator(lang, "daily");
  const { month, guessed, days, siteUrl } = loaderData;
  const search = month ? `?month=${month}` : guessed && `?guess=${guessed}`;
  return [
    ...pageMeta({
      screen: "today",
      params: {},
      ...(search && { search }),
      ...(!month && !guessed && days[0] && { picture: { kind: "daily", id: days[0].day } }),
      lang,
      siteUrl,
      title: guessed
        ? translator(lang, "guess")("meta", { day: formatDay(guessed, lang) })
        : month
          ? t("meta.month", { month: formatMonth(month, lang) })
          : titled(t("shown")),
      description: t("meta.description"),
      crumbs: crumbsOf(lang, loaderData),
    }),
    ...feedLinks({ kind: "daily" }, t("shown"), lang),
  ];
};

function crumbsOf(
  lang: Language,
  { month, guessed }: { month: Month | null; guessed: Day | null },
) {
  const title = translator(lang, "common")("nav.today");
  const label = month ? formatMonth(month, lang) : guessed && formatDay(guessed, lang);
  return label
    ? breadcrumbsFromHome(lang, { label: title, path: href("today", {}, lang) }, { label })
    : breadcrumbsFromHome(lang, { label: title });
}

export default function TodayScreen({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation(["daily", "guess", "common"]);
  const lang = useLanguage();
  const to = useHref();
  const { today, month, days, first, next, guesses, guessed, duels, pastDuels } = loaderData;
  const current = useDay(today);
  if (month) {
    return (
      <>
        <PageHead
          crumbs={crumbsOf(lang, loaderData)}
          title={t("ofMonth", { month: formatMonth(month, lang) })}
        />
        <div className="page grid grid-cols-1 gap-10">
          <h2 className="sr-only">{formatMonth(month, lang)}</h2>
          <PastDays days={days} />
          {guesses.length > 0 && <MonthGuesses guesses={guesses} />}
          <MonthDuels duels={pastDuels} />
          <MonthLinks month={month} first={first} last={monthOf(today)} />
        </div>
      </>
    );
  }
  const [guess] = guesses;
  if (guessed && guess) {
    return (
      <>
        <PageHead
          crumbs={crumbsOf(lang, loaderData)}
          title={t("guess:ofDay", { day: formatDay(guessed, lang) })}
          isCompact
        />
        <div className="page grid grid-cols-1 gap-10">
          <GuessSection guess={guess} today={current} hasTitle={false} />
        </div>
      </>
    );
  }
  const [latest, ...before] = days;
  return (
    <>
      <PageHead crumbs={crumbsOf(lang, loaderData)} title={t("common:nav.today")} isCompact>
        <div className="flex items-center gap-3">
          <p>
            <time dateTime={today}>{formatDay(today, lang)}</time> ·{" "}
            <time dateTime={next}>{t("next")}</time>
          </p>
          <MoreMenu>
            {latest && (
              <PlainLink
                to={`${to("today", {})}?month=${monthOf(latest.day)}`}
                className={menuItem}
              >
                <CalendarDays aria-hidden />
                {t("archive")}
              </PlainLink>
            )}
            <FeedLink subject={{ kind: "daily" }} />
          </MoreMenu>
        </div>
        <p role="status" className="mt-2 text-ink empty:hidden">
          {current > today && (
            <>
              {t("newDay")} {/* The document: what is being played stays until it is pressed. */}
              <a href={to("today", {})} className="underline underline-offset-4">
                {t("toNewDay")}
              </a>
            </>
          )}
        </p>
        {latest && latest.day !== today && (
          <p role="status" className="mt-2 text-ink">
            {t("late", { day: formatDay(latest.day, lang) })}
          </p>
        )}
      </PageHead>
      <div className="page grid grid-cols-1 gap-12 md:gap-16">
        <div className={cx("grid grid-cols-1 gap-12", guess && "lg:grid-cols-2")}>
          {latest ? (
            <ShirtOfTheDay shirt={latest} before={before} />
          ) : (
            <EmptyState icon={<CalendarDays aria-hidden />} title={t("none")} />
          )}
          {guess && <GuessSection guess={guess} today={current} />}
        </div>
        {duels && <DuelSection {...duels} />}
        {before.length > 0 && (
          <section aria-labelledby="days-before" className="grid grid-cols-1 gap-6">
            <h2 id="days-before" className="heading text-2xl md:text-3xl">
              {t("before")}
            </h2>
            <PastDays days={before} />
          </section>
        )}
      </div>
    </>
  );
}
