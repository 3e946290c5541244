import { queryOptions } from "@tanstack/react-query";

import type { StoredSummary, TeamNames } from "../../../shared/domain/jersey.ts";
import { allRows } from "../../../shared/data/all-rows.ts";
import { browserClient } from "../../../shared/data/browser.ts";
import { CALLED, SUMMARY } from "../../../shared/data/jerseys/columns.ts";
import type { Shelf } from "../../../shared/domain/shelf.ts";
import type { WishDetails } from "../../domain/copies/copy-rules.ts";
import { TABLES, WISH_DETAILS } from "./shelves.ts";
import type { FormerJersey } from "../../domain/copies/copy.ts";
import { withFormerTeams } from "../copies/former-teams.ts";
import { shelfKeys } from "./keys.ts";

type ShelvedJersey = StoredSummary & {
  /** Missing in what was stored for lack of a network. */
  season?: { code: string } | null;
  called?: TeamNames | null;
};

/** An item on a shelf, a wish with what is said of it; its jersey may have left the catalogue meanwhile. */
export interface ShelfItem extends Partial<WishDetails> {
  id: string;
  /** Null for a wished shirt that the catalogue lacks. */
  jersey_id: string | null;
  created_at: string;
  jersey: ShelvedJersey | null;
  /** What the catalogue lacks; undefined in a collection, whose shirts of one's own are copies. */
  former_jersey?: FormerJersey | null;
}

/** What tells the items of a shelf apart: a jersey that comes back is another row. */
export const shelfKey = ({ jersey_id, id }: Pick<ShelfItem, "jersey_id" | "id">): string =>
  jersey_id ?? id;

const COLUMNS =
  `id, jersey_id, created_at, jersey:jerseys(${SUMMARY}, season:seasons(code), ${CALLED})` as const;
const OF_WISHES = `${COLUMNS}, former_jersey, ${WISH_DETAILS}`;

/** A member's whole shelf, newest first: one member's items fit into memory. */
export function shelfList(userId: string, shelf: Shelf) {
  return queryOptions({
    queryKey: shelfKeys.list(userId, shelf),
    meta: { stored: true },
    queryFn: async (): Promise<ShelfItem[]> => {
      const client = await browserClient();
      // One type for both: the details are optional.
      const columns = (shelf === "wishlist" ? OF_WISHES : COLUMNS) as typeof COLUMNS;
      const items: ShelfItem[] = await allRows((from, to) =>
        client
          .from(TABLES[shelf])
          .select(columns)
          .eq("user_id", userId)
          .order("created_at", { ascending: false })
          .order("id", { ascending: false })
          .is("jerseys.jersey_images.suggestion_id", null)
          .order("position", { referencedTable: "jerseys.jersey_images" })
          .limit(1, { referencedTable: "jerseys.jersey_images" })
          .range(from, to)
          .throwOnError(),
      );
      const wished = items.map(({ former_jersey = null, ...item }) => ({ ...item, former_jersey }));
      return shelf === "wishlist" ? withFormerTeams(client, wished) : items;
    },
  });
}
