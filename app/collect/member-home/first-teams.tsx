import { Search } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";

import { clubSearch, type FoundClub } from "../../contribute/data/catalogue/club-search.ts";
import { TeamShirt } from "../../shared/components/team-shirt.tsx";
import { useDebouncedValue } from "../../shared/components/use-debounced-value.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { useHref } from "../../shared/address/use-href.ts";
import { competitionName, teamName } from "../../shared/i18n/catalogue-names.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { tidyQuery } from "../../shared/domain/search-text.ts";
import { button } from "../../shared/ui/button.tsx";
import { Combobox } from "../../shared/ui/combobox.tsx";

/** Before the first shirt: a team by its name leads to its kits, where each is added by one press. */
export function FirstTeams() {
  const { t } = useTranslation("collection");
  const lang = useLanguage();
  const to = useHref();
  const navigate = useNavigate();
  const field = useId();
  const [typed, setTyped] = useState("");
  const query = tidyQuery(typed);
  const { data: found = [] } = useMemberQuery(clubSearch(useDebouncedValue(query)));
  const option = (club: FoundClub) => (
    <span className="flex items-center gap-3">
      <TeamShirt
        colors={club.colors}
        league={club.competition?.league ?? "SOCCER"}
        className="size-8 shrink-0"
      />
      <span className="grid">
        <span className="font-semibold">{teamName(club, club.competition, lang)}</span>
        {club.competition && (
          <span className="text-sm text-muted">{competitionName(club.competition, lang)}</span>
        )}
      </span>
    </span>
  );
  return (
    <section
      aria-labelledby={`${field}-title`}
      className="grid gap-4 rounded-3xl bg-surface p-5 sm:p-8"
    >
      <h2 id={`${field}-title`} className="heading text-2xl md:text-3xl">
        {t("home.first.title")}
      </h2>
      <p className="max-w-prose text-muted">{t("home.first.text")}</p>
      <div className="grid max-w-xl gap-2">
        <label htmlFor={field} className="text-sm font-semibold">
          {t("home.first.team")}
        </label>
        <Combobox
          id={field}
          text={typed}
          options={query ? found.map((club) => ({ key: club.id, content: option(club) })) : []}
          listLabel={t("home.first.teams")}
          icon={<Search aria-hidden />}
          placeholder={t("home.first.placeholder")}
          onType={setTyped}
          onPick={(teamId) => void navigate(to("team", { teamId }))}
          onLeave={() => {}}
        />
      </div>
      <Link
        to={`${to("accountSection", { section: "exchange" })}#import`}
        className={button({ variant: "outline", className: "justify-self-start" })}
      >
        {t("home.first.import")}
      </Link>
    </section>
  );
}
