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
  /** Statements that read all rows for a constraint that is there already, but holds for new rows only. */
  validations: string[];
}

/** Of a database: each constraint, in the plan's spelling of its table, and whether all rows were read for it. */
const CONSTRAINTS = `
  select format('ALTER TABLE "%s"."%s"', nspname, relname) as place, format('CONSTRAINT "%s"', conname) as name,
    convalidated as validated, replace(pg_get_constraintdef(k.oid), ' NOT VALID', '') as rule
  from pg_constraint k join pg_class c on c.oid = conrelid join pg_namespace n on n.oid = relnamespace
  where contype in ('c', 'f')`;

interface Constraint {
  place: string;
  name: string;
  validated: boolean;
  rule: string;
}

/** Constraints that differ only in this: the first database has not read its rows for them. */
async function unvalidated(from: Pool, to: Pool): Promise<Constraint[]> {
  const old = await from.query<Constraint>(CONSTRAINTS);
  const wanted = await to.query<Constraint>(CONSTRAINTS);
  const key = ({ place, name, rule }: Constraint) => [place, name, rule].join();
  const valid = new Set(wanted.rows.filter(({ validated }) => validated).map(key));
  return old.rows.filter((constraint) => !constraint.validated && valid.has(key(constraint)));
}

/** As it can be done while the site is read and written (docs/migrations.md, "Beside the previous release"). */
const withoutReading = (sql: string) =>
  /^ALTER TABLE .* ADD CONSTRAINT "[^"]+" (?:CHECK|FOREIGN KEY)/.test(sql)
    ? `${sql} NOT VALID`
    : sql;

/** What turns the first database's schema into the second's; rows apart. */
export async function planStep(from: Pool, to: Pool): Promise<Step> {
  const [source, desired] = [await extract(from), await extract(to)];
  const { rows } = await from.query<{ owner: string }>("select quote_ident(current_user) as owner");
  // Objects belong to the role that migrates, whatever its name, and it has all rights on them.
  const owner = new RegExp(
    String.raw`^(?:ALTER .* OWNER TO|GRANT .* TO|REVOKE .* FROM) "?${rows[0]!.owner}"?$`,
  );
  const waiting = await unvalidated(from, to);
  // The plan would drop them and add them again.
  const isWaiting = (sql: string) =>
    waiting.some(({ place, name }) =>
      [`${place} DROP ${name}`, `${place} ADD ${name} `].some((begin) => sql.startsWith(begin)),
    );
  const actions = plan(source.factBase, desired.factBase).actions.filter(
    ({ sql }) => !owner.test(sql) && !isWaiting(sql),
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
    validations: waiting.map(({ place, name }) => `${place} VALIDATE ${name}`),
  };
}
