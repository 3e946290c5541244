-- A wider check: rows that there are fit it.
alter table public.notices
  drop constraint notices_about_known,
  add constraint notices_about_known check (about in ('jersey', 'comment', 'profile', 'list', 'team', 'competition')) not valid;

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
create index lists_of_member on public.lists (member_id, changed_at desc, id);
alter table public.lists enable row level security;

create table public.list_items (
  id uuid primary key default gen_random_uuid(),
  list_id uuid not null references public.lists (id) on delete cascade,
  jersey_id uuid not null references public.jerseys (id) on delete cascade,
  place integer not null,
  note text
    constraint list_items_note_length check (char_length(note) <= 200)
    constraint list_items_note_visible check (private.is_visible(note)),
  created_at timestamptz not null default now(),
  constraint list_items_list_id_jersey_id_key unique (list_id, jersey_id),
  constraint list_items_list_id_place_key unique (list_id, place) deferrable
);
create index list_items_by_jersey on public.list_items (jersey_id, created_at desc, id);
alter table public.list_items enable row level security;

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

REVOKE ALL ON TABLE "public"."list_items" FROM "anon";

REVOKE ALL ON TABLE "public"."lists" FROM "anon";

create or replace function private.bring_back(became public.gone_jerseys, reason text, notifies boolean default true) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  gone constant uuid := became.jersey_id;
  kept constant uuid := became.into_id;
begin
  perform private.lock_jerseys(array_remove(array[gone, kept], null));
  update public.jerseys set is_active = true where id = gone;

  -- Each row that is still where it was moved to. Collections follow copies.
  update public.copies copy
  set jersey_id = gone, former_jersey = case when kept is null then null else copy.former_jersey end
  from private.moved_rows moved
  where moved.jersey_id = gone and moved.relation = 'copies' and moved.row_id = copy.id
    and copy.jersey_id is not distinct from kept;
  -- The row that came with the jersey stays where there is another copy by now: under an id of its own.
  update public.user_collections collected set id = gen_random_uuid()
  from private.moved_rows moved
  where moved.jersey_id = gone and moved.relation = 'user_collections' and collected.id = moved.row_id
    and collected.jersey_id = kept;
  update public.user_collections collected
  set id = moved.row_id, created_at = (moved.stored ->> 'created_at')::timestamptz
  from private.moved_rows moved
  where moved.jersey_id = gone and moved.relation = 'user_collections'
    and collected.user_id = moved.member_id and collected.jersey_id = gone
    and not exists (select from public.user_collections taken where taken.id = moved.row_id);

  if kept is not null then
    delete from public.jersey_redirects where from_id = gone and into_id = kept;
    update public.jersey_redirects redirect set into_id = gone
    from private.moved_rows moved
    where moved.jersey_id = gone and moved.relation = 'jersey_redirects' and moved.row_id = redirect.from_id
      and redirect.into_id = kept;
    update public.jersey_votes vote set jersey_id = gone
    from private.moved_rows moved
    where moved.jersey_id = gone and moved.relation = 'jersey_votes' and moved.row_id = vote.voter_id
      and vote.jersey_id = kept
      and not exists (select from public.jersey_votes own where own.jersey_id = gone and own.voter_id = vote.voter_id);
    update public.user_wishlists wish set jersey_id = gone
    from private.moved_rows moved
    where moved.jersey_id = gone and moved.relation = 'user_wishlists' and moved.row_id = wish.id
      and wish.jersey_id = kept
      and not exists (select from public.user_wishlists own where own.jersey_id = gone and own.user_id = wish.user_id);
    update public.list_items item set jersey_id = gone
    from private.moved_rows moved
    where moved.jersey_id = gone and moved.relation = 'list_items' and moved.row_id = item.id
      and item.jersey_id = kept
      and not exists (select from public.list_items own where own.jersey_id = gone and own.list_id = item.list_id);
    update public.comments comment set jersey_id = gone
    from private.moved_rows moved
    where moved.jersey_id = gone and moved.relation = 'comments' and moved.row_id = comment.id
      and comment.jersey_id = kept;
    update public.reports report set target_id = gone
    from private.moved_rows moved
    where moved.jersey_id = gone and moved.relation = 'reports' and moved.row_id = report.id
      and report.jersey_id = kept
      and not (report.status = 'open' and exists (
        select from public.reports own
        where own.jersey_id = gone and own.status = 'open' and own.reporter_id = report.reporter_id));
    update public.jersey_images image set jersey_id = gone, position = (moved.stored #>> '{}')::integer
    from private.moved_rows moved
    where moved.jersey_id = gone and moved.relation = 'jersey_images' and moved.row_id = image.id
      and image.jersey_id = kept and image.suggestion_id is null;
    update public.notices notice set jersey_id = gone
    from private.moved_rows moved
    where moved.jersey_id = gone and moved.relation = 'notices' and moved.row_id = notice.id
      and notice.jersey_id = kept;
    perform private.move_suggestions(gone, gone, became.title);
  end if;
  update public.suggestions set held_at = null
  where target_type = 'jersey' and target_id = gone and held_at is not null;
  perform private.withhold_files(array(select path from public.jersey_images where jersey_id = gone), false);
  delete from public.gone_jerseys where jersey_id = gone;
  perform private.write_departure(gone, kept, became.title, became.urgency, false);
  if notifies then
    perform private.notify_members_with_jersey(gone, 'brought_back', gone, became.title, reason);
  end if;
end $$;

create or replace function private.follow_list_items() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.lists list set changed_at = now() where list.id in (select list_id from changed);
  -- A note is on the list's own page, which no cache has.
  if tg_op <> 'UPDATE' then
    perform private.invalidate_pages(list.id) from public.lists list
    where list.is_public and list.id in (select list_id from changed);
  end if;
  if tg_op = 'INSERT' then
    insert into private.outdated (jersey_id)
    select distinct item.jersey_id
    from changed item join public.lists list on list.id = item.list_id and list.is_public
    order by item.jersey_id
    on conflict (jersey_id) do update set jersey_id = excluded.jersey_id;
  end if;
  return null;
end $$;

create or replace function private.invalidate_list() returns trigger
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
  return null;
end $$;

create or replace function private.invalidate_lists_of_member() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.invalidate_pages(list.id), private.mark_listed(list.id)
  from public.lists list where list.member_id = new.id and list.is_public;
  perform private.invalidate_pages(new.id);
  return null;
end $$;

create or replace function private.is_shown_list(list public.lists) returns boolean
language sql stable security definer set search_path = ''
as $$
  select list.is_public and not list.is_hidden and not exists (
    select from auth.users account where account.id = list.member_id and account.banned_until > now())
$$;

create or replace function private.limit_list_items() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.list_items
    where list_id in (select list_id from changed) group by list_id having count(*) > private.most_list_items()
  ) then
    perform private.refuse('list_items_per_list', 'A list has at most 500 jerseys.');
  end if;
  return null;
