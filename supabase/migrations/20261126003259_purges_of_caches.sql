create table public.cache_purges (
  name text constraint cache_purges_pkey primary key
    constraint cache_purges_name_length check (char_length(name) <= 1024),
  attempts integer not null default 0,
  requested_at timestamptz not null default now(),
  retry_at timestamptz not null default now()
);
create index cache_purges_due on public.cache_purges (retry_at);
alter table public.cache_purges enable row level security;

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

REVOKE ALL ON TABLE "public"."cache_purges" FROM "anon";

REVOKE ALL ON TABLE "public"."cache_purges" FROM "authenticated";

create or replace function private.queue_cache_purges(names text[]) returns void
language sql security definer set search_path = ''
as $$
  insert into public.cache_purges (name) select distinct name from unnest(names) name order by name
  on conflict on constraint cache_purges_pkey
  do update set attempts = 0, requested_at = now(), retry_at = now()
$$;

create or replace function private.queue_purges_of_deleted_files() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.queue_cache_purges(array(select name from gone where bucket_id = 'jerseys'));
  return null;
end $$;

create or replace function private.withhold_files(names text[], withheld boolean) returns void
language sql security definer set search_path = ''
as $$
  with changed as (
    update storage.objects file
    set user_metadata = case
      when withheld then coalesce(file.user_metadata, '{}') || '{"withheld": true}'
      else file.user_metadata - 'withheld' end
    where file.bucket_id = 'jerseys' and file.name collate "C" = any (names)
      -- In a hosted project an update gives a file the time of now, by which is_outdated() knows one that was replaced.
      and (file.user_metadata -> 'withheld' is not distinct from 'true') <> withheld
      and not (withheld and exists (
        select from public.jersey_images shown
        join public.jerseys jersey on jersey.id = shown.jersey_id
        where shown.path = file.name and shown.suggestion_id is null and jersey.status = 'approved' and jersey.is_active))
    returning file.name
  )
  select private.queue_cache_purges(array(select name from changed)) where withheld and exists (select from changed)
$$;

create or replace function public.claim_cache_purges() returns setof text
language plpgsql security definer set search_path = ''
as $$
begin
  -- After an hour, caches ask by themselves.
  delete from public.cache_purges where requested_at < now() - interval '1 day';
  return query
    update public.cache_purges purge
    set attempts = attempts + 1, retry_at = now() + interval '30 seconds' * least(power(2, attempts), 120)
    where purge.name in (
      select due.name from public.cache_purges due
      where due.retry_at <= now() order by due.retry_at limit 2 for update skip locked)
    returning purge.name;
end $$;

REVOKE ALL ON FUNCTION "public"."claim_cache_purges"() FROM "anon";

REVOKE ALL ON FUNCTION "public"."claim_cache_purges"() FROM "authenticated";

create or replace function public.finish_cache_purges(names text[]) returns void
language sql security definer set search_path = ''
as $$
  -- One that left public view again meanwhile is due already.
  delete from public.cache_purges where name = any (names) and retry_at > now()
$$;

REVOKE ALL ON FUNCTION "public"."finish_cache_purges"(text[]) FROM "anon";

REVOKE ALL ON FUNCTION "public"."finish_cache_purges"(text[]) FROM "authenticated";

create trigger storage_deletions_purge_caches after delete on public.storage_deletions
referencing old table as gone
for each statement execute function private.queue_purges_of_deleted_files();

CREATE POLICY "service role" ON "public"."cache_purges" FOR ALL TO "service_role" USING (true) WITH CHECK (true);

COMMENT ON FUNCTION "public"."claim_cache_purges"() IS 'Two files whose addresses caches should drop; they are due again after growing delays unless finish_cache_purges() is called';

COMMENT ON INDEX "public"."cache_purges_due" IS 'Purges that are due, oldest first: job';

COMMENT ON TABLE "public"."cache_purges" IS 'Files of the bucket `jerseys` that caches in front of the site should drop';

REVOKE ALL ON FUNCTION "private"."queue_cache_purges"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."queue_purges_of_deleted_files"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."claim_cache_purges"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."claim_cache_purges"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."finish_cache_purges"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."finish_cache_purges"(text[]) TO "service_role";

set check_function_bodies = on;
-- end
