import { Suspense, useState } from "react";
import { useNavigate, useRevalidator } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { lazyDialog } from "../../shared/components/lazy-dialog.ts";
import { useHref } from "../../shared/address/use-href.ts";
import { tabDraft } from "../../shared/browser/tab-draft.ts";
import { toast } from "../../shared/components/toast.ts";
import { useTabDraft } from "../../shared/components/use-tab-draft.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";
import { profileKeys } from "../../shared/data/profiles/keys.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Checkbox } from "../../shared/ui/checkbox.tsx";
import { Dialog, DialogContent } from "../../shared/ui/dialog.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Input, Textarea } from "../../shared/ui/input.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import {
  deleteList,
  listKeys,
  type ListWords,
  type OwnList,
  ownList,
  saveWords,
} from "../data/own-lists.ts";
import { LIST } from "../domain/limits.ts";
import { tidy } from "../../shared/domain/rules/text.ts";
import { useOwnName } from "../owner/use-own-name.tsx";
import { FillList } from "./fill-list.tsx";
import { ListItems } from "./list-items.tsx";

const ConfirmDialog = lazyDialog(async () => ({
  default: (await import("../../shared/components/confirm-dialog.tsx")).ConfirmDialog,
}));

/** Edits a list: its words and who sees it are saved together, its jerseys one by one. */
export default function ListEditor({
  userId,
  listId,
  isShowing,
  onClose,
}: {
  userId: string;
  listId: string;
  /** True if the list is about to be shown: the switch is on. */
  isShowing: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation(["lists", "common"]);
  const { data, isPending } = useMemberQuery(ownList(userId, listId));
  const { revalidate } = useRevalidator();
  function close() {
    onClose();
    // The page shows what has changed meanwhile.
    void revalidate();
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (open) return;
        // What is typed stays in the tab.
        if (tabDraft("list").read(listId)) toast.info(t("lists:editor.kept"));
        close();
      }}
    >
      <DialogContent
        title={t("lists:editor.title")}
        closeLabel={t("common:close")}
        className="sm:w-[min(94vw,44rem)]"
      >
        {!data && isPending && <Skeleton className="h-96" />}
        {!data && !isPending && <p role="alert">{t("common:error.loadFailed")}</p>}
        {data && (
          <div className="grid min-w-0 grid-cols-1 gap-8">
            <Words userId={userId} stored={data} isShowing={isShowing} onSaved={close} />
            <FillList userId={userId} list={data} />
            <ListItems userId={userId} listId={listId} items={data.items} />
            <DeleteList userId={userId} list={data} />
          </div>
        )}
      </DialogContent>
    </Dialog>
  );
}

/**
 * Title, text and switch, with the name of a member who has none and shows the list. What is typed stays in the tab
 * until it is saved.
 */
function Words({
  userId,
  stored,
  isShowing,
  onSaved,
}: {
  userId: string;
  stored: OwnList;
  isShowing: boolean;
  onSaved: () => void;
}) {
  const { t } = useTranslation(["lists", "common"]);
  const problemText = useProblemText("lists:errors");
  const { title, description, is_public } = stored;
  const [words, change, forget] = useTabDraft<ListWords>("list", stored.id, {
    title,
    description,
    is_public: is_public || isShowing,
  });
  const ownName = useOwnName(userId, words.is_public);
  const save = useMemberMutation({
    write: async (client, wanted: ListWords) => {
      // Before everyone sees the list.
      await ownName.save(client);
      await saveWords(client, stored.id, wanted);
    },
    invalidates: [listKeys.all(userId), profileKeys.mine(userId)],
    onSuccess: () => {
      forget();
      toast.success(t("editor.saved"));
      onSaved();
    },
    onError: (error) => toast.error(problemText(error)),
  });
  return (
    <form
      className="grid grid-cols-1 gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(words);
      }}
    >
      <Field label={t("editor.name")} required>
        <Input
          value={words.title}
          maxLength={LIST.title}
          onChange={({ target }) => change({ ...words, title: target.value })}
        />
      </Field>
      <Field label={t("editor.text")}>
        <Textarea
          value={words.description ?? ""}
          maxLength={LIST.text}
          rows={3}
          onChange={({ target }) => change({ ...words, description: target.value })}
        />
      </Field>
      <div>
        <Checkbox
          checked={words.is_public}
          onChange={({ target }) => change({ ...words, is_public: target.checked })}
          className="font-semibold"
        >
          {t("editor.public")}
        </Checkbox>
        <p className="text-sm text-muted">{t("editor.publicHelp")}</p>
      </div>
      {ownName.field}
      <Button
        type="submit"
        busy={save.isPending}
        lacks={tidy(words.title) === "" && { text: t("common:fillIn") }}
        className="justify-self-start"
      >
        {t("common:action.save")}
      </Button>
    </form>
  );
}

function DeleteList({ userId, list }: { userId: string; list: OwnList }) {
  const { t } = useTranslation(["lists", "common"]);
  const to = useHref();
  const navigate = useNavigate();
  const problemText = useProblemText("lists:errors");
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = useMemberMutation({
    write: (client) => deleteList(client, list.id),
    onSuccess: async () => {
      toast.success(t("lists:editor.deleted"));
      await navigate(to("accountSection", { section: "lists" }));
    },
    invalidates: [listKeys.own(userId)],
    onError: (error) => toast.error(problemText(error)),
  });
  return (
    <div>
      <Button variant="ghost" className="-ml-5 text-danger" onClick={() => setAsking(true)}>
        {t("lists:editor.delete")}
      </Button>
      {isAsking && (
        <Suspense>
          <ConfirmDialog
            title={t("lists:editor.delete")}
            text={t("lists:editor.deleteAsk", { title: list.title })}
            confirm={t("lists:editor.delete")}
            cancel={t("common:action.cancel")}
            close={t("common:close")}
            busy={isPending}
            onConfirm={() => mutate()}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
