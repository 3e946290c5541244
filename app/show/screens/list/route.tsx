import { lazy, Suspense } from "react";
import { data, Link, useRevalidator } from "react-router";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { FollowButton } from "../../../collect/follows/follow-button.tsx";
import { ReportButton } from "../../../contribute/report/report-button.tsx";
import { ReportWithoutAccount } from "../../../contribute/report/report-without-account.tsx";
import { NEVER_STORED } from "../../../shared/address/cache-control.ts";
import { cursorOf } from "../../../shared/address/cursor.ts";
import { notFound } from "../../../shared/address/not-found.ts";
import { href } from "../../../shared/address/paths.ts";
import { OwnOrMissing } from "../../../jersey/components/own-or-missing.tsx";
import { reader } from "../../../shared/data/access.ts";
import { storedHeaders } from "../../../shared/data/stored.ts";
import { jerseyParams } from "../../../shared/domain/jersey.ts";
import { isUuid } from "../../../shared/domain/uuid.ts";
import { breadcrumbsFromHome } from "../../../shared/head/home-breadcrumbs.ts";
import { feedLinks } from "../../../shared/head/feed-links.ts";
import { noindexMeta } from "../../../shared/head/noindex-meta.ts";
import { pageMeta } from "../../../shared/head/page-meta.ts";
import { languageOf } from "../../../shared/i18n/languages.ts";
import { translator } from "../../../shared/i18n/translations.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import { useSession } from "../../../shared/session/use-session.ts";
import { Skeleton } from "../../../shared/ui/skeleton.tsx";
import { listPage, readList } from "../../data/lists.ts";
import { ListBar } from "../../list-editor/list-bar.tsx";
import { ListView } from "./list-view.tsx";
import type { Route } from "./+types/route.ts";
import { memberName } from "../../../shared/i18n/member-name.ts";

const EmptyList = lazy(() => import("../../list-editor/empty-list.tsx"));
const MemberList = lazy(() => import("./member-list.tsx"));

/** Fewer are no list that somebody looks for (docs/product/show.md 27.11). */
const FEWEST_INDEXED = 3;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const client = reader(context);
  const lang = languageOf(url.pathname);
  const { id } = params;
  if (!isUuid(id)) throw notFound();
  const list = await readList(client, id);
  if (!list) {
    return data({ hiddenId: id }, { status: 404, headers: { "Cache-Control": NEVER_STORED } });
  }
  const after = cursorOf(url.searchParams.get("after"));
  const jerseys = await listPage(client, list.id, { lang, after });
  // What is no longer shown is gone at once.
  return data({ list, jerseys }, { headers: { "Cache-Control": NEVER_STORED } });
}

export const headers: Route.HeadersFunction = storedHeaders;

export const meta: Route.MetaFunction = ({ location, matches, loaderData }) => {
  const lang = languageOf(location.pathname);
  if (!loaderData || "hiddenId" in loaderData) {
    return noindexMeta(translator(lang, "common")("notFound.title"));
  }
  const { list, jerseys } = loaderData;
  const siteUrl = matches[0].loaderData?.siteUrl ?? "";
  const t = translator(lang, "lists");
  const name = memberName(list, lang);
  const isIndexed = list.jerseys >= FEWEST_INDEXED;
  return [
    ...pageMeta({
      screen: "list",
      params: { id: list.id },
      lang,
      siteUrl,
      title: t("meta.title", { title: list.title, name }),
      description:
        list.description ??
        t("meta.description", {
          name,
          jerseys: translator(lang, "catalogue")("count.jerseys", { count: list.jerseys }),
        }),
      crumbs: breadcrumbsFromHome(lang, { label: list.title }),
    }),
    ...feedLinks({ kind: "list", id: list.id }, list.title, lang),
    ...(isIndexed
      ? [
          {
            "script:ld+json": {
              "@context": "https://schema.org",
              "@type": "ItemList",
              name: list.title,
              numberOfItems: list.jerseys,
              itemListElement: jerseys.items
                .filter(({ isPageless }) => !isPageless)
                .map((jersey, n) => ({
                  "@type": "ListItem",
                  position: n + 1,
                  name: jersey.title,
                  url: siteUrl + href("jersey", jerseyParams(jersey), lang),
                })),
            },
          },
        ]
      : [{ name: "robots", content: "noindex" }]),
  ];
};

/** The answer for a list that visitors can't see. */
interface Hidden {
  hiddenId: string;
}

/** A public list of a member: shirts in an order, with a note each. */
export default function ListScreen({ loaderData }: Route.ComponentProps) {
  if (!("hiddenId" in loaderData)) return <PublicList {...loaderData} />;
  return (
    <OwnOrMissing
      words="common"
      wait={<Skeleton className="page mt-8 h-96" />}
      renderOwn={(memberId) => <MemberList id={loaderData.hiddenId} memberId={memberId} />}
    />
  );
}

function PublicList({ list, jerseys }: Exclude<Route.ComponentProps["loaderData"], Hidden>) {
  const { t } = useTranslation("report");
  const lang = useLanguage();
  const session = useSession();
  const { revalidate } = useRevalidator();
  const isOwn = session.status === "member" && session.user.id === list.member_id;
  return (
    <ListView
      list={list}
      isOwn={isOwn}
      author={
        <>
          <Link
            to={href("member", { username: list.username }, lang)}
            className="inline-flex min-h-11 items-center wrap-anywhere underline decoration-control underline-offset-4 hover:decoration-ink"
          >
            <bdi>{memberName(list, lang)}</bdi>
          </Link>{" "}
          ·{" "}
        </>
      }
      bar={
        <ListBar memberId={list.member_id} list={{ ...list, is_public: true, is_hidden: false }} />
      }
      jerseys={jerseys}
      fill={
        isOwn &&
        jerseys.items.length === 0 && (
          <Suspense>
            <EmptyList userId={list.member_id} list={list} onFilled={() => void revalidate()} />
          </Suspense>
        )
      }
    >
      {!isOwn && (
        <div className="flex flex-wrap items-center gap-x-3">
          <FollowButton target={{ type: "list", id: list.id, name: list.title }} />
          <ReportButton
            target={{ type: "list", id: list.id }}
            label={t("reportList", { title: list.title })}
            variant="ghost"
            size="sm"
            className="needs-scripts"
          />
          <ReportWithoutAccount address={href("list", { id: list.id }, lang)} />
        </div>
      )}
    </ListView>
  );
}
