ALTER TABLE "public"."user_wishlists" DROP CONSTRAINT "user_wishlists_shirt_said";
ALTER TABLE "public"."user_wishlists" ADD CONSTRAINT "user_wishlists_shirt_said" CHECK ((num_nonnulls(jersey_id, former_jersey) > 0));

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.adopt_shirts(jersey_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  jersey public.jerseys;
  season text;
  owners uuid[];
begin
  select * into jersey from public.jerseys j_public
  where j_public.id = adopt_shirts.jersey_id and j_public.status = 'approved' and j_public.is_active and j_public.kit_type is not null;
  if jersey.id is null or exists (
    select from public.jerseys j_equal
    where j_equal.team_slug = jersey.team_slug and j_equal.kit_type_slug = jersey.kit_type_slug and j_equal.season_id = jersey.season_id
      and j_equal.league = jersey.league and j_equal.id <> jersey.id and j_equal.status = 'approved' and j_equal.is_active) then
    return;
  end if;
  select code into season from public.seasons where id = jersey.season_id;
  perform private.lock_collections(array(
    select distinct copy.owner_id from public.copies copy
    where copy.jersey_id is null and copy.removed_at is null and private.is_shirt_of(copy.former_jersey, jersey, season)));
  with adopted as (
    update public.copies copy set jersey_id = jersey.id
    where copy.jersey_id is null and copy.removed_at is null and private.is_shirt_of(copy.former_jersey, jersey, season)
    returning copy.owner_id)
  select array_agg(distinct owner_id) into owners from adopted;
  update public.user_wishlists wishlist set jersey_id = jersey.id
  where wishlist.id in (
    select distinct on (wish.user_id) wish.id from public.user_wishlists wish
    where wish.jersey_id is null and private.is_shirt_of(wish.former_jersey, jersey, season) and not exists (
      select from public.user_wishlists known where known.user_id = wish.user_id and known.jersey_id = jersey.id)
    order by wish.user_id, wish.created_at, wish.id);
  perform private.notify(owner, 'jersey', 'owned', 'jersey', jersey.id, jersey.title) from unnest(owners) owner;
end $function$
;

CREATE OR REPLACE FUNCTION private.after_jersey()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was_public constant boolean := coalesce(old.status = 'approved' and old.is_active, false);
  is_public constant boolean := coalesce(new.status = 'approved' and new.is_active, false);
  -- A league changes without its competition only when the competition's does, and takes its jerseys along.
  is_taken_along constant boolean := old.league <> new.league and old.competition_id = new.competition_id;
begin
  perform private.log_change(
    'jerseys', coalesce(new.id, old.id)::text, case when tg_op <> 'INSERT' then to_jsonb(old) end,
    case when tg_op <> 'DELETE' then to_jsonb(new) end);
  if tg_op = 'DELETE' then
    delete from private.decisions where table_name = 'jerseys' and row_id = old.id;
    update public.storage_deletions set held_for = null, retry_at = now() where held_for = old.id;
  end if;
  if (was_public or is_public) and old is distinct from new then
    insert into private.changes (kind, id) values ('jersey', coalesce(new.id, old.id));
  end if;
  if tg_op = 'UPDATE' and is_public and not was_public then
    perform private.withhold_files(array(select path from public.jersey_images where jersey_id = new.id), false);
  end if;
  -- One that comes back was public before.
  if old.status is distinct from 'approved' and is_public then
    perform private.record_arrival('jersey', new.id);
    perform private.adopt_shirts(new.id);
  elsif old.status = 'approved' and new.status <> 'approved' then
    -- The shirts that it adopted are their owners' own again.
    perform private.lock_collections(array(
      select copy.owner_id from public.copies copy where copy.jersey_id = new.id and copy.former_jersey is not null));
    update public.copies copy set jersey_id = null where copy.jersey_id = new.id and copy.former_jersey is not null;
    perform private.return_wishes(new.id);
    delete from public.notices notice where notice.jersey_id = new.id and notice.outcome = 'owned';
  end if;
  -- Only a direct write is in the history: a renamed team changes thousands of jerseys, and is itself in it.
  if old.status = 'approved' and new.status = 'approved' and pg_trigger_depth() = 1 and not is_taken_along then
    perform private.record_revision('jersey', new.id, to_jsonb(old), to_jsonb(new));
  elsif old.status <> 'approved' and new.status = 'approved' then
    perform private.write_revision(
      'jersey', new.id, jsonb_build_object('jersey', jsonb_build_object('before', null, 'after', new.title)),
      jsonb_build_object('was', jsonb_build_object(
        'status', old.status, 'moderation_note', old.moderation_note, 'moderated_at', old.moderated_at, 'edited_at', old.edited_at),
        -- An undo takes the corrections back as well.
        'fields', private.changed_values(to_jsonb(old), to_jsonb(new), private.correctable_columns('jersey'))),
      'approved', new.author_id);
  end if;
  -- A decision: of one that repeats the status, its time or note is another.
  if tg_op = 'UPDATE' and (old.status, old.moderation_note, old.moderated_at)
    is distinct from (new.status, new.moderation_note, new.moderated_at) then
    perform private.notify_author(old, new);
  end if;
  -- Those that are to show it, and counts, are outdated by the worker.
  if was_public and old is distinct from new then
    perform private.invalidate_pages(old.id);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.is_former_franchise(team uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.teams franchise
    join public.competitions competition on competition.id = franchise.competition_id
    cross join lateral (
      -- The newest one whose line-ups are there, not only some.
      select ts.season_id from public.team_seasons ts join public.seasons season on season.id = ts.season_id
      where ts.competition_id = competition.id
      group by ts.season_id, season.code
      order by count(*) * 2 > max(count(*)) over () desc, season.code desc limit 1) newest
    where franchise.id = is_former_franchise.team and competition.slug in ('nba', 'wnba', 'nfl', 'nhl')
      and not exists (
        select from public.team_seasons played
        where played.team_id = franchise.id and played.competition_id = competition.id
          and played.season_id = newest.season_id))
$function$
;

CREATE OR REPLACE FUNCTION private.is_used(jersey_id uuid, besides uuid DEFAULT NULL::uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- A shirt of one's own that the jersey adopted is its owner's without it, too.
  select exists (select from public.jersey_votes vote where vote.jersey_id = is_used.jersey_id)
    or exists (
      select from public.user_collections collection
      where collection.jersey_id = is_used.jersey_id and collection.user_id is distinct from besides
        and not exists (
          select from public.copies own
          where own.owner_id = collection.user_id and own.jersey_id = collection.jersey_id and own.former_jersey is not null))
    or exists (
      select from public.copies copy
      where copy.jersey_id = is_used.jersey_id and copy.owner_id is distinct from besides and copy.former_jersey is null
        and copy.removed_at is null)
    or exists (
      select from public.user_wishlists wishlist
      where wishlist.jersey_id = is_used.jersey_id and wishlist.user_id is distinct from besides and wishlist.former_jersey is null)
    or exists (
      select from public.list_items item join public.lists list on list.id = item.list_id
      where item.jersey_id = is_used.jersey_id and list.member_id is distinct from besides)
    or exists (select from public.comments comment where comment.jersey_id = is_used.jersey_id)
    or exists (select from public.reports report where report.jersey_id = is_used.jersey_id)
    or exists (
      select from public.suggestions suggestion
      where suggestion.target_type = 'jersey' and suggestion.target_id = is_used.jersey_id)
    or exists (select from public.jersey_redirects redirect where redirect.into_id = is_used.jersey_id)
$function$
;

CREATE OR REPLACE FUNCTION private.keep_copies(jersey public.jerseys)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.return_wishes(jersey.id);
  perform private.lock_collections(array(select owner_id from public.copies where copies.jersey_id = jersey.id));
  update public.copies copy set jersey_id = null, former_jersey = coalesce(copy.former_jersey, private.former_facts(jersey))
  where copy.jersey_id = jersey.id;
end $function$
;

CREATE OR REPLACE FUNCTION private.own_jerseys(sides text[])
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select array(
    select jersey_id from public.user_collections where 'collection' = any (sides) and user_id = auth.uid()
    union
    select jersey_id from public.user_wishlists where 'wishlist' = any (sides) and user_id = auth.uid() and jersey_id is not null
    union
    select jersey_id from public.jersey_votes where 'voted' = any (sides) and voter_id = auth.uid())
$function$
;

CREATE OR REPLACE FUNCTION private.return_wishes(jersey_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.user_wishlists wishlist set jersey_id = null
  where wishlist.jersey_id = return_wishes.jersey_id and wishlist.former_jersey is not null and not exists (
    select from public.user_wishlists w_same
    where w_same.user_id = wishlist.user_id and w_same.jersey_id is null and w_same.former_jersey = wishlist.former_jersey)
$function$
;

CREATE OR REPLACE FUNCTION private.tidy_own_wish()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.former_jersey := private.facts_of_line(new.former_jersey);
  if new.former_jersey is null or new.jersey_id is not null then
    perform private.refuse('user_wishlists_shirt_said', 'A shirt without a page has a title, a team and a league, and no jersey.');
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.match_copies(lines jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  member constant uuid := auth.uid();
  kept jsonb;
  line jsonb;
  place bigint;
  known jsonb;
  renamed jsonb;
  jersey jsonb;
  candidates jsonb;
  team_name text;
  meant jsonb;
  searched integer := 0;
  -- Lists name the same teams again and again.
  teams jsonb := '{}';
  -- An array grows in place; a JSON list would be copied with each line.
  answers jsonb[] := '{}';
begin
  perform private.check_lines(lines);
  perform private.count_matching(jsonb_array_length(lines));
  for line, place in select value, ordinality from jsonb_array_elements(lines) with ordinality loop
    team_name := left(line #>> '{jersey,team}', 120);
    if team_name is not null and not teams ? team_name then
      teams := teams || jsonb_build_object(team_name, private.teams_of_line(team_name));
    end if;
    meant := teams -> team_name;
    known := null;
    if line ->> 'kind' is null then
      -- Two reads by an index each. An `or` may read all copies of the member for every line.
      select stored into known from (
        select private.own_copy(copy) as stored, copy.removed_at
        from public.copies copy
        where copy.owner_id = member and copy.import_key = private.import_key(line ->> 'key')
          and (line ->> 'id' is null or private.is_copy_of_line(copy, line -> 'jersey', meant -> 'teams'))
        union all
        select private.own_copy(copy), copy.removed_at
        from public.copies copy
        where copy.owner_id = member
          and copy.id = (case when private.is_uuid(line ->> 'id') then line ->> 'id' end)::uuid
          and private.is_copy_of_line(copy, line -> 'jersey', meant -> 'teams')) own
      order by removed_at is not null limit 1;
    end if;
    jersey := null;
    if known is null and private.is_uuid(line #>> '{jersey,id}') then
      jersey := private.known_jersey(line #>> '{jersey,id}');
    end if;
    -- Its owner has said since that it is another shirt.
    renamed := null;
    if known is null and line ->> 'kind' is null and private.is_uuid(line ->> 'id') and (line -> 'is_copied')::boolean is not true
      and coalesce((jersey ->> 'owned')::integer, 0) = 0 then
      select jsonb_build_object('owned', 1, 'copy', stored, 'is_other', true) into renamed from (
        select private.own_copy(copy) as stored from public.copies copy
        where copy.owner_id = member and copy.id = (line ->> 'id')::uuid and copy.removed_at is null
        union all
        select private.own_copy(copy) from public.copies copy
        where copy.owner_id = member and copy.import_key = private.import_key(line ->> 'key') and copy.removed_at is null) own
      limit 1;
    end if;
    candidates := case
      when known is not null then '[]'
      when jersey is not null then jsonb_build_array(jersey)
      when team_name is null then '[]'
      else private.line_candidates(line -> 'jersey' || jsonb_build_object('is_named', meant -> 'is_named'),
        array(select jsonb_array_elements_text(meant -> 'ids')::uuid), (meant -> 'is_certain')::boolean) end;
    -- A search may take 40 ms, and nothing may be known of all 200 lines. What a known team doesn't have, no other has.
    if known is null and candidates = '[]' and searched < 50 and (meant -> 'is_certain')::boolean is not true then
      searched := searched + 1;
      candidates := private.worded_candidates(line -> 'jersey');
    end if;
    if line ->> 'kind' in ('wish', 'vote') then
      candidates := private.mark_candidates(line ->> 'kind', candidates);
    end if;
    answers := array_append(answers, jsonb_build_object(
      'known', known, 'kept', renamed, 'candidates', candidates, 'league', meant ->> 'league', 'teams', meant -> 'teams'));
  end loop;
  kept := private.kept_shirts((
    select jsonb_agg(asked || jsonb_build_object(
      'teams', coalesce(teams #> array[left(asked #>> '{jersey,team}', 120), 'teams'], '{}'),
      'called', coalesce(teams #> array[left(asked #>> '{jersey,team}', 120), 'called'], '[]')) order by ordinality)
    from jsonb_array_elements(lines) with ordinality as given (asked, ordinality)));
  return (
    select coalesce(jsonb_agg(answer || jsonb_build_object('kept', coalesce(nullif(answer -> 'kept', 'null'), kept -> ordinality::text)) order by ordinality), '[]')
    from unnest(answers) with ordinality as given (answer, ordinality));
end $function$
;

COMMENT ON COLUMN "public"."user_wishlists"."former_jersey" IS 'What is wished for that the catalogue lacks, said as in a copy without a page; it stays when the wish becomes one for a jersey';

COMMENT ON FUNCTION "private"."is_former_franchise"(uuid) IS 'True for a club of a league of franchises that isn''t in the newest season with most line-ups';

COMMENT ON FUNCTION "private"."return_wishes"(uuid) IS 'Wishes that a jersey adopted are for what their members said again, unless they have said so anew';

COMMENT ON FUNCTION "public"."match_copies"(jsonb) IS 'For each line of a list: the caller''s copy that it was imported as, or the jerseys it may be about, as search finds them where nothing is certain; shirts without a page that say the same, or the copy of its id if that is another shirt by now (`kept`, with `is_other`), the sport of the team that it names, and by sports what the catalogue calls it (`teams`). `kind` is `wish` or `vote`, none for a copy; `is_copied` of a line whose id other lines have, too. At most 200 lines, of which 50 are searched';

REVOKE ALL ON FUNCTION "private"."return_wishes"(uuid) FROM PUBLIC;

set check_function_bodies = on;
-- end