end $$;

create or replace function private.limit_lists() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.lists where member_id in (select member_id from added) group by member_id having count(*) > 200
  ) then
    perform private.refuse('lists_per_member', 'A member has at most 200 lists.');
  end if;
  return null;
end $$;

create or replace function private.list_cards(list_ids uuid[])
returns table (
  id uuid, title text, description text, member_id uuid, username text, display_name text, jerseys bigint, covers uuid[],
  changed_at timestamptz
)
language sql stable security definer rows 10 set search_path = ''
as $$
  select list.id, list.title, list.description, list.member_id, member.username, member.display_name, shown.jerseys,
    coalesce(shown.covers, '{}'), list.changed_at
  from public.lists list
  join public.profiles member on member.id = list.member_id
  cross join lateral (
    select count(*) as jerseys, (array_agg(jersey.id order by item.place))[:4] as covers
    from public.list_items item
    join public.jerseys jersey on jersey.id = item.jersey_id and jersey.status = 'approved' and jersey.is_active
    where item.list_id = list.id
  ) shown
  where list.id = any (list_cards.list_ids) and private.is_shown_list(list)
  order by list.changed_at desc, list.id
$$;

create or replace function private.mark_listed(list_id uuid) returns void
language sql security definer set search_path = ''
as $$
  insert into private.outdated (jersey_id)
  select item.jersey_id from public.list_items item where item.list_id = mark_listed.list_id order by item.jersey_id
  on conflict (jersey_id) do update set jersey_id = excluded.jersey_id
$$;

create or replace function private.most_list_items() returns integer
language sql immutable parallel safe
return 500;

