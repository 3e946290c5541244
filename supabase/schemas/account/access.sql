-- Sessions, second factor and recovery codes of the caller's own account.
-- Every change of access is a row of the account's log and is limited in number.
-- Recovery codes are stored as digests only.

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
create function private.record_account_event(action text, heading text, traits jsonb default null)
returns void
language sql volatile security definer set search_path = ''
as $$
  insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
  select '00000000-0000-0000-0000-000000000000', gen_random_uuid(),
    jsonb_strip_nulls(jsonb_build_object(
      'action', record_account_event.action, 'actor_id', u.id,
      'actor_username', coalesce(u.email, ''), 'actor_via_sso', u.is_sso_user,
      'log_type', record_account_event.heading, 'traits', record_account_event.traits))::json,
    now(), ''
  from auth.users u where u.id = auth.uid()
$$;
comment on function private.record_account_event is
  'Records in auth.audit_log_entries what the caller did to their account';

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
  perform private.record_account_event('session_revoked', 'account',
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
  update auth.users u
  set email_change = '', email_change_token_new = '', email_change_token_current = '',
    email_change_confirm_status = 0, updated_at = now()
  where u.id = auth.uid() and u.email_change <> '';
  if found then
    perform private.record_account_event('user_modified', 'user');
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
  perform private.record_account_event('factor_updated', 'factor',
    jsonb_build_object('factor_id', rename_factor.factor_id));
end $$;
comment on function public.rename_factor is
  'Renames one of the caller''s second factors, in a session that has shown one';

-- Codes have 80 random bits: a plain digest is as safe as a slow one.
create table private.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  digest bytea not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (user_id, digest)
);

create table private.recovery_attempts (
  user_id uuid primary key references auth.users (id) on delete cascade,
  failures integer not null,
  since timestamptz not null default now()
);
comment on table private.recovery_attempts is 'Wrong codes of a member within an hour';

-- Codes are read as typed: without case, spaces and hyphens, and with the letters that look like digits.
create function private.recovery_digest(member uuid, code text) returns bytea
language sql immutable set search_path = ''
as $$
  select sha256(convert_to(
    member || translate(regexp_replace(lower(code), '[^0-9a-z]', '', 'g'), 'oil', '011'), 'utf8'))
$$;

create function private.new_recovery_code() returns text
language sql volatile set search_path = ''
as $$
  -- A digest of 244 random bits. Five bits of it make a character.
  with random as (
    select sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) as bytes)
  select string_agg(
    case when place in (4, 8, 12) then '-' else '' end
      || substr('0123456789abcdefghjkmnpqrstvwxyz', (get_byte(bytes, place) & 31) + 1, 1),
    '' order by place)
  from random, generate_series(0, 15) place
$$;

create function private.lock_recovery(member uuid) returns void
language sql volatile set search_path = ''
as $$ select pg_advisory_xact_lock(hashtextextended('recovery codes ' || member, 0)) $$;

create function public.create_recovery_codes() returns setof text
language plpgsql security definer set search_path = ''
as $$
declare
  member constant uuid := auth.uid();
  code text;
begin
  if private.session_level() is distinct from 'aal2' then
    raise insufficient_privilege using
      message = 'second_factor_needed', detail = 'Show the second factor first.';
  end if;
  perform private.lock_recovery(member);
  delete from private.recovery_codes where user_id = member;
  for number in 1..10 loop
    code := private.new_recovery_code();
    insert into private.recovery_codes (user_id, digest)
    values (member, private.recovery_digest(member, code));
    return next code;
  end loop;
  perform private.record_account_event('generate_recovery_codes', 'factor');
end $$;
comment on function public.create_recovery_codes is
  'Ten new codes in place of the former ones; shown this once';

create function public.redeem_recovery_code(code text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  member constant uuid := auth.uid();
  most constant integer := 10;
begin
  if private.session_level() is null then
    raise insufficient_privilege using
      message = 'session_ended', detail = 'Sign in again.';
  end if;
  -- Attempts are serialized: parallel ones must not pass the limit, nor use one code twice.
  perform private.lock_recovery(member);
  delete from private.recovery_attempts
  where user_id = member and since < now() - interval '1 hour';
  -- A right code is taken in any case: it can't be guessed, and who has the password must not lock its owner out.
  update private.recovery_codes set used_at = now()
  where user_id = member and used_at is null
    and digest = private.recovery_digest(member, redeem_recovery_code.code);
  if not found then
    if exists (
      select from private.recovery_attempts where user_id = member and failures >= most) then
      raise sqlstate 'PT429' using
        message = 'recovery_codes_too_many', detail = 'At most 10 wrong codes in an hour.';
    end if;
    -- No error here: it would roll back the count.
    insert into private.recovery_attempts (user_id, failures) values (member, 1)
    on conflict (user_id) do update
      set failures = private.recovery_attempts.failures + 1;
    perform private.record_account_event('recovery_code_refused', 'factor');
    return false;
  end if;
  delete from private.recovery_attempts where user_id = member;

  delete from auth.mfa_amr_claims claim using auth.sessions session
  where claim.session_id = session.id and session.user_id = member
    and (claim.authentication_method = 'totp' or claim.authentication_method like 'mfa/%');
  update auth.sessions set aal = 'aal1', factor_id = null
  where user_id = member and aal > 'aal1';
  delete from auth.mfa_factors where user_id = member;
  perform private.record_account_event('recovery_code_used', 'factor');
  return true;
end $$;
comment on function public.redeem_recovery_code is
  'Removes the caller''s second factors in exchange for one of their codes; false when the code is wrong';

create function public.recovery_codes_left() returns integer
language sql stable security definer set search_path = ''
as $$
  select count(*)::integer from private.recovery_codes
  where user_id = auth.uid() and used_at is null
$$;
comment on function public.recovery_codes_left is 'How many codes the caller has not used yet';
