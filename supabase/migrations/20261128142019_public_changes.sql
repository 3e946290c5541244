-- accepted: all of it: because no server of 1.0.0 runs anywhere yet
ALTER TABLE "private"."changes" DROP CONSTRAINT "changes_kind_known";
CREATE TABLE "public"."public_changes" ("number" bigint NOT NULL, "kind" text NOT NULL, "id" uuid NOT NULL, "change" text NOT NULL, "into_id" uuid, "at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "public_changes_change_known" CHECK ((change = ANY (ARRAY['came'::text, 'changed'::text, 'went'::text, 'merged'::text]))), CONSTRAINT "public_changes_into_of_merge" CHECK (((change = 'merged'::text) = (into_id IS NOT NULL))), CONSTRAINT "public_changes_kind_known" CHECK ((kind = ANY (ARRAY['jersey'::text, 'team'::text, 'competition'::text, 'season'::text, 'brand'::text, 'list'::text]))), CONSTRAINT "public_changes_number_key" UNIQUE (number), CONSTRAINT "public_changes_pkey" PRIMARY KEY (id));
ALTER TABLE "public"."public_changes" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "private"."changes" ADD CONSTRAINT "changes_kind_known" CHECK ((kind = ANY (ARRAY['vote'::text, 'voter'::text, 'jersey'::text, 'page'::text, 'team'::text, 'competition'::text, 'season'::text, 'brand'::text, 'list'::text])));
insert into public.public_changes (number, kind, id, change)
select row_number() over (order by at, id), kind, id, 'came'
from (
  select 'jersey' as kind, id, created_at as at from public.jerseys where status = 'approved' and is_active
  union all select 'team', id, null from public.teams where is_active
  union all select 'competition', id, null from public.competitions where is_active
  union all select 'season', id, null from public.seasons where is_active
  union all select 'brand', id, null from public.brands
  union all select 'list', list.id, list.created_at from public.lists list where private.is_shown_list(list)) shown;

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP TRIGGER "brands_invalidate" ON "public"."brands";

DROP TRIGGER "competitions_invalidate" ON "public"."competitions";

DROP TRIGGER "seasons_invalidate" ON "public"."seasons";

DROP TRIGGER "team_aliases_invalidate" ON "public"."team_aliases";

DROP TRIGGER "team_seasons_invalidate" ON "public"."team_seasons";

DROP TRIGGER "teams_invalidate" ON "public"."teams";

DROP FUNCTION "private"."invalidate_all_pages"();

DROP FUNCTION "private"."recount_jerseys"(uuid[]);

DROP FUNCTION "public"."recount_catalogue"();

DROP FUNCTION "public"."recount_standings"();

DROP FUNCTION "public"."recount_votes"();

CREATE OR REPLACE FUNCTION private.after_jersey_came_or_went()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  jersey constant public.jerseys := coalesce(new, old);
  is_public constant boolean := jersey.status = 'approved' and jersey.is_active;
begin
  perform private.log_change(
    'jerseys', jersey.id::text, case when tg_op = 'DELETE' then to_jsonb(old) end,
    case when tg_op = 'INSERT' then to_jsonb(new) end);
  if tg_op = 'DELETE' then
    delete from private.decisions where table_name = 'jerseys' and row_id = old.id;
    update public.storage_deletions set held_for = null, retry_at = now() where held_for = old.id;
  end if;
  if is_public then
    insert into private.changes (kind, id) values ('jersey', jersey.id);
  end if;
  if tg_op = 'INSERT' and is_public then
    perform private.record_arrival('jersey', new.id);
  end if;
  -- Lists and counts of any page change.
  if is_public then
    perform pg_notify('outdated_pages', '*');
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.after_jersey_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was_public constant boolean := old.status = 'approved' and old.is_active;
  is_public constant boolean := new.status = 'approved' and new.is_active;
  is_moved constant boolean := was_public <> is_public
    or (old.league, old.competition_id, old.team_id, old.season_id, old.year, old.kit_type)
      is distinct from (new.league, new.competition_id, new.team_id, new.season_id, new.year, new.kit_type);
  is_found_otherwise constant boolean := is_moved
    or (old.title, old.team, old.brand, old.brand_id, old.edition, old.colors, old.created_at)
      is distinct from (new.title, new.team, new.brand, new.brand_id, new.edition, new.colors, new.created_at);
  -- A league changes without its competition only when the competition's does, and takes its jerseys along.
  is_taken_along constant boolean := old.league <> new.league and old.competition_id = new.competition_id;
begin
  -- Putting the approved version back changes nothing.
  if private.is_staging() then
    return null;
  end if;

  perform private.log_change('jerseys', new.id::text, to_jsonb(old), to_jsonb(new));
  if is_found_otherwise and (was_public or is_public) then
    insert into private.changes (kind, id) values ('jersey', new.id);
  end if;
  -- One that comes back was public before.
  if old.status <> 'approved' and is_public then
    perform private.record_arrival('jersey', new.id);
  end if;
  -- Only a direct write is in the history: a renamed team changes thousands of jerseys, and is itself in it.
  if old.status = 'approved' and new.status = 'approved' and pg_trigger_depth() = 1 and not is_taken_along then
    perform private.record_revision('jersey', new.id, to_jsonb(old), to_jsonb(new));
  elsif old.status <> 'approved' and new.status = 'approved' then
    perform private.write_revision(
      'jersey', new.id, jsonb_build_object('jersey', jsonb_build_object('before', null, 'after', new.title)),
      jsonb_build_object('was', jsonb_build_object(
        'status', old.status, 'moderation_note', old.moderation_note, 'moderated_at', old.moderated_at, 'edited_at', old.edited_at)),
      'approved', new.author_id);
  end if;
  -- A decision: of one that repeats the status, its time or note is another.
  if (old.status, old.moderation_note, old.moderated_at)
    is distinct from (new.status, new.moderation_note, new.moderated_at) then
    perform private.notify_author(old, new);
  end if;
  if was_public <> is_public or is_public and is_moved then
    perform pg_notify('outdated_pages', '*');
  end if;
  if was_public and is_public and old is distinct from new then
    perform private.invalidate_pages(new.id);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.derived_rows(ids uuid[])
 RETURNS TABLE(what text, id uuid, facts text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select 'counters', jersey.id, concat_ws(' ', jersey.upvotes, jersey.downvotes) from public.jerseys jersey where jersey.id = any (ids)
  union all
  select 'standings', jersey_id, concat_ws(' ', upvotes, downvotes, rising) from private.standings where jersey_id = any (ids)
  union all
  select 'words', document.id, document.words::text
  from private.search_documents document where kind = 'jersey' and document.id = any (ids)
  union all
  select 'catalogue', jersey_id, entry::text from private.catalogue_entries entry where jersey_id = any (ids)
  union all
  select 'cell of the catalogue', entry.jersey_id, cell.jerseys::text
  from private.catalogue_entries entry
  join private.catalogue_cells cell using (competition_id, year, kit, brand_id, color, has_photo)
  where entry.jersey_id = any (ids)
  union all
  select 'team of the catalogue', entry.jersey_id, team.jerseys::text
  from private.catalogue_entries entry
  join private.catalogue_teams team using (team_id, competition_id)
  where entry.jersey_id = any (ids)
  union all
  select 'public changes', known.id, concat_ws(' ', known.number, known.change)
  from public.public_changes known where known.id = any (ids)
$function$
;

CREATE OR REPLACE FUNCTION private.drop_empty_counts()
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with cells as (
    delete from private.catalogue_cells cell where not exists (
      select from private.catalogue_entries entry
      where entry.cell = cell.number and (entry.competition_id, entry.year, entry.kit, entry.brand_id, entry.color, entry.has_photo)
        = (cell.competition_id, cell.year, cell.kit, cell.brand_id, cell.color, cell.has_photo))
    returning 'cell of the catalogue' as what, competition_id as id, jerseys
  ), teams as (
    delete from private.catalogue_teams team where not exists (
      select from private.catalogue_entries entry
      where (entry.team_id, entry.competition_id) = (team.team_id, team.competition_id))
    returning 'team of the catalogue', team_id, jerseys
  )
  select coalesce(jsonb_agg(jsonb_build_object('what', what, 'id', id, 'was', jerseys::text, 'is', null)), '[]')
  from (select * from cells union all select * from teams) gone
$function$
;

CREATE OR REPLACE FUNCTION private.follow_list_items()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.lists list set changed_at = now() where list.id in (select list_id from changed);
  insert into private.changes (kind, id)
  select 'list', list.id from public.lists list where list.is_public and list.id in (select list_id from changed);
  -- A note is on the list's own page, which no cache has.
  if tg_op <> 'UPDATE' then
    perform private.invalidate_pages(list.id) from public.lists list
    where list.is_public and list.id in (select list_id from changed);
  end if;
  if tg_op = 'INSERT' then
    insert into private.changes (kind, id)
    select distinct 'page', item.jersey_id
    from changed item join public.lists list on list.id = item.list_id and list.is_public;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.invalidate_list()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op <> 'INSERT' and old.is_public then
    perform private.invalidate_pages(old.id);
  end if;
  if tg_op <> 'DELETE' and new.is_public then
    perform private.invalidate_pages(new.member_id);
    perform private.mark_listed(new.id);
  end if;
  if tg_op <> 'INSERT' and old.is_public or tg_op <> 'DELETE' and new.is_public then
    insert into private.changes (kind, id) values ('list', coalesce(new.id, old.id));
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.invalidate_pages(id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  announced integer := coalesce((private.current_change() -> 'announced')::integer, 0);
begin
  -- After 100 ids in one transaction, reading everything anew is cheaper. PostgreSQL sends equal messages once.
  if announced >= 100 then
    perform pg_notify('outdated_pages', '*');
  else
    perform private.set_change('announced', to_jsonb(announced + 1));
    perform pg_notify('outdated_pages', invalidate_pages.id::text);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.note_thing()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.changes (kind, id)
  values (tg_argv[0], (to_jsonb(coalesce(new, old)) ->> coalesce(tg_argv[1], 'id'))::uuid);
  perform pg_notify('outdated_pages', '*');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.publish_pages(ids uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  -- PostgreSQL takes 8000 bytes per message.
  select pg_notify('outdated_pages', string_agg(id::text, ','))
  from (
    select id, row_number() over () / 200 as message
    from public.jerseys where id = any (ids) and status = 'approved' and is_active) numbered
  group by message
$function$
;

CREATE OR REPLACE FUNCTION private.rebuild_ids(after uuid, at_most integer)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select array(
    select id from (
      (select id from public.jerseys where id > after order by id limit at_most)
      union (select jersey_id from private.standings where jersey_id > after order by jersey_id limit at_most)
      union (select id from private.search_documents where kind = 'jersey' and id > after order by id limit at_most)
      union (select jersey_id from private.catalogue_entries where jersey_id > after order by jersey_id limit at_most)
      union (select id from public.public_changes where id > after order by id limit at_most)
      union (select id from private.public_things where kind <> 'jersey' and id > after order by id limit at_most)) known
    order by id limit at_most)
$function$
;

CREATE OR REPLACE FUNCTION private.rebuild_rows(ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.recount_jerseys(array(
    select jersey.id from public.jerseys jersey
    where jersey.id = any (ids) and (jersey.upvotes, jersey.downvotes) <> (
      select count(*) filter (where vote.vote = 'up'), count(*) filter (where vote.vote = 'down')
      from public.jersey_votes vote where vote.jersey_id = jersey.id)));
  perform private.refresh_standings(ids);
  perform private.refresh_search('jersey', ids);
  perform private.refresh_catalogue(ids);
  perform private.refresh_catalogue_counts(array(
    select fact from private.catalogue_facts fact where fact.jersey_id = any (ids)));
  -- Those that are public have a number already, unless it was forgotten.
  perform private.refresh_public_changes(array(
    select coalesce(thing.id, known.id)
    from (select * from private.public_things where id = any (ids)) thing
    full join (select * from public.public_changes where id = any (ids)) known using (id)
    where (thing.id is null) <> (coalesce(known.change, 'went') in ('went', 'merged'))));
end $function$
;

CREATE OR REPLACE FUNCTION private.recount_jerseys(ids uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with counted as (
    select jersey.id, count(*) filter (where vote.vote = 'up')::integer as up, count(*) filter (where vote.vote = 'down')::integer as down
    from public.jerseys jersey left join public.jersey_votes vote on vote.jersey_id = jersey.id
    where jersey.id = any (ids) and jersey.id::text is distinct from private.current_change() ->> 'leaving'
    group by jersey.id
  ), repaired as (
    update public.jerseys jersey set upvotes = counted.up, downvotes = counted.down
    from counted where counted.id = jersey.id and (counted.up, counted.down) <> (jersey.upvotes, jersey.downvotes)
  )
  insert into private.changes (kind, id) select 'vote', id from unnest(ids) id
$function$
;

CREATE OR REPLACE FUNCTION private.refresh_catalogue(ids uuid[])
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  former constant private.catalogue_facts[] := array(
    select (jersey_id, competition_id, team_id, year, kit, brand_id, color, has_photo, created_at, best, votes, rising)::private.catalogue_facts
    from private.catalogue_entries where jersey_id = any (ids));
  fresh constant private.catalogue_facts[] := array(
    select fact from private.catalogue_facts fact where fact.jersey_id = any (ids));
  -- Of jerseys that came, went or have other facts: as they were, and as they are.
  moved private.catalogue_facts[];
begin
  delete from private.catalogue_entries
  where jersey_id = any (ids) and jersey_id not in (select jersey_id from unnest(fresh));
  insert into private.catalogue_entries as entry (
    jersey_id, competition_id, team_id, year, kit, brand_id, color, has_photo, created_at, best, votes, rising)
  select * from unnest(fresh)
  on conflict (jersey_id) do update set
    competition_id = excluded.competition_id, team_id = excluded.team_id, year = excluded.year, kit = excluded.kit,
    brand_id = excluded.brand_id, color = excluded.color, has_photo = excluded.has_photo,
    created_at = excluded.created_at, best = excluded.best, votes = excluded.votes, rising = excluded.rising
  where (entry.competition_id, entry.team_id, entry.year, entry.kit, entry.brand_id, entry.color,
      entry.has_photo, entry.created_at, entry.best, entry.votes, entry.rising)
    is distinct from
    (excluded.competition_id, excluded.team_id, excluded.year, excluded.kit, excluded.brand_id, excluded.color,
      excluded.has_photo, excluded.created_at, excluded.best, excluded.votes, excluded.rising);

  moved := array(
    select unnest(array[f, n]) from unnest(former) f full join unnest(fresh) n using (jersey_id)
    where (f.competition_id, f.team_id, f.year, f.kit, f.brand_id, f.color, f.has_photo)
      is distinct from (n.competition_id, n.team_id, n.year, n.kit, n.brand_id, n.color, n.has_photo));
  if moved = '{}' then
    return false;
  end if;

  perform private.refresh_catalogue_counts(moved);
  return true;
end $function$
;

CREATE OR REPLACE FUNCTION private.refresh_catalogue_counts(facts private.catalogue_facts[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with counted as (
    select m.competition_id, m.year, m.kit, m.brand_id, m.color, m.has_photo, count(entry.jersey_id) as jerseys
    from (
      select distinct competition_id, year, kit, brand_id, color, has_photo
      from unnest(facts) where competition_id is not null) m
    left join private.catalogue_entries entry
      on entry.cell = private.cell_number(m.competition_id, m.year, m.kit, m.brand_id, m.color, m.has_photo)
      and (entry.competition_id, entry.year, entry.kit, entry.brand_id, entry.color, entry.has_photo)
        = (m.competition_id, m.year, m.kit, m.brand_id, m.color, m.has_photo)
    group by 1, 2, 3, 4, 5, 6
  ), gone as (
    delete from private.catalogue_cells cell using counted
    where counted.jerseys = 0
      and (cell.competition_id, cell.year, cell.kit, cell.brand_id, cell.color, cell.has_photo)
        = (counted.competition_id, counted.year, counted.kit, counted.brand_id, counted.color, counted.has_photo)
  )
  insert into private.catalogue_cells as cell (competition_id, year, kit, brand_id, color, has_photo, jerseys)
  select * from counted where jerseys > 0
  -- Cells that are read together lie together.
  order by 1, 2, 3, 4, 5, 6
  on conflict on constraint catalogue_cells_pkey do update set jerseys = excluded.jerseys
  where cell.jerseys <> excluded.jerseys;

  with counted as (
    select m.team_id, m.competition_id, count(entry.jersey_id) as jerseys
    from (select distinct team_id, competition_id from unnest(facts) where competition_id is not null) m
    left join private.catalogue_entries entry
      on (entry.team_id, entry.competition_id) = (m.team_id, m.competition_id)
    group by 1, 2
  ), gone as (
    delete from private.catalogue_teams team using counted
    where counted.jerseys = 0 and (team.team_id, team.competition_id) = (counted.team_id, counted.competition_id)
  )
  insert into private.catalogue_teams as team (team_id, competition_id, jerseys)
  select * from counted where jerseys > 0
  on conflict on constraint catalogue_teams_pkey do update set jerseys = excluded.jerseys
  where team.jerseys <> excluded.jerseys;
$function$
;

CREATE OR REPLACE FUNCTION private.refresh_projection(projection text, ids uuid[])
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  asked constant uuid[] := array(
    select unnest(ids)
    union
    select failed.id from private.failed_changes failed
    where failed.projection = refresh_projection.projection and failed.tried_at < now() - interval '1 minute');
  are_lists_changed boolean := false;
begin
  if asked = '{}' then
    return false;
  end if;
  case projection
    when 'standings' then perform private.refresh_standings(asked);
    when 'tiers' then perform private.refresh_tiers(asked);
    when 'words' then perform private.refresh_search('jersey', asked);
    when 'catalogue' then are_lists_changed := private.refresh_catalogue(asked);
    when 'public_changes' then perform private.refresh_public_changes(asked);
  end case;
  delete from private.failed_changes failed
  where failed.projection = refresh_projection.projection and failed.id = any (asked);
  return are_lists_changed;
exception
  -- Derived again soon, with everything else.
  when serialization_failure or deadlock_detected or lock_not_available then
    raise;
  when others then
    insert into private.failed_changes as failed (projection, id, problem)
    select refresh_projection.projection, id, left(sqlerrm, 1000) from unnest(asked) id
    on conflict on constraint failed_changes_pkey do update set problem = excluded.problem, tried_at = now();
    if cardinality(asked) = 1 then
      return false;
    end if;
    -- Which of them can't be is found by halves; those that can are taken from the table again.
    are_lists_changed := private.refresh_projection(projection, asked[:cardinality(asked) / 2]);
    return private.refresh_projection(projection, asked[cardinality(asked) / 2 + 1:]) or are_lists_changed;
end $function$
;

CREATE OR REPLACE FUNCTION private.refresh_public_changes(ids uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with found as (
    select coalesce(thing.kind, known.kind) as kind, coalesce(thing.id, known.id) as id, gone.into_id,
      case
        when thing.id is not null then case when known.change in ('came', 'changed') then 'changed' else 'came' end
        when gone.into_id is not null then 'merged'
        else 'went'
      end as change
    from (select * from private.public_things where id = any (ids)) thing
    full join (select * from public.public_changes where id = any (ids)) known using (id)
    left join public.gone_jerseys gone on gone.jersey_id = known.id and thing.id is null
  )
  insert into public.public_changes as known (number, kind, id, change, into_id)
  select coalesce((select max(number) from public.public_changes), 0) + row_number() over (order by kind, id),
    kind, id, change, into_id
  from found
  on conflict on constraint public_changes_pkey do update set
    number = excluded.number, change = excluded.change, into_id = excluded.into_id, at = excluded.at
  -- What has gone once does not go again.
  where (known.change, known.into_id) is distinct from (excluded.change, excluded.into_id) or excluded.change = 'changed'
$function$
;

CREATE OR REPLACE FUNCTION private.refresh_tiers(ids uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update private.search_documents document
  set words = ts_delete(document.words, known.marks) || array_to_tsvector(known.wanted)
  from (
    select sd.id, array(select word from unnest(tsvector_to_array(sd.words)) word where word like '#%') as marks,
      private.tier_marks(private.tier(jersey.score)) as wanted
    from public.jerseys jersey
    join private.search_documents sd on sd.kind = 'jersey' and sd.id = jersey.id
    where jersey.id = any (ids)) known
  where document.kind = 'jersey' and document.id = known.id and known.marks <> known.wanted
$function$
;

CREATE OR REPLACE FUNCTION private.schedule_jobs()
 RETURNS text[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  job record;
  scheduled text[] := '{}';
begin
  if to_regnamespace('cron') is null or not has_schema_privilege(to_regnamespace('cron'), 'usage') then
    return scheduled;
  end if;
  -- Only then: looking into a schema needs that privilege.
  if to_regprocedure('cron.schedule(text, text, text)') is null then
    return scheduled;
  end if;
  for job in
    select * from (values
      ('derive', '2 seconds', 'select public.derive(10000), public.age_votes()'),
      ('check_derived', '*/10 * * * *', 'select public.check_derived()'),
      ('refresh_leaderboards', '*/10 * * * *', 'select public.refresh_leaderboards()'),
      ('draw_days', '*/10 * * * *', 'select public.draw_days(), public.draw_duels()'),
      ('sweep', '17 4 * * *',
        'select public.sweep_notices(), public.sweep_audit_log(), public.sweep_removed_copies(), public.sweep_imports(), public.sweep_gone_jerseys(), public.sweep_arrivals(), public.sweep_daily_players()'))
      as jobs (name, times, command)
  loop
    -- A job of the same name is replaced.
    execute 'select cron.schedule($1, $2, $3)' using 'maillotheque_' || job.name, job.times, job.command;
    scheduled := scheduled || job.name;
  end loop;
  return scheduled;
end $function$
;

CREATE OR REPLACE FUNCTION public.check_derived()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

REVOKE ALL ON FUNCTION "public"."check_derived"() FROM "anon";

REVOKE ALL ON FUNCTION "public"."check_derived"() FROM "authenticated";

CREATE OR REPLACE FUNCTION public.derive(at_most integer DEFAULT 1000)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  taken private.changes[];
  changed uuid[] := '{}';
  voted uuid[] := '{}';
  pages uuid[] := '{}';
  others uuid[] := '{}';
begin
  if not pg_try_advisory_xact_lock(hashtextextended('maillotheque.derive', 0)) then
    return 0;
  end if;
  perform private.note_due_voters();
  with gone as (
    delete from private.changes
    where ctid = any (array(select ctid from private.changes limit least(greatest(coalesce(at_most, 1000), 1), 10000)))
    returning *
  )
  select array_agg(gone::private.changes) into taken from gone;
  if taken is not null then
    voted := array(
      select id from unnest(taken) where kind = 'vote'
      union
      select jersey_id from public.jersey_votes where voter_id in (select id from unnest(taken) where kind = 'voter'));
    changed := array(select distinct id from unnest(taken) where kind = 'jersey');
    pages := array(select id from unnest(taken) where kind = 'page' union select unnest(voted || changed));
    others := array(
      select id from unnest(taken) where kind not in ('vote', 'voter', 'page', 'jersey')
      union
      -- A suspended member's lists are shown to nobody.
      select id from public.lists where is_public and member_id in (select id from unnest(taken) where kind = 'voter'));
  end if;
  -- What comes later reads what is before it.
  perform private.refresh_projection('standings', voted);
  perform private.refresh_projection('tiers', voted);
  perform private.refresh_projection('words', changed);
  perform private.refresh_projection('public_changes', others || changed);
  if private.refresh_projection('catalogue', voted || changed) then
    perform pg_notify('outdated_pages', '*');
  else
    perform private.publish_pages(pages);
  end if;
  return coalesce(cardinality(taken), 0);
end $function$
;

CREATE OR REPLACE FUNCTION public.rebuild(after uuid DEFAULT NULL::uuid, at_most integer DEFAULT 1000)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ids uuid[];
  former jsonb;
  wrong jsonb;
begin
  -- What waits for the worker, or is due, is no error.
  while public.age_votes() > 0 loop end loop;
  while public.derive(10000) > 0 loop end loop;
  perform private.begin_deriving();
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
      and (what = 'counters' or id not in (select waiting.id from private.changes waiting))
      and not exists (
        select from private.changes voter join public.jersey_votes vote on vote.voter_id = voter.id
        where voter.kind = 'voter' and vote.jersey_id = id and what = 'standings'));
  if cardinality(ids) = 0 then
    wrong := private.drop_empty_counts();
  end if;
  if wrong <> '[]' then
    perform pg_notify('outdated_pages', '*');
  end if;
  return jsonb_build_object('last', ids[cardinality(ids)], 'wrong', wrong);
end $function$
;

REVOKE ALL ON FUNCTION "public"."rebuild"(uuid, integer) FROM "anon";

REVOKE ALL ON FUNCTION "public"."rebuild"(uuid, integer) FROM "authenticated";

CREATE OR REPLACE FUNCTION public.refresh_leaderboards()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed integer;
begin
  with ranked as (
    select jersey.league, jersey.competition_id, jersey.brand_id, jersey.colors[1] as color,
      fact.year, season.code like '%-%' as is_split
    from private.standings standing
    join public.jerseys jersey on jersey.id = standing.jersey_id
    join private.catalogue_facts fact on fact.jersey_id = jersey.id
    join public.seasons season on season.id = jersey.season_id
    where standing.upvotes + standing.downvotes >= private.votes_to_rank()
  ), counted as (
    select league, year, is_split, competition_id, brand_id, color, count(*)::integer as jerseys
    from ranked group by grouping sets ((league), (year, is_split), (competition_id), (brand_id), (color))
  ), fresh as (
    select 'sport' as scope, lower(league) as value, null as label, jerseys from counted where league is not null
    union all
    select 'season', season.code, season.name, jerseys
    from counted
    join public.seasons season on left(season.code, 4)::integer = counted.year
      and (season.code like '%-%') = counted.is_split
    where season.is_active
    union all
    select 'competition', competition.slug, competition.name, jerseys
    from counted join public.competitions competition on competition.id = counted.competition_id
    where competition.is_active
    union all
    -- Two names may have one slug.
    select 'brand', private.slug(brand.name), min(brand.name), sum(jerseys)::integer
    from counted join public.brands brand on brand.id = counted.brand_id group by 2
    union all
    select 'color', color, null, jerseys from counted where color is not null
  ), gone as (
    delete from private.leaderboards leaderboard
    where not exists (select from fresh where (fresh.scope, fresh.value) = (leaderboard.scope, leaderboard.value))
    returning 1
  ), written as (
    insert into private.leaderboards as leaderboard (scope, value, label, jerseys)
    select scope, value, label, jerseys from fresh
    on conflict (scope, value) do update set label = excluded.label, jerseys = excluded.jerseys
    where (leaderboard.label, leaderboard.jerseys) is distinct from (excluded.label, excluded.jerseys)
    returning xmax = 0 as is_new
  )
  select (select count(*) from gone) + (select count(*) from written where is_new) into changed;
  update private.vote_sums sums set upvotes = counted.up, downvotes = counted.down
  from (
    select coalesce(sum(upvotes), 0) as up, coalesce(sum(downvotes), 0) as down
    from public.jerseys where status = 'approved' and is_active) counted
  where (sums.upvotes, sums.downvotes) <> (counted.up, counted.down);
  if changed > 0 then
    perform pg_notify('outdated_pages', '*');
  end if;
  return changed;
end $function$
;

CREATE OR REPLACE FUNCTION public.underived()
 RETURNS TABLE(changes bigint, since timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*), min(fc.since) from private.failed_changes fc where public.is_admin(auth.uid()) having count(*) > 0
$function$
;

REVOKE ALL ON FUNCTION "public"."underived"() FROM "anon";

CREATE VIEW "private"."public_things" AS  SELECT 'jersey'::text AS kind,
    jerseys.id
   FROM public.jerseys
  WHERE ((jerseys.status = 'approved'::text) AND jerseys.is_active)
UNION ALL
 SELECT 'team'::text AS kind,
    teams.id
   FROM public.teams
  WHERE teams.is_active
UNION ALL
 SELECT 'competition'::text AS kind,
    competitions.id
   FROM public.competitions
  WHERE competitions.is_active
UNION ALL
 SELECT 'season'::text AS kind,
    seasons.id
   FROM public.seasons
  WHERE seasons.is_active
UNION ALL
 SELECT 'brand'::text AS kind,
    brands.id
   FROM public.brands
UNION ALL
 SELECT 'list'::text AS kind,
    list.id
   FROM public.lists list
  WHERE private.is_shown_list(list.*);;

CREATE TRIGGER brands_changed AFTER INSERT OR DELETE OR UPDATE ON public.brands FOR EACH ROW EXECUTE FUNCTION private.note_thing('brand');

CREATE TRIGGER competitions_changed AFTER INSERT OR DELETE OR UPDATE ON public.competitions FOR EACH ROW EXECUTE FUNCTION private.note_thing('competition');

CREATE TRIGGER seasons_changed AFTER INSERT OR DELETE OR UPDATE ON public.seasons FOR EACH ROW EXECUTE FUNCTION private.note_thing('season');

CREATE TRIGGER team_aliases_changed AFTER INSERT OR DELETE ON public.team_aliases FOR EACH ROW EXECUTE FUNCTION private.note_thing('team', 'team_id');

CREATE TRIGGER team_seasons_changed AFTER INSERT OR DELETE OR UPDATE ON public.team_seasons FOR EACH ROW EXECUTE FUNCTION private.note_thing('team', 'team_id');

CREATE TRIGGER teams_changed AFTER INSERT OR DELETE OR UPDATE ON public.teams FOR EACH ROW EXECUTE FUNCTION private.note_thing('team');

CREATE POLICY "everyone reads what changed" ON "public"."public_changes" FOR SELECT TO "anon", "authenticated" USING (true);

CREATE POLICY "service role" ON "public"."public_changes" FOR ALL TO "service_role" USING (true) WITH CHECK (true);

COMMENT ON FUNCTION "private"."derived_rows"(uuid[]) IS 'What is derived from these ids now, as texts to compare';

COMMENT ON FUNCTION "private"."drop_empty_counts"() IS 'Deletes counts of the catalogue that no jersey is in; returns them';

COMMENT ON FUNCTION "private"."invalidate_pages"(uuid) IS 'Tells servers that pages for which this row was read are outdated';

COMMENT ON FUNCTION "private"."note_thing"() IS 'Notes for the worker what changed, and tells servers that every page is outdated. Arguments: what kind of thing, and the column with its id';

COMMENT ON FUNCTION "private"."rebuild_ids"(uuid, integer) IS 'The next ids from which something is derived, or was';

COMMENT ON FUNCTION "private"."rebuild_rows"(uuid[]) IS 'Derives everything from these ids again';

COMMENT ON FUNCTION "private"."recount_jerseys"(uuid[]) IS 'Counts the votes of these jerseys again, but of one that is being deleted';

COMMENT ON FUNCTION "private"."refresh_catalogue_counts"(private.catalogue_facts[]) IS 'Counts the cells and the teams again that jerseys with these facts are in';

COMMENT ON FUNCTION "private"."refresh_public_changes"(uuid[]) IS 'Gives the next numbers to those of these things that are public, or no longer are';

COMMENT ON FUNCTION "public"."check_derived"() IS 'Fails if something could not be derived, or if what is derived from a hundred jerseys is not what it should be';

COMMENT ON FUNCTION "public"."derive"(integer) IS 'Takes at most so many changes and derives what is only read: standings, words and tiers of search, the catalogue, public changes, outdated pages. Returns how many it took. Servers call it after writes and every two seconds';

COMMENT ON FUNCTION "public"."rebuild"(uuid, integer) IS 'Derives everything from the next ids again. Returns the `last` of them, null when there are no more, and what was `wrong`: what, of which id, as it was and is';

COMMENT ON FUNCTION "public"."underived"() IS 'How many changes could not be derived from, and since when the oldest; for administrators, no row for others';

COMMENT ON TABLE "private"."changes" IS 'What the worker has yet to look at: a jersey whose votes changed (vote), an account whose votes may start or stop counting (voter), a jersey whose page shows something else (page), and what came, went or changed (jersey, team, competition, season, brand, list)';

COMMENT ON TABLE "public"."public_changes" IS 'The newest change of everything that is or was public: it came, changed, went, or was merged into another. A later change has a greater number';

COMMENT ON VIEW "private"."public_things" IS 'What everybody may read';

REVOKE ALL ON FUNCTION "private"."derived_rows"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."drop_empty_counts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_thing"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."rebuild_ids"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."rebuild_rows"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."recount_jerseys"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refresh_catalogue_counts"(private.catalogue_facts[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refresh_public_changes"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."check_derived"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."check_derived"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."rebuild"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."rebuild"(uuid, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."underived"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."underived"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."underived"() TO "service_role";

REVOKE ALL ON TABLE "public"."public_changes" FROM "anon";

GRANT SELECT ON TABLE "public"."public_changes" TO "anon";

REVOKE ALL ON TABLE "public"."public_changes" FROM "authenticated";

GRANT SELECT ON TABLE "public"."public_changes" TO "authenticated";

REVOKE ALL ON TABLE "public"."public_changes" FROM "service_role";

GRANT SELECT ON TABLE "public"."public_changes" TO "service_role";

set check_function_bodies = on;
-- end