create or replace function private.move_jersey(gone uuid, kept uuid) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  images integer;
begin
  insert into private.moved_rows (jersey_id, relation, row_id, member_id)
  select gone, 'suggestions', moved.id, null::uuid from public.suggestions moved
  where target_type = 'jersey' and target_id = gone and status = 'open' and kind in ('edit', 'photos')
    -- What an author wants of their own jersey is about that one.
    and moved.member_id is distinct from (select author_id from public.jerseys where id = gone)
    -- Of a member with one for each, that about the other jersey waits until this one comes back.
    and not exists (
      select from public.suggestions own
      where own.target_id = kept and own.member_id = moved.member_id and own.status = 'open' and own.kind in ('edit', 'photos'))
  union all
  select gone, 'jersey_redirects', from_id, null from public.jersey_redirects where into_id = gone
  union all
  select gone, 'comments', id, null from public.comments where jersey_id = gone
  union all
  select gone, 'notices', id, recipient_id from public.notices where jersey_id = gone;

  -- A member who has both keeps the row of the jersey that stays. The duplicate stays with the other jersey.
  with moved as (
    update public.jersey_votes moved set jersey_id = kept
    where jersey_id = gone and not exists (
      select from public.jersey_votes own where own.jersey_id = kept and own.voter_id = moved.voter_id)
    returning voter_id)
  insert into private.moved_rows (jersey_id, relation, row_id, member_id)
  select gone, 'jersey_votes', voter_id, voter_id from moved;
  update public.user_collections moved set jersey_id = kept
  where jersey_id = gone and not exists (
    select from public.user_collections own
    where own.jersey_id = kept and own.user_id = moved.user_id);
  with moved as (
    update public.user_wishlists moved set jersey_id = kept
    where jersey_id = gone and not exists (
      select from public.user_wishlists own
      where own.jersey_id = kept and own.user_id = moved.user_id)
    returning id)
  insert into private.moved_rows (jersey_id, relation, row_id)
  select gone, 'user_wishlists', id from moved;
  with moved as (
    update public.list_items moved set jersey_id = kept
    where jersey_id = gone and not exists (
      select from public.list_items own
      where own.jersey_id = kept and own.list_id = moved.list_id)
    returning id)
  insert into private.moved_rows (jersey_id, relation, row_id)
  select gone, 'list_items', id from moved;
  update public.comments set jersey_id = kept where jersey_id = gone;
  with moved as (
    update public.reports moved set target_id = kept
    where jersey_id = gone and not (status = 'open' and exists (
      select from public.reports own
      where own.jersey_id = kept and own.status = 'open' and own.reporter_id = moved.reporter_id))
    returning id)
  insert into private.moved_rows (jersey_id, relation, row_id)
  select gone, 'reports', id from moved;
  -- Images move behind the existing ones, up to five of each contributor (of former members together) and twenty in all.
  select greatest(
    (select count(*) from public.jersey_images where jersey_id = kept and suggestion_id is null),
    (select count(*) from private.edited_images where jersey_id = kept)) into images;
  with next as (
    select fitting.id, fitting.position, row_number() over (order by fitting.position, fitting.id) as place
    from (
      select image.id, image.position,
        row_number() over (partition by image.contributor_id order by image.position, image.id) as nth,
        (select greatest(
            count(*) filter (where own.suggestion_id is null),
            count(*) filter (where own.id in (select edited.id from private.edited_images edited where edited.jersey_id = kept)))
          from public.jersey_images own
          where own.jersey_id = kept and own.contributor_id is not distinct from image.contributor_id) as present
      from public.jersey_images image where image.jersey_id = gone and image.suggestion_id is null
    ) fitting
    where fitting.nth + fitting.present <= 5
  ), moved as (
    update public.jersey_images moved
    set jersey_id = kept, position = (
        select coalesce(max(own.position), -1) from public.jersey_images own where own.jersey_id = kept
      ) + next.place
    from next where moved.id = next.id and next.place <= 20 - images
    returning moved.id, next.position as was
  )
  insert into private.moved_rows (jersey_id, relation, row_id, stored)
  select gone, 'jersey_images', id, to_jsonb(was) from moved;

  update public.notices set jersey_id = kept where jersey_id = gone;
  perform private.move_suggestions(gone, kept, (select title from public.jerseys where id = kept));
  update public.jersey_redirects set into_id = kept where into_id = gone;
  -- Copies follow (jersey_redirects_copies).
  insert into public.jersey_redirects (from_id, into_id) values (gone, kept);
