import { type ReactNode, Suspense, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { lazyDialog } from "../../shared/components/lazy-dialog.ts";
import { Button } from "../../shared/ui/button.tsx";
import type { Comment } from "../data/comments/comments.ts";
import { CommentForm } from "./comment-form.tsx";
import { CommentItem } from "./comment-item.tsx";
import type { CommentsProps } from "./comments.tsx";
import { HiddenNote } from "./hidden-note.tsx";
import { isPending } from "./pending-comment.ts";
import type { useCommentActions } from "./use-comment-actions.ts";

const ConfirmDialog = lazyDialog(async () => ({
  default: (await import("../../shared/components/confirm-dialog.tsx")).ConfirmDialog,
}));

/** A comment with the viewer's possible actions. */
export function MemberComment({
  comment,
  viewer,
  isReviewer,
  actions,
  Report,
  Hide,
}: {
  comment: Comment;
  viewer: string | undefined;
  isReviewer: boolean;
  actions: ReturnType<typeof useCommentActions>;
} & Pick<CommentsProps, "Report" | "Hide">) {
  const { t } = useTranslation(["comments", "common"]);
  const { t: common } = useTranslation();
  const [doing, setDoing] = useState<"edit" | "delete">();
  const isOwn = comment.author_id === viewer;
  const pending = isPending(comment);
  const tools = (
    <>
      {isOwn && <Tool onClick={() => setDoing("edit")}>{t("common:action.edit")}</Tool>}
      {isOwn && <Tool onClick={() => setDoing("delete")}>{t("common:action.delete")}</Tool>}
      {isReviewer && !isOwn && comment.is_hidden && (
        <Tool
          onClick={() => void actions.change(comment, { is_hidden: false, hidden_reason: null })}
        >
          {t("unhide")}
        </Tool>
      )}
      {isReviewer && !isOwn && !comment.is_hidden && (
        <Hide
          comment={comment}
          onHide={(hidden_reason) => actions.change(comment, { is_hidden: true, hidden_reason })}
        />
      )}
      {!isOwn && <Report comment={comment} />}
    </>
  );
  return (
    <>
      <CommentItem
        comment={comment}
        isOwn={isOwn}
        isPending={pending}
        note={isOwn && comment.is_hidden && <HiddenNote reason={comment.hidden_reason} />}
        actions={!pending && doing !== "edit" && tools}
      >
        {doing === "edit" && (
          <CommentForm
            draftKey={comment.id}
            body={comment.body}
            label={t("editLabel")}
            submitLabel={t("common:action.save")}
            onCancel={() => setDoing(undefined)}
            onSubmit={async (body) => {
              const saved = await actions.change(comment, { body });
              if (saved) setDoing(undefined);
              return saved;
            }}
          />
        )}
      </CommentItem>
      {doing === "delete" && (
        <Suspense>
          <ConfirmDialog
            title={t("deleteTitle")}
            text={t("deleteText")}
            confirm={t("common:action.delete")}
            cancel={t("common:action.cancel")}
            close={common("close")}
            onClose={() => setDoing(undefined)}
            onConfirm={() => {
              setDoing(undefined);
              void actions.remove(comment);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

function Tool({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button variant="ghost" size="sm" className="text-muted" onClick={onClick}>
      {children}
    </Button>
  );
}
