import type { Client } from "../../shared/data/client.ts";
import { addDays, type Day } from "../../shared/domain/day.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import type { DuelShare } from "../domain/duel-choices.ts";
import { type ShownDay, withJerseys } from "./days.ts";

export interface Duel {
  day: Day;
  /** Why the shirts belong together. */
  kind: "rivalry" | "competition" | "decade";
  first: ShownDay;
  second: ShownDay;
  /** False until the answers are counted, after the day. */
  isCounted: boolean;
  /** Null before that, and where nobody answered. */
  result: DuelShare | null;
}

/** The duels of today's page. */
export interface LatestDuels {
  today: Duel | null;
  /** The latest one whose answers are counted. */
  before: Duel | null;
  /** Whether yesterday's is still to be counted. */
  isLate: boolean;
}

const COLUMNS =
  "day, kind, first_id, second_id, first_facts, second_facts, counted_at, firsts, seconds, neithers";

/** Today's duel, and the one before it with its result. */
export async function readLatestDuels(
  client: Client,
  today: Day,
  lang: Language,
): Promise<LatestDuels> {
  const yesterday = addDays(today, -1);
  const { data } = await client
    .from("daily_duels")
    .select(COLUMNS)
    .lte("day", today)
    .or(`day.gte.${yesterday},counted_at.not.is.null`)
    .order("day", { ascending: false })
    .limit(3)
    .throwOnError();
  const duels = await withShirts(client, data, lang);
  return {
    today: duels.find(({ day }) => day === today) ?? null,
    before: duels.find(({ isCounted }) => isCounted) ?? null,
    isLate: duels.some(({ day, isCounted }) => day === yesterday && !isCounted),
  };
}

/** The duels between two days, both included, that are over; the latest first. */
export async function readDuels(
  client: Client,
  { from, to, today }: { from: Day; to: Day; today: Day },
  lang: Language,
): Promise<Duel[]> {
  const { data } = await client
    .from("daily_duels")
    .select(COLUMNS)
    .gte("day", from)
    .lte("day", to)
    .lt("day", today)
    .order("day", { ascending: false })
    .throwOnError();
  return withShirts(client, data, lang);
}

interface Row {
  day: string;
  kind: Duel["kind"];
  first_id: string;
  second_id: string;
  first_facts: unknown;
  second_facts: unknown;
  counted_at: string | null;
  firsts: number | null;
  seconds: number | null;
  neithers: number | null;
}

async function withShirts(client: Client, rows: readonly Row[], lang: Language): Promise<Duel[]> {
  const shirts = await withJerseys(
    client,
    rows.flatMap(({ day, first_id, second_id, first_facts, second_facts }) => [
      { day, jersey_id: first_id, facts: first_facts },
      { day, jersey_id: second_id, facts: second_facts },
    ]),
    lang,
  );
  return rows.map(({ day, kind, counted_at, firsts, seconds, neithers }, at) => ({
    ...{ day, kind, isCounted: counted_at !== null },
    first: shirts[2 * at]!,
    second: shirts[2 * at + 1]!,
    result:
      firsts === null ? null : { first: firsts, second: seconds ?? 0, neither: neithers ?? 0 },
  }));
}
