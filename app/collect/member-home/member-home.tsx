import { CalendarPlus } from "lucide-react";
import { type ComponentType, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import type { JerseyCardProps } from "../../shared/components/jersey-card.tsx";
import { dismissPrompt, isPromptDismissed } from "../../shared/browser/dismissed-prompt.ts";
import { TeamShirt } from "../../shared/components/team-shirt.tsx";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { useHref } from "../../shared/address/use-href.ts";
import { dayAt, yearBehind } from "../../shared/domain/day.ts";
import { teamName } from "../../shared/i18n/catalogue-names.ts";
import { formatNumber } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { Progress } from "../completeness/progress.tsx";
import { editCopy } from "../copy-editor/copy-requests.ts";
import { memberFigures, nearestSets, undatedCopy } from "../data/member-home.ts";
import { Changes } from "./changes.tsx";
import { FirstTeams } from "./first-teams.tsx";
import { LatestShirts } from "./latest-shirts.tsx";

/** With so many copies a member needs no way to the first ones. */
const BEGUN = 5;

interface MemberHomeProps {
  userId: string;
  Card: ComponentType<JerseyCardProps>;
}

/**
 * What a member finds on the home page before what everyone sees: what they have and what waits, their last shirts, what changed since their last
 * visit, the sets that are nearest to complete, and one copy to date. With the first shirts, a way to their clubs.
 */
export default function MemberHome({ userId, Card }: MemberHomeProps) {
  const { data: figures, isError } = useMemberQuery(memberFigures(userId));
  // Shirts are chosen one after the other: the one that makes it enough doesn't end it.
  const [isFirst, setFirst] = useState(false);
  const [isHidden, setHidden] = useState(() => isPromptDismissed("clubs", userId));
  if (figures && figures.copies < BEGUN && !isFirst) setFirst(true);

  function hide() {
    dismissPrompt("clubs", userId);
    setHidden(true);
  }

  if (isError) return null;
  return (
    <div className="page grid grid-cols-1 gap-8 py-6 md:gap-12 md:pt-10 md:pb-16">
      {figures ? (
        <div className="grid grid-cols-1 gap-4">
          <Figures {...figures} />
          {figures.copies > 0 && <LatestShirts userId={userId} />}
        </div>
      ) : (
        <Skeleton className="h-14" />
      )}
      {figures && <Changes userId={userId} Card={Card} />}
      {isFirst && !isHidden && <FirstTeams userId={userId} Card={Card} onHide={hide} />}
      {figures && figures.copies > 0 && <Collected userId={userId} />}
    </div>
  );
}

function Figures({ copies, wishes, waiting }: { copies: number; wishes: number; waiting: number }) {
  const { t } = useTranslation("collection");
  const to = useHref();
  const lang = useLanguage();
  const [year] = useState(() => yearBehind(dayAt(new Date())));
  const counted = [
    { section: "collection", label: t("home.copies", { count: copies }), count: copies },
    { section: "wishlist", label: t("home.wishes", { count: wishes }), count: wishes },
    { section: "contributions", label: t("home.waiting", { count: waiting }), count: waiting },
  ].filter(({ count }) => count > 0);
  const doors = counted.map(({ section, label, count }) => ({
    path: to("accountSection", { section }),
    figure: formatNumber(count, lang),
    label,
  }));
  if (year && copies > 0) {
    doors.push({
      path: to("year", { year: String(year) }),
      figure: String(year),
      label: t("home.year"),
    });
  }
  if (doors.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-3">
      {doors.map(({ path, figure, label }) => (
        <li key={path} className="grow sm:grow-0">
          <Link
            to={path}
            className="flex min-h-14 items-center gap-3 rounded-2xl bg-surface px-5 py-2 transition-colors hover:bg-line"
          >
            <span className="numeral text-3xl">{figure}</span>
            <span className="font-semibold">{label}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Collected({ userId }: Pick<MemberHomeProps, "userId">) {
  const { t } = useTranslation("collection");
  const to = useHref();
  const lang = useLanguage();
  const { data: sets = [] } = useMemberQuery(nearestSets(userId));
  const { data: undated } = useMemberQuery(undatedCopy(userId, lang));
  return (
    <>
      {(sets.length > 0 || undated) && (
        <section aria-labelledby="home-sets" className="grid gap-4">
          <h2 id="home-sets" className="heading text-2xl md:text-3xl">
            {t("home.next")}
          </h2>
          <ul className="grid grid-cols-1 gap-3 md:grid-cols-2 lg:grid-cols-3">
            {sets.map(({ team, held, total }) => (
              <li key={team.id}>
                <Link
                  to={to("team", { teamId: team.id })}
                  className="grid h-full grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 rounded-2xl border border-line p-4 transition-colors hover:border-ink"
                >
                  <TeamShirt colors={team.colors} league={team.league} className="size-10" />
                  <span className="font-semibold">{teamName(team, team.competition, lang)}</span>
                  <span className="numeral text-xl" aria-hidden>
                    {held}/{total}
                  </span>
                  <span className="sr-only">{t("complete.of", { held, count: total })}</span>
                  <Progress held={held} total={total} className="col-span-full" />
                </Link>
              </li>
            ))}
            {undated?.jersey && (
              <li className="grid content-center gap-2 rounded-2xl border border-line p-4">
                <p className="font-semibold">
                  {t("home.undated", { title: undated.jersey.title })}
                </p>
                <Button
                  variant="outline"
                  size="sm"
                  className="justify-self-start"
                  onClick={() =>
                    editCopy({ userId, jerseyId: undated.jersey.id, copyId: undated.id })
                  }
                >
                  <CalendarPlus aria-hidden />
                  {t("home.date")}
                </Button>
              </li>
            )}
          </ul>
        </section>
      )}
    </>
  );
}
