import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { ColorNames } from "../../components/color-swatch.tsx";
import type { QueuedJersey } from "../../data/moderation/queue.ts";
import { competitionName, jerseyTeam } from "../../i18n/catalogue-names.ts";
import { formatPrice } from "../../i18n/format.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { externalLink } from "../../domain/external-link.ts";

/** The facts of the submission. One line names all empty fields. */
export function JerseyFacts({ jersey }: { jersey: QueuedJersey }) {
  const { t } = useTranslation(["admin", "common"]);
  const lang = useLanguage();
  const link = externalLink(jersey.external_link);
  const facts = {
    competition: competitionName(jersey.competition, lang),
    season: jersey.season.name,
    team: (
      <>
        {jerseyTeam(jersey, lang)}
        {!jersey.team_id && <em className="text-muted"> ({t("admin:fields.freeTeam")})</em>}
      </>
    ),
    year: jersey.year,
    kitType: jersey.kit_type && t(`common:kitType.${jersey.kit_type}`),
    colors: <ColorNames colors={jersey.colors} />,
    brand: jersey.brand,
    edition: jersey.edition,
    price: jersey.price !== null && formatPrice(jersey.price, lang),
    externalLink: link && (
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
      <span className="whitespace-pre-wrap break-words">{jersey.description}</span>
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
              <dt className="text-muted">{t(`admin:fields.${field}`)}</dt>
              <dd className="mt-0.5 text-base">{facts[field]}</dd>
            </div>
          ))}
      </dl>
      {empty.length > 0 && (
        <p className="text-muted">
          {t("admin:fields.none", {
            fields: empty.map((field) => t(`admin:fields.${field}`).toLowerCase()).join(", "),
          })}
        </p>
      )}
    </div>
  );
}

const WIDE = new Set(["externalLink", "description"]);
