-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

create or replace function private.mark_collected() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.outdated (jersey_id)
  select changed.id
  from (select distinct unnest(array[old.jersey_id, new.jersey_id]) as id) changed
  where changed.id is not null
    -- With fewer, no number is shown, nor was one.
    and 2 <= case tg_table_name
      when 'user_collections' then
        (select count(*) from (select from public.user_collections where jersey_id = changed.id limit 2) shelved)
      else (select count(*) from (select from public.user_wishlists where jersey_id = changed.id limit 2) shelved)
    end
  on conflict (jersey_id) do update set jersey_id = excluded.jersey_id;
  return null;
end $$;

create or replace function public.collectors(jersey_id uuid) returns integer
language sql stable security definer set search_path = ''
as $$ select collectors::integer from public.shelf_counts(collectors.jersey_id) $$;

create or replace function public.shelf_counts(jersey_id uuid) returns table (collectors bigint, wishers bigint)
language sql stable security definer rows 1 set search_path = ''
as $$
  select
    (select case when count(*) >= 3 then count(*) end from public.user_collections shelf where shelf.jersey_id = jersey.id),
    (select case when count(*) >= 3 then count(*) end from public.user_wishlists shelf where shelf.jersey_id = jersey.id)
  from public.jerseys jersey
  where jersey.id = shelf_counts.jersey_id and jersey.status = 'approved' and jersey.is_active
$$;

create trigger user_wishlists_mark_collected
after insert or delete or update of jersey_id on public.user_wishlists
for each row execute function private.mark_collected();

COMMENT ON FUNCTION "private"."mark_collected"() IS 'Notes that the page of a jersey is outdated, because the number of those who have or want it has changed';

COMMENT ON FUNCTION "public"."shelf_counts"(uuid) IS 'How many members have a public jersey in their collection, and how many on their wishlist; null for each below three';

REVOKE ALL ON FUNCTION "public"."shelf_counts"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."shelf_counts"(uuid) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."shelf_counts"(uuid) TO "service_role";

set check_function_bodies = on;
-- end
