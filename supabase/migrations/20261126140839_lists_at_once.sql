-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP TRIGGER "lists_rate" ON "public"."lists";

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
  -- Who adds nothing has made it look, too.
  perform private.count_write('list_items', greatest(added, 1));
  insert into public.list_items (list_id, jersey_id)
  select fill_list.list_id, chosen.id from unnest(ids) with ordinality chosen (id, place) order by chosen.place;
  return next;
end $$;

create trigger lists_counted after insert on public.lists
referencing new table as counted
for each statement when (current_user = 'authenticated')
execute function private.count_rows('lists');

set check_function_bodies = on;
-- end
