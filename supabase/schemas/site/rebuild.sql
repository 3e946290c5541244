-- What is derived, derived once more from the tables as they are, and compared with what was there.
-- A command does it for everything, after a bulk load without triggers or in doubt; a job for some jerseys at a time.
-- A difference that a change explains which waits for the worker is none.

create function private.derived_rows(ids uuid[]) returns table (what text, id uuid, facts text)
language sql stable set search_path = ''
as $$
  select 'counters', jersey.id, concat_ws(' ', jersey.upvotes, jersey.downvotes) from public.jerseys jersey where jersey.id = any (ids)
  union all
  select 'words', document.id, document.words::text
  from private.search_documents document where kind = 'jersey' and document.id = any (ids)
  union all
  select 'catalogue', jersey_id, entry::text from private.catalogue_entries entry where jersey_id = any (ids)
  union all
  select 'cell of the catalogue', entry.jersey_id, cell.jerseys::text
  from private.catalogue_entries entry
  join private.catalogue_cells cell using (competition_id, year, kit, brand_id, color, pattern, has_photo)
  where entry.jersey_id = any (ids)
  union all
  select 'team of the catalogue', entry.jersey_id, team.jerseys::text
  from private.catalogue_entries entry
  join private.catalogue_teams team using (team_id, competition_id)
  where entry.jersey_id = any (ids)
  union all
  select 'public changes of a ' || known.kind, known.id, concat_ws(' ', known.number, known.change)
  from public.public_changes known where known.id = any (ids)
$$;
comment on function private.derived_rows is 'What is derived from these ids now, as texts to compare';

create function private.rebuild_ids(after uuid, at_most integer) returns uuid[]
language sql stable set search_path = ''
as $$
  select array(
    select id from (
      (select id from public.jerseys where id > after order by id limit at_most)
      union (select id from private.search_documents where kind = 'jersey' and id > after order by id limit at_most)
      union (select jersey_id from private.catalogue_entries where jersey_id > after order by jersey_id limit at_most)
      union (select id from public.public_changes where id > after order by id limit at_most)
      union (select id from private.public_things where kind <> 'jersey' and id > after order by id limit at_most)) known
    order by id limit at_most)
$$;
comment on function private.rebuild_ids is 'The next ids from which something is derived, or was';

create function private.rebuild_rows(ids uuid[]) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.recount_jerseys(array(
    select jersey.id from public.jerseys jersey
    where jersey.id = any (ids) and (jersey.upvotes, jersey.downvotes) <> (
      select count(*) filter (where vote.vote = 'up'), count(*) filter (where vote.vote = 'down')
      from public.jersey_votes vote where vote.jersey_id = jersey.id)));
  perform private.refresh_projection('words', ids);
  perform private.refresh_projection('catalogue', ids);
  perform private.refresh_catalogue_counts(array(
    select fact from private.catalogue_facts fact where fact.jersey_id = any (ids)));
  -- Those that are public have a number already, unless it was forgotten.
  perform private.refresh_projection('public_changes', array(
    select id from private.unnumbered_changes(ids) where change <> 'changed'));
end $$;
comment on function private.rebuild_rows is 'Derives everything from these ids again; what can''t be is in private.failed_changes';

create function public.rebuild(after uuid default null, at_most integer default 1000) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  ids uuid[];
  former jsonb;
  wrong jsonb;
begin
  -- What waits for the worker, or is due, is no error.
  while public.age_votes() > 0 loop end loop;
  perform public.derive(10000);
  perform pg_advisory_xact_lock(private.lock_of_deriving());
  ids := private.rebuild_ids(coalesce(after, private.nil()), least(greatest(at_most, 1), 100000));
  -- Votes wait. Counting would undo those cast meanwhile.
  perform from public.jerseys jersey where jersey.id = any (ids) order by jersey.id for update;
  former := (select jsonb_agg(row_) from private.derived_rows(ids) row_);
  perform private.rebuild_rows(ids);
  wrong := (
    select coalesce(jsonb_agg(jsonb_build_object('what', what, 'id', id, 'was', f.facts, 'is', fresh.facts) order by id, what), '[]')
    from jsonb_to_recordset(former) f (what text, id uuid, facts text)
    full join private.derived_rows(ids) fresh using (what, id)
    -- What was written after the worker had been called is the worker's.
    where f.facts is distinct from fresh.facts
      and (what = 'counters' or id not in (select waiting.id from private.changes waiting)));
  if cardinality(ids) = 0 then
    wrong := private.drop_empty_counts();
  end if;
  if wrong <> '[]' then
    perform pg_notify('outdated_pages', '*');
  end if;
  return jsonb_build_object('last', ids[cardinality(ids)], 'wrong', wrong);
end $$;
comment on function public.rebuild is
  'Derives everything from the next ids again. Returns the `last` of them, null when there are no more, and what was `wrong`: what, of which id, as it was and is';

create function private.drop_empty_counts() returns jsonb
language sql set search_path = ''
as $$
  with cells as (
    delete from private.catalogue_cells cell where not exists (
      select from private.catalogue_entries entry
      where entry.cell = cell.number
        and (entry.competition_id, entry.year, entry.kit, entry.brand_id, entry.color, entry.pattern, entry.has_photo)
          = (cell.competition_id, cell.year, cell.kit, cell.brand_id, cell.color, cell.pattern, cell.has_photo))
    returning 'cell of the catalogue' as what, competition_id as id, jerseys
  ), teams as (
    delete from private.catalogue_teams team where not exists (
      select from private.catalogue_entries entry
      where (entry.team_id, entry.competition_id) = (team.team_id, team.competition_id))
    returning 'team of the catalogue', team_id, jerseys
  )
  select coalesce(jsonb_agg(jsonb_build_object('what', what, 'id', id, 'was', jerseys::text, 'is', null)), '[]')
  from (select * from cells union all select * from teams) gone
$$;
comment on function private.drop_empty_counts is 'Deletes counts of the catalogue that no jersey is in; returns them';

create function public.check_derived() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  failed text;
  wrong jsonb;
begin
  select string_agg(concat_ws(' ', projection, id, 'since', since::text, problem), '; ' order by since) into failed
  from (select * from private.failed_changes order by since limit 5) oldest;
  if failed is not null then
    raise exception 'not derived: %', failed;
  end if;
  -- From any place on. The repair is undone with the rest: somebody should see why it was wrong.
  wrong := public.rebuild(gen_random_uuid(), 100) -> 'wrong';
  if wrong <> '[]' then
    raise exception 'derived wrongly: %', left(wrong::text, 1000) using hint = 'npm run rebuild repairs it.';
  end if;
end $$;
comment on function public.check_derived is
  'Fails if something could not be derived, or if what is derived from a hundred jerseys is not what it should be';

create function public.underived() returns timestamptz
language sql stable security definer set search_path = ''
as $$ select min(since) from private.failed_changes where public.is_admin(auth.uid()) $$;
comment on function public.underived is
  'Since when something could not be derived; null if all could, and for everybody but administrators';
