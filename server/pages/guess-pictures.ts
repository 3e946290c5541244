import type { Pool } from "@maillotheque/backend";

import type { BackendAccess, GuessPicture } from "../../app/shared/data/backend-access.ts";

/** What tokens of the guess's pictures stand for, on a connection with all rights: nobody else may read it. */
export function guessPictures(
  pool: Pick<Pool, "query">,
): NonNullable<BackendAccess["guessPicture"]> {
  return async (token) => {
    const { rows } = await pool.query<{ picture: GuessPicture | null }>(
      "select public.guess_picture($1) as picture",
      [token],
    );
    return rows[0]?.picture ?? undefined;
  };
}
