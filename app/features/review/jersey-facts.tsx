import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { ColorNames } from "../../components/color-swatch.tsx";
import type { SubmissionRow } from "../../data/review/queue.ts";
import type { NamedTarget } from "../../data/suggestions/targets.ts";
import { externalLink } from "../../domain/external-link.ts";
import { competitionName, jerseyTeam } from "../../i18n/catalogue-names.ts";
import { formatPrice } from "../../i18n/format.ts";
import { WORDS } from "../../i18n/jersey-changes.ts";
import { useLanguage } from "../../i18n/use-language.ts";

/** The facts of a submission. One line names all empty fields. */
export function JerseyFacts({
  jersey,
  target,
}: {
  jersey: SubmissionRow["detail"]["jersey"];
  /** Its row with the names of what it refers to. */
  target: NamedTarget | null;
}) {
  const { t } = useTranslation(["review", "common"]);
  const lang = useLanguage();
  const { fields: labels } = WORDS[lang];
  const named = target?.type === "jersey" ? target : undefined;
  const link = externalLink(jersey.external_link);
  const facts = {
    competition: named && competitionName(named.competition, lang),
    season: named?.season.name,
    team: (
      <>
        {jerseyTeam({ team: jersey.team, teams: named?.teams ?? null }, lang)}
        {!jersey.team_id && <em className="text-muted"> ({t("review:facts.freeTeam")})</em>}
      </>
    ),
    year: jersey.year,
    kit_type: jersey.kit_type && t(`common:kitType.${jersey.kit_type}`),
    colors: jersey.colors.length > 0 && <ColorNames colors={jersey.colors} />,
    brand: jersey.brand,
    edition: jersey.edition,
    price: jersey.price !== null && formatPrice(jersey.price, lang),
    external_link: link && (
      <a
        href={link.href}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        className="break-all underline underline-offset-4"
      >
        {jersey.external_link}
      </a>
    ),
    description: jersey.description && (
      <span className="whitespace-pre-wrap wrap-anywhere">{jersey.description}</span>
    ),
  } satisfies Record<string, ReactNode>;
  const fields = Object.keys(facts) as (keyof typeof facts)[];
  const empty = fields.filter((field) => !facts[field]);
  return (
    <div className="grid gap-3 text-sm">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3">
        {fields
          .filter((field) => facts[field])
          .map((field) => (
            <div key={field} className={WIDE.has(field) ? "col-span-2" : "min-w-0"}>
              <dt className="text-muted">{labels[field]}</dt>
              <dd className="mt-0.5 text-base wrap-anywhere">{facts[field]}</dd>
            </div>
          ))}
      </dl>
      {empty.length > 0 && (
        <p className="text-muted">
          {t("review:facts.none", {
            fields: empty.map((field) => labels[field].toLowerCase()).join(", "),
          })}
        </p>
      )}
    </div>
  );
}

const WIDE = new Set(["external_link", "description"]);
