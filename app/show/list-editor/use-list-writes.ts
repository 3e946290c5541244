import { toast } from "../../shared/components/toast.ts";
import type { Client } from "../../shared/data/client.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";
import { queryClient } from "../../shared/data/query-client.ts";
import type { StoredSummary } from "../../shared/domain/jersey.ts";
import {
  addItem,
  heldKey,
  listKeys,
  moveItem,
  type OwnItem,
  type OwnList,
  ownList,
  removeItems,
  saveNote,
  shirtId,
} from "../data/own-lists.ts";

interface Change {
  act: (client: Client) => Promise<void>;
  /** What the list looks like until it is read again. */
  shows: (items: OwnItem[]) => OwnItem[];
  onDone?: () => void;
}

/** The changes of a list that are stored at once: order, removals, notes. One after the other. */
export function useListWrites(userId: string, listId: string) {
  const problemText = useProblemText("lists:errors");
  const { mutate } = useMemberMutation({
    write: (client, { act }: Change) => act(client),
    invalidates: [listKeys.all(userId), heldKey(userId, listId)],
    scope: { id: `list ${listId}` },
    onMutate: async ({ shows }) => {
      const { queryKey } = ownList(userId, listId);
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(
        queryKey,
        (list: OwnList | null | undefined) => list && { ...list, items: shows(list.items) },
      );
    },
    onSuccess: (_result, { onDone }) => onDone?.(),
    onError: (error) => toast.error(problemText(error)),
  });

  return {
    /** @param place counted from 1 */
    move: (item: OwnItem, place: number) =>
      mutate({
        act: (client) => moveItem(client, listId, shirtId(item), place),
        shows: (items) => {
          const others = items.filter((other) => shirtId(other) !== shirtId(item));
          return others.toSpliced(place - 1, 0, item).map((each, n) => ({ ...each, place: n + 1 }));
        },
      }),
    /** Adds a shirt at the end. */
    add: (jersey: StoredSummary, onDone: () => void) => {
      const { id, isPageless } = jersey;
      const shirt = { jersey_id: isPageless ? null : id, copy_id: isPageless ? id : null };
      mutate({
        act: (client) => addItem(client, listId, shirt),
        shows: (items) => [...items, { ...shirt, place: items.length + 1, note: null, jersey }],
        onDone,
      });
    },
    /** @param shirt its id */
    remove: (shirt: string, onDone?: () => void) =>
      mutate({
        act: (client) => removeItems(client, listId, [shirt]),
        shows: (items) => items.filter((item) => shirtId(item) !== shirt),
        ...(onDone && { onDone }),
      }),
    /** Brings back what was removed. */
    restore: (item: OwnItem, place: number) =>
      mutate({
        act: async (client) => {
          await addItem(client, listId, item);
          await moveItem(client, listId, shirtId(item), place);
        },
        shows: (items) => items.toSpliced(place - 1, 0, item),
      }),
    note: (item: OwnItem, note: string, onDone: () => void) =>
      mutate({
        act: (client) => saveNote(client, listId, shirtId(item), note),
        shows: (items) =>
          items.map((each) => (shirtId(each) === shirtId(item) ? { ...each, note } : each)),
        onDone,
      }),
  };
}

export type ListWrites = ReturnType<typeof useListWrites>;
