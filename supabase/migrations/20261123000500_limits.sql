-- How much a member writes in a while, and how long the record of it is stored.

-- Written rows can't be counted: whoever deletes them could write again at once. Every write is noted instead, so
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
-- Comments and reports keep their limits. An edit is a change of a jersey, a comment or a profile, an image removed,
-- or images put into another order.
insert into private.write_limits (kind, span, most, for_new) values
  ('jerseys', '1 hour', 20, false), ('jerseys', '1 day', 100, false), ('jerseys', '1 day', 20, true),
  ('images', '1 hour', 100, false), ('images', '1 day', 500, false), ('images', '1 day', 100, true),
  ('edits', '1 hour', 100, false), ('edits', '1 day', 500, false), ('edits', '1 day', 200, true),
  ('comments', '5 minutes', 10, false), ('comments', '1 day', 300, false), ('comments', '1 day', 100, true),
  ('reports', '1 hour', 30, false),
  ('uploads', '1 hour', 200, false), ('uploads', '1 day', 1000, false), ('uploads', '1 day', 200, true),
  ('upload_bytes', '1 hour', 314572800, false), ('upload_bytes', '1 day', 1073741824, false),
  ('upload_bytes', '1 day', 314572800, true);

-- Unlogged: a crash forgets what was written, which does no harm.
create unlogged table private.writes (
  id bigint generated always as identity constraint writes_pkey primary key,
  member_id uuid not null references auth.users (id) on delete cascade,
  kind text not null,
  amount bigint not null,
  at timestamptz not null default clock_timestamp()
);
comment on table private.writes is 'What members have written within a day, for private.count_write()';
create index writes_of_member on private.writes (member_id, kind, at);
create index writes_age on private.writes (at);

alter table private.write_limits enable row level security;
alter table private.writes enable row level security;
revoke all on private.write_limits, private.writes from public, anon, authenticated, service_role;

create function private.is_new(member uuid) returns boolean
language sql stable security definer set search_path = ''
as $$ select created_at > now() - interval '7 days' from auth.users where id = member $$;

-- PostgREST reads PT429 as HTTP 429. The embedded REST service takes Retry-After from the hint.
create function private.count_write(kind text, amount bigint, in_turn boolean default true) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  member constant uuid := auth.uid();
  broken record;
begin
  if member is null or amount <= 0 or public.is_admin(member) then
    return;
  end if;
  -- A member's writes take turns. Two at once would each see room for one more row.
  if in_turn then
    perform pg_advisory_xact_lock(hashtextextended('writes ' || kind || member, 0));
  end if;
  select allowed.span, allowed.most, done.first + allowed.span as room_at into broken
  from private.write_limits allowed
  cross join lateral (
    select coalesce(sum(written.amount), 0) as amount, min(written.at) as first
    from private.writes written
    where written.member_id = member and written.kind = count_write.kind
      and written.at > clock_timestamp() - allowed.span
  ) done
  where allowed.kind = count_write.kind
    and done.amount + count_write.amount > allowed.most
    and (not allowed.for_new or private.is_new(member))
  -- The limit that lasts longest; one that this amount never fits comes first.
  order by count_write.amount > allowed.most desc, room_at desc
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

drop trigger comments_rate on public.comments;
drop trigger reports_rate on public.reports;
drop function private.limit_rate();

