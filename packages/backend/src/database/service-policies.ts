import pg from "pg";

/** The policy's name on every table. */
export const SERVICE_POLICY = "service role";

/** `$1`: the role, `$2`: the policy's name. Tables that extensions made are theirs. */
const CLOSED_TABLES = `
  select c.oid::regclass::text as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and c.relrowsecurity
    and n.nspname !~ '^pg_' and pg_has_role(c.relowner, 'usage')
    and (has_table_privilege($1, c.oid, 'select, insert, update, delete')
      or has_any_column_privilege($1, c.oid, 'select, insert, update'))
    and not exists (select from pg_policy where polrelid = c.oid and polname = $2)
    and not exists (select from pg_depend
      where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
  order by c.oid`;

/**
 * Opens every row of all tables to the service role, as far as it has privileges. In a hosted project
 * that is an attribute of the role (`bypassrls`), which only a superuser can give. Each table is
 * locked for a moment, on its own.
 */
export async function openToServiceRole(client: pg.Client, rolePrefix: string): Promise<void> {
  const role = `${rolePrefix}service_role`;
  const { rows } = await client.query<{ name: string }>(CLOSED_TABLES, [role, SERVICE_POLICY]);
  for (const { name } of rows) {
    await client.query(
      `create policy ${pg.escapeIdentifier(SERVICE_POLICY)} on ${name} to ${pg.escapeIdentifier(role)} using (true) with check (true)`,
    );
  }
}
