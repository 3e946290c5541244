import type { MailMessage, Pool } from "@maillotheque/backend";
import type { SupabaseClient } from "@supabase/supabase-js";

/** Mails that wait in the database. Its functions hold the rules, so any number of senders can share it. */
export interface MailQueue<Claim> {
  functions: {
    claim: string;
    settle: string;
    /** The argument of `settle` that names the mail. */
    id: string;
  };
  /** How many mails `claim` may return, if that is its argument; it returns one otherwise. */
  most?: number;
  idOf(claim: Claim): string;
  compose(claim: Claim, siteUrl: string): MailMessage;
  /** A mail that may have left is not sent again: only what the mail server refused for now is. */
  isSentOnce?: boolean;
  /** The database rests as long as it worked for the last mail: many are due at once. */
  isPaced?: boolean;
  log: {
    failed: string;
    /** The field that names the mail. */
    id: string;
  };
}

/** Why a mail could not be sent, and whether a retry makes sense. */
interface Problem {
  text: string;
  final: boolean;
}

/** A queue as its senders see it. */
export interface QueueClient<Claim> {
  claim(): Promise<Claim[]>;
  settle(id: string, problem?: Problem): Promise<void>;
}

/** Connects to a queue with all rights: the embedded backend's own. */
export function databaseQueue<Claim extends object>(
  { functions: { claim, settle }, most }: MailQueue<Claim>,
  pool: Pick<Pool, "query">,
): QueueClient<Claim> {
  return {
    async claim() {
      const { rows } = await pool.query<Claim>(`select * from public.${claim}(${most ?? ""})`);
      return rows;
    },
    async settle(id, problem) {
      const values = [id, problem?.text ?? null, problem?.final ?? false];
      await pool.query(`select public.${settle}($1, $2, $3)`, values);
    },
  };
}

/** Connects to a queue through a project's REST interface, with its secret key. */
export function projectQueue<Claim extends object>(
  { functions: { claim, settle, id: idArgument }, most }: MailQueue<Claim>,
  client: SupabaseClient,
): QueueClient<Claim> {
  return {
    async claim() {
      const { data } = await client.rpc(claim, most ? { most } : {}).throwOnError();
      return data as Claim[];
    },
    async settle(id, problem) {
      const { text = null, final = false } = problem ?? {};
      await client.rpc(settle, { [idArgument]: id, problem: text, final }).throwOnError();
    },
  };
}
