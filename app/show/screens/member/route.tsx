import { Shirt } from "lucide-react";
import { data, Link } from "react-router";
import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { button } from "../../../shared/ui/button.tsx";

import { NEVER_STORED, NOT_STORED } from "../../../shared/address/cache-control.ts";
import { cursorOf } from "../../../shared/address/cursor.ts";
import { moved } from "../../../shared/address/moved.ts";
import { notFound } from "../../../shared/address/not-found.ts";
import { href } from "../../../shared/address/paths.ts";
import { useSignInPath } from "../../../shared/address/use-sign-in-path.ts";
import { CommunityCard } from "../../../browse/components/community-card.tsx";
import { ShirtFan } from "../../../browse/components/shirt-fan.tsx";
import { jerseyPage } from "../../../browse/data/jerseys/pages.ts";
import { ReportButton } from "../../../contribute/report/report-button.tsx";
import { ReportWithoutAccount } from "../../../contribute/report/report-without-account.tsx";
import { JerseyImage } from "../../../shared/components/jersey-image.tsx";
import { JerseyList } from "../../../shared/components/jersey-list.tsx";
import { PageHead } from "../../../shared/components/page-head.tsx";
import { reader } from "../../../shared/data/access.ts";
import { readProfile } from "../../../shared/data/profiles/profile.ts";
import { storedHeaders } from "../../../shared/data/stored.ts";
import { breadcrumbsFromHome } from "../../../shared/head/home-breadcrumbs.ts";
import { noindexMeta } from "../../../shared/head/noindex-meta.ts";
import { sharedMeta } from "../../../shared/head/page-meta.ts";
import { shareImagePath } from "../../../shared/head/share-image.ts";
import { formatMonth } from "../../../shared/i18n/format.ts";
import { languageOf } from "../../../shared/i18n/languages.ts";
import { translator } from "../../../shared/i18n/translations.ts";
import { useSession } from "../../../shared/session/use-session.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import { cx } from "../../../shared/ui/cx.ts";
import { EmptyState } from "../../../shared/ui/empty-state.tsx";
import { listsOfMember } from "../../data/lists.ts";
import { ListCards } from "../../lists/list-cards.tsx";
import { readNames, readOwnShirts, readShowcase, withShownPhotos } from "../../data/showcase.ts";
import { OwnerBar } from "../../owner/owner-bar.tsx";
import { Lists, listIn } from "./lists.tsx";
import { OwnCard, ShownCard } from "./shown-card.tsx";
import { OwnShirts } from "../../shelf/own-shirts.tsx";
import { Clubs, Sets, ShownShirts } from "../../shelf/shelf.tsx";
import type { Route } from "./+types/route.ts";
import { memberName } from "../../../shared/i18n/member-name.ts";

/** Number of shirts in the header. */
const IN_HEADER = 3;

const USERNAME = /^[a-z0-9_]{3,30}$/;

/** Every confirmed member has a page (docs/product/account.md 19.6), on which they may show their shirts (show.md 27.1). */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const client = reader(context);
  const lang = languageOf(url.pathname);
  const { username } = params;
  const small = username.toLowerCase();
  if (small !== username && USERNAME.test(small)) {
    throw moved(href("member", { username: small }, lang) + url.search);
  }
  const [member, showcase] = USERNAME.test(username)
    ? await Promise.all([readProfile(client, username), readShowcase(client, username, lang)])
    : [null, null];
  if (!member) throw notFound();
  const list = listIn(url.searchParams, showcase);
  const after = cursorOf(url.searchParams.get("after"));
  const of = list === "proposed" ? { authorId: member.id } : { shownBy: { username, shelf: list } };
  const withPage = showcase?.shirts.flatMap(({ jersey }) => jersey ?? []) ?? [];
  const isOnDisplay = withPage.length >= IN_HEADER;
  const [jerseys, own, best, pageless] = await Promise.all([
    jerseyPage(client, of, { lang, after }),
    listsOfMember(client, username, lang),
    showcase && !isOnDisplay
      ? jerseyPage(
          client,
          { shownBy: { username, shelf: "collection" } },
          { lang, size: IN_HEADER },
        )
      : undefined,
    list === "collection" && !after ? readOwnShirts(client, username, lang) : [],
  ]);
  if (list === "collection") {
    const names = await readNames(client, username, jerseys.items);
    const named = jerseys.items.map((jersey) => ({ ...jersey, printed: names.of(jersey) }));
    jerseys.items = showcase ? withShownPhotos(named, showcase) : named;
  }
  const proudest = isOnDisplay ? withPage.slice(0, IN_HEADER) : (best?.items ?? []);
  // What is no longer shown is gone at once.
  const isStored = !showcase && own.length === 0;
  const headers = { "Cache-Control": isStored ? NOT_STORED : NEVER_STORED };
  return data({ member, showcase, list, jerseys, own, proudest, pageless }, { headers });
}

export const headers: Route.HeadersFunction = storedHeaders;

