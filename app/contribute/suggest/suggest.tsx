import { Check } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { LoadFailed } from "../../shared/components/load-failed.tsx";
import { href } from "../../shared/address/paths.ts";
import { useHref } from "../../shared/address/use-href.ts";
import { JerseyImage } from "../../shared/components/jersey-image.tsx";
import { toast } from "../../shared/components/toast.ts";
import { button } from "../../shared/ui/button.tsx";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { queueFigures } from "../data/suggestions/figures.ts";
import { type Subject, subjectOf } from "../data/suggestions/subject.ts";
import { jerseyParams, namesTeam } from "../../shared/domain/jersey.ts";
import type { Target } from "../../shared/domain/suggestion.ts";
import { competitionName, localJersey, teamName } from "../../shared/i18n/catalogue-names.ts";
import { queueFiguresInWords } from "../i18n/queue-figures.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { CatalogueForm } from "./catalogue-form.tsx";
import { JerseyForm } from "./jersey-form.tsx";
import { removeSuggestionDraft } from "./suggestion-draft.ts";

const LINK = "font-semibold underline decoration-control underline-offset-4 hover:decoration-ink";

/** A member suggests to correct a jersey, a team or a competition, or adds photos of a jersey. */
export function Suggest({ target, userId }: { target: Target; userId: string }) {
  const { t } = useTranslation("suggestions");
  const { data: subject, isPending, refetch } = useMemberQuery(subjectOf(target, userId));
  const [sent, setSent] = useState<"live" | "waiting">();
  if (sent && subject) return <Sent subject={subject} isLive={sent === "live"} />;
  if (isPending) return <SuggestSkeleton />;
  if (subject === undefined) {
    return <LoadFailed onRetry={refetch} />;
  }
  if (subject === null) return <EmptyState title={t("errors.suggestion_target_gone")} />;
  return (
    <SuggestForm
      subject={subject}
      userId={userId}
      onSent={(isLive) => setSent(isLive ? "live" : "waiting")}
    />
  );
}

function SuggestForm({
  subject,
  userId,
  onSent,
}: {
  subject: Subject;
  userId: string;
  onSent: (isLive: boolean) => void;
}) {
  const { t } = useTranslation("suggestions");
  const lang = useLanguage();
  const { data: figures } = useMemberQuery(queueFigures());
  // A form begins anew without its draft.
  const [drafts, setDrafts] = useState(0);
  const { hash } = useLocation();
  const isOwn = subject.type === "jersey" && subject.row.author_id === userId;
  const { open } = subject;
  const shared = {
    open,
    userId,
    onSent: (isLive: boolean) => {
      toast.success(t(isLive ? "trust.live" : open ? "saved" : "sent"));
      onSent(isLive);
    },
    onDiscard: () => {
      removeSuggestionDraft(userId, open?.id ?? subject.row.id);
      setDrafts(drafts + 1);
    },
  };
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="flex items-center gap-3">
        {subject.type === "jersey" && (
          <span className="size-12 shrink-0 overflow-hidden rounded-lg bg-surface">
            <JerseyImage
              jersey={subject.row}
              path={subject.row.images[0]?.path}
              alt=""
              sizes="3rem"
              largest={320}
            />
          </span>
        )}
        <p className="min-w-0 wrap-anywhere">
          {t("about")} <PageLink subject={subject} />
        </p>
      </div>
      {isOwn && <p className="max-w-prose">{t("own")}</p>}
      {open && (
        <p className="max-w-prose rounded-2xl border border-control bg-surface p-4">
          {t("open")} <ContributionsLink />
        </p>
      )}
      {subject.type === "jersey" ? (
        <JerseyForm
          key={drafts}
          jersey={subject.row}
          isOwn={isOwn}
          isOnlyPhotos={hash === "#photos"}
          {...shared}
        />
      ) : (
        <CatalogueForm key={drafts} type={subject.type} row={subject.row} {...shared} />
      )}
      <p className="min-h-5 text-sm text-muted">{figures && queueFiguresInWords(figures, lang)}</p>
    </div>
  );
}

/** After sending: where to go on. */
function Sent({ subject, isLive }: { subject: Subject; isLive: boolean }) {
  const { t } = useTranslation("suggestions");
  const thanks = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone: without this a phone shows the end of the page.
  useEffect(() => thanks.current?.focus(), []);
  return (
    <div ref={thanks} role="status" tabIndex={-1} className="scroll-mt-24 outline-none">
      <EmptyState
        icon={<Check aria-hidden />}
        title={t(isLive ? "trust.live" : "sent")}
        action={
          <p className="flex flex-wrap justify-center gap-3">
            <PageLink subject={subject} isButton />
            <ContributionsLink className={button({ variant: "outline" })} />
          </p>
        }
      />
    </div>
  );
}

function ContributionsLink({ className = LINK }: { className?: string }) {
  const { t } = useTranslation(["suggestions", "submit"]);
  const to = useHref();
  return (
    <Link to={to("accountSection", { section: "contributions" })} className={className}>
      {t("submit:seeMine")}
    </Link>
  );
}

function PageLink({ subject, isButton = false }: { subject: Subject; isButton?: boolean }) {
  const { t } = useTranslation("suggestions");
  const { name, path } = pageOf(subject, useLanguage());
  if (isButton) {
    return (
      <Link to={path} className={button()}>
        {t("toPage")}
      </Link>
    );
  }
  return (
    <Link to={path} className={LINK}>
      {name}
    </Link>
  );
}

function pageOf(subject: Subject, lang: Language): { name: string; path: string } {
  const { type, row } = subject;
  if (type === "jersey") {
    const { title, team } = localJersey(row, lang);
    const name = namesTeam({ title, team }) ? title : `${title} – ${team}`;
    return { name, path: href("jersey", jerseyParams(row), lang) };
  }
  if (type === "team") {
    return {
      name: teamName(row, row.competition, lang),
      path: href("team", { teamId: row.id }, lang),
    };
  }
  return {
    name: competitionName(row, lang),
    path: href("competition", { competitionId: row.id }, lang),
  };
}

export function SuggestSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid grid-cols-1 content-start gap-4 sm:grid-cols-2">
        {["one", "two", "three", "four", "five", "six"].map((field) => (
          <Skeleton key={field} className="h-17" />
        ))}
      </div>
      <Skeleton className="h-64 rounded-2xl" />
    </div>
  );
}
