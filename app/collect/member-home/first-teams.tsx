import { X } from "lucide-react";
import { type ComponentType, useId } from "react";
import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { ClubChoice } from "../../contribute/components/club-choice.tsx";
import type { FoundClub } from "../../contribute/data/catalogue/club-search.ts";
import type { JerseyCardProps } from "../../shared/components/jersey-card.tsx";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { queryClient } from "../../shared/data/query-client.ts";
import { useHref } from "../../shared/address/use-href.ts";
import { teamName } from "../../shared/i18n/catalogue-names.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { Button, button } from "../../shared/ui/button.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { followedClubs, followKeys } from "../data/follows/follows.ts";
import { kitsOfTeam } from "../data/member-home.ts";
import { chooseClub } from "../follows/choose-club.ts";
import { CardRow } from "./card-row.tsx";

const MOST_CLUBS = 3;

interface FirstTeamsProps {
  userId: string;
  Card: ComponentType<JerseyCardProps>;
}

/**
 * With the first shirts: up to three clubs by their names, which are followed, each with its kits, which are added by one press
 * (docs/product/browse.md 3.1).
 */
export function FirstTeams({ userId, Card, onHide }: FirstTeamsProps & { onHide: () => void }) {
  const { t } = useTranslation(["collection", "memberHome", "common"]);
  const to = useHref();
  const field = useId();
  const lang = useLanguage();
  const { data: clubs = [] } = useMemberQuery(followedClubs(userId));

  /** A club that is chosen is followed; it is shown at once. */
  async function choose(club: FoundClub, isChosen: boolean) {
    const others = clubs.filter(({ id }) => id !== club.id);
    queryClient.setQueryData(followKeys.clubs(userId), isChosen ? [...others, club] : others);
    const name = teamName(club, club.competition, lang);
    await chooseClub(userId, { id: club.id, name }, isChosen, lang);
  }

  return (
    <section
      aria-labelledby={`${field}-title`}
      className="grid grid-cols-1 gap-4 rounded-3xl bg-surface p-(--gutter) [--gutter:1.25rem] sm:[--gutter:2rem]"
    >
      <h2 id={`${field}-title`} className="heading text-2xl md:text-3xl">
        {t("memberHome:first.title")}
      </h2>
      <p className="max-w-prose text-muted">{t("memberHome:first.text")}</p>
      {clubs.map((club) => (
        <ClubKits
          key={club.id}
          club={club}
          userId={userId}
          Card={Card}
          onRemove={() => void choose(club, false)}
        />
      ))}
      {clubs.length < MOST_CLUBS && (
        <div className="grid max-w-xl gap-2">
          <label htmlFor={field} className="text-sm font-semibold">
            {t(clubs.length === 0 ? "memberHome:first.team" : "memberHome:first.another")}
          </label>
          <ClubChoice
            id={field}
            chosen={clubs}
            listLabel={t("clubs.found")}
            placeholder={t("memberHome:first.placeholder")}
            onPick={(club) => void choose(club, true)}
          />
        </div>
      )}
      <p className="flex flex-wrap gap-3">
        <Link
          to={`${to("accountSection", { section: "exchange" })}#import`}
          className={button({ variant: "outline" })}
        >
          {t("memberHome:first.import")}
        </Link>
        <Button variant="ghost" onClick={onHide}>
          {t("common:action.hide")}
        </Button>
      </p>
    </section>
  );
}

/** A chosen club with its kits. */
function ClubKits({
  club,
  userId,
  Card,
  onRemove,
}: FirstTeamsProps & { club: FoundClub; onRemove: () => void }) {
  const { t } = useTranslation(["collection", "catalogue", "memberHome", "common"]);
  const lang = useLanguage();
  const to = useHref();
  const title = useId();
  const { data: kits, isError } = useMemberQuery(kitsOfTeam(userId, club.id, lang));
  const name = teamName(club, club.competition, lang);
  return (
    <section aria-labelledby={title} className="grid min-w-0 grid-cols-1 gap-2">
      <div className="flex items-center gap-2">
        <h3 id={title} className="heading text-xl">
          {name}
        </h3>
        <Button
          variant="ghost"
          size="icon"
          aria-label={t("common:of", { label: t("common:action.remove"), name })}
          onClick={onRemove}
        >
          <X aria-hidden />
        </Button>
        {kits?.length !== 0 && (
          <Link
            to={to("team", { teamId: club.id })}
            className="ml-auto inline-flex min-h-11 items-center text-sm underline decoration-control underline-offset-4 hover:decoration-ink"
          >
            {t("memberHome:first.all")}
          </Link>
        )}
      </div>
      {isError && <p role="alert">{t("common:error.loadFailed")}</p>}
      {!kits && !isError && <Skeleton className="h-64" />}
      {kits?.length === 0 && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="text-muted">{t("memberHome:first.none")}</p>
          <Link
            to={`${to("submit", {})}?${new URLSearchParams({ team: club.id })}`}
            className={button({ variant: "outline", size: "sm" })}
          >
            {t("memberHome:first.propose")}
          </Link>
          <Link
            to={`${to("accountSection", { section: "collection" })}?${new URLSearchParams({ add: name })}`}
            className={button({ variant: "outline", size: "sm" })}
          >
            {t("catalogue:jerseys.own")}
          </Link>
        </div>
      )}
      {kits && kits.length > 0 && <CardRow jerseys={kits} Card={Card} isTaking />}
    </section>
  );
}
