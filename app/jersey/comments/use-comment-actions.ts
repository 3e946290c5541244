import { useTranslation } from "react-i18next";

import { toast } from "../../shared/components/toast.ts";
import { browserClient } from "../../shared/data/browser.ts";
import {
  changeComment,
  type Comment,
  deleteComment,
  writeComment,
} from "../data/comments/comments.ts";
import {
  type liveComments,
  showChanged,
  showGone,
  showNew,
} from "../data/comments/live-comments.ts";
import { databaseProblem } from "../../shared/data/database-error.ts";
import { goneText } from "../../shared/data/gone-text.ts";
import { queryClient } from "../../shared/data/query-client.ts";
import { formatWait } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { pendingId } from "./pending-comment.ts";

/** The span of the shortest limit, in seconds; a longer wait is of another one. */
const FIVE_MINUTES = 300;

type Key = ReturnType<typeof liveComments>["queryKey"];

/** Actions on comments, with optimistic updates. A failure rolls the list back. */
export function useCommentActions(queryKey: Key, jerseyId: string) {
  const { t } = useTranslation("comments");
  const { t: common } = useTranslation();
  const lang = useLanguage();

  /** Resolves to true if the database accepted the change. */
  async function attempt(
    action: "send" | "save" | "delete" | "hide",
    work: () => Promise<void>,
    undo: () => void,
  ): Promise<boolean> {
    await queryClient.cancelQueries({ queryKey });
    try {
      await work();
      return true;
    } catch (error) {
      console.error(`comment: ${action} failed`, error);
      undo();
      const { kind, waitSeconds = 0 } = databaseProblem(error);
      if (kind === "tooMany" && waitSeconds > FIVE_MINUTES) {
        toast.error(t("tooManyLater", { when: formatWait(waitSeconds, lang) }));
      } else {
        const text = t(kind === "tooMany" || kind === "expired" ? kind : `${action}Failed`);
        toast.error(goneText(error, common) ?? text);
      }
      return false;
    }
  }

  return {
    async write(authorId: string, author: Comment["author"], body: string): Promise<boolean> {
      const id = pendingId();
      const now = new Date().toISOString();
      const draft = { id, body, author, author_id: authorId, created_at: now };
      return attempt(
        "send",
        async () => {
          showNew(queryKey, { ...draft, edited_at: null, is_hidden: false });
          const client = await browserClient();
          showChanged(queryKey, id, await writeComment(client, jerseyId, authorId, body));
        },
        () => showGone(queryKey, id),
      );
    },

    async change(
      comment: Comment,
      change: { body: string } | { is_hidden: boolean },
    ): Promise<boolean> {
      return attempt(
        "body" in change ? "save" : "hide",
        async () => {
          showChanged(queryKey, comment.id, { ...comment, ...change });
          const saved = await changeComment(await browserClient(), comment.id, change);
          showChanged(queryKey, comment.id, saved);
        },
        () => showChanged(queryKey, comment.id, comment),
      );
    },

    async remove(comment: Comment): Promise<boolean> {
      return attempt(
        "delete",
        async () => {
          await deleteComment(await browserClient(), comment.id);
          showGone(queryKey, comment.id);
          toast.success(t("deleted"));
        },
        () => undefined,
      );
    },
  };
}
