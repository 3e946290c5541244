-- What took longer the more there is, as `npm run bench -- reads` found it.

create index jerseys_variations_of_year on public.jerseys (team_slug, year, score desc, id desc)
  where status = 'approved' and is_active;
comment on index public.jerseys_variations_of_year is
  'Jerseys by slug of the team and year: variations page';

-- Two, for either may be what is the same.
create index jerseys_of_slug_and_season on public.jerseys (team_slug, season_id)
  where status <> 'rejected';
comment on index public.jerseys_of_slug_and_season is
  'Likely duplicates of a submission, by season: moderation';
create index jerseys_of_slug_and_year on public.jerseys (team_slug, year)
  where status <> 'rejected';
comment on index public.jerseys_of_slug_and_year is
  'Likely duplicates of a submission, by year: moderation';

create index reports_settled on public.reports (status, resolved_at desc, id) where status <> 'open';
comment on index public.reports_settled is 'Settled reports, the newest first: admin';

create function private.profile_text(username text, display_name text) returns text
language sql immutable parallel safe set search_path = ''
as $$ select private.fold(username || ' ' || coalesce(display_name, '')) $$;
comment on function private.profile_text is 'What administrators find a member by';

create index profiles_list on public.profiles (username collate "C");
comment on index public.profiles_list is 'Members by username: admin';
create index profiles_search on public.profiles
  using gin (private.profile_text(username, display_name) extensions.gin_trgm_ops);
comment on index public.profiles_search is 'Members whose name contains a text: admin';

create or replace function public.list_members(
  query text default '', after text default '', administrators boolean default false,
  suspended boolean default false, size integer default 30
)
returns table (
  id uuid, username text, display_name text, joined_at timestamptz,
  is_administrator boolean, is_suspended boolean, jerseys bigint, rejected bigint
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  -- As a pattern of LIKE, in which the characters that mean something there stand for themselves.
  wanted constant text := '%' || regexp_replace(
    private.fold(coalesce(query, '')), '([%_\\])', '\\\1', 'g') || '%';
begin
  if not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = 'members_denied', detail = 'Only administrators list members.';
  end if;
  -- Planned for these very values: a rare name is looked up, a common one found on the way.
  return query execute '
    select found.*, count(jersey.id), count(jersey.id) filter (where jersey.status = ''rejected'')
    from (
      select profile.id, profile.username, profile.display_name, account.created_at,
        exists (
          select from public.user_roles held where held.user_id = profile.id and held.role = ''admin''
        ) as is_administrator,
        coalesce(account.banned_until > now(), false) as is_suspended
      from public.profiles profile join auth.users account on account.id = profile.id
      where profile.username collate "C" > $1'
    || case when wanted <> '%%'
      then ' and private.profile_text(profile.username, profile.display_name) like $2' else '' end
    || case when administrators
      then ' and profile.id in (select user_id from public.user_roles where role = ''admin'')' else '' end
    || case when list_members.suspended then ' and account.banned_until > now()' else '' end
    || ' order by profile.username collate "C" limit $3
    ) found
    left join public.jerseys jersey on jersey.author_id = found.id
    group by found.id, found.username, found.display_name, found.created_at,
      found.is_administrator, found.is_suspended
    order by found.username collate "C"'
  using coalesce(list_members.after, ''), wanted, least(greatest(size, 1), 100);
end $$;

-- Suspended accounts are few among many, and this index may not be made on a hosted project.
do $$
begin
  create index if not exists users_banned_until on auth.users (banned_until)
    where banned_until is not null;
exception when insufficient_privilege then
  null;
end $$;