/** People aren't for search engines. What a member shows has a preview where its link is shared. */
export const meta: Route.MetaFunction = ({ location, loaderData, matches }) => {
  if (!loaderData) return [];
  const { member, showcase } = loaderData;
  const lang = languageOf(location.pathname);
  const t = translator(lang, "showcase");
  const name = memberName(member, lang);
  if (!showcase) return noindexMeta(t("metaTitle.closed", { name }));
  const siteUrl = matches[0].loaderData?.siteUrl ?? "";
  return sharedMeta({
    title: t("metaTitle.open", { name }),
    description:
      showcase.about ??
      t("metaDescription", {
        name,
        jerseys: translator(lang, "catalogue")("count.jerseys", { count: showcase.copies }),
      }),
    url: siteUrl + href("member", { username: member.username }, lang),
    image: siteUrl + shareImagePath("member", member.id, lang),
    lang,
  });
};

/** A member: what they show of their shirts, and the approved jerseys that they proposed. */
export default function MemberScreen({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation(["showcase", "catalogue"]);
  const lang = useLanguage();
  const { t: report } = useTranslation("report");
  const { t: lists } = useTranslation("lists");
  const { member, showcase, list, jerseys, own, proudest, pageless } = loaderData;
  const signUp = useSignInPath({ mode: "signup" });
  const session = useSession();
  const isOwn = session.status === "member" && session.user.id === member.id;
  const name = memberName(member, lang);
  const fan = proudest.length === IN_HEADER ? proudest : proudest.slice(0, 1);
  return (
    <>
      <PageHead
        crumbs={breadcrumbsFromHome(lang, { label: name })}
        title={name}
        picture={
          // Where the fan has no place.
          fan[0] && (
            <span className="size-20 shrink-0 overflow-hidden rounded-2xl bg-surface md:size-28 lg:hidden">
              <JerseyImage jersey={fan[0]} path={fan[0].images[0]?.path} alt="" sizes="112px" />
            </span>
          )
        }
        aside={
          fan.length > 0 && (
            <ShirtFan
              jerseys={fan}
              className={cx(
                "hidden w-48 py-4 lg:grid xl:w-56",
                fan.length > 1 ? "mx-44 xl:mx-52" : "mx-24",
              )}
            />
          )
        }
      >
        {showcase && showcase.copies > 0 && (
          <p className="font-semibold text-ink">
            {t("catalogue:count.jerseys", { count: showcase.copies })} ·{" "}
            {t("catalogue:count.teams", { count: showcase.teams })}
          </p>
        )}
        <p>
          <bdi>@{member.username}</bdi> ·{" "}
          {t("since", { month: formatMonth(member.joined_on, lang) })}
        </p>
        {showcase?.about && <p className="mt-1 max-w-prose text-lg text-ink">{showcase.about}</p>}
        {showcase && (
          <div className="mt-3">
            <Clubs clubs={showcase.clubs} />
          </div>
        )}
        <p className="text-base">
          <Link
            to={href("history", { type: "member", id: member.username }, lang)}
            className="inline-flex min-h-11 items-center underline decoration-control underline-offset-4 hover:decoration-ink"
          >
            {t("contributions")}
          </Link>
        </p>
        {showcase && (
          <Link to={signUp} className={button({ variant: "hero", className: "if-visitor mt-3" })}>
            {t("start")}
          </Link>
        )}
      </PageHead>
      <div className="page grid grid-cols-1 gap-10">
        <OwnerBar memberId={member.id} name={name} isOpen={showcase !== null} />
        {showcase && (
          <>
            <ShownShirts shirts={showcase.shirts} />
            <Sets sets={showcase.sets} />
          </>
        )}
        {own.length > 0 && (
          <section aria-labelledby="own-lists" className="grid grid-cols-1 gap-4">
            <h2 id="own-lists" className="heading text-2xl md:text-3xl">
              {lists("ofMember")}
            </h2>
            <ListCards lists={own} />
          </section>
        )}
        <section aria-labelledby="member-list" className="grid grid-cols-1 gap-4">
          <Lists showcase={showcase} list={list} id="member-list" />
          {/* Who has only shirts without a page shows these. */}
          {(jerseys.items.length > 0 || pageless.length === 0) && (
            <JerseyList
              key={list}
              listKey={`member:${member.id}:${list}`}
              page={jerseys}
              Card={list === "proposed" ? CommunityCard : isOwn ? OwnCard : ShownCard}
              empty={
                <EmptyState
                  icon={<Shirt aria-hidden />}
                  title={t(`none.${list}`, { name })}
                  action={
                    <Link
                      to={href("catalogue", {}, lang)}
                      className={button({ variant: "outline" })}
                    >
                      {t("toCatalogue")}
                    </Link>
                  }
                >
                  {/* Of everybody who shows none: that somebody has shirts is theirs to tell. */}
                  {!showcase && <p>{t("none.closed")}</p>}
                </EmptyState>
              }
            />
          )}
          <OwnShirts shirts={pageless} shown={showcase?.shirts} />
        </section>
        {!isOwn && (
          <div className="flex flex-wrap items-center gap-x-3">
            <ReportButton
              target={{ type: "profile", id: member.id }}
              label={report("reportMember", { name })}
              variant="ghost"
              size="sm"
              className="needs-scripts"
            />
            <ReportWithoutAccount address={href("member", { username: member.username }, lang)} />
          </div>
        )}
      </div>
    </>
  );
}
