import { lazy, Suspense } from "react";
import { Link } from "react-router";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { moved } from "../../../shared/address/moved.ts";
import { notFound } from "../../../shared/address/not-found.ts";
import { href } from "../../../shared/address/paths.ts";
import { useHref } from "../../../shared/address/use-href.ts";
import { ErrorScreen } from "../../../shared/components/error-screen.tsx";
import { JerseyImage } from "../../../shared/components/jersey-image.tsx";
import { PageHead } from "../../../shared/components/page-head.tsx";
import { button } from "../../../shared/ui/button.tsx";
import { EmptyState } from "../../../shared/ui/empty-state.tsx";
import { reader } from "../../../shared/data/access.ts";
import type { Client } from "../../../shared/data/client.ts";
import { readContributions, readContributors, readHistory } from "../../data/history/history.ts";
import { readMergedAddress, readRemovedJersey } from "../../../jersey/data/jersey.ts";
import { readProfile } from "../../../shared/data/profiles/profile.ts";
import {
  readTargets,
  targetName,
  targetPath,
} from "../../../contribute/data/suggestions/targets.ts";
import { useSession } from "../../../shared/session/use-session.ts";
import { isTargetType } from "../../../shared/domain/suggestion.ts";
import { isUuid } from "../../../shared/domain/uuid.ts";
import { breadcrumbsFromHome } from "../../../shared/head/home-breadcrumbs.ts";
import { noindexMeta } from "../../../shared/head/noindex-meta.ts";
import { type Language, languageOf } from "../../../shared/i18n/languages.ts";
import { translator } from "../../../shared/i18n/translations.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import type { Route } from "./+types/route.ts";
import { isRemoved } from "../../merging/removed.ts";
import { removedAnswer } from "../../merging/removed-answer.ts";
import RemovedScreen from "../../merging/removed-screen.tsx";
import { storedHeaders, storedIf } from "../../../shared/data/stored.ts";
import { VersionItem } from "./version-item.tsx";
import { memberName } from "../../../shared/i18n/member-name.ts";

/** Lazy: only reviewers undo, and read a member's file. */
const UndoVersion = lazy(() => import("../../undo/undo-version.tsx"));
const MemberFile = lazy(() => import("../../members/member-file.tsx"));

/** Lazy: only members merge, remove or suggest it. */
const MergingButton = lazy(() => import("../../merging/merging-button.tsx"));

const USERNAME = /^[a-z0-9_]{3,30}$/;

/** The version before which a page begins, of the address. */
function beforeOf(params: URLSearchParams): number | undefined {
  const before = params.get("before") ?? "";
  return /^[1-9]\d{0,14}$/.test(before) ? Number(before) : undefined;
}

/** History is read here only: public pages read none. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const client = reader(context);
  const lang = languageOf(url.pathname);
  const { type, id } = params;
  const before = beforeOf(url.searchParams);
  if (type === "member") return readMember(client, id, before, lang);
  if (!isTargetType(type) || !isUuid(id)) throw notFound();
  const target = (await readTargets(client, [{ type, id }])).get(id);
  if (!target) {
    const merged = type === "jersey" && (await readMergedAddress(client, id));
    if (merged) throw moved(href("history", { type, id: merged.id }, lang));
    const removed = type === "jersey" && (await readRemovedJersey(client, id));
    throw removed ? removedAnswer(removed, lang) : notFound();
  }
  const [page, contributors] = await Promise.all([
    readHistory(client, { type, id }, before),
    type === "jersey" ? readContributors(client, id) : [],
  ]);
  // Not stored: few read it, and a change is shown at once.
  return storedIf(false, {
    ...{ page, contributors, before, member: null },
    of: { type, id },
    target: {
      name: targetName(target, lang),
      path: targetPath(target, lang),
      jersey: target.type === "jersey" ? target : null,
    },
  });
}

async function readMember(
  client: Client,
  username: string,
  before: number | undefined,
  lang: Language,
) {
  const member = USERNAME.test(username) ? await readProfile(client, username) : null;
  if (!member) throw notFound();
  return storedIf(false, {
    ...{ contributors: [], before, of: null, target: null },
    page: await readContributions(client, member, before),
    member: { id: member.id, username: member.username, name: memberName(member, lang) },
  });
}

export const headers: Route.HeadersFunction = storedHeaders;

function titleOf(data: Route.ComponentProps["loaderData"], lang: Language): string {
  const t = translator(lang, "suggestions");
  if (data.target) {
    const label = translator(lang, "catalogue")("history");
    return translator(lang, "common")("of", { label, name: data.target.name });
  }
  return t("history.ofMember", { name: data.member.name });
}

/** A history is for readers of its page, not for search engines. */
export const meta: Route.MetaFunction = ({ location, loaderData, error }) => {
  const lang = languageOf(location.pathname);
  if (isRemoved(error)) return noindexMeta(translator(lang, "jersey")("removed.title"));
  if (!loaderData) return noindexMeta(translator(lang, "common")("notFound.title"));
  return noindexMeta(titleOf(loaderData, lang));
};

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return isRemoved(error) ? <RemovedScreen what={error.data} /> : <ErrorScreen error={error} />;
}