end $$;

create or replace function private.place_list_item() returns trigger
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
    select from public.list_items taken where taken.list_id = new.list_id and taken.place = new.place) then
    new.place := last + 1;
  end if;
  return new;
end $$;

create or replace function private.record_list() returns trigger
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
        select coalesce(jsonb_object_agg(item.jersey_id, item.note), '{}')
        from public.list_items item where item.list_id = new.id and item.note is not null));
    end if;
  end if;
  if was is not null or becomes is not null then
    perform private.log_change('lists', coalesce(becomes, was) ->> 'id', was - 'changed_at', becomes - 'changed_at');
  end if;
  return null;
end $$;

create or replace function private.record_list_note() returns trigger
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

create or replace function private.tidy_list() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.title := coalesce(private.tidy(new.title), '');
  new.description := private.tidy(new.description);
  new.changed_at := now();
  return new;
end $$;

create or replace function public.fill_list(list_id uuid, filter jsonb, sort text default 'best')
returns table (added integer, is_full boolean)
language plpgsql security definer rows 1 set search_path = ''
as $$
declare
  room integer;
  step jsonb;
  ids uuid[] := '{}';
  fresh uuid[];
begin
  perform from public.lists own where own.id = fill_list.list_id and own.member_id = auth.uid() for update;
  if not found then
    raise insufficient_privilege using message = 'list_denied', detail = 'Members fill their own lists.';
  end if;
  perform private.check_standing();
  select private.most_list_items() - count(*) into room
  from public.list_items item where item.list_id = fill_list.list_id;
  -- Those that are in it already are passed over; so many steps are the longest list twice over.
  for number in 1..45 loop
    step := public.catalogue_page(filter, sort, step ->> 'next');
    fresh := array(
      select found.id::uuid from jsonb_array_elements_text(step -> 'ids') with ordinality found (id, place)
      where not exists (
        select from public.list_items item where item.list_id = fill_list.list_id and item.jersey_id = found.id::uuid)
      order by found.place);
    ids := ids || fresh;
    exit when step ->> 'next' is null or cardinality(ids) > room;
  end loop;
  is_full := cardinality(ids) > room;
  ids := ids[:room];
  added := cardinality(ids);
  perform private.count_write('list_items', added);
  insert into public.list_items (list_id, jersey_id)
  select fill_list.list_id, chosen.id from unnest(ids) with ordinality chosen (id, place) order by chosen.place;
  return next;
end $$;

REVOKE ALL ON FUNCTION "public"."fill_list"(uuid, jsonb, text) FROM "anon";

create or replace function public.hide_list(list_id uuid, reason text, hidden boolean default true) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  given constant text := private.tidy(reason);
  list public.lists;
begin
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators hide lists.';
  end if;
  select * into list from public.lists stored where stored.id = hide_list.list_id for update;
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
  perform private.notify(
    list.member_id, 'jersey', case when hidden then 'taken_down' else 'brought_back' end, 'list', null, list.title, given);
end $$;

REVOKE ALL ON FUNCTION "public"."hide_list"(uuid, text, boolean) FROM "anon";

create or replace function public.items_of_list(list_id uuid)
returns table (place integer, jersey_id uuid, note text)
language sql stable security definer rows 100 set search_path = ''
as $$
  select item.place, jersey.id, item.note
  from public.lists list
  join public.list_items item on item.list_id = list.id
  join public.jerseys jersey on jersey.id = item.jersey_id and jersey.status = 'approved' and jersey.is_active
  where list.id = items_of_list.list_id and private.is_shown_list(list)
  order by item.place
$$;

create or replace function public.list(list_id uuid)
returns table (
  id uuid, title text, description text, member_id uuid, username text, display_name text, jerseys bigint, covers uuid[],
  changed_at timestamptz
)
language sql stable security definer rows 1 set search_path = ''
as $$ select * from private.list_cards(array[list.list_id]) $$;

create or replace function public.lists_of_member(username text)
returns table (
  id uuid, title text, description text, member_id uuid, username text, display_name text, jerseys bigint, covers uuid[],
  changed_at timestamptz
)
language sql stable security definer rows 10 set search_path = ''
as $$
  select card.* from private.list_cards(array(
    select list.id from public.lists list
    join public.profiles member on member.id = list.member_id
    where member.username = lists_of_member.username and list.is_public)) card
