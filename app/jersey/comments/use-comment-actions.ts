import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { toast } from "../../shared/components/toast.ts";
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
import { isDone, useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";
import { queryClient } from "../../shared/data/query-client.ts";
import { pendingId } from "./pending-comment.ts";

type Key = ReturnType<typeof liveComments>["queryKey"];
type Change = Parameters<typeof changeComment>[2];

/** Actions on comments, with optimistic updates. A failure rolls the list back. Each resolves to true if it succeeded. */
export function useCommentActions(queryKey: Key, jerseyId: string) {
  const { t } = useTranslation("comments");
  const problemText = useProblemText("comments:errors");
  const stopReading = () => queryClient.cancelQueries({ queryKey });

  function showFailure(action: "send" | "save" | "delete" | "hide", error: Error) {
    console.error(`comment: ${action} failed`, error);
    toast.error(problemText(error, t(`${action}Failed`)));
  }

  const { mutateAsync: write } = useMemberMutation({
    write: async (client, { id, author_id: authorId, body }: Comment) =>
      showChanged(queryKey, id, await writeComment(client, jerseyId, authorId, body)),
    onMutate: async (comment) => {
      await stopReading();
      showNew(queryKey, comment);
    },
    onError: (error, { id }) => {
      showGone(queryKey, id);
      showFailure("send", error);
    },
  });

  const { mutateAsync: change } = useMemberMutation({
    write: async (client, { comment, change: part }: { comment: Comment; change: Change }) =>
      showChanged(queryKey, comment.id, await changeComment(client, comment.id, part)),
    onMutate: async ({ comment, change: part }) => {
      await stopReading();
      showChanged(queryKey, comment.id, { ...comment, ...part });
    },
    onError: (error, { comment, change: part }) => {
      showChanged(queryKey, comment.id, comment);
      showFailure("body" in part ? "save" : "hide", error);
    },
  });

  const { mutateAsync: remove } = useMemberMutation({
    write: (client, { id }: Comment) => deleteComment(client, id),
    onMutate: stopReading,
    onSuccess: (_, { id }) => {
      showGone(queryKey, id);
      toast.success(t("deleted"));
    },
    onError: (error) => showFailure("delete", error),
  });

  return {
    write(authorId: string, author: Comment["author"], body: string): Promise<boolean> {
      const stored = { id: pendingId(), body, author, author_id: authorId };
      const now = new Date().toISOString();
      const shown = { edited_at: null, is_hidden: false, hidden_reason: null };
      return isDone(write({ ...stored, ...shown, created_at: now }));
    },
    change: (comment: Comment, part: Change) => isDone(change({ comment, change: part })),
    remove: (comment: Comment) => isDone(remove(comment)),
  };
}
