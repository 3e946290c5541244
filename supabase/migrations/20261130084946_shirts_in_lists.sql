ALTER TABLE "public"."list_items" ADD COLUMN "copy_id" uuid;
ALTER TABLE "public"."list_items" ALTER COLUMN "jersey_id" DROP NOT NULL;
ALTER TABLE "public"."list_items" ADD CONSTRAINT "list_items_copy_id_fkey" FOREIGN KEY (copy_id) REFERENCES public.copies(id) ON DELETE CASCADE;
ALTER TABLE "public"."list_items" ADD CONSTRAINT "list_items_copy_id_list_id_key" UNIQUE (copy_id, list_id);
ALTER TABLE "public"."list_items" ADD CONSTRAINT "list_items_one_shirt" CHECK ((num_nonnulls(jersey_id, copy_id) = 1));

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP POLICY "members add jerseys they can read to their own lists" ON "public"."list_items";

DROP TRIGGER "list_items_admit" ON "public"."list_items";

DROP FUNCTION "public"."items_of_list"(uuid);

CREATE OR REPLACE FUNCTION private.changes_of(member uuid, since timestamp with time zone, till timestamp with time zone, most integer)
 RETURNS TABLE(kind text, jersey_id uuid, team_id uuid, kit_type text, amount bigint, target_type text, target_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
  -- As on a page that shows a collection: a team's home, away or third jerseys, from two on.
  with sets as materialized (
    select jersey.team_id, jersey.kit_type_slug, count(*) as held, max(collection.created_at) as newest
    from public.user_collections collection
    join public.jerseys jersey on jersey.id = collection.jersey_id and jersey.status = 'approved' and jersey.is_active
    where collection.user_id = member and jersey.team_id is not null
      and private.kit_of(jersey.kit_type_slug) in ('home', 'away', 'third')
    group by jersey.team_id, jersey.kit_type_slug
    having count(*) > 1
  ),
  news as materialized (
    select 1 as place, 'wish' as kind, arrival.jersey_id, arrival.at, null::text as target_type, null::uuid as target_id
    from public.user_wishlists wishlist
    join private.arrivals arrival
      on arrival.jersey_id = wishlist.jersey_id and arrival.kind = 'photo' and not arrival.is_bulk
        and arrival.at > since and arrival.at <= till
    where wishlist.user_id = member
    union all
    select 2, 'gap', arrival.jersey_id, arrival.at, 'team', own.team_id
    from (select distinct sets.team_id from sets) own
    cross join lateral (
      select arrival.* from private.arrivals arrival
      where arrival.target_id = own.team_id and not arrival.is_bulk and arrival.at > since and arrival.at <= till
      order by arrival.at desc limit 100
    ) arrival
    join public.jerseys jersey on jersey.id = arrival.jersey_id
    join sets on sets.team_id = jersey.team_id and sets.kit_type_slug = jersey.kit_type_slug
    where arrival.kind = 'jersey'
    union all
    select case arrival.kind when 'jersey' then 3 else 4 end, arrival.kind, arrival.jersey_id, arrival.at, follow.target_type, follow.target_id
    from public.follows follow
    cross join lateral (
      select arrival.* from private.arrivals arrival
      where arrival.target_id = follow.target_id and not arrival.is_bulk and arrival.at > since and arrival.at <= till
      order by arrival.at desc limit 100
    ) arrival
    where follow.member_id = member and follow.target_type <> 'list'
    union all
    select 5, 'listed', item.jersey_id, item.created_at, 'list', list.id
    from public.follows follow
    join public.lists list on list.id = follow.target_id and private.is_shown_list(list)
    cross join lateral (
      select li_newest.jersey_id, li_newest.created_at from public.list_items li_newest
      where li_newest.list_id = list.id and li_newest.jersey_id is not null and li_newest.created_at > since and li_newest.created_at <= till
      order by li_newest.created_at desc limit 100
    ) item
    where follow.member_id = member and follow.target_type = 'list'
  ),
  changed as materialized (
    select distinct on (news.jersey_id) news.place, news.kind, news.jersey_id, news.at, news.target_type, news.target_id
    from news
    join public.jerseys jersey on jersey.id = news.jersey_id and jersey.status = 'approved' and jersey.is_active
    -- It may have been corrected since.
    where (news.target_type is null or news.target_type = 'list' or news.target_id in (jersey.team_id, jersey.competition_id, jersey.brand_id))
      -- Not what a member added themselves, nor a new jersey that they have.
      and case
        when news.kind in ('jersey', 'gap') then jersey.author_id is distinct from member and not exists (
          select from public.user_collections collection where collection.user_id = member and collection.jersey_id = news.jersey_id)
        when news.kind in ('photo', 'wish') then exists (
          select from public.jersey_images image
          where image.jersey_id = news.jersey_id and image.suggestion_id is null
            and image.contributor_id is distinct from member)
        else true end
    -- Of a team and its brand or competition the team is named.
    order by news.jersey_id, news.place, news.target_type desc
  )
  select changed.kind, null::uuid, null::uuid, null::text, count(*), null::text, null::uuid from changed group by changed.kind
  union all
  (select changed.kind, changed.jersey_id, null, null,
      count(*) over (partition by changed.kind, changed.target_id), changed.target_type, changed.target_id
    from changed order by changed.place, changed.at desc, changed.jersey_id limit most)
  union all
  select 'set', null, sets.team_id, private.kit_of(sets.kit_type_slug), sets.held, null, null
  from sets
  where sets.newest > since and sets.newest <= till and sets.held = (
    select sum(counts.jerseys) from private.team_kit_counts counts
    where counts.team_id = sets.team_id and counts.kit_type_slug = sets.kit_type_slug)
  union all
  select 'bulk', null, null, null, imported.amount, null, null
  from (select private.count_bulk(member, since, till) as amount) imported
  where imported.amount > 0
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
    from changed item join public.lists list on list.id = item.list_id and list.is_public
    where item.jersey_id is not null;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.invalidate_lists_of_member()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.invalidate_pages(list.id) from public.lists list where list.member_id = new.id and list.is_public;
  -- A suspension that ends by itself is noted for then.
  insert into private.changes (kind, id, at)
  select line.kind, line.id, moment
  from public.lists list
  cross join unnest(array[now(), new.banned_until]) moment
  cross join lateral (
    select 'list' as kind, list.id union all
    select 'page', item.jersey_id from public.list_items item where item.list_id = list.id and item.jersey_id is not null) line
  where list.member_id = new.id and list.is_public and moment <= now() + interval '1 year';
  perform private.invalidate_pages(new.id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.list_cards(list_ids uuid[])
 RETURNS TABLE(id uuid, title text, description text, member_id uuid, username text, display_name text, jerseys bigint, covers uuid[], changed_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO ''
AS $function$
  select list.id, list.title, list.description, list.member_id, profile.username, profile.display_name, shown.jerseys,
    coalesce(shown.covers, '{}'), list.changed_at
  from public.lists list
  join public.profiles profile on profile.id = list.member_id
  cross join lateral (
    select count(*) as jerseys, (array_agg(item.jersey_id order by item.place) filter (where item.jersey_id is not null))[:4] as covers
    from private.shown_items(list.id) item
  ) shown
  where list.id = any (list_cards.list_ids) and private.is_shown_list(list)
  order by list.changed_at desc, list.id
$function$
;

CREATE OR REPLACE FUNCTION private.list_for_review(report public.reports)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'title', list.title, 'description', list.description, 'is_hidden', list.is_hidden,
    'notes', (
      select coalesce(jsonb_agg(said.words order by item.place), '[]')
      from public.list_items item
      left join public.copies copy on copy.id = item.copy_id
      cross join lateral (values (copy.former_jersey ->> 'title'), (item.note)) said (words)
      where item.list_id = list.id and said.words is not null))
  from public.lists list
  where report.target_type = 'list' and list.id = report.target_id and list.is_public
$function$
;

CREATE OR REPLACE FUNCTION private.list_found_jersey()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- A list has each jersey once.
  delete from public.list_items item using public.list_items beside
  where item.copy_id = new.id and beside.list_id = item.list_id and beside.jersey_id = new.jersey_id;
  update public.list_items set jersey_id = new.jersey_id, copy_id = null where copy_id = new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.mark_listed(list_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.changes (kind, id)
  select 'page', item.jersey_id from public.list_items item
  where item.list_id = mark_listed.list_id and item.jersey_id is not null
$function$
;

CREATE OR REPLACE FUNCTION private.own_shirt(facts jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.pick_columns(facts, array['title', 'team', 'league', 'season', 'year', 'kit_type'])
    || coalesce((select jsonb_build_object('colors', known.colors, 'country', known.country, 'competition', known.slug)
      from private.team_of_own(facts) known), '{}')
$function$
;

CREATE OR REPLACE FUNCTION private.record_list()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was jsonb;
  becomes jsonb;
begin
  -- What is private is on no record. What becomes public is, whole.
  if tg_op <> 'INSERT' and old.is_public then
    was := to_jsonb(old);
  end if;
  if tg_op <> 'DELETE' and new.is_public then
    becomes := to_jsonb(new);
    if was is null then
      becomes := becomes || jsonb_build_object('notes', (
        select coalesce(jsonb_object_agg(coalesce(item.jersey_id, item.copy_id), item.note), '{}')
        from public.list_items item where item.list_id = new.id and item.note is not null));
    end if;
  end if;
  if was is not null or becomes is not null then
    perform private.log_change('lists', coalesce(becomes, was) ->> 'id', was - 'changed_at', becomes - 'changed_at');
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.shown_items(list_id uuid)
 RETURNS TABLE(place integer, jersey_id uuid, note text, copy public.copies)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO ''
AS $function$
  select item.place, jersey.id, item.note, copy
  from public.list_items item
  left join public.jerseys jersey on jersey.id = item.jersey_id and jersey.status = 'approved' and jersey.is_active
  left join public.copies copy on copy.id = item.copy_id and copy.jersey_id is null and copy.removed_at is null
    and private.is_shown_own(copy.former_jersey)
  where item.list_id = shown_items.list_id and num_nonnulls(jersey.id, copy.id) > 0
$function$
;

CREATE OR REPLACE FUNCTION private.team_of_own(facts jsonb)
 RETURNS TABLE(colors text[], country text, slug text)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
  select team.colors, team.country, competition.slug
  from public.teams team join public.competitions competition on competition.id = team.competition_id
  where team.slug = private.team_slug(facts ->> 'team') and competition.league = facts ->> 'league' order by team.id limit 1
$function$
;

CREATE OR REPLACE FUNCTION public.fill_list(list_id uuid, filter jsonb, sort text DEFAULT 'best'::text)
 RETURNS TABLE(added uuid[], is_full boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
declare
  room integer;
  step jsonb;
  fresh uuid[];
  of_catalogue integer;
begin
  added := '{}';
  perform from public.lists list where list.id = fill_list.list_id and list.member_id = auth.uid() for update;
  if not found then
    raise insufficient_privilege using message = 'list_denied', detail = 'Members fill their own lists.';
  end if;
  perform private.check_standing();
  -- As many as the trigger list_items_limit lets in.
  select 500 - count(*) into room
  from public.list_items item where item.list_id = fill_list.list_id;
  -- Those that are in it already are passed over; so many steps are the longest list twice over.
  for number in 1..45 loop
    step := public.catalogue_page(filter, sort, step ->> 'next');
    fresh := array(
      select found.id::uuid from jsonb_array_elements_text(step -> 'ids') with ordinality found (id, place)
      where not exists (
        select from public.list_items item where item.list_id = fill_list.list_id and item.jersey_id = found.id::uuid)
      order by found.place);
    added := added || fresh;
    exit when step ->> 'next' is null or cardinality(added) > room;
  end loop;
  of_catalogue := least(cardinality(added), room);
  -- A collection has shirts without a page too.
  if filter = '{"own": ["collection"]}' then
    added := added || array(
      select copy.id from public.copies copy
      where copy.owner_id = auth.uid() and copy.jersey_id is null and copy.removed_at is null and not exists (
        select from public.list_items item where item.list_id = fill_list.list_id and item.copy_id = copy.id)
      order by copy.created_at desc, copy.id desc);
  end if;
  is_full := cardinality(added) > room;
  added := added[:room];
  -- Who adds nothing has made it look, too.
  perform private.count_write('list_items', greatest(cardinality(added), 1));
  insert into public.list_items (list_id, jersey_id, copy_id)
  select fill_list.list_id, case when chosen.place <= of_catalogue then chosen.id end, case when chosen.place > of_catalogue then chosen.id end
  from unnest(added) with ordinality chosen (id, place) order by chosen.place;
  return next;
end $function$
;

CREATE OR REPLACE FUNCTION public.items_of_list(list_id uuid)
 RETURNS TABLE(place integer, jersey_id uuid, note text, own jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO ''
AS $function$
  select item.place, item.jersey_id, item.note, case when item.jersey_id is null then private.own_shirt((item.copy).former_jersey) end
  from public.lists list
  cross join lateral private.shown_items(list.id) item
  where list.id = items_of_list.list_id and private.is_shown_list(list)
  order by item.place
$function$
;

CREATE OR REPLACE FUNCTION public.move_in_list(list_id uuid, jersey_id uuid, place integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.lists list where list.id = move_in_list.list_id and list.member_id = auth.uid() for update;
  if not found then
    raise insufficient_privilege using message = 'list_denied', detail = 'Members order their own lists.';
  end if;
  perform private.check_standing();
  perform private.count_write('list_items', 1);
  update public.list_items item set place = ordered.place
  from (
    select others.id, others.nth + case when others.nth >= move_in_list.place then 1 else 0 end as place
    from (
      select item.id, row_number() over (order by item.place)::integer as nth
      from public.list_items item
      where item.list_id = move_in_list.list_id
        and coalesce(item.jersey_id, item.copy_id) <> move_in_list.jersey_id) others
    union all
    select li_moved.id, greatest(1, least(move_in_list.place, (
      select count(*)::integer from public.list_items item where item.list_id = move_in_list.list_id)))
    from public.list_items li_moved
    where li_moved.list_id = move_in_list.list_id
      and coalesce(li_moved.jersey_id, li_moved.copy_id) = move_in_list.jersey_id
  ) ordered
  where item.id = ordered.id and item.place <> ordered.place;
end $function$
;

CREATE OR REPLACE FUNCTION public.showcase_own(username text)
 RETURNS TABLE(title text, team text, league text, season text, year integer, kit_type text, colors text[], country text, competition text, printed_name text, printed_number text, place integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 30
 SET search_path TO ''
AS $function$
  select said.title, said.team, said.league, said.season, said.year, said.kit_type, known.colors, known.country, known.slug,
    -- Until now nobody but its owner read it.
    case when showcase.with_names and private.is_visible(copy.printed_name) then copy.printed_name end,
    case when showcase.with_names then copy.printed_number end,
    shirt.place
  from public.showcases showcase
  join public.copies copy on copy.owner_id = showcase.member_id and copy.jersey_id is null and copy.removed_at is null
  left join public.showcase_shirts shirt on shirt.copy_id = copy.id
  cross join lateral jsonb_to_record(copy.former_jersey) as said (
    title text, team text, league text, season text, year integer, kit_type text)
  left join private.team_of_own(copy.former_jersey) known on true
  where showcase.member_id = private.open_showcase(showcase_own.username)
    -- What a jersey said that went may be why it went: only its owner's words are shown.
    and private.is_shown_own(copy.former_jersey)
  order by copy.created_at desc, copy.id desc
$function$
;

CREATE TRIGGER copies_listed AFTER UPDATE OF jersey_id ON public.copies FOR EACH ROW WHEN (((old.jersey_id IS NULL) AND (new.jersey_id IS NOT NULL))) EXECUTE FUNCTION private.list_found_jersey();

CREATE TRIGGER list_items_admit BEFORE INSERT ON public.list_items FOR EACH ROW WHEN ((new.jersey_id IS NOT NULL)) EXECUTE FUNCTION private.guard_gone('jersey_id');

CREATE POLICY "members add jerseys they can read, and own shirts without a pag" ON "public"."list_items" FOR INSERT TO "authenticated" WITH CHECK (((list_id IN ( SELECT lists.id
   FROM public.lists
  WHERE (lists.member_id = ( SELECT auth.uid() AS uid)))) AND ((EXISTS ( SELECT
   FROM public.jerseys
  WHERE (jerseys.id = list_items.jersey_id))) OR (EXISTS ( SELECT
   FROM public.copies
  WHERE ((copies.id = list_items.copy_id) AND (copies.jersey_id IS NULL)))))));

COMMENT ON COLUMN "public"."list_items"."copy_id" IS 'A shirt of its member without a page. Once a jersey is found for it, that stands in its place (list_found_jersey)';

COMMENT ON FUNCTION "private"."list_cards"(uuid[]) IS 'Those of these lists that everybody sees, with how many shirts each has and the first four jerseys';

COMMENT ON FUNCTION "private"."list_found_jersey"() IS 'Puts the jersey that was found for a shirt without a page in its place in lists';

COMMENT ON FUNCTION "private"."own_shirt"(jsonb) IS 'What others read of a shirt without a page';

COMMENT ON FUNCTION "private"."shown_items"(uuid) IS 'What everybody sees of a list that is shown: public jerseys, and shirts without a page whose words may be shown';

COMMENT ON FUNCTION "private"."team_of_own"(jsonb) IS 'The team of a shirt without a page, as far as the catalogue has it, and its competition';

COMMENT ON FUNCTION "public"."fill_list"(uuid, jsonb, text) IS 'Adds the jerseys that a filter of catalogue_page() shows to a list of the caller, as far as there is room, in their order, of a collection also its shirts without a page; tells which, and whether some found no room';

COMMENT ON FUNCTION "public"."items_of_list"(uuid) IS 'The shirts of a public list in their order, each with its note: a public jersey, or what is said of one without a page';

COMMENT ON FUNCTION "public"."move_in_list"(uuid, uuid, integer) IS 'Moves a shirt of a list of the caller to a place, counted from 1';

COMMENT ON TABLE "public"."list_items" IS 'The shirts of a list. Their trigger list_items_limit checks list_items_per_list';

REVOKE ALL ON FUNCTION "private"."list_found_jersey"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."own_shirt"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."shown_items"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."team_of_own"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."items_of_list"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."items_of_list"(uuid) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."items_of_list"(uuid) TO "service_role";

REVOKE ALL ("copy_id") ON TABLE "public"."list_items" FROM "authenticated";

GRANT INSERT ("copy_id") ON TABLE "public"."list_items" TO "authenticated";

set check_function_bodies = on;
-- end
