import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";

import { Notice } from "../components/error-screen.tsx";
import { accessContext, reader } from "../data/access.ts";
import { commentPage } from "../data/comments/comments.ts";
import { readJersey } from "../data/jerseys/jersey.ts";
import { similarJerseys } from "../data/jerseys/lists.ts";
import { useSession } from "../data/session/use-session.ts";
import { translator } from "../i18n/i18n.ts";
import { languageOf } from "../i18n/languages.ts";
import { pageMeta } from "../i18n/page-meta.ts";
import { href } from "../i18n/paths.ts";
import { shareImageUrl } from "../lib/image-url.ts";
import { isJerseyId, jerseyParams } from "../lib/jersey.ts";
import type { Route } from "./+types/jersey.ts";
import { JerseySkeleton } from "./jersey-skeleton.tsx";
import { JerseyView } from "./jersey-view.tsx";

const JerseyOfMember = lazy(() => import("./jersey-of-member.tsx"));

const SIMILAR = 3;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const client = reader(context);
  const jersey = isJerseyId(params.id) ? await readJersey(client, params.id) : null;
  if (!jersey)
    return data(
      { jersey: null, similar: [], comments: undefined, image: undefined },
      { status: 404 },
    );

  // The id decides; an address with other words in it leads to the one true address.
  const address = href("jersey", jerseyParams(jersey), languageOf(url.pathname));
  if (decodeURI(url.pathname) !== decodeURI(address)) throw redirect(address + url.search, 301);

  const cover = jersey.images[0]?.path;
  const { url: backend, siteUrl } = context.get(accessContext);
  const [similar, comments] = await Promise.all([
    similarJerseys(client, jersey, SIMILAR),
    commentPage(client, jersey.id),
  ]);
  return data({
    jersey,
    similar,
    comments,
    image: cover ? shareImageUrl(backend || siteUrl, cover) : undefined,
  });
}

export const meta: Route.MetaFunction = ({ location, matches, loaderData }) => {
  const lang = languageOf(location.pathname);
  const t = translator(lang, "jersey");
  if (!loaderData?.jersey) {
    return [{ title: t("notFound.title") }, { name: "robots", content: "noindex" }];
  }
  const { jersey, image } = loaderData;
  const { title, team, year, kit_type } = jersey;
  const kit = kit_type && translator(lang, "common")(`kitType.${kit_type}`);
  return pageMeta({
    screen: "jersey",
    params: jerseyParams(jersey),
    lang,
    siteUrl: matches[0].loaderData?.siteUrl ?? "",
    title: t("meta.title", { title, team }),
    description: t("meta.description", {
      title,
      facts: [team, kit, year].filter(Boolean).join(", "),
    }),
    ...(image && { image }),
  });
};

export default function Jersey({ loaderData, params }: Route.ComponentProps) {
  const { jersey, similar, comments } = loaderData;
  if (jersey) return <JerseyView jersey={jersey} similar={similar} comments={comments} />;
  return <HiddenJersey id={params.id} />;
}

/**
 * A jersey that visitors can't see. Who may have a session waits for the member's view before
 * 'not found' is said; the style sheet keeps the wrong one from flashing.
 */
function HiddenJersey({ id }: { id: string }) {
  const { t } = useTranslation("jersey");
  const session = useSession();
  if (session.status === "member" && isJerseyId(id)) {
    return (
      <Suspense fallback={<JerseySkeleton />}>
        <JerseyOfMember id={id} memberId={session.user.id} />
      </Suspense>
    );
  }
  const mayBeMember = session.status !== "visitor" && isJerseyId(id);
  return (
    <>
      <div className={mayBeMember ? "if-visitor" : undefined}>
        <Notice numeral="404" title={t("notFound.title")} text={t("notFound.text")} />
      </div>
      {mayBeMember && (
        <div className="if-member">
          <JerseySkeleton />
        </div>
      )}
    </>
  );
}
