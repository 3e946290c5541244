import { toast } from "../../shared/components/toast.ts";
import { runMemberMutation } from "../../shared/data/member-mutation.ts";
import { letterWish, saveLetterWish } from "../../shared/data/letters/letter-wish.ts";
import { problemText } from "../../shared/data/problem-words.ts";
import { queryClient } from "../../shared/data/query-client.ts";
import type { FollowTarget } from "../../shared/domain/follow.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import { translator } from "../../shared/i18n/translations.ts";
import { follow, followedIds, followKeys, unfollow } from "../data/follows/follows.ts";

/** Follows, or ends it. Needs the texts `follows`. */
export async function toggleFollow(
  userId: string,
  target: FollowTarget,
  lang: Language,
): Promise<void> {
  const { queryKey } = followedIds(userId);
  // Reads the cache, not the rendered state: a second press may come before the next render.
  const known = queryClient.getQueryData(queryKey);
  // Without a network the query would wait instead of failing.
  if (!known && !navigator.onLine) throw new TypeError("offline");
  const ids = known ?? (await queryClient.ensureQueryData(followedIds(userId)));
  await changeFollow(userId, target, !ids.includes(target.id), lang);
}

/** Makes a follow, or ends it, and says so. The page changes at once; a failure takes it back. */
export async function changeFollow(
  userId: string,
  target: FollowTarget,
  isFollowed: boolean,
  lang: Language,
): Promise<void> {
  const t = translator(lang, "follows");
  const changing = runMemberMutation({
    // Mutations of one scope run one after the other, so the last press wins.
    scope: { id: `follow ${target.id}` },
    write: (client) => (isFollowed ? follow : unfollow)(client, target),
    invalidates: [followKeys.all(userId)],
    onMutate: async () => {
      await queryClient.cancelQueries({ queryKey: followKeys.all(userId) });
      applyFollow(userId, target.id, isFollowed);
    },
    onSuccess: async () => {
      const { name } = target;
      if (isFollowed) return toast.success(t("added", { name }), await letterOffer(userId, lang));
      toast.success(t("ended", { name }), {
        label: t("follow"),
        onClick: () => void changeFollow(userId, target, true, lang),
      });
    },
    onError: (error) => {
      console.error("follow not changed", error);
      applyFollow(userId, target.id, !isFollowed);
      toast.error(problemText(error, lang, ["follows:errors"]));
    },
  });
  // `onError` has shown the failure.
  await changing.catch(() => undefined);
}

/** Offers the weekly letter in one press, to members who don't get it. */
async function letterOffer(userId: string, lang: Language) {
  const t = translator(lang, "follows");
  const wish = letterWish(userId);
  const isWanted = await queryClient.ensureQueryData(wish).catch(() => true);
  if (isWanted) return undefined;
  const subscribe = () =>
    runMemberMutation({
      write: (client) => saveLetterWish(client, true),
      invalidates: [wish.queryKey],
      onSuccess: () => toast.success(t("letter.on")),
      onError: (error) => {
        console.error("weekly letter not saved", error);
        toast.error(problemText(error, lang, ["follows:errors"]));
      },
    }).catch(() => undefined);
  return { label: t("letter.offer"), onClick: () => void subscribe() };
}

function applyFollow(userId: string, id: string, isFollowed: boolean): void {
  queryClient.setQueryData(followedIds(userId).queryKey, (known) => {
    // One follow isn't the whole list.
    if (!known) return undefined;
    const others = known.filter((each) => each !== id);
    return isFollowed ? [...others, id] : others;
  });
}
