import type { ReactNode } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { LinkedText } from "../components/linked-text.tsx";
import { Badge } from "../../shared/ui/badge.tsx";
import { cx } from "../../shared/ui/cx.ts";
import type { Comment } from "../data/comments/comments.ts";
import { formatDay } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { memberName } from "../../shared/i18n/member-name.ts";

/** Id of a comment's element, so that an address names one comment; `reportedContent()` reads it. */
export const commentAnchor = (id: string): string => `comment-${id}`;

/** One comment: author, time and text. */
export function CommentItem({
  comment,
  isOwn = false,
  isPending = false,
  note,
  actions,
  children,
}: {
  comment: Comment;
  isOwn?: boolean;
  /** Not confirmed by the database yet. */
  isPending?: boolean;
  /** Below the text: what its author is told about it. */
  note?: ReactNode;
  /** Buttons below the comment. */
  actions?: ReactNode;
  /** Replaces the text: the edit form. */
  children?: ReactNode;
}) {
  const { t } = useTranslation("comments");
  const lang = useLanguage();
  const name = memberName(comment.author, lang);
  return (
    <article
      id={commentAnchor(comment.id)}
      aria-label={t("by", { name })}
      aria-busy={isPending}
      className={cx(
        "grid scroll-mt-20 grid-cols-1 gap-2 border-t border-line py-5 target:border-t-ink",
        isPending && "opacity-60",
      )}
    >
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <p className="min-w-0 font-semibold wrap-anywhere">
          <bdi>{name}</bdi>
          {isOwn && <span className="font-normal text-muted"> ({t("you")})</span>}
        </p>
        <p className="text-sm text-muted">
          <a
            href={`#${commentAnchor(comment.id)}`}
            className="inline-flex min-h-6 items-center underline-offset-4 hover:underline"
          >
            <time dateTime={comment.created_at}>{formatDay(comment.created_at, lang)}</time>
          </a>
          {comment.edited_at && <> · {t("edited")}</>}
        </p>
        {comment.is_hidden && (
          <Badge tone="outline">{t(comment.hidden_reason === null ? "waiting" : "hidden")}</Badge>
        )}
      </div>
      {children || <LinkedText text={comment.body} />}
      {note}
      {actions && <div className="-ml-3.5 flex flex-wrap gap-1">{actions}</div>}
    </article>
  );
}
