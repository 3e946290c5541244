import { queryOptions } from "@tanstack/react-query";

import { browserClient } from "../../shared/data/browser.ts";
import type { Client } from "../../shared/data/client.ts";
import { readTeams } from "./showcase.ts";

/** A shirt that a member shows first. */
export interface ShownShirt {
  copy_id: string;
  line: string | null;
  /** The photo of the copy that is shown; without one the catalogue's picture. */
  photo_id: string | null;
}

/** What a member shows, as its owner edits it. */
export interface OwnShowcase {
  is_open: boolean;
  with_wishes: boolean;
  /** True if the names and numbers on the shirts are shown. */
  with_names: boolean;
  about: string | null;
  teams: string[];
  shirts: ShownShirt[];
}

const NOTHING: OwnShowcase = {
  is_open: false,
  with_wishes: false,
  with_names: false,
  about: null,
  teams: [],
  shirts: [],
};

export const showcaseKey = (userId: string) => ["showcase", userId] as const;

/** A member's own showcase; closed and empty until they save one. */
export function ownShowcase(userId: string) {
  return queryOptions({
    queryKey: showcaseKey(userId),
    // What is edited is read anew.
    staleTime: 0,
    queryFn: async (): Promise<OwnShowcase> => {
      const client = await browserClient();
      const { data } = await client
        .from("showcases")
        .select(
          "is_open, with_wishes, with_names, about, teams, shirts:showcase_shirts(copy_id, line, photo_id)",
        )
        .eq("member_id", userId)
        .order("place", { referencedTable: "showcase_shirts" })
        .maybeSingle()
        .throwOnError();
      return data ?? NOTHING;
    },
  });
}

/** The clubs of a showcase, in its order. */
export function shownClubs(ids: readonly string[]) {
  return queryOptions({
    queryKey: ["showcase", "clubs", ids] as const,
    enabled: ids.length > 0,
    queryFn: async () => {
      const teams = await readTeams(await browserClient(), ids);
      return ids.flatMap((id) => teams.get(id) ?? []);
    },
  });
}

/** Makes what the caller shows this, all of it or nothing. */
export async function saveShowcase(client: Client, { shirts, ...own }: OwnShowcase): Promise<void> {
  await client
    .rpc("save_showcase", {
      is_open: own.is_open,
      with_wishes: own.with_wishes,
      with_names: own.with_names,
      about: own.about ?? "",
      teams: own.teams,
      shirts: shirts.map((shirt) => ({ ...shirt })),
    })
    .throwOnError();
}
