-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP FUNCTION "private"."begin_deriving"();

CREATE OR REPLACE FUNCTION private.admitted_image(was public.jersey_images, becomes public.jersey_images, is_request boolean)
 RETURNS public.jersey_images
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_author constant boolean := is_request and not public.is_admin(auth.uid());
begin
  if was.id is null then
    perform private.check_not_gone(becomes.jersey_id);
    if is_author then
      becomes.suggestion_id := private.suggestion_of_image(becomes.jersey_id, becomes.id);
    end if;
  elsif becomes.id is null then
    if is_author then
      perform private.check_not_gone(was.jersey_id);
    end if;
    return case when not is_author or private.deletes_image(was) then was end;
  end if;
  if is_request and becomes.url is distinct from was.url then
    perform private.check_image_address(becomes.url);
  end if;
  -- The folder and not the caller: merges, undoings and decisions move photos on behalf of somebody else.
  becomes.contributor_id := private.contributor_of(becomes.url);
  return becomes;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_jersey_id(id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.jersey_redirects where from_id = check_jersey_id.id)
    or exists (select from public.suggestions where suggestions.id = check_jersey_id.id)
    or exists (select from public.gone_jerseys where jersey_id = check_jersey_id.id)
    or exists (
      select from public.audit_log
      where table_name = 'jerseys' and row_id = check_jersey_id.id::text and action = 'insert'
        and actor_id is distinct from auth.uid()) then
    perform private.refuse_id('jerseys', check_jersey_id.id);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.lock_of_deriving()
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
RETURN hashtextextended('maillotheque.derive'::text, (0)::bigint)
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
  perform private.refresh_projection('standings', ids);
  perform private.refresh_projection('words', ids);
  perform private.refresh_projection('catalogue', ids);
  perform private.refresh_catalogue_counts(array(
    select fact from private.catalogue_facts fact where fact.jersey_id = any (ids)));
  -- Those that are public have a number already, unless it was forgotten.
  perform private.refresh_projection('public_changes', array(
    select id from private.unnumbered_changes(ids) where change <> 'changed'));
end $function$
;

