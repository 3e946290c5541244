-- A member's year in shirts: counted from their collection when it is read, for them alone. A link of their own shows it to whoever has
-- it, until they withdraw it. A year is there from its 1 December on, and stays.

create table public.year_links (
  member_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  year integer not null constraint year_links_year_range check (year between 2000 and 2100),
  key uuid not null default gen_random_uuid() constraint year_links_key_key unique,
  created_at timestamptz not null default now(),
  primary key (member_id, year)
);
comment on table public.year_links is 'The years in shirts that a member shows to whoever has the link. Others read them with shared_year()';
comment on column public.year_links.key is 'What the link says; a link that was withdrawn never comes back';

alter table public.year_links enable row level security;
revoke all on public.year_links from anon, authenticated;
grant select, delete on public.year_links to authenticated;
grant select, insert, update, delete on public.year_links to service_role;
grant insert (year) on public.year_links to authenticated;

create policy "members read links to their own years" on public.year_links
  for select to authenticated using (member_id = (select auth.uid()));

create policy "members make links to their own years" on public.year_links
  for insert to authenticated with check (member_id = (select auth.uid()));

create policy "members withdraw links to their own years" on public.year_links
  for delete to authenticated using (member_id = (select auth.uid()));

-- No row before its December.
create function private.year_of(member uuid, year integer)
returns table (
  shirts bigint, seasons bigint, first_year integer, last_year integer, team_id uuid, team_shirts bigint, oldest uuid,
  rarest uuid, rarest_owners bigint, colors jsonb, covers uuid[], contributions bigint
)
language sql stable security definer rows 1 set search_path = ''
as $$
  with span as (
    select make_timestamptz(year_of.year, 1, 1, 0, 0, 0, 'Europe/Paris') as since,
      make_timestamptz(year_of.year + 1, 1, 1, 0, 0, 0, 'Europe/Paris') as till
    where now() >= make_timestamptz(year_of.year, 12, 1, 0, 0, 0, 'Europe/Paris')
  ), added as (
    select copy.id, jersey.id as jersey_id, jersey.team_id, jersey.colors[1] as color, jersey.score,
      coalesce(jersey.year, left(season.code, 4)::integer) as worn
    from span
    join public.copies copy on copy.owner_id = year_of.member and copy.removed_at is null
      and copy.created_at >= span.since and copy.created_at < span.till
    left join public.jerseys jersey
      on jersey.id = copy.jersey_id and jersey.status = 'approved' and jersey.is_active
    left join public.seasons season on season.id = jersey.season_id
  ), club as (
    select added.team_id, count(*) as shirts from added
    join public.teams team on team.id = added.team_id and team.is_active
    group by added.team_id order by shirts desc, max(added.score) desc, added.team_id limit 1
  ), rare as (
    -- Below three owners, nobody is told how many there are (7.6).
    select own.jersey_id, owners.count from (select distinct jersey_id from added where jersey_id is not null) own
    cross join lateral (
      select count(*) from public.user_collections collection where collection.jersey_id = own.jersey_id) owners
    where owners.count >= 3
    order by owners.count, own.jersey_id limit 1
  )
  select (select count(*) from added),
    (select count(distinct worn) from added), (select min(worn) from added), (select max(worn) from added),
    club.team_id, club.shirts,
    (select jersey_id from added where worn is not null order by worn, score desc, jersey_id limit 1),
    rare.jersey_id, rare.count,
    (select coalesce(jsonb_agg(jsonb_build_object('color', paint.color, 'shirts', paint.shirts)
        order by paint.shirts desc, paint.color), '[]')
      from (select color, count(*) as shirts from added where color is not null group by color) paint),
    array(select jersey_id from added where jersey_id is not null group by jersey_id order by max(score) desc, jersey_id limit 4),
    (select count(*) from public.jerseys jersey
      where jersey.author_id = year_of.member and jersey.status = 'approved'
        and jersey.created_at >= span.since and jersey.created_at < span.till)
    + (select count(*) from public.suggestions suggestion
      where suggestion.member_id = year_of.member and suggestion.status in ('accepted', 'partly')
        and suggestion.decided_at >= span.since and suggestion.decided_at < span.till)
  from span left join club on true left join rare on true
$$;
comment on function private.year_of is
  'What a member added to their collection in a year (Europe/Paris) and contributed, counted; jerseys and clubs are public ones. No row before 1 December of that year';

create function public.my_year(year integer)
returns table (
  shirts bigint, seasons bigint, first_year integer, last_year integer, team_id uuid, team_shirts bigint, oldest uuid,
  rarest uuid, rarest_owners bigint, colors jsonb, covers uuid[], contributions bigint
)
language sql stable security definer rows 1 set search_path = ''
as $$ select * from private.year_of(auth.uid(), my_year.year) $$;
comment on function public.my_year is 'The caller''s year in shirts; no row before 1 December of that year';

create function public.shared_year(key uuid)
returns table (
  username text, display_name text, year integer, shirts bigint, seasons bigint, first_year integer, last_year integer, team_id uuid,
  team_shirts bigint, oldest uuid, rarest uuid, rarest_owners bigint, colors jsonb, covers uuid[], contributions bigint
)
language sql stable security definer rows 1 set search_path = ''
as $$
  select profile.username, profile.display_name, link.year, counted.*
  from public.year_links link
  join public.profiles profile on profile.id = link.member_id
  cross join lateral private.year_of(link.member_id, link.year) counted
  where link.key = shared_year.key
    and not exists (
      select from auth.users u where u.id = link.member_id and u.banned_until > now())
$$;
comment on function public.shared_year is
  'A year in shirts by the key of its link, and whose it is; no row after the link was withdrawn. Nothing of a suspended account is shown';
