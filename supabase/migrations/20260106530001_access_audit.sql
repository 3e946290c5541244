-- What members do to their own access without the auth service: on record where the service keeps
-- its own, asked of a session that still counts, and of one that has shown the factor.

-- In the shape of the service's own entries.
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
  'Records what the caller did to their account in auth.audit_log_entries';
revoke execute on function private.note_access from public;

create or replace function public.revoke_session(session_id uuid) returns boolean
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

-- The former definitions, which nothing but these calls record the use of.
alter function public.create_recovery_codes() set schema private;
alter function public.redeem_recovery_code(text) set schema private;
revoke execute on function private.create_recovery_codes, private.redeem_recovery_code
  from public, anon, authenticated, service_role;

create function public.create_recovery_codes() returns setof text
language plpgsql security definer set search_path = ''
as $$
begin
  return query select private.create_recovery_codes();
  perform private.note_access('generate_recovery_codes', 'factor');
end $$;
comment on function public.create_recovery_codes is
  'Ten new codes in place of the former ones; shown this once';

create function public.redeem_recovery_code(code text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  is_one constant boolean := private.redeem_recovery_code(redeem_recovery_code.code);
begin
  perform private.note_access(
    case when is_one then 'recovery_code_used' else 'recovery_code_refused' end, 'factor');
  return is_one;
end $$;
comment on function public.redeem_recovery_code is
  'Takes away the caller''s second factors for one of their codes; false when it is none of them';

create or replace function public.cancel_email_change() returns void
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

create or replace function public.rename_factor(factor_id uuid, name text) returns void
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

-- Leaving can't be undone: not for who has the password alone, nor with the token of a session that
-- has been ended.
alter function public.delete_account() set schema private;
revoke execute on function private.delete_account from public, anon, authenticated, service_role;

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

revoke execute on function public.create_recovery_codes, public.redeem_recovery_code,
  public.delete_account from public, anon;
grant execute on function public.create_recovery_codes, public.redeem_recovery_code,
  public.delete_account to authenticated, service_role;
