import { withFormerTeams } from "../../collect/data/copies/former-teams.ts";
import { shelfKeys } from "../../collect/data/shelves/keys.ts";
import { queryOptions } from "@tanstack/react-query";

import { browserClient } from "../../shared/data/browser.ts";
import type { Client } from "../../shared/data/client.ts";
import { stepsOf } from "../../shared/data/in-steps.ts";
import { SUMMARY } from "../../shared/data/jerseys/columns.ts";
import type { FormerJersey } from "../../collect/domain/copies/copy.ts";
import type { StoredSummary } from "../../shared/domain/jersey.ts";
import { pageless } from "./pageless.ts";

export const listKeys = {
  all: (userId: string) => ["lists", userId] as const,
  own: (userId: string) => [...listKeys.all(userId), "own"] as const,
  one: (userId: string, id: string) => [...listKeys.all(userId), "one", id] as const,
  with: (userId: string, jerseyId: string) => [...listKeys.all(userId), "with", jerseyId] as const,
};

/** Which jerseys of a list a member has: it changes with both. */
export const heldKey = (userId: string, listId: string) =>
  [...shelfKeys.lists(userId), "of-list", listId] as const;

/** The words and the switch of a list. */
export interface ListWords {
  title: string;
  description: string | null;
  is_public: boolean;
}

/** What stands in a list: a jersey, or a copy of its member's without a page. */
export interface Shirt {
  jersey_id: string | null;
  copy_id: string | null;
}

/** A shirt of one's own list. */
export interface OwnItem extends Shirt {
  place: number;
  note: string | null;
  /** Null if it has left the catalogue, or the collection. */
  jersey: StoredSummary | null;
}

/** The id of a shirt, which is one of both. */
export const shirtId = ({ jersey_id, copy_id }: Shirt): string => jersey_id ?? copy_id ?? "";

/** A member's own list with all of its jerseys: at most 500. */
export interface OwnList extends ListWords {
  id: string;
  is_hidden: boolean;
  items: OwnItem[];
}

const WORDS = "id, title, description, is_public, is_hidden";

/** A member's lists, the latest changed first, each with its number of jerseys and the first four. */
export function ownLists(userId: string) {
  return queryOptions({
    queryKey: listKeys.own(userId),
    queryFn: async () => {
      const client = await browserClient();
      const { data } = await client
        .from("lists")
        .select(`${WORDS}, size:list_items(count), items:list_items(jersey:jerseys(${SUMMARY}))`)
        .eq("member_id", userId)
        .order("changed_at", { ascending: false })
        .order("id")
        .order("place", { referencedTable: "items" })
        .limit(4, { referencedTable: "items" })
        .is("items.jersey.images.suggestion_id", null)
        .order("position", { referencedTable: "items.jersey.images" })
        .limit(1, { referencedTable: "items.jersey.images" })
        .throwOnError();
      return data.map(({ size, items, ...list }) => ({
        ...list,
        jerseys: size[0]?.count ?? 0,
        covers: items.flatMap(({ jersey }) => jersey ?? []),
      }));
    },
  });
}

/** One's own list; null if there is none of this id. */
export function ownList(userId: string, id: string) {
  return queryOptions({
    queryKey: listKeys.one(userId, id),
    // What is edited is read anew.
    staleTime: 0,
    queryFn: async (): Promise<OwnList | null> => {
      const client = await browserClient();
      const { data } = await client
        .from("lists")
        .select(
          `${WORDS}, items:list_items(jersey_id, copy_id, place, note, jersey:jerseys(${SUMMARY}), copy:copies(former_jersey, removed_at, jersey:jerseys(${SUMMARY})))`,
        )
        .eq("id", id)
        .eq("member_id", userId)
        .order("place", { referencedTable: "items" })
        .is("items.jersey.images.suggestion_id", null)
        .order("position", { referencedTable: "items.jersey.images" })
        .limit(1, { referencedTable: "items.jersey.images" })
        .is("items.copy.jersey.images.suggestion_id", null)
        .order("position", { referencedTable: "items.copy.jersey.images" })
        .limit(1, { referencedTable: "items.copy.jersey.images" })
        .maybeSingle()
        .throwOnError();
      return data && { ...data, items: await withOwnShirts(client, data.items) };
    },
  });
}

interface StoredItem extends OwnItem {
  copy: {
    former_jersey: unknown;
    removed_at: string | null;
    /** What was found for it. */
    jersey: StoredSummary | null;
  } | null;
}

/** Items with what their member's own shirts say, and the colours of their teams. */
async function withOwnShirts(client: Client, items: readonly StoredItem[]): Promise<OwnItem[]> {
  const said = items.map(({ copy, ...item }) => {
    const kept = copy?.removed_at === null ? copy : undefined;
    const former_jersey = (kept?.former_jersey ?? null) as FormerJersey | null;
    return { ...item, jersey: item.jersey ?? kept?.jersey ?? null, former_jersey };
  });
  const known = await withFormerTeams(client, said);
  return known.map(({ former_jersey: former, ...item }) => ({
    ...item,
    jersey: item.jersey ?? (former && ownSummary(shirtId(item), former)),
  }));
}

