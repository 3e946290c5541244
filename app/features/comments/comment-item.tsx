import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Badge } from "../../components/ui/badge.tsx";
import { cx } from "../../components/ui/cx.ts";
import type { Comment } from "../../data/comments/comments.ts";
import { formatDay } from "../../i18n/format.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { CommentBody } from "./comment-body.tsx";

/** Display name of a comment's author. */
export function authorName({ author }: Pick<Comment, "author">): string {
  return author.display_name ?? author.username;
}

/** One comment: author, time and text. */
export function CommentItem({
  comment,
  isOwn = false,
  isPending = false,
  actions,
  children,
}: {
  comment: Comment;
  isOwn?: boolean;
  /** Not confirmed by the database yet. */
  isPending?: boolean;
  /** Buttons below the comment. */
  actions?: ReactNode;
  /** Replaces the text: the edit form. */
  children?: ReactNode;
}) {
  const { t } = useTranslation("comments");
  const lang = useLanguage();
  const name = authorName(comment);
  return (
    <article
      aria-label={t("by", { name })}
      aria-busy={isPending}
      className={cx("grid grid-cols-1 gap-2 border-t border-line py-5", isPending && "opacity-60")}
    >
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <p className="min-w-0 font-semibold break-words">
          <bdi>{name}</bdi>
          {isOwn && <span className="font-normal text-muted"> ({t("you")})</span>}
        </p>
        <p className="text-sm text-muted">
          <time dateTime={comment.created_at}>{formatDay(comment.created_at, lang)}</time>
          {comment.edited_at && <> · {t("edited")}</>}
        </p>
        {comment.is_hidden && <Badge tone="outline">{t("hidden")}</Badge>}
      </div>
      {children || <CommentBody body={comment.body} />}
      {actions && <div className="-ml-3.5 flex flex-wrap gap-1">{actions}</div>}
    </article>
  );
}
