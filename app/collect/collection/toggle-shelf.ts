import { askTakeOut, editCopy, editWish } from "../copy-editor/copy-requests.ts";
import { toast } from "../../shared/components/toast.ts";
import { copiesOfJersey } from "../data/copies/copies.ts";
import {
  bringBackCopies,
  copiesAtStake,
  refreshCopies,
  takeOutCopies,
} from "../data/copies/take-out.ts";
import { discardUnsentOf, keepUnsent } from "../data/unsent/unsent.ts";
import type { Client } from "../../shared/data/client.ts";
import { databaseProblem } from "../../shared/data/database-error.ts";
import type { Copy } from "../domain/copies/copy.ts";
import type { WishDetails } from "../domain/copies/copy-rules.ts";
import type { JerseySummary } from "../../shared/domain/jersey.ts";
import { isLastWrite, runMemberMutation } from "../../shared/data/member-mutation.ts";
import { problemText } from "../../shared/data/problem-words.ts";
import { queryClient } from "../../shared/data/query-client.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import { translator } from "../../shared/i18n/translations.ts";
import {
  shelfMembershipQuery,
  applyShelfChange,
  settleShelfChange,
} from "../data/shelves/shelf-membership.ts";
import type { Shelf } from "../../shared/domain/shelf.ts";
import { putOn, takeOff } from "../data/shelves/shelves.ts";

/**
 * Toggles a jersey on a member's shelf. Needs the texts `collection`. The page changes at once; a failure rolls it back. Copies with details are
 * taken out only after a question.
 */
export async function toggleShelf(
  userId: string,
  jersey: Pick<JerseySummary, "id" | "title">,
  shelf: Shelf,
  lang: Language,
): Promise<void> {
  const t = translator(lang, "collection");
  const jerseyId = jersey.id;
  const membership = shelfMembershipQuery(userId, jerseyId);
  let isOnShelf: boolean;
  try {
    // Reads the cache, not the rendered state: a second click may come before the next render.
    const known = queryClient.getQueryData(membership.queryKey);
    // Without a network the query would wait instead of failing.
    const isWaiting = !known && !navigator.onLine;
    if (isWaiting && shelf === "wishlist") throw new TypeError("offline");
    // What isn't in the stored collection is added, which does no harm if it is there already.
    isOnShelf = isWaiting || !(known ?? (await queryClient.ensureQueryData(membership)))[shelf];
  } catch (error) {
    console.error("shelves not read", error);
    return toast.error(t("loadFailed"));
  }
  if (shelf === "collection" && !isOnShelf && (await discardUnsentOf(userId, jerseyId))) {
    applyShelfChange({ userId, jerseyId, shelf, isOnShelf });
    return toast.success(t("removed.collection"), undoOf({ userId, jersey, shelf }, lang));
  }
  let copies: Copy[] = [];
  if (shelf === "collection" && !isOnShelf) {
    try {
      copies = await copiesAtStake(userId, jerseyId);
    } catch (error) {
      console.error("copies not read", error);
      return toast.error(t("removeFailed.collection"));
    }
    const takeOut = { title: jersey.title, count: copies.length };
    if (copies.length > 0 && !(await askTakeOut(takeOut))) return;
  }
  await changeShelf({ userId, jersey, shelf, isOnShelf, copies }, lang);
}

interface Place {
  userId: string;
  jersey: Pick<JerseySummary, "id" | "title">;
  shelf: Shelf;
  /** What was said of a wish that is put back. */
  wish?: WishDetails | undefined;
}

/** Offers to put a jersey back that was taken off. */
function undoOf(place: Place, lang: Language) {
  const label = translator(lang, "common")("action.undo");
  return { label, onClick: () => void changeShelf({ ...place, isOnShelf: true }, lang) };
}