/** A shirt without a page as its owner's list shows it. */
export function ownSummary(id: string, { teams, ...said }: FormerJersey): StoredSummary {
  const { colors, country, competition } = teams ?? {};
  return pageless(id, { ...said, colors, country, competition: competition?.slug });
}

/** Which of a member's lists have a jersey. */
export function listsWithJersey(userId: string, jerseyId: string) {
  return queryOptions({
    queryKey: listKeys.with(userId, jerseyId),
    queryFn: async (): Promise<string[]> => {
      const client = await browserClient();
      const { data } = await client
        .from("list_items")
        .select("list_id")
        .eq("jersey_id", jerseyId)
        .throwOnError();
      return data.map(({ list_id }) => list_id);
    },
  });
}

/** Makes a private list; returns its id. */
export async function createList(client: Client, title: string): Promise<string> {
  const { data } = await client
    .from("lists")
    .insert({ title })
    .select("id")
    .single()
    .throwOnError();
  return data.id;
}

export async function saveWords(client: Client, id: string, words: ListWords): Promise<void> {
  const { title, description, is_public } = words;
  await client
    .from("lists")
    .update({ title, description, is_public })
    .eq("id", id)
    .select("id")
    .single()
    .throwOnError();
}

/** Shows a list to everyone. */
export async function showList(client: Client, id: string): Promise<void> {
  await client
    .from("lists")
    .update({ is_public: true })
    .eq("id", id)
    .select("id")
    .single()
    .throwOnError();
}

export async function deleteList(client: Client, id: string): Promise<void> {
  await client.from("lists").delete().eq("id", id).throwOnError();
}

/** A list has each shirt once: the columns of its unique constraints. */
const ONCE = { jersey_id: "list_id,jersey_id", copy_id: "copy_id,list_id" } as const;

/** Adds a shirt at the end, or where it was before; one that is in the list already stays as it is. */
export async function addItem(
  client: Client,
  listId: string,
  { jersey_id, copy_id, note = null, place }: Partial<OwnItem> & Shirt,
): Promise<void> {
  await client
    .from("list_items")
    .upsert(
      {
        ...{ list_id: listId, jersey_id, copy_id, note },
        ...(place !== undefined && { place }),
      } as NewItem,
      { onConflict: ONCE[copy_id ? "copy_id" : "jersey_id"], ignoreDuplicates: true },
    )
    .throwOnError();
}

/** The database chooses the place, if none is said. */
interface NewItem extends Shirt {
  list_id: string;
  note: string | null;
  place: number;
}

export async function saveNote(
  client: Client,
  listId: string,
  shirt: string,
  note: string,
): Promise<void> {
  await client
    .from("list_items")
    .update({ note })
    .eq("list_id", listId)
    .or(`jersey_id.eq.${shirt},copy_id.eq.${shirt}`)
    .select("id")
    .single()
    .throwOnError();
}

/** Makes a shirt the nth of its list, counted from 1. */
export async function moveItem(
  client: Client,
  listId: string,
  shirt: string,
  place: number,
): Promise<void> {
  await client.rpc("move_in_list", { list_id: listId, jersey_id: shirt, place }).throwOnError();
}

/** Which jerseys to add: a filter of the catalogue, as in `catalogue_page()`. */
export interface Source {
  filter: Record<string, unknown>;
  sort?: string;
}

/** Adds the jerseys of a filter, as far as there is room. */
export async function fillList(client: Client, listId: string, { filter, sort }: Source) {
  const { data } = await client
    .rpc("fill_list", {
      list_id: listId,
      filter,
      ...(sort && { sort }),
    })
    .single()
    .throwOnError();
  return data as { added: string[]; is_full: boolean };
}

/** Adds several shirts at the end; returns the ids of those that weren't in the list. */
export async function addItems(client: Client, listId: string, shirts: readonly Shirt[]) {
  const added: string[] = [];
  const rows = shirts.map((shirt) => ({ list_id: listId, ...shirt, note: null }) as NewItem);
  for (const column of ["jersey_id", "copy_id"] as const) {
    // Two copies of a jersey are one row.
    const distinct = new Map(rows.flatMap((row) => (row[column] ? [[row[column], row]] : [])));
    for (const some of stepsOf([...distinct.values()])) {
      const { data } = await client
        .from("list_items")
        .upsert(some, { onConflict: ONCE[column], ignoreDuplicates: true })
        .select("jersey_id, copy_id")
        .throwOnError();
      added.push(...data.map(shirtId));
    }
  }
  return { added, is_full: false };
}

/** Takes shirts out of a list. */
export async function removeItems(
  client: Client,
  listId: string,
  shirts: readonly string[],
): Promise<void> {
  for (const ids of stepsOf(shirts)) {
    await client
      .from("list_items")
      .delete()
      .eq("list_id", listId)
      .or(`jersey_id.in.(${ids.join()}),copy_id.in.(${ids.join()})`)
      .throwOnError();
  }
}
