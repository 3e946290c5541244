-- What a member shows to everyone who has the link of their page (`/member/<username>`).
-- Closed until its owner opens it. Others read it by functions alone, which read the switch first.
-- Never shown: what a copy says (price, date and place of purchase, storage, loan, notes), and photos that weren't chosen.
-- Of a copy the name and the number on the back alone are shown, if its member ticks them.

create table public.showcases (
  member_id uuid primary key references auth.users (id) on delete cascade,
  is_open boolean not null default false,
  with_wishes boolean not null default false,
  with_names boolean not null default false,
  about text
    constraint showcases_about_length check (char_length(about) <= 160)
    constraint showcases_about_visible check (private.is_visible(about)),
  teams uuid[] not null default '{}'
    constraint showcases_teams_three check (cardinality(teams) <= 3)
    constraint showcases_teams_flat check (array_ndims(teams) = 1)
);
comment on table public.showcases is
  'What a member shows of their collection, and whether they do. Written by save_showcase(), read by others with showcase() and its like';
comment on column public.showcases.with_names is 'True if names and numbers on the shirts are shown with them';

alter table public.showcases enable row level security;
revoke all on public.showcases from anon, authenticated;
grant select on public.showcases to authenticated;
grant select, insert, update, delete on public.showcases to service_role;
create policy "members read their own showcase" on public.showcases
  for select to authenticated using (member_id = (select auth.uid()));

-- Copies rather than jerseys: a merge takes them along (25.6), and a photo is a copy's.
create table public.showcase_shirts (
  member_id uuid not null references public.showcases (member_id) on delete cascade,
  place integer not null
    constraint showcase_shirts_place_range check (place between 1 and 5),
  copy_id uuid not null references public.copies (id) on delete cascade,
  line text
    constraint showcase_shirts_line_length check (char_length(line) <= 140)
    constraint showcase_shirts_line_visible check (private.is_visible(line)),
  photo_id uuid references public.copy_photos (id) on delete set null,
  primary key (member_id, place),
  constraint showcase_shirts_copy_id_key unique (copy_id)
);
comment on table public.showcase_shirts is 'Up to five shirts that a member shows first, in their order, each with the photo they chose for it';

create index showcase_shirts_by_photo on public.showcase_shirts (photo_id);

alter table public.showcase_shirts enable row level security;
revoke all on public.showcase_shirts from anon, authenticated;
grant select on public.showcase_shirts to authenticated;
grant select, insert, update, delete on public.showcase_shirts to service_role;
create policy "members read their own shown shirts" on public.showcase_shirts
  for select to authenticated using (member_id = (select auth.uid()));

