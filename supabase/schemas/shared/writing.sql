-- Who may write at all, and how much in a while.
-- Suspended and anonymous accounts, and sessions without their second factor, read, but write nothing.
-- Limits are rows of private.write_limits, counted in private.writes, so that several servers agree.

-- A rule that no constraint can express, because it reads other rows or the caller. Named like a constraint: `<table>_<rule>`. The
-- comment of the table says who checks it.
create function private.refuse(rule text, detail text, hint text default '') returns void
language plpgsql set search_path = ''
as $$
begin
  raise check_violation using message = rule, detail = refuse.detail, hint = refuse.hint;
end $$;
comment on function private.refuse is 'Raises a broken rule as an error of its own kind: SQLSTATE 23514, the rule''s name as message';

create function private.limit_rows() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  are_too_many boolean;
begin
  execute format(
    'select exists (select from %1$I.%2$I where %3$I in (select %3$I from added) group by %3$I having count(*) > %4$s)',
    tg_table_schema, tg_table_name, tg_argv[0], tg_argv[1])
  into are_too_many;
  if are_too_many then
    perform private.refuse(tg_argv[2], tg_argv[3]);
  end if;
  return null;
end $$;
comment on function private.limit_rows is
  'For an insertion, with its rows as `added`. Arguments: whose rows are limited (a column), to how many, the rule and its detail';

