import { ExternalLink } from "lucide-react";
import { type ComponentProps, lazy, type ReactNode, Suspense } from "react";
import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { UnbrokenTitle } from "../../../shared/components/unbroken-title.tsx";
import { Link, useLocation } from "react-router";

import { Breadcrumbs } from "../../../shared/components/breadcrumbs.tsx";
import { menuItem, MoreMenu } from "../../../shared/components/menu.tsx";
import { Badge } from "../../../shared/ui/badge.tsx";
import { button } from "../../../shared/ui/button.tsx";
import type { Comment, CommentPage } from "../../data/comments/comments.ts";
import { fullName } from "../../domain/full-name.ts";
import type { KitsBeside } from "../../data/kits-beside.ts";
import type { LocalDetail } from "./local-detail.ts";
import { useSession } from "../../../shared/session/use-session.ts";
import { InLists } from "../../../show/lists/in-lists.tsx";
import type { ListWith } from "../../../show/data/lists.ts";
import { ShareButton } from "../../share/share-button.tsx";
import { shareImagePath } from "../../../shared/head/share-image.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import type { ShelfCounts } from "../../../collect/data/shelves/shelf-counts.ts";
import { ShelfButtons } from "../../../collect/collection/shelf-buttons.tsx";
import { commentAnchor } from "../../comments/comment-item.tsx";
import { memberName } from "../../../shared/i18n/member-name.ts";
import { Comments, type CommentsProps } from "../../comments/comments.tsx";
import { Gallery } from "../../gallery/gallery.tsx";
import { JerseyFacts } from "./jersey-facts.tsx";
import { ReportButton } from "../../../contribute/report/report-button.tsx";
import { SeasonKits } from "./season-kits.tsx";
import { Similar } from "./similar.tsx";
import { Rating } from "../../votes/rating.tsx";
import { VotePair } from "../../votes/vote-pair.tsx";
import type { Crumb } from "../../../shared/head/breadcrumbs.ts";
import { DEMONSTRATION, isDrawn } from "../../../shared/domain/demonstration.ts";
import { externalLink } from "../../domain/external-link.ts";
import { useHref } from "../../../shared/address/use-href.ts";
import {
  jerseyParams,
  type JerseySummary,
  namesTeam,
  namesYear,
} from "../../../shared/domain/jersey.ts";
import { KeptSpace } from "../../components/kept-space.tsx";
import { CommunityCard } from "../../../browse/components/community-card.tsx";
import { ContributeLinks } from "../../../contribute/links/contribute-links.tsx";
import { PhotoCredit } from "./photo-credit.tsx";
import { ReportWithoutAccount } from "../../../contribute/report/report-without-account.tsx";

const OwnEdit = lazy(() => import("./own-edit.tsx"));
const OwnCopies = lazy(() => import("../../../collect/collection/own-copies.tsx"));
const AddToList = lazy(() => import("../../../show/add-to-list/add-button.tsx"));
const EditButton = lazy(() => import("./edit-button.tsx"));
const MergingButton = lazy(() => import("../../../moderate/merging/merging-button.tsx"));