CREATE OR REPLACE FUNCTION private.refresh_public_changes(ids uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.public_changes (number, kind, id, change, into_id)
  select coalesce((select max(number) from public.public_changes), 0) + row_number() over (order by kind, id),
    kind, id, change, into_id
  from private.unnumbered_changes(ids)
  on conflict on constraint public_changes_pkey do update set
    number = excluded.number, change = excluded.change, into_id = excluded.into_id, at = excluded.at
$function$
;

CREATE OR REPLACE FUNCTION private.refuse_id(relation text, id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise unique_violation using
    message = format('duplicate key value violates unique constraint "%s_pkey"', relation),
    detail = format('Key (id)=(%s) already exists.', id), table = relation, constraint = relation || '_pkey';
end $function$
;

CREATE OR REPLACE FUNCTION private.suggestion_of_image(jersey_id uuid, image_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  jersey public.jerseys;
begin
  -- No decision changes its status before this transaction ends. The policies refuse photos of others' jerseys.
  select * into jersey from public.jerseys j
  where j.id = suggestion_of_image.jersey_id and j.author_id = auth.uid() for no key update;
  if jersey.status is distinct from 'approved' then
    return null;
  end if;
  -- Refused here, as a request that inserts nothing would leave a suggestion of nothing.
  if exists (select from public.jersey_images where id = image_id) then
    perform private.refuse_id('jersey_images', image_id);
  end if;
  return (private.suggest_own(jersey, '{}')).id;
end $function$
;

CREATE OR REPLACE FUNCTION private.unnumbered_changes(ids uuid[])
 RETURNS TABLE(kind text, id uuid, change text, into_id uuid)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select kind, id, found.change, gone.into_id
  from (select kind, id, true as is_shown from private.public_things where id = any (ids)) thing
  full join (select * from public.public_changes where id = any (ids)) known using (id, kind)
  left join (select jersey_id, into_id from public.gone_jerseys) gone
    on kind = 'jersey' and gone.jersey_id = id and thing.is_shown is null
  cross join lateral (select case
    when thing.is_shown then case when known.change in ('came', 'changed') then 'changed' else 'came' end
    when gone.into_id is not null then 'merged'
    else 'went' end as change) found
  -- What has gone once does not go again.
  where found.change = 'changed' or (found.change, gone.into_id) is distinct from (known.change, known.into_id)
$function$
;

CREATE OR REPLACE FUNCTION public.derive(at_most integer DEFAULT 1000)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  taken private.changes[];
  -- What failed a minute ago, with everything that reads it.
  again constant uuid[] := array(select distinct id from private.failed_changes where tried_at < now() - interval '1 minute');
  changed uuid[];
  voted uuid[];
  others uuid[];
begin
  if not pg_try_advisory_xact_lock(private.lock_of_deriving()) then
    return 0;
  end if;
  perform private.note_due_voters();
  with gone as (
    delete from private.changes
    where ctid = any (array(select ctid from private.changes limit least(greatest(coalesce(at_most, 1000), 1), 10000)))
    returning *
  )
  select coalesce(array_agg(gone::private.changes), '{}') into taken from gone;
  voted := array(
    select id from unnest(taken) where kind = 'vote'
    union
    select jersey_id from public.jersey_votes where voter_id in (select id from unnest(taken) where kind = 'voter')
    union
    select unnest(again));
  changed := array(select id from unnest(taken) where kind = 'jersey' union select unnest(again));
  others := array(
    select id from unnest(taken) where kind not in ('vote', 'voter', 'page', 'jersey')
    union
    -- A suspended member's lists are shown to nobody.
    select id from public.lists where is_public and member_id in (select id from unnest(taken) where kind = 'voter'));
  -- What comes later reads what is before it.
  perform private.refresh_projection('standings', voted);
  perform private.refresh_projection('tiers', voted);
  perform private.refresh_projection('words', changed);
  perform private.refresh_projection('public_changes', others || changed);
  if private.refresh_projection('catalogue', voted || changed) then
    perform pg_notify('outdated_pages', '*');
  else
    perform private.publish_pages(voted || changed || array(select id from unnest(taken) where kind = 'page'));
  end if;
  return cardinality(taken);
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

CREATE OR REPLACE FUNCTION public.search_teams(query text, max_results integer DEFAULT 3, lang text DEFAULT NULL::text)
 RETURNS SETOF public.teams
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 3
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  asked constant text[] := private.asked_words(query);
  unfinished constant text[] := private.unfinished_word(query);
  wanted constant integer := least(greatest(coalesce(max_results, 3), 0), 100);
  -- The names of so many are compared with the query, which takes some 200 µs each: a short word may match a thousand teams.
  enough constant integer := wanted + 12;
  sought text[];
  typed text;
  slugs text[];
  matching uuid[];
  found uuid[] := '{}';
begin
  -- 0: an article at the end as the beginning of a word. If nothing has one, it counts for nothing.
  for attempt in 0..3 loop
    continue when attempt = 0 and unfinished = '{}';
    exit when asked = '{}' or cardinality(found) >= wanted or found <> '{}' and (attempt = 3 or unfinished <> '{}');
    sought := case when attempt = 0 then asked || unfinished else asked end;
    typed := array_to_string(sought, ' ');
    slugs := array[private.slug(query), private.slug(typed)];
    matching := array(
      select id from private.search_documents
      where kind = 'team' and id <> all (found)
        and words @@ (select private.search_query(sought, case attempt when 0 then 2 else attempt end)));
    if cardinality(matching) > enough then
      -- The best known, and those that are called exactly so.
      matching := array(
        select id from public.teams where slug = any (slugs) and id = any (matching)
        union
        select id from public.teams where private.slug(short_name) = any (slugs) and id = any (matching)
        union
        select alias.team_id from public.team_aliases alias
        where alias.folded = typed and alias.team_id = any (matching)
        union
        (select team_id
        from unnest(matching) team_id left join private.catalogue_teams counted using (team_id)
        group by team_id order by coalesce(sum(counted.jerseys), 0) desc, team_id limit enough));
    end if;
    found := found || array(
      select near.id
      from (
        select team.id, team.name, competition.priority,
          private.begin_words(tn.names, sought) as is_begun,
          -- Women's, second and other teams of a club.
          exists (
            select from public.teams t_club
            where t_club.id = any (matching) and starts_with(team.name, t_club.name || ' ')) as is_another,
          least(
            2 * private.nearness(array[team.name, team.short_name], typed),
            private.alias_nearness(team.id, typed, lang)) as distance,
          (select coalesce(sum(counted.jerseys), 0) from private.catalogue_teams counted where counted.team_id = team.id) as jerseys
        from public.teams team
        join private.team_names tn on tn.id = team.id
        join public.competitions competition on competition.id = team.competition_id
        where team.id = any (matching)
        -- Kept apart, or the order would compute the distance twice.
        offset 0) near
      order by near.distance > 1, near.is_begun desc, near.jerseys desc, near.distance, near.is_another,
        near.priority desc, near.name, near.id
      limit wanted - cardinality(found));
  end loop;
  return query
    select team.*
    from unnest(found) with ordinality as result (id, place)
    join public.teams team on team.id = result.id
    where team.is_active
    order by result.place;
end $function$
;

COMMENT ON FUNCTION "private"."lock_of_deriving"() IS 'The advisory lock that whoever derives holds until the transaction ends';

COMMENT ON FUNCTION "private"."refuse_id"(text, uuid) IS 'Raises what PostgreSQL does for an id that a row of the table has';

COMMENT ON FUNCTION "private"."unnumbered_changes"(uuid[]) IS 'What these things did since they got their last number. Those that are public have changed, if they had one as public already';

REVOKE ALL ON FUNCTION "private"."lock_of_deriving"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_id"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unnumbered_changes"(uuid[]) FROM PUBLIC;

set check_function_bodies = on;
-- end