$$;

create or replace function public.lists_with(jersey_id uuid)
returns table (
  id uuid, title text, description text, member_id uuid, username text, display_name text, jerseys bigint, covers uuid[],
  changed_at timestamptz
)
language sql stable security definer rows 4 set search_path = ''
as $$
  select card.* from private.list_cards(array(
    select list.id
    from public.jerseys jersey
    cross join lateral (
      select item.list_id from public.list_items item
      where item.jersey_id = jersey.id order by item.created_at desc, item.id limit 500) latest
    join public.lists list on list.id = latest.list_id
    where jersey.id = lists_with.jersey_id and jersey.status = 'approved' and jersey.is_active
      and private.is_shown_list(list)
    order by list.changed_at desc, list.id
    limit 4)) card
$$;

create or replace function public.move_in_list(list_id uuid, jersey_id uuid, place integer) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.lists own where own.id = move_in_list.list_id and own.member_id = auth.uid() for update;
  if not found then
    raise insufficient_privilege using message = 'list_denied', detail = 'Members order their own lists.';
  end if;
  perform private.check_standing();
  perform private.count_write('list_items', 1);
  update public.list_items item set place = ordered.place
  from (
    select others.id, others.nth + case when others.nth >= move_in_list.place then 1 else 0 end as place
    from (
      select other.id, row_number() over (order by other.place)::integer as nth
      from public.list_items other
      where other.list_id = move_in_list.list_id and other.jersey_id <> move_in_list.jersey_id) others
    union all
    select moved.id, greatest(1, least(move_in_list.place, (
      select count(*)::integer from public.list_items every where every.list_id = move_in_list.list_id)))
    from public.list_items moved
    where moved.list_id = move_in_list.list_id and moved.jersey_id = move_in_list.jersey_id
  ) ordered
  where item.id = ordered.id and item.place <> ordered.place;
end $$;

REVOKE ALL ON FUNCTION "public"."move_in_list"(uuid, uuid, integer) FROM "anon";

create trigger on_suspension after update of banned_until on auth.users
for each row when (old.banned_until is distinct from new.banned_until)
execute function private.invalidate_lists_of_member();

create trigger list_items_admit before insert on public.list_items
for each row execute function private.guard_gone('jersey_id');

create trigger list_items_audit_delete after delete on public.list_items
for each row when (old.note is not null) execute function private.record_list_note();

create trigger list_items_audit_insert after insert on public.list_items
for each row when (new.note is not null) execute function private.record_list_note();

create trigger list_items_audit_update after update of note on public.list_items
for each row when (new.note is distinct from old.note) execute function private.record_list_note();

create trigger list_items_followed_delete after delete on public.list_items
referencing old table as changed
for each statement execute function private.follow_list_items();

create trigger list_items_followed_insert after insert on public.list_items
referencing new table as changed
for each statement execute function private.follow_list_items();

create trigger list_items_followed_update after update on public.list_items
referencing new table as changed
for each statement execute function private.follow_list_items();

create trigger list_items_limit after insert on public.list_items
referencing new table as changed
for each statement execute function private.limit_list_items();

create trigger list_items_note_rate before update of note on public.list_items
for each row when (current_user = 'authenticated') execute function private.count_change('list_items');

create trigger list_items_place before insert or update of note on public.list_items
for each row execute function private.place_list_item();

create trigger list_items_rate after insert on public.list_items
referencing new table as counted
for each statement when (current_user = 'authenticated')
execute function private.count_rows('list_items');

create trigger list_items_standing before insert or update or delete on public.list_items
for each statement when (current_user = 'authenticated') execute function private.require_standing();

create trigger lists_audit
after insert or delete or update of title, description, is_public, is_hidden on public.lists
for each row execute function private.record_list();

create trigger lists_edit_rate before update of title, description on public.lists
for each row when (current_user = 'authenticated') execute function private.count_change('edits');

create trigger lists_invalidate
after insert or delete or update of title, description, is_public, is_hidden on public.lists
for each row execute function private.invalidate_list();

create trigger lists_limit after insert on public.lists
referencing new table as added
for each statement execute function private.limit_lists();

