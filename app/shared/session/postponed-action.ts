import type { Vote } from "../domain/vote.ts";
import type { ReportTarget } from "../domain/reported-content.ts";
import type { FollowTarget } from "../domain/follow.ts";
import type { Shelf } from "../domain/shelf.ts";

/** What a visitor pressed before signing in; it is done afterwards. */
export type PostponedAction =
  | { kind: "vote"; jerseyId: string; vote: Vote }
  | { kind: "shelf"; jerseyId: string; title: string; shelf: Shelf }
  | { kind: "follow"; target: FollowTarget }
  | { kind: "report"; target: ReportTarget };

interface Postponed {
  action: PostponedAction;
  /** The page on which it was pressed. */
  path: string;
  /** Milliseconds since 1970. */
  at: number;
}

/**
 * In the local storage, because a link of a mail opens another tab. It is never part of an address:
 * a link of somebody else could then vote in the reader's name.
 */
const KEY = "maillotheque.postponed";

/** Links of mails are valid for an hour. In milliseconds. */
const LIFETIME_MS = 60 * 60 * 1000;

/** Stores an action until the visitor returns to `path` as a member. It replaces an earlier one. */
export function postponeAction(action: PostponedAction, path: string): void {
  try {
    const postponed: Postponed = { action, path, at: Date.now() };
    localStorage.setItem(KEY, JSON.stringify(postponed));
  } catch {
    // Storage is forbidden: the member presses again.
  }
}

/** The report that is to be sent from the page at `path`, without taking it. */
export function postponedReport(path: string): ReportTarget | undefined {
  const action = postponedAction(path);
  return action?.kind === "report" ? action.target : undefined;
}

/**
 * Takes the stored action, so that it is done once. Undefined if there is none, if it is too old, or
 * if the member returns to another page than the one on which it was pressed.
 */
export function takePostponedAction(path: string): PostponedAction | undefined {
  const action = postponedAction(path);
  try {
    localStorage.removeItem(KEY);
  } catch {
    return undefined;
  }
  return action;
}

/** What is to be done on the page at `path`, without taking it. */
export function postponedAction(path: string): PostponedAction | undefined {
  try {
    const postponed = JSON.parse(localStorage.getItem(KEY) ?? "null") as Postponed | null;
    if (!postponed || postponed.path !== path) return undefined;
    return Date.now() - postponed.at < LIFETIME_MS ? postponed.action : undefined;
  } catch {
    return undefined;
  }
}
