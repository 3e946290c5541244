import { Plus, Search } from "lucide-react";
import { useState } from "react";
import { useFormContext, useFormState, useWatch } from "react-hook-form";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { TeamShirt } from "../../shared/components/team-shirt.tsx";
import { Combobox } from "../../shared/ui/combobox.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { useDebouncedValue } from "../../shared/components/use-debounced-value.ts";
import { chosenTeam } from "../data/catalogue/choices.ts";
import { clubSearch, type FoundClub } from "../data/catalogue/club-search.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { queryClient } from "../../shared/data/query-client.ts";
import { LONGEST_QUERY, SHORTEST_QUERY, tidyQuery } from "../../shared/domain/search-text.ts";
import { isLeague } from "../../shared/domain/leagues.ts";
import type { JerseyProblem } from "../../shared/domain/rules/jersey-rules.ts";
import { fold } from "../../shared/domain/slug.ts";
import { competitionName, teamName } from "../../shared/i18n/catalogue-names.ts";
import { countryName } from "../../shared/i18n/countries.ts";
import { cityName } from "../../shared/i18n/places.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { ListProblem } from "./list-problem.tsx";
import { type JerseyForm, OTHER } from "./rules.ts";
import { useChosenTeam } from "./use-chosen-team.ts";
import type { useTeamChoices } from "./use-team-choices.ts";

/** Key of the last option: a team that the catalogue lacks. */
const UNLISTED = "unlisted";

/**
 * The team, found by its name among all: it brings its competition and league. A name that the
 * catalogue lacks stays a free text.
 */
export function ClubField({
  teams,
  onFound,
  onUnlisted,
}: {
  /** The teams of the chosen competition and season. */
  teams: ReturnType<typeof useTeamChoices>;
  /** Called when a team of the catalogue is chosen. */
  onFound: () => void;
  /** Called when a free text is chosen, which has no league and competition of its own. */
  onUnlisted: () => void;
}) {
  const { t } = useTranslation("submit");
  const lang = useLanguage();
  const { control, setValue, clearErrors, trigger } = useFormContext<JerseyForm>();
  const { errors } = useFormState({ control, name: "team" });
  const [league, team, teamText] = useWatch({ control, name: ["league", "team", "teamText"] });
  const { row, name = "" } = useChosenTeam({ team, teamText });
  /** Set while it differs from what is chosen. */
  const [typed, setTyped] = useState<string>();
  const [isLeft, setLeft] = useState(false);
  const query = tidyQuery(typed ?? "");
  const debounced = useDebouncedValue(query);
  const found = useMemberQuery(clubSearch(debounced));
  const isSearched = query.length >= SHORTEST_QUERY;
  const isDone = debounced === query && found.isSuccess && !found.isPlaceholderData;
  const clubs = isSearched ? (found.data ?? []) : [];
  const localName = (club: FoundClub) => teamName(club, club.competition, lang);
  const same = clubs.filter((club) => fold(localName(club)) === fold(query));

  function choose(values: Partial<JerseyForm>) {
    for (const [field, value] of Object.entries(values)) setValue(field as keyof JerseyForm, value);
    clearErrors(["league", "competition", "team", "teamText"]);
    setTyped(undefined);
    setLeft(false);
  }

  function chooseClub(club: FoundClub) {
    queryClient.setQueryData(chosenTeam(club.id).queryKey, club);
    // A team plays in several competitions: the chosen one stays if it is one of them.
    const isHere = teams.data?.some(({ id }) => id === club.id) === true;
    choose({
      ...(!isHere &&
        club.competition && {
          league: club.competition.league,
          competition: club.competition_id,
          competitionChosen: "",
        }),
      team: club.id,
      teamText: "",
    });
    onFound();
  }

  function chooseText() {
    choose({ team: OTHER, teamText: query });
    onUnlisted();
  }

  function type(text: string) {
    setTyped(text);
    setLeft(false);
    if (text === "") choose({ team: "", teamText: "" });
  }

  /** Takes what was typed only where it can mean one thing. */
  function leave() {
    if (typed === undefined || query === "") {
      setTyped(undefined);
      if (name === "") void trigger("team");
      return;
    }
    if (isDone && same.length === 1) chooseClub(same[0]!);
    else if (isDone && clubs.length === 0) chooseText();
    else setLeft(true);
  }

  const options = clubs.map((club) => ({
    key: club.id,
    content: <ClubOption club={club} name={localName(club)} />,
  }));
  const unlisted = {
    key: UNLISTED,
    content: (
      <>
        <Plus aria-hidden className="size-5 shrink-0 text-muted" />
        <span className="min-w-0 wrap-anywhere">{t("club.unlisted", { name: query })}</span>
      </>
    ),
  };
  const problem = errors.team?.message as JerseyProblem | undefined;
  const isOpenQuestion = isLeft && typed !== undefined;
  return (
    <div>
      <Field
        label={t("club.label")}
        required
        help={found.isError ? <ListProblem query={found} /> : t("club.help")}
        error={isOpenQuestion ? t("club.choose") : problem && t(`problems.${problem}`)}
      >
        <Combobox
          name="club"
          maxLength={LONGEST_QUERY}
          placeholder={t("club.placeholder")}
          listLabel={t("club.options")}
          icon={
            typed === undefined && row ? (
              <TeamShirt
                colors={row.colors}
                league={isLeague(league) ? league : "SOCCER"}
                className="size-6"
              />
            ) : (
              <Search className="size-5 text-muted" />
            )
          }
          text={typed ?? name}
          options={isDone && isSearched && same.length === 0 ? [...options, unlisted] : options}
          onFocus={({ target }) => target.select()}
          onType={type}
          onPick={(key) => {
            const club = clubs.find(({ id }) => id === key);
            if (club) chooseClub(club);
            else chooseText();
          }}
          onLeave={leave}
        />
      </Field>
      <p role="status" className="sr-only">
        {isSearched && isDone && t("club.found", { count: clubs.length })}
      </p>
    </div>
  );
}

function ClubOption({ club, name }: { club: FoundClub; name: string }) {
  const lang = useLanguage();
  const { city, country, colors, competition } = club;
  const place = countryName(country, lang);
  const details = [
    competition && competitionName(competition, lang),
    cityName({ city, country }, lang),
    place === name ? undefined : place,
  ].filter(Boolean);
  return (
    <>
      <TeamShirt
        colors={colors}
        league={competition?.league ?? "SOCCER"}
        className="size-8 shrink-0"
      />
      <span className="grid min-w-0">
        <span className="truncate font-semibold">{name}</span>
        <span className="truncate text-sm text-muted">{details.join(" · ")}</span>
      </span>
    </>
  );
}
