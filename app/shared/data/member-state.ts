import { browserClient } from "./browser.ts";
import { writes } from "./writes.ts";
import type { Database } from "./database.types.ts";

type Row = Database["public"]["Functions"]["member_state"]["Returns"][number];

/** A member's names and roles, and how much they have and what waits: the row of `member_state()`. */
type MemberState = { [Part in Exclude<keyof Row, "display_name">]: NonNullable<Row[Part]> } & {
  display_name: string | null;
};

/** In milliseconds: the blocks of a page that is being loaded come within it. */
const RECENT = 5000;

let last: {
  userId: string;
  at: number;
  writes: number;
  taken: Set<keyof MemberState>;
  answer: Promise<MemberState>;
};

/**
 * Parts of the member's state. The blocks of a page that is being loaded share one answer. Each part of it is given once and never after a
 * write: a second read of a part asks the database.
 */
export async function readMemberState<Part extends keyof MemberState>(
  userId: string,
  ...parts: Part[]
): Promise<Pick<MemberState, Part>> {
  const isUsable =
    last?.userId === userId &&
    last.writes === writes() &&
    Date.now() - last.at < RECENT &&
    !parts.some((part) => last.taken.has(part));
  if (!isUsable)
    last = { userId, at: Date.now(), writes: writes(), taken: new Set(), answer: ask() };
  for (const part of parts) last.taken.add(part);
  return last.answer;
}

async function ask(): Promise<MemberState> {
  const client = await browserClient();
  const { data } = await client.rpc("member_state").single().throwOnError();
  return data as MemberState;
}
