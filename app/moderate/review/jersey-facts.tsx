import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { LinkedText } from "../../jersey/components/linked-text.tsx";
import type { WaitingSubmission } from "../data/review/queue.ts";
import { jerseyTeam } from "../../shared/i18n/catalogue-names.ts";
import { type ChangedField, valueInWords, WORDS } from "../../shared/i18n/jersey-changes.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";

/** The facts of a submission. One line names all empty fields. */
export function JerseyFacts({ row: { detail, target } }: { row: WaitingSubmission }) {
  const { t } = useTranslation("review");
  const lang = useLanguage();
  const { fields: labels } = WORDS[lang];
  const { jersey } = detail;
  const named = target?.type === "jersey" ? target : undefined;
  const team = jerseyTeam({ team: jersey.team, teams: named?.teams ?? null }, lang);
  const stored: Partial<Record<ChangedField, string | number | null>> = {
    competition: named?.competition.name ?? null,
    season: named?.season.name ?? null,
    team: jersey.team_id ? team : `${team} (${t("facts.freeTeam")})`,
    year: jersey.year,
    kit_type: jersey.kit_type,
    colors: jersey.colors.join(", "),
    brand: jersey.brand,
    edition: jersey.edition,
    price: jersey.price,
    external_link: jersey.external_link,
    description: jersey.description,
  };
  const facts = (Object.keys(stored) as ChangedField[]).map((field) => ({
    field,
    label: labels[field],
    text: valueInWords(field, stored[field]?.toString() ?? null, lang),
  }));
  const empty = facts.filter(({ text }) => !text).map(({ label }) => label.toLowerCase());
  return (
    <div className="grid gap-3">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3">
        {facts.map(
          ({ field, label, text }) =>
            text && (
              <div key={field} className={text.length > 40 ? "col-span-2" : "min-w-0"}>
                <dt className="text-sm text-muted">{label}</dt>
                <dd>
                  <LinkedText text={text} />
                </dd>
              </div>
            ),
        )}
      </dl>
      {empty.length > 0 && (
        <p className="text-sm text-muted">{t("facts.none", { fields: empty.join(", ") })}</p>
      )}
    </div>
  );
}
