import { queryOptions } from "@tanstack/react-query";

import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
import { inSteps } from "../../../shared/data/in-steps.ts";
import type { FollowTarget } from "../../../shared/domain/follow.ts";

export const followKeys = {
  all: (userId: string) => ["follows", userId] as const,
  ids: (userId: string) => [...followKeys.all(userId), "ids"] as const,
  list: (userId: string) => [...followKeys.all(userId), "list"] as const,
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

/** What a member follows, with what its page shows of it; the latest first. */
export function followedPages(userId: string) {
  return queryOptions({
    queryKey: followKeys.list(userId),
    queryFn: async () => {
      const client = await browserClient();
      const { data: follows } = await client
        .from("follows")
        .select("target_type, target_id")
        .order("created_at", { ascending: false })
        .order("target_id")
        .throwOnError();
      const idsOf = (type: FollowTarget["type"]) =>
        follows.flatMap(({ target_type, target_id }) => (target_type === type ? target_id : []));
      const [teams, competitions, brands, lists] = await Promise.all([
        inSteps(idsOf("team"), async (ids) => {
          const { data } = await client
            .from("teams")
            .select("id, name, colors, country, competition:competitions(slug, league)")
            .in("id", ids)
            .throwOnError();
          return data;
        }),
        inSteps(idsOf("competition"), async (ids) => {
          const query = client.from("competitions").select("id, name, slug").in("id", ids);
          return (await query.throwOnError()).data;
        }),
        inSteps(idsOf("brand"), async (ids) => {
          const query = client.from("brands").select("id, name").in("id", ids);
          return (await query.throwOnError()).data;
        }),
        // Public lists are read by a function only; few are followed.
        Promise.all(
          idsOf("list").map((list_id) =>
            client.rpc("list", { list_id }, { get: true }).maybeSingle().throwOnError(),
          ),
        ),
      ]);
      const pages = new Map(
        [
          ...teams.map((team) => ({ type: "team" as const, ...team })),
          ...competitions.map((each) => ({ type: "competition" as const, ...each })),
          ...brands.map((brand) => ({ type: "brand" as const, ...brand })),
          ...lists.flatMap(({ data }) =>
            data?.id ? { type: "list" as const, id: data.id, name: data.title ?? "" } : [],
          ),
        ].map((page) => [page.id, page]),
      );
      // What isn't public any more has no page.
      return follows.flatMap(({ target_id }) => pages.get(target_id) ?? []);
    },
  });
}

export type FollowedPage = Awaited<
  ReturnType<NonNullable<ReturnType<typeof followedPages>["queryFn"]>>
>[number];

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
