import { toast } from "../../shared/components/toast.ts";
import { databaseProblem } from "../../shared/data/database-error.ts";
import { runMemberMutation } from "../../shared/data/member-mutation.ts";
import { problemText } from "../../shared/data/problem-words.ts";
import { type Shelf, SHELVES } from "../../shared/domain/shelf.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import { translator } from "../../shared/i18n/translations.ts";
import type { Client } from "../../shared/data/client.ts";
import { queryClient } from "../../shared/data/query-client.ts";
import { addOwnShirt } from "../data/copies/copies.ts";
import { bringBackCopies, refreshCopies, takeOutCopies } from "../data/copies/take-out.ts";
import { shelfKeys } from "../data/shelves/keys.ts";
import { settleShelfChange } from "../data/shelves/shelf-membership.ts";
import { putOn, takeOff } from "../data/shelves/shelves.ts";
import { addOwnWish, takeOffOwnWish } from "../data/shelves/wishes.ts";
import type { FormerJersey } from "../domain/copies/copy.ts";
import type { WishDetails } from "../domain/copies/copy-rules.ts";

interface Wish {
  userId: string;
  jerseyId: string;
}

/** Moves a jersey from the wishlist to the collection. Its message offers the way back, with what the wish said. */
export async function fulfilWish({ userId, jerseyId }: Wish, lang: Language): Promise<void> {
  const t = translator(lang, "collection");
  let wish: WishDetails | undefined;
  let wasOwned = false;
  await runMemberMutation({
    scope: { id: `shelf-membership ${jerseyId}` },
    write: async (client) => {
      try {
        await putOn(client, "collection", userId, jerseyId);
      } catch (error) {
        if (databaseProblem(error).kind !== "duplicate") throw error;
        wasOwned = true;
      }
      wish = await takeOff(client, "wishlist", userId, jerseyId);
      if (wish && !wasOwned) await sayOfCopy(client, { userId, jerseyId }, copyOf(wish));
    },
    onSuccess: () => {
      announce({ userId, jerseyId }, { collection: true, wishlist: false });
      toast.success(t("moved"), {
        label: translator(lang, "common")("action.undo"),
        onClick: () => void undo({ userId, jerseyId }, wish, wasOwned, lang),
      });
    },
    onError: (error) => {
      console.error("wish not fulfilled", error);
      toast.error(problemText(error, lang, [], t("addFailed.collection")));
    },
  }).catch(() => undefined);
}

/** What a copy takes over from a wish; its highest price is none that was paid. */
const copyOf = ({ size_scale = null, size = null, note = null }: Partial<WishDetails>) => ({
  ...{ size_scale, size },
  notes: note,
});

async function sayOfCopy(
  client: Client,
  { userId, jerseyId }: Wish,
  details: ReturnType<typeof copyOf>,
): Promise<void> {
  await client
    .from("copies")
    .update(details)
    .match({ owner_id: userId, jersey_id: jerseyId })
    .is("removed_at", null)
    .throwOnError();
}

async function undo(
  { userId, jerseyId }: Wish,
  wish: WishDetails | undefined,
  wasOwned: boolean,
  lang: Language,
): Promise<void> {
  const t = translator(lang, "collection");
  await runMemberMutation({
    scope: { id: `shelf-membership ${jerseyId}` },
    write: async (client) => {
      await putOn(client, "wishlist", userId, jerseyId, wish);
      if (wasOwned) return;
      // A copy that says nothing leaves nothing behind.
      await sayOfCopy(client, { userId, jerseyId }, copyOf({}));
      await takeOff(client, "collection", userId, jerseyId);
    },
    onSuccess: () => {
      announce({ userId, jerseyId }, { collection: wasOwned, wishlist: true });
      toast.success(t("added.wishlist"));
    },
    onError: (error) => {
      console.error("wish not brought back", error);
      toast.error(problemText(error, lang, [], t("addFailed.wishlist")));
    },
  }).catch(() => undefined);
}

function announce(wish: Wish, shelves: Record<Shelf, boolean>): void {
  for (const shelf of SHELVES) {
    void settleShelfChange({ ...wish, shelf, isOnShelf: shelves[shelf] });
  }
  refreshCopies(wish.userId);
}

/** The same for a wished shirt that the catalogue lacks, which becomes a shirt of one's own. */
export async function fulfilOwnWish(
  userId: string,
  { id, shirt, wish }: { id: string; shirt: FormerJersey; wish: Partial<WishDetails> },
  lang: Language,
): Promise<void> {
  const t = translator(lang, "collection");
  const scope = { id: `own-wish ${id}` };
  const change = (
    write: (client: Client) => Promise<void>,
    onSuccess: () => void,
    failed: string,
  ) =>
    runMemberMutation({
      scope,
      write,
      onSuccess: () => {
        void queryClient.invalidateQueries({ queryKey: shelfKeys.lists(userId) });
        refreshCopies(userId);
        onSuccess();
      },
      onError: (error) => {
        console.error("wish for one's own shirt not changed", error);
        toast.error(problemText(error, lang, [], failed));
      },
    }).catch(() => undefined);
  const undo = () =>
    change(
      async (client) => {
        await addOwnWish(client, shirt, { id, ...wish });
        await takeOutCopies(client, userId, [{ id, jersey: null }]);
      },
      () => toast.success(t("added.wishlist")),
      t("addFailed.wishlist"),
    );
  await change(
    async (client) => {
      // By the wish's id: pressed twice, or again after a failure, it is one copy.
      await addOwnShirt(client, shirt, { id, ...copyOf(wish) }).catch(async (error: unknown) => {
        if (databaseProblem(error).kind !== "duplicate") throw error;
        await bringBackCopies(client, userId, [{ id, jersey: null }]);
      });
      await takeOffOwnWish(client, id);
    },
    () =>
      toast.success(t("moved"), {
        label: translator(lang, "common")("action.undo"),
        onClick: () => void undo(),
      }),
    t("addFailed.collection"),
  );
}
