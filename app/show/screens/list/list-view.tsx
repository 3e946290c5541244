import { Shirt } from "lucide-react";
import { lazy, type ReactNode, Suspense } from "react";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import {
  CommunityCard,
  type CommunityCardProps,
} from "../../../browse/components/community-card.tsx";
import { JerseyList } from "../../../shared/components/jersey-list.tsx";
import { PageHead } from "../../../shared/components/page-head.tsx";
import type { JerseySummary } from "../../../shared/domain/jersey.ts";
import type { Page } from "../../../shared/domain/page.ts";
import { breadcrumbsFromHome } from "../../../shared/head/home-breadcrumbs.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import { OwnShirtCard } from "../../shelf/own-shirt-card.tsx";
import { useSession } from "../../../shared/session/use-session.ts";
import { EmptyState } from "../../../shared/ui/empty-state.tsx";

/** Lazy: only members need the query library behind it. */
const Gaps = lazy(() => import("../../lists/gaps.tsx"));

/** A list, for everyone or for its member alone. */
export function ListView({
  list,
  author,
  isOwn,
  bar,
  jerseys,
  fill,
  children,
}: {
  list: { id: string; title: string; description: string | null; jerseys: number };
  author?: ReactNode;
  /** True if the viewer made it. */
  isOwn: boolean;
  /** For its member: who sees it, and the way to change it. */
  bar: ReactNode;
  jerseys: Page<JerseySummary>;
  /** For its member, in the place of the jerseys of an empty list. */
  fill?: ReactNode;
  children?: ReactNode;
}) {
  const { t } = useTranslation(["lists", "catalogue"]);
  const lang = useLanguage();
  const session = useSession();
  return (
    <>
      <PageHead crumbs={breadcrumbsFromHome(lang, { label: list.title })} title={list.title}>
        <p>
          {author}
          {t("catalogue:count.jerseys", { count: list.jerseys })}
        </p>
        {list.description && (
          <p className="mt-2 wrap-anywhere whitespace-pre-line text-ink">{list.description}</p>
        )}
      </PageHead>
      <div className="page grid grid-cols-1 gap-8">
        {bar}
        {session.status === "member" && list.jerseys > 0 && (
          <Suspense>
            <Gaps
              userId={session.user.id}
              listId={list.id}
              own={isOwn ? list.jerseys : undefined}
            />
          </Suspense>
        )}
        <section aria-labelledby="listed">
          <h2 id="listed" className="sr-only">
            {t("catalogue:names.jerseys")}
          </h2>
          <JerseyList
            listKey={`list:${list.id}`}
            page={jerseys}
            Card={NotedCard}
            empty={fill || <EmptyState icon={<Shirt aria-hidden />} title={t("empty")} />}
          />
        </section>
        {children}
      </div>
    </>
  );
}

/** A jersey with what the list says about it. */
function NotedCard(props: CommunityCardProps) {
  const { jersey } = props;
  const note = jersey.note && (
    <span className="block wrap-anywhere whitespace-normal text-ink">{jersey.note}</span>
  );
  if (jersey.isPageless) {
    return (
      <OwnShirtCard shirt={jersey}>
        {note && <p className="text-sm font-semibold">{note}</p>}
      </OwnShirtCard>
    );
  }
  return <CommunityCard {...props} standing={note} />;
}
