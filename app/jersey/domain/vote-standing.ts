/** An account as its own session describes it. */
interface Account {
  created_at: string;
  email_confirmed_at?: string;
  phone_confirmed_at?: string;
}

const DAY_SECONDS = 24 * 60 * 60;

/**
 * From when on a member's votes count for rankings: in so many seconds, 0 if they do, undefined
 * before the address or number is confirmed. `private.may_count()` decides; this only tells.
 */
export function votesCountIn(account: Account, now: number): number | undefined {
  if (!account.email_confirmed_at && !account.phone_confirmed_at) return undefined;
  const age = (now - Date.parse(account.created_at)) / 1000;
  return Math.max(0, DAY_SECONDS - age);
}
