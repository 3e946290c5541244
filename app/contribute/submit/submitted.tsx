import { useEffect, useRef } from "react";
import { Link, Navigate, useLocation } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { JerseyFrame } from "../../shared/components/jersey-frame.tsx";
import { JerseyImage } from "../../shared/components/jersey-image.tsx";
import { button } from "../../shared/ui/button.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { sentJersey } from "../data/submissions/sent.ts";
import { queueFigures } from "../data/suggestions/figures.ts";
import { jerseyParams } from "../../shared/domain/jersey.ts";
import { localJersey } from "../../shared/i18n/catalogue-names.ts";
import { queueFiguresInWords } from "../i18n/queue-figures.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";

/** Shown after a submission: the jersey, its page, and the way to the next one of the same team. */
export function Submitted({ jerseyId, userId }: { jerseyId: string; userId: string }) {
  const { t } = useTranslation("submit");
  const to = useHref();
  const { pathname } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, isSuccess, isError } = useMemberQuery(sentJersey(jerseyId, userId));
  const lang = useLanguage();
  const { data: figures } = useMemberQuery(queueFigures());
  // Screen readers read the message; the button that was pressed is gone.
  useEffect(() => heading.current?.focus(), []);

  if (isSuccess && !data) return <Navigate to={pathname} replace />;
  return (
    <section aria-labelledby="sent" className="grid max-w-2xl gap-6">
      <h2 ref={heading} id="sent" tabIndex={-1} className="text-lg font-semibold outline-none">
        {t("success")}
      </h2>
      {data ? <SentJersey jersey={data} /> : !isError && <Skeleton className="h-28" />}
      {figures && <p className="text-sm text-muted">{queueFiguresInWords(figures, lang)}</p>}
      <Link
        to={to("accountSection", { section: "contributions" })}
        className={button({ variant: "link", className: "min-h-11! justify-self-start" })}
      >
        {t("seeMine")}
      </Link>
    </section>
  );
}

type Sent = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof sentJersey>["queryFn"]>>>>;

function SentJersey({ jersey }: { jersey: Sent }) {
  const { t } = useTranslation(["submit", "common"]);
  const lang = useLanguage();
  const to = useHref();
  const { team, title, year, kit_type } = localJersey(jersey, lang);
  const facts = [year, kit_type && t(`common:kitType.${kit_type}`)].filter(Boolean);
  const next = new URLSearchParams({
    ...(jersey.team_id ? { team: jersey.team_id } : { name: jersey.team }),
    competition: jersey.competition_id,
    season: jersey.season_id,
    ...(year !== null && { year: String(year) }),
  });
  return (
    <>
      <div className="flex items-center gap-4">
        <JerseyFrame jersey={jersey} className="size-28 shrink-0 rounded-2xl">
          <JerseyImage
            jersey={jersey}
            path={jersey.images[0]?.path}
            alt=""
            sizes="7rem"
            largest={320}
          />
        </JerseyFrame>
        <div className="min-w-0">
          <p className="caption truncate">{team}</p>
          <p className="line-clamp-2 leading-snug font-semibold wrap-anywhere">{title}</p>
          <p className="text-sm text-muted">{facts.join(" · ")}</p>
        </div>
      </div>
      <div className="flex flex-wrap gap-3">
        <Link to={to("jersey", jerseyParams(jersey))} className={button({ variant: "hero" })}>
          {t("same.see")}
        </Link>
        <Link to={`${to("submit", {})}?${next}`} className={button({ variant: "outline" })}>
          {t("sent.another")}
        </Link>
      </div>
    </>
  );
}
