import { plan } from "@supabase/pg-delta";
import { extract } from "@supabase/pg-delta/extract";
import type { Pool } from "pg";

/** What a step does by itself. The rest can lose data or hold up a site: its author decides how. */
const AUTOMATIC =
  /^(?:(?:CREATE (?:OR REPLACE )?(?:CONSTRAINT )?|DROP |ALTER )(?:FUNCTION|TRIGGER|POLICY|VIEW)|COMMENT|GRANT|REVOKE) /;

export interface Step {
  /** Statements in an order that works. */
  automatic: string[];
  /** Proposals for what comes before these statements, and for what can be dropped after them. */
  before: string[];
  after: string[];
}

/** Whether rows were read for a constraint is no difference of the schemas: a step of its own reads them. */
const VALIDATE = `do $$ declare c record; begin
  for c in select conrelid::regclass as place, conname from pg_constraint where not convalidated loop
    execute format('alter table %s validate constraint %I', c.place, c.conname);
  end loop; end $$`;

/** As it can be done while the site is read and written (docs/migrations.md, "Beside the previous release"). */
const withoutReading = (sql: string) =>
  /^ALTER TABLE .* ADD CONSTRAINT "[^"]+" (?:CHECK|FOREIGN KEY)/.test(sql)
    ? `${sql} NOT VALID`
    : sql;

/** What turns the first database's schema into the second's; rows apart. */
export async function planStep(from: Pool, to: Pool): Promise<Step> {
  await from.query(VALIDATE);
  const [source, desired] = [await extract(from), await extract(to)];
  const { rows } = await from.query<{ owner: string }>("select quote_ident(current_user) as owner");
  // Objects belong to the role that migrates, whatever its name, and it has all rights on them.
  const owner = new RegExp(
    String.raw`^(?:ALTER .* OWNER TO|GRANT .* TO|REVOKE .* FROM) "?${rows[0]!.owner}"?$`,
  );
  const actions = plan(source.factBase, desired.factBase).actions.filter(
    ({ sql }) => !owner.test(sql),
  );
  const byHand = actions.filter(({ sql }) => !AUTOMATIC.test(sql));
  // A constraint that says something else now: the old one gives way first.
  const isReplaced = (drop: string) =>
    byHand.some(({ sql }) =>
      sql.startsWith(`${drop.replace(" DROP CONSTRAINT ", " ADD CONSTRAINT ")} `),
    );
  const first = byHand.filter(({ sql }) => isReplaced(sql));
  const rest = byHand.filter((action) => !first.includes(action));
  return {
    automatic: actions.map(({ sql }) => sql).filter((sql) => AUTOMATIC.test(sql)),
    before: [...first, ...rest.filter(({ verb }) => verb !== "drop")].map(
      ({ sql }) => `${withoutReading(sql)};`,
    ),
    after: rest.filter(({ verb }) => verb === "drop").map(({ sql }) => `${sql};`),
  };
}
