import { seasonInWords } from "../../shared/i18n/season-in-words.ts";
import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { LinkedText } from "../../jersey/components/linked-text.tsx";
import type { NamedTarget } from "../../contribute/data/suggestions/targets.ts";
import { fieldOf } from "../../shared/domain/facts/fact.ts";
import {
  JERSEY_FACTS,
  type JerseyFactName,
  type JerseyFields,
} from "../../shared/domain/facts/jersey.ts";
import { jerseyTeam } from "../../shared/i18n/catalogue-names.ts";
import { factKey } from "../../shared/i18n/fact-key.ts";
import { valueInWords } from "../../shared/i18n/jersey-changes.ts";
import { cx } from "../../shared/ui/cx.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";

/** The facts of a jersey. One line names all empty fields. */
export function JerseyFacts({
  jersey,
  target,
}: {
  jersey: JerseyFields;
  /** Names its rows. */
  target: NamedTarget | null;
}) {
  const { t } = useTranslation(["review", "facts"]);
  const lang = useLanguage();
  const named = target?.type === "jersey" ? target : undefined;
  const team = jerseyTeam({ team: jersey.team, teams: named?.teams ?? null }, lang);
  const said: Partial<Record<JerseyFactName, string | null>> = {
    competition_id: named?.competition.name ?? null,
    season_id: named ? seasonInWords(named.season.name, lang) : null,
    team_id: jersey.team_id ? team : `${team} (${t("facts.freeTeam")})`,
    brand_id: jersey.brand,
  };
  // The title stands above, and the competition says the league.
  const facts = JERSEY_FACTS.filter(
    (fact) => !("row" in fact) && fact.name !== "title" && fact.name !== "league",
  ).map(({ name }) => {
    const field = fieldOf(name);
    const value = name in said ? said[name] : jersey[name];
    const text = Array.isArray(value) ? value.join(", ") : (value?.toString() ?? null);
    return { field, label: t(factKey(name)), text: valueInWords(field, text, lang) };
  });
  const empty = facts.filter(({ text }) => !text).map(({ label }) => label.toLowerCase());
  return (
    <div className="grid gap-3">
      <dl className="grid grid-cols-1 gap-x-6 gap-y-1 sm:grid-cols-2 sm:gap-y-3">
        {facts.map(
          ({ field, label, text }) =>
            text && (
              <div
                key={field}
                className={cx(
                  "min-w-0 max-sm:flex max-sm:flex-wrap max-sm:gap-x-2 max-sm:text-sm",
                  text.length > 40 && "sm:col-span-2",
                )}
              >
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
