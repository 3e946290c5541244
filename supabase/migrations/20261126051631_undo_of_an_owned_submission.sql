-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

create or replace function private.approval_stays(revision public.revisions, is_administrator boolean) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when not exists (select from public.jerseys where id = revision.target_id) then 'gone'
    when exists (
      select from public.revisions later
      where later.target_type = 'jersey' and later.target_id = revision.target_id and later.kind = 'approved' and later.id > revision.id)
      then 'changed'
    when exists (select from public.jerseys where id = revision.target_id and status <> 'approved') then 'undone'
    when exists (select from public.jerseys where id = revision.target_id and not is_active) then 'hidden'
    when not is_administrator and exists (
      select from public.jerseys where id = revision.target_id and author_id = auth.uid()) then 'own'
    -- Its author may have it and wish for it while it waits, too.
    when private.used_by_members(
      revision.target_id, (select author_id from public.jerseys where id = revision.target_id)) is not null then 'used'
  end
$$;

create or replace function private.used_by_members(jersey_id uuid) returns text[]
language sql stable security definer set search_path = ''
as $$
  select private.used_by_members(used_by_members.jersey_id, null)
$$;

create or replace function private.used_by_members(jersey_id uuid, besides uuid) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array_agg(what order by what) from (
    select 'votes' as what where exists (select from public.jersey_votes vote where vote.jersey_id = used_by_members.jersey_id)
    union all select 'collections' where exists (
      select from public.user_collections owned
      where owned.jersey_id = used_by_members.jersey_id and owned.user_id is distinct from used_by_members.besides)
      or exists (select from public.copies copy
        where copy.jersey_id = used_by_members.jersey_id and copy.owner_id is distinct from used_by_members.besides)
    union all select 'wishlists' where exists (
      select from public.user_wishlists wish
      where wish.jersey_id = used_by_members.jersey_id and wish.user_id is distinct from used_by_members.besides)
    union all select 'comments' where exists (
      select from public.comments comment where comment.jersey_id = used_by_members.jersey_id)
    union all select 'reports' where exists (
      select from public.reports report where report.jersey_id = used_by_members.jersey_id)
    union all select 'suggestions' where exists (
      select from public.suggestions suggestion
      where suggestion.target_type = 'jersey' and suggestion.target_id = used_by_members.jersey_id)
    union all select 'merged' where exists (
      select from public.jersey_redirects redirect where redirect.into_id = used_by_members.jersey_id)
    ) used
$$;

COMMENT ON FUNCTION "private"."used_by_members"(uuid, uuid) IS 'What members did with a jersey; null if nothing. `besides`: whose own copies and wishes don''t count';

REVOKE ALL ON FUNCTION "private"."used_by_members"(uuid, uuid) FROM PUBLIC;

set check_function_bodies = on;
-- end
