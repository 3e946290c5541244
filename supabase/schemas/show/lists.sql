-- Lists of shirts that members make, in an order and with a note each: jerseys of the catalogue, and their own without a page.
-- Private until their member makes one public.
-- Their member reads and writes the tables; others read public ones by functions alone, which read the switch first.
-- A reviewer hides a list: then its member alone sees it.

create table public.lists (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  title text not null
    constraint lists_title_length check (char_length(title) between 1 and 80)
    constraint lists_title_visible check (private.is_visible(title)),
  description text constraint lists_description_length check (char_length(description) <= 1000),
  is_public boolean not null default false,
  is_hidden boolean not null default false,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
comment on table public.lists is
  'Lists of jerseys by members. Their trigger lists_limit checks lists_per_member. Others read them with list() and its like';
comment on column public.lists.is_hidden is 'True if a reviewer has taken it from public view (hide_list)';
comment on column public.lists.changed_at is 'When a word or a jersey of it changed last';

create index lists_of_member on public.lists (member_id, changed_at desc, id);
comment on index public.lists_of_member is 'A member''s lists, the latest changed first: account, member''s page';

alter table public.lists enable row level security;
revoke all on public.lists from anon, authenticated;
grant select, delete on public.lists to authenticated;
grant select, insert, update, delete on public.lists to service_role;
grant insert (title, description, is_public) on public.lists to authenticated;
grant update (title, description, is_public) on public.lists to authenticated;

-- A key of its own: a merge remembers which rows it took along, and nothing embeds jerseys through it.
create table public.list_items (
  id uuid primary key default gen_random_uuid(),
  list_id uuid not null references public.lists (id) on delete cascade,
  jersey_id uuid references public.jerseys (id) on delete cascade,
  copy_id uuid references public.copies (id) on delete cascade,
  place integer not null,
  note text
    constraint list_items_note_length check (char_length(note) <= 200)
    constraint list_items_note_visible check (private.is_visible(note)),
  created_at timestamptz not null default now(),
  constraint list_items_list_id_jersey_id_key unique (list_id, jersey_id),
  constraint list_items_copy_id_list_id_key unique (copy_id, list_id),
  constraint list_items_one_shirt check (num_nonnulls(jersey_id, copy_id) = 1),
  -- Deferrable, so that one statement can move many.
  constraint list_items_list_id_place_key unique (list_id, place) deferrable
);
comment on table public.list_items is
  'The shirts of a list. Their trigger list_items_limit checks list_items_per_list';
comment on column public.list_items.copy_id is
  'A shirt of its member that had no page. Once a jersey is found for it, that is shown (shown_items)';
comment on column public.list_items.place is 'Their order; a removed jersey leaves its number free';

create index list_items_by_jersey on public.list_items (jersey_id, created_at desc, id);
comment on index public.list_items_by_jersey is 'The lists to which a jersey was added last: jersey page';

alter table public.list_items enable row level security;
revoke all on public.list_items from anon, authenticated;
grant select, delete on public.list_items to authenticated;
grant select, insert, update, delete on public.list_items to service_role;
grant insert (list_id, jersey_id, copy_id, place, note) on public.list_items to authenticated;
grant update (note) on public.list_items to authenticated;

create policy "members read their own lists" on public.lists
  for select to authenticated using (member_id = (select auth.uid()));

create policy "members make lists of their own" on public.lists
  for insert to authenticated with check (member_id = (select auth.uid()));

create policy "members change their own lists" on public.lists
  for update to authenticated
  using (member_id = (select auth.uid()));

create policy "members delete their own lists" on public.lists
  for delete to authenticated using (member_id = (select auth.uid()));

create policy "members read what is in their own lists" on public.list_items
  for select to authenticated
  using (list_id in (select id from public.lists where member_id = (select auth.uid())));

create policy "members add jerseys they can read, and own shirts without a page, to their own lists" on public.list_items
  for insert to authenticated
  with check (
    list_id in (select id from public.lists where member_id = (select auth.uid()))
    and (exists (select from public.jerseys where jerseys.id = jersey_id)
      or exists (select from public.copies where copies.id = copy_id and copies.jersey_id is null)));

create policy "members change notes in their own lists" on public.list_items
  for update to authenticated
  using (list_id in (select id from public.lists where member_id = (select auth.uid())));

create policy "members take jerseys out of their own lists" on public.list_items
  for delete to authenticated
  using (list_id in (select id from public.lists where member_id = (select auth.uid())));

-- What members write.

create function private.tidy_list() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.title := coalesce(private.tidy(new.title), '');
  new.description := private.tidy(new.description);
  new.changed_at := now();
  return new;
end $$;

-- Additions to one list wait for each other: each sees the places that are taken.
create function private.place_list_item() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  last integer;
begin
  new.note := private.tidy(new.note);
  if tg_op = 'UPDATE' then
    return new;
  end if;
  perform from public.lists where id = new.list_id for update;
  select coalesce(max(item.place), 0) into last from public.list_items item where item.list_id = new.list_id;
  -- Who undoes a removal says where the jersey was.
  if new.place is null or new.place not between 1 and last or exists (
    select from public.list_items item where item.list_id = new.list_id and item.place = new.place) then
    new.place := last + 1;
  end if;
  return new;
end $$;

-- Several sources in one: a search, a shelf (`own`), a team.
create function public.fill_list(list_id uuid, filter jsonb, sort text default 'best')
returns table (added uuid[], is_full boolean)
language plpgsql security definer rows 1 set search_path = ''
as $$
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
end $$;
comment on function public.fill_list is
  'Adds the jerseys that a filter of catalogue_page() shows to a list of the caller, as far as there is room, in their order, of a collection also its shirts without a page; tells which, and whether some found no room';

-- `jersey_id`: a jersey, or one's own shirt without a page.
create function public.move_in_list(list_id uuid, jersey_id uuid, place integer) returns void
language plpgsql security definer set search_path = ''
as $$
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
end $$;
comment on function public.move_in_list is 'Moves a shirt of a list of the caller to a place, counted from 1';

-- What others read.

create function private.is_shown_list(list public.lists) returns boolean
language sql stable security definer set search_path = ''
as $$
  select list.is_public and not list.is_hidden and not exists (
    select from auth.users u where u.id = list.member_id and u.banned_until > now())
$$;
comment on function private.is_shown_list is 'True if everybody sees a list. Nothing of a suspended account is shown';

create function private.shown_items(list_id uuid) returns table (place integer, jersey_id uuid, note text, copy public.copies)
language sql stable security definer rows 100 set search_path = ''
as $$
  select shown.place, shown.jersey_id, shown.note, shown.copy
  from (
    select item.place, jersey.id as jersey_id, item.note, copy, row_number() over (partition by jersey.id order by item.place) as nth
    from public.list_items item
    left join public.copies copy on copy.id = item.copy_id and copy.removed_at is null
    left join public.jerseys jersey
      on jersey.id = coalesce(item.jersey_id, copy.jersey_id) and jersey.status = 'approved' and jersey.is_active
    where item.list_id = shown_items.list_id
      and (jersey.id is not null or copy.id is not null and private.is_shown_own(copy.former_jersey))) shown
  -- Each jersey once, also if it was found for a shirt beside it.
  where shown.jersey_id is null or shown.nth = 1
$$;
comment on function private.shown_items is
  'What everybody sees of a list that is shown: public jerseys, also those that were found for a shirt, and shirts without a page whose words may be shown';

create function private.list_cards(list_ids uuid[])
returns table (
  id uuid, title text, description text, member_id uuid, username text, display_name text, jerseys bigint, covers uuid[],
  changed_at timestamptz
)
language sql stable security definer rows 10 set search_path = ''
as $$
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
$$;
comment on function private.list_cards is
  'Those of these lists that everybody sees, with how many shirts each has and the first four jerseys';

create function public.list(list_id uuid)
returns table (
  id uuid, title text, description text, member_id uuid, username text, display_name text, jerseys bigint, covers uuid[],
  changed_at timestamptz
)
language sql stable security definer rows 1 set search_path = ''
as $$ select * from private.list_cards(array[list.list_id]) $$;
comment on function public.list is 'A public list and whose it is; no row of any other';

create function public.items_of_list(list_id uuid)
returns table (place integer, jersey_id uuid, note text, own jsonb)
language sql stable security definer rows 100 set search_path = ''
as $$
  select item.place, item.jersey_id, item.note, case when item.jersey_id is null then private.own_shirt((item.copy).former_jersey) end
  from public.lists list
  cross join lateral private.shown_items(list.id) item
  where list.id = items_of_list.list_id and private.is_shown_list(list)
  order by item.place
$$;
comment on function public.items_of_list is
  'The shirts of a public list in their order, each with its note: a public jersey, or what is said of one without a page';

create function public.held_of_list(list_id uuid)
returns table (jersey_id uuid, is_held boolean, is_wished boolean)
language sql stable security definer rows 100 set search_path = ''
as $$
  select item.jersey_id,
    exists (
      select from public.user_collections collection where collection.user_id = auth.uid() and collection.jersey_id = item.jersey_id),
    exists (
      select from public.user_wishlists wishlist where wishlist.user_id = auth.uid() and wishlist.jersey_id = item.jersey_id)
  from public.lists list
  cross join lateral private.shown_items(list.id) item
  where list.id = held_of_list.list_id and (private.is_shown_list(list) or list.member_id = auth.uid()) and item.jersey_id is not null
  order by item.place
$$;
comment on function public.held_of_list is
  'The public jerseys of a list that the caller sees, and whether they have or wish for each';

create function public.lists_of_member(username text)
returns table (
  id uuid, title text, description text, member_id uuid, username text, display_name text, jerseys bigint, covers uuid[],
  changed_at timestamptz
)
language sql stable security definer rows 10 set search_path = ''
as $$
  select card.* from private.list_cards(array(
    select list.id from public.lists list
    join public.profiles profile on profile.id = list.member_id
    where profile.username = lists_of_member.username and list.is_public)) card
$$;
comment on function public.lists_of_member is 'The public lists of a member, the latest changed first';

-- Of a jersey in very many lists, those to which it was added last are looked at.
create function public.lists_with(jersey_id uuid)
returns table (
  id uuid, title text, description text, member_id uuid, username text, display_name text, jerseys bigint, covers uuid[],
  changed_at timestamptz
)
language sql stable security definer rows 4 set search_path = ''
as $$
  select card.* from private.list_cards(array(
    select found.id
    from (
      -- Private ones are passed over before anything is asked about their members.
      select list.id, list.changed_at, list as whole
      from public.jerseys jersey
      cross join lateral (
        select item.list_id from public.list_items item
        where item.jersey_id = jersey.id order by item.created_at desc, item.id limit 5000) latest
      join public.lists list on list.id = latest.list_id and list.is_public and not list.is_hidden
      where jersey.id = lists_with.jersey_id and jersey.status = 'approved' and jersey.is_active
      order by list.changed_at desc, list.id
      offset 0) found
    where private.is_shown_list(found.whole)
    order by found.changed_at desc, found.id
    limit 4)) card
$$;
comment on function public.lists_with is 'Up to four public lists with a public jersey, the latest changed first';

create function public.hide_list(list_id uuid, reason text, hidden boolean default true) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  given constant text := private.tidy(reason);
  list public.lists;
begin
  perform private.require_reviewer('hide lists');
  select * into list from public.lists l where l.id = hide_list.list_id for update;
  -- Of what was never public nobody learns that it is there.
  if not found or not (list.is_public or list.is_hidden) then
    raise sqlstate 'PT404' using message = 'list_not_found', detail = 'There is no such public list.';
  end if;
  if list.member_id = auth.uid() then
    raise insufficient_privilege using
      message = 'moderation_own', detail = 'Nobody decides on their own list.';
  end if;
  if hidden and (given is null or char_length(given) > 1000) then
    raise sqlstate 'PT400' using
      message = 'list_reason_required', detail = 'The member reads why, in 1 to 1000 characters.';
  end if;
  if list.is_hidden = hidden then
    return;
  end if;
  update public.lists set is_hidden = hidden where id = list.id;
  if hidden then
    perform private.set_change('undoable', 'true');
  else
    -- Within seconds its member was told nothing, and isn't now.
    delete from public.notices notice
    where notice.recipient_id = list.member_id and notice.outcome = 'list_hidden' and notice.title = list.title
      and notice.due_at > clock_timestamp();
    if found then
      return;
    end if;
  end if;
  perform private.notify(
    list.member_id, 'jersey', case when hidden then 'list_hidden' else 'list_shown' end, 'list', null, list.title, given);
  perform private.set_change('undoable', null);
end $$;
comment on function public.hide_list is
  'Takes a public list from public view, or puts it back; its member is told why';

-- On record and on pages.

create function private.record_list() returns trigger
language plpgsql security definer set search_path = ''
as $$
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
end $$;

create function private.record_list_note() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.lists where id = coalesce(new.list_id, old.list_id) and is_public) then
    perform private.log_change(
      'list_items', coalesce(new.list_id, old.list_id)::text, case when tg_op <> 'INSERT' then to_jsonb(old) end,
      case when tg_op <> 'DELETE' then to_jsonb(new) end);
  end if;
  return null;
end $$;
comment on function private.record_list_note is 'Puts a note in a public list on record; row_id is the list''s';

create function private.mark_listed(list_id uuid) returns void
language sql security definer set search_path = ''
as $$
  insert into private.changes (kind, id)
  select 'page', item.jersey_id from public.list_items item
  where item.list_id = mark_listed.list_id and item.jersey_id is not null
$$;
comment on function private.mark_listed is 'Notes that the pages of the jerseys of a list are outdated, because they show lists';

-- Pages that show a list have its id: those of its jerseys, of its member. Those that are to show it don't.
create function private.invalidate_list() returns trigger
language plpgsql security definer set search_path = ''
as $$
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
end $$;

create function private.invalidate_lists_of_member() returns trigger
language plpgsql security definer set search_path = ''
as $$
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
end $$;

create function private.follow_list_items() returns trigger
language plpgsql security definer set search_path = ''
as $$
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
end $$;
comment on function private.follow_list_items is
  'Dates the lists whose jerseys changed, and tells servers which pages are outdated';
