-- A member's own sessions, and how well the caller of this moment has proved to be the member.
-- The auth service has no call that lists sessions; these read its tables with their owner's rights.

-- The session is asked, not the token: one that was ended or has lost its factor counts at once.
create function private.session_level() returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(session.aal::text, 'aal1')
  from auth.sessions session
  where session.id = (auth.jwt() ->> 'session_id')::uuid and session.user_id = auth.uid()
    and coalesce(session.not_after > now(), true)
$$;
comment on function private.session_level is
  'Assurance level of the caller''s session; null when it has ended';

create function private.has_factor(member uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.mfa_factors factor
    where factor.user_id = member and factor.status = 'verified')
$$;

create function private.require_session() returns void
language plpgsql stable set search_path = ''
as $$
declare
  level constant text := private.session_level();
begin
  if level is null then
    raise insufficient_privilege using
      message = 'session_ended', detail = 'Sign in again.';
  end if;
  if level < 'aal2' and private.has_factor(auth.uid()) then
    raise insufficient_privilege using
      message = 'second_factor_needed', detail = 'Show the second factor first.';
  end if;
end $$;

revoke execute on function private.session_level, private.has_factor, private.require_session
  from public;

create function public.my_sessions()
returns table (
  id uuid, created_at timestamptz, refreshed_at timestamptz, user_agent text, ip text, aal text,
  is_current boolean
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_session();
  return query
  select session.id, session.created_at,
    coalesce(session.refreshed_at at time zone 'utc', session.created_at),
    session.user_agent, host(session.ip), coalesce(session.aal::text, 'aal1'),
    session.id = (auth.jwt() ->> 'session_id')::uuid
  from auth.sessions session
  where session.user_id = auth.uid() and coalesce(session.not_after > now(), true)
  order by 7 desc, 3 desc, 1;
end $$;
comment on function public.my_sessions is
  'Where the caller is signed in: this session first, then the one used last';

create function public.revoke_session(session_id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_session();
  delete from auth.sessions session
  where session.id = revoke_session.session_id and session.user_id = auth.uid();
  return found;
end $$;
comment on function public.revoke_session is
  'Ends one of the caller''s sessions: it can''t be refreshed, and its access token lasts an hour at most';

revoke execute on function public.my_sessions, public.revoke_session from public, anon;
grant execute on function public.my_sessions, public.revoke_session to authenticated, service_role;

-- Who has a second factor is an administrator once it has been shown.
create or replace function public.is_admin(user_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (is_admin.user_id = auth.uid() or auth.role() = 'service_role')
      and exists (
        select from public.user_roles held
        where held.user_id = is_admin.user_id and held.role = 'admin')
      and (auth.role() = 'service_role' or auth.jwt() ->> 'aal' = 'aal2'
        or not private.has_factor(is_admin.user_id)),
    false)
$$;
