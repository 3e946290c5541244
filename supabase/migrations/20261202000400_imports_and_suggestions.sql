-- A suggestion is something that a member did with a jersey: undoing an import of the catalogue leaves the jersey in place.

create or replace function private.used_by_members(jersey_id uuid) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array_agg(what order by what) from (
    select 'votes' as what where exists (select from public.jersey_votes vote where vote.jersey_id = used_by_members.jersey_id)
    union all select 'collections' where exists (
      select from public.user_collections owned where owned.jersey_id = used_by_members.jersey_id)
      or exists (select from public.copies copy where copy.jersey_id = used_by_members.jersey_id)
    union all select 'wishlists' where exists (
      select from public.user_wishlists wish where wish.jersey_id = used_by_members.jersey_id)
    union all select 'comments' where exists (
      select from public.comments comment where comment.jersey_id = used_by_members.jersey_id)
    union all select 'reports' where exists (
      select from public.reports report where report.jersey_id = used_by_members.jersey_id)
    union all select 'suggestions' where exists (
      select from public.suggestions suggestion
      where suggestion.target_type = 'jersey' and suggestion.target_id = used_by_members.jersey_id)
    union all select 'merged' where exists (
      select from public.jersey_redirects redirect where redirect.into_id = used_by_members.jersey_id)) used
$$;
