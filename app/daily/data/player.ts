import { browserClient, hasStoredSession } from "../../shared/data/browser.ts";
import { storedSession } from "../../shared/session/stored-session.ts";

/** The token under which a visitor plays, and when it was last used (docs/product/daily.md 28.30). */
const KEY = "maillotheque.player";

/** As long as the database stores a visitor's games. In milliseconds. */
const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

interface Player {
  token: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** What functions of the database take as `player`: nothing of members. */
export interface PlayerArgument {
  player?: string;
}

/** Token for reads; nothing if this browser has none. */
export function readingPlayer(): PlayerArgument {
  const known = hasStoredSession() ? undefined : storedPlayer();
  return known ? { player: known } : {};
}

/** Token for writes, created at the first move. */
export function movingPlayer(): PlayerArgument {
  if (hasStoredSession()) return {};
  const token = storedPlayer() ?? waitingToken();
  try {
    localStorage.setItem(KEY, JSON.stringify({ token, at: Date.now() } satisfies Player));
    waiting = undefined;
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is forbidden: the games are forgotten with the page.
    unstored = token;
  }
  return { player: token };
}

/** Stable random seed per player, also before the first move. Never sent to the server. */
export function playerSeed(): string {
  return storedSession()?.user.id ?? storedPlayer() ?? waitingToken();
}

/** The token of a first move, until it is made. A reload doesn't change it. */
let waiting: string | undefined;

function waitingToken(): string {
  try {
    waiting ??= sessionStorage.getItem(KEY) ?? newToken();
    sessionStorage.setItem(KEY, waiting);
  } catch {
    // Storage is forbidden: it lasts as long as the page.
  }
  return (waiting ??= newToken());
}

/**
 * Brings what the visitor of this browser has played to the account that has signed in. To be
 * awaited before a member's games are read; repeated at the next visit if it fails.
 */
export async function claimGames(): Promise<void> {
  const token = hasStoredSession() ? storedPlayer() : undefined;
  if (!token) return;
  claiming ??= claim(token).finally(() => (claiming = undefined));
  await claiming;
}

let claiming: Promise<void> | undefined;

async function claim(token: string): Promise<void> {
  const client = await browserClient();
  await client.rpc("claim_daily", { player: token }).throwOnError();
  localStorage.removeItem(KEY);
  unstored = undefined;
}

/** The token of a browser that stores nothing. */
let unstored: string | undefined;

function storedPlayer(): string | undefined {
  try {
    const { token, at } = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Player>;
    if (!token || !at) return unstored;
    if (at > Date.now() - LIFETIME_MS) return token;
    localStorage.removeItem(KEY);
  } catch {
    // Storage is forbidden, or the entry isn't ours.
  }
  return unstored;
}

/** 256 bits in base64url. */
function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
