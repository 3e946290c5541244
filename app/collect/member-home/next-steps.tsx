import { CalendarPlus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useHref } from "../../shared/address/use-href.ts";
import { TeamShirt } from "../../shared/components/team-shirt.tsx";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { teamName } from "../../shared/i18n/catalogue-names.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Progress } from "../completeness/progress.tsx";
import { editCopy } from "../copy-editor/copy-requests.ts";
import { nearestSets, undatedCopy } from "../data/member-home.ts";

/** How a collection goes on: the sets that are nearest to complete, and one copy to date; nothing where there is none. */
export function NextSteps({ userId }: { userId: string }) {
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