/** A jersey's page, for everyone, or for its author before approval. */
export function JerseyView({
  jersey,
  similar,
  comments,
  beside,
  counts,
  lists,
  crumbs,
  status,
}: {
  jersey: LocalDetail;
  similar: JerseySummary[];
  /** The first comments, if the jersey is public. */
  comments?: CommentPage;
  /** The team's other kits around it, if the jersey is public. */
  beside?: KitsBeside;
  /** How many members have and want it, if the jersey is public. */
  counts?: ShelfCounts;
  /** A few public lists with it, if the jersey is public. */
  lists?: ListWith[];
  /** Breadcrumbs, if the jersey is public. */
  crumbs?: Crumb[];
  /** Why it isn't public, for those who see it anyway. */
  status?: ReactNode;
}) {
  const { t } = useTranslation(["jersey", "facts", "catalogue"]);
  const { t: common } = useTranslation();
  const { t: report } = useTranslation("report");
  const to = useHref();
  const lang = useLanguage();
  const session = useSession();
  const isPublic = jersey.status === "approved" && jersey.is_active;
  const isOwn = session.status === "member" && session.user.id === jersey.author_id;
  const link = externalLink(jersey.external_link);
  return (
    <article className="page grid grid-cols-1 gap-12 pb-4">
      <div>
        {crumbs ? (
          <Breadcrumbs crumbs={crumbs} className="py-1 text-muted md:py-3" />
        ) : (
          <div className="md:pt-8" />
        )}
        <div className="grid grid-cols-1 gap-4 md:gap-8 md:grid-cols-[minmax(0,48rem)_minmax(18rem,1fr)] md:grid-rows-[auto_1fr] lg:grid-cols-[minmax(0,48rem)_minmax(20rem,1fr)] lg:gap-x-12">
          <Gallery
            key={jersey.id}
            jersey={jersey}
            isDrawn={isDrawn(jersey.images)}
            captions={jersey.images.map((photo, n) => (
              <PhotoCredit key={photo.path ?? n} photo={photo} />
            ))}
          />
          <div className="grid grid-cols-1 content-start gap-6 md:col-start-2 md:row-span-2 md:row-start-1">
            {status}
            {isOwn && jersey.status === "approved" && (
              <Suspense fallback={null}>
                <OwnEdit jerseyId={jersey.id} memberId={session.user.id} />
              </Suspense>
            )}
            <header className="grid grid-cols-[minmax(0,1fr)_auto] items-center justify-items-start gap-x-4 gap-y-2 md:gap-y-3">
              <Badge tone={jersey.league} className="md:col-span-2">
                {common(`league.${jersey.league}`)}
              </Badge>
              <p className="caption md:col-span-2">
                {/* What the title says isn't said twice. */}
                {[
                  !namesTeam(jersey) && jersey.team,
                  jersey.kit_type && common(`kitType.${jersey.kit_type}`),
                  !namesYear(jersey) && jersey.year,
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </p>
              <h1 className="heading col-span-2 text-3xl">
                <UnbrokenTitle>{jersey.title}</UnbrokenTitle>
              </h1>
              {isPublic && <Rating jersey={jersey} />}
            </header>
            {isOwn && isPublic && (
              <Link
                to={to("suggest", { type: "jersey", id: jersey.id })}
                className={button({ variant: "outline", className: "justify-self-start" })}
              >
                {t("status.edit")}
              </Link>
            )}
            {isOwn && jersey.status !== "approved" && (
              <Suspense fallback={<div className="h-11" />}>
                <EditButton
                  jerseyId={jersey.id}
                  userId={session.user.id}
                  isRejected={jersey.status === "rejected"}
                />
              </Suspense>
            )}
            <div className="jersey-bar">
              {isPublic && <VotePair jersey={jersey} />}
              <ShelfButtons jersey={jersey} />
            </div>
            <KeptSpace key={jersey.id}>
              <div className="grid grid-cols-1 gap-2">
                {session.status === "member" && (
                  <Suspense fallback={null}>
                    <OwnCopies key={jersey.id} userId={session.user.id} jerseyId={jersey.id} />
                  </Suspense>
                )}
                {session.status === "member" && isPublic && (
                  <Suspense fallback={null}>
                    <AddToList
                      userId={session.user.id}
                      what={{ jerseyId: jersey.id }}
                      label={t("lists.add")}
                      className="justify-self-start"
                    />
                  </Suspense>
                )}
                {counts && <CountsLine {...counts} />}
              </div>
            </KeptSpace>
            {link && (
              <a
                href={link.href}
                target="_blank"
                rel="noopener noreferrer nofollow ugc"
                className={button({ variant: "outline", className: "max-w-full" })}
              >
                <span className="truncate">{t("link", { site: link.site })}</span>
                <ExternalLink aria-hidden />
                <span className="sr-only">{t("linkHint")}</span>
              </a>
            )}
            <JerseyFacts jersey={jersey} />
            {isPublic && (
              <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
                <ShareButton
                  title={fullName(jersey)}
                  picture={shareImagePath("jersey", jersey.id, lang)}
                  embedded={jersey.id}
                />
                <ReportWithoutAccount address={to("jersey", jerseyParams(jersey))} />
                <ReportButton
                  target={{ type: "jersey", id: jersey.id }}
                  page={to("jersey", jerseyParams(jersey))}
                  label={report("reportJersey", { title: jersey.title })}
                  variant="ghost"
                  size="sm"
                  className="needs-scripts text-muted"
                />
                <MoreMenu>
                  <ContributeLinks
                    target={{ type: "jersey", id: jersey.id }}
                    suggest={t("catalogue:suggest")}
                    addPhoto={t("addPhoto")}
                    history={t("catalogue:history")}
                  />
                  {session.status === "member" && (
                    <Suspense fallback={null}>
                      <MergingButton
                        jerseyId={jersey.id}
                        userId={session.user.id}
                        className={menuItem}
                      />
                    </Suspense>
                  )}
                </MoreMenu>
              </div>
            )}
          </div>
          <div className="grid grid-cols-1 content-start gap-8 empty:hidden md:col-start-1">
            {beside && <SeasonKits jersey={jersey} beside={beside} />}
            {jersey.description && (
              <section aria-labelledby="description" className="max-w-prose">
                <h2 id="description" className="heading text-2xl">
                  {t("facts:description")}
                </h2>
                <p className="mt-3 text-lg whitespace-pre-line">
                  {/* Stored in all languages: each reader gets their own. */}
                  {jersey.author_id === DEMONSTRATION ? t("drawn") : jersey.description}
                </p>
              </section>
            )}
            {lists && <InLists lists={lists} />}
          </div>
        </div>
      </div>
      {isPublic && comments && (
        <Comments
          key={`comments ${jersey.id}`}
          jerseyId={jersey.id}
          first={comments}
          Report={ReportComment}
          Hide={HideThisComment}
        />
      )}
      <Similar jerseys={similar} Card={CommunityCard} />
    </article>
  );
}

/** Lazy: only administrators hide comments here. */
const HideComment = lazy(async () => ({
  default: (await import("../../../moderate/review/hide-comment.tsx")).HideComment,
}));

function HideThisComment({ comment, onHide }: ComponentProps<CommentsProps["Hide"]>) {
  const { t } = useTranslation(["comments", "common"]);
  return (
    <Suspense fallback={null}>
      <HideComment
        label={t("common:action.hide")}
        draftKey={comment.id}
        variant="ghost"
        size="sm"
        className="text-muted"
        onHide={onHide}
      />
    </Suspense>
  );
}

function ReportComment({ comment }: { comment: Comment }) {
  const { t } = useTranslation("report");
  const { pathname } = useLocation();
  const lang = useLanguage();
  const name = memberName(comment.author, lang);
  return (
    <>
      <ReportButton
        target={{ type: "comment", id: comment.id }}
        label={t("reportComment", { name })}
        variant="ghost"
        size="sm"
        className="needs-scripts text-muted"
      />
      <ReportWithoutAccount
        address={`${pathname}#${commentAnchor(comment.id)}`}
        label={t("reportCommentWithoutAccount", { name })}
        className="px-3.5"
      />
    </>
  );
}

/** “In the collections of 12 members · on the wishlists of 5 members”; nothing while both are too few. */
function CountsLine({ collectors, wishers }: ShelfCounts) {
  const { t } = useTranslation("jersey");
  const parts = [
    collectors !== null && t("collectors", { count: collectors }),
    wishers !== null && t("wishers", { count: wishers }),
  ].filter(Boolean);
  return parts.length > 0 && <p className="text-sm text-muted">{parts.join(" · ")}</p>;
}
