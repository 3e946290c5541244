import { queryOptions } from "@tanstack/react-query";

import { ownEntries } from "../../../shared/browser/offline-store.ts";
import { uniqueId } from "../../../shared/browser/unique-id.ts";
import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
import { languageOf } from "../../../shared/i18n/languages.ts";
import { databaseProblem, type DatabaseProblem } from "../../../shared/data/database-error.ts";
import { queryClient } from "../../../shared/data/query-client.ts";
import { memberId } from "../../../shared/session/member-id.ts";
import type { CopyDetails } from "../../domain/copies/copy-details.ts";
import { addCopy, addOwnShirt } from "../copies/copies.ts";
import { readShirt } from "../intake/read-shirt.ts";
import { copyKeys } from "../copies/keys.ts";
import { putOn } from "../shelves/shelves.ts";

/** A copy that was added without a network, and is sent later. */
export interface UnsentCopy {
  /** The id that the copy gets; by it a repeated attempt is known. */
  id: string;
  /** Null for a shirt that was typed: the site looks it up when it is sent. */
  jerseyId: string | null;
  /** The jersey's title, or what was typed. */
  title: string;
  /** Null for "I have it", which is true once however often it is said, and for a typed shirt. */
  details: CopyDetails | null;
  addedAt: string;
  /** True if the site refused it: its owner decides. */
  isRefused?: boolean;
}

const entriesOf = (userId: string) => ownEntries<UnsentCopy>(userId, "unsent");

/** "I have it" is one entry per jersey, also if two tabs say it. */
const nameOf = ({ id, jerseyId, details }: UnsentCopy) => (details ? id : (jerseyId ?? id));

const unsentKey = (userId: string) => ["unsent", userId] as const;

/** The copies that wait to be sent, the oldest first. */
export function unsentCopies(userId: string) {
  return queryOptions({
    queryKey: unsentKey(userId),
    networkMode: "always",
    queryFn: async (): Promise<UnsentCopy[]> => {
      const entries = entriesOf(userId);
      const all = await Promise.all((await entries.names()).map((name) => entries.read(name)));
      return all
        .filter((copy) => copy !== undefined)
        .toSorted((a, b) => a.addedAt.localeCompare(b.addedAt));
    },
  });
}

/** The other tabs show the list too. None on the server. */
const tabs =
  typeof window === "undefined" ? undefined : new BroadcastChannel("maillotheque.unsent");
tabs?.addEventListener("message", ({ data }: MessageEvent<string>) => {
  refresh(data);
  // What another tab has sent is in the collection now.
  void queryClient.invalidateQueries({ queryKey: copyKeys.all(data) });
});

function refresh(userId: string): void {
  void queryClient.invalidateQueries({ queryKey: unsentKey(userId) });
}

function announce(userId: string): void {
  refresh(userId);
  tabs?.postMessage(userId);
}

/**
 * Runs alone among all tabs, so that none discards what another sends. Over plain http browsers have no locks: a copy is still
 * stored once, because of its id.
 */
function alone<Result>(work: () => Promise<Result>): Promise<Result> {
  return navigator.locks ? navigator.locks.request("maillotheque.unsent", work) : work();
}

/**
 * Stores a copy in this browser until it can be sent.
 * @throws if this browser stores nothing
 */
export async function keepUnsent(
  userId: string,
  given: Pick<UnsentCopy, "jerseyId" | "title" | "details"> & { id?: string },
): Promise<void> {
  const copy = { id: uniqueId(), ...given, addedAt: new Date().toISOString() };
  const entries = entriesOf(userId);
  await entries.store(nameOf(copy), copy);
  if (!(await entries.read(nameOf(copy)))) throw new Error("not stored");
  announce(userId);
}

/** @returns false if it has been sent meanwhile */
export async function discardUnsent(userId: string, copy: UnsentCopy): Promise<boolean> {
  return discard(userId, nameOf(copy));
}

/** Discards an "I have it" that wasn't sent. @returns false if there is none */
export async function discardUnsentOf(userId: string, jerseyId: string): Promise<boolean> {
  return discard(userId, jerseyId);
}

function discard(userId: string, name: string): Promise<boolean> {
  return alone(async () => {
    const entries = entriesOf(userId);
    if (!(await entries.read(name))) return false;
    await entries.remove(name);
    announce(userId);
    return true;
  });
}

/** Why a copy stays and is sent again later, as it is. */
const PASSING: readonly DatabaseProblem["kind"][] = [
  "offline",
  "expired",
  "factor",
  "tooMany",
  "failed",
];

/**
 * Sends what waits, each copy once: a copy that an attempt without an answer has stored is found by its id.
 * @returns the jerseys of the copies that are stored now, null for a shirt without a page
 */
export function sendUnsent(userId: string): Promise<(string | null)[]> {
  return alone(async () => {
    const entries = entriesOf(userId);
    const names = await entries.names();
    const sent: (string | null)[] = [];
    // Another member may have signed in since.
    if (names.length === 0 || (await memberId()) !== userId) return sent;
    const client = await browserClient();
    for (const name of names) {
      const copy = await entries.read(name);
      if (!copy) continue;
      try {
        const jerseyId = await send(client, userId, copy);
        await entries.remove(name);
        sent.push(jerseyId);
      } catch (error) {
        console.error("copy not sent", error);
        if (PASSING.includes(databaseProblem(error).kind)) break;
        await entries.store(name, { ...copy, isRefused: true });
      }
    }
    announce(userId);
    return sent;
  });
}

async function send(client: Client, userId: string, copy: UnsentCopy): Promise<string | null> {
  const { id, jerseyId, details } = copy;
  try {
    if (!jerseyId) return await sendTyped(client, copy);
    if (details) await addCopy(client, jerseyId, { ...details, id });
    else await putOn(client, "collection", userId, jerseyId);
  } catch (error) {
    const { kind, constraint } = databaseProblem(error);
    const isOnce = jerseyId !== null && details === null;
    const isThere = kind === "duplicate" && (isOnce || constraint === "copies_pkey");
    if (!isThere) throw error;
  }
  return jerseyId;
}

/**
 * Stores the only jersey of the catalogue that the text can mean, or else a shirt of one's own. What reads the text is
 * there already: a script that isn't found as the network comes back is never asked for again by the page.
 */
async function sendTyped(client: Client, { id, title }: UnsentCopy): Promise<string | null> {
  const reading = readShirt(title, languageOf(location.pathname));
  // Without a team's words in it, it would not have been kept.
  const read = (await queryClient.fetchQuery({ ...reading, networkMode: "always" }))!;
  const { jerseys, own, details, isSure } = read;
  const [jersey, ...others] = jerseys;
  if (!jersey || !isSure || !own.season || !own.kit_type || others.length > 0) {
    await addOwnShirt(client, own, { ...details, id });
    return null;
  }
  await addCopy(client, jersey.id, { ...details, id });
  return jersey.id;
}
