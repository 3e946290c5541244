import { useCallback, useEffect, useRef } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { liveComments } from "../data/comments/live-comments.ts";
import { myProfile } from "../../shared/data/profiles/my-profile.ts";
import { useMemberPages, useMemberQuery } from "../../shared/data/member-query.ts";
import { isReviewer } from "../../shared/data/roles/is-reviewer.ts";
import { CommentForm } from "./comment-form.tsx";
import { CommentList, type CommentsProps, SignInToComment } from "./comments.tsx";
import { MemberComment } from "./member-comment.tsx";
import { useCommentActions } from "./use-comment-actions.ts";
import { useReadOnToLinked } from "./use-linked-comment.ts";
import { MoreButton } from "../../shared/components/more-button.tsx";

/** Comments that are kept up to date with the database, with a button to load more. */
export default function LiveComments({
  jerseyId,
  first,
  Report,
  Hide,
  viewer,
  readOn,
}: CommentsProps & {
  viewer: string | undefined;
  /** The visitor has requested the next page already. */
  readOn: boolean;
}) {
  const { t } = useTranslation(["comments", "common"]);
  const options = liveComments(jerseyId, viewer, first);
  const { data, hasNextPage, isFetchingNextPage, isError, fetchNextPage } = useMemberPages(options);
  const actions = useCommentActions(options.queryKey, jerseyId);
  const role = useMemberQuery({ ...isReviewer(viewer ?? ""), enabled: viewer !== undefined });
  const list = useRef<HTMLDivElement>(null);
  const pages = data?.pages ?? [first];
  const comments = pages.flatMap((page) => page.comments);

  /** Loads the next page and moves the focus to its first comment. */
  async function more() {
    const reached = comments.length;
    await fetchNextPage();
    list.current?.querySelectorAll<HTMLElement>("ul > li")[reached]?.focus();
  }

  const isRequested = useRef(false);
  useEffect(() => {
    if (readOn && !isRequested.current) void fetchNextPage();
    isRequested.current = true;
  }, [readOn, fetchNextPage]);

  const readOnToLinked = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  useReadOnToLinked({
    list,
    pages,
    isMore: hasNextPage && !isFetchingNextPage && !isError,
    readOn: readOnToLinked,
  });

  return (
    <div ref={list} className="grid grid-cols-1 gap-5">
      {viewer ? (
        <NewComment viewer={viewer} jerseyId={jerseyId} actions={actions} />
      ) : (
        <SignInToComment />
      )}
      <CommentList count={pages[0]?.count ?? 0}>
        {comments.map((comment) => (
          <li key={comment.id} tabIndex={-1} className="outline-none">
            <MemberComment
              comment={comment}
              viewer={viewer}
              isReviewer={role.data ?? false}
              actions={actions}
              Report={Report}
              Hide={Hide}
            />
          </li>
        ))}
      </CommentList>
      {isError && (
        <p role="alert" className="text-danger">
          {t("common:error.loadFailed")}
        </p>
      )}
      {hasNextPage && (
        <MoreButton
          className="justify-self-start"
          isReading={isFetchingNextPage}
          onMore={() => void more()}
        >
          {t(isFetchingNextPage ? "common:loading" : "common:action.more")}
        </MoreButton>
      )}
    </div>
  );
}

function NewComment({
  viewer,
  jerseyId,
  actions,
}: {
  viewer: string;
  jerseyId: string;
  actions: ReturnType<typeof useCommentActions>;
}) {
  const { t } = useTranslation("comments");
  const { data: profile } = useMemberQuery(myProfile(viewer));
  return (
    <CommentForm
      draftKey={`${viewer}.${jerseyId}`}
      label={t("write")}
      submitLabel={t("send")}
      onSubmit={(body) =>
        actions.write(viewer, profile ?? { username: "…", display_name: null }, body)
      }
    />
  );
}
