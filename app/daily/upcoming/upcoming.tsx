import { RefreshCw } from "lucide-react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { href } from "../../shared/address/paths.ts";
import { JerseyFrame } from "../../shared/components/jersey-frame.tsx";
import { JerseyImage } from "../../shared/components/jersey-image.tsx";
import { LoadFailed } from "../../shared/components/load-failed.tsx";
import { PlainLink } from "../../shared/components/plain-link.tsx";
import { toast } from "../../shared/components/toast.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";
import { jerseyParams } from "../../shared/domain/jersey.ts";
import { formatDay } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { JerseyField } from "../../jersey/components/jersey-field.tsx";
import type { ShownDay } from "../data/days.ts";
import { swapShirt, upcomingDays, upcomingKeys } from "../data/upcoming.ts";
import { factsLine } from "../shown/facts-line.ts";

/** The shirts of the next seven days, which reviewers may swap (docs/product/daily.md 28.4). */
export default function Upcoming() {
  const { t } = useTranslation("upcoming");
  const { data: days, isError, refetch } = useMemberQuery(upcomingDays(useLanguage()));
  return (
    <section aria-labelledby="upcoming" className="grid gap-4 py-6">
      <h2 id="upcoming" className="heading text-2xl">
        {t("title")}
      </h2>
      <p className="max-w-prose text-muted">{t("lead")}</p>
      {!days && !isError && <Skeleton className="h-96 rounded-2xl" />}
      {!days && isError && <LoadFailed onRetry={refetch} />}
      {days?.length === 0 && <p>{t("none")}</p>}
      {days && days.length > 0 && (
        <ul className="divide-y divide-line rounded-2xl border border-line">
          {days.map((day) => (
            // Another shirt, another row: its field is empty again.
            <UpcomingDay key={`${day.day}:${day.jersey?.id}`} {...day} />
          ))}
        </ul>
      )}
    </section>
  );
}

function UpcomingDay({ day, facts, jersey }: ShownDay) {
  const { t } = useTranslation("upcoming");
  const lang = useLanguage();
  const problemText = useProblemText("upcoming:errors");
  const { mutate: swap, isPending } = useMemberMutation({
    write: swapShirt,
    invalidates: [upcomingKeys.all],
    onSuccess: () => toast.success(t("swapped", { day: formatDay(day, lang) })),
    onError: (error) => toast.error(problemText(error)),
  });
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 p-4">
      <JerseyFrame jersey={jersey ?? facts} className="w-20 shrink-0 rounded-lg">
        <JerseyImage
          jersey={jersey ?? facts}
          path={jersey?.images[0]?.path}
          alt=""
          sizes="5rem"
          largest={320}
        />
      </JerseyFrame>
      <div className="min-w-48 grow basis-64">
        <p className="caption">
          <time dateTime={day}>{formatDay(day, lang)}</time>
        </p>
        <h3 className="font-semibold">
          {jersey ? (
            <PlainLink
              to={href("jersey", jerseyParams(jersey), lang)}
              className="inline-flex min-h-11 items-center underline decoration-control underline-offset-4 hover:decoration-ink"
            >
              {jersey.title}
            </PlainLink>
          ) : (
            facts.team
          )}
        </h3>
        <p className="text-sm text-muted">{factsLine(facts, lang)}</p>
        <details className="mt-1">
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm underline decoration-control underline-offset-4 hover:decoration-ink">
            {t("choose")}
          </summary>
          <div className="mt-2 max-w-xl">
            <JerseyField
              label={t("choose")}
              onChoose={(chosen) => chosen && !isPending && swap({ day, jerseyId: chosen.id })}
            />
          </div>
        </details>
      </div>
      <Button
        variant="outline"
        busy={isPending}
        onClick={() => swap({ day })}
        aria-label={`${t("another")}, ${formatDay(day, lang)}`}
      >
        <RefreshCw aria-hidden />
        {t("another")}
      </Button>
    </li>
  );
}
