import { MessageCircle } from "lucide-react";
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";
import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { button } from "../../shared/ui/button.tsx";
import type { Comment, CommentPage } from "../data/comments/comments.ts";
import { useSession } from "../../shared/session/use-session.ts";
import { useSignInPath } from "../../shared/address/use-sign-in-path.ts";
import { CommentItem } from "./comment-item.tsx";
import { useLinkedComment } from "./use-linked-comment.ts";
import { MoreButton } from "../../shared/components/more-button.tsx";

/** Lazy: only members, and visitors who want older comments, need the query library behind it. */
const LiveComments = lazy(() => import("./live-comments.tsx"));

export interface CommentsProps {
  jerseyId: string;
  /** The first page, as rendered by the server. */
  first: CommentPage;
  /** The button that reports a comment. */
  Report: ComponentType<{ comment: Comment }>;
  /** A reviewer's button that hides a comment, for a reason. */
  Hide: ComponentType<{ comment: Comment; onHide: (reason: string) => Promise<boolean> }>;
}

/** A jersey's comments. The server renders the first page; members get the live list. */
export function Comments(props: CommentsProps) {
  const { t } = useTranslation("comments");
  const session = useSession();
  const [wantsMore, setWantsMore] = useState(false);
  const linked = useLinkedComment();
  const isOlder =
    linked !== undefined &&
    props.first.next &&
    !props.first.comments.some(({ id }) => id === linked);
  const viewer = session.status === "member" ? session.user.id : undefined;
  const rendered = <RenderedComments {...props} onMore={() => setWantsMore(true)} />;
  return (
    <section
      aria-labelledby="comments"
      className="grid max-w-3xl grid-cols-1 gap-5 border-t border-line pt-12"
    >
      <h2 id="comments" className="heading text-3xl">
        {t("title")}
      </h2>
      {viewer || wantsMore || isOlder ? (
        <Suspense fallback={rendered}>
          <LiveComments key={viewer} {...props} viewer={viewer} readOn={wantsMore} />
        </Suspense>
      ) : (
        rendered
      )}
    </section>
  );
}

function RenderedComments({ first, Report, onMore }: CommentsProps & { onMore: () => void }) {
  const { t } = useTranslation(["comments", "common"]);
  return (
    <>
      <SignInToComment />
      <CommentList count={first.count}>
        {first.comments.map((comment) => (
          <li key={comment.id}>
            <CommentItem comment={comment} actions={<Report comment={comment} />} />
          </li>
        ))}
      </CommentList>
      {first.next && (
        <MoreButton className="justify-self-start" onMore={onMore}>
          {t("common:action.more")}
        </MoreButton>
      )}
    </>
  );
}

/**
 * The sign-in link. Where a session is stored, it reserves the form's height to avoid a layout
 * shift.
 */
export function SignInToComment() {
  const { t } = useTranslation("comments");
  const signIn = useSignInPath({ hash: "#comments" });
  return (
    <>
      <Link
        to={signIn}
        className={button({ variant: "outline", className: "if-visitor justify-self-start" })}
      >
        <MessageCircle aria-hidden />
        {t("signIn")}
      </Link>
      <div aria-hidden className="if-member h-[14.5rem]" />
    </>
  );
}

/** The number of comments and the list. */
export function CommentList({ count, children }: { count: number; children: ReactNode[] }) {
  const { t } = useTranslation("comments");
  if (children.length === 0) return <p className="text-muted">{t("empty")}</p>;
  return (
    <div>
      <p className="caption mb-3" aria-live="polite">
        {t("count", { count })}
      </p>
      <ul>{children}</ul>
    </div>
  );
}
