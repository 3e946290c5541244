import { Search } from "lucide-react";
import { useState } from "react";

import { clubSearch, type FoundClub } from "../data/catalogue/club-search.ts";
import { TeamShirt } from "../../shared/components/team-shirt.tsx";
import { useDebouncedValue } from "../../shared/components/use-debounced-value.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { tidyQuery } from "../../shared/domain/search-text.ts";
import { competitionName, teamName } from "../../shared/i18n/catalogue-names.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { Combobox } from "../../shared/ui/combobox.tsx";

/** A field that finds a club by words of its name, in any language and competition. */
export function ClubChoice({
  id,
  chosen,
  listLabel,
  placeholder,
  onPick,
}: {
  id: string;
  /** Not offered again. */
  chosen: readonly { id: string }[];
  listLabel: string;
  placeholder: string;
  onPick: (club: FoundClub) => void;
}) {
  const lang = useLanguage();
  const [typed, setTyped] = useState("");
  const query = tidyQuery(typed);
  const { data: found = [] } = useMemberQuery(clubSearch(useDebouncedValue(query)));
  const offered = query ? found.filter((club) => !chosen.some(({ id }) => id === club.id)) : [];
  return (
    <Combobox
      id={id}
      text={typed}
      options={offered.map((club) => ({
        key: club.id,
        content: (
          <span className="flex items-center gap-3">
            <TeamShirt
              colors={club.colors}
              league={club.competition?.league ?? "SOCCER"}
              className="size-8 shrink-0"
            />
            <span className="grid">
              <span className="font-semibold">{teamName(club, club.competition, lang)}</span>
              {club.competition && (
                <span className="text-sm text-muted">
                  {competitionName(club.competition, lang)}
                </span>
              )}
            </span>
          </span>
        ),
      }))}
      listLabel={listLabel}
      icon={<Search aria-hidden />}
      placeholder={placeholder}
      onType={setTyped}
      onPick={(teamId) => {
        setTyped("");
        onPick(found.find(({ id }) => id === teamId)!);
      }}
      onLeave={() => {}}
    />
  );
}
