-- What changed for a member: new jerseys and photos of what they follow, gaps of their sets, photos of their wishes, additions to lists.
-- The home page shows it since the last visit, the weekly letter since the last letter.
-- A jersey is named once, for the most personal reason; of an import only how many.

create function private.count_bulk(member uuid, since timestamptz, till timestamptz) returns bigint
language sql stable security definer set search_path = ''
as $$
  select count(*)
  from (
    select distinct arrival.jersey_id
    from public.follows follow
    cross join lateral (
      select a_newest.jersey_id from private.arrivals a_newest
      where a_newest.target_id = follow.target_id and a_newest.is_bulk and a_newest.at > since and a_newest.at <= till
        and a_newest.kind = 'jersey'
      limit 1000
    ) arrival
    join public.jerseys jersey on jersey.id = arrival.jersey_id and jersey.status = 'approved' and jersey.is_active
    where follow.member_id = member
    limit 1000
  ) added
$$;
comment on function private.count_bulk is 'How many jerseys of what a member follows imports added between two times; 1000 at most';

create function private.changes_of(member uuid, since timestamptz, till timestamptz, most integer)
returns table (
  kind text, jersey_id uuid, team_id uuid, kit_type text, amount bigint, target_type text, target_id uuid
)
language sql stable security definer rows 20 set search_path = ''
as $$
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
$$;
comment on function private.changes_of is
  'What changed for a member between two times: how many of each kind (`jersey_id` null), of them at most so many jerseys with what is followed and how many of the kind it has, sets that became complete, and how many jerseys imports added (1000 at most)';

create function public.my_changes()
returns table (since timestamptz, kind text, jersey_id uuid, team_id uuid, kit_type text, amount bigint)
language plpgsql security definer rows 20 set search_path = ''
as $$
#variable_conflict use_column
declare
  member constant uuid := auth.uid();
  began timestamptz;
begin
  if member is null then
    raise insufficient_privilege using
      message = 'changes_denied', detail = 'Members read what changed for them.';
  end if;
  -- Who comes back within half an hour is on the same visit. The first time, a week is looked back.
  -- A suspended account, and a session without its second factor, reads and writes nothing: its visit isn't noted.
  select greatest(u.created_at, now() - interval '7 days') into began
  from auth.users u where u.id = member;
  insert into public.visits as visit (member_id, seen_at, since)
  select member, now(), began where began is not null and private.in_good_standing()
  on conflict on constraint visits_pkey do update set
    since = case when visit.seen_at < now() - interval '30 minutes' then visit.seen_at else visit.since end,
    seen_at = now()
  where visit.seen_at < now() - interval '5 minutes';
  select coalesce((select visit.since from public.visits visit where visit.member_id = member), began) into began;
  return query select began, changed.kind, changed.jersey_id, changed.team_id, changed.kit_type,
    case when changed.jersey_id is null then changed.amount else 1 end from private.changes_of(member, began, now(), 12) changed;
end $$;
comment on function public.my_changes is
  'What changed for the caller since their last visit, and when that was; notes this visit of whoever may write';
