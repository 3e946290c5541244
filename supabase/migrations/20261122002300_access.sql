-- A member's own access: sessions, pending e-mail change, second factors, deletion. The auth
-- service has no call for these, so functions with their owner's rights read and write its tables.
-- Each checks the session, not the token: a session that was ended or has lost its factor counts at
-- once.

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
comment on function private.require_session is
  'Refuses a session that has ended, or one that lacks the second factor its member has';

-- An entry has the shape of the auth service's own.
create function private.note_access(action text, heading text, traits jsonb default null)
returns void
language sql volatile security definer set search_path = ''
as $$
  insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
  select '00000000-0000-0000-0000-000000000000', gen_random_uuid(),
    jsonb_strip_nulls(jsonb_build_object(
      'action', note_access.action, 'actor_id', account.id,
      'actor_username', coalesce(account.email, ''), 'actor_via_sso', account.is_sso_user,
      'log_type', note_access.heading, 'traits', note_access.traits))::json,
    now(), ''
  from auth.users account where account.id = auth.uid()
$$;
comment on function private.note_access is
  'Records in auth.audit_log_entries what the caller did to their account';

revoke execute on function
  private.session_level, private.require_session, private.note_access
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
  if not found then
    return false;
  end if;
  perform private.note_access('session_revoked', 'account',
    jsonb_build_object('session_id', revoke_session.session_id));
  return true;
end $$;
comment on function public.revoke_session is
  'Ends one of the caller''s sessions: it can''t be refreshed, and its access token lasts an hour at most';

create function public.cancel_email_change() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_session();
  update auth.users account
  set email_change = '', email_change_token_new = '', email_change_token_current = '',
    email_change_confirm_status = 0, updated_at = now()
  where account.id = auth.uid() and account.email_change <> '';
  if found then
    perform private.note_access('user_modified', 'user');
  end if;
  delete from auth.one_time_tokens token
  where token.user_id = auth.uid()
    and token.token_type in ('email_change_token_new', 'email_change_token_current');
end $$;
comment on function public.cancel_email_change is
  'Keeps the caller''s address: the links that would have changed it stop working';

create function public.rename_factor(factor_id uuid, name text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if private.session_level() is distinct from 'aal2' then
    raise insufficient_privilege using message = 'insufficient_aal';
  end if;
  if char_length(trim(name)) not between 1 and 60 then
    raise check_violation using message = 'factor_name_length';
  end if;
  update auth.mfa_factors factor set friendly_name = trim(name), updated_at = now()
  where factor.id = rename_factor.factor_id and factor.user_id = auth.uid();
  if not found then
    raise no_data_found using message = 'factor_not_found';
  end if;
  perform private.note_access('factor_updated', 'factor',
    jsonb_build_object('factor_id', rename_factor.factor_id));
end $$;
comment on function public.rename_factor is
  'Renames one of the caller''s second factors, in a session that has shown one';

revoke execute on function
  public.my_sessions, public.revoke_session, public.cancel_email_change, public.rename_factor
from public, anon;
grant execute on function
  public.my_sessions, public.revoke_session, public.cancel_email_change, public.rename_factor
to authenticated;
grant execute on function public.my_sessions, public.revoke_session to service_role;

-- Deletes a member's account. Approved jerseys stay without an author. Jerseys nobody has seen are
-- deleted with their files; profile, votes, collection, wishlist and comments are deleted with the
-- account.
create function private.delete_account() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  member constant uuid := auth.uid();
begin
  if member is null then
    raise insufficient_privilege using
      message = 'account_denied', detail = 'Members delete their own account.';
  end if;
  -- Two administrators who delete their accounts at once must not each rely on the other.
  lock table public.user_roles in share row exclusive mode;
  if exists (select from public.user_roles where user_id = member and role = 'admin')
    and not exists (select from public.user_roles where user_id <> member and role = 'admin') then
    raise sqlstate 'PT409' using
      message = 'account_last_admin', detail = 'Someone must remain who can moderate.',
      hint = 'Give the role to another member first.';
  end if;

  delete from public.jerseys where author_id = member and status <> 'approved';
  -- Uploads that no jersey shows, for example of an abandoned form.
  insert into public.storage_deletions (bucket_id, name)
  select 'jerseys', object.name from storage.objects object
  where object.bucket_id = 'jerseys' and object.name like member || '/%'
    and not private.is_image_in_use(object.name)
  on conflict on constraint storage_deletions_name_key do nothing;
  delete from auth.users where id = member;
end $$;
revoke execute on function private.delete_account from public;

-- Deletion can't be undone: a password alone is not enough if there is a second factor, nor is the
-- token of an ended session.
create function public.delete_account() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is not null then
    perform private.require_session();
  end if;
  perform private.note_access('user_deleted', 'team');
  perform private.delete_account();
end $$;
comment on function public.delete_account is
  'Deletes the caller''s account for good. Approved jerseys stay without an author';
revoke execute on function public.delete_account from public, anon;
grant execute on function public.delete_account to authenticated, service_role;
