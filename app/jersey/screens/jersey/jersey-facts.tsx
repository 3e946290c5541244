import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { seasonInWords } from "../../../shared/i18n/season-in-words.ts";
import { Pencil } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";

import type { LocalDetail } from "./local-detail.ts";
import { colorPaths, factPaths } from "./fact-paths.ts";
import { ColorName } from "../../../shared/components/color-swatch.tsx";
import { PlainLink } from "../../../shared/components/plain-link.tsx";
import { formatPrice } from "../../../shared/i18n/format.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import type { CorrectionForm } from "../../../shared/domain/rules/correction-rules.ts";
import { useHref } from "../../../shared/address/use-href.ts";
import { memberName } from "../../../shared/i18n/member-name.ts";

/** The field of the correction form that has a fact. */
const FIELDS: Partial<Record<string, keyof CorrectionForm>> = {
  team: "team_id",
  competition: "competition_id",
  season: "season_id",
  year: "year",
  kitType: "kit_type",
  colors: "colors",
  brand: "brand_id",
  edition: "edition",
  price: "price",
};

/**
 * The known facts of a jersey, each with a link to more of its kind. Unknown ones are left out. Of a
 * public jersey each leads to its correction (docs/product/jersey.md 5.15); by touch the correction's list does.
 */
export function JerseyFacts({ jersey, isPublic }: { jersey: LocalDetail; isPublic: boolean }) {
  const { t } = useTranslation("jersey");
  const { t: common } = useTranslation();
  const lang = useLanguage();
  const facts = {
    team: jersey.team,
    league: common(`league.${jersey.league}`),
    competition: jersey.competitions?.name,
    season: jersey.seasons && seasonInWords(jersey.seasons.name, lang),
    year: jersey.year,
    kitType: jersey.kit_type && common(`kitType.${jersey.kit_type}`),
    colors: <Colors jersey={jersey} />,
    brand: jersey.brands?.name ?? jersey.brand,
    edition: jersey.edition,
    price: jersey.price === null ? null : formatPrice(jersey.price, lang),
    author: jersey.profiles && memberName(jersey.profiles, lang),
  };
  const paths: Partial<Record<string, string>> = factPaths(jersey, lang);
  const correction = useHref()("suggest", { type: "jersey", id: jersey.id });
  return (
    <section aria-labelledby="facts">
      <h2 id="facts" className="heading text-2xl">
        {t("facts.title")}
      </h2>
      <dl className="mt-3 grid grid-cols-[auto_auto_minmax(0,1fr)] text-sm">
        {Object.entries(facts).map(([name, value]) =>
          value ? (
            <div
              key={name}
              className="group col-span-3 grid min-h-11 grid-cols-subgrid items-center gap-x-3 border-t border-line"
            >
              <dt className="text-muted">{t(`facts.${name as keyof typeof facts}`)}</dt>
              {isPublic && FIELDS[name] && (
                <dd className="pointer-coarse:hidden">
                  <Link
                    to={`${correction}#${FIELDS[name]}`}
                    rel="nofollow"
                    aria-label={t("facts.correct", {
                      fact: t(`facts.${name as keyof typeof facts}`),
                    })}
                    className="needs-scripts grid size-11 -my-1 -ml-3 place-items-center text-muted opacity-0 group-hover:opacity-100 hover:text-ink focus-visible:opacity-100"
                  >
                    <Pencil aria-hidden className="size-4" />
                  </Link>
                </dd>
              )}
              <dd className="col-start-3 text-right font-medium wrap-anywhere">
                <Fact path={paths[name]}>{value}</Fact>
              </dd>
            </div>
          ) : null,
        )}
      </dl>
    </section>
  );
}

function Fact({ path, children }: { path: string | undefined; children: ReactNode }) {
  if (path === undefined) return children;
  return (
    <PlainLink
      to={path}
      className="inline-flex min-h-11 items-center py-1 underline decoration-control underline-offset-4 hover:decoration-ink"
    >
      {children}
    </PlainLink>
  );
}

/** The main colour first. */
function Colors({ jersey }: { jersey: LocalDetail }) {
  const lang = useLanguage();
  const paths = colorPaths(jersey, lang);
  return (
    <span className="flex flex-wrap justify-end gap-x-4">
      {jersey.colors.map((color) => (
        <Fact key={color} path={paths[color]}>
          <ColorName color={color} />
        </Fact>
      ))}
    </span>
  );
}
