import type { Client } from "../../../shared/data/client.ts";
import { seasonsWithEntries } from "./seasons.ts";

/** How long a season is shown before it is read again, in milliseconds. */
const FRESH_MS = 5_000;

/** How long a page waits for it while none is known, in milliseconds: the client repeats a failed read for longer. */
const LONGEST_WAIT_MS = 2_000;

interface Known {
  name: string | undefined;
  /** When the reading began. */
  readAt: number;
  reading: Promise<string | undefined>;
}

const known = new WeakMap<Client, Known>();

/**
 * The name of the newest season with a line-up, for the footer of every page. Pages wait only for the first one;
 * later they show the last known name while it is read again. Undefined if it can't be read.
 */
export async function newestSeason(client: Client): Promise<string | undefined> {
  const last = known.get(client);
  const isFresh = last && Date.now() - last.readAt < FRESH_MS;
  const { name, reading } = isFresh ? last : readAgain(client, last?.name);
  if (name !== undefined) return name;
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, LONGEST_WAIT_MS, undefined));
  return Promise.race([reading, late]);
}

function readAgain(client: Client, name: string | undefined): Known {
  const now: Known = {
    name,
    readAt: Date.now(),
    reading: readName(client).then(
      (read) => (now.name = read),
      () => name,
    ),
  };
  known.set(client, now);
  return now;
}

async function readName(client: Client): Promise<string | undefined> {
  const [newest] = await seasonsWithEntries(client);
  return newest?.name;
}
