-- Copies: the shirts that a member owns of a jersey.
-- What is money, date, place, lending or note is never readable by anyone else.
-- Owning a copy puts the jersey into the collection, and the other way round.

create function private.is_partial_date(value text) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$
  select case
    when value !~ '^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$' then false
    when left(value, 4) not between '1850' and '9998' then false
    when length(value) = 4 then true
    when substring(value, 6, 2) not between '01' and '12' then false
    when length(value) = 7 then true
    else substring(value, 9, 2)::integer between 1 and extract(
      day from make_date(left(value, 4)::integer, substring(value, 6, 2)::integer, 1)
        + interval '1 month - 1 day')
  end
$$;
comment on function private.is_partial_date is 'True for a year, a month or a day that exists: 2019, 2019-07, 2019-07-31';

-- The day that it is already somewhere: no member's today is in the future.
create function private.is_past(value text) returns boolean
language sql stable strict parallel safe set search_path = ''
as $$
  select value <= left(to_char(now() at time zone 'Pacific/Kiritimati', 'YYYY-MM-DD'), length(value))
$$;
comment on function private.is_past is 'True for a year, month or day that has begun';

create table public.copies (
  id uuid primary key default gen_random_uuid(),
  -- The account rather than the profile, as with votes.
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  jersey_id uuid references public.jerseys (id) on delete set null,
  former_jersey jsonb constraint copies_former_jersey_size check (octet_length(former_jersey::text) <= 8192),
  size_scale text
    constraint copies_size_scale_known check (size_scale in ('adult', 'women', 'youth')),
  size text constraint copies_size_length check (char_length(size) <= 20),
  version text
    constraint copies_version_known check (version in ('replica', 'player_issue', 'match_worn', 'other')),
  condition text
    constraint copies_condition_known
      check (condition in ('new_with_tags', 'new', 'very_good', 'good', 'worn', 'damaged')),
  printed_name text constraint copies_printed_name_length check (char_length(printed_name) <= 40),
  printed_number text constraint copies_printed_number_format check (printed_number ~ '^[0-9]{1,3}$'),
  is_signed boolean not null default false,
  signed_by text constraint copies_signed_by_length check (char_length(signed_by) <= 100),
  certificate text constraint copies_certificate_length check (char_length(certificate) <= 200),
  price numeric
    constraint copies_price_range check (price between 0 and 1000000)
    constraint copies_price_cents check (scale(price) <= 2),
  currency text constraint copies_currency_known check (private.is_currency(currency)),
  bought_on text
    constraint copies_bought_on_format check (private.is_partial_date(bought_on))
    constraint copies_bought_on_past check (private.is_past(bought_on)),
  bought_from text constraint copies_bought_from_length check (char_length(bought_from) <= 100),
  lent_to text constraint copies_lent_to_length check (char_length(lent_to) <= 100),
  lent_since text
    constraint copies_lent_since_format check (private.is_partial_date(lent_since))
    constraint copies_lent_since_past check (private.is_past(lent_since)),
  storage_place text constraint copies_storage_place_length check (char_length(storage_place) <= 100),
  notes text constraint copies_notes_length check (char_length(notes) <= 2000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  removed_at timestamptz,
  import_key text,
  constraint copies_jersey_known check (jersey_id is not null or former_jersey is not null),
  constraint copies_certificate_signed check (is_signed or coalesce(signed_by, certificate) is null),
  constraint copies_price_currency check ((price is null) = (currency is null)),
  constraint copies_lent_since_lent check (lent_since is null or lent_to is not null)
);
comment on table public.copies is
  'Shirts that members own: their owner''s alone. their trigger copies_limit checks copies_per_owner';
comment on column public.copies.former_jersey is
  'What is known of a shirt without a page, because its owner says it (docs/product/collect.md 25.56) or its jersey was deleted: title, team, league, competition, season, year, kit_type, brand. It stays when a jersey is found for it, so that this can be undone';
comment on column public.copies.size is 'As on the label: M, 42, 12-13 years';
comment on column public.copies.bought_on is 'A year, a month or a day: 2019, 2019-07, 2019-07-31';
comment on column public.copies.updated_at is
  'When a detail changed last. Who saves compares it, and so notices what another tab has saved meanwhile';
comment on column public.copies.removed_at is
  'When its owner took it out of the collection. It can be brought back for thirty days, then it is deleted';
comment on column public.copies.import_key is 'Digest of the line that it was imported from: the same line adds nothing again';

create index copies_list on public.copies (owner_id, created_at desc, id desc);
comment on index public.copies_list is 'A member''s copies, newest first: account';
create index copies_of_jersey on public.copies (jersey_id, owner_id, removed_at);
comment on index public.copies_of_jersey is 'A member''s copies of a jersey: jersey page';
create index copies_removed on public.copies (removed_at) where removed_at is not null;
comment on index public.copies_removed is 'Removed copies, oldest first: job';
create index copies_without_page on public.copies (private.team_slug(former_jersey ->> 'team')) where jersey_id is null;
comment on index public.copies_without_page is 'Shirts without a page of a team: a jersey that becomes public';
create unique index copies_import_key on public.copies (owner_id, import_key) where import_key is not null;
comment on index public.copies_import_key is 'A copy by its line of a file: imports';

alter table public.copies enable row level security;
revoke all on public.copies from anon, authenticated;
grant select, delete on public.copies to authenticated;
grant select, insert, update, delete on public.copies to service_role;
grant insert (id, jersey_id, former_jersey, size_scale, size, version, condition, printed_name, printed_number, is_signed, signed_by,
  certificate, price, currency, bought_on, bought_from, lent_to, lent_since, storage_place, notes) on public.copies to
  authenticated;
grant update (jersey_id, former_jersey, size_scale, size, version, condition, printed_name, printed_number, is_signed, signed_by,
  certificate, price, currency, bought_on, bought_from, lent_to, lent_since, storage_place, notes, removed_at) on
  public.copies to authenticated;

-- The version of a copy (updated_at) grows with all that its owner changes, photos included, and with nothing else: a jersey that
-- is merged or deleted is no change of the owner's.
create function private.tidy_copy() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.size := private.tidy(new.size);
  new.printed_name := private.tidy(new.printed_name);
  new.printed_number := private.tidy(new.printed_number);
  new.signed_by := private.tidy(new.signed_by);
  new.certificate := private.tidy(new.certificate);
  new.bought_from := private.tidy(new.bought_from);
  new.lent_to := private.tidy(new.lent_to);
  new.storage_place := private.tidy(new.storage_place);
  new.notes := private.tidy(new.notes);
  -- Whatever time a client gives, the database's counts.
  new.removed_at := case when new.removed_at is null then null else coalesce(old.removed_at, now()) end;
  -- Members change the jersey by requests, merges and deletions by functions with their owner's rights.
  if tg_op = 'UPDATE' then
    new.updated_at := case
      when (new.jersey_id, new.former_jersey) is distinct from (old.jersey_id, old.former_jersey) and current_user <> 'authenticated'
        then old.updated_at
      else clock_timestamp() end;
  end if;
  return new;
end $$;

create function private.copy_details(copy jsonb) returns jsonb
language sql immutable parallel safe set search_path = ''
as $$
  select case when jsonb_typeof(copy) = 'object' then copy - array['id', 'owner_id', 'jersey_id', 'former_jersey',
    'created_at', 'updated_at', 'removed_at', 'import_key'] else '{}' end
$$;
comment on function private.copy_details is
  'What its owner says about a copy: all columns but these. app/collect/domain/copies/copy-details.ts has the same';

-- The only place that names each of them.
create function private.write_details(said public.copies[]) returns setof public.copies
language sql security definer set search_path = ''
as $$
  update public.copies copy set
    size_scale = s.size_scale, size = s.size, version = s.version, condition = s.condition,
    printed_name = s.printed_name, printed_number = s.printed_number, is_signed = s.is_signed, signed_by = s.signed_by,
    certificate = s.certificate, price = s.price, currency = s.currency, bought_on = s.bought_on,
    bought_from = s.bought_from, lent_to = s.lent_to, lent_since = s.lent_since, storage_place = s.storage_place,
    notes = s.notes
  from unnest(said) s where copy.id = s.id
  returning copy.*
$$;
comment on function private.write_details is 'Gives copies the details of these rows, found by their ids; returns the copies as stored';

create function private.is_detailed(copy public.copies) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from jsonb_each(private.copy_details(to_jsonb(copy))) where value not in ('null', 'false'))
    or exists (select from public.copy_photos photo where photo.copy_id = copy.id)
