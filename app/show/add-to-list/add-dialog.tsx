import { ChevronRight } from "lucide-react";
import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { toast } from "../../shared/components/toast.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";
import { queryClient } from "../../shared/data/query-client.ts";
import { Button, button } from "../../shared/ui/button.tsx";
import { Checkbox } from "../../shared/ui/checkbox.tsx";
import { Dialog, DialogContent } from "../../shared/ui/dialog.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { addItem, listKeys, listsWithJersey, ownLists, removeItems } from "../data/own-lists.ts";
import { NewList } from "./new-list.tsx";
import { type Several, useFill } from "./use-fill.ts";

/** What is added: one jersey, or several. */
export type Added = { jerseyId: string } | Several;

interface Own {
  id: string;
  title: string;
}

/** A member's lists, to choose one from or make one: the press on it adds. */
export default function AddDialog({
  userId,
  what,
  onClose,
}: {
  userId: string;
  what: Added;
  onClose: () => void;
}) {
  const { t } = useTranslation(["lists", "common"]);
  const to = useHref();
  const { data: lists, isError } = useMemberQuery(ownLists(userId));
  const fill = useFill(userId);
  const toggle = useToggle(userId, "jerseyId" in what ? what.jerseyId : undefined);
  const add = (list: Own) =>
    "jerseyId" in what
      ? toggle.mutate({ list, isIn: true })
      : fill.mutate({ list, what }, { onSuccess: onClose });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t("lists:add.title")} closeLabel={t("common:close")}>
        {isError && <p role="alert">{t("common:error.loadFailed")}</p>}
        {!lists && !isError && <Skeleton className="h-24" />}
        {lists && lists.length > 0 && (
          <ul className="grid max-h-[50dvh] grid-cols-1 gap-1 overflow-y-auto">
            {lists.map((list) => (
              <li key={list.id} className="flex items-center justify-between gap-3">
                {!("jerseyId" in what) ? (
                  <Button
                    variant="ghost"
                    className="h-auto! min-h-11 grow justify-start! text-left whitespace-normal!"
                    disabled={fill.isPending}
                    onClick={() => add(list)}
                  >
                    <Name list={list} />
                  </Button>
                ) : (
                  <Checkbox
                    checked={toggle.has(list.id)}
                    // A press before that would be lost to the answer.
                    disabled={toggle.isReading}
                    onChange={({ target }) => toggle.mutate({ list, isIn: target.checked })}
                    className="grow"
                  >
                    <Name list={list} />
                  </Checkbox>
                )}
                <Link
                  to={to("list", { id: list.id })}
                  aria-label={t("lists:add.open", { list: list.title })}
                  className={button({ variant: "ghost", size: "icon" })}
                >
                  <ChevronRight aria-hidden />
                </Link>
              </li>
            ))}
          </ul>
        )}
        <NewList userId={userId} onMade={add} />
      </DialogContent>
    </Dialog>
  );
}

function Name({ list: { title, jerseys } }: { list: { title: string; jerseys: number } }) {
  const { t } = useTranslation(["lists", "catalogue"]);
  return (
    <span className="wrap-anywhere">
      {title}{" "}
      <span className="font-normal text-muted">
        · {t("catalogue:count.jerseys", { count: jerseys })}
      </span>
    </span>
  );
}

/** Puts one jersey into lists and takes it out. */
function useToggle(userId: string, jerseyId = "") {
  const { t } = useTranslation("lists");
  const problemText = useProblemText("lists:errors");
  const query = listsWithJersey(userId, jerseyId);
  const { data: holding = [], isPending: isReading } = useMemberQuery({
    ...query,
    enabled: jerseyId !== "",
  });
  const { mutate } = useMemberMutation({
    write: (client, { list, isIn }: { list: Own; isIn: boolean }) =>
      isIn
        ? addItem(client, list.id, { jersey_id: jerseyId, copy_id: null })
        : removeItems(client, list.id, [jerseyId]),
    invalidates: [listKeys.all(userId)],
    // Mutations of one scope run one after the other, so the last press wins.
    scope: { id: `lists with ${jerseyId}` },
    onMutate: async ({ list, isIn }) => {
      await queryClient.cancelQueries({ queryKey: query.queryKey });
      queryClient.setQueryData(
        query.queryKey,
        (known) => known && (isIn ? [...known, list.id] : known.filter((id) => id !== list.id)),
      );
    },
    onSuccess: (_result, { list, isIn }) =>
      toast.success(t(isIn ? "add.done" : "add.removed", { list: list.title })),
    onError: (error) => toast.error(problemText(error)),
  });
  return { mutate, isReading, has: (listId: string) => holding.includes(listId) };
}