export default function HistoryScreen({ loaderData, params }: Route.ComponentProps) {
  const { t } = useTranslation(["suggestions", "catalogue"]);
  const lang = useLanguage();
  const to = useHref();
  const session = useSession();
  const { page, contributors, before, of, target, member } = loaderData;
  const isFirst = before === undefined;
  const here = to("history", params);
  const crumbs = breadcrumbsFromHome(
    lang,
    ...(target ? [{ label: target.name, path: target.path }] : []),
    { label: target ? t("catalogue:history") : (member?.name ?? "") },
  );
  return (
    <>
      <PageHead
        crumbs={crumbs}
        title={titleOf(loaderData, lang)}
        isCompact
        picture={
          target?.jersey && (
            // The heading's text has the same link below: the way back.
            <Link
              to={target.path}
              tabIndex={-1}
              aria-hidden
              className="block size-20 shrink-0 overflow-hidden rounded-xl bg-surface md:size-32"
            >
              <JerseyImage
                jersey={target.jersey}
                path={target.jersey.images[0]?.path}
                alt=""
                sizes="8rem"
                largest={320}
                priority
              />
            </Link>
          )
        }
      />
      <div className="page pb-10">
        <div className="grid max-w-5xl grid-cols-1 gap-8">
          {target && (
            <p className="flex flex-wrap gap-3">
              <Link to={target.path} className={button({ variant: "outline", size: "sm" })}>
                {t("history.back")}
              </Link>
              <Link
                to={to("suggest", params)}
                className={button({ variant: "outline", size: "sm" })}
              >
                {t("title")}
              </Link>
              {session.status === "member" && of?.type === "jersey" && (
                <Suspense fallback={null}>
                  <MergingButton
                    jerseyId={of.id}
                    userId={session.user.id}
                    className={button({ variant: "outline", size: "sm" })}
                  />
                </Suspense>
              )}
            </p>
          )}
          {member && session.status === "member" && (
            <Suspense fallback={null}>
              <MemberFile
                key={member.id}
                member={member}
                hasChanges={page.versions.length > 0}
                userId={session.user.id}
              />
            </Suspense>
          )}
          {contributors.length > 0 && (
            <section aria-labelledby="contributors" className="grid gap-2">
              <h2 id="contributors" className="heading text-xl">
                {t("history.contributors")}
              </h2>
              <ul className="flex flex-wrap gap-x-4 gap-y-1">
                {contributors.map(({ username, display_name }) => (
                  <li key={username}>
                    <Link
                      to={to("history", { type: "member", id: username })}
                      className="inline-flex min-h-6 items-center underline decoration-control underline-offset-4 hover:decoration-ink"
                    >
                      {memberName({ username, display_name }, lang)}
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          )}
          {page.versions.length === 0 ? (
            <EmptyState title={t(member ? "history.emptyMember" : "history.empty")} />
          ) : (
            <ol className="border-b border-line">
              {page.versions.map((version) => (
                <VersionItem key={version.id} version={version}>
                  {session.status === "member" && of && (
                    <Suspense fallback={null}>
                      <UndoVersion
                        id={version.id}
                        target={of}
                        before={before}
                        userId={session.user.id}
                      />
                    </Suspense>
                  )}
                </VersionItem>
              ))}
            </ol>
          )}
          {(page.next !== null || !isFirst) && (
            <nav aria-label={t("catalogue:history")} className="flex flex-wrap gap-3">
              {!isFirst && (
                <Link to={here} className={button({ variant: "outline" })}>
                  {t("history.newest")}
                </Link>
              )}
              {page.next !== null && (
                <Link to={`${here}?before=${page.next}`} className={button({ variant: "outline" })}>
                  {t("history.older")}
                </Link>
              )}
            </nav>
          )}
        </div>
      </div>
    </>
  );
}