create trigger lists_rate after insert on public.lists
referencing new table as counted
for each statement when (current_user = 'authenticated')
execute function private.count_rows('lists');

create trigger lists_standing before insert or update or delete on public.lists
for each statement when (current_user = 'authenticated') execute function private.require_standing();

create trigger lists_tidy before insert or update of title, description, is_public on public.lists
for each row execute function private.tidy_list();

create policy "members add jerseys they can read to their own lists" on public.list_items
  for insert to authenticated
  with check (
    list_id in (select id from public.lists where member_id = (select auth.uid()))
    and exists (select from public.jerseys where jerseys.id = jersey_id));

create policy "members change notes in their own lists" on public.list_items
  for update to authenticated
  using (list_id in (select id from public.lists where member_id = (select auth.uid())))
  with check (list_id in (select id from public.lists where member_id = (select auth.uid())));

create policy "members read what is in their own lists" on public.list_items
  for select to authenticated
  using (list_id in (select id from public.lists where member_id = (select auth.uid())));

create policy "members take jerseys out of their own lists" on public.list_items
  for delete to authenticated
  using (list_id in (select id from public.lists where member_id = (select auth.uid())));

CREATE POLICY "service role" ON "public"."list_items" FOR ALL TO "service_role" USING (true) WITH CHECK (true);

create policy "members change their own lists" on public.lists
  for update to authenticated
  using (member_id = (select auth.uid())) with check (member_id = (select auth.uid()));

create policy "members delete their own lists" on public.lists
  for delete to authenticated using (member_id = (select auth.uid()));

create policy "members make lists of their own" on public.lists
  for insert to authenticated with check (member_id = (select auth.uid()));

create policy "members read their own lists" on public.lists
  for select to authenticated using (member_id = (select auth.uid()));

CREATE POLICY "service role" ON "public"."lists" FOR ALL TO "service_role" USING (true) WITH CHECK (true);

COMMENT ON COLUMN "public"."list_items"."place" IS 'Their order; a removed jersey leaves its number free';

COMMENT ON COLUMN "public"."lists"."changed_at" IS 'When a word or a jersey of it changed last';

COMMENT ON COLUMN "public"."lists"."is_hidden" IS 'True if a reviewer has taken it from public view (hide_list)';

COMMENT ON FUNCTION "private"."follow_list_items"() IS 'Dates the lists whose jerseys changed, and tells servers which pages are outdated';

COMMENT ON FUNCTION "private"."is_shown_list"(public.lists) IS 'True if everybody sees a list. Nothing of a suspended account is shown';

COMMENT ON FUNCTION "private"."list_cards"(uuid[]) IS 'Those of these lists that everybody sees, with how many public jerseys each has and the first four';

COMMENT ON FUNCTION "private"."mark_listed"(uuid) IS 'Notes that the pages of the jerseys of a list are outdated, because they show lists';

COMMENT ON FUNCTION "private"."most_list_items"() IS 'How many jerseys a list has at most';

COMMENT ON FUNCTION "private"."record_list_note"() IS 'Puts a note in a public list on record; row_id is the list''s';

COMMENT ON FUNCTION "public"."fill_list"(uuid, jsonb, text) IS 'Adds the jerseys that a filter of catalogue_page() shows to a list of the caller, as far as there is room, in their order; tells how many, and whether some found no room';

COMMENT ON FUNCTION "public"."hide_list"(uuid, text, boolean) IS 'Takes a public list from public view, or puts it back; its member is told why';

COMMENT ON FUNCTION "public"."items_of_list"(uuid) IS 'The public jerseys of a public list in their order, each with its note';

COMMENT ON FUNCTION "public"."list"(uuid) IS 'A public list and whose it is; no row of any other';

COMMENT ON FUNCTION "public"."lists_of_member"(text) IS 'The public lists of a member, the latest changed first';

COMMENT ON FUNCTION "public"."lists_with"(uuid) IS 'Up to four public lists with a public jersey, the latest changed first';

COMMENT ON FUNCTION "public"."move_in_list"(uuid, uuid, integer) IS 'Moves a jersey of a list of the caller to a place, counted from 1';

COMMENT ON INDEX "public"."list_items_by_jersey" IS 'The lists to which a jersey was added last: jersey page';