-- Only requests count (role `authenticated`), as in private.guard_writes(): a cascade or a function with its owner's
-- rights writes on somebody's behalf.
create trigger jerseys_rate after insert on public.jerseys
referencing new table as counted
for each statement when (current_user = 'authenticated')
execute function private.count_rows('jerseys');
create trigger jersey_images_rate after insert on public.jersey_images
referencing new table as counted
for each statement when (current_user = 'authenticated')
execute function private.count_rows('images');
create trigger jersey_images_removal_rate after delete on public.jersey_images
referencing old table as counted
for each statement when (current_user = 'authenticated')
execute function private.count_rows('edits');
create trigger comments_rate after insert on public.comments
referencing new table as counted
for each statement when (current_user = 'authenticated')
execute function private.count_rows('comments');
create trigger reports_rate after insert on public.reports
referencing new table as counted
for each statement when (current_user = 'authenticated')
execute function private.count_rows('reports');
-- By row: on these tables a trigger with the rows of a statement would slow down votes, which update counters. It
-- fires before jerseys_guard (triggers fire in the order of their names), which may divert the change.
create trigger jerseys_edit_rate
before update of title, description, edition, external_link on public.jerseys
for each row when (current_user = 'authenticated') execute function private.count_change('edits');
create trigger comments_edit_rate before update of body on public.comments
for each row when (current_user = 'authenticated') execute function private.count_change('edits');
create trigger profiles_edit_rate before update on public.profiles
for each row when (current_user = 'authenticated') execute function private.count_change('edits');

-- Uploads. Hosted projects allow no triggers on storage tables, so a policy counts: it is evaluated once per file. The
-- embedded service writes the row twice, first on trial, before it reads the content, then with the file's size. A hosted
-- project writes on trial only, with the member's rights, and rolls back: there only the quota holds.

create function private.upload_quota() returns bigint
language sql immutable parallel safe set search_path = ''
as $$ select 1073741824 $$;
comment on function private.upload_quota is 'Bytes that a member may store';

create function private.count_upload(metadata jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  member constant uuid := auth.uid();
  size constant bigint := greatest((metadata ->> 'size')::bigint, 1);
  stored bigint;
begin
  if public.is_admin(member) then
    return true;
  end if;
  -- Not in turn: the transaction lasts until the file is stored, and others would wait with a connection each. The
  -- service's own limit of attempts bounds how many can be too many.
  perform private.count_write('uploads', 1, false);
  perform private.count_write('upload_bytes', size, false);
  -- A range of names, which the index has in order: `0` follows `/`.
  select sum((object.metadata ->> 'size')::bigint) into stored
  from storage.objects object
  where object.bucket_id = 'jerseys'
    and object.name collate "C" >= member || '/' and object.name collate "C" < member || '0';
  if stored + size > private.upload_quota() then
    raise sqlstate 'PT413' using
      message = 'uploads_full',
      detail = format('A member stores at most %s bytes.', private.upload_quota()),
      hint = 'Delete images first.';
  end if;
  return true;
end $$;
comment on function private.count_upload is
  'Notes an upload of the caller; refuses more than the limits and the quota allow, by an error';

drop policy "suspended and anonymous accounts upload nothing" on storage.objects;
create policy "members upload in good standing and within their limits" on storage.objects
  as restrictive for insert to authenticated
  with check ((select private.in_good_standing()) and private.count_upload(metadata));

revoke execute on function
  private.is_new, private.count_write, private.count_rows, private.count_change, private.upload_quota,
  private.count_upload
from public;
grant execute on function private.count_upload to authenticated;

-- Retention.

create index audit_log_age on public.audit_log (at);
comment on index public.audit_log_age is 'Entries old enough to be deleted: job';

create function public.sweep_audit_log(older_than interval default '2 years') returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  gone bigint;
begin
  delete from private.writes where at < now() - interval '1 day';
  -- A jersey's id stays known with its author, also after the jersey (private.guard_jersey_id).
  update public.audit_log set after = null
  where at < now() - older_than and table_name = 'jerseys' and action = 'insert' and after is not null;
  delete from public.audit_log log
  where log.at < now() - older_than
    and not (log.table_name = 'jerseys' and log.action = 'insert')
    -- Needed to show and undo a change that waits for review.
    and not exists (
      select from public.jerseys
      where jerseys.edited_at is not null and jerseys.id::text = log.row_id
        and log.table_name in ('jerseys', 'jersey_images'));
  get diagnostics gone = row_count;
  return gone;
end $$;
comment on function public.sweep_audit_log is
  'Deletes entries of the audit log after two years, and notes of writes after a day; returns how many entries';
revoke execute on function public.sweep_audit_log from public, anon, authenticated;
grant execute on function public.sweep_audit_log to service_role;
