import type { Client } from "../../../shared/data/client.ts";
import { seasonsWithEntries } from "./seasons.ts";

/** How long a season is shown before it is read again, in milliseconds. */
const FRESH_MS = 5_000;

/** How long the first page waits for it, in milliseconds. */
const LONGEST_WAIT_MS = 500;

interface Known {
  name: string | undefined;
  readAt: number;
}

const known = new WeakMap<Client, Known>();

/**
 * The name of the newest season with a line-up, for the footer of every page. Only the first page waits for it;
 * later ones show the last known name while it is read again. Undefined if it can't be read.
 */
export async function newestSeason(client: Client): Promise<string | undefined> {
  const last = known.get(client);
  if (last && Date.now() - last.readAt < FRESH_MS) return last.name;
  // Set at once: pages that are rendered meanwhile neither read it nor wait.
  known.set(client, { name: last?.name, readAt: Date.now() });
  const reading = readName(client).then(
    (name) => {
      known.set(client, { name, readAt: Date.now() });
      return name;
    },
    () => last?.name,
  );
  // The client repeats a failed read for seconds.
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, LONGEST_WAIT_MS, undefined));
  return last ? last.name : Promise.race([reading, late]);
}

async function readName(client: Client): Promise<string | undefined> {
  const [newest] = await seasonsWithEntries(client);
  return newest?.name;
}
