-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

create or replace function public.lists_with(jersey_id uuid)
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

set check_function_bodies = on;
-- end
