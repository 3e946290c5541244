import { Shirt } from "lucide-react";
import type { ComponentType, ReactNode } from "react";
import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { ColorName } from "../../shared/components/color-swatch.tsx";
import type { JerseyCardProps } from "../../shared/components/jersey-card.tsx";
import { TeamShirt } from "../../shared/components/team-shirt.tsx";
import { COLOR_HEX } from "../../shared/domain/colors.ts";
import type { JerseySummary } from "../../shared/domain/jersey.ts";
import { teamName } from "../../shared/i18n/catalogue-names.ts";
import { formatNumber } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import type { YearInShirts } from "../data/year.ts";

const GRID = "grid grid-cols-2 gap-4 lg:grid-cols-4";
const SIZES = "(min-width: 64rem) 25vw, 50vw";

/** A year in shirts: figures, the strip of colours, and the three shirts and clubs that stand out. */
export function YearView({
  year,
  counted,
  Card,
}: {
  year: number;
  counted: YearInShirts;
  Card: ComponentType<JerseyCardProps>;
}) {
  const { t } = useTranslation("myYear");
  const lang = useLanguage();
  const {
    shirts,
    seasons,
    firstYear,
    lastYear,
    club,
    oldest,
    rarest,
    rarestOwners,
    colors,
    covers,
  } = counted;
  if (shirts === 0) {
    return <EmptyState icon={<Shirt aria-hidden />} title={t("none", { year })} />;
  }
  const span = firstYear === lastYear ? String(firstYear) : `${firstYear}–${lastYear}`;
  return (
    <div className="grid grid-cols-1 gap-10">
      <dl className="grid grid-cols-1 gap-x-6 gap-y-8 sm:grid-cols-3">
        <Figure value={formatNumber(shirts, lang)} label={t("shirts", { count: shirts })} />
        {firstYear !== null && <Figure value={span} label={t("seasons", { count: seasons })} />}
        {counted.contributions > 0 && (
          <Figure
            value={formatNumber(counted.contributions, lang)}
            label={t("contributions", { count: counted.contributions })}
          />
        )}
      </dl>
      {colors.length > 0 && (
        <section aria-labelledby="year-colors" className="grid grid-cols-1 gap-4">
          <h2 id="year-colors" className="heading text-2xl md:text-3xl">
            {t("colors")}
          </h2>
          <div
            aria-hidden
            className="flex h-16 overflow-hidden rounded-2xl border border-control forced-color-adjust-none md:h-24"
          >
            {colors.map(({ color, shirts: count }) => (
              <span key={color} style={{ flexGrow: count, backgroundColor: COLOR_HEX[color] }} />
            ))}
          </div>
          <ul className="flex flex-wrap gap-x-6 gap-y-2">
            {colors.map(({ color, shirts: count }) => (
              <li key={color} className="flex items-center gap-2">
                <ColorName color={color} />
                <span className="text-muted tabular-nums">{formatNumber(count, lang)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {covers.length > 0 && (
        <section aria-labelledby="year-added" className="grid grid-cols-1 gap-4">
          <h2 id="year-added" className="heading text-2xl md:text-3xl">
            {t("added")}
          </h2>
          <div className={GRID}>
            {covers.map((jersey) => (
              <Card key={jersey.id} jersey={jersey} sizes={SIZES} />
            ))}
          </div>
        </section>
      )}
      <div className={GRID}>
        {club && <Club {...club} />}
        {oldest && <Standout title={t("oldest")} jersey={oldest} Card={Card} />}
        {rarest && (
          <Standout
            title={t("rarest")}
            note={t("rarestOwners", { count: rarestOwners })}
            jersey={rarest}
            Card={Card}
          />
        )}
      </div>
    </div>
  );
}

function Figure({ value, label }: { value: string; label: string }) {
  return (
    <div className="flex flex-col-reverse justify-end gap-1 border-t-4 border-ink pt-3">
      <dt className="text-muted">{label}</dt>
      <dd className="numeral text-4xl leading-none">{value}</dd>
    </div>
  );
}

function Titled({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid grid-cols-1 content-start gap-3">
      <div>
        <h2 className="heading text-xl">{title}</h2>
        <p className="min-h-6 text-sm text-muted">{note}</p>
      </div>
      {children}
    </section>
  );
}

function Club({ team, shirts }: NonNullable<YearInShirts["club"]>) {
  const { t } = useTranslation(["myYear", "catalogue"]);
  const lang = useLanguage();
  const to = useHref();
  return (
    <Titled title={t("club")} note={t("catalogue:count.jerseys", { count: shirts })}>
      <Link
        to={to("team", { teamId: team.id })}
        className="grid justify-items-center gap-3 rounded-2xl bg-surface p-4 text-center font-semibold hover:underline"
      >
        <TeamShirt
          colors={team.colors}
          league={team.competition?.league ?? "SOCCER"}
          className="aspect-square w-full"
        />
        {teamName(team, team.competition, lang)}
      </Link>
    </Titled>
  );
}

function Standout({
  title,
  note,
  jersey,
  Card,
}: {
  title: string;
  note?: string;
  jersey: JerseySummary;
  Card: ComponentType<JerseyCardProps>;
}) {
  return (
    <Titled title={title} note={note ?? (jersey.year ? String(jersey.year) : "")}>
      <Card jersey={jersey} sizes={SIZES} />
    </Titled>
  );
}
