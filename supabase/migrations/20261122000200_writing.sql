-- Permission to write, and rate limits of writing.

-- An access token stays valid for a while after its account was suspended. Therefore writing checks
-- the account, not the token, once per statement. Reading is never refused: visitors see the same.

create function private.check_standing() returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  account record;
begin
  select is_anonymous, banned_until > now() as is_suspended into account
  from auth.users where id = auth.uid();
  if account.is_suspended then
    raise insufficient_privilege using
      message = 'member_suspended', detail = 'A suspended account reads, but writes nothing.';
  elsif account.is_anonymous then
    raise insufficient_privilege using
      message = 'member_anonymous', detail = 'An account without an address reads, but writes nothing.',
      hint = 'Confirm an e-mail address first.';
  end if;
end $$;
comment on function private.check_standing is 'Refuses a suspended or anonymous account';

create function private.require_standing() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.check_standing();
  return null;
end $$;

create function private.in_good_standing() returns boolean
language sql stable security definer set search_path = ''
as $$
  select not exists (
    select from auth.users
    where id = auth.uid() and (is_anonymous or coalesce(banned_until > now(), false)))
$$;
comment on function private.in_good_standing is
  'The same as a question, for policies of storage: hosted projects allow no triggers on its tables';

create function private.guard_writes(kept regclass) returns void
language plpgsql set search_path = ''
as $$
begin
  execute format(
    'create trigger %I before insert or update or delete on %s for each statement
       when (current_user = ''authenticated'') execute function private.require_standing()',
    (select relname from pg_catalog.pg_class where oid = kept) || '_standing', kept);
end $$;
comment on function private.guard_writes is
  'Refuses writes of suspended and anonymous accounts. The migration of every table that members write to calls it. Only requests are checked (role `authenticated`): triggers and functions with their owner''s rights have rules of their own';

revoke execute on function
  private.check_standing, private.require_standing, private.in_good_standing, private.guard_writes
from public;
grant execute on function private.in_good_standing to authenticated;

-- Rates are counted from the rows themselves, so that several web servers agree. PostgREST reads PT429 as HTTP 429.

create function private.limit_rate() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  member constant uuid := auth.uid();
  author_column constant text := tg_argv[0];
  most constant integer := tg_argv[1];
  span constant interval := tg_argv[2];
  written bigint;
begin
  -- Commands and the service key write for no member.
  if member is null then
    return null;
  end if;
  -- A member's inserts take turns. Two at once would each see room for one more row.
  perform pg_advisory_xact_lock(hashtextextended(tg_table_name || member, 0));
  execute format(
    'select count(*) from public.%I where %I = $1 and created_at > now() - $2',
    tg_table_name, author_column)
  into written using member, span;
  if written > most then
    raise sqlstate 'PT429' using
      message = tg_table_name || '_too_many',
      detail = format('At most %s in %s.', most, span);
  end if;
  return null;
end $$;
comment on function private.limit_rate is
  'Arguments: the column that names the author, how many rows, in which time';
revoke execute on function private.limit_rate from public;
