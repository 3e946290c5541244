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

/** Far more than anybody presses before they sign in. */
const MOST = 20;

/**
 * Stores an action until the visitor returns to `path` as a member. Those that were pressed before stay, except one on the same
 * target, and a report: its dialog opens on its own page.
 */
export function postponeAction(action: PostponedAction, path: string): void {
  const earlier = readPostponed().filter(
    (each) => each.action.kind !== "report" && targetOf(each.action) !== targetOf(action),
  );
  const postponed: Postponed[] = [...earlier, { action, path, at: Date.now() }].slice(-MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(postponed));
  } catch {
    // Storage is forbidden: the member presses again.
  }
}

/** The report that is to be sent from the page at `path`, without taking it. */
export function postponedReport(path: string): ReportTarget | undefined {
  const action = postponedActions(path).at(-1);
  return action?.kind === "report" ? action.target : undefined;
}

/**
 * Takes the stored actions, so that each is done once, in the order of the presses. None if the member returns to another page
 * than the one of the last press.
 */
export function takePostponedActions(path: string): PostponedAction[] {
  const actions = postponedActions(path);
  try {
    localStorage.removeItem(KEY);
  } catch {
    return [];
  }
  return actions;
}

/** What is to be done once the visitor returns to `path`, without taking it. */
export function postponedActions(path: string): PostponedAction[] {
  const postponed = readPostponed();
  return postponed.at(-1)?.path === path ? postponed.map(({ action }) => action) : [];
}

/** What is stored and not too old. */
function readPostponed(): Postponed[] {
  try {
    const postponed = JSON.parse(localStorage.getItem(KEY) ?? "[]") as Postponed[];
    return postponed.filter(({ at }) => Date.now() - at < LIFETIME_MS);
  } catch {
    return [];
  }
}

/** Of two presses on one target, the later counts. */
function targetOf(action: PostponedAction): string {
  switch (action.kind) {
    case "vote":
      return `vote ${action.jerseyId}`;
    case "shelf":
      return `${action.shelf} ${action.jerseyId}`;
    case "follow":
      return `follow ${action.target.id}`;
    case "report":
      return "report";
  }
}