create function private.refuse_id(relation text, id uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  raise unique_violation using
    message = format('duplicate key value violates unique constraint "%s_pkey"', relation),
    detail = format('Key (id)=(%s) already exists.', id), table = relation, constraint = relation || '_pkey';
end $$;
comment on function private.refuse_id is 'Raises what PostgreSQL does for an id that a row of the table has';

-- An access token stays valid for a while after its account was suspended. Therefore writing checks the account, not the
-- token, once per statement. Reading is never refused: visitors see the same.
create function private.check_standing() returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  account record;
begin
  select is_anonymous, banned_until > now() as is_suspended into account
  from auth.users where id = auth.uid();
  if not found and auth.uid() is not null then
    raise sqlstate 'PT401' using message = 'account_gone', detail = 'The account was deleted; its token lasts until it expires.';
  elsif account.is_suspended then
    raise insufficient_privilege using
      message = 'member_suspended', detail = 'A suspended account reads, but writes nothing.';
  elsif account.is_anonymous then
    raise insufficient_privilege using
      message = 'member_anonymous', detail = 'An account without an address reads, but writes nothing.',
      hint = 'Confirm an e-mail address first.';
  end if;
  perform private.require_factor();
end $$;
comment on function private.check_standing is
  'Refuses a suspended or anonymous account, and a session that lacks the second factor its member has';

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
  select not private.lacks_factor() and not exists (
    select from auth.users
    where id = auth.uid() and (is_anonymous or coalesce(banned_until > now(), false)))
$$;
comment on function private.in_good_standing is
  'check_standing() as a yes or no, for policies of storage: hosted projects allow no triggers on its tables';

create function private.has_factor(member uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.mfa_factors factor
    where factor.user_id = member and factor.status = 'verified')
$$;
comment on function private.has_factor is 'True if the member has a verified second factor';

-- Written rows can't be counted: whoever deletes them could write again at once. Every write is recorded instead, so
-- the limits hold for all web servers together. Administrators, commands and the service key have none.
create table private.write_limits (
  kind text not null,
  span interval not null,
  most bigint not null constraint write_limits_most_positive check (most >= 0),
  for_new boolean not null default false,
  primary key (kind, span, for_new)
);
comment on table private.write_limits is
  'What a member may write at most in a time. An operator may change the figures';
comment on column private.write_limits.for_new is
  'True: a further limit of members who joined within a week';
insert into private.write_limits (kind, span, most, for_new) values
  ('jerseys', '1 hour', 20, false), ('jerseys', '1 day', 100, false), ('jerseys', '1 day', 20, true),
  ('images', '1 hour', 100, false), ('images', '1 day', 500, false), ('images', '1 day', 100, true),
  ('edits', '1 hour', 100, false), ('edits', '1 day', 500, false), ('edits', '1 day', 200, true),
  ('comments', '5 minutes', 10, false), ('comments', '1 day', 300, false), ('comments', '1 day', 100, true),
  ('reports', '1 hour', 30, false),
  ('uploads', '1 hour', 200, false), ('uploads', '1 day', 1000, false), ('uploads', '1 day', 200, true),
  ('upload_bytes', '1 hour', 314572800, false), ('upload_bytes', '1 day', 1073741824, false),
  ('upload_bytes', '1 day', 314572800, true),
  ('visitor_reports', '1 hour', 600, false), ('visitor_reports', '1 day', 3000, false),
  ('visitor_reports_of_origin', '1 hour', 5, false), ('visitor_reports_of_origin', '1 day', 20, false),
  ('visitor_reports_of_mailbox', '1 day', 5, false),
  ('visitor_reports_of_anyone', '1 hour', 20, false), ('visitor_reports_of_anyone', '1 day', 60, false),
  ('imports', '1 hour', 20, false), ('imports', '1 day', 60, false),
  ('matched_lines', '1 hour', 100000, false), ('matched_lines', '1 day', 300000, false),
  ('imported_lines', '1 hour', 60000, false), ('imported_lines', '1 day', 200000, false),
  ('copy_uploads', '1 hour', 2000, false), ('copy_uploads', '1 day', 20000, false), ('copy_uploads', '1 day', 4000, true),
  ('copy_upload_bytes', '1 hour', 1073741824, false), ('copy_upload_bytes', '1 day', 4294967296, false),
  ('copy_upload_bytes', '1 day', 2147483648, true),
  ('suggestions', '1 hour', 60, false), ('suggestions', '1 day', 200, false), ('suggestions', '1 day', 30, true),
  ('showcases', '1 hour', 120, false),
  ('lists', '1 hour', 30, false), ('lists', '1 day', 100, false), ('lists', '1 day', 20, true),
  ('list_items', '1 hour', 3000, false), ('list_items', '1 day', 10000, false), ('list_items', '1 day', 3000, true),
  ('follows', '1 hour', 200, false), ('follows', '1 day', 1000, false), ('letters', '1 hour', 60, false),
  ('daily_swaps', '1 hour', 60, false), ('daily_moves', '1 hour', 600, false), ('daily_visitors', '1 hour', 100000, false),
  ('merges', '1 hour', 30, false), ('merges', '1 day', 100, false),
  ('undoings', '1 hour', 200, false), ('undoings', '1 day', 1000, false);

-- Unlogged: a crash forgets what was written, which does no harm.
create unlogged table private.writes (
  id bigint generated always as identity constraint writes_pkey primary key,
  member_id uuid not null references auth.users (id) on delete cascade,
  kind text not null,
  amount bigint not null,
  at timestamptz not null default clock_timestamp()
);
comment on table private.writes is 'What members have written within a day, for private.count_write()';

-- PostgREST reads PT429 as HTTP 429. The embedded REST service takes Retry-After from the hint.
create function private.count_write(kind text, amount bigint, is_locked boolean default true) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  member constant uuid := auth.uid();
  broken record;
begin
  if member is null or amount <= 0 or public.is_admin(member) then
    return;
  end if;
  -- A member's writes are serialized. Two at once would each see room for one more row.
  if is_locked then
    perform pg_advisory_xact_lock(hashtextextended('writes ' || kind || member, 0));
  end if;
  select wl.span, wl.most, done.first + wl.span as room_at into broken
  from private.write_limits wl
  cross join lateral (
    select coalesce(sum(write.amount), 0) as amount, min(write.at) as first
    from private.writes write
    where write.member_id = member and write.kind = count_write.kind
      and write.at > clock_timestamp() - wl.span
  ) done
  where wl.kind = count_write.kind
    and done.amount + count_write.amount > wl.most
    and (not wl.for_new or exists (select from auth.users where id = member and created_at > now() - interval '7 days'))
  -- The limit that lasts longest; one that this amount never fits comes first.
  order by count_write.amount > wl.most desc, room_at desc
  limit 1;
  if found then
    raise sqlstate 'PT429' using
      message = kind || '_too_many',
      detail = format('At most %s in %s.', broken.most, broken.span),
      hint = case
        when amount > broken.most then 'Send fewer at once.'
        else format('Retry after %s seconds.',
          greatest(1, ceil(extract(epoch from broken.room_at - clock_timestamp())))::bigint)
      end;
  end if;
  insert into private.writes (member_id, kind, amount) values (member, kind, amount);
end $$;
comment on function private.count_write is
  'Notes that the caller writes so many of a kind; refuses more than private.write_limits allows';

create function private.count_rows() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.count_write(tg_argv[0], (select count(*) from counted));
  return null;
end $$;
comment on function private.count_rows is
  'For a statement, with its rows as `counted`. Argument: the kind. Rows that an upsert finds in place don''t count';

create function private.count_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.count_write(tg_argv[0], 1);
  return new;
end $$;
comment on function private.count_change is 'For a row that is changed, or for a whole statement. Argument: the kind';

-- Uploads. Hosted projects allow no triggers on storage tables, so a policy counts: it is evaluated once per file. The
-- embedded service writes the row twice, first on trial, before it reads the content, then with the file's size. A hosted
-- project writes on trial only, with the member's rights, and rolls back: there only the quota holds.
create function private.count_upload(metadata jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  member constant uuid := auth.uid();
  size constant bigint := greatest((metadata ->> 'size')::bigint, 1);
  quota constant bigint := 1073741824;
  stored bigint;
begin
  if public.is_admin(member) then
    return true;
  end if;
  -- Without the lock: the transaction lasts until the file is stored, and others would wait with a connection each. The
  -- service's own limit of attempts bounds how many can be too many.
  perform private.count_write('uploads', 1, false);
  perform private.count_write('upload_bytes', size, false);
  -- A range of names, which the index has in order: `0` follows `/`.
  select sum((object.metadata ->> 'size')::bigint) into stored
  from storage.objects object
  where object.bucket_id = 'jerseys'
    and object.name collate "C" >= member || '/' and object.name collate "C" < member || '0';
  if stored + size > quota then
    raise sqlstate 'PT413' using
      message = 'uploads_full',
      detail = format('A member stores at most %s bytes.', quota),
      hint = 'Delete images first.';
  end if;
  return true;
end $$;
comment on function private.count_upload is
  'Notes an upload of the caller; refuses more than the limits and the quota allow, by an error';

create function public.sweep_audit_log(older_than interval default '2 years') returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  gone bigint;
begin
  delete from private.writes where at < now() - interval '1 day';
  -- A jersey's id stays known with its author, also after the jersey (private.is_jersey_id_taken).
  update public.audit_log set after = null
  where at < now() - older_than and table_name = 'jerseys' and action = 'insert' and after is not null;
  delete from public.audit_log log
  where log.at < now() - older_than
    and not (log.table_name = 'jerseys' and log.action = 'insert');
  get diagnostics gone = row_count;
  return gone;
end $$;
comment on function public.sweep_audit_log is
  'Deletes entries of the audit log after two years, and records of writes after a day; returns how many entries';

-- An account with a second factor writes only after the session has shown it, as in private.has_role().
create function private.lacks_factor() returns boolean
language sql stable security definer set search_path = ''
as $$ select coalesce(auth.jwt() ->> 'aal', '') <> 'aal2' and private.has_factor(auth.uid()) $$;
comment on function private.lacks_factor is
  'True if the caller has a second factor which this session has not shown';

create function private.require_factor() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.lacks_factor() then
    raise insufficient_privilege using
      message = 'second_factor_needed', detail = 'Show the second factor first.';
  end if;
  return true;
end $$;
comment on function private.require_factor is
  'Refuses a session that lacks the second factor its member has. Returns true, for policies';

create index writes_of_member on private.writes (member_id, kind, at);

create index writes_age on private.writes (at);
