import type { Pool } from "@maillotheque/backend";
import type { SupabaseClient } from "@supabase/supabase-js";

/** Why a mail could not be sent, and whether a retry makes sense. */
export interface Problem {
  text: string;
  final: boolean;
}

/** A queue of mails. Its rules are in the database, so any number of senders can share it. */
export interface MailQueue<Mail> {
  claim(): Promise<Mail | undefined>;
  settle(id: string, problem?: Problem): Promise<void>;
  /** Deletes what the mails are about after its retention time. */
  sweep(): Promise<void>;
}

/** The SQL functions of a queue. */
export interface QueueFunctions {
  claim: string;
  settle: string;
  /** The argument of `settle` that names the mail. */
  id: string;
  sweep: string;
}

/** A queue on a connection with all rights: the embedded backend's own. */
export function databaseQueue<Mail extends object>(
  pool: Pick<Pool, "query">,
  { claim, settle, sweep }: QueueFunctions,
): MailQueue<Mail> {
  return {
    async claim() {
      const { rows } = await pool.query<Mail>(`select * from public.${claim}()`);
      return rows[0];
    },
    async settle(id, problem) {
      const values = [id, problem?.text ?? null, problem?.final ?? false];
      await pool.query(`select public.${settle}($1, $2, $3)`, values);
    },
    async sweep() {
      await pool.query(`select public.${sweep}()`);
    },
  };
}

/** A queue through a project's REST interface, with its secret key. */
export function projectQueue<Mail extends object>(
  client: SupabaseClient,
  { claim, settle, id: idArgument, sweep }: QueueFunctions,
): MailQueue<Mail> {
  return {
    async claim() {
      const { data } = await client.rpc(claim).throwOnError();
      return (data as Mail[])[0];
    },
    async settle(id, problem) {
      const { text = null, final = false } = problem ?? {};
      await client.rpc(settle, { [idArgument]: id, problem: text, final }).throwOnError();
    },
    async sweep() {
      await client.rpc(sweep).throwOnError();
    },
  };
}