$$;
comment on function private.is_detailed is 'True if its owner has said anything about the copy';

-- A member's changes are serialized. Otherwise one tab's new copy would find the jersey still collected while another tab takes
-- its last copy out. Rows are locked, as a merge can touch more members than there is room for advisory locks.
create function private.lock_collections(owners uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.profiles where id = any (owners) order by id for no key update;
end $$;

-- Everybody locks in one order: the jersey, the member, the rows. A member who took rows first would wait for one who
-- has the member's lock and waits for those rows.
create function private.lock_collection_first() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_collections(array[auth.uid()]);
  return null;
end $$;

-- The reference to the jersey would be locked after the member.
create function private.lock_jersey_and_collection() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.jerseys where id = new.jersey_id for key share;
  perform private.lock_collections(array[auth.uid()]);
  return new;
end $$;

create function private.collect(owners uuid[], jerseys uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_collections(owners);
  insert into public.user_collections (user_id, jersey_id)
  select owner_id, jersey_id from unnest(owners, jerseys) pair (owner_id, jersey_id)
  order by owner_id, jersey_id
  on conflict do nothing;
end $$;
comment on function private.collect is 'Puts jerseys into collections whose owners have a copy. Pairs, each once';

create function private.uncollect(owners uuid[], jerseys uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_collections(owners);
  delete from public.user_collections collection using unnest(owners, jerseys) pair (owner_id, jersey_id)
  where collection.user_id = pair.owner_id and collection.jersey_id = pair.jersey_id
    and not exists (
      select from public.copies copy
      where copy.owner_id = pair.owner_id and copy.jersey_id = pair.jersey_id and copy.removed_at is null);
end $$;
comment on function private.uncollect is 'Takes jerseys out of collections that have no copy of them left. Pairs, each once';

-- Triggers of statements fire for no row too. Each function below ends there, or two would call each other for ever.
-- They look at each jersey of a member once, however many copies of it change: the time for n copies must not be that of
-- n * n. A join of the rows before and after could be: its plan is made for the first statement, which may be a short one.
create function private.collect_copies() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owners uuid[];
  jerseys uuid[];
begin
  select array_agg(owner_id), array_agg(jersey_id) into owners, jerseys from (
    select distinct owner_id, jersey_id from added where jersey_id is not null and removed_at is null) pair;
  if owners is not null then
    perform private.collect(owners, jerseys);
  end if;
  return null;
end $$;

create function private.uncollect_copies() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owners uuid[];
  jerseys uuid[];
begin
  select array_agg(owner_id), array_agg(jersey_id) into owners, jerseys from (
    select distinct owner_id, jersey_id from gone where jersey_id is not null and removed_at is null) pair;
  if owners is not null then
    perform private.uncollect(owners, jerseys);
  end if;
  return null;
end $$;

create function private.follow_copies() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owners uuid[];
  jerseys uuid[];
begin
  select array_agg(owner_id), array_agg(jersey_id) into owners, jerseys from (
    select owner_id, jersey_id from added where jersey_id is not null and removed_at is null
    except
    select owner_id, jersey_id from gone where removed_at is null) pair;
  if owners is not null then
    perform private.collect(owners, jerseys);
  end if;
  select array_agg(owner_id), array_agg(jersey_id) into owners, jerseys from (
    select owner_id, jersey_id from gone where jersey_id is not null and removed_at is null
    except
    select owner_id, jersey_id from added where removed_at is null) pair;
  if owners is not null then
    perform private.uncollect(owners, jerseys);
  end if;
  return null;
end $$;

create function private.own_collected() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from added) then
    return null;
  end if;
  perform private.lock_collections(array(select user_id from added));
  insert into public.copies (owner_id, jersey_id, created_at)
  select user_id, jersey_id, created_at from added
  where not exists (
    select from public.copies copy
    where copy.owner_id = added.user_id and copy.jersey_id = added.jersey_id and copy.removed_at is null);
  return null;
end $$;

create function private.remove_uncollected() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from gone) then
    return null;
  end if;
  perform private.lock_collections(array(select user_id from gone));
  delete from public.copies copy using gone
  where copy.owner_id = gone.user_id and copy.jersey_id = gone.jersey_id and copy.removed_at is null
    and not private.is_detailed(copy);
  update public.copies copy set removed_at = now() from gone
  where copy.owner_id = gone.user_id and copy.jersey_id = gone.jersey_id and copy.removed_at is null;
  return null;
end $$;

-- A member who changes which jersey a copy is of may choose among those they can read.
create function private.check_copy_jersey() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.jersey_id is null then
    -- Without a page again: "this isn't my shirt". Of others the constraint wants a jersey.
    return new;
  end if;
  if not exists (select from public.jerseys where id = new.jersey_id) then
    raise insufficient_privilege using
      message = 'copy_jersey_unreadable', detail = 'There is no such jersey.';
  end if;
  -- A shirt of one's own that has a page keeps what was said of it.
  new.former_jersey := old.former_jersey;
  return new;
end $$;

-- `gone` is what a jersey said that was removed or deleted, `unsaid` what its owner said before their names were reset.
create function private.is_shown_own(facts jsonb) returns boolean
language sql immutable parallel safe
return not facts ?| array['gone', 'unsaid'];
comment on function private.is_shown_own is 'True if what is said of a shirt without a page may be shown with its owner''s collection';

create function private.team_of_own(facts jsonb) returns table (colors text[], country text, slug text)
language sql stable security definer rows 1 set search_path = ''
as $$
  select team.colors, team.country, competition.slug
  from public.teams team join public.competitions competition on competition.id = team.competition_id
  where team.slug = private.team_slug(facts ->> 'team') and competition.league = facts ->> 'league' order by team.id limit 1
$$;
comment on function private.team_of_own is 'The team of a shirt without a page, as far as the catalogue has it, and its competition';

create function private.own_shirt(facts jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.pick_columns(facts, array['title', 'team', 'league', 'season', 'year', 'kit_type'])
    || coalesce((select jsonb_build_object('colors', known.colors, 'country', known.country, 'competition', known.slug)
      from private.team_of_own(facts) known), '{}')
$$;
comment on function private.own_shirt is 'What others read of a shirt without a page';

create function private.taken_down_titles(member uuid) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select distinct private.fold(copy.former_jersey ->> 'title') from public.copies copy
    where copy.owner_id = taken_down_titles.member and not private.is_shown_own(copy.former_jersey))
$$;
comment on function private.taken_down_titles is 'Folded titles of a member''s shirts that aren''t shown: whoever says one again doesn''t show it again';

create function private.tidy_own_shirt() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.former_jersey := private.facts_of_line(new.former_jersey);
  if new.former_jersey is null or new.jersey_id is not null then
    perform private.refuse('copies_own_shirt', 'A shirt without a page has a title, a team and a league, and no jersey.');
  end if;
  if private.fold(new.former_jersey ->> 'title') = any (private.taken_down_titles(new.owner_id)) then
    new.former_jersey := new.former_jersey || '{"unsaid": true}';
  end if;
  return new;
end $$;
comment on function private.tidy_own_shirt is 'What its owner says of a shirt without a page, tidied; who found the jersey takes the jersey';

create function private.return_wishes(jersey_id uuid) returns void
language sql security definer set search_path = ''
as $$
  update public.user_wishlists wishlist set jersey_id = null
  where wishlist.jersey_id = return_wishes.jersey_id and wishlist.former_jersey is not null and not exists (
    select from public.user_wishlists w_same
    where w_same.user_id = wishlist.user_id and w_same.jersey_id is null and w_same.former_jersey = wishlist.former_jersey)
$$;
comment on function private.return_wishes is 'Wishes that a jersey adopted are for what their members said again, unless they have said so anew';

-- The jersey is removed or deleted, the shirt still hangs in the wardrobe. What its owner said of it stays.
create function private.keep_copies(jersey public.jerseys) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.return_wishes(jersey.id);
  perform private.lock_collections(array(select owner_id from public.copies where copies.jersey_id = jersey.id));
  update public.copies copy set jersey_id = null, former_jersey = coalesce(copy.former_jersey, private.former_facts(jersey))
  where copy.jersey_id = jersey.id;
end $$;

-- Without a path of its own it becomes part of the query, which then finds the shirts of a team by their index.
create function private.is_shirt_of(said jsonb, jersey public.jerseys, season text) returns boolean
language sql immutable parallel safe
return private.team_slug(said ->> 'team') = jersey.team_slug and said ->> 'league' = jersey.league
  and said ->> 'season' = season and said ->> 'kit_type' = jersey.kit_type;
comment on function private.is_shirt_of is
  'True if what a member says of a shirt without a page, team, league, season and kit type, is what the jersey is';

create function private.adopt_shirts(jersey_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
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
  -- Said again of what an edit has changed meanwhile.
  where wishlist.jersey_id is null and private.is_shirt_of(wishlist.former_jersey, jersey, season) and wishlist.id in (
    select distinct on (wish.user_id) wish.id from public.user_wishlists wish
    where wish.jersey_id is null and private.is_shirt_of(wish.former_jersey, jersey, season) and not exists (
      select from public.user_wishlists known where known.user_id = wish.user_id and known.jersey_id = jersey.id)
    order by wish.user_id, wish.created_at, wish.id);
  perform private.notify(owner, 'jersey', 'owned', 'jersey', jersey.id, jersey.title) from unnest(owners) owner;
end $$;
comment on function private.adopt_shirts is
  'Gives shirts without a page, owned or wished for, the jersey that has just become public, if team, season and kit type are the same and no other public one has them; owners are told';

-- A merge notes where the jersey's address leads: all of its copies go there.
create function private.move_copies() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.copies set jersey_id = new.into_id where jersey_id = new.from_id;
  return null;
end $$;

create function public.sweep_removed_copies(older_than interval default '30 days') returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  swept bigint;
begin
  delete from public.copies where removed_at < now() - older_than;
  get diagnostics swept = row_count;
  return swept;
end $$;
comment on function public.sweep_removed_copies is 'Deletes copies that were removed long ago; returns how many';

create function private.touch_copies() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A photo that an import brings is part of the import, not a change since.
  update public.copies set updated_at = now()
  where id in (select copy_id from changed where tg_op <> 'INSERT' or import_id is null);
  return null;
end $$;
comment on function private.touch_copies is 'Raises the version of copies whose photos have changed; see private.tidy_copy()';

create function private.lock_own_collection() returns void
language sql security definer set search_path = ''
as $$ select private.lock_collections(array[auth.uid()]) $$;
comment on function private.lock_own_collection is 'Takes the lock of private.lock_collection_first() in a function with its caller''s rights';

create policy "members read their own copies" on public.copies
  for select to authenticated using (owner_id = (select auth.uid()));

create policy "members add copies of jerseys they can read, or of none" on public.copies
  for insert to authenticated
  with check (
    owner_id = (select auth.uid())
    and (jersey_id is null or exists (select from public.jerseys where jerseys.id = jersey_id))
  );

-- A copy whose jersey was hidden or deleted stays editable.
create policy "members change their own copies" on public.copies
  for update to authenticated
  using (owner_id = (select auth.uid()));

create policy "members delete their own copies" on public.copies
  for delete to authenticated using (owner_id = (select auth.uid()));
