import { type Cursor, cursorText } from "../../shared/address/cursor.ts";
import type { Client } from "../../shared/data/client.ts";
import { jerseysByIds } from "../../shared/data/jerseys/by-ids.ts";
import type { JerseySummary } from "../../shared/domain/jersey.ts";
import { localJersey } from "../../shared/i18n/catalogue-names.ts";
import type { Page } from "../../shared/domain/page.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import { memberName } from "../../shared/i18n/member-name.ts";
import { pageless, type SaidShirt } from "./pageless.ts";

/** A public list, as `list()` and its like tell of it. */
export interface ShownList {
  id: string;
  title: string;
  description: string | null;
  member_id: string;
  username: string;
  display_name: string | null;
  /** How many shirts others see in it. */
  jerseys: number;
}

/** A list in a row of lists. */
export interface ListCard extends Pick<ShownList, "id" | "title" | "jerseys"> {
  /** Its first jerseys. */
  covers: JerseySummary[];
}

interface Row extends ShownList {
  covers: string[];
}

/** Jerseys per page of a list: full rows in two, three and four columns. */
const PAGE_SIZE = 24;

/** A public list; null of any other. */
export async function readList(client: Client, listId: string): Promise<ShownList | null> {
  const { data } = await client
    .rpc("list", { list_id: listId }, { get: true })
    .maybeSingle()
    .throwOnError();
  return data as ShownList | null;
}

interface Item {
  place: number;
  jersey_id: string | null;
  note: string | null;
  /** Of a shirt without a page. */
  own: SaidShirt | null;
}

/** The shirts of a public list after one of them, in its order and with its notes. */
export async function listPage(
  client: Client,
  listId: string,
  { lang, after, size = PAGE_SIZE }: { lang: Language; after?: Cursor | undefined; size?: number },
): Promise<Page<JerseySummary>> {
  const { data } = await client
    .rpc("items_of_list", { list_id: listId }, { get: true })
    .gt("place", Number(after?.value ?? 0))
    .order("place")
    // One more shows whether there is another page.
    .limit(size + 1)
    .throwOnError();
  const rows = data as Item[];
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  const jerseys = await jerseysByIds(
    client,
    shown.flatMap(({ jersey_id }) => jersey_id ?? []),
    lang,
  );
  return {
    items: shown.flatMap(({ place, jersey_id, note, own }) => {
      const jersey = own
        ? localJersey(pageless(`${listId}.${place}`, own), lang)
        : jerseys.get(jersey_id ?? "");
      return jersey ? [{ ...jersey, note }] : [];
    }),
    after: after ? cursorText(after) : null,
    next:
      rows.length > size && last
        ? // The place alone orders them.
          cursorText({ value: String(last.place), id: last.jersey_id ?? listId })
        : null,
  };
}

/** The public lists of a member, the latest changed first. */
export async function listsOfMember(
  client: Client,
  username: string,
  lang: Language,
): Promise<ListCard[]> {
  const { data } = await client.rpc("lists_of_member", { username }, { get: true }).throwOnError();
  const rows = data as Row[];
  const jerseys = await jerseysByIds(
    client,
    rows.flatMap(({ covers }) => covers),
    lang,
  );
  return rows.map(({ id, title, jerseys: count, covers }) => ({
    id,
    title,
    jerseys: count,
    covers: covers.flatMap((cover) => jerseys.get(cover) ?? []),
  }));
}

/** A few public lists with a jersey, the latest changed first. */
export async function listsWith(client: Client, jerseyId: string, lang: Language) {
  const { data } = await client
    .rpc("lists_with", { jersey_id: jerseyId }, { get: true })
    .throwOnError();
  return (data as Row[]).map(({ id, title, jerseys, member_id, username, display_name }) => ({
    id,
    // A stored page is outdated by the ids in it (023): a name that changes is whose.
    member_id,
    title,
    jerseys,
    name: memberName({ username, display_name }, lang),
  }));
}

export type ListWith = Awaited<ReturnType<typeof listsWith>>[number];
