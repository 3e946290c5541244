import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { seasonInWords } from "../../../shared/i18n/season-in-words.ts";
import type { ReactNode } from "react";

import type { LocalDetail } from "./local-detail.ts";
import { colorPaths, factPaths } from "./fact-paths.ts";
import { ColorName } from "../../../shared/components/color-swatch.tsx";
import { PlainLink } from "../../../shared/components/plain-link.tsx";
import { factText } from "../../../shared/i18n/fact-text.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import { fieldOf } from "../../../shared/domain/facts/fact.ts";
import {
  JERSEY_FACTS,
  type JerseyFact,
  type JerseyFactName,
  teamFirst,
} from "../../../shared/domain/facts/jersey.ts";
import { memberName } from "../../../shared/i18n/member-name.ts";

/** The names of the labels: of a row, without `_id`. */
type FactLabel =
  | Exclude<JerseyFactName, `${string}_id` | "title" | "external_link" | "description">
  | "competition"
  | "season"
  | "author";

/** What stands elsewhere on the page, and names that stand for their row. */
const isShown = (fact: JerseyFact) =>
  !("row" in fact) && !["title", "external_link", "description"].includes(fact.name);

const SHOWN = teamFirst(JERSEY_FACTS.filter(isShown));

/**
 * The known facts of a jersey, each with a link to more of its kind. Unknown ones are left out, and the year where a
 * season says it.
 */
export function JerseyFacts({ jersey }: { jersey: LocalDetail }) {
  const { t } = useTranslation(["jersey", "facts"]);
  const lang = useLanguage();
  const own: Partial<Record<JerseyFactName, ReactNode>> = {
    team_id: jersey.team,
    competition_id: jersey.competitions?.name,
    season_id: jersey.seasons && seasonInWords(jersey.seasons.name, lang),
    colors: <Colors jersey={jersey} />,
    brand_id: jersey.brands?.name ?? jersey.brand,
  };
  const facts: { name: FactLabel; value: ReactNode }[] = [
    ...SHOWN.filter(({ name }) => name !== "year" || !jersey.seasons).map((fact) => ({
      name: fieldOf(fact.name) as FactLabel,
      value: fact.name in own ? own[fact.name] : factText(fact, jersey[fact.name], lang),
    })),
    { name: "author", value: jersey.profiles && memberName(jersey.profiles, lang) },
  ];
  const paths: Partial<Record<string, string>> = factPaths(jersey, lang);
  return (
    <section aria-labelledby="facts">
      <h2 id="facts" className="heading text-2xl">
        {t("jersey:facts.title")}
      </h2>
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] text-sm">
        {facts.map(({ name, value }) =>
          value ? (
            <div
              key={name}
              className="col-span-2 grid min-h-11 grid-cols-subgrid items-center gap-x-3 border-t border-line"
            >
              <dt className="text-muted">
                {t(name === "author" ? "jersey:facts.author" : `facts:${name}`)}
              </dt>
              <dd className="text-right font-medium wrap-anywhere">
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
