import { queryOptions } from "@tanstack/react-query";

import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
import type { FollowTarget } from "../../../shared/domain/follow.ts";

export const followKeys = {
  all: (userId: string) => ["follows", userId] as const,
  ids: (userId: string) => [...followKeys.all(userId), "ids"] as const,
  clubs: (userId: string) => [...followKeys.all(userId), "clubs"] as const,
};

/** The ids of everything that a member follows: at most 500, so one read answers every button. */
export function followedIds(userId: string) {
  return queryOptions({
    queryKey: followKeys.ids(userId),
    queryFn: async (): Promise<readonly string[]> => {
      const client = await browserClient();
      const { data } = await client.from("follows").select("target_id").throwOnError();
      return data.map(({ target_id }) => target_id);
    },
  });
}

/** Clubs of a member that are shown at once. */
const CLUBS = 3;

/** The clubs that a member followed first. */
export function followedClubs(userId: string) {
  return queryOptions({
    queryKey: followKeys.clubs(userId),
    queryFn: async () => {
      const client = await browserClient();
      const { data: follows } = await client
        .from("follows")
        .select("target_id")
        .eq("target_type", "team")
        .order("created_at")
        .order("target_id")
        .limit(CLUBS)
        .throwOnError();
      const ids = follows.map(({ target_id }) => target_id);
      if (ids.length === 0) return [];
      const { data: teams } = await client
        .from("teams")
        .select(
          "id, name, slug, city, colors, country, competition_id, competition:competitions(name, slug, league)",
        )
        .in("id", ids)
        .throwOnError();
      const byId = new Map(teams.map((team) => [team.id, team]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },
  });
}

/** Follows; idempotent. */
export async function follow(client: Client, { type, id }: FollowTarget): Promise<void> {
  await client
    .from("follows")
    .upsert(
      { target_type: type, target_id: id },
      { onConflict: "member_id,target_id", ignoreDuplicates: true },
    )
    .throwOnError();
}

export async function unfollow(client: Client, { id }: FollowTarget): Promise<void> {
  await client.from("follows").delete().eq("target_id", id).throwOnError();
}
