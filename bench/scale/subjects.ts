import { createHash } from "node:crypto";
import type { Pool } from "pg";

import type { Subject } from "../../tests/support/reads.ts";

const SUBJECTS = 20;

/** The same ids as in fill.sql. */
const idOf = (kind: string, number: number) =>
  createHash("md5")
    .update(`${kind} ${number}`)
    .digest("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

/** The administrator of the generated data. */
export const ADMIN = idOf("member", 0);
/** The member with 5,000 copies. */
export const COLLECTOR = idOf("member", 1);
export async function subjects(pool: Pool, jerseys: number): Promise<Subject[]> {
  const members = Math.max(jerseys / 5, 50);
  const numbers = Array.from({ length: SUBJECTS }, (_, k) =>
    Math.floor((jerseys * (k + 0.5)) / SUBJECTS),
  );
  const { rows } = await pool.query<Subject>(
    `select chosen.*, array(
        select id from public.jerseys where status = 'approved' and is_active
          and created_at <= chosen.created_at order by created_at desc, id desc limit 24) as ids
     from unnest($1::int[]) number
     cross join lateral (
       select * from public.jerseys
       where status = 'approved' and is_active and team_id is not null and year is not null
         and kit_type in ('home', 'away')
         -- More than a page, in either size.
         and exists (
           select from public.jersey_counts
           where kind = 'team' and key = team_id::text and jersey_counts.jerseys >= 50)
         and id >= md5('jersey ' || number)::uuid
       order by id limit 1) chosen`,
    [numbers],
  );
  return rows.map((row, k) => {
    // Positions among all members at which the generated data has the same density in every size.
    const number = 10 * Math.floor((members * (0.05 + (0.9 * k) / SUBJECTS)) / 10);
    return { ...row, member: idOf("member", number), username: `member_${number}` };
  });
}
