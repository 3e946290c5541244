import { useEffect, useRef, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { toast } from "../../shared/components/toast.ts";
import type { Client } from "../../shared/data/client.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { queryClient } from "../../shared/data/query-client.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";
import { Button } from "../../shared/ui/button.tsx";
import { addCopy, addOwnShirt, ownShirts } from "../data/copies/copies.ts";
import { refreshCopies, takeOutCopies } from "../data/copies/take-out.ts";
import { keepUnsent } from "../data/unsent/unsent.ts";
import { settleShelfChange } from "../data/shelves/shelf-membership.ts";
import { useShirtName } from "../i18n/use-shirt-name.ts";
import { ShirtSearch } from "./shirt-search.tsx";

/** A shirt that was added here; it is taken back by a press. */
interface Added {
  id: string;
  title: string;
  /** Undefined without a page. */
  jerseyId: string | undefined;
}

const ADDING = ["add-typed-shirt"];

/** Shirts that can be taken back where they were added; the others in the list below. */
const UNDOABLE = 3;

/** "I have it" for any shirt in the world: what is typed is a jersey of the catalogue, or a shirt of one's own. */
export function ShirtField({
  userId,
  initial,
}: {
  userId: string;
  /** What stands in the field at first, which then has the focus. */
  initial: string | null;
}) {
  const { t } = useTranslation(["copies", "common"]);
  const problemText = useProblemText();
  const nameOf = useShirtName();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(initial ?? "");
  const [added, setAdded] = useState<readonly Added[]>([]);
  const isAsked = initial !== null;
  useEffect(() => {
    if (isAsked) field.current?.focus();
  }, [isAsked]);
  const { data: own = [] } = useMemberQuery({ ...ownShirts(userId), enabled: text !== "" });

  const { mutate, isPending, error } = useMemberMutation({
    mutationKey: ADDING,
    write: async (client, add: (client: Client) => Promise<Added>) => add(client),
    endsExpiredSession: true,
    onSuccess: (shirt) => {
      setAdded([shirt, ...added]);
      setText("");
      field.current?.focus();
      show(shirt, true);
    },
  });
  const { mutate: undo } = useMemberMutation({
    write: (client, { id }: Added) => takeOutCopies(client, userId, [{ id, jersey: null }]),
    onSuccess: (_, shirt) => {
      setAdded(added.filter(({ id }) => id !== shirt.id));
      show(shirt, false);
      toast.success(t("own.undone", { title: shirt.title }));
      field.current?.focus();
    },
    onError: (failure) => toast.error(problemText(failure)),
  });

  /** One at a time: Enter that is held down comes again before the button is busy. */
  function addOnce(add: (client: Client) => Promise<Added>) {
    if (queryClient.isMutating({ mutationKey: ADDING }) === 0) mutate(add);
  }

  function show({ jerseyId }: Added, isOnShelf: boolean) {
    if (jerseyId) {
      void settleShelfChange({ userId, jerseyId, shelf: "collection", isOnShelf });
    }
    refreshCopies(userId);
  }

  async function keep(title: string) {
    try {
      await keepUnsent(userId, { jerseyId: null, title, details: null });
    } catch (failure) {
      console.error("typed shirt not kept", failure);
      return toast.error(t("own.failed"));
    }
    setText("");
    field.current?.focus();
  }

  return (
    <div className="grid grid-cols-1 gap-3">
      <ShirtSearch
        userId={userId}
        text={text}
        onText={setText}
        field={field}
        busy={isPending}
        copies={own}
        onJersey={({ id: jerseyId, title }, details) =>
          addOnce(async (client) => ({
            ...(await addCopy(client, jerseyId, details)),
            title,
            jerseyId,
          }))
        }
        onOwn={(shirt, details) =>
          addOnce(async (client) => ({
            ...(await addOwnShirt(client, shirt, details)),
            title: nameOf(shirt, {
              name: details.printed_name ?? "",
              number: details.printed_number ?? "",
            }),
            jerseyId: undefined,
          }))
        }
        onOffline={(title) => void keep(title)}
        problem={error ? problemText(error, t("own.failed")) : undefined}
      />
      {added.length > 0 && (
        <ul aria-label={t("own.addedTitle")} className="grid">
          {added.slice(0, UNDOABLE).map((shirt) => (
            <li
              key={shirt.id}
              className="flex items-center gap-3 border-t border-line py-1 text-sm"
            >
              <span className="min-w-0 grow wrap-anywhere">{shirt.title}</span>
              <Button
                variant="ghost"
                size="sm"
                aria-label={`${t("common:action.undo")} – ${shirt.title}`}
                onClick={() => undo(shirt)}
              >
                {t("common:action.undo")}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