COMMENT ON INDEX "public"."lists_of_member" IS 'A member''s lists, the latest changed first: account, member''s page';

COMMENT ON TABLE "public"."list_items" IS 'The jerseys of a list. private.limit_list_items() checks list_items_per_list';

COMMENT ON TABLE "public"."lists" IS 'Lists of jerseys by members. private.limit_lists() checks lists_per_member. Others read them with list() and its like';

REVOKE ALL ON FUNCTION "private"."follow_list_items"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."invalidate_list"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."invalidate_lists_of_member"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_shown_list"(public.lists) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."limit_list_items"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."limit_lists"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_cards"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mark_listed"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."most_list_items"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."place_list_item"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_list"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_list_note"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tidy_list"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."fill_list"(uuid, jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."fill_list"(uuid, jsonb, text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."fill_list"(uuid, jsonb, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."hide_list"(uuid, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."hide_list"(uuid, text, boolean) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."hide_list"(uuid, text, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."items_of_list"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."items_of_list"(uuid) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."items_of_list"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."list"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list"(uuid) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."list"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."lists_of_member"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."lists_of_member"(text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."lists_of_member"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."lists_with"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."lists_with"(uuid) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."lists_with"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."move_in_list"(uuid, uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."move_in_list"(uuid, uuid, integer) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."move_in_list"(uuid, uuid, integer) TO "service_role";

REVOKE ALL ("jersey_id") ON TABLE "public"."list_items" FROM "authenticated";

GRANT INSERT ("jersey_id") ON TABLE "public"."list_items" TO "authenticated";

REVOKE ALL ("list_id") ON TABLE "public"."list_items" FROM "authenticated";

GRANT INSERT ("list_id") ON TABLE "public"."list_items" TO "authenticated";

REVOKE ALL ("note") ON TABLE "public"."list_items" FROM "authenticated";

GRANT INSERT ("note"), UPDATE ("note") ON TABLE "public"."list_items" TO "authenticated";

REVOKE ALL ("place") ON TABLE "public"."list_items" FROM "authenticated";

GRANT INSERT ("place") ON TABLE "public"."list_items" TO "authenticated";

REVOKE ALL ON TABLE "public"."list_items" FROM "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."list_items" TO "authenticated";

REVOKE ALL ("description") ON TABLE "public"."lists" FROM "authenticated";

GRANT INSERT ("description"), UPDATE ("description") ON TABLE "public"."lists" TO "authenticated";

REVOKE ALL ("is_public") ON TABLE "public"."lists" FROM "authenticated";

GRANT INSERT ("is_public"), UPDATE ("is_public") ON TABLE "public"."lists" TO "authenticated";

REVOKE ALL ("title") ON TABLE "public"."lists" FROM "authenticated";

GRANT INSERT ("title"), UPDATE ("title") ON TABLE "public"."lists" TO "authenticated";

REVOKE ALL ON TABLE "public"."lists" FROM "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."lists" TO "authenticated";

REVOKE ALL ("jersey_id") ON TABLE "public"."list_items" FROM "authenticated";

GRANT INSERT ("jersey_id") ON TABLE "public"."list_items" TO "authenticated";

REVOKE ALL ("list_id") ON TABLE "public"."list_items" FROM "authenticated";

GRANT INSERT ("list_id") ON TABLE "public"."list_items" TO "authenticated";

REVOKE ALL ("note") ON TABLE "public"."list_items" FROM "authenticated";

GRANT INSERT ("note"), UPDATE ("note") ON TABLE "public"."list_items" TO "authenticated";

REVOKE ALL ("place") ON TABLE "public"."list_items" FROM "authenticated";

GRANT INSERT ("place") ON TABLE "public"."list_items" TO "authenticated";

REVOKE ALL ("description") ON TABLE "public"."lists" FROM "authenticated";

GRANT INSERT ("description"), UPDATE ("description") ON TABLE "public"."lists" TO "authenticated";

REVOKE ALL ("is_public") ON TABLE "public"."lists" FROM "authenticated";

GRANT INSERT ("is_public"), UPDATE ("is_public") ON TABLE "public"."lists" TO "authenticated";

REVOKE ALL ("title") ON TABLE "public"."lists" FROM "authenticated";

GRANT INSERT ("title"), UPDATE ("title") ON TABLE "public"."lists" TO "authenticated";

set check_function_bodies = on;
-- end
