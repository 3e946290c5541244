import { useMemo } from "react";
import { useFormContext } from "react-hook-form";
import { z } from "zod";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Shirt } from "../components/shirt.tsx";
import { TeamShirt } from "../../shared/components/team-shirt.tsx";
import { Badge } from "../../shared/ui/badge.tsx";
import { adminRowsQuery } from "../data/catalogue/admin-rows.ts";
import {
  searchAdminCompetitions,
  type AdminCompetition,
} from "../data/catalogue/admin-competitions.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import {
  searchAdminTeams,
  type AdminTeam,
  readAdminTeam,
  saveTeam,
  type TeamValues,
} from "../data/catalogue/admin-teams.ts";
import { listAliases, replaceAliases, type StoredAlias } from "../data/catalogue/team-aliases.ts";
import {
  listParticipations,
  type StoredParticipation,
  replaceParticipations,
} from "../data/catalogue/participations.ts";
import { competitionName, teamName } from "../../shared/i18n/catalogue-names.ts";
import { countryName } from "../../shared/i18n/countries.ts";
import { nameOrder } from "../../shared/i18n/name-order.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { teamSlug } from "../../shared/domain/slug.ts";
import { type AliasForm, AliasesField } from "./aliases-field.tsx";
import { competitionOrder } from "./competitions.tsx";
import { ColorsField } from "./colors-field.tsx";
import { CountryField } from "./country-field.tsx";
import { participationKey, participationOf } from "./participation-key.ts";
import { aliasRules, teamRules } from "../../shared/domain/rules/catalogue-rules.ts";
import { ActiveField, SelectField, TextField } from "./fields.tsx";
import type { Kind } from "./kind.ts";
import { MergeDialog } from "./merge-dialog.tsx";
import { SeasonsField } from "./seasons-field.tsx";

export interface TeamForm {
  name: string;
  short_name: string;
  city: string;
  country: string;
  competition_id: string;
  founded_year: string;
  colors: string[];
  is_active: boolean;
  aliases: AliasForm[];
  /** The aliases that were stored when the form was opened. */
  knownAliases: StoredAlias[];
  /** Keys of the checked participations (`participationKey`). */
  entries: string[];
  /** The participations that were stored when the form was opened. */
  known: StoredParticipation[];
}

type Values = TeamValues &
  Pick<TeamForm, "entries" | "known" | "knownAliases"> & { aliases: z.output<typeof aliasRules> };

const schema = z.object({
  ...teamRules,
  is_active: z.boolean(),
  aliases: aliasRules,
  knownAliases: z.array(z.custom<StoredAlias>()),
  entries: z.array(z.string()),
  known: z.array(z.custom<StoredParticipation>()),
});

/** Teams: competition, place, colours, other names and seasons. */
export const teams: Kind<AdminTeam, TeamForm, Values> = {
  table: "teams",
  list: searchAdminTeams,
  order: (lang) => nameOrder(lang, (team) => teamName(team, team.competition, lang)),
  read: readAdminTeam,
  save: (client, { entries: _e, known: _k, aliases: _a, knownAliases: _s, ...team }, loaded) =>
    saveTeam(client, team, loaded),
  async saveParts(client, { entries, known, aliases, knownAliases }, { id }) {
    // Those of a team that was deleted, and is added again as another one, went with it.
    const isOfTeam = ({ team_id }: { team_id: string }) => team_id === id;
    await replaceAliases(client, id, knownAliases.filter(isOfTeam), aliases);
    const stored = known.filter(isOfTeam);
    const before = new Set(stored.map(participationKey));
    await replaceParticipations(client, id, {
      added: entries.filter((key) => !before.has(key)).map(participationOf),
      removed: stored.filter((entry) => !entries.includes(participationKey(entry))),
    });
  },
  empty: {
    name: "",
    short_name: "",
    city: "",
    country: "",
    competition_id: "",
    founded_year: "",
    colors: [],
    is_active: true,
    aliases: [],
    knownAliases: [],
    entries: [],
    known: [],
  },
  async open(client, team, lang) {
    const [known, knownAliases] = await Promise.all([
      listParticipations(client, team.id),
      listAliases(client, team.id),
    ]);
    return {
      name: team.name,
      short_name: team.short_name ?? "",
      city: team.city ?? "",
      country: team.country ?? "",
      competition_id: team.competition_id,
      founded_year: team.founded_year?.toString() ?? "",
      colors: team.colors,
      is_active: team.is_active,
      aliases: knownAliases
        .map(({ alias, language }): AliasForm => ({ alias, language: language ?? "" }))
        .sort(nameOrder(lang, ({ alias }) => alias)),
      knownAliases,
      entries: known.map(participationKey),
      known,
    };
  },
  schema,
  nameOf: (team, lang) => teamName(team, team.competition, lang),
  Fields: TeamFields,
  Facts: TeamFacts,
  filtered: {
    leagueOf: ({ competition }) => competition.league,
    isBare: ({ jerseys }) => jerseys === 0,
  },
  Merge: MergeDialog,
  Mark: ({ row }) => (
    <TeamShirt colors={row.colors} league={row.competition.league} className="size-9 shrink-0" />
  ),
};

function TeamFields({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation(["adminCatalogue", "facts", "submit"]);
  const lang = useLanguage();
  const { data } = useMemberQuery(adminRowsQuery("competitions", searchAdminCompetitions));
  const competitions = useMemo(() => data?.toSorted(competitionOrder(lang)) ?? [], [data, lang]);
  const { watch } = useFormContext<TeamForm>();
  const [name, competitionId] = watch(["name", "competition_id"]);
  const competition = competitions.find(({ id }) => id === competitionId);
  return (
    <>
      <TextField
        name="name"
        label={t("facts:name")}
        required
        // Only for a new row: addresses and imports refer to the slug, so renaming does not change
        // it.
        help={isNew && name.trim() && t("help.slug", { slug: teamSlug(name) })}
      />
      <SelectField
        name="competition_id"
        label={t("facts:competition")}
        placeholder={t("submit:choose.competition")}
        options={competitions.map((row) => ({ value: row.id, label: competitionName(row, lang) }))}
        required
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField name="short_name" label={t("facts:short_name")} />
        <TextField name="founded_year" label={t("facts:founded_year")} inputMode="numeric" />
        <TextField name="city" label={t("facts:city")} />
        <CountryField />
      </div>
      <AliasesField />
      <Colors competition={competition} name={name} />
      <SeasonsField competition={competition} competitions={competitions} />
      <ActiveField label={t("fields.is_active")} help={t("help.active")} />
    </>
  );
}

function Colors({ competition, name }: { competition?: AdminCompetition; name: string }) {
  const { watch } = useFormContext<TeamForm>();
  const colors = watch("colors");
  return (
    <div className="grid items-center gap-4 min-[24rem]:grid-cols-[1fr_7rem]">
      <ColorsField />
      <Shirt
        league={competition?.league ?? "SOCCER"}
        colors={colors}
        seed={teamSlug(name)}
        className="w-28"
      />
    </div>
  );
}

function TeamFacts({ row }: { row: AdminTeam }) {
  const { t } = useTranslation(["common", "adminCatalogue", "catalogue"]);
  const lang = useLanguage();
  const { city, competition, founded_year: founded, jerseys: count } = row;
  const facts = [
    competitionName(competition, lang),
    city,
    countryName(row.country, lang),
    founded,
    count !== undefined && t("catalogue:count.jerseys", { count }),
  ];
  return (
    <>
      <Badge tone={competition.league}>{t(`league.${competition.league}`)}</Badge>
      <span>{facts.filter(Boolean).join(" · ")}</span>
    </>
  );
}