/** Puts a jersey on a member's shelf or takes it off, and says so. */
export async function changeShelf(
  {
    jersey,
    wish,
    copies = [],
    ...given
  }: Place & {
    isOnShelf: boolean;
    /** Copies that can be brought back after the jersey is taken out. */
    copies?: readonly Copy[];
  },
  lang: Language,
): Promise<void> {
  const t = translator(lang, "collection");
  const { userId, shelf, isOnShelf } = given;
  const jerseyId = jersey.id;
  const change = { ...given, jerseyId };
  const { queryKey } = shelfMembershipQuery(userId, jerseyId);
  // Mutations of one scope run one after the other, so the last click wins.
  const scope = { id: `shelf-membership ${shelf} ${jerseyId}` };

  /** True for a jersey that was wished for, and is owned now. */
  function isFulfilled(): boolean {
    return (
      shelf === "collection" && isOnShelf && queryClient.getQueryData(queryKey)?.wishlist === true
    );
  }

  /** What the message offers: to undo a removal, to end a fulfilled wish, or to say more. */
  function offer() {
    if (copies.length > 0) {
      return {
        label: translator(lang, "common")("action.undo"),
        onClick: () => void bringBack(userId, copies, lang),
      };
    }
    if (!isOnShelf) return undoOf({ userId, jersey, shelf, wish: takenOff }, lang);
    // Asks first if the copy has details by then.
    const undo = {
      label: translator(lang, "common")("action.undo"),
      onClick: () => void toggleShelf(userId, jersey, shelf, lang),
    };
    if (shelf === "wishlist") {
      const wished = { userId, wish: { jersey_id: jerseyId }, title: jersey.title };
      return { label: t("addDetails"), onClick: () => editWish(wished), undo };
    }
    if (isFulfilled()) {
      const unwish = { userId, jersey, shelf: "wishlist", isOnShelf: false } as const;
      return { label: t("unwish"), onClick: () => void changeShelf(unwish, lang), undo };
    }
    return { label: t("addDetails"), onClick: () => void openNewest(userId, jerseyId, lang), undo };
  }

  let isUnsent = false;
  let takenOff: WishDetails | undefined;
  const write = async (client: Client) => {
    if (copies.length > 0) return takeOutCopies(client, userId, copies);
    try {
      if (isOnShelf) await putOn(client, shelf, userId, jerseyId, wish);
      else takenOff = await takeOff(client, shelf, userId, jerseyId);
    } catch (error) {
      const canWait = shelf === "collection" && isOnShelf;
      if (!canWait || databaseProblem(error).kind !== "offline") throw error;
      await keepUnsent(userId, { jerseyId, title: jersey.title, details: null });
      isUnsent = true;
    }
  };

  const changing = runMemberMutation({
    scope,
    write,
    onMutate: async () => {
      await queryClient.cancelQueries({ queryKey });
      applyShelfChange(change);
    },
    onSuccess: async () => {
      if (isUnsent) return toast.success(t("unsent.kept"));
      if (isLastWrite(scope)) await settleShelfChange(change);
      if (shelf === "collection") refreshCopies(userId);
      const text = isFulfilled()
        ? t("added.wished")
        : t(`${isOnShelf ? "added" : "removed"}.${shelf}`);
      toast.success(text, offer());
    },
    onError: (error) => {
      if (isOnShelf && databaseProblem(error).kind === "duplicate") {
        // Another tab or device was faster: the jersey is on the shelf already.
        void settleShelfChange(change);
        return toast.error(t(`duplicate.${shelf}`));
      }
      console.error("shelf not changed", error);
      applyShelfChange({ ...change, isOnShelf: !isOnShelf });
      const otherwise = t(`${isOnShelf ? "addFailed" : "removeFailed"}.${shelf}`);
      toast.error(problemText(error, lang, [], otherwise));
    },
  });
  // `onError` has shown the failure.
  await changing.catch(() => undefined);
}

/** Opens the editor of the copy that was added last. */
export async function openNewest(userId: string, jerseyId: string, lang: Language): Promise<void> {
  const t = translator(lang, "collection");
  try {
    const copies = await queryClient.fetchQuery(copiesOfJersey(userId, jerseyId));
    const newest = copies.at(-1);
    if (!newest) return toast.error(t("loadFailed"));
    editCopy({ userId, jerseyId, copyId: newest.id });
  } catch (error) {
    console.error("copies not read", error);
    toast.error(t("loadFailed"));
  }
}

async function bringBack(userId: string, copies: readonly Copy[], lang: Language): Promise<void> {
  const t = translator(lang, "collection");
  await runMemberMutation({
    write: (client) => bringBackCopies(client, userId, copies),
    onSuccess: () => toast.success(t("added.collection")),
    onError: (error) => {
      console.error("copies not brought back", error);
      toast.error(t("addFailed.collection"));
    },
  }).catch(() => undefined);
}
