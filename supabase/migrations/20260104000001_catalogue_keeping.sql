-- What the administrators' forms need: to notice that somebody else was faster, and to be told what
-- depends on a row before it goes.

create function private.touch() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- Computed columns are not there yet, so they would make any update look like a change.
  if to_jsonb(new) - 'search_text' is distinct from to_jsonb(old) - 'search_text' then
    new.updated_at := clock_timestamp();
  end if;
  return new;
end $$;

create function private.dependents(table_name text, row_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(kind, amount) filter (where amount > 0), '{}')
  from (
    select 'jerseys' as kind, sum(amount) as amount from (
      select count(*) amount from public.jerseys
      where dependents.table_name = 'teams' and team_id = dependents.row_id
      union all
      select count(*) from public.jerseys
      where dependents.table_name = 'competitions' and competition_id = dependents.row_id
      union all
      select count(*) from public.jerseys
      where dependents.table_name = 'seasons' and season_id = dependents.row_id
      union all
      select count(*) from public.jerseys
      where dependents.table_name = 'brands' and brand_id = dependents.row_id) jerseys
    union all
    select 'teams', count(*) from public.teams
    where dependents.table_name = 'competitions' and competition_id = dependents.row_id
    union all
    -- A team's own seasons go with it: they are part of it.
    select 'entries', sum(amount) from (
      select count(*) amount from public.team_seasons
      where dependents.table_name = 'competitions' and competition_id = dependents.row_id
      union all
      select count(*) from public.team_seasons
      where dependents.table_name = 'seasons' and season_id = dependents.row_id) entries
  ) counted
$$;
comment on function private.dependents is
  'How much hangs on a row of the catalogue: jerseys, teams, entries of teams for a season';

create function private.keep_what_is_in_use() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  used constant jsonb := private.dependents(tg_table_name, old.id);
begin
  if used = '{}' then
    return old;
  end if;
  raise foreign_key_violation using
    message = 'in_use', detail = used::text, hint = 'Make it inactive instead.',
    table = tg_table_name, constraint = tg_table_name || '_in_use';
end $$;

revoke execute on function
  private.touch, private.dependents, private.keep_what_is_in_use from public;

do $$
declare
  kept text;
begin
  foreach kept in array array['competitions', 'seasons', 'teams', 'brands'] loop
    execute format(
      'alter table public.%I add column updated_at timestamptz not null default now()', kept);
    execute format(
      'comment on column public.%I.updated_at is
         ''Sent back with a change, which is refused when somebody else changed the row meanwhile''',
      kept);
    -- Fires after <table>_complete, which only tidies: triggers go by name.
    execute format(
      'create trigger %I before update on public.%I for each row execute function private.touch()',
      kept || '_touch', kept);
    execute format(
      'create trigger %I before delete on public.%I
         for each row execute function private.keep_what_is_in_use()',
      kept || '_in_use', kept);
  end loop;
end $$;

create index audit_log_of_table on public.audit_log (table_name, id desc);
comment on index public.audit_log_of_table is 'What happened to the rows of a table, newest first: admin';