create function private.shown_words(member uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('about', showcase.about, 'lines', array(
    select shirt.line from public.showcase_shirts shirt
    where shirt.member_id = showcase.member_id and shirt.line is not null order by shirt.place))
  from public.showcases showcase where showcase.member_id = shown_words.member and showcase.is_open
$$;
comment on function private.shown_words is 'What a member wrote on their page; null while it is closed';

-- What is private is on no record. What is shown is, as a comment: it may be gone when somebody looks at a report of it.
create function private.record_showcase(member uuid, was jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  becomes constant jsonb := private.shown_words(member);
begin
  if was is not null or becomes is not null then
    perform private.log_change('showcases', member::text, was, becomes);
  end if;
end $$;
comment on function private.record_showcase is 'Puts on record what a write did to the words of a member''s page, which were those before it';

create function public.save_showcase(
  is_open boolean, with_wishes boolean default false, about text default null, teams uuid[] default '{}', shirts jsonb default '[]',
  with_names boolean default false
)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  member constant uuid := auth.uid();
  -- REST makes a nested list an array of two dimensions, from which no element can be removed.
  clubs constant uuid[] := array(
    select named.id from unnest(teams) with ordinality as named (id, place)
    where named.id is not null group by named.id order by min(named.place));
  was jsonb;
begin
  if member is null then
    raise insufficient_privilege using message = 'showcase_denied', detail = 'Members show what is theirs.';
  end if;
  perform private.check_standing();
  if jsonb_typeof(shirts) is distinct from 'array' or jsonb_array_length(shirts) > 5
    or (select count(*) > count(distinct shirt ->> 'copy_id') from jsonb_array_elements(shirts) shirt)
    or exists (select from jsonb_array_elements(shirts) shirt where not private.is_uuid(shirt ->> 'copy_id')
      or (shirt ->> 'photo_id' is not null and not private.is_uuid(shirt ->> 'photo_id'))) then
    raise sqlstate 'PT400' using
      message = 'showcase_malformed', detail = 'Send a list of at most five different shirts.';
  end if;
  perform private.count_write('showcases', 1);
  was := private.shown_words(member);
  insert into public.showcases as showcase (member_id, is_open, with_wishes, with_names, about, teams)
  values (
    member, save_showcase.is_open, save_showcase.with_wishes, save_showcase.with_names,
    private.tidy(save_showcase.about), clubs)
  on conflict on constraint showcases_pkey do update set
    is_open = excluded.is_open, with_wishes = excluded.with_wishes, with_names = excluded.with_names,
    about = excluded.about, teams = excluded.teams;
  -- A club that is shown is one that its member follows.
  insert into public.follows (member_id, target_type, target_id)
  select member, 'team', team.id from public.teams team
  where team.id = any (clubs) and team.is_active
  on conflict on constraint follows_pkey do nothing;
  delete from public.showcase_shirts where member_id = member;
  insert into public.showcase_shirts (member_id, place, copy_id, line, photo_id)
  select member, wanted.place, copy.id, private.tidy(wanted.shirt ->> 'line'), photo.id
  from jsonb_array_elements(shirts) with ordinality as wanted (shirt, place)
  -- Of others' copies and photos nothing is told: they are left out, as those that are gone.
  join public.copies copy on copy.id = (wanted.shirt ->> 'copy_id')::uuid and copy.owner_id = member
  left join public.copy_photos photo on photo.id = (wanted.shirt ->> 'photo_id')::uuid and photo.copy_id = copy.id;
  perform private.record_showcase(member, was);
end $$;
comment on function public.save_showcase is
  'Makes the caller''s showcase what is given. `shirts`: a list of at most five of `copy_id`, `line`, `photo_id`, in their order';

create function private.open_showcase(username text) returns uuid
language sql stable security definer set search_path = ''
as $$
  select showcase.member_id
  from public.profiles profile
  join public.showcases showcase on showcase.member_id = profile.id and showcase.is_open
  where profile.username = open_showcase.username
    and not exists (
      select from auth.users u where u.id = profile.id and u.banned_until > now())
$$;
comment on function private.open_showcase is
  'The member of that name, if they show their collection; null otherwise. Nothing of a suspended account is shown';

create function public.showcase(username text)
returns table (
  about text, teams uuid[], with_wishes boolean, jerseys bigint, copies bigint, copy_teams bigint, pageless bigint)
language sql stable security definer rows 1 set search_path = ''
as $$
  select s.about,
    array(
      select team.id from unnest(s.teams) with ordinality as chosen (id, place)
      join public.teams team on team.id = chosen.id and team.is_active order by chosen.place),
    s.with_wishes,
    (select count(*) from public.user_collections collection
      join public.jerseys jersey on jersey.id = collection.jersey_id and jersey.status = 'approved' and jersey.is_active
      where collection.user_id = s.member_id),
    own.copies, own.teams, own.pageless
  from public.showcases s
  -- The same figures as in the member's own collection (figures() in statistics.ts).
  cross join lateral (
    select count(*) as copies,
      count(distinct (coalesce(jersey.league, copy.former_jersey ->> 'league'),
        coalesce(jersey.team_slug, private.team_slug(copy.former_jersey ->> 'team')))) as teams,
      count(*) filter (where copy.jersey_id is null and private.is_shown_own(copy.former_jersey)) as pageless
    from public.copies copy left join public.jerseys jersey on jersey.id = copy.jersey_id
    where copy.owner_id = s.member_id and copy.removed_at is null) own
  where s.member_id = private.open_showcase(showcase.username)
$$;
comment on function public.showcase is
  'What a member says of themselves on their page, how many public jerseys they have, and how many copies of how many teams, `pageless` of them of shirts without a page, as showcase_own() shows them; no row unless they show it';

create function public.showcase_collection(username text) returns setof public.jerseys
language sql stable security definer rows 30 set search_path = ''
as $$
  select jersey.*
  from public.user_collections collection
  join public.jerseys jersey on jersey.id = collection.jersey_id and jersey.status = 'approved' and jersey.is_active
  where collection.user_id = private.open_showcase(showcase_collection.username)
$$;
comment on function public.showcase_collection is 'The public jerseys that a member has in their collection; none unless they show it';

create function public.showcase_own(username text)
returns table (
  title text, team text, league text, season text, year integer, kit_type text, colors text[], country text, competition text,
  printed_name text, printed_number text, place integer)
language sql stable security definer rows 30 set search_path = ''
as $$
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
$$;
comment on function public.showcase_own is
  'The shirts without a page in a member''s collection: what they say of the jersey, name and number if they show these, and the place of those that they show first; none unless they show their collection';

create function public.showcase_wishes(username text) returns setof public.jerseys
language sql stable security definer rows 30 set search_path = ''
as $$
  select jersey.*
  from public.showcases showcase
  join public.user_wishlists wishlist on wishlist.user_id = showcase.member_id
  join public.jerseys jersey on jersey.id = wishlist.jersey_id and jersey.status = 'approved' and jersey.is_active
  where showcase.member_id = private.open_showcase(showcase_wishes.username) and showcase.with_wishes
$$;
comment on function public.showcase_wishes is 'The public jerseys that a member wishes for; none unless they show them';

-- A file's address has its owner's id, which is public, and a name without meaning.
create function public.showcase_shirts(username text)
returns table (place integer, jersey_id uuid, line text, photo text)
language sql stable security definer rows 5 set search_path = ''
as $$
  select shirt.place, jersey.id, shirt.line, photo.path
  from public.showcase_shirts shirt
  join public.copies copy on copy.id = shirt.copy_id and copy.removed_at is null
  left join public.jerseys jersey on jersey.id = copy.jersey_id and jersey.status = 'approved' and jersey.is_active
  left join public.copy_photos photo on photo.id = shirt.photo_id
  where shirt.member_id = private.open_showcase(showcase_shirts.username)
    and (jersey.id is not null or copy.jersey_id is null and private.is_shown_own(copy.former_jersey))
  order by shirt.place
$$;
comment on function public.showcase_shirts is
  'The shirts that a member shows first: the public jersey, or null for one without a page, of which showcase_own() says more; a line about it, the file of the photo they chose for it in bucket `copies`. None unless they show their collection';

create function public.showcase_names(username text, jerseys uuid[])
returns table (jersey_id uuid, place integer, printed text)
language sql stable security definer rows 30 set search_path = ''
as $$
  select jersey.id, shirt.place, concat_ws(' ', copy.printed_name, copy.printed_number)
  from public.showcases showcase
  join public.copies copy on copy.owner_id = showcase.member_id and copy.removed_at is null
    and copy.jersey_id = any (showcase_names.jerseys)
  join public.jerseys jersey on jersey.id = copy.jersey_id and jersey.status = 'approved' and jersey.is_active
  left join public.showcase_shirts shirt on shirt.copy_id = copy.id
  where showcase.member_id = private.open_showcase(showcase_names.username) and showcase.with_names
    and num_nonnulls(copy.printed_name, copy.printed_number) > 0
    -- Until now nobody but its owner read it.
    and private.is_visible(coalesce(copy.printed_name, ''))
  order by jersey.id, copy.printed_name, copy.printed_number, copy.id
$$;
comment on function public.showcase_names is
  'Name and number on a member''s copies of some public jerseys, of one that is shown first with its place; none unless they show their collection, and names with it';

create function public.showcase_sets(username text)
returns table (team_id uuid, kit_type text, held bigint, jerseys bigint)
language sql stable security definer rows 6 set search_path = ''
as $$
  with owned as (
    select jersey.team_id, jersey.kit_type_slug, count(*) as held
    from public.user_collections collection
    join public.jerseys jersey on jersey.id = collection.jersey_id and jersey.status = 'approved' and jersey.is_active
    where collection.user_id = private.open_showcase(showcase_sets.username)
      and private.kit_of(jersey.kit_type_slug) in ('home', 'away', 'third')
    group by jersey.team_id, jersey.kit_type_slug
    having count(*) > 1
    order by held desc, jersey.team_id, jersey.kit_type_slug
    limit 6
  )
  select owned.team_id, private.kit_of(owned.kit_type_slug), owned.held,
    (select sum(counts.jerseys) from private.team_kit_counts counts
      where counts.team_id = owned.team_id and counts.kit_type_slug = owned.kit_type_slug)::bigint
  from owned join public.teams team on team.id = owned.team_id and team.is_active
  order by owned.held desc, owned.team_id, owned.kit_type_slug
$$;
comment on function public.showcase_sets is
  'The six sets, of a team and a kit type, of which a member has most jerseys, from two on, with the size of each; none unless they show their collection';

create function private.is_shown_photo(name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.copy_photos photo
    join public.showcase_shirts shirt on shirt.photo_id = photo.id
    join public.profiles profile on profile.id = shirt.member_id
    join public.showcase_shirts(profile.username) shown on shown.place = shirt.place
    where photo.path = regexp_replace(is_shown_photo.name, '\.small\.(webp|jpg)$', '.\1'))
$$;
comment on function private.is_shown_photo is
  'True if a member shows the file of a copy''s photo, or its large version, to whoever has their link';

-- Downloads only: an address that is signed for a while would outlive the switch, and nobody lists them.
create policy "members read files of their own copies and shown ones" on storage.objects
  for select to authenticated
  using (bucket_id = 'copies' and (
    (storage.foldername(name))[1] = (select auth.uid())::text
    or (storage.operation() = 'storage.object.get_authenticated' and private.is_shown_photo(name))));

create policy "visitors read files of shown photos" on storage.objects
  for select to anon
  using (
    bucket_id = 'copies' and storage.operation() = 'storage.object.get_authenticated'
    and private.is_shown_photo(name));
