import { CalendarPlus } from "lucide-react";
import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { JerseyImage } from "../../shared/components/jersey-image.tsx";
import { PlainLink } from "../../shared/components/plain-link.tsx";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { jerseyParams, type JerseySummary } from "../../shared/domain/jersey.ts";
import { teamName } from "../../shared/i18n/catalogue-names.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { Button } from "../../shared/ui/button.tsx";
import { HaveButton } from "../collection/have-button.tsx";
import { SetProgress } from "../completeness/set-progress.tsx";
import { editCopy } from "../copy-editor/copy-requests.ts";
import { nearestSets, undatedCopy } from "../data/member-home.ts";

/** How a collection goes on: the sets that are nearest to complete, and one copy to date; nothing where there is none. */
export function NextSteps({ userId }: { userId: string }) {
  const { t } = useTranslation(["collection", "memberHome"]);
  const to = useHref();
  const lang = useLanguage();
  const { data: sets = [] } = useMemberQuery(nearestSets(userId, lang));
  const { data: undated } = useMemberQuery(undatedCopy(userId, lang));
  return (
    <>
      {(sets.length > 0 || undated) && (
        <section aria-labelledby="home-sets" className="grid gap-4">
          <h2 id="home-sets" className="heading text-2xl md:text-3xl">
            {t("memberHome:next")}
          </h2>
          <ul className="grid grid-cols-1 gap-3 md:grid-cols-2 lg:grid-cols-3">
            {sets.map(({ team, held, total, missing }) => (
              <li
                key={team.id}
                className="grid grid-cols-1 content-start gap-3 rounded-2xl border border-line p-4"
              >
                <Link
                  to={to("team", { teamId: team.id })}
                  className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 hover:underline"
                >
                  <span className="font-semibold">{teamName(team, team.competition, lang)}</span>
                  <span className="numeral text-xl" aria-hidden>
                    {held}/{total}
                  </span>
                  <span className="sr-only">{t("complete.of", { held, count: total })}</span>
                  <SetProgress held={held} total={total} className="col-span-full" />
                </Link>
                <ul aria-label={t("memberHome:missing")} className="grid grid-cols-3 gap-3">
                  {missing.map((jersey) => (
                    <MissingShirt key={jersey.id} jersey={jersey} isAlone={missing.length === 1} />
                  ))}
                </ul>
              </li>
            ))}
            {undated?.jersey && (
              <li className="grid content-start gap-3 rounded-2xl border border-line p-4">
                <p className="font-semibold wrap-anywhere">
                  {t("memberHome:undated", { title: undated.jersey.title })}
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
                  {t("memberHome:date")}
                </Button>
              </li>
            )}
          </ul>
        </section>
      )}
    </>
  );
}

/** A shirt that a set lacks, with the button that says it doesn't. */
function MissingShirt({
  jersey,
  isAlone,
}: {
  jersey: JerseySummary;
  /** True if there is room beside it. */
  isAlone: boolean;
}) {
  const to = useHref();
  return (
    <li
      className={
        isAlone
          ? "col-span-full grid grid-cols-3 items-center gap-3"
          : "grid content-start justify-items-center gap-1"
      }
    >
      <PlainLink
        to={to("jersey", jerseyParams(jersey))}
        className="block aspect-square w-full overflow-hidden rounded-xl bg-surface"
      >
        <JerseyImage
          jersey={jersey}
          path={jersey.images[0]?.path}
          alt={jersey.title}
          sizes="8rem"
          largest={320}
        />
      </PlainLink>
      <div className={isAlone ? "col-span-2 grid justify-items-start gap-3" : undefined}>
        {isAlone && <span className="text-sm">{jersey.title}</span>}
        <HaveButton jersey={jersey} className={isAlone ? "wide" : undefined} />
      </div>
    </li>
  );
}
