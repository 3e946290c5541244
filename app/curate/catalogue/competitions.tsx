import { useFormContext } from "react-hook-form";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Badge } from "../../shared/ui/badge.tsx";
import {
  type CompetitionValues,
  searchAdminCompetitions,
  type AdminCompetition,
  readAdminCompetition,
  saveCompetition,
} from "../data/catalogue/admin-competitions.ts";
import { competitionName } from "../../shared/i18n/catalogue-names.ts";
import { countryName } from "../../shared/i18n/countries.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import { leagueName } from "../../shared/i18n/league-name.ts";
import { priorityOrder } from "../../shared/i18n/name-order.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { LEAGUES } from "../../shared/domain/leagues.ts";
import { slug } from "../../shared/domain/slug.ts";
import { CountryField } from "./country-field.tsx";
import { competitionForm } from "./competition-form.ts";
import { ActiveField, SelectField, TextField } from "./fields.tsx";
import type { Kind } from "./kind.ts";

/** By league, then the most important first. */
export function competitionOrder(lang: Language) {
  const inLeague = priorityOrder<AdminCompetition>(lang, (row) => competitionName(row, lang));
  return (one: AdminCompetition, other: AdminCompetition) =>
    LEAGUES.indexOf(one.league) - LEAGUES.indexOf(other.league) || inLeague(one, other);
}

export interface CompetitionForm {
  name: string;
  league: string;
  sport: string;
  country: string;
  is_active: boolean;
}

/** Competitions. Their order, which decides what lists show first, is the catalogue's. */
export const competitions: Kind<AdminCompetition, CompetitionForm, CompetitionValues> = {
  table: "competitions",
  list: searchAdminCompetitions,
  order: competitionOrder,
  read: readAdminCompetition,
  save: saveCompetition,
  empty: { name: "", league: "", sport: "", country: "", is_active: true },
  async open(_, row) {
    return {
      name: row.name,
      league: row.league,
      sport: row.sport,
      country: row.country ?? "",
      is_active: row.is_active,
    };
  },
  schema: competitionForm,
  nameOf: competitionName,
  Fields: CompetitionFields,
  Facts: CompetitionFacts,
};

function CompetitionFields({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation(["adminCatalogue", "common", "facts", "submit"]);
  const { watch, setValue } = useFormContext<CompetitionForm>();
  const [typed, chosenLeague, sport] = watch(["name", "league", "sport"]);
  const lang = useLanguage();
  const leagues = LEAGUES.map((value) => ({ value, label: leagueName(value, lang) }));
  const sports = LEAGUES.map((value) => ({ value, label: t(`common:league.${value}`) }));
  return (
    <>
      <TextField
        name="name"
        label={t("facts:name")}
        required
        // Only for a new row: history texts and imports refer to the slug, so renaming does not
        // change it.
        help={isNew && typed.trim() && t("adminCatalogue:help.slug", { slug: slug(typed) })}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <SelectField
          name="league"
          label={t("adminCatalogue:fields.league")}
          help={t("adminCatalogue:help.league")}
          placeholder={t("adminCatalogue:choose.league")}
          options={leagues}
          required
          onChoose={(value) => {
            // The sport follows the league until the administrator chooses another sport.
            if (sport === "" || sport === chosenLeague) setValue("sport", value);
          }}
        />
        <SelectField
          name="sport"
          label={t("facts:league")}
          placeholder={t("submit:choose.league")}
          options={sports}
          required
        />
        <CountryField />
      </div>
      <ActiveField
        label={t("adminCatalogue:fields.is_active")}
        help={t("adminCatalogue:help.active")}
      />
    </>
  );
}

function CompetitionFacts({ row }: { row: AdminCompetition }) {
  const { t } = useTranslation();
  const lang = useLanguage();
  return (
    <>
      <Badge tone={row.league}>{t(`league.${row.league}`)}</Badge>
      <span>{countryName(row.country, lang)}</span>
    </>
  );
}
