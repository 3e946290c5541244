-- Written by `npm run migration -- --baseline` from supabase/schemas: read the objects there.
set check_function_bodies = off;

-- schemas/base/text.sql

-- Schemas, the one extension, and functions on text.
-- Names are tidied, folded and made into slugs here, and hidden characters are refused.
-- Everything else builds on these functions; stored columns use them.

-- Hosted projects keep extensions in a schema of their own, which already exists there.
create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;

-- Helpers of policies and triggers. The REST interface exposes `public` only, so nobody can call them from outside.
create schema private;
grant usage on schema private to anon, authenticated, service_role;

-- Stored columns depend on the functions below. They use nothing that differs between servers or versions (no collation,
-- no `unaccent` rules): stored values stay valid after an upgrade, and app/domain/slug.ts can give the same answers. A rules
-- test compares both.
create function private.tidy(value text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select nullif(btrim(value, U&' \0009\000a\000b\000c\000d\0085\00a0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200a\200b\2028\2029\202f\205f\3000\feff'), '')
$$;
comment on function private.tidy is 'Text without surrounding white space; null when nothing is left';

create function private.fold(value text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  -- lower() of non-ASCII letters depends on the server, hence the two lists, paired by position.
  upper_case constant text := 'ŁØĐÐĦŊŦÆŒẞÞАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЄІҐЂЈЉЊЋЏЅΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ';
  lower_case constant text := 'łøđðħŋŧæœßþабвгдежзиклмнопрстуфхцчшщъыьэюяєіґђјљњћџѕαβγδεζηθικλμνξοπρστυφχψω';
  -- Letters that Unicode does not decompose, and their Latin spelling.
  latin constant text[] := array[
    ['ł', 'l'], ['ø', 'o'], ['đ', 'd'], ['ð', 'd'], ['ħ', 'h'], ['ŋ', 'n'], ['ŧ', 't'], ['ı', 'i'],
    ['æ', 'ae'], ['œ', 'oe'], ['ß', 'ss'], ['þ', 'th'], ['’', ''''], ['ʼ', ''''],
    ['а', 'a'], ['б', 'b'], ['в', 'v'], ['г', 'g'], ['д', 'd'], ['е', 'e'], ['ж', 'zh'], ['з', 'z'],
    ['и', 'i'], ['к', 'k'], ['л', 'l'], ['м', 'm'], ['н', 'n'], ['о', 'o'], ['п', 'p'], ['р', 'r'],
    ['с', 's'], ['т', 't'], ['у', 'u'], ['ф', 'f'], ['х', 'kh'], ['ц', 'ts'], ['ч', 'ch'],
    ['ш', 'sh'], ['щ', 'shch'], ['ъ', ''], ['ы', 'y'], ['ь', ''], ['э', 'e'], ['ю', 'yu'],
    ['я', 'ya'], ['є', 'ye'], ['і', 'i'], ['ґ', 'g'], ['ђ', 'dj'], ['ј', 'j'], ['љ', 'lj'],
    ['њ', 'nj'], ['ћ', 'c'], ['џ', 'dz'], ['ѕ', 'dz'],
    ['α', 'a'], ['β', 'v'], ['γ', 'g'], ['δ', 'd'], ['ε', 'e'], ['ζ', 'z'], ['η', 'i'], ['θ', 'th'],
    ['ι', 'i'], ['κ', 'k'], ['λ', 'l'], ['μ', 'm'], ['ν', 'n'], ['ξ', 'x'], ['ο', 'o'], ['π', 'p'],
    ['ρ', 'r'], ['σ', 's'], ['ς', 's'], ['τ', 't'], ['υ', 'y'], ['φ', 'f'], ['χ', 'ch'],
    ['ψ', 'ps'], ['ω', 'o']];
  folded text;
  letter text[];
begin
  -- Most names are ASCII: only their case is folded.
  if octet_length(value) = char_length(value) then
    return lower(value collate "C");
  end if;
  folded := regexp_replace(normalize(value, NFKD), U&'[\0300-\036f]', '', 'g');
  -- Western names are ASCII once their accents are gone. Skipping the hundred replacements takes a tenth of the time.
  if octet_length(folded) = char_length(folded) then
    return lower(folded collate "C");
  end if;
  folded := translate(lower(folded collate "C"), upper_case, lower_case);
  foreach letter slice 1 in array latin loop
    folded := replace(folded, letter[1], letter[2]);
  end loop;
  return folded;
end $$;
comment on function private.fold is
  'Lower case, without accents, Cyrillic and Greek in Latin letters: what search compares. Twin of fold() in app/domain/slug.ts';

create function private.slug(value text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$ select btrim(regexp_replace(private.fold(value), '[^a-z0-9]+', '-', 'g'), '-') $$;
comment on function private.slug is
  'A name as a segment of an address; empty when no letter has a Latin form. Twin of slug() in app/domain/slug.ts';

create function private.team_slug(team text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$ select coalesce(nullif(private.slug(team), ''), 'equipe') $$;
comment on function private.team_slug is
  'Slug of a team, never empty: the address of its jerseys would lose a segment. Twin of teamSlug() in app/domain/slug.ts';

-- Characters without a glyph hide differences between names, or turn the text around them (U+202E). Listed, because
-- classes of characters depend on the server. Twin of isVisible() in app/domain/rules/text.ts.
create function private.hidden_characters() returns text
language sql immutable parallel safe set search_path = ''
as $$
  select U&'[\0001-\001f\007f-\009f\00ad\034f\061c\115f\1160\17b4\17b5\180b-\180f\200b-\200f\2028-\202e\2060-\206f\2800\3164\fe00-\fe0f\feff\ffa0\fff0-\fffb\+013430-\+01343f\+01bca0-\+01bca3\+01d173-\+01d17a\+0e0000-\+0e0fff]'
$$;
comment on function private.hidden_characters is
  'Control characters, zero-width and bidirectional ones, fillers, variation selectors and tags, as a regular expression';

create function private.is_visible(value text) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$
  select value !~ private.hidden_characters()
    -- Emoji keep their joiners, their variation, and the tags of a flag (Scotland).
    or regexp_replace(regexp_replace(regexp_replace(value,
        U&'([\203c-\3299\+01f000-\+01faff]\fe0f?)\200d(?=[\203c-\3299\+01f000-\+01faff])', '\1', 'g'),
        U&'([#*0-9\00a9\00ae\203c-\3299\+01f000-\+01faff])[\fe0e\fe0f]', '\1', 'g'),
        U&'\+01f3f4[\+0e0030-\+0e0039\+0e0061-\+0e007a]{3,6}\+0e007f', '', 'g')
      !~ private.hidden_characters()
$$;
comment on function private.is_visible is 'True if a text shows all of its characters';

create function private.visible(value text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select case when private.is_visible(value) then value
    else private.tidy(regexp_replace(
      regexp_replace(value, U&'[\0009-\000d\0085\2028\2029]+', ' ', 'g'), private.hidden_characters(), '', 'g'))
  end
$$;
comment on function private.visible is 'A text without its hidden characters; null when nothing is left';

create function private.nil() returns uuid language sql immutable parallel safe
return '00000000-0000-0000-0000-000000000000'::uuid;
comment on function private.nil is 'Stands for "none" in keys, where null would not be equal to itself';

revoke execute on function private.nil from public;

-- schemas/base/changes.sql

-- What the running transaction is doing, for the triggers that follow a write.
-- These two settings are the only ones: `maillotheque.change`, an object whose keys are listed below, and `maillotheque.votes`.
-- A function sets a key before it writes and removes it afterwards; both end with the transaction. `announced` stays, and `staging`
-- ends in reconcile_edit().

-- `revision`: kind, contributor, reason, suggestion and undone revision of what is written to the public history. Kind `none`:
--   the writes are no change, so neither history nor notices tell of them.
-- `corrections`: what a reviewer corrects while approving, for the author's notice.
-- `undoable`: the decision can be undone for some seconds, so its notices wait.
-- `staging`: an approved jersey is put back to what it was; such a write is neither on record nor announced.
-- `batch`: the words of many jerseys are brought up to date together after the statement.
-- `leaving`: the jersey that is being deleted; its counters go with it.
-- `colors`: the running update names the colours of a jersey.
-- `announced`: how many ids this transaction has announced as outdated.
create function private.current_change() returns jsonb
language sql stable parallel safe
return coalesce(nullif(current_setting('maillotheque.change', true), ''), '{}')::jsonb;
comment on function private.current_change is 'The change in progress: an object of the keys above; empty outside of one';

create function private.set_change(key text, value jsonb) returns void
language sql set search_path = ''
as $$
  select set_config('maillotheque.change', case
    when value is null then private.current_change() - key
    else private.current_change() || jsonb_build_object(key, value)
  end::text, true)
$$;
comment on function private.set_change is 'Sets a key of the change in progress; null removes it';

-- An upsert is an insert with an update inside, and fires the triggers of both. `maillotheque.votes` connects the two: `[]` during
-- an insert, then what its update part has collected. It stands alone because every vote reads and writes it.
create function private.current_votes() returns text
language sql stable parallel safe
return coalesce(current_setting('maillotheque.votes', true), '');
comment on function private.current_votes is 'Votes that the update part of a running upsert has collected, as JSON; empty outside of an insert';

revoke execute on function private.set_change from public;

-- schemas/base/writing.sql

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
  if account.is_suspended then
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
  ('visitor_reports', '1 hour', 60, false), ('visitor_reports', '1 day', 300, false),
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
  ('proposals', '1 hour', 20, false), ('proposals', '1 day', 60, false),
  ('undoings', '1 hour', 200, false), ('undoings', '1 day', 1000, false);

alter table private.write_limits enable row level security;
revoke all on private.write_limits from public, anon, authenticated, service_role;

-- Unlogged: a crash forgets what was written, which does no harm.
create unlogged table private.writes (
  id bigint generated always as identity constraint writes_pkey primary key,
  member_id uuid not null references auth.users (id) on delete cascade,
  kind text not null,
  amount bigint not null,
  at timestamptz not null default clock_timestamp()
);
comment on table private.writes is 'What members have written within a day, for private.count_write()';


alter table private.writes enable row level security;
revoke all on private.writes from public, anon, authenticated, service_role;

create function private.is_new(member uuid) returns boolean
language sql stable security definer set search_path = ''
as $$ select created_at > now() - interval '7 days' from auth.users where id = member $$;

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
  -- Without the lock: the transaction lasts until the file is stored, and others would wait with a connection each. The
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

create function public.sweep_audit_log(older_than interval default '2 years') returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  gone bigint;
begin
  delete from private.writes where at < now() - interval '1 day';
  -- A jersey's id stays known with its author, also after the jersey (private.check_jersey_id).
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
  'Deletes entries of the audit log after two years, and records of writes after a day; returns how many entries';
revoke execute on function public.sweep_audit_log from public, anon, authenticated;
grant execute on function public.sweep_audit_log to service_role;

-- An account with a second factor writes only after the session has shown it, as in is_admin().
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

revoke execute on function
  private.refuse, private.check_standing, private.require_standing, private.in_good_standing, private.has_factor, private.is_new,
  private.count_write, private.count_rows, private.count_change, private.upload_quota, private.count_upload, private.lacks_factor,
  private.require_factor
from public;
grant execute on function
  private.check_standing, private.in_good_standing, private.count_upload, private.require_factor
to authenticated;

-- schemas/account/profiles.sql

-- Profiles: the public name of an account.
-- A sign-up makes one in its own transaction; a profile is public once its account is confirmed.
-- Names that look like those of the site or of somebody else are reserved.

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  username text not null
    constraint profiles_username_key unique
    constraint profiles_username_format check (username ~ '^[a-z0-9_]{3,30}$'),
  display_name text
    constraint profiles_display_name_length check (char_length(display_name) <= 60),
  constraint profiles_display_name_visible check (private.is_visible(display_name))
);
comment on table public.profiles is
  'The public face of an account, made on sign-up. private.guard_names() checks profiles_username_reserved, profiles_username_reset, profiles_display_name_reserved and profiles_display_name_reset';

create index profiles_list on public.profiles (username collate "C");
comment on index public.profiles_list is 'Members by username: member administration';

alter table public.profiles enable row level security;
revoke all on public.profiles from anon, authenticated;
grant select on public.profiles to anon, authenticated;
grant select, insert, update, delete on public.profiles to service_role;
grant update (username, display_name) on public.profiles to authenticated;

create function private.profile_text(username text, display_name text) returns text
language sql immutable parallel safe set search_path = ''
as $$ select private.fold(username || ' ' || coalesce(display_name, '')) $$;
comment on function private.profile_text is 'What administrators find a member by';

create function private.tidy_profile() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- Lower case only: the unique constraint then ignores case.
  new.username := lower(new.username collate "C");
  new.display_name := private.tidy(
    regexp_replace(new.display_name, U&'[\0001-\001f\007f-\009f]', '', 'g'));
  return new;
end $$;

-- Every account gets its profile in the transaction that makes the account. A username that is taken, too short or not
-- allowed is changed until it fits: no sign-up fails because of it. A generated one begins with "fan", the same word in
-- all four languages.
create function private.username_from(wish text, name text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select left(coalesce(
    (select candidate
     from (values
       (1, btrim(regexp_replace(private.fold(wish), '[^a-z0-9_]+', '_', 'g'), '_')),
       (2, btrim(regexp_replace(private.fold(name), '[^a-z0-9_]+', '_', 'g'), '_'))
     ) as wishes (rank, candidate)
     where char_length(candidate) >= 3
     order by rank
     limit 1),
    'fan'), 30)
$$;
comment on function private.username_from is
  'The nearest allowed username. It is never made from the e-mail address, which is private';

-- No sign-up fails because of its names.
create function private.name_of(account auth.users) returns text
language sql stable set search_path = ''
as $$
  -- The cut may leave half an emoji, so hidden characters go after it.
  select private.visible(left(name, 60))
  from unnest(array['display_name', 'full_name', 'name', 'user_name']) with ordinality
      as member (key, rank),
    private.visible(private.tidy(account.raw_user_meta_data ->> member.key)) name
  where name is not null and (key = 'display_name' or strpos(name, '@') = 0)
    and not private.is_reserved(name)
  order by rank
  limit 1
$$;
comment on function private.name_of is
  'The name an account gives itself, else the name its sign-in provider sends. A provider''s name that is an address stays private';

create function private.create_profile(account auth.users) returns void
language plpgsql set search_path = ''
as $$
declare
  shown constant text := private.name_of(account);
  wished text := private.username_from(coalesce(
    account.raw_user_meta_data ->> 'username',
    case when strpos(account.raw_user_meta_data ->> 'user_name', '@') = 0
      then account.raw_user_meta_data ->> 'user_name' end), shown);
  suffix text := '';
begin
  if private.is_reserved(wished) then
    wished := private.username_from(null, null);
  end if;
  loop
    -- A sign-up under the same name at the same time waits here instead of failing.
    insert into public.profiles (id, username, display_name)
    values (account.id, left(wished, 30 - char_length(suffix)) || suffix, shown)
    on conflict (username) do nothing;
    exit when found;
    suffix := '_' || left(md5(random()::text), greatest(4, least(12, char_length(suffix))));
  end loop;
end $$;

create function private.on_sign_up() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.awaits_confirmation(new) then
    perform private.create_profile(new);
  end if;
  return new;
end $$;

create function private.awaits_confirmation(account auth.users) returns boolean
language sql immutable set search_path = ''
as $$
  select account.email_confirmed_at is null and account.phone_confirmed_at is null
    and account.last_sign_in_at is null
    and (coalesce(account.email, '') <> '' or coalesce(account.phone, '') <> '')
    -- Accounts that nobody can sign in to, such as those of the demonstration, have no provider.
    and coalesce(account.raw_app_meta_data ->> 'provider', '') <> ''
$$;
comment on function private.awaits_confirmation is
  'Whether nobody has shown yet that the account''s address or number is theirs';

create function private.on_confirmation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.awaits_confirmation(new)
    and not exists (select from public.profiles where id = new.id) then
    perform private.create_profile(new);
  end if;
  return new;
end $$;

-- Reserved names. Twin of isReserved() in app/domain/rules/reserved-names.ts.
create function private.name_skeleton(name text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select regexp_replace(
    replace(translate(regexp_replace(private.fold(name), '[^a-z0-9]', '', 'g'), '0134578l', 'oieastbi'), 'rn', 'm'),
    '(.)\1+', '\1', 'g')
$$;
comment on function private.name_skeleton is
  'A name without accents, case, separators and doubled letters, and with one letter for those that look alike';

-- Names that only look reserved: letters of other scripts, small capitals and signs that look like Latin ones. fold() writes
-- Cyrillic and Greek as they sound (`р` is `r`), so that a name is compared twice, as it sounds and as it looks.
create function private.as_it_looks(name text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select translate(normalize(name, NFKD),
    'рсухѕјһԁԛԝӏвнРСУХЅЈҺԀԚԜӀВНρνυχγηωΒΗΡΥΧɑɡɩɪʟɴʀʏʙʜɢᴀᴄᴅᴇᴊᴋᴍᴏᴘꜱᴛᴜᴠᴡᴢᎪᎠᎬᎻᎥᏞᎷᏢᏚᎢꓮꓓꓟꓲꓠꓢꓳꓔꓡꓣꓐꓑꓴꓰꓚꓖꓗ@$!|',
    'pcyxsjhdqwlbhPCYXSJHDQWIBHpvuxynwBHPYXagiilnrybhgacdejkmopstuvwzADEHiLMPSTADMINSOTLRBPUECGKasil')
$$;
comment on function private.as_it_looks is
  'A name with Latin letters in place of letters and signs that look like them. Twin of asItLooks() in app/domain/rules/reserved-names.ts';

create function private.is_reserved(name text) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$
  with given as (select distinct form from unnest(array[name, private.as_it_looks(name)]) form)
  select exists (
      select from given
      where private.name_skeleton(form) ~ '^admin|admins?$|^moderat(eur|ric|or|ion)|moderat(eur|rice|or|ion)e?s?$|^moderad|moderador[ae]?s?$|maiotheque')
    or exists (
      select from given, unnest(array[
        'moderacion', 'moderacao', 'modo', 'support', 'soporte', 'suporte', 'assistance', 'asistencia', 'assistencia',
        'aide', 'help', 'helpdesk', 'ayuda', 'ajuda', 'contact', 'contacto', 'contato', 'official', 'officiel',
        'oficial', 'staff', 'team', 'equipe', 'equipo', 'root', 'system', 'systeme', 'sistema', 'security',
        'securite', 'seguridad', 'seguranca', 'webmaster', 'postmaster', 'hostmaster', 'abuse', 'noreply', 'info',
        'service', 'servicio', 'servico', 'null', 'undefined']) word
      where private.name_skeleton(word) in (
        private.name_skeleton(form), private.name_skeleton(regexp_replace(form, '[0-9_.\s-]+$', ''))))
$$;
comment on function private.is_reserved is
  'True if a name sounds or looks like an administrator, a moderator, the support or the site itself, in four languages';

-- Only requests of members are checked: an administrator, or the operator by command, may bear such a name.
create function private.guard_names() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_renamed constant boolean := new.username <> old.username;
  is_shown_anew constant boolean := new.display_name is distinct from old.display_name;
  broken constant text := case
    when is_renamed and private.is_reserved(new.username) then 'profiles_username_reserved'
    when is_shown_anew and private.is_reserved(new.display_name) then 'profiles_display_name_reserved'
    when is_renamed and private.was_reset(new.id, new.username) then 'profiles_username_reset'
    when is_shown_anew and private.was_reset(new.id, new.display_name) then 'profiles_display_name_reset'
  end;
begin
  if broken is not null and not public.is_admin(auth.uid()) then
    perform private.refuse(
      broken, case when broken like '%reset' then 'An administrator has removed this name.' else 'This name is reserved.' end);
  end if;
  return new;
end $$;

-- A member could take a name back at once that an administrator had replaced. The audit log has the names, and
-- says so for as long as it is stored.
create function private.was_reset(member uuid, name text) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select
    from public.audit_log log, unnest(array[log.before ->> 'username', log.before ->> 'display_name']) former
    where log.table_name = 'profiles' and log.row_id = member::text and log.after ? 'names_reset'
      and (lower(former) = lower(name)
        or nullif(private.name_skeleton(former), '') in (
          private.name_skeleton(name), private.name_skeleton(private.as_it_looks(name)))))
$$;
comment on function private.was_reset is
  'True if an administrator has taken this name, or one that reads like it, from this member';

create index profiles_search on public.profiles
  using gin (private.profile_text(username, display_name) extensions.gin_trgm_ops);
comment on index public.profiles_search is 'Members whose name contains a text: member administration';

create policy "everyone reads profiles" on public.profiles
  for select to anon, authenticated using (true);

create policy "members update their own profile" on public.profiles
  for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));

revoke execute on function
  private.username_from, private.name_of, private.create_profile, private.on_sign_up, private.awaits_confirmation,
  private.on_confirmation, private.as_it_looks, private.guard_names, private.was_reset
from public;

-- schemas/account/roles.sql

-- Roles: member, reviewer, administrator.
-- A reviewer decides on submissions, edits, reports and suggestions; an administrator also keeps the catalogue, members and
-- roles.
-- Nobody decides what is their own, except that an administrator decides on own submissions: a site with one of them must work.

create table public.user_roles (
  user_id uuid not null references public.profiles (id) on delete cascade,
  role text not null,
  primary key (user_id, role),
  constraint user_roles_role_known check (role in ('admin', 'reviewer'))
);
comment on table public.user_roles is 'Roles of members beyond membership itself; is_admin() reads it';

alter table public.user_roles enable row level security;
revoke all on public.user_roles from anon, authenticated;
grant select, insert, delete on public.user_roles to authenticated;
grant select, insert, update, delete on public.user_roles to service_role;

-- Runs with its owner's rights because the policies of user_roles call it in turn. A suspended
-- administrator doesn't count, whatever the token's claims. An account with a second factor counts
-- only after the session has verified it.
create function public.is_admin(user_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (is_admin.user_id = auth.uid() or auth.role() = 'service_role')
      and exists (
        select from public.user_roles held join auth.users account on account.id = held.user_id
        where held.user_id = is_admin.user_id and held.role = 'admin'
          and (account.banned_until is null or account.banned_until <= now()))
      and (auth.role() = 'service_role' or auth.jwt() ->> 'aal' = 'aal2'
        or not private.has_factor(is_admin.user_id)),
    false)
$$;
comment on function public.is_admin is
  'True if the caller is this user and an administrator. False about anybody else: visitors must not learn who the administrators are';
revoke execute on function public.is_admin from public;
grant execute on function public.is_admin to anon, authenticated, service_role;

create function private.require_catalogue_admin() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = 'catalogue_denied', detail = 'Only administrators change line-ups.';
  end if;
end $$;
comment on function private.require_catalogue_admin is 'Refuses everyone but administrators';

create function public.is_reviewer(user_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (is_reviewer.user_id = auth.uid() or auth.role() = 'service_role')
      and exists (
        select from public.user_roles held join auth.users account on account.id = held.user_id
        where held.user_id = is_reviewer.user_id and held.role in ('admin', 'reviewer')
          and (account.banned_until is null or account.banned_until <= now()))
      and (auth.role() = 'service_role' or auth.jwt() ->> 'aal' = 'aal2'
        or not private.has_factor(is_reviewer.user_id)),
    false)
$$;
comment on function public.is_reviewer is
  'True if the caller is this user and a reviewer or an administrator; see is_admin(). False about anybody else';
revoke execute on function public.is_reviewer from public;
grant execute on function public.is_reviewer to anon, authenticated, service_role;

-- Checks.
create function private.check_reviewer() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.check_standing();
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators decide on proposals.';
  end if;
end $$;

create policy "members read their own roles, admins all" on public.user_roles
  for select to authenticated
  using (user_id = (select auth.uid()) or (select public.is_admin((select auth.uid()))));

create policy "admins give roles" on public.user_roles
  for insert to authenticated with check ((select public.is_admin((select auth.uid()))));

-- Not their own: the last administrator can't lock everyone out by mistake.
create policy "admins take roles from others" on public.user_roles
  for delete to authenticated
  using (user_id <> (select auth.uid()) and (select public.is_admin((select auth.uid()))));

revoke execute on function private.require_catalogue_admin from public, anon;
revoke execute on function private.check_reviewer from public;

-- schemas/browse/competitions.sql

-- Competitions: the leagues and cups that jerseys belong to.
-- Anyone reads active ones; administrators write, and reviewers by accepting a suggestion.
-- A row of the catalogue that is in use can't be deleted: who tries is told what depends on it.

create table public.competitions (
  id uuid primary key default gen_random_uuid(),
  league text not null
    constraint competitions_league_known check (league in ('NBA', 'NFL', 'NHL', 'SOCCER', 'ESPORT')),
  name text not null
    constraint competitions_name_length check (char_length(name) between 2 and 120),
  slug text not null default ''
    constraint competitions_slug_key unique
    constraint competitions_slug_format check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  country text constraint competitions_country_length check (char_length(country) <= 80),
  priority integer not null default 0,
  sport text not null default ''
    constraint competitions_sport_known check (sport in ('NBA', 'NFL', 'NHL', 'SOCCER', 'ESPORT')),
  is_active boolean not null default true,
  updated_at timestamptz not null default now(),
  search_text text not null generated always as (private.fold(name)) stored,
  -- Target of a reference of jerseys to a competition together with its league.
  constraint competitions_id_league_key unique (id, league),
  constraint competitions_name_visible check (private.is_visible(name)),
  constraint competitions_country_visible check (private.is_visible(country))
);
comment on column public.competitions.sport is
  'Accepts ''soccer'' and ''eSport'' too and stores upper case; the league when left out';
comment on column public.competitions.updated_at is
  'Forms send it back with a change, which is refused when the row has changed meanwhile';

create index competitions_list on public.competitions (league, priority desc, name, id);
comment on index public.competitions_list is
  'Competitions by league, the most important first: home, competitions page, submit form';

-- Permissions to read and write.
alter table public.competitions enable row level security;
revoke all on public.competitions from anon, authenticated;
grant select on public.competitions to anon;
grant select, insert, update, delete on public.competitions to authenticated, service_role;

-- Functions that complete fields.
create function private.complete_competition() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.name := private.tidy(new.name);
  new.sport := upper(coalesce(private.tidy(new.sport), new.league) collate "C");
  new.slug := coalesce(private.tidy(new.slug), private.slug(new.name));
  return new;
end $$;

-- Fires after <table>_complete, which only tidies: triggers fire in the order of their names.
create function private.touch() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- Generated columns are not computed yet: comparing them would make every update look like a change.
  if to_jsonb(new) - 'search_text' is distinct from to_jsonb(old) - 'search_text' then
    new.updated_at := clock_timestamp();
  end if;
  return new;
end $$;

-- A row of the catalogue that is in use cannot be deleted. Administrators see what depends on it.
create function private.dependents(table_name text, row_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(kind, amount) filter (where amount > 0), '{}')
  from (
    select 'jerseys' as kind, sum(amount) as amount from (
      select count(*) amount from public.jerseys
      where dependents.table_name = 'teams' and team_id = dependents.row_id
      union all
      select count(*) from public.jerseys
      where dependents.table_name = 'competitions' and competition_id = dependents.row_id
      union all
      select count(*) from public.jerseys
      where dependents.table_name = 'seasons' and season_id = dependents.row_id
      union all
      select count(*) from public.jerseys
      where dependents.table_name = 'brands' and brand_id = dependents.row_id) jerseys
    union all
    select 'teams', count(*) from public.teams
    where dependents.table_name = 'competitions' and competition_id = dependents.row_id
    union all
    -- A team's own seasons are deleted with it.
    select 'entries', sum(amount) from (
      select count(*) amount from public.team_seasons
      where dependents.table_name = 'competitions' and competition_id = dependents.row_id
      union all
      select count(*) from public.team_seasons
      where dependents.table_name = 'seasons' and season_id = dependents.row_id) entries
  ) counted
$$;
comment on function private.dependents is
  'How much depends on a row of the catalogue: jerseys, teams, entries of teams for a season';

create function private.keep_what_is_in_use() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  used constant jsonb := private.dependents(tg_table_name, old.id);
begin
  if used = '{}' then
    return old;
  end if;
  raise foreign_key_violation using
    message = 'in_use', detail = used::text, hint = 'Make it inactive instead.';
end $$;

create policy "visitors read active competitions" on public.competitions
  for select to anon using (is_active);

create policy "members read active competitions, admins all" on public.competitions
  for select to authenticated
  using (is_active or (select public.is_admin((select auth.uid()))));

create policy "admins add competitions" on public.competitions
  for insert to authenticated with check ((select public.is_admin((select auth.uid()))));

create policy "admins change competitions" on public.competitions
  for update to authenticated
  using ((select public.is_admin((select auth.uid()))))
  with check ((select public.is_admin((select auth.uid()))));

create policy "admins delete competitions" on public.competitions
  for delete to authenticated using ((select public.is_admin((select auth.uid()))));

revoke execute on function
  private.complete_competition, private.touch, private.dependents, private.keep_what_is_in_use
from public;

-- schemas/browse/seasons.sql

-- Seasons: a year, or two that follow each other.
-- Anyone reads active ones; administrators write.
-- A jersey and a line-up belong to one.

create table public.seasons (
  id uuid primary key default gen_random_uuid(),
  code text not null
    constraint seasons_code_key unique
    -- A year, or two of which the second follows the first.
    constraint seasons_code_format check (
      case when code ~ '^[0-9]{4}-[0-9]{2}$'
        then mod(left(code, 4)::integer + 1, 100) = right(code, 2)::integer
        else code ~ '^[0-9]{4}$'
      end),
  name text not null constraint seasons_name_length check (char_length(name) between 4 and 40),
  is_active boolean not null default true,
  updated_at timestamptz not null default now(),
  -- Searched without an index: there are hundreds of seasons at most, and as many brands.
  search_text text not null generated always as (private.fold(code || ' ' || name)) stored,
  constraint seasons_name_visible check (private.is_visible(name))
);
comment on column public.seasons.updated_at is 'See competitions.updated_at';
comment on constraint seasons_code_key on public.seasons is 'Also serves the season selectors: newest code first';

alter table public.seasons enable row level security;
revoke all on public.seasons from anon, authenticated;
grant select on public.seasons to anon;
grant select, insert, update, delete on public.seasons to authenticated, service_role;

create policy "visitors read active seasons" on public.seasons
  for select to anon using (is_active);

create policy "members read active seasons, admins all" on public.seasons
  for select to authenticated
  using (is_active or (select public.is_admin((select auth.uid()))));

create policy "admins add seasons" on public.seasons
  for insert to authenticated with check ((select public.is_admin((select auth.uid()))));

create policy "admins change seasons" on public.seasons
  for update to authenticated
  using ((select public.is_admin((select auth.uid()))))
  with check ((select public.is_admin((select auth.uid()))));

create policy "admins delete seasons" on public.seasons
  for delete to authenticated using ((select public.is_admin((select auth.uid()))));

-- schemas/browse/teams.sql

-- Teams of a competition, with colours and country.
-- Anyone reads active ones; administrators write, and reviewers by accepting a suggestion.
-- Jerseys carry a copy of the name, which follows a rename.

create table public.teams (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint teams_name_length check (char_length(name) between 2 and 120),
  short_name text constraint teams_short_name_length check (char_length(short_name) <= 60),
  slug text not null default ''
    constraint teams_slug_format check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  city text constraint teams_city_length check (char_length(city) <= 80),
  country text constraint teams_country_length check (char_length(country) <= 80),
  -- No cascade: an administrator deactivates a competition that has teams, and cannot delete it.
  competition_id uuid not null references public.competitions (id),
  founded_year integer
    constraint teams_founded_year_range check (founded_year between 1800 and 2100),
  colors text[] not null default '{}'
    constraint teams_colors_format check (
      cardinality(colors) <= 3
      -- Seven characters each, and a space between.
      and char_length(array_to_string(colors, ' ', '?')) = greatest(8 * cardinality(colors) - 1, 0)
      and array_to_string(colors, ' ', '?') ~ '^(#[0-9a-f]{6}( #[0-9a-f]{6})*)?$'),
  is_active boolean not null default true,
  updated_at timestamptz not null default now(),
  search_text text not null
    generated always as (private.fold(name || ' ' || coalesce(short_name, ''))) stored,
  -- Unique within a competition only: Real Madrid plays football and basketball.
  constraint teams_slug_key unique (competition_id, slug),
  constraint teams_name_visible check (private.is_visible(name)),
  constraint teams_short_name_visible check (private.is_visible(short_name)),
  constraint teams_city_visible check (private.is_visible(city)),
  constraint teams_country_visible check (private.is_visible(country))
);
comment on column public.teams.competition_id is 'The team''s home competition and the default of team_seasons';
comment on column public.teams.colors is
  'Colours of a drawn shirt, where there is no photo. Up to three as #rrggbb, in the order of the home shirt: base, second, trim';
comment on column public.teams.updated_at is 'See competitions.updated_at';

create index teams_list on public.teams (competition_id, name, id);
comment on index public.teams_list is 'Teams of a competition by name: competition page, submit form';
create index teams_by_slug on public.teams (slug);
comment on index public.teams_by_slug is 'Teams that a line of a list may mean: imports';

alter table public.teams enable row level security;
revoke all on public.teams from anon, authenticated;
grant select on public.teams to anon;
grant select, insert, update, delete on public.teams to authenticated, service_role;

create function private.complete_team() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.name := private.tidy(new.name);
  new.short_name := private.tidy(new.short_name);
  new.slug := coalesce(private.tidy(new.slug), private.team_slug(new.name));
  return new;
end $$;

-- Jerseys carry a copy of the names of their team and brand.
create function private.rename_team() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.jerseys where team_id = new.id order by id for no key update;
  perform private.set_change('batch', 'true');
  update public.jerseys set team = new.name where team_id = new.id;
  perform private.set_change('batch', null);
  perform private.refresh_search('jersey', array(select id from public.jerseys where team_id = new.id));
  return null;
end $$;

create function private.hold_names(teams uuid[], brands uuid[], competitions uuid[], seasons uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.teams where id = any (hold_names.teams) order by id for share;
  perform from public.brands where id = any (hold_names.brands) order by id for share;
  perform from public.competitions where id = any (hold_names.competitions) order by id for share;
  perform from public.seasons where id = any (hold_names.seasons) order by id for share;
end $$;
comment on function private.hold_names is
  'Waits for renames of these rows, and lets none begin before the end of the transaction. Before any jersey is locked, unless it arrives there';

create index teams_by_short_slug on public.teams (private.slug(short_name));
comment on index public.teams_by_short_slug is 'Teams that a line of a list may mean: imports';

create policy "visitors read active teams" on public.teams
  for select to anon using (is_active);

create policy "members read active teams, admins all" on public.teams
  for select to authenticated
  using (is_active or (select public.is_admin((select auth.uid()))));

create policy "admins add teams" on public.teams
  for insert to authenticated with check ((select public.is_admin((select auth.uid()))));

create policy "admins change teams" on public.teams
  for update to authenticated
  using ((select public.is_admin((select auth.uid()))))
  with check ((select public.is_admin((select auth.uid()))));

create policy "admins delete teams" on public.teams
  for delete to authenticated using ((select public.is_admin((select auth.uid()))));

revoke execute on function
  private.complete_team, private.rename_team, private.hold_names
from public;

-- schemas/browse/brands.sql

-- Brands that make jerseys.
-- Anyone reads them; administrators write.
-- Jerseys carry a copy of the name, which follows a rename.

create table public.brands (
  id uuid primary key default gen_random_uuid(),
  name text not null
    constraint brands_name_key unique
    constraint brands_name_length check (char_length(name) between 1 and 80),
  priority integer not null default 0,
  updated_at timestamptz not null default now(),
  search_text text not null generated always as (private.fold(name)) stored,
  constraint brands_name_visible check (private.is_visible(name))
);
comment on column public.brands.updated_at is 'See competitions.updated_at';

create index brands_list on public.brands (priority desc, name, id);
comment on index public.brands_list is 'Brands by priority, then name: submit form';

alter table public.brands enable row level security;
revoke all on public.brands from anon, authenticated;
grant select on public.brands to anon;
grant select, insert, update, delete on public.brands to authenticated, service_role;

create function private.rename_brand() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.jerseys where brand_id = new.id order by id for no key update;
  perform private.set_change('batch', 'true');
  update public.jerseys set brand = new.name where brand_id = new.id;
  perform private.set_change('batch', null);
  perform private.refresh_search('jersey', array(select id from public.jerseys where brand_id = new.id));
  return null;
end $$;

create policy "everyone reads brands" on public.brands
  for select to anon, authenticated using (true);

create policy "admins add brands" on public.brands
  for insert to authenticated with check ((select public.is_admin((select auth.uid()))));

create policy "admins change brands" on public.brands
  for update to authenticated
  using ((select public.is_admin((select auth.uid()))))
  with check ((select public.is_admin((select auth.uid()))));

create policy "admins delete brands" on public.brands
  for delete to authenticated using ((select public.is_admin((select auth.uid()))));

revoke execute on function private.rename_brand from public;

-- schemas/browse/line-ups.sql

-- Line-ups: which team plays in which competition in which season.
-- A team has one home competition and takes part in others by a row here.
-- The newest line-up of a competition is what its page shows.

-- The key is a number of its own. With the three references as its key, PostgREST would read the table as a
-- many-to-many link, and `teams?select=*,competitions(*)` would be ambiguous.
create table public.team_seasons (
  id bigint generated always as identity primary key,
  team_id uuid not null references public.teams (id) on delete cascade,
  season_id uuid not null references public.seasons (id),
  competition_id uuid not null references public.competitions (id),
  constraint team_seasons_key unique (season_id, competition_id, team_id)
);
comment on table public.team_seasons is 'A team takes part in a competition in a season';
comment on constraint team_seasons_key on public.team_seasons is
  'Also serves the teams of a competition in a season: home, submit form';

create index team_seasons_by_team on public.team_seasons (team_id);
comment on index public.team_seasons_by_team is 'Seasons of a team: team page, admin form';
create index team_seasons_by_competition on public.team_seasons (competition_id);

alter table public.team_seasons enable row level security;
revoke all on public.team_seasons from anon, authenticated;
grant select on public.team_seasons to anon;
grant select, insert, update, delete on public.team_seasons to authenticated, service_role;

-- Runs with its owner's rights so that an inactive team has a home competition too.
create function private.complete_team_season() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.competition_id := coalesce(
    new.competition_id,
    (select competition_id from public.teams where id = new.team_id));
  return new;
end $$;

-- What the home page opens on: every competition in its own newest season, because leagues begin at different times of the
-- year, and a season is entered for one competition after the other.
create function public.newest_line_ups() returns setof public.team_seasons
language sql stable rows 500 set search_path = ''
as $$
  select entry.*
  from public.competitions competition
  cross join lateral (
    select season.id from public.seasons season
    where season.is_active and exists (
      select from public.team_seasons known
      where known.season_id = season.id and known.competition_id = competition.id)
    order by season.code desc
    limit 1) newest
  join public.team_seasons entry
    on entry.season_id = newest.id and entry.competition_id = competition.id
  where competition.is_active
$$;
comment on function public.newest_line_ups is
  'The participations of every active competition in the newest season that has any';
revoke execute on function public.newest_line_ups from public;
grant execute on function public.newest_line_ups to anon, authenticated, service_role;

create function public.line_ups(competition_ids uuid[], in_season uuid default null)
returns setof public.team_seasons
language sql stable rows 100 set search_path = ''
as $$
  select entry.*
  from public.competitions competition
  -- The season comes from an expression: with a condition "no season or this one" PostgreSQL's general plan walks all
  -- seasons of each competition.
  cross join lateral (
    select coalesce(line_ups.in_season, (
      select season.id from public.seasons season
      where season.is_active and exists (
        select from public.team_seasons known
        where known.season_id = season.id and known.competition_id = competition.id)
      order by season.code desc
      limit 1)) as id) chosen
  join public.seasons shown on shown.id = chosen.id and shown.is_active
  join public.team_seasons entry
    on entry.season_id = shown.id and entry.competition_id = competition.id
  where competition.is_active and competition.id = any (line_ups.competition_ids)
$$;
comment on function public.line_ups is
  'The participations of active competitions: in a season, or of each in the newest active season that has any';
revoke execute on function public.line_ups from public;
grant execute on function public.line_ups to anon, authenticated, service_role;

create function public.line_up_sizes(competition_ids uuid[], in_season uuid default null)
returns table (competition_id uuid, season_id uuid, teams integer)
language sql stable rows 50 set search_path = ''
as $$
  select entry.competition_id, entry.season_id, count(*)::integer
  from public.line_ups(line_up_sizes.competition_ids, line_up_sizes.in_season) entry
  join public.teams team on team.id = entry.team_id and team.is_active
  group by entry.competition_id, entry.season_id
$$;
comment on function public.line_up_sizes is 'How many active teams line_ups() has of each competition';
revoke execute on function public.line_up_sizes from public;
grant execute on function public.line_up_sizes to anon, authenticated, service_role;

create function public.line_up_seasons() returns setof public.seasons
language sql stable rows 200 set search_path = ''
as $$
  select season.* from public.seasons season
  where season.is_active
    and exists (select from public.team_seasons entry where entry.season_id = season.id)
$$;
comment on function public.line_up_seasons is 'The active seasons in which any competition has a line-up';
revoke execute on function public.line_up_seasons from public;
grant execute on function public.line_up_seasons to anon, authenticated, service_role;

-- References only: the team or season behind one is shown only if active.
create policy "everyone reads who played when" on public.team_seasons
  for select to anon, authenticated using (true);

create policy "admins add team_seasons" on public.team_seasons
  for insert to authenticated with check ((select public.is_admin((select auth.uid()))));

create policy "admins change team_seasons" on public.team_seasons
  for update to authenticated
  using ((select public.is_admin((select auth.uid()))))
  with check ((select public.is_admin((select auth.uid()))));

create policy "admins delete team_seasons" on public.team_seasons
  for delete to authenticated using ((select public.is_admin((select auth.uid()))));

revoke execute on function private.complete_team_season from public;

-- schemas/jersey/table.sql

-- Jerseys: the table, its lists, and who reads and writes it.
-- A jersey is pending, approved or rejected, and public when it is approved and active.
-- Its rules before a write are in rules.sql, what follows a write in effects.sql.

create function private.kit_of(kit_type_slug text) returns text
language sql immutable parallel safe
return case when kit_type_slug = 'maillot' then 'other' else kit_type_slug end;
comment on function private.kit_of is 'The kit type that a jersey counts as, also one without';

create function private.is_palette(colors text[]) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select cardinality(colors) between 1 and 3
    -- A list of lists, or one that counts from another number than 1, has no main colour at colors[1].
    and array_ndims(colors) = 1 and array_lower(colors, 1) = 1
    and cardinality(colors) = (select count(distinct color) from unnest(colors) color)
$$;
comment on function private.is_palette is 'True for a list of one to three names, each once';

create table public.jerseys (
  id uuid primary key default gen_random_uuid(),
  -- A jersey outlives its author's account. Embedding profiles means the author, so this must stay the only
  -- reference from jerseys to profiles.
  author_id uuid default auth.uid() references public.profiles (id) on delete set null,
  league text not null
    constraint jerseys_league_known check (league in ('NBA', 'NFL', 'NHL', 'SOCCER', 'ESPORT')),
  competition_id uuid not null,
  season_id uuid not null references public.seasons (id),
  team_id uuid references public.teams (id) on delete set null,
  team text not null default ''
    constraint jerseys_team_length check (char_length(team) between 2 and 120),
  title text not null constraint jerseys_title_length check (char_length(title) between 3 and 160),
  year integer constraint jerseys_year_range check (year between 1850 and 2100),
  brand text constraint jerseys_brand_length check (char_length(brand) <= 80),
  brand_id uuid references public.brands (id) on delete set null,
  edition text constraint jerseys_edition_length check (char_length(edition) <= 120),
  kit_type text
    constraint jerseys_kit_type_known check (kit_type in ('home', 'away', 'third', 'training', 'other')),
  description text constraint jerseys_description_length check (char_length(description) <= 5000),
  external_link text
    constraint jerseys_external_link_format check (external_link ~ '^https?://[^\s]+$')
    constraint jerseys_external_link_length check (char_length(external_link) <= 2048),
  price numeric
    constraint jerseys_price_range check (price between 0 and 1000000)
    constraint jerseys_price_cents check (price = round(price, 2)),
  status text not null default 'pending'
    constraint jerseys_status_known check (status in ('pending', 'approved', 'rejected')),
  moderation_note text
    constraint jerseys_moderation_note_length check (char_length(moderation_note) <= 1000),
  moderated_by uuid,
  moderated_at timestamptz,
  edited_at timestamptz,
  is_active boolean not null default true,
  upvotes integer not null default 0 constraint jerseys_upvotes_positive check (upvotes >= 0),
  downvotes integer not null default 0 constraint jerseys_downvotes_positive check (downvotes >= 0),
  score integer not null generated always as (upvotes - downvotes) stored,
  created_at timestamptz not null default now(),
  team_slug text not null generated always as (private.team_slug(team)) stored,
  kit_type_slug text not null generated always as (coalesce(kit_type, 'maillot')) stored,
  search_text text not null generated always as (
    private.fold(
      title || ' ' || team || ' ' || coalesce(brand, '') || ' ' || coalesce(edition, '') || ' '
        || coalesce(year::text, ''))
  ) stored,
  colors text[] not null default '{}',
  -- References the league too: a jersey of one league can't be in a competition of another.
  constraint jerseys_competition_id_fkey foreign key (competition_id, league)
    references public.competitions (id, league) on update cascade,
  -- A public row contains no text for its author alone.
  constraint jerseys_moderation_note_private check (moderation_note is null or status = 'rejected'),
  constraint jerseys_title_visible check (private.is_visible(title)),
  constraint jerseys_team_visible check (private.is_visible(team)),
  constraint jerseys_brand_visible check (private.is_visible(brand)),
  constraint jerseys_edition_visible check (private.is_visible(edition)),
  constraint jerseys_external_link_visible check (private.is_visible(external_link)),
  constraint jerseys_moderated_by_secret check (moderated_by is null),
  constraint jerseys_colors_known check (private.is_palette(colors)),
  -- Lists the names, which types the column: see scripts/types.
  constraint jerseys_colors_named check (
    colors <@ array[
      'white', 'black', 'grey', 'red', 'burgundy', 'orange', 'yellow', 'green', 'sky', 'blue', 'purple', 'pink'])
);
comment on column public.jerseys.moderation_note is 'Why it was rejected, for the author';
comment on column public.jerseys.edited_at is
  'The author''s newest change since the last decision; null when nothing waits for review';
comment on column public.jerseys.search_text is
  'Title, team, brand, edition and year, folded, for filters of API clients; search reads private.search_documents';
comment on column public.jerseys.moderated_by is 'Always null: visitors read this table. See private.decisions';
comment on column public.jerseys.colors is
  'One to three of the twelve named colours, the main one first; an empty list is replaced by the default colours (docs/product.md 23). Not hexadecimal, unlike teams.colors';
-- PostgreSQL reuses a generic plan only if it looks as cheap as a plan for the values. Without these hints it assumes that a
-- third of the jerseys have a status and half of those are active, and plans every read again: half a millisecond at a
-- million jerseys. Queries select the status and activity of almost all jerseys.
alter table public.jerseys
  alter column status set (n_distinct = 1),
  alter column is_active set (n_distinct = 1);

-- One index per list of the product. `id` breaks ties, so that a page can start after a row.
create index jerseys_latest on public.jerseys (created_at desc, id desc)
  where status = 'approved' and is_active;
comment on index public.jerseys_latest is 'Newest jerseys: home carousel, competitions page';
create index jerseys_latest_of_league on public.jerseys (league, created_at desc, id desc)
  where status = 'approved' and is_active;
comment on index public.jerseys_latest_of_league is 'Newest jerseys of a league: home, sports page';
create index jerseys_top on public.jerseys (score desc, id desc)
  where status = 'approved' and is_active;
comment on index public.jerseys_top is 'Best jerseys: trends';
create index jerseys_top_of_league on public.jerseys (league, score desc, id desc)
  where status = 'approved' and is_active;
comment on index public.jerseys_top_of_league is
  'Best jerseys of a league: trends with a filter, sport page, similar jerseys';
create index jerseys_of_team on public.jerseys (team_id, score desc, id desc)
  where status = 'approved' and is_active;
comment on index public.jerseys_of_team is 'Best jerseys of a team: team page, similar jerseys';
create index jerseys_worn on public.jerseys (team_id, year, kit_type_slug, score desc, id desc)
  where status = 'approved' and is_active and year is not null;
comment on index public.jerseys_worn is 'Best jerseys of a team by year and kit type: team page';
create index jerseys_worn_in_season
  on public.jerseys (team_id, season_id, kit_type_slug, score desc, id desc)
  where status = 'approved' and is_active and year is null;
comment on index public.jerseys_worn_in_season is
  'Best jerseys of a team by season and kit type, of those without a year: team page';
create index jerseys_of_competition on public.jerseys (competition_id, score desc, id desc)
  where status = 'approved' and is_active;
comment on index public.jerseys_of_competition is
  'Best jerseys of a competition: competition page, home with a competition chosen';
create index jerseys_variations on public.jerseys (team_slug, score desc, id desc)
  where status = 'approved' and is_active;
comment on index public.jerseys_variations is 'Jerseys by slug of the team: variations page';
create index jerseys_variations_of_year on public.jerseys (team_slug, year, score desc, id desc)
  where status = 'approved' and is_active;
comment on index public.jerseys_variations_of_year is 'Jerseys by slug of the team and year: variations page';
create index jerseys_of_author on public.jerseys (author_id, created_at desc, id desc);
comment on index public.jerseys_of_author is 'A member''s submissions of any status: account';
create index jerseys_pending on public.jerseys (created_at, id) where status = 'pending';
comment on index public.jerseys_pending is 'Moderation queue: new submissions, oldest first';
create index jerseys_edited on public.jerseys (edited_at, id) where edited_at is not null;
comment on index public.jerseys_edited is 'Moderation queue: changes after a decision, oldest first';
-- Two indexes: duplicates share the season or the year.
create index jerseys_of_slug_and_season on public.jerseys (team_slug, season_id)
  where status <> 'rejected';
comment on index public.jerseys_of_slug_and_season is 'Likely duplicates of a submission, by season: moderation';
create index jerseys_of_slug_and_year on public.jerseys (team_slug, year)
  where status <> 'rejected';
comment on index public.jerseys_of_slug_and_year is 'Likely duplicates of a submission, by year: moderation';
-- The next four serve the checks and cascades of references, over rows of any status.
create index jerseys_by_competition on public.jerseys (competition_id, league);
create index jerseys_by_season on public.jerseys (season_id);
create index jerseys_by_team on public.jerseys (team_id);
create index jerseys_by_brand on public.jerseys (brand_id);
create index jerseys_of_brand on public.jerseys (brand_id, score desc, id desc)
  where status = 'approved' and is_active and brand_id is not null;
comment on index public.jerseys_of_brand is 'Best jerseys of a brand: brand page';
create index jerseys_of_member on public.jerseys (author_id, score desc, id desc)
  where status = 'approved' and is_active and author_id is not null;
comment on index public.jerseys_of_member is 'Best approved jerseys of a member: member page';
create index jerseys_of_season
  on public.jerseys (competition_id, season_id, team_id, team_slug, kit_type_slug, score desc, id desc)
  where status = 'approved' and is_active;
comment on index public.jerseys_of_season is
  'Jerseys of a competition in a season by club and kit type, best first: season page; seasons of a competition';
-- No counter is in it: a vote changes none of its values. The order by colours and id puts jerseys with the same
-- colours beside each other, and those of one team, whose ids are random, apart.
create index jerseys_alike on public.jerseys (kit_type_slug, (colors[1]), colors, id)
  where status = 'approved' and is_active;
comment on index public.jerseys_alike is 'Jerseys in the same colours and of the same kit type: jersey page';

alter table public.jerseys enable row level security;
-- Clients make the id, so that an insert whose answer was lost can be repeated.
-- Administrators are `authenticated` too. This grant includes columns that only they may change;
-- private.check_author_update() refuses these to others. Status and counters are never set directly.
revoke all on public.jerseys from anon, authenticated;
grant select on public.jerseys to anon;
grant select, delete on public.jerseys to authenticated;
grant select, insert, update, delete on public.jerseys to service_role;
grant insert (id, author_id, league, competition_id, season_id, team_id, team, title, year, brand, brand_id, edition,
  kit_type, description, external_link, price, colors) on public.jerseys to authenticated;
grant update (league, competition_id, season_id, team_id, team, title, year, brand, brand_id, edition, kit_type, description,
  external_link, price, is_active, colors) on public.jerseys to authenticated;

create policy "visitors read public jerseys" on public.jerseys
  for select to anon using (status = 'approved' and is_active);

create policy "members submit as themselves" on public.jerseys
  for insert to authenticated with check (author_id = (select auth.uid()));

create policy "members change their own jerseys, admins all" on public.jerseys
  for update to authenticated
  using (author_id = (select auth.uid()) or (select public.is_admin((select auth.uid()))))
  with check (author_id = (select auth.uid()) or (select public.is_admin((select auth.uid()))));

create policy "members delete their own jerseys, admins all" on public.jerseys
  for delete to authenticated
  using (author_id = (select auth.uid()) or (select public.is_admin((select auth.uid()))));

create policy "members read public jerseys and their own, reviewers undecided, admins all" on public.jerseys
  for select to authenticated
  using (
    (status = 'approved' and is_active)
    or author_id = (select auth.uid())
    or (select public.is_admin((select auth.uid())))
    or (status <> 'approved' and (select public.is_reviewer((select auth.uid()))))
  );

revoke execute on function private.is_palette from public;
grant execute on function private.is_palette to authenticated, service_role;

-- schemas/contribute/edits.sql

-- Edits of approved jerseys: an author's changes that wait for review.
-- A jersey has at most one. The public version stays until it is accepted.
-- The rules are in staging.sql.

create table public.jersey_edits (
  id uuid primary key default gen_random_uuid(),
  jersey_id uuid not null references public.jerseys (id) on delete cascade,
  -- References the account for the reason given at jersey_votes.
  author_id uuid not null references auth.users (id) on delete cascade,
  changes jsonb not null default '{}'
    constraint jersey_edits_changes_known check (
      jsonb_typeof(changes) = 'object'
      and changes - array['title', 'edition', 'description', 'external_link'] = '{}'),
  removed_images uuid[] not null default '{}',
  image_order uuid[],
  status text not null default 'open'
    constraint jersey_edits_status_known check (status in ('open', 'refused')),
  note text constraint jersey_edits_note_length check (char_length(note) <= 1000),
  created_at timestamptz not null default now(),
  edited_at timestamptz not null default now(),
  constraint jersey_edits_one_per_jersey unique (jersey_id),
  constraint jersey_edits_note_of_refusal check ((status = 'refused') = (note is not null))
);
comment on table public.jersey_edits is 'What an author wants an approved jersey to become; deleted when accepted';
comment on column public.jersey_edits.changes is 'The changed texts: column and new value, null for an emptied one';
comment on column public.jersey_edits.removed_images is
  'Images of the approved version that the edit removes. Images that it adds name it in jersey_images.edit_id';
comment on column public.jersey_edits.image_order is
  'The order of the edit''s images; those not in it come last. Null: by position';
comment on column public.jersey_edits.note is 'Why it was refused, for the author';

create index jersey_edits_by_author on public.jersey_edits (author_id);

alter table public.jersey_edits enable row level security;
-- Members write jerseys and images, never this table; they may take an edit back.
revoke all on public.jersey_edits from anon, authenticated;
grant select, delete on public.jersey_edits to authenticated;
grant select, insert, update, delete on public.jersey_edits to service_role;

create policy "members take back their own edits" on public.jersey_edits
  for delete to authenticated using (author_id = (select auth.uid()));

create policy "members read their own edits, reviewers all" on public.jersey_edits
  for select to authenticated
  using (author_id = (select auth.uid()) or (select public.is_reviewer((select auth.uid()))));

-- schemas/jersey/images.sql

-- Images of a jersey: how many, in which order, whose, and with which rights.
-- The author may have five, and so has everybody else who contributes; a jersey has twenty (private.check_image_count).
-- An image names an existing file of its contributor and only administrators change it; the first one is the cover.

-- Null for everything that isn't exactly the public address of a valid key. The characters and segments of a key are those that
-- the storage service accepts. A query or fragment doesn't change which file is served. Addresses contain a key as encodeURI
-- writes it; of the characters that the storage service allows, encodeURI changes the space only.
create function private.storage_path(url text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select key
  from replace(
    substring(url from '^(?:https?://[^/?#\\\s]+)?/storage/v1/object/public/jerseys/([^?#]+)'),
    '%20', ' ') key
  where key ~ '^[A-Za-z0-9_/!.*''() &$@=;:+,-]+$'
    and key !~ '(^|/)\.{0,2}(/|$)'
    and char_length(key) <= 1024
$$;
comment on function private.storage_path is
  'Name of the object in bucket `jerseys` behind a public address; null for any other address';

create table public.jersey_images (
  id uuid primary key default gen_random_uuid(),
  jersey_id uuid not null references public.jerseys (id) on delete cascade,
  url text not null
    constraint jersey_images_url_format check (url ~ '^(https?:/)?/[^\s]+$' and url !~ '/\.\.?(/|$)')
    constraint jersey_images_url_length check (char_length(url) <= 2048),
  path text generated always as (private.storage_path(url)) stored,
  alt text constraint jersey_images_alt_length check (char_length(alt) <= 300),
  position integer not null default 0
    constraint jersey_images_position_range check (position between 0 and 1000),
  likeness bit(128)
    constraint jersey_images_likeness_telling
      check (bit_count(substring(likeness from 1 for 64)) between 6 and 58),
  licence text not null default 'shown-here-only'
    constraint jersey_images_licence_known check (licence in ('CC-BY-SA-4.0', 'shown-here-only')),
  rights_stated boolean not null default false,
  contributor_id uuid references public.profiles (id) on delete set null,
  edit_id uuid references public.jersey_edits (id) on delete cascade,
  version uuid not null default gen_random_uuid(),
  kind text
    constraint jersey_images_kind_known check (kind in ('front', 'back', 'detail', 'label', 'worn')),
  constraint jersey_images_alt_visible check (private.is_visible(alt)),
  constraint jersey_images_licence_stated check (licence = 'shown-here-only' or rights_stated)
);
comment on table public.jersey_images is
  'Photos of jerseys, the cover first. private.check_image_count() checks jersey_images_five_per_jersey (of a member) and jersey_images_twenty_per_jersey, private.check_image_address() checks jersey_images_url_file, jersey_images_url_host and jersey_images_url_stored';
comment on column public.jersey_images.path is
  'Name of the file in bucket `jerseys`: stays valid when the site moves to another address';
comment on column public.jersey_images.likeness is
  'What the picture looks like: 64 bits of brightness, 64 of colour (app/domain/likeness.ts). The browser computes it, so it is only a hint. Null: unknown, or the picture shows next to nothing';
comment on column public.jersey_images.licence is
  'What others may do with the photo. It stays when its contributor''s account is deleted';
comment on column public.jersey_images.rights_stated is
  'True if the contributor said that the photo is their own or that they may share it';
comment on column public.jersey_images.contributor_id is
  'Whom the photo is credited to: the member in whose folder its file is. Null: the account is deleted';
comment on column public.jersey_images.edit_id is 'The edit that adds this image; null: part of the jersey for all';
comment on column public.jersey_images.version is
  'Of this row with its file and text, which its author can only remove: an image added again has another version, also under the same id';
comment on column public.jersey_images.kind is 'What the photo shows; null: nobody has said';

create index jersey_images_of_jersey on public.jersey_images (jersey_id, position, id);
comment on index public.jersey_images_of_jersey is 'Images of jerseys in order, the cover first';
create index jersey_images_by_path on public.jersey_images (path);
comment on index public.jersey_images_by_path is
  'True if a file is in use: policies of the bucket, clean-up after a deletion';
create index jersey_images_by_contributor on public.jersey_images (contributor_id);
create index jersey_images_by_edit on public.jersey_images (edit_id);

alter table public.jersey_images enable row level security;
-- Members choose the licence when they add a photo. Later only administrators change it, like everything else of an image.
revoke all on public.jersey_images from anon, authenticated;
grant select on public.jersey_images to anon;
grant select, delete on public.jersey_images to authenticated;
grant select, insert, update, delete on public.jersey_images to service_role;
grant insert (id, jersey_id, url, alt, position, likeness, licence, rights_stated) on public.jersey_images to authenticated;
grant update (url, alt, position, licence) on public.jersey_images to authenticated;

-- For same_pictures(): if two halves of 64 bits differ in at most 7 bits, one of their four quarters differs in at most one bit.
create function private.likeness_quarters(likeness bit) returns integer[]
language sql immutable strict parallel safe set search_path = ''
as $$
  select array_agg(quarter << 16 | substring(likeness from quarter * 16 + 1 for 16)::integer)
  from generate_series(0, 3) quarter
$$;

-- The author has five images, and so has everybody else who contributes; a jersey has twenty.
create function private.check_image_count(jersey_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- Inserts for one jersey wait for each other. Two at once would each find room for one more image.
  perform from public.jerseys where id = any (jersey_ids) order by id for no key update;
  if exists (
    select from public.jersey_images image
    where image.jersey_id = any (jersey_ids) and image.edit_id is null
    group by image.jersey_id, image.contributor_id having count(*) > 5
  ) or exists (
    select from private.edited_images edited
    join public.jersey_images image on image.id = edited.id
    where edited.jersey_id = any (jersey_ids)
    group by edited.jersey_id, image.contributor_id having count(*) > 5
  ) then
    perform private.refuse('jersey_images_five_per_jersey', 'A jersey has at most five images of a member.');
  end if;
  if exists (
    select from public.jersey_images image
    where image.jersey_id = any (jersey_ids) and image.edit_id is null
    group by image.jersey_id having count(*) > 20
  ) or exists (
    select from private.edited_images edited
    where edited.jersey_id = any (jersey_ids) and edited.place > 20
  ) then
    perform private.refuse('jersey_images_twenty_per_jersey', 'A jersey has at most twenty images.');
  end if;
end $$;

-- An author who adds or removes an image of a rejected jersey changes what was decided on.
create function private.return_to_queue(jersey_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not public.is_admin(auth.uid()) then
    update public.jerseys set edited_at = now()
    where id = any (jersey_ids) and author_id = auth.uid() and status = 'rejected';
  end if;
end $$;

-- Authors may not update images: an approved file must not change. A new order shows no new content: of a jersey that isn't approved it
-- takes effect at once, of an approved one it waits in the edit.
create function public.order_images(jersey_id uuid, image_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  jersey public.jerseys;
  staged boolean;
  -- By position.
  present uuid[];
begin
  perform private.check_standing();
  perform private.lock_images(array(
    select id from public.jerseys
    where id = order_images.jersey_id and (author_id = auth.uid() or public.is_admin(auth.uid()))));
  -- With the lock, images added or removed meanwhile wait, or are seen below.
  select * into jersey from public.jerseys
  where id = order_images.jersey_id
    and (author_id = auth.uid() or public.is_admin(auth.uid()))
  for no key update;
  if not found then
    raise insufficient_privilege using
      message = 'image_order_denied', detail = 'Only the author orders the images of a jersey.';
  end if;
  perform private.check_not_gone(jersey.id);
  perform private.count_write('edits', 1);
  staged := jersey.status = 'approved' and not public.is_admin(auth.uid());
  if staged and exists (select from public.jersey_edits edit where edit.jersey_id = jersey.id) then
    present := array(
      select image.id from private.edited_images image where image.jersey_id = jersey.id
      order by image.position, image.id);
  else
    present := array(
      select image.id from public.jersey_images image
      where image.jersey_id = jersey.id and image.edit_id is null order by image.position, image.id);
  end if;
  if array(select id from unnest(present) id order by id)
    is distinct from array(select id from unnest(image_ids) id order by id) then
    raise sqlstate 'PT409' using
      message = 'image_order_stale', detail = 'These are not the images the jersey has now.';
  end if;
  if staged then
    perform private.open_edit(jersey.id);
    update public.jersey_edits edit set image_order = nullif(image_ids, present)
    where edit.jersey_id = jersey.id;
    perform private.reconcile_edit(jersey.id);
  else
    perform private.place_images(image_ids);
  end if;
end $$;
comment on function public.order_images is
  'Puts all images of a jersey into this order; for its author and administrators. On an approved jersey, an author''s order waits for review';
revoke execute on function public.order_images from public, anon;
grant execute on function public.order_images to authenticated, service_role;

-- An image names no empty file: the storage service looks into every picture and refuses small ones, but takes an empty file
-- whose name ends like that of a folder's placeholder, which its owner can rename to that of a picture. Nor a withheld one,
-- which nobody could look at.
-- An image names a file: a valid key of an existing object in bucket `jerseys`, in the folder of the member who adds it. Other
-- spellings of the same file (`{member}//b.png`, `%62.png`) and addresses of other hosts are refused, because the file behind
-- them isn't the one that is_image_in_use() protects.
create function private.check_image_address(url text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  file constant text := private.storage_path(check_image_address.url);
  host constant text := lower(substring(check_image_address.url from '^https?://[^/]*'));
  -- The auth service signs this claim, so that it tells the site's address without trusting the member.
  site constant text := lower(substring(auth.jwt() ->> 'iss' from '^https?://[^/]*'));
  loopback constant text := '^https?://(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$';
begin
  if file is null then
    perform private.refuse('jersey_images_url_file', 'The address is not that of a file in bucket jerseys.');
  end if;
  -- A site on the member's own machine has several names.
  if host <> coalesce(site, '') and not (host ~ loopback and coalesce(site, host) ~ loopback) then
    perform private.refuse(
      'jersey_images_url_host', 'The address is on another host.',
      'Give the address without its host: /storage/v1/object/public/jerseys/…');
  end if;
  -- The policies refuse files of others; whether they exist is not told.
  if split_part(file, '/', 1) is distinct from auth.uid()::text and not public.is_admin(auth.uid()) then
    return;
  end if;
  -- The lock makes a replacement or deletion that runs meanwhile wait. It then finds the file in use, or this finds
  -- its outcome.
  perform from storage.objects
  where bucket_id = 'jerseys' and name = file and metadata ->> 'size' is distinct from '0'
    and user_metadata -> 'withheld' is distinct from 'true' for share;
  if not found then
    perform private.refuse('jersey_images_url_stored', 'There is no such file: upload it first.');
  end if;
end $$;
comment on function private.check_image_address is
  'Refuses an address that is not the one of an existing file of this site. Commands, the service key and functions with their owner''s rights are not checked: their images come from rows that were';

-- The folder and not the caller: merges, reverts and staged edits move photos on behalf of somebody else.
create function private.contributor_of(url text) returns uuid
language sql stable security definer set search_path = ''
as $$ select id from public.profiles where id::text = split_part(private.storage_path(url), '/', 1) $$;
comment on function private.contributor_of is 'Whose photo this is: the member in whose folder its file lies';

-- With the caller's rights: policies, limits, the log and staged edits apply as to a deletion and an insertion.
create function public.replace_image(image_id uuid, url text) returns uuid
language plpgsql set search_path = ''
as $$
declare
  former public.jersey_images;
  added uuid;
  -- The order that waits for review, if there is one: a deletion takes the image out of it.
  waiting uuid[];
begin
  select * into former from public.jersey_images image where image.id = image_id;
  waiting := array(
    select image.id
    from public.jersey_images image
    join public.jersey_edits edit on edit.jersey_id = image.jersey_id and edit.image_order is not null
    where image.jersey_id = former.jersey_id and edit.author_id = (select auth.uid())
    order by array_position(edit.image_order, image.id), image.position, image.id);
  -- Only one's own photo: after a merge, a jersey shows photos of others too, and the new file would be credited to the
  -- caller, under a licence that somebody else chose.
  delete from public.jersey_images image
  where image.id = former.id and split_part(image.path, '/', 1) = (select auth.uid())::text;
  if not found then
    raise insufficient_privilege using
      message = 'image_replacement_denied',
      detail = 'Only the author of a jersey replaces an image of theirs.';
  end if;
  -- It is the same photo: what was stated about it stays true, and so does its likeness, which is that of the whole.
  insert into public.jersey_images (jersey_id, url, alt, position, likeness, licence, rights_stated)
  values (
    former.jersey_id, replace_image.url, former.alt, former.position, former.likeness, former.licence,
    former.rights_stated)
  returning id into added;
  if waiting <> '{}' then
    perform public.order_images(former.jersey_id, array_replace(waiting, former.id, added));
  end if;
  return added;
end $$;
comment on function public.replace_image is
  'Puts another file of the caller in the place of an image, with its text, position, licence and likeness; for the author of both. Returns the new id. On an approved jersey it waits for review';
revoke execute on function public.replace_image from public, anon;
grant execute on function public.replace_image to authenticated;

create function private.photos_of(jersey_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    jsonb_agg(jsonb_build_object('id', image.id, 'kind', image.kind) order by image.position, image.id), '[]')
  from public.jersey_images image
  where image.jersey_id = photos_of.jersey_id and image.edit_id is null
$$;
comment on function private.photos_of is 'The arrangement of a jersey''s public photos: a list of id and kind, the cover first';

create function private.photos_in(photos jsonb, others jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('id', photo.value -> 'id', 'kind', photo.value -> 'kind') order by photo.place)
  from jsonb_array_elements(photos) with ordinality photo (value, place)
  where others @> jsonb_build_array(jsonb_build_object('id', photo.value -> 'id'))
$$;
comment on function private.photos_in is 'Those of an arrangement that another one has too: photos come and go without changing the order of the rest';

create function private.arranged_photos(present jsonb, wanted jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  with shown as (
    select photo.value -> 'id' as id, photo.value -> 'kind' as kind, photo.place,
      row_number() over (partition by wanted @> jsonb_build_array(jsonb_build_object('id', photo.value -> 'id'))
        order by photo.place) as nth,
      wanted @> jsonb_build_array(jsonb_build_object('id', photo.value -> 'id')) as is_wanted
    from jsonb_array_elements(present) with ordinality photo (value, place)
  ), moved as (
    select asked.value -> 'id' as id,
      case when asked.value ? 'kind' then asked.value -> 'kind' else shown.kind end as kind,
      row_number() over (order by asked.place) as nth
    from jsonb_array_elements(wanted) with ordinality asked (value, place)
    join shown on shown.id = asked.value -> 'id'
  )
  select coalesce(
    jsonb_agg(
      jsonb_build_object('id', coalesce(moved.id, shown.id), 'kind', case when moved.id is null then shown.kind else moved.kind end)
      order by shown.place),
    '[]')
  from shown left join moved on shown.is_wanted and moved.nth = shown.nth
$$;
comment on function private.arranged_photos is
  'An arrangement in the order and with the kinds of another one: the photos of both take each other''s places. Photos that are gone are left out, those that came since stay where they are';

create function private.photos_in_words(jersey_id uuid, photos jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('url', image.url, 'kind', photo.value -> 'kind') order by photo.place)
  from jsonb_array_elements(photos) with ordinality photo (value, place)
  join public.jersey_images image
    on image.jersey_id = photos_in_words.jersey_id and image.id = (photo.value ->> 'id')::uuid and image.edit_id is null
$$;
comment on function private.photos_in_words is 'An arrangement for people: a list of url and kind';

-- A removed photo that waits for review stays as it is, under its id: the history and open suggestions name it by that.
create function private.parked_image_id(image_id uuid) returns uuid
language sql immutable strict set search_path = ''
return md5(image_id::text)::uuid;
comment on function private.parked_image_id is 'The id of a removed photo whose own id its author has given to another one';

create function private.free_image_id(image_id uuid, jersey_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.set_change('staging', 'true');
  update public.jersey_images image set id = private.parked_image_id(free_image_id.image_id)
  where image.id = free_image_id.image_id and image.jersey_id = free_image_id.jersey_id and exists (
    select from public.jersey_edits own where own.author_id = auth.uid() and free_image_id.image_id = any (own.removed_images));
  if found then
    update public.jersey_edits edit set removed_images = array_replace(edit.removed_images, free_image_id.image_id, private.parked_image_id(free_image_id.image_id))
    where edit.jersey_id = free_image_id.jersey_id;
  end if;
  perform private.set_change('staging', null);
end $$;
comment on function private.free_image_id is 'To its author a removed photo is gone, and its id free';

create index jersey_images_alike on public.jersey_images
  using gin (private.likeness_quarters(likeness)) where likeness is not null;
comment on index public.jersey_images_alike is 'Pictures that look like another: moderation';

-- Only files of the author's own folder. An address elsewhere could show something else after approval, and
-- deleting the row must not delete another member's file.
create policy "members add images to their own jerseys, admins to all" on public.jersey_images
  for insert to authenticated
  with check (
    (select public.is_admin((select auth.uid())))
    or (
      split_part(private.storage_path(url), '/', 1) = (select auth.uid())::text
      and exists (
        select from public.jerseys
        where jerseys.id = jersey_id and jerseys.author_id = (select auth.uid()))
    )
  );

create policy "admins change images" on public.jersey_images
  for update to authenticated
  using ((select public.is_admin((select auth.uid()))))
  with check ((select public.is_admin((select auth.uid()))));

create policy "members delete images of their own jerseys, admins all" on public.jersey_images
  for delete to authenticated
  using (
    (select public.is_admin((select auth.uid())))
    or exists (
      select from public.jerseys
      where jerseys.id = jersey_id and jerseys.author_id = (select auth.uid()))
  );

create policy "visitors read images of public jerseys" on public.jersey_images
  for select to anon
  using (edit_id is null and exists (select from public.jerseys where jerseys.id = jersey_id));

create policy "members read images of jerseys they read" on public.jersey_images
  for select to authenticated
  using (
    exists (select from public.jerseys where jerseys.id = jersey_id)
    and case
      when edit_id is null then not exists (
        select from public.jersey_edits own
        where own.jersey_id = jersey_images.jersey_id and own.author_id = (select auth.uid())
          and jersey_images.id = any (own.removed_images))
      -- The policies of jersey_edits decide which edits `exists` finds here.
      else exists (select from public.jersey_edits edit where edit.id = jersey_images.edit_id)
    end
  );

revoke execute on function
  private.likeness_quarters, private.check_image_count, private.return_to_queue, private.check_image_address, private.contributor_of,
  private.photos_of, private.photos_in, private.arranged_photos, private.photos_in_words, private.parked_image_id, private.free_image_id
from public;
grant execute on function private.likeness_quarters to authenticated, service_role;

-- schemas/jersey/files.sql

-- The storage buckets: who writes files to `jerseys`, and which files of it and of `copies` are deleted.
-- A file that a jersey shows, or may show again, is not replaced; one that nothing shows is queued for deletion.
-- Limits of uploads are those of private.write_limits, and the quotas upload_quota() and copy_photo_quota().

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'jerseys', 'jerseys', true, 10485760,
  array['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- SQL can't delete a file. The storage service (embedded) or a background job with the service key
-- (hosted) works through this table and removes each row when its file is gone.
create table public.storage_deletions (
  id bigint generated always as identity primary key,
  bucket_id text not null,
  name text not null,
  requested_at timestamptz not null default now(),
  attempts integer not null default 0,
  retry_at timestamptz not null default now(),
  held_for uuid,
  constraint storage_deletions_name_key unique (bucket_id, name)
);
comment on table public.storage_deletions is 'Files to delete';
comment on column public.storage_deletions.held_for is
  'The jersey that may show the file again: what its author changed waits for a decision (retry_at is infinity), or its photo was undone and can come back until retry_at';

create index storage_deletions_due on public.storage_deletions (retry_at, id);
comment on index public.storage_deletions_due is 'Files due for deletion, oldest first: job';
create index storage_deletions_by_jersey on public.storage_deletions (held_for)
  where held_for is not null;

alter table public.storage_deletions enable row level security;
revoke all on public.storage_deletions from anon, authenticated;
grant select, insert, update, delete on public.storage_deletions to service_role;

-- A file that no jersey shows any more stays while a suggestion shows it.
create function private.queue_file_deletion(images public.jersey_images[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.storage_deletions (bucket_id, name, held_for, retry_at)
  select distinct on (gone.path) 'jerseys', gone.path, jerseys.id,
    case when jerseys.id is null then now() else 'infinity' end
  from unnest(images) gone
  -- The condition of private.return_to_queue(): an author's edit, not the deletion of the jersey.
  left join public.jerseys on jerseys.id = gone.jersey_id
    and jerseys.status = 'rejected' and jerseys.author_id = auth.uid()
    and not public.is_admin(auth.uid())
  where gone.path is not null
    and not exists (select from public.jersey_images kept where kept.path = gone.path)
    and not private.is_suggested_photo(gone.path)
  order by gone.path, jerseys.id
  on conflict on constraint storage_deletions_name_key do nothing;
end $$;

-- A file that is shown again before the background job runs stays, and so does a photo that becomes public again.
create function private.keep_files(images public.jersey_images[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.storage_deletions
  where bucket_id = 'jerseys' and name in (select path from unnest(images));
  perform private.withhold_files(array(
    select added.path from unnest(images) added join public.jerseys jersey on jersey.id = added.jersey_id
    where added.edit_id is null and jersey.status = 'approved' and jersey.is_active), false);
end $$;

-- A decision on what the author of a rejected jersey changed releases the files that wait for it, not those of undone photos.
create function private.release_files(jersey_id uuid, is_gone boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update public.storage_deletions set held_for = null, retry_at = now()
  where held_for = jersey_id and (is_gone or retry_at = 'infinity');
end $$;

-- Unsent forms and interrupted uploads leave orphan files.
create function public.queue_unused_files(older_than interval default '24 hours') returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  queued bigint;
begin
  -- One server at a time: a second one has nothing to add.
  if not pg_try_advisory_xact_lock(hashtextextended('queue_unused_files', 0)) then
    return 0;
  end if;
  insert into public.storage_deletions (bucket_id, name)
  select object.bucket_id, object.name from storage.objects object
  where object.bucket_id in ('jerseys', 'copies')
    and greatest(object.created_at, object.updated_at) < now() - older_than
    and not case object.bucket_id
      when 'jerseys' then exists (select from public.jersey_images image where image.path = object.name)
        or private.is_suggested_photo(object.name)
      else private.is_copy_photo(object.name) end
    and not exists (
      select from public.storage_deletions known
      where known.bucket_id = object.bucket_id and known.name = object.name)
  on conflict on constraint storage_deletions_name_key do nothing;
  get diagnostics queued = row_count;
  return queued;
end $$;
comment on function public.queue_unused_files is
  'Queues for deletion the files that no image has shown for a while; returns how many';
revoke execute on function public.queue_unused_files from public, anon, authenticated;
grant execute on function public.queue_unused_files to service_role;

-- Runs with its owner's rights: the file may belong to a jersey that the caller can't read. A file held for a decision is in use
-- too: its author must not replace it before it comes back. So are the files that undoing an approval would show again.
-- Volatile: a replacement that waited for the row of an image sees that row, although it began before.
create function private.is_image_in_use(name text) returns boolean
language sql volatile security definer set search_path = ''
as $$
  select exists (select from public.jersey_images images where images.path = is_image_in_use.name)
    or exists (
      select from public.storage_deletions held
      where held.bucket_id = 'jerseys' and held.name = is_image_in_use.name
        and held.held_for is not null)
    or exists (
      select from private.undoable_decisions decision
      where decision.decided_at > now() - private.undo_time()
        and (is_image_in_use.name = any (decision.held_files)
          or decision.images @> jsonb_build_array(jsonb_build_object('path', is_image_in_use.name))))
    or private.is_suggested_photo(is_image_in_use.name)
$$;
comment on function private.is_image_in_use is 'True if a jersey shows the file, or may show it again';

-- If the file of an image is missing, its name stays taken: another file under it would show on the jersey without a
-- decision. A file that exists is protected by the policies for replacements, and the upload of its name again is
-- answered as a duplicate.
create function private.may_take_name(name text) returns boolean
language sql volatile security definer set search_path = ''
as $$
  select not private.is_image_in_use(may_take_name.name)
    or exists (
      select from storage.objects kept
      where kept.bucket_id = 'jerseys' and kept.name = may_take_name.name)
$$;
comment on function private.may_take_name is
  'True unless a jersey shows, or may show again, a file of this name that does not exist';

create function private.hold_files(jersey_id uuid) returns void
language sql security definer set search_path = ''
as $$
  update public.storage_deletions file set retry_at = greatest(file.retry_at, now() + private.undo_time())
  from private.undoable_decisions decision
  where decision.jersey_id = hold_files.jersey_id and file.bucket_id = 'jerseys'
    and (file.name = any (decision.held_files)
      or file.name in (select image ->> 'path' from jsonb_array_elements(decision.images) image))
$$;
comment on function private.hold_files is
  'Files of images that an approval removes stay until it can''t be undone any more';

create function private.count_copy_upload(metadata jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  member constant uuid := auth.uid();
  size constant bigint := greatest((metadata ->> 'size')::bigint, 1);
  quota constant record := private.copy_photo_quota();
  stored record;
begin
  if public.is_admin(member) then
    return true;
  end if;
  -- Without the lock, as in private.count_upload().
  perform private.count_write('copy_uploads', 1, false);
  perform private.count_write('copy_upload_bytes', size, false);
  -- A range of names, as in private.count_upload().
  select count(*) as files, coalesce(sum((object.metadata ->> 'size')::bigint), 0) as bytes into stored
  from storage.objects object
  where object.bucket_id = 'copies'
    and object.name collate "C" >= member || '/' and object.name collate "C" < member || '0';
  if stored.bytes + size > quota.bytes or stored.files >= quota.files then
    raise sqlstate 'PT413' using
      message = 'copy_photos_full',
      detail = format('A member stores at most %s bytes in %s files.', quota.bytes, quota.files),
      hint = 'Delete photos first.';
  end if;
  return true;
end $$;
comment on function private.count_copy_upload is
  'Notes an upload of a copy''s photo; refuses more than the limits and the quota allow, by an error';

-- Files of photos that were undone, or of a jersey that was removed.
create function private.withhold_files(names text[], withheld boolean) returns void
language sql security definer set search_path = ''
as $$
  update storage.objects file
  set user_metadata = case
    when withheld then coalesce(file.user_metadata, '{}') || '{"withheld": true}'
    else file.user_metadata - 'withheld' end
  where file.bucket_id = 'jerseys' and file.name collate "C" = any (names)
    -- In a hosted project an update gives a file the time of now, by which is_outdated() knows one that was replaced.
    and (file.user_metadata -> 'withheld' is not distinct from 'true') <> withheld
    and not (withheld and exists (
      select from public.jersey_images shown
      join public.jerseys jersey on jersey.id = shown.jersey_id
      where shown.path = file.name and shown.edit_id is null and jersey.status = 'approved' and jersey.is_active))
$$;
comment on function private.withhold_files is
  'Withholds files that no public jersey shows from the public, or gives them back: the storage service of this project answers as if they were private';

-- Visitors read files by their public address; the bucket is public, so no policy applies. A policy
-- for them would only let them list folders, pending submissions included.
create policy "members list their own files, admins all" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'jerseys'
    and ((storage.foldername(name))[1] = (select auth.uid())::text
      or (select public.is_admin((select auth.uid()))))
  );

create policy "members upload to their own folder, admins anywhere" on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'jerseys'
    and (((storage.foldername(name))[1] = (select auth.uid())::text
        and private.may_take_name(name))
      or (select public.is_admin((select auth.uid()))))
  );

-- A file that a jersey shows stays as it was approved. A member deletes the image first; the file
-- is then deleted too (storage_deletions).
create policy "members replace their own unused files, admins all" on storage.objects
  for update to authenticated
  using (
    bucket_id = 'jerseys'
    and (((storage.foldername(name))[1] = (select auth.uid())::text
        and not private.is_image_in_use(name))
      or (select public.is_admin((select auth.uid()))))
  )
  with check (
    bucket_id = 'jerseys'
    and (((storage.foldername(name))[1] = (select auth.uid())::text
        and private.may_take_name(name))
      or (select public.is_admin((select auth.uid()))))
  );

create policy "members delete their own unused files, admins all" on storage.objects
  for delete to authenticated
  using (
    bucket_id = 'jerseys'
    and (((storage.foldername(name))[1] = (select auth.uid())::text
        and not private.is_image_in_use(name))
      or (select public.is_admin((select auth.uid()))))
  );

create policy "suspended and anonymous accounts replace nothing" on storage.objects
  as restrictive for update to authenticated
  using ((select private.in_good_standing()));

create policy "suspended and anonymous accounts delete nothing" on storage.objects
  as restrictive for delete to authenticated
  using ((select private.in_good_standing()));

create policy "members upload in good standing and within their limits" on storage.objects
  as restrictive for insert to authenticated
  with check (
    (select private.require_factor())
    and (select private.in_good_standing())
    and case bucket_id
      when 'copies' then private.count_copy_upload(metadata)
      else private.count_upload(metadata) end
  );

revoke execute on function
  private.queue_file_deletion, private.keep_files, private.release_files, private.is_image_in_use, private.may_take_name,
  private.hold_files, private.count_copy_upload, private.withhold_files
from public;
grant execute on function
  private.is_image_in_use, private.may_take_name, private.count_copy_upload
to authenticated;

-- schemas/jersey/colors.sql

-- Colours of a jersey, of twelve with names: the main one first, then up to two others.
-- Without colours of its own a jersey has those of its shirt drawing (docs/decisions/056-named-colors.md).
-- Similar jerseys of other teams are found by them.

create function private.linear_light(channel integer) returns double precision
language sql immutable parallel safe
return case when channel <= 10 then channel / 255.0::double precision / 12.92
  else power((channel / 255.0::double precision + 0.055) / 1.055, 2.4::double precision) end;

create function private.hex_channels(hex text) returns integer[]
language sql immutable parallel safe
return array[
  ('x' || substr(hex, 2, 2))::bit(8)::integer,
  ('x' || substr(hex, 4, 2))::bit(8)::integer,
  ('x' || substr(hex, 6, 2))::bit(8)::integer];
comment on function private.hex_channels is 'Red, green and blue of #rrggbb, 0 to 255';

create function private.oklab(hex text) returns double precision[]
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  rgb constant integer[] := private.hex_channels(hex);
  r constant double precision := private.linear_light(rgb[1]);
  g constant double precision := private.linear_light(rgb[2]);
  b constant double precision := private.linear_light(rgb[3]);
  l constant double precision := cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  m constant double precision := cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  s constant double precision := cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
begin
  return array[
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s];
end $$;
comment on function private.oklab is
  'A colour #rrggbb in OKLab, where distances are about as large as people see them';

create table private.color_references (
  hex text primary key,
  name text not null,
  lab double precision[] not null generated always as (private.oklab(hex)) stored
);
comment on table private.color_references is
  'Examples of the named colours; the nearest one names any other colour. The same as in app/domain/nearest-color.ts';

alter table private.color_references enable row level security;
revoke all on private.color_references from public, anon, authenticated, service_role;

-- Dark colours are so near to each other that a navy blue is often nearest to a dark purple: there the hue decides, purple
-- from 277 degrees on (LEAST_PURPLE in app/domain/nearest-color.ts).
create function private.color_name(hex text) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when name not in ('blue', 'purple') then name
    when looked[2] > -0.123 * looked[3] then 'purple'
    else 'blue'
  end
  from private.color_references example, private.oklab(color_name.hex) looked
  order by (example.lab[1] - looked[1]) ^ 2 + (example.lab[2] - looked[2]) ^ 2
    + (example.lab[3] - looked[3]) ^ 2
  limit 1
$$;
comment on function private.color_name is
  'The named colour that looks most like #rrggbb; the hue decides between blue and purple';

create function private.color_names(hexes text[]) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array_agg(name order by place) from (
    select private.color_name(hex) as name, min(place) as place
    from unnest(hexes) with ordinality given (hex, place)
    group by 1) named
$$;
comment on function private.color_names is 'The names of colours in their order, each once';

-- The drawing's colours.
create function private.luminance(hex text) returns double precision
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  rgb constant integer[] := private.hex_channels(hex);
begin
  return 0.2126 * private.linear_light(rgb[1]) + 0.7152 * private.linear_light(rgb[2])
    + 0.0722 * private.linear_light(rgb[3]);
end $$;
comment on function private.luminance is 'Relative luminance as WCAG defines it: 0 is black, 1 is white';

create function private.contrast(one text, other text) returns double precision
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  a constant double precision := private.luminance(one);
  b constant double precision := private.luminance(other);
begin
  return (greatest(a, b) + 0.05) / (least(a, b) + 0.05);
end $$;
comment on function private.contrast is 'WCAG contrast ratio of two colours, 1 to 21';

create function private.mix_colors(hex text, target text, amount double precision) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  start constant integer[] := private.hex_channels(hex);
  goal constant integer[] := private.hex_channels(target);
  mixed text := '#';
begin
  for channel in 1..3 loop
    mixed := mixed || lpad(
      to_hex(floor(start[channel] + (goal[channel] - start[channel]) * amount + 0.5)::integer), 2, '0');
  end loop;
  return mixed;
end $$;
comment on function private.mix_colors is 'Amount 0 gives the first colour, 1 the target';

create function private.spare_colors(slug text) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  spare constant text[] := array[
    '#1f3a5f #f2a541', '#7b1e3a #f1e3c6', '#14532d #f5f0e1', '#37306b #e8b4bc', '#b23a2e #f7f3e8',
    '#0f4c5c #fb8b24'];
  -- FNV-1a, as in the drawing.
  hash bigint := 2166136261;
  letter text;
begin
  foreach letter in array string_to_array(slug || 'colours', null) loop
    hash := ((hash # ascii(letter)) * 16777619) & 4294967295;
  end loop;
  hash := hash # (hash >> 13);
  return string_to_array(spare[1 + hash % cardinality(spare)], ' ');
end $$;
comment on function private.spare_colors is 'The colours in which the shirts of a team without colours are drawn';

create function private.shirt_colors(kit_type text, team_colors text[], slug text) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  white constant text := '#ffffff';
  ink constant text := '#16181f';
  given constant text[] := case
    when cardinality(team_colors) > 0 then team_colors else private.spare_colors(slug) end;
  first constant text := given[1];
  second constant text := coalesce(given[2], case
    when private.luminance(first) > 0.4 then private.mix_colors(first, ink, 0.8) else white end);
  third constant text := given[3];
  trim_color constant text := coalesce(third, second);
  base text;
  next text;
begin
  case kit_type
  when 'away' then
    if private.luminance(first) > 0.6 then
      base := case when private.luminance(second) < 0.5 then second else ink end;
      next := first;
    else
      base := white;
      next := case when private.luminance(second) > 0.6 then private.mix_colors(first, ink, 0.1) else first end;
    end if;
    return array[base, next, case when private.contrast(trim_color, base) > 1.6 then trim_color else next end];
  when 'third' then
    base := case
      when private.contrast(second, first) > 2 and private.luminance(second) < 0.7 then second else ink end;
    return array[
      base, first, coalesce(third, case when private.luminance(base) > 0.4 then ink else white end)];
  when 'training' then
    return array[private.mix_colors(first, ink, 0.55), private.mix_colors(first, ink, 0.15), second];
  when 'other' then
    return array[private.mix_colors(first, ink, 0.3), second, trim_color];
  else
    return array[first, second, trim_color];
  end case;
end $$;
comment on function private.shirt_colors is
  'Base, second and trim colour of the shirt drawing, as #rrggbb (designFor() in app/domain/shirt/design.ts)';

create function private.default_colors(kit_type text, team_id uuid, team text) returns text[]
language sql stable security definer set search_path = ''
as $$
  select private.color_names(private.shirt_colors(
    default_colors.kit_type,
    (select colors from public.teams where id = default_colors.team_id),
    private.team_slug(default_colors.team)))
$$;
comment on function private.default_colors is 'The colours of a jersey for which nobody chose any';

-- An update that names the colours chooses them, also if they stay the same. Fires before jerseys_complete.
create function private.mark_given_colors() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.set_change('colors', 'true');
  return new;
end $$;

create function private.default_colors_of(was public.jerseys, becomes public.jerseys) returns text[]
language plpgsql security definer set search_path = ''
as $$
declare
  are_given constant boolean := private.current_change() ? 'colors';
begin
  if are_given then
    perform private.set_change('colors', null);
  end if;
  if becomes.colors = '{}' then
    return private.default_colors(becomes.kit_type, becomes.team_id, becomes.team);
  elsif was.id is not null and not are_given then
    return private.followed_colors(was, becomes);
  end if;
  return becomes.colors;
end $$;
comment on function private.default_colors_of is
  'A jersey without colours gets the default ones, which follow its team and its kit type';

create function private.followed_colors(was public.jerseys, becomes public.jerseys) returns text[]
language sql stable security definer set search_path = ''
as $$
  select case
    -- Another name for a team of the catalogue is no other team.
    when (was.team_id, was.kit_type, case when was.team_id is null then was.team end)
      is distinct from (becomes.team_id, becomes.kit_type, case when becomes.team_id is null then becomes.team end)
      and was.colors = private.default_colors(was.kit_type, was.team_id, was.team)
    then private.default_colors(becomes.kit_type, becomes.team_id, becomes.team)
    else was.colors
  end
$$;
comment on function private.followed_colors is
  'The colours after a change that names none: the default ones follow, others stay';

create function private.recolor_team() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  recolored uuid[];
begin
  perform from public.jerseys where team_id = new.id order by id for no key update;
  perform private.set_change('batch', 'true');
  -- Materialized: else they are computed for every jersey.
  with kits as materialized (
    select kit_type,
      private.color_names(private.shirt_colors(kit_type, old.colors, slug)) as was,
      private.color_names(private.shirt_colors(kit_type, new.colors, slug)) as becomes
    from unnest(array[null, 'home', 'away', 'third', 'training', 'other']) kit_type, private.team_slug(new.name) slug
  ), changed as (
    update public.jerseys jersey set colors = kits.becomes
    from kits
    where jersey.team_id = new.id and jersey.kit_type is not distinct from kits.kit_type
      and jersey.colors = kits.was and kits.was <> kits.becomes
    returning jersey.id
  )
  select array_agg(id) into recolored from changed;
  perform private.set_change('batch', null);
  perform private.refresh_search('jersey', recolored);
  return null;
end $$;
comment on function private.recolor_team is 'Default colours follow those of the team';

create function public.team_colors(team_id uuid)
returns table (decade integer, color text, kits bigint)
language sql stable security definer rows 40 set search_path = ''
as $$
  -- One jersey per season and kit type, the best rated: thirty entries of one shirt are one shirt. Training and other
  -- shirts have colours of their own.
  select worn.year / 10 * 10, worn.color, count(*)
  from (
    select kept.year, best.color
    from private.team_kit_counts kept
    cross join lateral (
      select jersey.colors[1] as color from public.jerseys jersey
      where jersey.team_id = kept.team_id and jersey.year = kept.year
        and jersey.kit_type_slug = kept.kit_type_slug and jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit 1) best
    where kept.team_id = team_colors.team_id and kept.year > 0 and kept.jerseys > 0
      and kept.kit_type_slug in ('home', 'away', 'third', 'maillot')
    union all
    select left(season.code, 4)::integer, best.color
    from private.team_kit_counts kept
    join public.seasons season on season.id = kept.season_id and season.is_active
    cross join lateral (
      select jersey.colors[1] as color from public.jerseys jersey
      where jersey.team_id = kept.team_id and jersey.season_id = kept.season_id and jersey.year is null
        and jersey.kit_type_slug = kept.kit_type_slug and jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit 1) best
    where kept.team_id = team_colors.team_id and kept.year = 0 and kept.jerseys > 0
      and kept.kit_type_slug in ('home', 'away', 'third', 'maillot')
  ) worn
  group by 1, 2
  order by 1, 3 desc, 2
$$;
comment on function public.team_colors is
  'The main colours of a team''s public shirts by decade: how many kits (best jersey of each season and of home, away and third) have each';
revoke execute on function public.team_colors from public;
grant execute on function public.team_colors to anon, authenticated, service_role;

create function public.similar_by_color(jersey_id uuid, max_results integer default 6)
returns setof public.jerseys
language sql stable security definer rows 6 set search_path = ''
as $$
  with shown as (
    select jersey.id, jersey.kit_type_slug, jersey.colors, jersey.team_slug
    from public.jerseys jersey
    where jersey.id = similar_by_color.jersey_id and jersey.status = 'approved' and jersey.is_active
  ), near as (
    -- The neighbours on both sides, so that the work doesn't grow with the number of red shirts, and that
    -- every jersey leads to others.
    (select jersey.id, jersey.colors, jersey.team_slug, jersey.score
    from shown cross join lateral (
      select * from public.jerseys after
      where after.kit_type_slug = shown.kit_type_slug and after.colors[1] = shown.colors[1]
        and (after.colors, after.id) > (shown.colors, shown.id)
        and after.status = 'approved' and after.is_active
      order by after.colors, after.id
      limit 60) jersey)
    union all
    (select jersey.id, jersey.colors, jersey.team_slug, jersey.score
    from shown cross join lateral (
      select * from public.jerseys before
      where before.kit_type_slug = shown.kit_type_slug and before.colors[1] = shown.colors[1]
        and (before.colors, before.id) < (shown.colors, shown.id)
        and before.status = 'approved' and before.is_active
      order by before.colors desc, before.id desc
      limit 60) jersey)
  ), ranked as (
    select near.id, near.score, near.team_slug = shown.team_slug as is_own,
      cardinality(array(select unnest(near.colors) intersect select unnest(shown.colors))) * 2
        - cardinality(near.colors) as likeness,
      row_number() over (
        partition by near.team_slug order by near.colors = shown.colors desc, near.score desc, near.id) as place
    from near cross join shown
  )
  select jersey.*
  from ranked join public.jerseys jersey on jersey.id = ranked.id
  order by ranked.is_own, ranked.place > 1, ranked.likeness desc, ranked.score desc, ranked.id
  limit least(greatest(similar_by_color.max_results, 0), 24)
$$;
comment on function public.similar_by_color is
  'Public jerseys with the main colour and the kit type of a public one, those with the same other colours and of other teams first; at most 24';
revoke execute on function public.similar_by_color from public;
grant execute on function public.similar_by_color to anon, authenticated, service_role;

insert into private.color_references (name, hex)
select name, hex from (values
  ('white', array['#ffffff', '#f3efe2', '#e6e8eb', '#f3e6c8']),
  ('black', array['#000000', '#141414', '#16181f', '#2b2826', '#101820']),
  ('grey', array['#8b8f94', '#c3c7cb', '#a5acaf', '#708090', '#5a5e63', '#3e4247', '#333f42']),
  ('red', array['#d81e2c', '#f0303a', '#b5121f', '#c8102e', '#cb3524', '#a90432', '#98002e']),
  ('burgundy', array['#701c2e', '#4f1020', '#8a1538', '#5c1f16', '#8a1e03', '#8b1a2b', '#a50044', '#624839']),
  ('orange', array['#f27516', '#ff9a3c', '#d4581a', '#fb4f14', '#c83803']),
  ('yellow', array['#f8d21c', '#fff06a', '#fdb927', '#ffa300', '#c9a227', '#b4975a', '#d3bc8d', '#85714d']),
  ('green', array['#12864a', '#0a4d2c', '#0b3020', '#203731', '#3a5a4e', '#58b947', '#9fd63c', '#6eceb2', '#9be7d0', '#00c4b4', '#008272', '#00a19b', '#008e97', '#006778', '#004c54']),
  ('sky', array['#7fc0ea', '#a9d8f5', '#6cabdd', '#2fb4e8', '#18c8dc', '#99d9d9', '#0099b5']),
  ('blue', array['#1c48a8', '#2a5bd7', '#0a6cc4', '#236192', '#5d76a9', '#2f4a6d', '#12326b', '#13294b', '#0b1f41', '#0b162a', '#00205b', '#010e80']),
  ('purple', array['#64329b', '#3b2063', '#8d4fc4', '#7a5cff', '#b9a3e3', '#4a3f6b', '#241238', '#1d1160']),
  ('pink', array['#f08bb4', '#f54f9a', '#f7c6d6', '#d6247e', '#c48598'])
) given (name, hexes), unnest(hexes) hex;

revoke execute on function
  private.linear_light, private.hex_channels, private.oklab, private.color_name, private.color_names, private.luminance,
  private.contrast, private.mix_colors, private.spare_colors, private.shirt_colors, private.default_colors,
  private.mark_given_colors, private.default_colors_of, private.followed_colors, private.recolor_team
from public;

-- schemas/jersey/votes.sql

-- Votes: one per member and public jersey, up or down, which can be changed or taken back.
-- The counters of a jersey move in the same transaction, under its row lock.
-- recount_votes() proves and repairs them.

-- The voter is an account, not a profile. With two references to exposed tables in its key, the table would be a
-- many-to-many link, and embedding a jersey's author would be ambiguous.
create table public.jersey_votes (
  jersey_id uuid not null references public.jerseys (id) on delete cascade,
  voter_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  vote text not null constraint jersey_votes_vote_known check (vote in ('up', 'down')),
  counts boolean not null default false,
  cast_at timestamptz default now(),
  primary key (jersey_id, voter_id)
);
comment on column public.jersey_votes.counts is
  'Whether the vote counts for rankings: its voter may vote for them (private.may_count())';
comment on column public.jersey_votes.cast_at is
  'When the vote was cast or switched, for 30 days; null afterwards (public.age_votes()), and for votes from before this was recorded';

create index jersey_votes_of_voter on public.jersey_votes (voter_id, jersey_id);
comment on index public.jersey_votes_of_voter is 'A member''s votes on the jerseys of a page';
-- Only the votes of 30 days are in it.
create index jersey_votes_by_age on public.jersey_votes (cast_at) where cast_at is not null;
comment on index public.jersey_votes_by_age is 'Votes that become 30 days old (age_votes)';

alter table public.jersey_votes enable row level security;
-- By column: whether and since when a vote counts is not for clients to say. Upserts set every column they name,
-- the key included.
revoke all on public.jersey_votes from anon, authenticated;
grant select, delete on public.jersey_votes to authenticated;
grant select, insert, update, delete on public.jersey_votes to service_role;
grant insert (jersey_id, voter_id, vote) on public.jersey_votes to authenticated;
grant update (jersey_id, voter_id, vote) on public.jersey_votes to authenticated;

-- The update inside of an upsert need not do again what its insert has done (private.current_votes()).
-- Runs with the caller's rights on purpose: `current_user` distinguishes a request from a
-- function's own write.
create function private.begin_votes() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and private.current_votes() = '[]' then
    return null;
  end if;
  if current_user = 'authenticated' then
    -- Statements of one member wait for each other.
    perform pg_advisory_xact_lock(hashtextextended('jersey_votes' || auth.uid(), 0));
    perform private.check_standing();
  end if;
  if tg_op = 'INSERT' then
    perform set_config('maillotheque.votes', '[]', true);
  end if;
  return null;
end $$;

-- Every vote changes the total of all votes. In a single row voters would wait for each other, so each connection
-- adds to a row of its own.
create table private.vote_sums (
  slot integer constraint vote_sums_pkey primary key,
  upvotes bigint not null,
  downvotes bigint not null
) with (fillfactor = 50);
comment on table private.vote_sums is
  'Votes on public jerseys, in summands; a single one has no meaning and may be negative';
-- Slot -1 takes the result of a recount (recount_sums).
insert into private.vote_sums (slot, upvotes, downvotes) values (-1, 0, 0);

create function private.add_votes(up bigint, down bigint) returns void
language sql set search_path = ''
as $$
  insert into private.vote_sums as sums (slot, upvotes, downvotes)
  select pg_backend_pid() % 1024, up, down where up <> 0 or down <> 0
  on conflict (slot) do update
    set upvotes = sums.upvotes + excluded.upvotes, downvotes = sums.downvotes + excluded.downvotes
$$;

create function private.shift_votes(jersey_id uuid, up bigint, down bigint) returns boolean
language sql security definer set search_path = ''
as $$
  -- Its pages: a vote must not notify in its own transaction. `do nothing` would not lock the row: it could be published before
  -- this transaction commits.
  with moved as (
    update public.jerseys set upvotes = upvotes + up, downvotes = downvotes + down
    where id = shift_votes.jersey_id
      and id::text is distinct from private.current_change() ->> 'leaving'
    returning id, status = 'approved' and is_active as is_public
  )
  insert into private.outdated (jersey_id) select id from moved where is_public
  on conflict (jersey_id) do update set jersey_id = excluded.jersey_id;
  -- A statement of its own: its search document may have come while the first one waited for the jersey.
  update private.search_documents document
  set words = ts_delete(
      document.words, array(select word from unnest(tsvector_to_array(document.words)) word where word like '#%'))
    || array_to_tsvector(private.tier_marks(private.tier(jersey.score)))
  from public.jerseys jersey
  where jersey.id = shift_votes.jersey_id and document.kind = 'jersey' and document.id = jersey.id
    and private.tier(jersey.score - (up - down)::integer) <> private.tier(jersey.score);
  select status = 'approved' and is_active from public.jerseys
  where id = shift_votes.jersey_id and id::text is distinct from private.current_change() ->> 'leaving';
$$;
comment on function private.shift_votes is
  'Moves a jersey''s counters, unless it is being deleted, and what shows them: its pages and its place in search. Returns true if it is public';

-- Counters move by the difference, under the jersey's row lock, so no vote is lost. A statement moves all its jerseys in the
-- order of their ids: statements that vote on several jerseys at once cannot deadlock.
create function private.count_votes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- The changes collected by the update part of a running upsert; null outside an insert.
  changed jsonb := nullif(private.current_votes(), '')::jsonb;
  shifts private.vote_shift[];
begin
  if tg_op = 'INSERT' then
    perform set_config('maillotheque.votes', '', true);
    shifts := array(
    select (jersey_id, (vote = 'up')::integer, (vote = 'down')::integer,
      (counts and vote = 'up')::integer, (counts and vote = 'down')::integer,
      private.rising_of(vote, counts, cast_at))::private.vote_shift
    from cast_votes);
    if changed is not null and changed <> '[]' then
      shifts := shifts || array(
        select earlier::private.vote_shift
        from jsonb_populate_recordset(null::private.vote_shift, changed) earlier);
    end if;
  elsif tg_op = 'DELETE' then
    shifts := array(
    select (jersey_id, -(vote = 'up')::integer, -(vote = 'down')::integer,
      -(counts and vote = 'up')::integer, -(counts and vote = 'down')::integer,
      -private.rising_of(vote, counts, cast_at))::private.vote_shift
    from past_votes);
  else
    shifts := array(
    select (jersey_id, (vote = 'up')::integer, (vote = 'down')::integer,
      (counts and vote = 'up')::integer, (counts and vote = 'down')::integer,
      private.rising_of(vote, counts, cast_at))::private.vote_shift
    from cast_votes
    union all
    select (jersey_id, -(vote = 'up')::integer, -(vote = 'down')::integer,
      -(counts and vote = 'up')::integer, -(counts and vote = 'down')::integer,
      -private.rising_of(vote, counts, cast_at))::private.vote_shift
    from past_votes);
    if changed = '[]' then
      perform set_config('maillotheque.votes', to_jsonb(shifts)::text, true);
      return null;
    end if;
  end if;
  perform private.shift_all(shifts);
  return null;
end $$;

create function public.recount_votes()
returns table (jersey_id uuid, upvotes integer, downvotes integer, was_upvotes integer, was_downvotes integer)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  -- New votes wait until the count is done. It would undo those cast meanwhile.
  lock table public.jersey_votes in share row exclusive mode;
  return query
  with counted as (
    select jersey_id, count(*) filter (where vote = 'up')::integer as upvotes,
      count(*) filter (where vote = 'down')::integer as downvotes
    from public.jersey_votes group by jersey_id
  ), wrong as (
    select jerseys.id, coalesce(counted.upvotes, 0) as up, coalesce(counted.downvotes, 0) as down,
      jerseys.upvotes as was_up, jerseys.downvotes as was_down
    from public.jerseys left join counted on counted.jersey_id = jerseys.id
    where (jerseys.upvotes, jerseys.downvotes)
      <> (coalesce(counted.upvotes, 0), coalesce(counted.downvotes, 0))
  )
  select wrong.id, wrong.up, wrong.down, wrong.was_up, wrong.was_down
  from wrong, private.shift_votes(wrong.id, wrong.up - wrong.was_up, wrong.down - wrong.was_down);
end $$;
comment on function public.recount_votes is
  'Counts every vote again; repairs and returns the jerseys whose counters were wrong';
revoke execute on function public.recount_votes from public, anon, authenticated;
grant execute on function public.recount_votes to service_role;

create function public.vote_totals() returns table (upvotes bigint, downvotes bigint)
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(upvotes), 0)::bigint, coalesce(sum(downvotes), 0)::bigint
  from private.vote_sums
$$;
comment on function public.vote_totals is
  'Votes on all public jerseys: the rating in the markup of the home page';
revoke execute on function public.vote_totals from public;
grant execute on function public.vote_totals to anon, authenticated, service_role;

create policy "members read their own votes, admins all" on public.jersey_votes
  for select to authenticated
  using (voter_id = (select auth.uid()) or (select public.is_admin((select auth.uid()))));

create policy "members vote on public jerseys" on public.jersey_votes
  for insert to authenticated
  with check (
    voter_id = (select auth.uid())
    and exists (
      select from public.jerseys
      where jerseys.id = jersey_id and jerseys.status = 'approved' and jerseys.is_active)
  );

create policy "members change their votes on public jerseys" on public.jersey_votes
  for update to authenticated
  using (voter_id = (select auth.uid()))
  with check (
    voter_id = (select auth.uid())
    and exists (
      select from public.jerseys
      where jerseys.id = jersey_id and jerseys.status = 'approved' and jerseys.is_active)
  );

-- Also on a jersey that is no longer public: members can always take back their own vote.
create policy "members withdraw their votes" on public.jersey_votes
  for delete to authenticated using (voter_id = (select auth.uid()));

revoke execute on function
  private.begin_votes, private.add_votes, private.shift_votes, private.count_votes
from public;

-- schemas/jersey/standings.sql

-- The votes that count for rankings, per jersey, and the Wilson bound.
-- A vote counts when its account is confirmed and old enough (docs/decisions/057-votes-that-count.md); rising jerseys are
-- weighed by forward decay (058).
-- The counters of jerseys go on counting every vote at once.

create table private.standings (
  jersey_id uuid constraint standings_pkey primary key
    constraint standings_jersey_id_fkey references public.jerseys (id) on delete cascade,
  upvotes integer not null default 0 constraint standings_upvotes_positive check (upvotes >= 0),
  downvotes integer not null default 0 constraint standings_downvotes_positive check (downvotes >= 0),
  -- See private.rising_weight().
  rising double precision not null default 0
) with (fillfactor = 50);
comment on table private.standings is
  'Votes of members whose votes count, per jersey; no row means none. jerseys.upvotes and downvotes hold all votes';

create function private.wilson(upvotes integer, downvotes integer) returns double precision
language sql immutable parallel safe set search_path = ''
as $$
  select case when n > 0 then
    (p + z * z / (2 * n) - z * sqrt((p * (1 - p) + z * z / (4 * n)) / n)) / (1 + z * z / n) end
  from (
    select (upvotes + downvotes)::double precision as n,
      upvotes::double precision / nullif(upvotes + downvotes, 0) as p, 1.959963984540054 as z) given
$$;
comment on function private.wilson is
  'Lower bound of the 95 % Wilson score interval for the share of upvotes, 0 to 1; null without votes';

-- Who may vote for rankings
create function private.may_ever_count(account auth.users) returns boolean
language sql immutable parallel safe
return (account.email_confirmed_at is not null or account.phone_confirmed_at is not null)
  and not account.is_anonymous and account.deleted_at is null;
comment on function private.may_ever_count is
  'Whether an account''s votes count now, or will by the passing of time alone';

create function private.counts_from(account auth.users) returns timestamptz
language sql stable parallel safe
return greatest(account.created_at + interval '1 day', account.banned_until);
comment on function private.counts_from is
  'When the first day of an account, and its suspension if it has one, are over';

create function private.may_count(account auth.users) returns boolean
language sql stable parallel safe
return private.may_ever_count(account) and private.counts_from(account) <= now()
  -- Nobody signs in to the accounts of the demonstration. Only the service key writes these data.
  or account.raw_app_meta_data @> '{"demo": true}';
comment on function private.may_count is
  'Whether an account''s votes count for rankings: address or number confirmed, not anonymous, a day old, not suspended, not deleted';

-- Members whose votes have to be looked at again, because their account has changed or their first day ends. A
-- mark and not the change itself: suspending somebody with thousands of votes does not make the request wait, and
-- the auth service never waits for votes.
create table private.voters_due (
  voter_id uuid constraint voters_due_pkey primary key
    constraint voters_due_voter_id_fkey references auth.users (id) on delete cascade,
  due_at timestamptz not null
);
comment on table private.voters_due is 'When a member''s votes may start or stop counting; see recheck_due_voters()';

create function private.mark_voter_due() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.voters_due (voter_id, due_at) values (new.id, now())
  on conflict (voter_id) do update set due_at = excluded.due_at;
  return null;
end $$;
comment on function private.mark_voter_due is 'Marks an account that has changed, so that its votes may start or stop counting';

-- A member's statements are serialized (begin_votes), and recheck_due_voters() takes the same lock. So an account
-- that changes while a vote is cast is seen by one of the two.
create function private.judge_vote() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  due timestamptz;
begin
  if tg_op = 'UPDATE' then
    -- A vote that is switched is a new one.
    if new.vote <> old.vote then
      new.cast_at := now();
    end if;
    return new;
  end if;
  perform private.check_not_gone(new.jersey_id);
  select private.may_count(account), case when private.may_ever_count(account) then private.counts_from(account) end
  into new.counts, due
  from auth.users account where account.id = new.voter_id;
  new.counts := coalesce(new.counts, false);
  if not new.counts and due is not null then
    insert into private.voters_due (voter_id, due_at) values (new.voter_id, due) on conflict (voter_id) do nothing;
  end if;
  return new;
end $$;
comment on function private.judge_vote is 'Decides whether a new vote counts, otherwise notes from when on it will; dates a vote that is switched';

-- Rising: forward decay. A vote's weight doubles with every week that it was cast later, so all weights keep their
-- proportions while time passes, and no sum changes unless a vote does. Twenty binary digits: sums of the weights
-- of one month are exact in double precision, in any order of adding and taking away. From 2045 on, weights no longer grow;
-- before that, a migration moves the start (docs/decisions/058-rising-by-forward-decay.md).
create function private.rising_weight(cast_at timestamptz) returns double precision
language sql immutable parallel safe
begin atomic
  select floor(2 ^ (weeks - floor(weeks)) * 1048576) * 2 ^ (floor(weeks) - 20)
  from (
    select greatest(-900, least(1000, (extract(epoch from rising_weight.cast_at)::double precision - 1767225600) / 604800))
      as weeks) since;
end;
comment on function private.rising_weight is
  'Weight of a vote among the rising jerseys: 1 on 1 January 2026, doubled every week';

-- How a vote moves the counters and the standing of a jersey.
create type private.vote_shift as (
  jersey_id uuid, up integer, down integer, counted_up integer, counted_down integer, rising double precision
);

create function private.rising_of(vote text, counts boolean, cast_at timestamptz) returns double precision
language sql immutable parallel safe
return case when counts and cast_at is not null
  then case vote when 'up' then 1 else -1 end * private.rising_weight(cast_at) else 0 end;
comment on function private.rising_of is 'What a vote adds to the rising of its jersey; nothing once it is 30 days old';

create function private.shift_standing(jersey_id uuid, up integer, down integer, rising double precision) returns void
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
begin
  update private.standings standing
  set upvotes = standing.upvotes + up, downvotes = standing.downvotes + down, rising = standing.rising + shift_standing.rising
  where standing.jersey_id = shift_standing.jersey_id;
  -- Votes are taken away from a standing that exists, or with their jersey.
  if not found and up + down > 0 then
    insert into private.standings as standing (jersey_id, upvotes, downvotes, rising)
    values (shift_standing.jersey_id, up, down, shift_standing.rising)
    on conflict (jersey_id) do update
      set upvotes = standing.upvotes + excluded.upvotes, downvotes = standing.downvotes + excluded.downvotes,
        rising = standing.rising + excluded.rising;
  end if;
end $$;

-- One jersey at a time, like shift_votes(): a plan for many would read them all.
create function private.mark_outdated(jersey_id uuid) returns void
language sql set search_path = ''
as $$
  insert into private.outdated (jersey_id)
  select id from public.jerseys where id = mark_outdated.jersey_id and status = 'approved' and is_active
  on conflict (jersey_id) do update set jersey_id = excluded.jersey_id
$$;
comment on function private.mark_outdated is 'Notes a jersey whose standing changes without its counters';

create function private.shift_all(shifts private.vote_shift[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  moved constant private.vote_shift[] := array(
    select (jersey_id, sum(up), sum(down), sum(counted_up), sum(counted_down), sum(rising))::private.vote_shift
    from unnest(shifts) group by jersey_id
    having sum(up) <> 0 or sum(down) <> 0 or sum(counted_up) <> 0 or sum(counted_down) <> 0 or sum(rising) <> 0
    order by jersey_id);
  up_sum bigint;
  down_sum bigint;
begin
  if moved = '{}' then
    return;
  end if;
  -- Jerseys with their marks in the order of ids, then standings in that order: statements that move several cannot
  -- deadlock.
  select sum(up) filter (where is_public), sum(down) filter (where is_public) into up_sum, down_sum
  from (
    select up, down, private.shift_votes(jersey_id, up, down) as is_public
    from unnest(moved) where up <> 0 or down <> 0) shifted;
  -- shift_votes() has marked the jerseys whose counters move.
  perform private.mark_outdated(jersey_id) from unnest(moved) where up = 0 and down = 0;
  perform private.shift_standing(jersey_id, counted_up, counted_down, rising)
  from unnest(moved) where counted_up <> 0 or counted_down <> 0 or rising <> 0;
  perform private.add_votes(up_sum, down_sum);
end $$;
comment on function private.shift_all is 'Moves the counters, the standings and the total of all votes';

-- Votes start and stop counting

-- Votes move with their jersey, so recheck_voters() and age_votes() take both. What another transaction holds is
-- skipped: a merge takes the jersey first and its votes later, and waiting for it could deadlock. A jersey that is
-- only voted on is not skipped.
create function private.recheck_voters(voters uuid[], most integer) returns integer
language plpgsql set search_path = ''
as $$
declare
  changed integer;
begin
  update public.jersey_votes vote set counts = wrong.may
  from (
    select cast_vote.jersey_id, cast_vote.voter_id, private.may_count(account) as may
    from auth.users account
    join public.jersey_votes cast_vote on cast_vote.voter_id = account.id
    cross join lateral (
      select from public.jerseys where id = cast_vote.jersey_id for key share skip locked) jersey
    where account.id = any(voters) and cast_vote.counts <> private.may_count(account)
    limit most
    for update of cast_vote skip locked) wrong
  where (vote.jersey_id, vote.voter_id) = (wrong.jersey_id, wrong.voter_id);
  get diagnostics changed = row_count;
  return changed;
end $$;
comment on function private.recheck_voters is
  'Lets at most so many votes of these members start or stop counting; returns how many did';

create function public.recheck_due_voters() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  most constant integer := 1000;
  -- A member who is voting just now is left for the next time: waiting here could deadlock.
  voters uuid[] := array(
    select voter_id from (
      select voter_id from private.voters_due where due_at <= now()
      order by due_at limit 100 for update skip locked) due
    where pg_try_advisory_xact_lock(hashtextextended('jersey_votes' || voter_id, 0)));
  changed integer;
begin
  if voters = '{}' then
    return 0;
  end if;
  changed := private.recheck_voters(voters, most);
  if changed = most then
    return changed;
  end if;
  -- Votes that others had locked were skipped. Their voters stay due until the next call.
  voters := array(
    select account.id from auth.users account
    where account.id = any(voters) and not exists (
      select from public.jersey_votes vote
      where vote.voter_id = account.id and vote.counts <> private.may_count(account)));
  -- Whoever has to wait for a day or for the end of a suspension is due then.
  update private.voters_due due set due_at = private.counts_from(account)
  from auth.users account
  where account.id = due.voter_id and due.voter_id = any(voters)
    and private.may_ever_count(account) and private.counts_from(account) > now();
  delete from private.voters_due where voter_id = any(voters) and due_at <= now();
  return changed;
end $$;
comment on function public.recheck_due_voters is
  'Lets votes start or stop counting for rankings, of members whose account has changed or whose first day is over: at most 1000 a call, returns how many. The server calls it every few seconds';
revoke execute on function public.recheck_due_voters from public, anon, authenticated;
grant execute on function public.recheck_due_voters to service_role;

create function public.age_votes() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  changed integer;
begin
  update public.jersey_votes vote set cast_at = null
  from (
    select aged.jersey_id, aged.voter_id
    from public.jersey_votes aged
    cross join lateral (
      select from public.jerseys where id = aged.jersey_id for key share skip locked) jersey
    where aged.cast_at <= now() - interval '30 days'
    order by aged.cast_at limit 1000 for update of aged skip locked) old
  where (vote.jersey_id, vote.voter_id) = (old.jersey_id, old.voter_id);
  get diagnostics changed = row_count;
  return changed;
end $$;
comment on function public.age_votes is
  'Takes votes that are 30 days old from the rising jerseys: at most 1000 a call, returns how many. The server calls it every few seconds';
revoke execute on function public.age_votes from public, anon, authenticated;
grant execute on function public.age_votes to service_role;

create function public.recount_standings()
returns table (
  jersey_id uuid, upvotes integer, downvotes integer, rising double precision,
  was_upvotes integer, was_downvotes integer, was_rising double precision
)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  -- New votes wait until the count is done. It would undo those cast meanwhile.
  lock table public.jersey_votes in share row exclusive mode;
  -- What is due is no error.
  while public.age_votes() > 0 loop end loop;
  perform private.recheck_voters(array(select voter_id from private.voters_due where due_at <= now()), null);

  create temporary table fresh on commit drop as
  select *, (up, down, rising) <> (was_up, was_down, was_rising) as is_wrong
  from (
    select coalesce(counted.jersey_id, standing.jersey_id) as jersey_id,
      coalesce(counted.up, 0)::integer as up, coalesce(counted.down, 0)::integer as down,
      coalesce(counted.rising, 0) as rising,
      coalesce(standing.upvotes, 0) as was_up, coalesce(standing.downvotes, 0) as was_down,
      coalesce(standing.rising, 0) as was_rising, coalesce(counted.mismarked, false) as mismarked
    from (
      select jersey_id, count(*) filter (where vote = 'up' and may) as up,
        count(*) filter (where vote = 'down' and may) as down,
        sum(private.rising_of(vote, may, cast_at)) as rising, bool_or(counts <> may) as mismarked
      from (
        select vote.*, private.may_count(account) as may
        from public.jersey_votes vote join auth.users account on account.id = vote.voter_id) judged
      group by jersey_id) counted
    full join private.standings standing on standing.jersey_id = counted.jersey_id) compared
  where mismarked or (up, down, rising) <> (was_up, was_down, was_rising);
  -- Jerseys that another transaction holds are left for the next count, with the marks of their votes.
  delete from pg_temp.fresh where jersey_id <> all (array(
    select id from public.jerseys where id in (select jersey_id from pg_temp.fresh) for key share skip locked));

  -- Votes that are marked wrong move standings, which the count then overwrites.
  perform private.recheck_voters(array(
    select distinct voter_id from public.jersey_votes where jersey_id in (select jersey_id from pg_temp.fresh)), null);
  insert into private.standings as standing (jersey_id, upvotes, downvotes, rising)
  select jersey_id, up, down, rising from pg_temp.fresh
  on conflict (jersey_id) do update
    set upvotes = excluded.upvotes, downvotes = excluded.downvotes, rising = excluded.rising
    where (standing.upvotes, standing.downvotes, standing.rising)
      <> (excluded.upvotes, excluded.downvotes, excluded.rising);
  insert into private.outdated (jersey_id)
  select jersey_id from pg_temp.fresh where is_wrong
  on conflict (jersey_id) do nothing;
  return query
  select jersey_id, up, down, rising, was_up, was_down, was_rising from pg_temp.fresh where is_wrong;
  drop table pg_temp.fresh;
end $$;
comment on function public.recount_standings is
  'Decides for every vote again whether it counts, and counts those that do; repairs and returns the standings that were wrong';
revoke execute on function public.recount_standings from public, anon, authenticated;
grant execute on function public.recount_standings to service_role;

create index voters_due_by_time on private.voters_due (due_at);
comment on index private.voters_due_by_time is 'Members who are due (recheck_due_voters)';

revoke execute on function
  private.wilson, private.may_ever_count, private.counts_from, private.may_count, private.mark_voter_due, private.judge_vote,
  private.rising_weight, private.rising_of, private.shift_standing, private.mark_outdated, private.shift_all,
  private.recheck_voters
from public;

-- schemas/jersey/comments.sql

-- Comments on jerseys.
-- Members write, edit and delete their own; administrators hide and delete.
-- Only visible comments on readable jerseys are public.

create table public.comments (
  id uuid primary key default gen_random_uuid(),
  jersey_id uuid not null references public.jerseys (id) on delete cascade,
  author_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  body text not null constraint comments_body_length check (char_length(body) between 1 and 2000),
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  is_hidden boolean not null default false
);

create index comments_of_jersey on public.comments (jersey_id, created_at, id);
comment on index public.comments_of_jersey is 'Comments on a jersey in order: jersey page';
create index comments_of_author on public.comments (author_id, created_at desc, id desc);
comment on index public.comments_of_author is
  'A member''s comments, newest first: moderation, rate limit';

alter table public.comments enable row level security;
revoke all on public.comments from anon, authenticated;
grant select on public.comments to anon;
grant select, delete on public.comments to authenticated;
grant select, insert, update, delete on public.comments to service_role;
grant insert (jersey_id, author_id, body) on public.comments to authenticated;
grant update (body, is_hidden) on public.comments to authenticated;

-- Runs with the caller's rights, so that `current_user` tells a request from a function's write.
create function private.guard_comment() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.body := coalesce(private.tidy(new.body), '');
  if tg_op = 'UPDATE' then
    if new.body is distinct from old.body then
      new.edited_at := now();
    end if;
    if current_user = 'authenticated'
      and ((new.is_hidden <> old.is_hidden and not public.is_admin(auth.uid()))
        or (new.body <> old.body and old.author_id is distinct from auth.uid())) then
      raise insufficient_privilege using
        message = 'permission denied for table comments',
        detail = 'Authors change the body, administrators whether it is hidden.';
    end if;
  end if;
  return new;
end $$;

create policy "visitors read visible comments on public jerseys" on public.comments
  for select to anon
  using (not is_hidden and exists (select from public.jerseys where jerseys.id = jersey_id));

create policy "members read visible comments and their own, admins all" on public.comments
  for select to authenticated
  using (
    (not is_hidden and exists (select from public.jerseys where jerseys.id = jersey_id))
    or author_id = (select auth.uid())
    or (select public.is_admin((select auth.uid())))
  );

create policy "members comment on jerseys they can read" on public.comments
  for insert to authenticated
  with check (
    author_id = (select auth.uid())
    and exists (select from public.jerseys where jerseys.id = jersey_id)
  );

create policy "members edit their own comments, admins hide" on public.comments
  for update to authenticated
  using (author_id = (select auth.uid()) or (select public.is_admin((select auth.uid()))))
  with check (author_id = (select auth.uid()) or (select public.is_admin((select auth.uid()))));

create policy "members delete their own comments, admins all" on public.comments
  for delete to authenticated
  using (author_id = (select auth.uid()) or (select public.is_admin((select auth.uid()))));

revoke execute on function private.guard_comment from public;

-- schemas/browse/counts.sql

-- Counts of public jerseys, by what the site shows of them.
-- They are kept in the transaction that changes a jersey, and recount_sums() proves and repairs them.
-- The row 'all' is locked first, so that decisions wait for each other in one order.

create table public.jersey_counts (
  kind text not null
    constraint jersey_counts_kind_known check (kind in ('all', 'league', 'competition', 'team')),
  -- The league, or the id of the competition or team; empty for all.
  key text not null,
  jerseys bigint not null,
  constraint jersey_counts_pkey primary key (kind, key)
) with (fillfactor = 50);
comment on table public.jersey_counts is
  'Exact numbers of public jerseys: all, of a league, of a competition, of a team. Triggers keep it; no row means 0';
insert into public.jersey_counts (kind, key, jerseys) values ('all', '', 0);

alter table public.jersey_counts enable row level security;
revoke all on public.jersey_counts from anon, authenticated;
grant select on public.jersey_counts to anon, authenticated;
grant select, insert, update, delete on public.jersey_counts to service_role;

create function private.add_jerseys(jersey public.jerseys, amount integer) returns void
language sql set search_path = ''
as $$
  -- Always in this order: a waiting transaction waits for the first row and holds none of the
  -- others.
  insert into public.jersey_counts as counts (kind, key, jerseys)
  select kind, key, amount
  from (values
    ('all', ''), ('league', jersey.league), ('competition', jersey.competition_id::text),
    ('team', jersey.team_id::text)) as counted (kind, key)
  where key is not null
  on conflict (kind, key) do update set jerseys = counts.jerseys + excluded.jerseys;
  select private.add_votes(amount * jersey.upvotes, amount * jersey.downvotes);
$$;

create function private.count_jersey(was public.jerseys, becomes public.jerseys) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if was.id is not null and was.status = 'approved' and was.is_active then
    perform private.add_jerseys(was, -1);
  end if;
  if becomes.id is not null and becomes.status = 'approved' and becomes.is_active then
    perform private.add_jerseys(becomes, 1);
  end if;
end $$;

create function public.recount_sums() returns table (what text, counted bigint, was bigint)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  -- Writes that would change a number wait until the count is done.
  lock table public.jerseys in share row exclusive mode;
  create temporary table fresh on commit drop as
  select
    case when grouping(league) = 0 then 'league' when grouping(competition_id) = 0 then 'competition'
      when grouping(team_id) = 0 then 'team' else 'all' end as kind,
    coalesce(league, competition_id::text, team_id::text, '') as key, count(*) as jerseys,
    coalesce(sum(upvotes), 0)::bigint as upvotes, coalesce(sum(downvotes), 0)::bigint as downvotes
  from public.jerseys where status = 'approved' and is_active
  group by grouping sets ((), (league), (competition_id), (team_id))
  having grouping(team_id) = 1 or team_id is not null;

  return query
  select btrim(concat('jerseys, ', kind, ' ', key)), coalesce(fresh.jerseys, 0), coalesce(kept.jerseys, 0)
  from pg_temp.fresh full join public.jersey_counts kept using (kind, key)
  where coalesce(fresh.jerseys, 0) <> coalesce(kept.jerseys, 0)
  union all
  select sums.what, sums.counted, sums.was
  from pg_temp.fresh, (
    select coalesce(sum(upvotes), 0)::bigint as up, coalesce(sum(downvotes), 0)::bigint as down
    from private.vote_sums) kept,
    lateral (values ('upvotes', fresh.upvotes, kept.up), ('downvotes', fresh.downvotes, kept.down))
      as sums (what, counted, was)
  where fresh.kind = 'all' and sums.counted <> sums.was;

  delete from public.jersey_counts;
  insert into public.jersey_counts (kind, key, jerseys) select kind, key, jerseys from pg_temp.fresh;
  delete from private.vote_sums;
  insert into private.vote_sums (slot, upvotes, downvotes)
  select -1, upvotes, downvotes from pg_temp.fresh where kind = 'all';
  drop table pg_temp.fresh;
end $$;
comment on function public.recount_sums is
  'Counts every public jersey again, and the total of all votes; repairs and returns the numbers that were wrong';
revoke execute on function public.recount_sums from public, anon, authenticated;
grant execute on function public.recount_sums to service_role;

-- Some members have thousands of submissions, and a list of members shows dozens of these counts.
create table private.author_counts (
  author_id uuid constraint author_counts_pkey primary key
    constraint author_counts_author_id_fkey references auth.users (id) on delete cascade,
  jerseys bigint not null,
  rejected bigint not null
) with (fillfactor = 50);
comment on table private.author_counts is
  'How many jerseys a member has submitted, and how many of them are rejected. Triggers keep it; no row means 0';

create function private.count_of_author(was public.jerseys, becomes public.jerseys) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- A deleted author has no row, and gets none.
  if was.id is not null and was.author_id is not null then
    update private.author_counts
    set jerseys = jerseys - 1, rejected = rejected - (was.status = 'rejected')::integer
    where author_id = was.author_id;
  end if;
  if becomes.id is not null and becomes.author_id is not null then
    insert into private.author_counts as counts (author_id, jerseys, rejected)
    values (becomes.author_id, 1, (becomes.status = 'rejected')::integer)
    on conflict (author_id) do update
      set jerseys = counts.jerseys + 1, rejected = counts.rejected + excluded.rejected;
  end if;
end $$;

create function public.recount_authors()
returns table (author_id uuid, jerseys bigint, rejected bigint, was_jerseys bigint, was_rejected bigint)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  -- Writes that would change a number wait until the count is done.
  lock table public.jerseys in share row exclusive mode;
  return query
  with counted as (
    select author_id, count(*) as jerseys, count(*) filter (where status = 'rejected') as rejected
    from public.jerseys where author_id is not null group by author_id
  ), wrong as (
    select author_id, coalesce(counted.jerseys, 0) as jerseys,
      coalesce(counted.rejected, 0) as rejected, coalesce(kept.jerseys, 0) as was_jerseys,
      coalesce(kept.rejected, 0) as was_rejected
    from counted full join private.author_counts kept using (author_id)
    where (coalesce(counted.jerseys, 0), coalesce(counted.rejected, 0))
      <> (coalesce(kept.jerseys, 0), coalesce(kept.rejected, 0))
  ), repaired as (
    insert into private.author_counts (author_id, jerseys, rejected)
    select author_id, jerseys, rejected from wrong
    on conflict (author_id) do update set jerseys = excluded.jerseys, rejected = excluded.rejected
  )
  select author_id, jerseys, rejected, was_jerseys, was_rejected from wrong;
end $$;
comment on function public.recount_authors is
  'Counts what every member has submitted; repairs and returns the numbers that were wrong';
revoke execute on function public.recount_authors from public, anon, authenticated;
grant execute on function public.recount_authors to service_role;

create policy "everyone reads how many there are" on public.jersey_counts
  for select to anon, authenticated using (true);

revoke execute on function
  private.add_jerseys, private.count_jersey, private.count_of_author
from public;

-- schemas/browse/walls.sql

-- What a team wore, and what a season looked like.
-- Kits of a team by year, the neighbours of one kit, and the best jersey by club and kit type of a season.
-- Cells are counted on read, but for the number of kits of a team.

-- Stored counts: a team may have thousands of jerseys. Those without a year are counted by season,
-- because a season's code may change.
create table private.team_kit_counts (
  team_id uuid not null,
  -- 0: not known.
  year integer not null,
  -- The nil UUID if the year is known.
  season_id uuid not null,
  kit_type_slug text not null,
  jerseys bigint not null,
  constraint team_kit_counts_pkey primary key (team_id, year, season_id, kit_type_slug)
) with (fillfactor = 50);
comment on table private.team_kit_counts is
  'Public jerseys of a team by year and kit type. Triggers keep it; no row means 0';

create function private.count_kit(was public.jerseys, becomes public.jerseys) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  nil constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  if was.id is not null and was.status = 'approved' and was.is_active and was.team_id is not null then
    update private.team_kit_counts set jerseys = jerseys - 1
    where team_id = was.team_id and year = coalesce(was.year, 0)
      and season_id = case when was.year is null then was.season_id else nil end
      and kit_type_slug = was.kit_type_slug;
  end if;
  if becomes.id is not null and becomes.status = 'approved' and becomes.is_active and becomes.team_id is not null then
    insert into private.team_kit_counts as counts (team_id, year, season_id, kit_type_slug, jerseys)
    values (
      becomes.team_id, coalesce(becomes.year, 0), case when becomes.year is null then becomes.season_id else nil end,
      becomes.kit_type_slug, 1)
    on conflict (team_id, year, season_id, kit_type_slug) do update set jerseys = counts.jerseys + 1;
  end if;
end $$;

create function public.recount_kits()
returns table (team_id uuid, year integer, kit_type_slug text, jerseys bigint, was bigint)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  -- Writes that would change a number wait until the count is done.
  lock table public.jerseys in share row exclusive mode;
  return query
  with counted as (
    select team_id, coalesce(year, 0) as year,
      case when year is null then season_id else '00000000-0000-0000-0000-000000000000' end as season_id,
      kit_type_slug, count(*) as jerseys
    from public.jerseys where status = 'approved' and is_active and team_id is not null
    group by 1, 2, 3, 4
  ), wrong as (
    select team_id, year, season_id, kit_type_slug, coalesce(counted.jerseys, 0) as jerseys,
      coalesce(kept.jerseys, 0) as was
    from counted full join private.team_kit_counts kept using (team_id, year, season_id, kit_type_slug)
    where coalesce(counted.jerseys, 0) <> coalesce(kept.jerseys, 0)
  ), repaired as (
    insert into private.team_kit_counts (team_id, year, season_id, kit_type_slug, jerseys)
    select team_id, year, season_id, kit_type_slug, jerseys from wrong
    on conflict (team_id, year, season_id, kit_type_slug) do update set jerseys = excluded.jerseys
  )
  select team_id, year, kit_type_slug, jerseys, was from wrong;
end $$;
comment on function public.recount_kits is
  'Counts every team''s jerseys by year and kit type; repairs and returns the numbers that were wrong';
revoke execute on function public.recount_kits from public, anon, authenticated;
grant execute on function public.recount_kits to service_role;

create function public.team_kits(team_id uuid)
returns table (year integer, kit_type text, jerseys bigint)
language sql stable security definer rows 100 set search_path = ''
as $$
  select coalesce(left(season.code, 4)::integer, kept.year), private.kit_of(kept.kit_type_slug),
    sum(kept.jerseys)::bigint
  from private.team_kit_counts kept
  left join public.seasons season on season.id = kept.season_id and season.is_active
  where kept.team_id = team_kits.team_id and kept.jerseys > 0
    and (kept.year > 0 or season.id is not null)
  group by 1, 2
  order by 1 desc, 2
$$;
comment on function public.team_kits is
  'How many public jerseys a team has of every year and kit type; one without a year counts by its season, one without a kit type as ''other''';
revoke execute on function public.team_kits from public;
grant execute on function public.team_kits to anon, authenticated, service_role;

create function public.team_decade(team_id uuid, decade integer) returns setof public.jerseys
language sql stable security definer rows 60 set search_path = ''
as $$
  with worn as (
    select dated.year, private.kit_of(kit.slug) as kit, best.id, best.score
    from generate_series(team_decade.decade, least(team_decade.decade, 9990) + 9) dated (year)
    cross join unnest(array['home', 'away', 'third', 'training', 'other', 'maillot']) kit (slug)
    cross join lateral (
      select jersey.id, jersey.score from public.jerseys jersey
      where jersey.team_id = team_decade.team_id and jersey.year = dated.year
        and jersey.kit_type_slug = kit.slug and jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit 2) best
    union all
    select left(season.code, 4)::integer, private.kit_of(kit.slug), best.id, best.score
    from public.seasons season
    cross join unnest(array['home', 'away', 'third', 'training', 'other', 'maillot']) kit (slug)
    cross join lateral (
      select jersey.id, jersey.score from public.jerseys jersey
      where jersey.team_id = team_decade.team_id and jersey.season_id = season.id
        and jersey.year is null and jersey.kit_type_slug = kit.slug
        and jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit 2) best
    where season.is_active
      and left(season.code, 4)::bigint - team_decade.decade between 0 and 9
  ), ranked as (
    select worn.id, row_number() over (
      partition by worn.year, worn.kit order by worn.score desc, worn.id desc) as place
    from worn
  )
  select jersey.*
  from ranked join public.jerseys jersey on jersey.id = ranked.id
  where ranked.place <= 2
  order by jersey.score desc, jersey.id desc
$$;
comment on function public.team_decade is
  'The two best rated public jerseys of a team of every year and kit type, for ten years';
revoke execute on function public.team_decade from public;
grant execute on function public.team_decade to anon, authenticated, service_role;

-- The way from one shirt of a team to its next ones: the other kits of its season, and the same kit of the seasons before and
-- after, season by season until one has the kit. A team with few jerseys often has none, so these are read at once.
create function public.kits_beside(jersey_id uuid) returns setof public.jerseys
language sql stable security definer rows 6 set search_path = ''
as $$
  with shown as (
    select jersey.team_slug, jersey.team_id, jersey.league, jersey.season_id, jersey.kit_type_slug,
      season.code
    from public.jerseys jersey
    join public.seasons season on season.id = jersey.season_id and season.is_active
    where jersey.id = kits_beside.jersey_id and jersey.status = 'approved' and jersey.is_active
  ), first_of_team as materialized (
    select of_slug.*
    from shown cross join lateral (
      select kit.id, kit.season_id, kit.kit_type_slug, kit.score, kit.league, kit.team_id
      from public.jerseys kit
      where kit.team_slug = shown.team_slug and kit.status = 'approved' and kit.is_active
      limit 41) of_slug
  ), few as (
    select kit.id, kit.score, season.code
    from shown
    -- Two teams may share a name: in two sports, or as the men's and the women's team.
    join first_of_team kit
      on kit.league = shown.league and kit.team_id is not distinct from shown.team_id
      and kit.kit_type_slug = shown.kit_type_slug
    join public.seasons season on season.id = kit.season_id and season.is_active
    where (select count(*) from first_of_team) <= 40
  ), beside as (
    (select distinct on (kit.kit_type_slug) kit.id
    from shown
    join public.jerseys kit
      on kit.team_slug = shown.team_slug and kit.season_id = shown.season_id
      and kit.league = shown.league and kit.team_id is not distinct from shown.team_id
    where kit.status = 'approved' and kit.is_active and kit.kit_type_slug <> shown.kit_type_slug
    order by kit.kit_type_slug, kit.score desc, kit.id desc)
    union all
    (select few.id from few join shown on few.code > shown.code
    order by few.code, few.score desc, few.id desc limit 1)
    union all
    (select few.id from few join shown on few.code < shown.code
    order by few.code desc, few.score desc, few.id desc limit 1)
    union all
    -- Of a team with many: season by season away from the shown one, until one has this kit, usually the first.
    (select best.id
    from shown
    join public.seasons season on season.is_active and season.code > shown.code
    cross join lateral (
      select kit.id from public.jerseys kit
      where kit.team_slug = shown.team_slug and kit.season_id = season.id
        and kit.league = shown.league and kit.team_id is not distinct from shown.team_id
        and kit.kit_type_slug = shown.kit_type_slug and kit.status = 'approved' and kit.is_active
      order by kit.score desc, kit.id desc
      limit 1) best
    where (select count(*) from first_of_team) > 40
    order by season.code
    limit 1)
    union all
    (select best.id
    from shown
    join public.seasons season on season.is_active and season.code < shown.code
    cross join lateral (
      select kit.id from public.jerseys kit
      where kit.team_slug = shown.team_slug and kit.season_id = season.id
        and kit.league = shown.league and kit.team_id is not distinct from shown.team_id
        and kit.kit_type_slug = shown.kit_type_slug and kit.status = 'approved' and kit.is_active
      order by kit.score desc, kit.id desc
      limit 1) best
    where (select count(*) from first_of_team) > 40
    order by season.code desc
    limit 1)
  )
  select kit.* from beside join public.jerseys kit on kit.id = beside.id
$$;
comment on function public.kits_beside is
  'Of the team of a public jersey: the best public one of every other kit type of its season, and of the same kit type in the seasons before and after that have one';
revoke execute on function public.kits_beside from public;
grant execute on function public.kits_beside to anon, authenticated, service_role;

-- Reads the index only. Not stored like a team's counts (private.team_kit_counts): a season of a competition has some
-- hundreds of jerseys where a team may have thousands, and every write would keep one more table.
create function private.season_cells(competition_id uuid, season_id uuid)
returns table (team_id uuid, team_slug text, kit_type text, jerseys bigint, best uuid, club bigint)
language sql stable rows 100 set search_path = ''
as $$
  with ranked as (
    select jersey.team_id, jersey.team_slug, private.kit_of(jersey.kit_type_slug) as kit_type, jersey.id,
      entry.team_id is not null as is_entrant,
      max(jersey.score) over (partition by jersey.team_id, jersey.team_slug) as top_score,
      count(*) over (
        partition by jersey.team_id, jersey.team_slug, private.kit_of(jersey.kit_type_slug)) as jerseys,
      row_number() over (
        partition by jersey.team_id, jersey.team_slug, private.kit_of(jersey.kit_type_slug)
        order by jersey.score desc, jersey.id desc) as place
    from public.jerseys jersey
    left join public.team_seasons entry
      on entry.competition_id = jersey.competition_id and entry.season_id = jersey.season_id
      and entry.team_id = jersey.team_id
    where jersey.competition_id = season_cells.competition_id and jersey.season_id = season_cells.season_id
      and jersey.status = 'approved' and jersey.is_active
  )
  select ranked.team_id, ranked.team_slug, ranked.kit_type, ranked.jerseys, ranked.id,
    dense_rank() over (
      order by ranked.is_entrant desc, ranked.top_score desc, ranked.team_slug, ranked.team_id)
  from ranked
  where ranked.place = 1
$$;
comment on function private.season_cells is
  'A competition''s season by club and kit type: number of public jerseys and the best rated. Clubs are numbered: those of the line-up first, then by score';

-- A free text can name any number of clubs; a page has room for this many beside each other.
create function private.most_clubs() returns bigint language sql immutable parallel safe
return 120;
comment on function private.most_clubs is 'How many clubs with a jersey the wall of a season shows';

create function public.season_kits(competition_id uuid, season_id uuid)
returns table (team_id uuid, team_slug text, kit_type text, jerseys bigint)
language sql stable security definer rows 100 set search_path = ''
as $$
  select cell.team_id, cell.team_slug, cell.kit_type, cell.jerseys
  from private.season_cells(season_kits.competition_id, season_kits.season_id) cell
  where cell.club <= private.most_clubs()
  order by cell.club, cell.kit_type
$$;
comment on function public.season_kits is
  'How many public jerseys the clubs of a competition have of a season, by kit type; one without a kit type counts as ''other''';
revoke execute on function public.season_kits from public;
grant execute on function public.season_kits to anon, authenticated, service_role;

create function public.season_wall(competition_id uuid, season_id uuid) returns setof public.jerseys
language sql stable security definer rows 100 set search_path = ''
as $$
  select jersey.*
  from private.season_cells(season_wall.competition_id, season_wall.season_id) cell
  join public.jerseys jersey on jersey.id = cell.best
  where cell.club <= private.most_clubs()
  order by jersey.score desc, jersey.id desc
$$;
comment on function public.season_wall is
  'The best rated public jersey of every club and kit type, of a competition in a season';
revoke execute on function public.season_wall from public;
grant execute on function public.season_wall to anon, authenticated, service_role;

-- The seasons that have a wall. The definer's rights read the partial index without the policies of jerseys.
create function public.competition_seasons(competition_id uuid) returns setof public.seasons
language sql stable security definer rows 30 set search_path = ''
as $$
  select season.*
  from public.seasons season
  where season.is_active and (
    exists (
      select from public.team_seasons entry
      where entry.competition_id = competition_seasons.competition_id and entry.season_id = season.id)
    or exists (
      select from public.jerseys jersey
      where jersey.competition_id = competition_seasons.competition_id and jersey.season_id = season.id
        and jersey.status = 'approved' and jersey.is_active))
  order by season.code desc
$$;
comment on function public.competition_seasons is
  'The active seasons in which a competition has a line-up or a public jersey, newest first';
revoke execute on function public.competition_seasons from public;
grant execute on function public.competition_seasons to anon, authenticated, service_role;

create function public.season_walls() returns table (id text, competition_id uuid, code text)
language sql stable security definer rows 1000 set search_path = ''
as $$
  -- The id sorts like the competition's, so that the sitemap splits walls like other rows.
  select (competition.id || '_' || season.code) collate "C", competition.id, season.code
  from public.competitions competition
  cross join lateral public.competition_seasons(competition.id) season
  where competition.is_active
$$;
comment on function public.season_walls is 'Every season of every competition that has a page: sitemap';
revoke execute on function public.season_walls from public;
grant execute on function public.season_walls to anon, authenticated, service_role;

revoke execute on function
  private.count_kit, private.season_cells, private.most_clubs
from public;

-- schemas/browse/entries.sql

-- The catalogue with filters: one entry for each public jersey, and cells that count entries by six facts.
-- Entries belong to an edition, so that a walk through pages sees one state of the catalogue
-- (docs/decisions/054-walks-through-editions.md).
-- Changes of jerseys are brought in at the end of their statement.

create function private.best_value(upvotes integer, downvotes integer) returns double precision
language sql immutable parallel safe
return case
  when upvotes + downvotes >= 10 then 1 + private.wilson(upvotes, downvotes)
  else 0.5 + (upvotes - downvotes) / 100.0::double precision
end;
comment on function private.best_value is
  'Orders jerseys, the best first: by the Wilson bound from ten votes on, the others after them by score';

create view private.catalogue_facts as
  select jersey.id as jersey_id, jersey.competition_id, coalesce(jersey.team_id, private.nil()) as team_id,
    least(greatest(coalesce(jersey.year, left(season.code, 4)::integer), 1850), 2100)::smallint as year,
    private.kit_of(jersey.kit_type_slug) collate "C" as kit,
    coalesce(jersey.brand_id, private.nil()) as brand_id, coalesce(jersey.colors[1], '') collate "C" as color,
    exists (
      select from public.jersey_images image
      where image.jersey_id = jersey.id and image.edit_id is null) as has_photo,
    jersey.created_at,
    private.best_value(coalesce(standing.upvotes, 0), coalesce(standing.downvotes, 0)) as best,
    coalesce(standing.upvotes + standing.downvotes, 0) as votes, coalesce(standing.rising, 0) as rising
  from public.jerseys jersey
  join public.seasons season on season.id = jersey.season_id
  left join private.standings standing on standing.jersey_id = jersey.id
  where jersey.status = 'approved' and jersey.is_active;
comment on view private.catalogue_facts is 'What private.catalogue_entries should say now';

-- Cells. A filter of up to three facts is counted in cells that know three or four, so a count reads some hundred rows
-- however many jerseys there are. More facts at once are counted in the cells that know all.
create table private.catalogue_groupings (
  dims integer constraint catalogue_groupings_pkey primary key
);
comment on table private.catalogue_groupings is
  'Which facts a cell may know, as a sum: competition 1, period 2, kit 4, brand 8, colour 16, photo 32, team 64';

create function private.cell_number(
  competition_id uuid, year smallint, kit text, brand_id uuid, color text, has_photo boolean)
returns bigint language sql immutable parallel safe
return uuid_hash_extended(competition_id, uuid_hash_extended(brand_id,
  hashtextextended(kit || ' ' || color collate "C", year * 2 + has_photo::integer)));
comment on function private.cell_number is
  'Leads from a cell to its entries. Two cells may share a number: who reads entries checks their facts';

create table private.catalogue_cells (
  dims integer not null,
  competition_id uuid not null,
  team_id uuid not null,
  -- A year, or a decade as -1 - decade / 10: -200 is 1990 to 1999.
  period smallint not null,
  kit text collate "C" not null,
  brand_id uuid not null,
  color text collate "C" not null,
  has_photo boolean not null,
  jerseys integer not null,
  -- Of cells that know all facts and the year.
  number bigint generated always as (
    case when dims = 63 and period > 0
      then private.cell_number(competition_id, period, kit, brand_id, color, has_photo) end) stored,
  -- Facts that the cell doesn't know: nil, 0, '', false.
  constraint catalogue_cells_pkey
    primary key (dims, competition_id, team_id, period, kit, brand_id, color, has_photo)
) with (fillfactor = 70);
comment on table private.catalogue_cells is
  'Public jerseys counted by some of their facts. Triggers keep it; npm run recount proves it';

create function private.cell_keys(
  competition_id uuid, team_id uuid, year smallint, kit text, brand_id uuid, color text, has_photo boolean)
returns table (
  dims integer, competition uuid, team uuid, period smallint, kit_known text, brand uuid, color_known text,
  photo boolean)
language sql stable set search_path = ''
as $$
  select grouping_.dims,
    case when grouping_.dims & 1 > 0 then cell_keys.competition_id else private.nil() end,
    case when grouping_.dims & 64 > 0 then cell_keys.team_id else private.nil() end,
    case when grouping_.dims & 2 > 0 then time.period else 0 end::smallint,
    case when grouping_.dims & 4 > 0 then cell_keys.kit else '' end,
    case when grouping_.dims & 8 > 0 then cell_keys.brand_id else private.nil() end,
    case when grouping_.dims & 16 > 0 then cell_keys.color else '' end,
    grouping_.dims & 32 > 0 and cell_keys.has_photo
  from private.catalogue_groupings grouping_
  cross join lateral (values (cell_keys.year::integer), (-1 - cell_keys.year / 10)) as time (period)
  where (grouping_.dims & 2 > 0 or time.period > 0)
    -- Cells of four facts know decades only.
    and (time.period < 0 or grouping_.dims & 2 = 0 or bit_count((grouping_.dims & 63)::bit(6)) <> 4)
    and (grouping_.dims & 64 = 0 or cell_keys.team_id <> private.nil())
$$;
comment on function private.cell_keys is 'All cells in which a jersey of these facts is counted';

-- Entries. When a value that lists order by changes, the entry ends and a new one begins. A walk through a list reads the
-- entries of the edition in which it began, so that nothing is shown twice or skipped while votes move jerseys.
create table private.catalogue_edition (
  edition bigint not null,
  -- Entries that ended in this edition or before are deleted.
  forgotten bigint not null,
  cleaned_at timestamptz not null
) with (fillfactor = 50);
comment on table private.catalogue_edition is
  'One row: the newest edition. Who writes entries locks it until the end of the transaction';
insert into private.catalogue_edition (edition, forgotten, cleaned_at) values (1, 0, 'epoch');

create function private.for_ever() returns bigint language sql immutable parallel safe
return 9223372036854775807;

create table private.catalogue_entries (
  -- No reference: its check would lock the jersey whenever votes are applied.
  jersey_id uuid not null,
  since bigint not null,
  -- The edition in which it ended. In no index, so that ending an entry changes its row only.
  until bigint not null default private.for_ever(),
  competition_id uuid not null,
  team_id uuid not null,
  year smallint not null,
  kit text collate "C" not null,
  brand_id uuid not null,
  color text collate "C" not null,
  has_photo boolean not null,
  cell bigint not null generated always as (
    private.cell_number(competition_id, year, kit, brand_id, color, has_photo)) stored,
  created_at timestamptz not null,
  best double precision not null,
  votes integer not null,
  rising double precision not null,
  constraint catalogue_entries_pkey primary key (jersey_id, since)
) with (fillfactor = 80);
comment on table private.catalogue_entries is
  'Public jerseys as the catalogue with filters orders them: the newest edition, and what ended within the last hour';

-- What ended when, to delete it an hour later.
create table private.ended_entries (
  jersey_id uuid not null,
  since bigint not null,
  until bigint not null,
  ended_at timestamptz not null
);

create function private.begin_edition() returns bigint
language plpgsql set search_path = ''
as $$
declare
  begun bigint;
begin
  -- First the row that decisions on jerseys lock (private.count_jersey), then the edition, in every transaction.
  perform from public.jersey_counts where kind = 'all' and key = '' for no key update;
  if not found then
    insert into public.jersey_counts as counts (kind, key, jerseys) values ('all', '', 0)
    on conflict (kind, key) do update set jerseys = counts.jerseys;
  end if;
  update private.catalogue_edition set edition = edition + 1 returning edition into begun;
  return begun;
end $$;
comment on function private.begin_edition is
  'Begins an edition of the entries. Until the transaction ends, no other writes entries or cells';

create function private.refresh_entries(ids uuid[]) returns void
language plpgsql set search_path = ''
as $$
declare
  -- Statements after the lock see what others have committed before it was free.
  edition constant bigint := private.begin_edition();
  now_ever constant bigint := private.for_ever();
begin
  insert into private.catalogue_cells as cells (
    dims, competition_id, team_id, period, kit, brand_id, color, has_photo, jerseys)
  with live as (
    select * from private.catalogue_entries where jersey_id = any (ids) and until = now_ever
  ), wanted as (
    select * from private.catalogue_facts where jersey_id = any (ids)
  ), moved as (
    select live.competition_id, live.team_id, live.year, live.kit, live.brand_id, live.color, live.has_photo,
      -1 as amount
    from live
    union all
    select competition_id, team_id, year, kit, brand_id, color, has_photo, 1 from wanted
  ), net as (
    select competition_id, team_id, year, kit, brand_id, color, has_photo, sum(amount) as amount
    from moved group by 1, 2, 3, 4, 5, 6, 7 having sum(amount) <> 0
  )
  select key.dims, key.competition, key.team, key.period, key.kit_known, key.brand, key.color_known, key.photo,
    sum(net.amount)
  from net cross join lateral private.cell_keys(
    net.competition_id, net.team_id, net.year, net.kit, net.brand_id, net.color, net.has_photo) key
  group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(net.amount) <> 0
  -- Cells that are read together lie together.
  order by 1, 2, 3, 4, 5, 6, 7, 8
  on conflict on constraint catalogue_cells_pkey do update set jerseys = cells.jerseys + excluded.jerseys;

  -- All editions: what is no longer public is not shown to a walk that began before either.
  delete from private.catalogue_entries entry
  where entry.jersey_id = any (ids)
    and not exists (select from private.catalogue_facts fact where fact.jersey_id = entry.jersey_id);

  with ended as (
    update private.catalogue_entries entry set until = edition
    from private.catalogue_facts fact
    where entry.jersey_id = any (ids) and entry.until = now_ever and fact.jersey_id = entry.jersey_id
      and (entry.competition_id, entry.team_id, entry.year, entry.kit, entry.brand_id, entry.color,
          entry.has_photo, entry.created_at, entry.best, entry.votes, entry.rising)
        is distinct from
        (fact.competition_id, fact.team_id, fact.year, fact.kit, fact.brand_id, fact.color,
          fact.has_photo, fact.created_at, fact.best, fact.votes, fact.rising)
    returning entry.jersey_id, entry.since
  )
  insert into private.ended_entries (jersey_id, since, until, ended_at)
  select jersey_id, since, edition, clock_timestamp() from ended;

  insert into private.catalogue_entries (
    jersey_id, since, competition_id, team_id, year, kit, brand_id, color, has_photo, created_at, best,
    votes, rising)
  select fact.jersey_id, edition, fact.competition_id, fact.team_id, fact.year, fact.kit, fact.brand_id,
    fact.color, fact.has_photo, fact.created_at, fact.best, fact.votes, fact.rising
  from private.catalogue_facts fact
  where fact.jersey_id = any (ids)
    and not exists (
      select from private.catalogue_entries entry
      where entry.jersey_id = fact.jersey_id and entry.until = now_ever);
end $$;
comment on function private.refresh_entries is
  'Brings the entries and cells of these jerseys up to date, whether they are public, no longer public, or deleted';

-- Which facts have changed. A row trigger marks the jerseys and a statement trigger refreshes them together: an import of
-- ten thousand counts once. Transition tables would do without marks, but can't name columns, and votes would fire them.
create table private.changed_facts (
  jersey_id uuid not null,
  -- Jerseys and images take their own marks only: deleting a jersey deletes its images in between.
  table_name text not null
);
comment on table private.changed_facts is
  'Jerseys whose facts the running statement changes; empty again when it ends';

create function private.mark_changed_facts(jersey_ids uuid[], table_name text) returns void
language sql security definer set search_path = ''
as $$
  insert into private.changed_facts (jersey_id, table_name)
  select distinct id, mark_changed_facts.table_name from unnest(jersey_ids) id where id is not null
$$;
comment on function private.mark_changed_facts is 'Notes jerseys whose entries refresh_changed() brings up to date when the statement ends';

create function private.mark_changed_season() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.changed_facts (jersey_id, table_name)
  select id, tg_table_name from public.jerseys
  where season_id = new.id and year is null and status = 'approved' and is_active;
  return null;
end $$;

create function private.refresh_changed(table_name text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  ids uuid[];
begin
  with taken as (
    delete from private.changed_facts changed where changed.table_name = refresh_changed.table_name returning changed.jersey_id
  )
  select array_agg(distinct jersey_id order by jersey_id) into ids from taken;
  if table_name = 'jersey_images' and ids is not null then
    -- A decision on the jersey waits, or has been made: otherwise it could miss this change, and this change it.
    perform from public.jerseys where id = any (ids) order by id for no key update;
    ids := array(
      select id from public.jerseys where id = any (ids) and status = 'approved' and is_active);
  end if;
  if cardinality(ids) > 0 then
    perform private.refresh_entries(ids);
  end if;
end $$;

create function private.refresh_entries_of_statement() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_changed(tg_table_name);
  return null;
end $$;

-- Votes. A mark is a row without an index, so it costs a vote next to nothing and never makes it wait.
create table private.pending_standings (
  jersey_id uuid not null
);
comment on table private.pending_standings is 'Jerseys whose standings have changed since their entries were written';

create function private.mark_pending_standing() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.pending_standings (jersey_id)
  values (case when tg_op = 'DELETE' then old.jersey_id else new.jersey_id end);
  return null;
end $$;

create function private.forget_entries() returns void
language plpgsql set search_path = ''
as $$
declare
  oldest constant timestamptz := clock_timestamp() - interval '1 hour';
begin
  update private.catalogue_edition set cleaned_at = clock_timestamp(), forgotten = greatest(forgotten,
    (select max(until) from private.ended_entries where ended_at < oldest));
  with ended as (
    delete from private.ended_entries where ended_at < oldest returning jersey_id, since
  )
  delete from private.catalogue_entries entry using ended
  where entry.jersey_id = ended.jersey_id and entry.since = ended.since;
end $$;
comment on function private.forget_entries is 'Deletes entries that ended more than an hour ago';

create function private.apply_standings(ids uuid[]) returns void
language plpgsql set search_path = ''
as $$
declare
  edition constant bigint := private.begin_edition();
begin
  -- Facts are those of the entry that ends: only what lists order by may have changed.
  with applied as (
    select entry.jersey_id, entry.since, standing.*
    from private.catalogue_entries entry
    cross join lateral (
      select private.best_value(coalesce(sum(upvotes)::integer, 0), coalesce(sum(downvotes)::integer, 0)) as best,
        coalesce(sum(upvotes + downvotes)::integer, 0) as votes, coalesce(sum(rising), 0) as rising
      from private.standings where jersey_id = entry.jersey_id) standing
    where entry.jersey_id = any (ids) and entry.until = private.for_ever()
      and (entry.best, entry.votes, entry.rising) is distinct from (standing.best, standing.votes, standing.rising)
  ), ended as (
    update private.catalogue_entries entry set until = edition
    from applied where entry.jersey_id = applied.jersey_id and entry.since = applied.since
    returning entry.*, applied.best as new_best, applied.votes as new_votes, applied.rising as new_rising
  ), marked as (
    insert into private.ended_entries (jersey_id, since, until, ended_at)
    select jersey_id, since, edition, clock_timestamp() from ended
  )
  insert into private.catalogue_entries (
    jersey_id, since, competition_id, team_id, year, kit, brand_id, color, has_photo, created_at, best, votes,
    rising)
  select jersey_id, edition, competition_id, team_id, year, kit, brand_id, color, has_photo, created_at, new_best,
    new_votes, new_rising
  from ended;
end $$;
comment on function private.apply_standings is 'Brings the votes of these jerseys into their entries';

create function private.apply_pending_standings(at_most integer default 1000) returns integer
language plpgsql set search_path = ''
as $$
declare
  ids uuid[];
  applied integer;
begin
  with taken as (
    delete from private.pending_standings where ctid = any (array(
      select ctid from private.pending_standings limit at_most for update skip locked))
    returning jersey_id
  )
  select array_agg(distinct jersey_id order by jersey_id), count(*) into ids, applied from taken;
  if ids is not null then
    perform private.apply_standings(ids);
  end if;
  if (select cleaned_at < clock_timestamp() - interval '1 minute' from private.catalogue_edition) then
    perform private.begin_edition();
    perform private.forget_entries();
  end if;
  return applied;
end $$;
comment on function private.apply_pending_standings is
  'Brings votes into the orders of the catalogue; returns the number of marks. A server calls it about once a second after votes';

create function public.recount_catalogue() returns table (what text, counted bigint, was bigint)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  wrong uuid[];
begin
  -- Writes that would change a number wait until the count is done.
  lock table public.jerseys, public.jersey_images in share row exclusive mode;
  perform private.begin_edition();
  delete from private.pending_standings;
  wrong := array(
    select jersey_id
    from private.catalogue_facts fact
    full join (select * from private.catalogue_entries where until = private.for_ever()) entry using (jersey_id)
    where (entry.competition_id, entry.team_id, entry.year, entry.kit, entry.brand_id, entry.color,
        entry.has_photo, entry.created_at, entry.best, entry.votes, entry.rising)
      is distinct from
      (fact.competition_id, fact.team_id, fact.year, fact.kit, fact.brand_id, fact.color,
        fact.has_photo, fact.created_at, fact.best, fact.votes, fact.rising));
  return query select 'entries, jersey ' || id, 1::bigint, 0::bigint from unnest(wrong) id;
  perform private.refresh_entries(wrong);

  return query
  with facts as (
    select competition_id, team_id, year, kit, brand_id, color, has_photo, count(*) as jerseys
    from private.catalogue_facts group by 1, 2, 3, 4, 5, 6, 7
  ), fresh as (
    select key.dims, key.competition as competition_id, key.team as team_id, key.period, key.kit_known as kit,
      key.brand as brand_id, key.color_known as color, key.photo as has_photo, sum(facts.jerseys)::integer as jerseys
    from facts cross join lateral private.cell_keys(
      facts.competition_id, facts.team_id, facts.year, facts.kit, facts.brand_id, facts.color, facts.has_photo) key
    group by 1, 2, 3, 4, 5, 6, 7, 8
  ), differing as (
    select dims, competition_id, team_id, period, kit, brand_id, color, has_photo,
      coalesce(fresh.jerseys, 0) as jerseys, coalesce(kept.jerseys, 0) as was
    from fresh full join private.catalogue_cells kept
      using (dims, competition_id, team_id, period, kit, brand_id, color, has_photo)
    where coalesce(fresh.jerseys, 0) <> coalesce(kept.jerseys, 0)
  ), repaired as (
    insert into private.catalogue_cells (
      dims, competition_id, team_id, period, kit, brand_id, color, has_photo, jerseys)
    select dims, competition_id, team_id, period, kit, brand_id, color, has_photo, jerseys from differing
    on conflict on constraint catalogue_cells_pkey do update set jerseys = excluded.jerseys
  )
  select concat_ws(' ', 'cell', dims, competition_id, team_id, period, kit, brand_id, color, has_photo),
    jerseys::bigint, was::bigint
  from differing;
end $$;
comment on function public.recount_catalogue is
  'Compares every entry and cell of the catalogue with the jerseys; repairs and returns those that were wrong';
revoke execute on function public.recount_catalogue from public, anon, authenticated;
grant execute on function public.recount_catalogue to service_role;

-- To find the entries of a filter that shows few: cells change rarely, and their counters are in no index.
create index catalogue_cells_of_brand on private.catalogue_cells (brand_id) where dims = 63 and period > 0;

create index catalogue_cells_of_color on private.catalogue_cells (color) where dims = 63 and period > 0;

create index catalogue_cells_of_year on private.catalogue_cells (period) where dims = 63 and period > 0;

create index catalogue_entries_best on private.catalogue_entries (best, created_at, jersey_id);
comment on index private.catalogue_entries_best is 'Catalogue, best rated first';

create index catalogue_entries_votes on private.catalogue_entries (votes, created_at, jersey_id);
comment on index private.catalogue_entries_votes is 'Catalogue, most voted first';

create index catalogue_entries_rising on private.catalogue_entries (rising, created_at, jersey_id);
comment on index private.catalogue_entries_rising is 'Catalogue, rising first';

create index catalogue_entries_newest on private.catalogue_entries (created_at, jersey_id);
comment on index private.catalogue_entries_newest is 'Catalogue, newest first';

create index catalogue_entries_year on private.catalogue_entries (year, created_at, jersey_id);
comment on index private.catalogue_entries_year is 'Catalogue, by year, both ways';

create index catalogue_entries_of_cell on private.catalogue_entries (cell);
comment on index private.catalogue_entries_of_cell is 'Catalogue, a filter that shows few';

create index catalogue_entries_of_team on private.catalogue_entries (team_id) where team_id <> '00000000-0000-0000-0000-000000000000';
comment on index private.catalogue_entries_of_team is 'Catalogue, jerseys of chosen teams';

insert into private.catalogue_groupings (dims)
select dims from generate_series(1, 63) dims where bit_count(dims::bit(6)) in (3, 4)
union all select 63
-- A team of a competition, with one more fact.
union all select 65 + fact from unnest(array[2, 4, 8, 16, 32]) fact;

revoke execute on function
  private.best_value, private.cell_number, private.cell_keys, private.for_ever, private.begin_edition, private.refresh_entries,
  private.mark_changed_facts, private.mark_changed_season, private.refresh_changed, private.refresh_entries_of_statement,
  private.mark_pending_standing, private.forget_entries, private.apply_standings, private.apply_pending_standings
from public;

-- schemas/browse/facets.sql

-- Filters of the catalogue, and how many jerseys each further choice would show.
-- A filter is read once, with the names of its values; what it can't mean is refused.
-- Counts come from cells where these know the answer, otherwise from entries
-- (docs/decisions/053-catalogue-counted-in-cells.md).

create type private.catalogue_filter as (
  leagues text[],
  competitions uuid[],
  teams uuid[],
  brands uuid[],
  kits text[],
  colors text[],
  first_year integer,
  last_year integer,
  photo boolean[],
  -- What search looks for; null: no words are asked for.
  words text[],
  -- The caller's own side: collection, wishlist, neither, voted.
  own text[]
);
comment on type private.catalogue_filter is
  'What a filter asks for; null: anything. An empty list matches nothing';

create function private.wrong_filter(detail text) returns void
language plpgsql set search_path = ''
as $$
begin
  raise invalid_parameter_value using message = 'catalogue_filter_invalid', detail = wrong_filter.detail;
end $$;

create function private.filter_values(filter jsonb, name text, at_most integer default 10) returns text[]
language plpgsql stable set search_path = ''
as $$
declare
  given constant jsonb := nullif(filter -> name, 'null');
begin
  if given is null or given = '[]' then
    return null;
  end if;
  if jsonb_typeof(given) = 'string' then
    return array[given #>> '{}'];
  end if;
  if jsonb_typeof(given) <> 'array' or jsonb_array_length(given) > at_most
    or jsonb_path_exists(given, 'strict $[*] ? (@.type() != "string")') then
    perform private.wrong_filter(format('%s: a list of at most %s texts is expected.', name, at_most));
  end if;
  return array(select distinct jsonb_array_elements_text(given));
end $$;
comment on function private.filter_values is 'The values of one key of a filter; null: the key is not set';

create function private.filter_year(filter jsonb, name text) returns integer
language plpgsql stable set search_path = ''
as $$
declare
  given constant jsonb := nullif(filter -> name, 'null');
begin
  if given is null then
    return null;
  end if;
  if jsonb_typeof(given) <> 'number' or given::numeric not between 0 and 9999
    or given::numeric <> trunc(given::numeric) then
    perform private.wrong_filter(format('%s: a year of at most four digits is expected.', name));
  end if;
  return given::integer;
end $$;

create function private.filter_words(filter jsonb) returns text[]
language plpgsql stable set search_path = ''
as $$
declare
  given constant jsonb := nullif(filter -> 'q', 'null');
begin
  if given is null then
    return null;
  end if;
  if jsonb_typeof(given) <> 'string' or char_length(given #>> '{}') > 1000 then
    perform private.wrong_filter('q: a text of at most 1000 characters is expected.');
  end if;
  return case when private.tidy(given #>> '{}') is not null then private.jersey_words(given #>> '{}') end;
end $$;

create function private.read_filter(filter jsonb) returns private.catalogue_filter
language plpgsql stable set search_path = ''
as $$
declare
  asked private.catalogue_filter;
  slugs text[];
  unknown text;
begin
  if filter is null or jsonb_typeof(filter) <> 'object' then
    perform private.wrong_filter('An object is expected.');
  end if;
  select left(key, 40) into unknown from jsonb_object_keys(filter) key
  where key not in (
    'sport', 'competition', 'team', 'brand', 'kit', 'color', 'from', 'to', 'photo', 'q', 'own')
  order by key limit 1;
  if found then
    perform private.wrong_filter(format('There is no filter %s.', quote_ident(unknown)));
  end if;

  slugs := private.filter_values(filter, 'sport');
  if slugs is not null then
    asked.leagues := array(
      select league from unnest(array['NBA', 'NFL', 'NHL', 'SOCCER', 'ESPORT']) league
      where lower(league collate "C") = any (slugs));
  end if;
  slugs := private.filter_values(filter, 'competition');
  if slugs is not null then
    asked.competitions := array(
      select id from public.competitions where slug = any (slugs) and is_active);
  end if;
  slugs := private.filter_values(filter, 'team');
  if slugs is not null then
    asked.teams := array(select id from public.teams where slug = any (slugs) and is_active);
  end if;
  slugs := private.filter_values(filter, 'brand');
  if slugs is not null then
    asked.brands := array(select id from public.brands where private.slug(name) = any (slugs));
  end if;
  asked.kits := private.filter_values(filter, 'kit');
  asked.colors := private.filter_values(filter, 'color');
  asked.first_year := private.filter_year(filter, 'from');
  asked.last_year := private.filter_year(filter, 'to');
  if asked.first_year > asked.last_year then
    perform private.wrong_filter('from: the first year comes after the last.');
  end if;
  slugs := private.filter_values(filter, 'photo');
  if slugs is not null then
    asked.photo := array(select value = '1' from unnest(slugs) value where value in ('0', '1'));
  end if;
  asked.words := private.filter_words(filter);
  asked.own := private.filter_values(filter, 'own');
  if asked.own is not null and auth.uid() is null then
    perform private.wrong_filter('own: only members who are signed in have shelves and votes.');
  end if;
  return asked;
end $$;
comment on function private.read_filter is 'Checks a filter and looks its slugs up; raises 22023 for a bad one';

create function private.catalogue_limit(name text) returns integer language sql immutable parallel safe
return case name
  -- A filter that shows fewer than this times the square root of all is read and sorted. One that shows more is
  -- looked for in order: 25 of them come up sooner, usually.
  when 'few' then 2
  -- So many are looked at in the order. Where that is not enough, all are read and sorted.
  when 'looked_at' then 20000
  -- Of so many the teams are counted one by one.
  when 'by_team' then 3000
  -- So many found by words are looked at; of more, the best rated stand for all.
  when 'words' then 5000
end;
comment on function private.catalogue_limit is 'Bounds of what one read of the catalogue costs, in jerseys';

-- Which jerseys the filters allow that are no facts: words, and the member's own side.
create type private.catalogue_scope as (included uuid[], excluded uuid[]);
comment on type private.catalogue_scope is
  'Which jerseys a filter is limited to, and which it leaves out; null: to any, none';

create function private.jerseys_of_words(words text[]) returns uuid[]
language plpgsql stable
set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  enough constant integer := private.catalogue_limit('words');
  asked tsquery;
  mark tsquery;
  ids uuid[] := '{}';
begin
  if words is null then
    return null;
  elsif words = '{}' then
    return '{}';
  end if;
  for attempt in 2..3 loop
    asked := private.search_query(jerseys_of_words.words, attempt, true);
    ids := array(
      select document.id from private.search_documents document
      where document.kind = 'jersey' and document.words @@ asked
      limit enough + 1);
    exit when ids <> '{}';
  end loop;
  if cardinality(ids) <= enough then
    return ids;
  end if;
  ids := '{}';
  for tier in reverse 19..1 loop
    mark := format('''#%s''', tier)::tsquery;
    ids := ids || array(
      select document.id from private.search_documents document
      where document.kind = 'jersey' and document.words @@ (asked && mark)
      limit enough - cardinality(ids));
  end loop;
  return ids || array(
    select document.id from private.search_documents document
    where document.kind = 'jersey' and document.words @@ asked and document.id <> all (ids)
    limit enough - cardinality(ids));
end $$;
comment on function private.jerseys_of_words is
  'The jerseys that search finds by these words: as they are, with the last unfinished or by the colours they name, else with typing errors. Of too many, the best rated; null without words';

create function private.own_jerseys(sides text[]) returns uuid[]
language sql stable set search_path = ''
as $$
  select array(
    select jersey_id from public.user_collections where 'collection' = any (sides) and user_id = auth.uid()
    union
    select jersey_id from public.user_wishlists where 'wishlist' = any (sides) and user_id = auth.uid()
    union
    select jersey_id from public.jersey_votes where 'voted' = any (sides) and voter_id = auth.uid())
$$;
comment on function private.own_jerseys is 'Jerseys on the caller''s collection and wishlist, and those voted on';

create function private.scope_of(own text[], jerseys uuid[]) returns private.catalogue_scope
language plpgsql stable set search_path = ''
as $$
declare
  scope private.catalogue_scope := (jerseys, null)::private.catalogue_scope;
  chosen uuid[];
begin
  if own is null then
    return scope;
  end if;
  chosen := private.own_jerseys(own);
  if 'neither' = any (own) then
    scope.excluded := array(
      select unnest(private.own_jerseys('{collection,wishlist}')) except select unnest(chosen));
  elsif scope.included is null then
    scope.included := chosen;
  else
    scope.included := array(select unnest(scope.included) intersect select unnest(chosen));
  end if;
  return scope;
end $$;
comment on function private.scope_of is
  'The scope of a filter''s own side and of the jerseys that its words find; null: it has no words';

-- The filters that are facts, as conditions on cells and entries.
create function private.competitions_of(asked private.catalogue_filter) returns uuid[]
language sql stable set search_path = ''
as $$
  select case
    when asked.leagues is null then asked.competitions
    else array(
      select id from public.competitions
      where league = any (asked.leagues) and (asked.competitions is null or id = any (asked.competitions)))
  end
$$;

create function private.periods_of(asked private.catalogue_filter) returns integer[]
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  first integer := greatest(asked.first_year, 1850);
  last integer := least(asked.last_year, 2100);
  periods integer[] := '{}';
begin
  if asked.first_year is null and asked.last_year is null then
    return null;
  end if;
  while first <= last loop
    if first % 10 = 0 and least(first + 9, 2100) <= last then
      periods := periods || (-1 - first / 10);
      first := first + 10;
    else
      periods := periods || first;
      first := first + 1;
    end if;
  end loop;
  return periods;
end $$;
comment on function private.periods_of is
  'The years of a filter as periods of cells: whole decades, and the years left over';

create function private.years_of(asked private.catalogue_filter) returns integer[]
language sql immutable parallel safe
return array[coalesce(asked.first_year, 0), coalesce(asked.last_year, 9999)];
comment on function private.years_of is 'The first and the last year of a filter';

create function private.dims_of(asked private.catalogue_filter) returns integer
language sql immutable parallel safe
return case when asked.leagues is null and asked.competitions is null then 0 else 1 end
  + case when asked.first_year is null and asked.last_year is null then 0 else 2 end
  + case when asked.kits is null then 0 else 4 end
  + case when asked.brands is null then 0 else 8 end
  + case when asked.colors is null then 0 else 16 end
  + case when asked.photo is null then 0 else 32 end;
comment on function private.dims_of is 'Which facts a filter asks for: see private.catalogue_groupings';

create function private.fact_conditions(asked private.catalogue_filter, years text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select concat_ws(' and ', 'true',
    case when private.dims_of(asked) & 1 > 0 then 'competition_id = any ($1)' end,
    case when private.dims_of(asked) & 2 > 0 then years end,
    case when asked.kits is not null then 'kit = any ($3)' end,
    case when asked.brands is not null then 'brand_id = any ($4)' end,
    case when asked.colors is not null then 'color = any ($5)' end,
    case when asked.photo is not null then 'has_photo = any ($6)' end)
$$;
comment on function private.fact_conditions is
  'SQL for a filter''s facts. $1 to $6: competitions, what the condition on years reads, kit types, brands, colours, photo';

create function public.catalogue_values(filter jsonb) returns table (facet text, value text, label text)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  if filter is null or jsonb_typeof(filter) <> 'object' then
    perform private.wrong_filter('An object is expected.');
  end if;
  return query
  select distinct on (1, 2) named.* from (
    select 'competition' as facet, slug as value, name as label from public.competitions
    where slug = any (private.filter_values(filter, 'competition', 100)) and is_active
    union all
    select 'team', slug, name from public.teams
    where slug = any (private.filter_values(filter, 'team', 100)) and is_active
    union all
    select 'brand', private.slug(name), name from public.brands
    where private.slug(name) = any (private.filter_values(filter, 'brand', 100))
  ) named
  order by 1, 2, 3;
end $$;
comment on function public.catalogue_values is
  'The competitions, teams and brands among a filter''s values, with their names; up to 100 values of each';
revoke execute on function public.catalogue_values from public;
grant execute on function public.catalogue_values to anon, authenticated, service_role;

create function private.dim_of(facet text) returns integer language sql immutable parallel safe
return case facet
  when 'competition' then 1 when 'decade' then 2 when 'kit' then 4 when 'brand' then 8 when 'color' then 16
  when 'photo' then 32 when 'team' then 65 else 0 end;

create function private.value_sql(facet text) returns text language sql immutable parallel safe
return case facet
  when 'competition' then 'competition_id::text' when 'decade' then '((-1 - period) * 10)::text'
  when 'kit' then 'kit' when 'brand' then 'brand_id::text' when 'color' then 'color'
  when 'photo' then 'has_photo::integer::text' when 'team' then 'team_id::text' else '''''' end;

create function private.cells_that_know(dims integer) returns integer
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  spare integer;
begin
  -- The cells with the fewest values besides, or with all.
  foreach spare in array array[32, 4, 16, 2] loop
    exit when bit_count(dims::bit(32)) >= 3;
    dims := dims | spare;
  end loop;
  return case when bit_count(dims::bit(32)) <= 4 then dims else 63 end;
end $$;
comment on function private.cells_that_know is 'The facts of the fewest cells that know these facts';

create function private.count_cells(asked private.catalogue_filter, facet text default '')
returns table (value text, jerseys bigint)
language plpgsql stable set search_path = '' set jit = off
as $$
declare
  periods constant integer[] := private.periods_of(asked);
  dims integer := private.cells_that_know(private.dims_of(asked) | private.dim_of(facet));
begin
  if dims & 66 = 2 and bit_count(dims::bit(32)) = 4 and 0 < any (periods) then
    dims := 63;
  end if;
  return query execute format(
    'select %s, sum(jerseys) from private.catalogue_cells
     where dims = %s and %s and %s and %s and jerseys > 0 group by 1',
    private.value_sql(facet),
    dims,
    -- Nothing new, but the index then knows where to go on.
    case when dims & 64 = 0 then 'team_id = private.nil()' else 'true' end,
    case when dims & 2 > 0 and private.dims_of(asked) & 2 = 0 then 'period < 0' else 'true' end,
    private.fact_conditions(asked, 'period = any ($2)'))
  using private.competitions_of(asked), periods, asked.kits, asked.brands, asked.colors,
    asked.photo;
end $$;
comment on function private.count_cells is
  'Public jerseys with the facts of a filter, by the values of one more fact; teams, words and the own side play no part';

create function private.count_entries(asked private.catalogue_filter, scope private.catalogue_scope)
returns table (facet text, value text, jerseys bigint)
language sql stable set search_path = '' set jit = off
as $$
  with competitions as materialized (
    select id, asked.leagues is null or league = any (asked.leagues) as sport from public.competitions
  ), candidate as (
    select * from private.catalogue_entries
    where scope.included is not null and jersey_id = any (scope.included) and until = private.for_ever()
    union all
    select * from private.catalogue_entries
    where scope.included is null and team_id = any (asked.teams) and until = private.for_ever()
  ), checked as materialized (
    select candidate.*, competitions.sport,
      asked.competitions is null or competition_id = any (asked.competitions) as competition,
      asked.teams is null or team_id = any (asked.teams) as team,
      asked.brands is null or brand_id = any (asked.brands) as brand,
      asked.kits is null or kit = any (asked.kits) as kits,
      asked.colors is null or color = any (asked.colors) as colors,
      asked.first_year is null or year >= asked.first_year as since_year,
      asked.last_year is null or year <= asked.last_year as until_year,
      asked.photo is null or has_photo = any (asked.photo) as photo
    from candidate join competitions on competitions.id = candidate.competition_id
    where scope.excluded is null or jersey_id <> all (scope.excluded)
  )
  select 'total', '', count(*) from checked
  where sport and competition and team and brand and kits and colors and since_year and until_year and photo
  union all
  select 'sport', competition_id::text, count(*) from checked
  where competition and team and brand and kits and colors and since_year and until_year and photo
  group by competition_id
  union all
  select 'competition', competition_id::text, count(*) from checked
  where sport and team and brand and kits and colors and since_year and until_year and photo
  group by competition_id
  union all
  select 'team', team_id::text, count(*) from checked
  where sport and competition and brand and kits and colors and since_year and until_year and photo
  group by team_id
  union all
  select 'brand', brand_id::text, count(*) from checked
  where sport and competition and team and kits and colors and since_year and until_year and photo
  group by brand_id
  union all
  select 'kit', kit, count(*) from checked
  where sport and competition and team and brand and colors and since_year and until_year and photo
  group by kit
  union all
  select 'color', color, count(*) from checked
  where sport and competition and team and brand and kits and since_year and until_year and photo
  group by color
  union all
  select 'photo', has_photo::integer::text, count(*) from checked
  where sport and competition and team and brand and kits and colors and since_year and until_year
  group by has_photo
  union all
  select 'decade', (year / 10 * 10)::text, count(*) from checked
  where sport and competition and team and brand and kits and colors and photo
  group by year / 10
$$;
comment on function private.count_entries is
  'Public jerseys of chosen teams, words or the own side, by the values of each fact under the other filters';

create function private.count_matches(asked private.catalogue_filter, scope private.catalogue_scope)
returns bigint
language plpgsql stable set search_path = '' set jit = off
as $$
declare
  jerseys bigint;
begin
  execute format(
    'select count(*) from private.catalogue_entries where until = private.for_ever() and %s',
    concat_ws(' and ',
      case when scope.included is not null then 'jersey_id = any ($7)' end,
      case when scope.excluded <> '{}' then 'jersey_id <> all ($8)' end,
      case when asked.teams is not null then 'team_id = any ($9)' end,
      private.fact_conditions(asked, 'year between ($2)[1] and ($2)[2]')))
  into jerseys
  using private.competitions_of(asked), private.years_of(asked), asked.kits, asked.brands, asked.colors,
    asked.photo, scope.included, scope.excluded, asked.teams;
  return jerseys;
end $$;
comment on function private.count_matches is
  'The total that private.count_entries() says, without its facets: for chosen teams, words or the own side';

create function private.count_catalogue(asked private.catalogue_filter, scope private.catalogue_scope)
returns bigint
language plpgsql stable set search_path = ''
as $$
declare
  jerseys bigint;
begin
  if scope.included is not null or asked.teams is not null then
    return private.count_matches(asked, scope);
  end if;
  jerseys := (select coalesce(sum(counted.jerseys), 0) from private.count_cells(asked) counted);
  if scope.excluded <> '{}' then
    jerseys := jerseys - private.count_matches(asked, (scope.excluded, null));
  end if;
  return jerseys;
end $$;
comment on function private.count_catalogue is 'How many public jerseys a filter shows';

create function private.without_filter(asked private.catalogue_filter, name text)
returns private.catalogue_filter
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  case name
    when 'sport' then asked.leagues := null;
    when 'competition' then asked.competitions := null;
    when 'team' then asked.teams := null;
    when 'brand' then asked.brands := null;
    when 'kit' then asked.kits := null;
    when 'color' then asked.colors := null;
    when 'from' then asked.first_year := null;
    when 'to' then asked.last_year := null;
    when 'decade' then asked.first_year := null; asked.last_year := null;
    when 'photo' then asked.photo := null;
    when 'q' then asked.words := null;
    when 'own' then asked.own := null;
  end case;
  return asked;
end $$;

create function private.count_together(asked private.catalogue_filter, read_by integer)
returns table (facet text, value text, jerseys bigint)
language plpgsql stable set search_path = '' set jit = off
as $$
#variable_conflict use_column
declare
  narrowed private.catalogue_filter := asked;
  cells constant text := format(
    'select *, %%s as misses from private.catalogue_cells
     where dims = 63 and team_id = private.nil() and %s and jerseys > 0 and %%s',
    case when private.dims_of(asked) & 2 = 0 then 'period < 0' else 'true' end);
  other_kits text := '';
  each record;
  misses text := '0';
  facets text := '';
  facet_values text[];
  sets text[];
begin
  for each in
    select *, private.dim_of(name) as dim from (values
      ('kit', 'kit', false, ''),
      ('brand', 'brand_id', asked.brands is not null, 'brand_id <> all ($4)'),
      ('color', 'color', asked.colors is not null, 'color <> all ($5)'),
      ('photo', 'has_photo', asked.photo is not null, 'has_photo <> all ($6)'),
      ('decade', 'period', false, '')) as facets (name, fact, is_asked, miss)
    where read_by & private.dim_of(name) = 0
  loop
    if each.is_asked then
      narrowed := private.without_filter(narrowed, each.name);
      misses := misses || format(' + (%s)::integer * %s', each.miss, each.dim);
    end if;
    facets := facets || format(' when grouping(%I) = 0 then %L', each.fact, each.name);
    facet_values := facet_values || private.value_sql(each.name);
    sets := sets || format('(misses, %I)', each.fact);
  end loop;
  -- Cells of other kit types count for that facet only: the index finds those in which all else fits.
  if asked.kits is not null and read_by & private.dim_of('kit') = 0 then
    other_kits := ' union all ' || format(cells, private.dim_of('kit'), 'kit <> all ($3) and '
      || private.fact_conditions(private.without_filter(asked, 'kit'), 'period = any ($2)'));
  end if;
  -- A cell counts for all facets, or misses one filter: then for that facet only.
  return query execute format(
    'select facet, value, sum(jerseys)::bigint
     from (
       select case %s end as facet, coalesce(%s) as value, misses, sum(jerseys) as jerseys
       from (
         select kit, brand_id, color, has_photo, period, misses, sum(jerseys) as jerseys
         from (%s%s) cell
         where misses in (0, 4, 8, 16, 32)
         group by 1, 2, 3, 4, 5, 6) cell
       group by grouping sets (%s)) counted
     where misses in (0, private.dim_of(facet)) group by 1, 2',
    facets, array_to_string(facet_values, ', '),
    format(cells, misses, private.fact_conditions(narrowed, 'period = any ($2)')), other_kits,
    array_to_string(sets, ', '))
  using private.competitions_of(asked), private.periods_of(asked), asked.kits, asked.brands, asked.colors,
    asked.photo;
end $$;
comment on function private.count_together is
  'What private.count_cells() says of each fact but competitions, in one reading of the cells of all facts. The facts of read_by choose the cells, and are not counted';

create function private.count_facts(asked private.catalogue_filter)
returns table (facet text, value text, jerseys bigint)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
declare
  dims constant integer := private.dims_of(asked);
  -- Facets of up to four facts are read one by one, each in the cells that know these facts only. Those that need
  -- the cells of all facts are read together; with five facts, these are all but competitions and decades.
  one_by_one constant integer := case
    when bit_count(dims::bit(32)) < 4 then 63
    when bit_count(dims::bit(32)) > 4 and dims & 3 = 3 then 3
    else dims end;
begin
  if one_by_one < 62 then
    return query select * from private.count_together(asked, one_by_one);
  end if;
  return query
    select name, counted.value, counted.jerseys
    from unnest(array['brand', 'kit', 'color', 'photo', 'decade']) name
    cross join lateral private.count_cells(private.without_filter(asked, name), name) counted
    where one_by_one & private.dim_of(name) > 0;
  -- Read without the filters of sport and competition, competitions say both facets, and the total.
  return query
    with counted as materialized (
      select cell.*, asked.leagues is null or competition.league = any (asked.leagues) as in_sport,
        asked.competitions is null or competition.id = any (asked.competitions) as is_chosen
      from private.count_cells(
        private.without_filter(private.without_filter(asked, 'sport'), 'competition'), 'competition') cell
      join public.competitions competition on competition.id = cell.value::uuid
    )
    select 'competition', value, jerseys from counted where in_sport
    union all
    select 'sport', value, jerseys from counted where is_chosen
    union all
    select 'total', '', coalesce(sum(jerseys), 0)::bigint from counted where in_sport and is_chosen;
end $$;
comment on function private.count_facts is
  'Public jerseys with the facts of a filter, by the values of each fact under the other filters; teams, words and the own side play no part';

create function private.count_facets(asked private.catalogue_filter, scope private.catalogue_scope)
returns table (facet text, value text, jerseys bigint)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  if scope.included is not null then
    return query select * from private.count_entries(asked, scope);
  elsif asked.teams is not null then
    return query
      select * from private.count_entries(asked, scope) counted where counted.facet <> 'team'
      union all
      select 'team', team.value, team.jerseys
      from private.count_teams(asked, private.count_catalogue(private.without_filter(asked, 'team'), null)) team;
  else
    return query
      with counted as materialized (select * from private.count_facts(asked))
      select * from counted
      union all
      select 'team', team.value, team.jerseys
      from counted cross join lateral private.count_teams(asked, counted.jerseys) team
      where counted.facet = 'total' and (asked.competitions is not null or cardinality(asked.leagues) = 1);
  end if;
end $$;

create function public.catalogue_counts(filter jsonb)
returns table (facet text, value text, jerseys integer)
language plpgsql stable security definer rows 150 set search_path = ''
as $$
#variable_conflict use_column
declare
  asked constant private.catalogue_filter := private.read_filter(filter);
  -- Searched for once. Only removing the words or the own side changes the scope.
  found constant uuid[] := private.jerseys_of_words(asked.words);
  scope constant private.catalogue_scope := private.scope_of(asked.own, found);
begin
  return query
  with counted as materialized (
    select facet, value, jerseys from private.count_facets(asked, scope)
    union all
    -- What the caller has already is taken off again.
    select facet, value, -jerseys
    from private.count_entries(private.without_filter(asked, 'team'), (scope.excluded, null))
    where scope.excluded <> '{}' and scope.included is null and (asked.teams is null or facet = 'team')
  ), named as (
    select facet, value, jerseys from counted where facet in ('total', 'kit', 'photo', 'decade')
    union all
    select facet, value, jerseys from counted where facet = 'color' and value <> ''
    union all
    select facet, lower(competition.league collate "C"), jerseys
    from counted join public.competitions competition on competition.id = value::uuid
    where facet = 'sport'
    union all
    select facet, competition.slug, jerseys
    from counted join public.competitions competition on competition.id = value::uuid and competition.is_active
    where facet = 'competition'
    union all
    select facet, private.slug(brand.name), jerseys
    from counted join public.brands brand on brand.id = value::uuid
    where facet = 'brand'
  ), teams as (
    select 'team', team.slug, sum(jerseys) as jerseys
    from counted join public.teams team on team.id = value::uuid and team.is_active
    where facet = 'team'
      and (asked.competitions is not null or asked.teams is not null or cardinality(asked.leagues) = 1)
    group by team.slug
    having sum(jerseys) > 0
    order by sum(jerseys) desc, min(team.name)
    limit 60
  ), removals as (
    -- Without the values of a facet a filter shows what all values of the facet show.
    select 'without', facet, sum(jerseys) from counted
    where facet = 'sport' and asked.leagues is not null
      or facet = 'competition' and asked.competitions is not null
      or facet = 'brand' and asked.brands is not null
      or facet = 'kit' and asked.kits is not null
      or facet = 'color' and asked.colors is not null
      or facet = 'photo' and asked.photo is not null
    group by facet
    union all
    select 'without', name,
      private.count_catalogue(private.without_filter(asked, name), case name
        when 'q' then private.scope_of(asked.own, null)
        when 'own' then (found, null)::private.catalogue_scope
        else scope end)
    from (values
      ('team', asked.teams is not null), ('from', asked.first_year is not null),
      ('to', asked.last_year is not null), ('q', asked.words is not null),
      ('own', asked.own is not null)) as filters (name, is_set)
    where is_set
  ), answer (facet, value, jerseys) as (
    select facet, value, sum(jerseys) from named where value <> '' or facet = 'total' group by 1, 2
    union all
    select * from teams
    union all
    select * from removals
  )
  select facet, value, least(jerseys, 1001)::integer from answer
  where jerseys > 0 or facet in ('total', 'without');
end $$;
comment on function public.catalogue_counts is
  'How many public jerseys a filter shows, and how many each further choice or removal would; 1001 means more than 1000';
revoke execute on function public.catalogue_counts from public;
grant execute on function public.catalogue_counts to anon, authenticated, service_role;

create function private.count_teams(asked private.catalogue_filter, total bigint)
returns table (value text, jerseys bigint)
language plpgsql stable set search_path = '' set jit = off
as $$
declare
  others constant private.catalogue_filter := private.without_filter(asked, 'team');
begin
  -- Cells know a team with one more fact.
  if bit_count((private.dims_of(others) & 62)::bit(32)) <= 1 then
    return query select * from private.count_cells(others, 'team');
  elsif total <= private.catalogue_limit('by_team') then
    return query execute format(
      'select team_id::text, count(*)
       from (
         select distinct number from private.catalogue_cells
         where dims = 63 and period > 0 and jerseys > 0 and %s) cell
       join private.catalogue_entries entry on entry.cell = cell.number
       where entry.until = private.for_ever() and %s group by 1',
      private.fact_conditions(others, 'period between ($2)[1] and ($2)[2]'),
      private.fact_conditions(others, 'year between ($2)[1] and ($2)[2]'))
    using private.competitions_of(others), private.years_of(others), others.kits, others.brands, others.colors,
      others.photo;
  end if;
end $$;
comment on function private.count_teams is
  'Public jerseys with the facts of a filter by team, of which there are so many in all; nothing where too many have three facts or more';

revoke execute on function
  private.wrong_filter, private.filter_values, private.filter_year, private.filter_words, private.read_filter,
  private.catalogue_limit, private.jerseys_of_words, private.own_jerseys, private.scope_of, private.competitions_of,
  private.periods_of, private.years_of, private.dims_of, private.fact_conditions, private.dim_of, private.value_sql,
  private.cells_that_know, private.count_cells, private.count_entries, private.count_matches, private.count_catalogue,
  private.without_filter, private.count_together, private.count_facts, private.count_facets, private.count_teams
from public;

-- schemas/browse/walks.sql

-- The catalogue in steps of 24, in one of six orders.
-- A cursor names the edition and the last place, so that the next step continues where the reader was.
-- Each order reads its own index.

create type private.catalogue_cursor as (
  -- The edition in which the walk began.
  edition bigint,
  -- The last jersey shown: what the order compares.
  value double precision,
  created_at timestamptz,
  jersey_id uuid
);

create function private.read_cursor(sort text, after text) returns private.catalogue_cursor
language plpgsql stable set search_path = ''
as $$
declare
  place private.catalogue_cursor;
  parts text[];
begin
  if sort is null or sort not in ('best', 'newest', 'year', 'oldest', 'rising', 'votes') then
    raise invalid_parameter_value using
      message = 'catalogue_sort_invalid', detail = 'There is no such order.';
  end if;
  if after is null then
    select edition into place.edition from private.catalogue_edition;
    return place;
  end if;
  parts := regexp_match(after, '^' || sort || '_(\d{1,18})_(-?\d{1,17}(?:\.\d{1,20})?(?:e[+-]?\d{1,3})?)'
    || '_(\d{1,17})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$');
  place.value := parts[2];
  if parts is null then
    raise numeric_value_out_of_range;
  end if;
  -- A walk of more than an hour goes on in the oldest edition that is left.
  select least(greatest(parts[1]::bigint, forgotten), edition) into place.edition from private.catalogue_edition;
  place.created_at := '1970-01-01 00:00:00+00'::timestamptz + parts[3]::bigint * interval '1 microsecond';
  place.jersey_id := parts[4];
  return place;
exception when numeric_value_out_of_range then
  raise invalid_parameter_value using
    message = 'catalogue_cursor_invalid', detail = 'No step of this order begins here.';
end $$;
comment on function private.read_cursor is 'Where a step begins; raises 22023 for what is no cursor of this order';

create type private.catalogue_step as (jersey_id uuid, value double precision, created_at timestamptz);
comment on type private.catalogue_step is 'A jersey in a list, with what the order compares';

create function private.value_of(sort text) returns text language sql immutable parallel safe
return case sort when 'newest' then '0' when 'oldest' then 'year' else sort end;

create function private.order_of(sort text) returns text language sql immutable parallel safe
-- A constant is no order.
return replace(
  case sort when 'oldest' then 'year, created_at, jersey_id'
    else private.value_of(sort) || ' desc, created_at desc, jersey_id desc' end, '0 desc, ', '');

create function private.after_place(sort text, place private.catalogue_cursor) returns text
language sql immutable parallel safe
return case
  when place.jersey_id is null then 'true'
  when sort = 'newest' then '(created_at, jersey_id) < ($11, $12)'
  when sort = 'oldest' then '(year, created_at, jersey_id) > ($10, $11, $12)'
  else format('(%s, created_at, jersey_id) < ($10, $11, $12)', sort)
end;
comment on function private.after_place is 'SQL for what comes after a place: $10 to $12 are its value, time and jersey';

create function private.read_step(
  source text, asked private.catalogue_filter, scope private.catalogue_scope, sort text,
  place private.catalogue_cursor)
returns setof private.catalogue_step
language plpgsql stable set search_path = '' set jit = off
as $$
begin
  -- The value has a name of its own: by the name of its column, the order would be that of the cast, and no index's.
  return query execute format(
    'select jersey_id, %s::double precision as value, created_at from %s
     where since <= $13 and until > $13 and %s order by %s limit 25',
    private.value_of(sort), source,
    concat_ws(' and ', private.after_place(sort, place),
      private.fact_conditions(asked, 'year between ($2)[1] and ($2)[2]'),
      case when scope.included is not null then 'jersey_id = any ($7)' end,
      case when scope.excluded <> '{}' then 'jersey_id <> all ($8)' end,
      case when asked.teams is not null then 'team_id = any ($9)' end),
    private.order_of(sort))
  using private.competitions_of(asked), private.years_of(asked), asked.kits, asked.brands, asked.colors,
    asked.photo, scope.included, scope.excluded, asked.teams, place.value, place.created_at, place.jersey_id,
    place.edition;
end $$;
comment on function private.read_step is 'The next 25 jerseys of a walk, from a source with the columns of entries';

create function private.read_cells(
  asked private.catalogue_filter, scope private.catalogue_scope, sort text, place private.catalogue_cursor)
returns setof private.catalogue_step
language sql stable set search_path = ''
as $$
  select * from private.read_step(
    format(
      '(select entry.* from (
          select distinct number from private.catalogue_cells where dims = 63 and period > 0 and %s) cell
        join private.catalogue_entries entry on entry.cell = cell.number) entry',
      private.fact_conditions(asked, 'period between ($2)[1] and ($2)[2]')),
    asked, scope, sort, place)
$$;
comment on function private.read_cells is
  'The next 25 jerseys of a walk: all jerseys of the cells that match, read and sorted';

create function private.next_years(
  asked private.catalogue_filter, sort text, place private.catalogue_cursor)
returns private.catalogue_filter
language plpgsql stable set search_path = '' set jit = off
as $$
declare
  dims constant integer := private.cells_that_know(private.dims_of(asked) | 2);
  soon private.catalogue_filter := asked;
  reached integer;
begin
  -- Cells of more facts know decades, or are too many.
  if sort not in ('year', 'oldest') or bit_count(dims::bit(32)) > 3 then
    return asked;
  end if;
  if place.value not between 1850 and 2100 then
    return asked;
  elsif sort = 'oldest' then
    soon.first_year := greatest(asked.first_year, place.value);
  else
    soon.last_year := least(asked.last_year, place.value);
  end if;
  execute format(
    'select period from (
       select period, sum(sum(jerseys)) over (order by period %1$s) as jerseys from private.catalogue_cells
       where dims = %2$s and team_id = private.nil() and period > 0 and period is distinct from $7 and %3$s
       group by period) year
     where jerseys >= 25 order by period %1$s limit 1',
    case sort when 'oldest' then 'asc' else 'desc' end, dims,
    private.fact_conditions(soon, 'period between ($2)[1] and ($2)[2]'))
  into reached
  using private.competitions_of(asked), private.years_of(soon), asked.kits, asked.brands, asked.colors,
    asked.photo, place.value;
  if reached is null then
    return asked;
  elsif sort = 'oldest' then
    soon.last_year := reached;
  else
    soon.first_year := reached;
  end if;
  return soon;
end $$;
comment on function private.next_years is
  'In an order by years, the filter with the years that have 25 jerseys after a place; as it is where the cells don''t say';

-- Jerseys found by words are looked up before they are sorted, cells of many facts are read by index: the catalogue's reads hold at a
-- million jerseys.
create function private.next_step(
  asked private.catalogue_filter, scope private.catalogue_scope, sort text, place private.catalogue_cursor)
returns setof private.catalogue_step
language plpgsql stable set search_path = '' set jit = off
as $$
declare
  most_looked_at constant integer := private.catalogue_limit('looked_at');
  in_order constant text := format('select * from private.catalogue_entries where %s and %s order by %s',
    private.after_place(sort, place),
    -- The order by years begins at the first year of the filter, and ends at the last.
    case when sort in ('year', 'oldest') then 'year between ($2)[1] and ($2)[2]' else 'true' end,
    private.order_of(sort));
  few constant double precision := private.catalogue_limit('few') * (
    select sqrt(jerseys) from public.jersey_counts where kind = 'all' and key = '');
  soon constant private.catalogue_filter := private.next_years(asked, sort, place);
  found private.catalogue_step[];
  goes_on boolean;
begin
  if scope.included is not null then
    -- Without the fence the planner may go through all jerseys in order, and look for each among the included.
    return query select * from private.read_step(
      '(select entry.* from unnest($7) included (jersey_id)
        join private.catalogue_entries entry using (jersey_id) offset 0) entry', asked, scope, sort, place);
    return;
  elsif asked.teams is not null then
    return query select * from private.read_step('private.catalogue_entries', asked, scope, sort, place);
    return;
  end if;
  if soon is distinct from asked and private.count_catalogue(soon, null) <= few then
    found := array(select step from private.read_cells(soon, scope, sort, place) step);
    -- The cells are of today. In the edition of the walk, these years may have less.
    if cardinality(found) = 25 then
      return query select * from unnest(found);
      return;
    end if;
  end if;
  if private.count_catalogue(asked, null) > few then
    found := array(select step from private.read_step(
      format('(%s limit %s) entry', in_order, most_looked_at), asked, scope, sort, place) step);
    if cardinality(found) < 25 then
      execute format('select exists (%s offset %s)', in_order, most_looked_at) into goes_on
      using null, private.years_of(asked), null, null, null, null, null, null, null, place.value, place.created_at, place.jersey_id;
    end if;
    if goes_on is not true then
      return query select * from unnest(found);
      return;
    end if;
  end if;
  return query select * from private.read_cells(asked, scope, sort, place);
end $$;
comment on function private.next_step is
  'The next 25 jerseys of a walk: of the words, the own side or teams; of the cells that match, where these have few jerseys, or in the next years; else by looking at all jerseys in order';

create function public.catalogue_page(filter jsonb, sort text default 'best', after text default null)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  asked constant private.catalogue_filter := private.read_filter(filter);
  place constant private.catalogue_cursor := private.read_cursor(sort, after);
  answer jsonb;
begin
  with step as (
    select *, row_number() over () as number
    from private.next_step(asked, private.scope_of(asked.own, private.jerseys_of_words(asked.words)), sort, place)
  )
  select jsonb_build_object(
    'ids', coalesce(jsonb_agg(jersey_id order by number) filter (where number <= 24), '[]'),
    'next', case when count(*) > 24 then (
      select format('%s_%s_%s_%s_%s', sort, place.edition, value,
        (extract(epoch from created_at) * 1000000)::bigint, jersey_id)
      from step where number = 24) end)
  into answer from step;
  return answer;
end $$;
comment on function public.catalogue_page is
  'A step of the public jerseys that a filter shows: at most 24 ids in order, and the cursor of the next step';
revoke execute on function public.catalogue_page from public;
grant execute on function public.catalogue_page to anon, authenticated, service_role;

revoke execute on function
  private.read_cursor, private.value_of, private.order_of, private.after_place, private.read_step, private.read_cells,
  private.next_years, private.next_step
from public;

-- schemas/browse/words.sql

-- The words by which search finds jerseys, teams and competitions.
-- A document for each holds them, brought up to date in the transaction that changes a name.
-- Other names of teams, countries in four languages, colours and decades are words too.

create function private.words(value text) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  -- Everything but letters and digits separates words. Outside ASCII the ranges of letters are listed, because
  -- character classes depend on the server's locale.
  select array(
    select word
    from regexp_split_to_table(
      private.fold(value),
      U&'[^a-z0-9\00c0-\1fff\2070-\2fff\3040-\+10ffff]+') with ordinality as split (word, place)
    where word <> ''
    group by word
    order by min(place))
$$;
comment on function private.words is 'The different words of a text, folded, in their order';

create function private.asked_words(query text) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  -- Eight words are enough; the rest is ignored.
  with asked as (select (private.words(left(query, 100)))[:8] as words)
  select case
    when char_length(private.tidy(query)) < 2 then '{}'
    when private.significant_words(asked.words) = '{}' then asked.words
    else private.significant_words(asked.words)
  end
  from asked
$$;
comment on function private.asked_words is 'The words of a query that distinguish one thing from another';

-- array_to_string() is stable for the sake of types whose output depends on settings; that of text doesn't. The setting
-- keeps PostgreSQL from inlining these functions, which would bring it to light in a generated column.
create function private.word_line(words text[]) returns text
language sql immutable strict parallel safe set search_path = ''
as $$ select array_to_string(words, ' ') $$;
comment on function private.word_line is 'Words as one text, for generated columns';

-- The words of search.
create function private.saint_variant(name text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select case
    when 'saint' = any (words) then 'st'
    when 'st' = any (words) then 'saint'
  end
  from private.words(name) words
$$;
comment on function private.saint_variant is 'The other spelling of "saint" in a name: "Paris St Germain", "Saint Louis Blues"';

-- Names of countries for search. A country's team is stored under one name and found by the names of all four
-- languages. The words are those of Unicode's CLDR.
create table private.country_names (
  code text constraint country_names_pkey primary key,
  names text not null
);
comment on table private.country_names is
  'What search finds the team of a country by. Codes are ISO 3166, or those of football nations';
insert into private.country_names (code, names) values
  ('GB-ENG', 'Angleterre England Inglaterra'), ('GB-NIR', 'Irlande Nord Northern Ireland Irlanda Norte'),
  ('GB-SCT', 'Écosse Scotland Escocia Escócia'), ('GB-WLS', 'Pays Galles Wales Gales País'), ('AD', 'Andorre Andorra'),
  ('AE', 'Émirats arabes unis United Arab Emirates Emiratos Árabes Unidos Emirados'),
  ('AF', 'Afghanistan Afganistán Afeganistão'), ('AG', 'Antigua Barbuda Antígua and'), ('AL', 'Albanie Albania Albânia'),
  ('AM', 'Arménie Armenia Armênia'), ('AO', 'Angola'), ('AR', 'Argentine Argentina'), ('AT', 'Autriche Austria Áustria'),
  ('AU', 'Australie Australia Austrália'), ('AW', 'Aruba'), ('AZ', 'Azerbaïdjan Azerbaijan Azerbaiyán Azerbaijão'),
  ('BA', 'Bosnie Herzégovine Bosnia Herzegovina Bósnia and'), ('BB', 'Barbade Barbados'), ('BD', 'Bangladesh Bangladés'),
  ('BE', 'Belgique Belgium Bélgica'), ('BF', 'Burkina Faso Burquina'), ('BG', 'Bulgarie Bulgaria Bulgária'),
  ('BH', 'Bahreïn Bahrain Baréin Barein'), ('BI', 'Burundi'), ('BJ', 'Bénin Benin Benín'), ('BM', 'Bermudes Bermuda Bermudas'),
  ('BN', 'Brunei Brunéi'), ('BO', 'Bolivie Bolivia Bolívia'), ('BR', 'Brésil Brazil Brasil'), ('BS', 'Bahamas'),
  ('BT', 'Bhoutan Bhutan Bután Butão'), ('BW', 'Botswana Botsuana'), ('BY', 'Biélorussie Belarus Bielorrusia Bielorrússia'),
  ('BZ', 'Belize Belice'), ('CA', 'Canada Canadá'), ('CD', 'Congo Kinshasa República Democrática RD DR'),
  ('CF', 'République centrafricaine Central African Republic República Centroafricana Centro Africana'),
  ('CG', 'Congo Brazzaville República'), ('CH', 'Suisse Switzerland Suiza Suíça'),
  ('CI', 'Côte Ivoire Costa Marfim Marfil Ivory Coast'), ('CL', 'Chili Chile'), ('CM', 'Cameroun Cameroon Camerún Camarões'),
  ('CN', 'Chine China'), ('CO', 'Colombie Colombia Colômbia'), ('CR', 'Costa Rica'), ('CU', 'Cuba'),
  ('CV', 'Cap Vert Cape Verde Cabo'), ('CW', 'Curaçao Curazao'), ('CY', 'Chypre Cyprus Chipre'),
  ('CZ', 'Tchéquie Czechia Chequia Tchéquia'), ('DE', 'Allemagne Germany Alemania Alemanha'), ('DJ', 'Djibouti Yibuti Djibuti'),
  ('DK', 'Danemark Denmark Dinamarca'), ('DM', 'Dominique Dominica'),
  ('DO', 'République dominicaine Dominican Republic República Dominicana'), ('DZ', 'Algérie Algeria Argelia Argélia'),
  ('EC', 'Équateur Ecuador Equador'), ('EE', 'Estonie Estonia Estônia'), ('EG', 'Égypte Egypt Egipto Egito'),
  ('ER', 'Érythrée Eritrea Eritreia'), ('ES', 'Espagne Spain España Espanha'), ('ET', 'Éthiopie Ethiopia Etiopía Etiópia'),
  ('FI', 'Finlande Finland Finlandia Finlândia'), ('FJ', 'Fidji Fiji Fiyi'), ('FM', 'Micronésie Micronesia Micronésia'),
  ('FO', 'Îles Féroé Faroe Islands Islas Feroe Ilhas Faroé'), ('FR', 'France Francia França'), ('GA', 'Gabon Gabón Gabão'),
  ('GD', 'Grenade Grenada Granada'), ('GE', 'Géorgie Georgia Geórgia'), ('GH', 'Ghana Gana'), ('GI', 'Gibraltar'),
  ('GM', 'Gambie Gambia Gâmbia'), ('GN', 'Guinée Guinea Guiné'), ('GQ', 'Guinée équatoriale Equatorial Guinea Ecuatorial Guiné'),
  ('GR', 'Grèce Greece Grecia Grécia'), ('GT', 'Guatemala'), ('GU', 'Guam'), ('GW', 'Guinée Bissau Guinea Bisáu Guiné'),
  ('GY', 'Guyana Guiana'), ('HK', 'chinoise Hong Kong SAR China RAE'), ('HN', 'Honduras'),
  ('HR', 'Croatie Croatia Croacia Croácia'), ('HT', 'Haïti Haiti Haití'), ('HU', 'Hongrie Hungary Hungría Hungria'),
  ('ID', 'Indonésie Indonesia Indonésia'), ('IE', 'Irlande Ireland Irlanda'), ('IL', 'Israël Israel'), ('IN', 'Inde India Índia'),
  ('IQ', 'Irak Iraq Iraque'), ('IR', 'Iran Irán Irã'), ('IS', 'Islande Iceland Islandia Islândia'),
  ('IT', 'Italie Italy Italia Itália'), ('JM', 'Jamaïque Jamaica'), ('JO', 'Jordanie Jordan Jordania Jordânia'),
  ('JP', 'Japon Japan Japón Japão'), ('KE', 'Kenya Kenia Quênia'), ('KG', 'Kirghizstan Kyrgyzstan Kirguistán Quirguistão'),
  ('KH', 'Cambodge Cambodia Camboya Camboja'), ('KI', 'Kiribati Quiribati'), ('KM', 'Comores Comoros Comoras'),
  ('KN', 'Saint Christophe Niévès Kitts Nevis San Cristóbal Nieves São Cristóvão Névis St and'),
  ('KP', 'Corée Nord North Korea Corea Norte Coreia'), ('KR', 'Corée Sud South Korea Corea Sur Coreia Sul'),
  ('KW', 'Koweït Kuwait'), ('KZ', 'Kazakhstan Kazajistán Cazaquistão'), ('LA', 'Laos'), ('LB', 'Liban Lebanon Líbano'),
  ('LC', 'Sainte Lucie Lucia Santa Lucía Lúcia St'), ('LI', 'Liechtenstein'), ('LK', 'Sri Lanka'), ('LR', 'Liberia Libéria'),
  ('LS', 'Lesotho Lesoto'), ('LT', 'Lituanie Lithuania Lituania Lituânia'), ('LU', 'Luxembourg Luxemburgo'),
  ('LV', 'Lettonie Latvia Letonia Letônia'), ('LY', 'Libye Libya Libia Líbia'), ('MA', 'Maroc Morocco Marruecos Marrocos'),
  ('MC', 'Monaco Mónaco Mônaco'), ('MD', 'Moldavie Moldova Moldavia Moldávia'), ('ME', 'Monténégro Montenegro'),
  ('MG', 'Madagascar'), ('MH', 'Îles Marshall Islands Islas Ilhas'), ('MK', 'Macédoine Nord North Macedonia Norte Macedônia'),
  ('ML', 'Mali'), ('MM', 'Myanmar Mianmar Birmanie Burma Birmania'), ('MN', 'Mongolie Mongolia Mongólia'),
  ('MO', 'chinoise Macao SAR China RAE Macau'), ('MR', 'Mauritanie Mauritania Mauritânia'), ('MT', 'Malte Malta'),
  ('MU', 'Maurice Mauritius Mauricio Maurício'), ('MV', 'Maldives Maldivas'), ('MW', 'Malawi Malaui'),
  ('MX', 'Mexique Mexico México'), ('MY', 'Malaisie Malaysia Malasia Malásia'), ('MZ', 'Mozambique Moçambique'),
  ('NA', 'Namibie Namibia Namíbia'), ('NC', 'Nouvelle Calédonie New Caledonia Nueva Nova Caledônia'), ('NE', 'Niger Níger'),
  ('NG', 'Nigeria Nigéria'), ('NI', 'Nicaragua Nicarágua'), ('NL', 'Pays Bas Netherlands Países Bajos Baixos'),
  ('NO', 'Norvège Norway Noruega'), ('NP', 'Népal Nepal'), ('NR', 'Nauru'),
  ('NZ', 'Nouvelle Zélande New Zealand Nueva Zelanda Nova Zelândia'), ('OM', 'Oman Omán Omã'), ('PA', 'Panama Panamá'),
  ('PE', 'Pérou Peru Perú'), ('PF', 'Polynésie française French Polynesia Polinesia Francesa Polinésia'),
  ('PG', 'Papouasie Nouvelle Guinée Papua New Guinea Papúa Nueva Nova Guiné'), ('PH', 'Philippines Filipinas'),
  ('PK', 'Pakistan Pakistán Paquistão'), ('PL', 'Pologne Poland Polonia Polônia'), ('PR', 'Porto Rico Puerto'),
  ('PS', 'Territoires palestiniens Palestinian Territories Territorios Palestinos Territórios palestinos Palestine Palestina'),
  ('PT', 'Portugal'), ('PW', 'Palaos Palau'), ('PY', 'Paraguay Paraguai'), ('QA', 'Qatar Catar'),
  ('RO', 'Roumanie Romania Rumanía Romênia'), ('RS', 'Serbie Serbia Sérvia'), ('RU', 'Russie Russia Rusia Rússia'),
  ('RW', 'Rwanda Ruanda'), ('SA', 'Arabie saoudite Saudi Arabia Saudí Arábia Saudita'),
  ('SB', 'Îles Salomon Solomon Islands Islas Salomón Ilhas Salomão'), ('SC', 'Seychelles Seicheles'),
  ('SD', 'Soudan Sudan Sudán Sudão'), ('SE', 'Suède Sweden Suecia Suécia'), ('SG', 'Singapour Singapore Singapur Singapura'),
  ('SI', 'Slovénie Slovenia Eslovenia Eslovênia'), ('SK', 'Slovaquie Slovakia Eslovaquia Eslováquia'),
  ('SL', 'Sierra Leone Leona Serra Leoa'), ('SM', 'Saint Marin San Marino'), ('SN', 'Sénégal Senegal'),
  ('SO', 'Somalie Somalia Somália'), ('SR', 'Suriname Surinam'), ('SS', 'Soudan Sud South Sudan Sudán Sur Sudão Sul'),
  ('ST', 'Sao Tomé Principe São Príncipe Santo and'), ('SV', 'Salvador'), ('SY', 'Syrie Syria Siria Síria'),
  ('SZ', 'Eswatini Esuatini Essuatíni'), ('TD', 'Tchad Chad Chade'), ('TG', 'Togo'),
  ('TH', 'Thaïlande Thailand Tailandia Tailândia'), ('TJ', 'Tadjikistan Tajikistan Tayikistán Tadjiquistão'),
  ('TL', 'Timor oriental Leste'), ('TM', 'Turkménistan Turkmenistan Turkmenistán Turcomenistão'),
  ('TN', 'Tunisie Tunisia Túnez Tunísia'), ('TO', 'Tonga'), ('TR', 'Turquie Türkiye Turquía Turquia'),
  ('TT', 'Trinité Tobago Trinidad and'), ('TV', 'Tuvalu'), ('TW', 'Taïwan Taiwan Taiwán'), ('TZ', 'Tanzanie Tanzania Tanzânia'),
  ('UA', 'Ukraine Ucrania Ucrânia'), ('UG', 'Ouganda Uganda'), ('US', 'États Unis United States Estados Unidos'),
  ('UY', 'Uruguay Uruguai'), ('UZ', 'Ouzbékistan Uzbekistan Uzbekistán Uzbequistão'),
  ('VA', 'État Cité Vatican City Ciudad Vaticano Cidade'), ('VC', 'Saint Vincent Grenadines San Vicente Granadinas São St and'),
  ('VE', 'Venezuela'), ('VN', 'Viêt Nam Vietnam Vietnã'), ('VU', 'Vanuatu'), ('WS', 'Samoa'), ('XK', 'Kosovo'),
  ('YE', 'Yémen Yemen Iêmen'), ('ZA', 'Afrique Sud South Africa Sudáfrica África Sul'), ('ZM', 'Zambie Zambia Zâmbia'),
  ('ZW', 'Zimbabwe Zimbabue Zimbábue');

-- Brazilians call the kit types titular and reserva; search finds a jersey by the labels of the site.
create function private.kit_type_names(kit_type text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select case kit_type
    when 'home' then 'home domicile local casa mandante titular'
    when 'away' then 'away extérieur visitante fora reserva'
    when 'third' then 'third troisième tercera terceira'
    when 'training' then 'training entraînement entrenamiento treino'
    when 'other' then 'other autre otra outra'
  end
$$;
comment on function private.kit_type_names is
  'How the four languages call a kit type: at least the labels in app/messages';

-- A document has among its words a mark for its jersey's score, in powers of two. So the index
-- itself finds the matches among the best jerseys, then among the next.
create function private.tier(score integer) returns integer
language sql immutable parallel safe
return width_bucket(score, array[
  4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072, 262144,
  524288, 1048576]);
comment on function private.tier is
  'How high a jersey is rated, roughly: few votes move it to another tier. Tier 0 has next to no votes';

create function private.tier_marks(tier integer) returns text[]
language sql immutable parallel safe
return case when tier > 0 then array['#' || tier] else '{}' end;
comment on function private.tier_marks is
  'What a search document of this tier has among its words; no word contains a #';

create table private.search_documents (
  kind text not null,
  id uuid not null,
  words tsvector not null,
  constraint search_documents_pkey primary key (kind, id)
);
comment on table private.search_documents is 'private.searchable as words; triggers keep it';

-- No list of pending entries (fastupdate), which every search would have to read: a document changes rarely. One
-- index per kind, so that a search for a team does not read its jerseys.
create index search_documents_jerseys on private.search_documents using gin (words)
  with (fastupdate = off) where kind = 'jersey';
comment on index private.search_documents_jerseys is 'Jerseys by words: search_jerseys()';
create index search_documents_teams on private.search_documents using gin (words)
  with (fastupdate = off) where kind = 'team';
comment on index private.search_documents_teams is 'Teams by words: search_teams()';
create index search_documents_competitions on private.search_documents using gin (words)
  with (fastupdate = off) where kind = 'competition';
comment on index private.search_documents_competitions is 'Competitions by words: search_competitions()';

create function private.deletion_variants(word text) returns text[]
language sql immutable strict parallel safe set search_path = ''
as $$
  select array(
    select left(word, place - 1) || substr(word, place + 1)
    from generate_series(1, char_length(word)) place)
$$;
comment on function private.deletion_variants is 'A word without its first, its second … its last letter';

create function private.masked_variants(word text) returns text[]
language sql immutable strict parallel safe set search_path = ''
as $$
  select array(
    select left(word, place - 1) || '*' || substr(word, place + 1)
    from generate_series(1, char_length(word)) place)
$$;
comment on function private.masked_variants is
  'A word with any one letter masked: two words that differ by one letter have one of these in common';

create table private.search_vocabulary (
  word text collate "C" constraint search_vocabulary_pkey primary key,
  near text[] not null
    generated always as (private.deletion_variants(word) || private.masked_variants(word)) stored
);
comment on table private.search_vocabulary is
  'Every word that search can find: a mistyped word is compared with it. A word no longer used does no harm';

create index search_vocabulary_near on private.search_vocabulary using gin (near);
comment on index private.search_vocabulary_near is 'Words one typing error away: private.corrections()';
create index search_vocabulary_parts on private.search_vocabulary
  using gin (word extensions.gin_trgm_ops);
comment on index private.search_vocabulary_parts is
  'Words that contain or resemble another: private.corrections()';

-- Many documents are brought up to date at once: which rows are still shown is read once for all of them. Marks of colours and
-- decades are no words of the vocabulary, which corrects typing errors.
create function private.refresh_search(kinds text, ids uuid[]) returns void
language sql set search_path = ''
as $$
  delete from private.search_documents document
  where document.kind = kinds and document.id = any (ids)
    and document.id <> all (array(
      select shown.id from private.searchable shown where shown.kind = kinds and shown.id = any (ids)));

  insert into private.search_documents (kind, id, words)
  select kind, id, array_to_tsvector(private.words(text) || marks)
  from private.searchable where kind = kinds and id = any (ids)
  on conflict (kind, id) do update set words = excluded.words
    where search_documents.words <> excluded.words;

  -- Sorted, so that two transactions with the same new words cannot deadlock.
  insert into private.search_vocabulary (word)
  select distinct word collate "C"
  from private.search_documents document, unnest(tsvector_to_array(document.words)) word
  where document.kind = kinds and document.id = any (ids)
    and char_length(word) between 3 and 30 and left(word, 1) not in ('#', '=', '~')
  order by 1
  on conflict do nothing;
$$;
comment on function private.refresh_search is
  'Brings the documents of these rows up to date, whether the rows are public, no longer public, or deleted';

-- New names or colours of a team or brand change all of its jerseys. The words of these are brought up to date together: one by
-- one, those of some thousand jerseys took longer than a statement may. Those of an import wait for the end of its batch.
create function private.record_words() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_search(tg_argv[0], array[case when tg_op = 'DELETE' then old.id else new.id end]);
  return null;
end $$;

create function private.record_words_of_jersey(jersey_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- Whoever changes many jerseys in one statement refreshes their words afterwards.
  if not private.current_change() ? 'batch' then
    perform private.refresh_search('jersey', array[jersey_id]);
  end if;
end $$;

-- Jerseys are also found by words of other tables. Their words are computed after they are locked: two renames at once, of a
-- competition and of one of its teams, would each compute them without the other's name. All lock jerseys in the order of
-- their ids, after the row that is renamed: nobody waits in a circle.
create function private.record_words_of_jerseys() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  ids uuid[];
begin
  if tg_table_name = 'teams' then
    ids := array(select id from public.jerseys where team_id = new.id order by id for no key update);
  elsif tg_table_name = 'competitions' then
    ids := array(select id from public.jerseys where competition_id = new.id order by id for no key update);
  elsif (old.code, old.name) is distinct from (new.code, new.name) then
    ids := array(select id from public.jerseys where season_id = new.id order by id for no key update);
  end if;
  perform private.refresh_search('jersey', ids);
  return null;
end $$;

create table public.team_aliases (
  id uuid primary key default gen_random_uuid(),
  team_id uuid not null references public.teams (id) on delete cascade,
  alias text not null
    constraint team_aliases_alias_length check (char_length(alias) between 2 and 60)
    constraint team_aliases_alias_visible check (private.is_visible(alias))
    constraint team_aliases_alias_words check (private.words(alias) <> '{}'),
  language text
    constraint team_aliases_language_known check (language in ('fr', 'en', 'es', 'pt')),
  folded text not null generated always as (private.word_line(private.words(alias))) stored,
  telling text not null generated always as (private.word_line(private.asked_words(alias))) stored,
  constraint team_aliases_key unique (team_id, folded)
);
comment on table public.team_aliases is
  'Other names of teams, for search. Several teams may have the same one. A change is a deletion and an insertion';
comment on column public.team_aliases.language is
  'Whose readers call the team so; null: everybody. Found in every language, first in its own';
comment on column public.team_aliases.folded is 'What makes two aliases of a team equal';
comment on column public.team_aliases.telling is 'What search finds and compares with a query: without articles, which hundreds of nicknames begin with';
comment on constraint team_aliases_key on public.team_aliases is
  'Also serves the aliases of a team: admin form, private.searchable';

create index team_aliases_by_folded on public.team_aliases (folded);
comment on index public.team_aliases_by_folded is 'Teams that a line of a list may mean: imports';

alter table public.team_aliases enable row level security;
-- No update: triggers keep the words of search by what is inserted and deleted.
revoke all on public.team_aliases from anon, authenticated, service_role;
grant select on public.team_aliases to anon;
grant select, insert, delete on public.team_aliases to authenticated, service_role;

create function private.complete_team_alias() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.alias := coalesce(private.tidy(new.alias), '');
  new.language := private.tidy(new.language);
  return new;
end $$;

create function private.record_aliases() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  named constant uuid[] := array(select distinct team_id from changed);
  ids uuid[];
begin
  -- Once per statement: a seed inserts hundreds of aliases, and a team may have thousands of jerseys.
  if named <> '{}' then
    perform from public.teams where id = any (named) order by id for no key update;
    perform private.refresh_search('team', named);
    ids := array(select id from public.jerseys where team_id = any (named) order by id for no key update);
    perform private.refresh_search('jersey', ids);
  end if;
  return null;
end $$;

create function private.color_marks(colors text[]) returns text[]
language sql immutable parallel safe set search_path = ''
as $$ select array(select '=' || color from unnest(colors) color) $$;
comment on function private.color_marks is
  'What the search document of a jersey of these colours has among its words; no word contains a =';

create function private.called_colors(word text, is_unfinished boolean) returns text[]
language sql immutable strict parallel safe set search_path = ''
as $$
  -- Folded. Sky blue is also called blue. Shades are called as in app/domain/nearest-color.ts: navy is blue.
  select array(
    select distinct color
    from (values
      (array['white'], 'blanc blancs blanche blanches white whites blanco blancos blanca blancas branco brancos branca brancas'),
      (array['white'], 'creme cremes cream crema'),
      (array['black'], 'noir noirs noire noires black blacks negro negros negra negras preto pretos preta pretas'),
      (array['grey'], 'gris grise grises grey greys gray grays cinza cinzas cinzento cinzenta'),
      (array['grey'], 'argent argente argentee argentes argentees silver plateado plateada prata prateado prateada'),
      (array['red'], 'rouge rouges red reds rojo rojos roja rojas vermelho vermelhos vermelha vermelhas'),
      (array['burgundy'], 'bordeaux burgundy maroon claret garnet grenat grenats burdeos granate granates bordo bordos grena grenas'),
      (array['orange'], 'orange oranges naranja naranjas laranja laranjas'),
      (array['yellow'], 'jaune jaunes yellow yellows amarillo amarillos amarilla amarillas amarelo amarelos amarela amarelas'),
      (array['yellow'], 'gold dore dores doree dorees dorado dorados dorada doradas dourado dourados dourada douradas'),
      (array['green'], 'vert verts verte vertes green greens verde verdes turquoise turquoises turquesa turquesas teal'),
      (array['sky'], 'ciel sky celeste celestes'),
      (array['blue', 'sky'], 'bleu bleus bleue bleues blue blues azul azules azuis'),
      (array['blue'], 'marine navy marino marinho'),
      (array['purple'], 'violet violets violette violettes purple morado morados morada moradas roxo roxos roxa roxas violeta violetas'),
      (array['pink'], 'rose roses pink pinks rosa rosas')
    ) called (colors, names), unnest(called.colors) color, unnest(string_to_array(called.names, ' ')) name
    where name = word or (is_unfinished and char_length(word) > 2 and starts_with(name, word))
    order by color)
$$;
comment on function private.called_colors is
  'The colours that a word names in one of the four languages, in any number or gender, or may be about to name; none for most words';

create function private.decade_mark(year integer) returns text
language sql immutable parallel safe
-- The years are bounded as in the catalogue.
return '~' || least(greatest(year, 1850), 2100) / 10;
comment on function private.decade_mark is
  'What the search document of a jersey of this year has among its words; no word contains a ~';

create view private.searchable as
  select 'jersey' as kind, jersey.id,
    concat_ws(' ', jersey.title, jersey.team, team.short_name, country.names, jersey.brand,
      jersey.edition, jersey.year, season.code, season.name, competition.name,
      private.kit_type_names(jersey.kit_type), private.saint_variant(jersey.team), other.names) as text,
    private.tier_marks(private.tier(jersey.score)) || private.color_marks(jersey.colors)
      || private.decade_mark(coalesce(jersey.year, left(season.code, 4)::integer)) as marks
  from public.jerseys jersey
  join public.competitions competition on competition.id = jersey.competition_id
  join public.seasons season on season.id = jersey.season_id
  left join public.teams team on team.id = jersey.team_id
  left join public.competitions home on home.id = team.competition_id
  left join private.country_names country
    on country.code = team.country and home.slug in ('international-teams', 'international-women')
  left join lateral (
    select string_agg(telling, ' ') as names from public.team_aliases where team_id = team.id) other on true
  where jersey.status = 'approved' and jersey.is_active
  union all
  select 'team', team.id,
    concat_ws(' ', team.name, team.short_name, country.names, private.saint_variant(team.name), other.names), '{}'
  from public.teams team
  join public.competitions competition on competition.id = team.competition_id
  left join private.country_names country
    on country.code = team.country
    and competition.slug in ('international-teams', 'international-women')
  left join lateral (
    select string_agg(telling, ' ') as names from public.team_aliases where team_id = team.id) other on true
  where team.is_active
  union all
  select 'competition', id, name, '{}' from public.competitions where is_active;
comment on view private.searchable is 'What a visitor may find, and the text it is found by';

create function private.decade_of(digits text) returns integer
language sql stable strict parallel safe set search_path = ''
as $$
  -- 90 is 1990, 10 is 2010: as in app/domain/search-query.ts.
  select from_year
  from (select extract(year from now())::integer as this_year) today
  cross join lateral (select case
      when digits !~ '^(\d\d)?\d0$' then null
      when char_length(digits) = 4 then digits::integer
      when digits::integer > this_year % 100 then 1900 + digits::integer
      else 2000 + digits::integer
    end as from_year) read
  where from_year between 1850 and this_year + 1
$$;
comment on function private.decade_of is 'The first year of the decade that two or four digits name; null if they name none';

create function private.jersey_words(query text) returns text[]
language plpgsql stable set search_path = ''
as $$
declare
  given constant text[] := private.words(left(query, 100));
  asked text[] := '{}';
  telling text[];
  decade integer;
  place integer := 1;
  behind integer;
begin
  if char_length(private.tidy(query)) < 2 then
    return '{}';
  end if;
  while place <= cardinality(given) loop
    behind := place;
    -- "90s"; also "90's", which is two words.
    decade := case
      when given[place] ~ '^\d+s$' then private.decade_of(rtrim(given[place], 's'))
      when given[place + 1] = 's' then private.decade_of(given[place])
    end;
    if decade is null then
      -- "années 90", "década de los 90", "anos noventa".
      if given[place] = any (array['annees', 'anos', 'decada', 'decade', 'los', 'os']) then
        while given[behind] = any (array[
            'annees', 'anos', 'decada', 'decade', 'de', 'des', 'dos', 'los', 'os']) loop
          behind := behind + 1;
        end loop;
      end if;
      decade := coalesce(
        case when behind > place then private.decade_of(given[behind]) end,
        -- As in app/domain/search-query.ts.
        case given[behind]
          when 'sixties' then 1960 when 'sesenta' then 1960 when 'sessenta' then 1960
          when 'seventies' then 1970 when 'setenta' then 1970
          when 'eighties' then 1980 when 'ochenta' then 1980 when 'oitenta' then 1980
          when 'nineties' then 1990 when 'noventa' then 1990
        end);
    elsif given[place + 1] = 's' then
      behind := place + 1;
    end if;
    if decade is null then
      asked := asked || given[place];
      place := place + 1;
    else
      asked := asked || private.decade_mark(decade);
      place := behind + 1;
    end if;
  end loop;
  -- Eight words are enough; words for 'jersey' and articles don't count.
  asked := asked[:8];
  telling := private.significant_words(asked);
  return case
    when telling <> '{}' then telling
    when asked && private.jersey_names() then null
    else asked
  end;
end $$;
comment on function private.jersey_words is
  'The words of a query for jerseys that distinguish one from another, and the marks of decades that it names; null if it names jerseys in general';

create function private.jersey_names() returns text[]
language sql immutable parallel safe
return array[
  'maillot', 'maillots', 'jersey', 'jerseys', 'shirt', 'shirts', 'kit', 'kits', 'camiseta', 'camisetas', 'camisa', 'camisas'];
comment on function private.jersey_names is 'What the four languages call a jersey, folded';

create function private.significant_words(words text[]) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  -- Only half of the titles have them.
  select array(
    select word from unnest(words) with ordinality as given (word, place)
    where word <> all (private.jersey_names() || array[
      'a', 'al', 'as', 'au', 'd', 'da', 'de', 'del', 'des', 'do', 'du', 'e', 'el', 'et', 'l', 'la', 'las', 'le', 'les', 'los', 'o',
      'of', 'os', 'the', 'y'])
    order by place)
$$;
comment on function private.significant_words is 'Words without those for ''jersey'' and articles';

-- The policies of teams apply inside: an alias is as visible as its team.
create policy "everyone reads the aliases of teams they may read" on public.team_aliases
  for select to anon, authenticated
  using (exists (select from public.teams team where team.id = team_id));

create policy "admins add aliases" on public.team_aliases
  for insert to authenticated with check ((select public.is_admin((select auth.uid()))));

create policy "admins delete aliases" on public.team_aliases
  for delete to authenticated using ((select public.is_admin((select auth.uid()))));

revoke execute on function
  private.refresh_search, private.record_words, private.record_words_of_jersey, private.record_words_of_jerseys, private.complete_team_alias,
  private.record_aliases, private.color_marks, private.called_colors, private.decade_mark, private.decade_of, private.jersey_words
from public;

-- schemas/browse/search.sql

-- Search by words, with typing errors (docs/decisions/011-search-by-words.md, 028-search-by-tiers.md).
-- Words are looked up in the documents of words.sql; a word that nothing has is compared with the vocabulary.
-- Where search would end, it offers the nearest kits and teams.

create function private.swaps(word text) returns text[]
language sql immutable strict parallel safe set search_path = ''
as $$
  select array(
    select left(word, place - 1) || reverse(substr(word, place, 2)) || substr(word, place + 2)
    from generate_series(1, char_length(word) - 1) place)
$$;
comment on function private.swaps is 'A word with two neighbouring letters swapped, for each such pair';

create function private.corrections(word text) returns text[]
language plpgsql stable set search_path = ''
as $$
declare
  found text[];
begin
  -- Another year is no correction, and words of three letters resemble too many others.
  if word ~ '^\d+$' or char_length(word) < 4 or char_length(word) > 30 then
    return '{}';
  end if;
  found := array(
    select known.word from private.search_vocabulary known
    where known.word = any (
        private.deletion_variants(corrections.word) || private.swaps(corrections.word))
      or known.near && (corrections.word || private.masked_variants(corrections.word))
      or known.word like '%' || corrections.word || '%'
    order by extensions.similarity(known.word, corrections.word) desc, known.word
    limit 12);
  if found <> '{}' then
    return found;
  end if;
  return array(
    select known.word from private.search_vocabulary known
    where known.word operator(extensions.%) corrections.word
    order by extensions.similarity(known.word, corrections.word) desc, known.word
    limit 4);
end $$;
comment on function private.corrections is
  'Known words that a mistyped or cut word may stand for: one typing error away, or containing it; else the most similar';

create function private.prefix_matches(word text) returns text[]
language sql stable set search_path = ''
as $$
  select array(
    select known.word from private.search_vocabulary known
    where known.word >= prefix_matches.word collate "C"
      and known.word < (prefix_matches.word || U&'\+10FFFF') collate "C"
    limit 41)
$$;
comment on function private.prefix_matches is 'Known words that begin so: at most 40, or 41 for more';

create function private.search_query(words text[], attempt integer) returns tsquery
language sql stable set search_path = ''
as $$ select private.search_query(words, attempt, false) $$;
comment on function private.search_query(text[], integer) is 'All of the words, for things that have no colours';

create function private.matching_jerseys(
  asked tsquery, is_broad boolean, wanted integer, known uuid[])
returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  -- At most so many matches of one tier are compared. If there are more, these are a sample.
  enough constant integer := 600;
  highest integer;
  mark tsquery;
  candidates uuid[];
  sample uuid[];
  found uuid[] := '{}';
begin
  select private.tier(score) into highest from public.jerseys
  where status = 'approved' and is_active order by score desc, id desc limit 1;
  for tier in reverse coalesce(highest, 0)..0 loop
    mark := format('''#%s''', tier)::tsquery;
    -- The lowest tiers are long lists in the index, but mostly few of them match: reading all matches is faster.
    if tier <= 2 and sample is null then
      sample := array(
        select id from private.search_documents where kind = 'jersey' and words @@ asked
        limit enough + 1);
    end if;
    if tier = 0 or cardinality(sample) <= enough then
      candidates := sample;
    elsif is_broad then
      -- A broad query is slow in the index and fast on a document.
      candidates := array(
        select id
        from (
          select id, words from private.search_documents where kind = 'jersey' and words @@ mark
          limit 2 * enough) document
        where words @@ asked);
    else
      candidates := array(
        select id from private.search_documents where kind = 'jersey' and words @@ (asked && mark)
        limit enough);
    end if;
    continue when candidates = '{}';
    found := found || array(
      select id from public.jerseys
      where id = any (candidates) and id <> all (known) and id <> all (found)
      order by score desc, id desc
      limit wanted - cardinality(found));
    exit when cardinality(found) >= wanted or cardinality(sample) <= enough;
  end loop;
  return found;
end $$;
comment on function private.matching_jerseys is
  'The best rated matches without the known ones, from the highest tier down. Where more than 600 of a tier match, a sample stands for them: the time it takes is bounded at any size';

create function private.nearness(names text[], asked text) returns integer
language sql immutable parallel safe set search_path = ''
as $$
  -- 0: a name equals the query; 1: a name begins with it; 2: its words are somewhere in a name. Articles don't
  -- count on either side.
  select coalesce(min(case
      when name = asked then 0
      when starts_with(name, asked) then 1
      else 2
    end), 2)
  from (
    select array_to_string(private.asked_words(given), ' ') as name
    from unnest(names) given
    where given is not null) folded
$$;
comment on function private.nearness is
  'How far a query, its private.asked_words() joined by spaces, is from the names of a thing';

-- Planning took half of a search. One plan is good for all words, and it reads no table from end to
-- end: the searches force a generic plan without sequential scans.
create function public.search_jerseys(query text, max_results integer default 5)
returns setof public.jerseys
language plpgsql stable security definer rows 5
set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  asked constant text[] := private.jersey_words(query);
  wanted constant integer := least(greatest(coalesce(max_results, 5), 0), 100);
  is_long_list constant boolean := cardinality(private.prefix_matches(asked[cardinality(asked)])) > 40;
  names_colors boolean;
  -- Nothing but colours and decades, and nothing but decades: many jerseys have them.
  names_only_facts boolean;
  names_only_decades boolean;
  attempt integer;
  found uuid[] := '{}';
begin
  if asked is null then
    return query
      select jersey.* from public.jerseys jersey
      where jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit wanted;
    return;
  end if;
  select bool_or(colors <> '{}'), bool_and(colors <> '{}' or starts_with(word, '~')), bool_and(starts_with(word, '~'))
  into names_colors, names_only_facts, names_only_decades
  from unnest(asked) with ordinality as given (word, place)
  cross join lateral private.called_colors(word, place = cardinality(asked)) colors;
  -- 1: whole words, 2: the last as a prefix, 3: as 2 or by colour, 4: with corrections.
  for step in 1..4 loop
    -- Corrections are tried only if nothing else was found.
    exit when asked = '{}' or cardinality(found) >= wanted or (step = 4 and found <> '{}');
    continue when step = 3 and not names_colors;
    -- Decades alone have nothing to complete or to correct.
    exit when step > 1 and names_only_decades;
    attempt := case when step < 3 then step else step - 1 end;
    found := found || private.matching_jerseys(
      private.search_query(asked, attempt, step > 2),
      attempt > 1 and is_long_list or step > 2 and names_only_facts or names_only_decades,
      wanted - cardinality(found), found);
  end loop;
  return query
    select jersey.*
    from unnest(found) with ordinality as result (id, place)
    join public.jerseys jersey on jersey.id = result.id
    where jersey.status = 'approved' and jersey.is_active
    order by result.place;
end $$;
comment on function public.search_jerseys is
  'Public jerseys by words of title, team, brand, edition, year, season, competition and kit type, and by decades, in any order, without accents or case and with typing errors. Whole words come first, then prefixes, then colours that the words name, then corrections; the best rated first. Words for ''jersey'' alone find the best rated of all';
revoke execute on function public.search_jerseys from public;
grant execute on function public.search_jerseys to anon, authenticated, service_role;

create function public.search_competitions(query text, max_results integer default 3)
returns setof public.competitions
language plpgsql stable security definer rows 3
set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  asked constant text[] := private.asked_words(query);
  typed constant text := array_to_string(asked, ' ');
  wanted constant integer := least(greatest(coalesce(max_results, 3), 0), 100);
  found uuid[] := '{}';
begin
  for attempt in 1..3 loop
    exit when asked = '{}' or cardinality(found) >= wanted or (attempt = 3 and found <> '{}');
    found := found || array(
      select competition.id
      from private.search_documents document
      join public.competitions competition on competition.id = document.id
      where document.kind = 'competition' and competition.id <> all (found)
        and document.words @@ (select private.search_query(asked, attempt))
      order by private.nearness(array[competition.name], typed),
        competition.priority desc, competition.name, competition.id
      limit wanted - cardinality(found));
  end loop;
  return query
    select competition.*
    from unnest(found) with ordinality as result (id, place)
    join public.competitions competition on competition.id = result.id
    where competition.is_active
    order by result.place;
end $$;
comment on function public.search_competitions is
  'Active competitions by words of their name, as search_jerseys() finds jerseys. Names equal to the query come first, then names that start with it, then the most important';
revoke execute on function public.search_competitions from public;
grant execute on function public.search_competitions to anon, authenticated, service_role;

-- the language of the reader, whose aliases come first.
create function private.alias_nearness(team uuid, asked text, lang text) returns integer
language sql stable set search_path = ''
as $$
  -- Even numbers are for names (twice private.nearness()), odd ones for aliases of the same strength. An alias of
  -- another language counts as one that only begins so.
  select least(min(case
      when not starts_with(telling, asked) then 5
      when telling <> asked or language <> lang then 3
      else 1
    end), 5)
  from public.team_aliases where team_id = team
$$;
comment on function private.alias_nearness is
  'How far a query is from the aliases of a team: 1 equal, 3 beginning, 5 else. Comparable with twice private.nearness()';

create function public.search_teams(query text, max_results integer default 3, lang text default null)
returns setof public.teams
language plpgsql stable security definer rows 3
set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  asked constant text[] := private.asked_words(query);
  typed constant text := array_to_string(asked, ' ');
  wanted constant integer := least(greatest(coalesce(max_results, 3), 0), 100);
  found uuid[] := '{}';
begin
  for attempt in 1..3 loop
    exit when asked = '{}' or cardinality(found) >= wanted or (attempt = 3 and found <> '{}');
    found := found || array(
      select near.id
      from (
        select team.id, team.name, competition.priority,
          least(
            2 * private.nearness(array[team.name, team.short_name], typed),
            private.alias_nearness(team.id, typed, lang)) as distance
        from private.search_documents document
        join public.teams team on team.id = document.id
        join public.competitions competition on competition.id = team.competition_id
        where document.kind = 'team' and team.id <> all (found)
          and document.words @@ (select private.search_query(asked, attempt))
        -- Best jerseys are read for these only: a short word may match a thousand teams.
        order by distance, competition.priority desc, team.name, team.id
        limit wanted + 50) near
      order by near.distance, (
          select jersey.score from public.jerseys jersey
          where jersey.team_id = near.id and jersey.status = 'approved' and jersey.is_active
          order by jersey.score desc, jersey.id desc limit 1) desc nulls last,
        near.priority desc, near.name, near.id
      limit wanted - cardinality(found));
  end loop;
  return query
    select team.*
    from unnest(found) with ordinality as result (id, place)
    join public.teams team on team.id = result.id
    where team.is_active
    order by result.place;
end $$;
comment on function public.search_teams is
  'Active teams by words of their names and aliases, as search_jerseys() finds jerseys. Names equal to the query come first, then such aliases, then names and aliases that start with it, then teams with the best rated jersey';
revoke execute on function public.search_teams from public;
grant execute on function public.search_teams to anon, authenticated, service_role;

create function public.team_kits_near(
  team_id uuid, year_from integer, year_to integer, kit_type text default null, max_results integer default 6)
returns setof public.jerseys
language sql stable security definer rows 6 set search_path = ''
as $$
  -- The stored counts tell which years have jerseys; only the nearest are read.
  with near as (
    select kept.year, kept.season_id, kept.kit_type_slug, dated.distance
    from private.team_kit_counts kept
    left join public.seasons season on season.id = kept.season_id and season.is_active
    cross join lateral (
      select coalesce(left(season.code, 4)::bigint, kept.year) as worn) began
    cross join lateral (
      select greatest(year_from - began.worn, began.worn - year_to, 0) as distance) dated
    where kept.team_id = team_kits_near.team_id and kept.jerseys > 0
      and (kept.year > 0 or season.id is not null)
      and private.kit_of(kept.kit_type_slug) = coalesce(
        team_kits_near.kit_type, private.kit_of(kept.kit_type_slug))
    order by dated.distance, kept.kit_type_slug
    limit 60
  ), worn as (
    select near.distance, best.id, best.score
    from near cross join lateral (
      select jersey.id, jersey.score from public.jerseys jersey
      where jersey.team_id = team_kits_near.team_id and jersey.year = near.year
        and jersey.kit_type_slug = near.kit_type_slug and jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit least(greatest(coalesce(max_results, 6), 0), 24)) best
    where near.year > 0
    union all
    select near.distance, best.id, best.score
    from near cross join lateral (
      select jersey.id, jersey.score from public.jerseys jersey
      where jersey.team_id = team_kits_near.team_id and jersey.season_id = near.season_id
        and jersey.year is null
        and jersey.kit_type_slug = near.kit_type_slug and jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit least(greatest(coalesce(max_results, 6), 0), 24)) best
    where near.year = 0
  )
  select jersey.*
  from worn join public.jerseys jersey on jersey.id = worn.id
  order by worn.distance, jersey.score desc, jersey.id desc
  limit least(greatest(coalesce(max_results, 6), 0), 24)
$$;
comment on function public.team_kits_near is
  'A team''s public jerseys of the years asked for, then of the nearest years; of one kit type on request';
revoke execute on function public.team_kits_near from public;
grant execute on function public.team_kits_near to anon, authenticated, service_role;

create function public.suggest_teams(query text, max_results integer default 4) returns setof public.teams
language sql stable security definer rows 4 set search_path = ''
as $$
  -- Any of the words, or a known word like it, where search_teams() wants all.
  with asked as (
    select known.word
    from unnest(private.asked_words(query)) given (word)
    cross join lateral (
      select word from private.search_vocabulary vocabulary
      where vocabulary.word operator(extensions.%) given.word
      order by extensions.similarity(vocabulary.word, given.word) desc, vocabulary.word
      limit 12) known
    where char_length(given.word) > 2
  )
  select team.*
  from private.search_documents document
  join public.teams team on team.id = document.id
  join public.competitions competition on competition.id = team.competition_id
  where document.kind = 'team' and team.is_active
    and document.words @@ (select string_agg(format('''%s''', word), ' | ')::tsquery from asked)
  order by extensions.similarity(private.fold(team.name), private.fold(left(query, 100))) desc,
    competition.priority desc, team.name, team.id
  limit least(greatest(coalesce(max_results, 4), 0), 24)
$$;
comment on function public.suggest_teams is
  'Teams whose name resembles a query that finds nothing: the most similar by trigrams first';
revoke execute on function public.suggest_teams from public;
grant execute on function public.suggest_teams to anon, authenticated, service_role;

create function public.popular_teams(max_results integer default 6) returns setof public.teams
language sql stable rows 6 set search_path = ''
as $$
  select team.*
  from public.jersey_counts counted
  join public.teams team on team.id = counted.key::uuid
  where counted.kind = 'team' and counted.jerseys > 0 and team.is_active
  order by counted.jerseys desc, team.name, team.id
  limit least(greatest(coalesce(max_results, 6), 0), 24)
$$;
comment on function public.popular_teams is
  'The teams with the most public jerseys, by the stored counts: what the empty search dialog offers';
revoke execute on function public.popular_teams from public;
grant execute on function public.popular_teams to anon, authenticated, service_role;

create function private.search_query(words text[], attempt integer, with_colors boolean) returns tsquery
language sql stable set search_path = ''
as $$
  -- Words hold letters and digits only, marks of decades a ~ more, so quotes around them are enough.
  select string_agg(
    format('(%s)', concat_ws(' | ',
      format('''%s''', word),
      -- Only the last word may be a prefix: it is still being typed. Words in the vocabulary are
      -- faster to look up.
      case when attempt > 1 and place = cardinality(words) and not starts_with(word, '~') then (
        -- The vocabulary lacks words of two letters, and a single letter may begin one.
        select case when cardinality(known) between 1 and 40 and char_length(word) > 1
          then (select string_agg(format('''%s''', longer), ' | ') from unnest(known) longer)
          else format('''%s'':*', word) end
        from private.prefix_matches(word) known) end,
      case when with_colors then (
        select string_agg(format('''%s''', mark), ' | ')
        from unnest(private.color_marks(
          private.called_colors(word, place = cardinality(words)))) mark) end,
      case when attempt > 2 and not starts_with(word, '~') then (
        select string_agg(format('''%s''', other), ' | ')
        from unnest(private.corrections(word)) other) end)),
    ' & ')::tsquery
  from unnest(words) with ordinality as given (word, place)
$$;
comment on function private.search_query(text[], integer, boolean) is
  'All of the words. Attempt 1: as they are; 2: the last as a prefix; 3: each or its corrections. With colours: or the jerseys of the colours that they name. Marks of decades stay as they are';

revoke execute on function
  private.alias_nearness, private.search_query(text[],int4,bool)
from public;

-- schemas/browse/leaderboards.sql

-- Leaderboards of all, of sports, seasons, competitions, brands and colours, and the jerseys that rise.
-- They order by the Wilson bound of the votes that count (docs/decisions/057-votes-that-count.md).
-- Which leaderboards have a jersey is computed every ten minutes.

-- Below so many votes chance decides. The texts of `leaderboards.json` name the number, too.
create function private.votes_to_rank() returns integer
language sql immutable parallel safe
return 10;
comment on function private.votes_to_rank is 'How many votes that count a jersey needs to be ranked';

create function private.leaderboard_filter(scope text, value text) returns jsonb
language sql stable set search_path = ''
as $$
  select case scope
    when 'all' then '{}'
    when 'sport' then jsonb_build_object('sport', array[value])
    when 'competition' then jsonb_build_object('competition', array[value])
    when 'brand' then jsonb_build_object('brand', array[value])
    when 'color' then jsonb_build_object('color', array[value])
  end
$$;
comment on function private.leaderboard_filter is
  'The filter of the catalogue for a leaderboard; null for seasons and unknown scopes';

create function public.leaderboard(scope text default 'all', value text default '', max_results integer default 24)
returns table (place integer, jersey_id uuid, upvotes integer, downvotes integer, best double precision)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  filter constant jsonb := private.leaderboard_filter(scope, coalesce(value, ''));
  at_most constant integer := least(greatest(coalesce(max_results, 24), 1), 100);
  jerseys uuid[];
begin
  if scope = 'season' then
    jerseys := private.first_of_season(value, at_most);
  elsif filter is not null then
    jerseys := private.first_of(filter, 'best', at_most);
  else
    raise sqlstate 'PT400' using
      message = 'leaderboard_unknown', detail = 'A leaderboard is of all, or of a sport, season, competition, brand or color.';
  end if;
  return query
  select rank() over (order by ranked.best desc)::integer, ranked.*
  from (
    select standing.jersey_id, standing.upvotes, standing.downvotes,
      private.wilson(standing.upvotes, standing.downvotes) as best
    from unnest(jerseys) found (id)
    join private.standings standing on standing.jersey_id = found.id) ranked
  order by ranked.best desc, ranked.jersey_id desc;
end $$;
comment on function public.leaderboard is
  'The best ranked public jerseys: of all, or of one sport, season (code), competition (slug), brand (slug of its name) or color; at most 100';
revoke execute on function public.leaderboard from public;
grant execute on function public.leaderboard to anon, authenticated, service_role;

create function public.rising_jerseys(league text default null, max_results integer default 24)
returns table (place integer, jersey_id uuid)
language sql stable security definer set search_path = ''
as $$
  select number::integer, id
  from unnest(private.first_of(
    case when league is null then '{}' else jsonb_build_object('sport', array[lower(league)]) end, 'rising',
    least(greatest(coalesce(max_results, 24), 1), 100))) with ordinality as risen (id, number)
$$;
comment on function public.rising_jerseys is
  'The public jerseys that gain most by the votes of the last 30 days, each of which halves in weight every week; of one league, or of all; at most 100';
revoke execute on function public.rising_jerseys from public;
grant execute on function public.rising_jerseys to anon, authenticated, service_role;

-- Which leaderboards there are. To know it, all ranked jerseys are read: by a job, not by a page.
create table private.leaderboards (
  scope text not null,
  value text not null,
  label text,
  jerseys integer not null,
  constraint leaderboards_pkey primary key (scope, value)
);
comment on table private.leaderboards is 'Leaderboards with a jersey, as refresh_leaderboards() found them last';

create function public.refresh_leaderboards() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  changed integer;
begin
  with ranked as (
    select jersey.league, jersey.competition_id, jersey.brand_id, jersey.colors[1] as color,
      fact.year, played.code like '%-%' as is_split
    from private.standings standing
    join public.jerseys jersey on jersey.id = standing.jersey_id
    join private.catalogue_facts fact on fact.jersey_id = jersey.id
    join public.seasons played on played.id = jersey.season_id
    where standing.upvotes + standing.downvotes >= private.votes_to_rank()
  ), counted as (
    select league, year, is_split, competition_id, brand_id, color, count(*)::integer as jerseys
    from ranked group by grouping sets ((league), (year, is_split), (competition_id), (brand_id), (color))
  ), fresh as (
    select 'sport' as scope, lower(league) as value, null as label, jerseys from counted where league is not null
    union all
    select 'season', season.code, season.name, jerseys
    from counted
    join public.seasons season on left(season.code, 4)::integer = counted.year
      and (season.code like '%-%') = counted.is_split
    where season.is_active
    union all
    select 'competition', competition.slug, competition.name, jerseys
    from counted join public.competitions competition on competition.id = counted.competition_id
    where competition.is_active
    union all
    -- Two names may have one slug.
    select 'brand', private.slug(brand.name), min(brand.name), sum(jerseys)::integer
    from counted join public.brands brand on brand.id = counted.brand_id group by 2
    union all
    select 'color', color, null, jerseys from counted where color is not null
  ), gone as (
    delete from private.leaderboards board
    where not exists (select from fresh where (fresh.scope, fresh.value) = (board.scope, board.value))
    returning 1
  ), written as (
    insert into private.leaderboards as board (scope, value, label, jerseys)
    select scope, value, label, jerseys from fresh
    on conflict (scope, value) do update set label = excluded.label, jerseys = excluded.jerseys
    where (board.label, board.jerseys) is distinct from (excluded.label, excluded.jerseys)
    returning xmax = 0 as is_new
  )
  select (select count(*) from gone) + (select count(*) from written where is_new) into changed;
  if changed > 0 then
    perform pg_notify('public_changes', '*');
  end if;
  return changed;
end $$;
comment on function public.refresh_leaderboards is
  'Finds out which leaderboards have a jersey; returns how many came or went. The server calls it every ten minutes';
revoke execute on function public.refresh_leaderboards from public, anon, authenticated;
grant execute on function public.refresh_leaderboards to service_role;

create function public.leaderboards() returns table (scope text, value text, label text, jerseys integer)
language sql stable security definer set search_path = ''
as $$
  select scope, value, label, jerseys from private.leaderboards
$$;
comment on function public.leaderboards is
  'Which leaderboards have a jersey, and how many: scope and value as leaderboard() takes them, and the name';
revoke execute on function public.leaderboards from public;
grant execute on function public.leaderboards to anon, authenticated, service_role;

create function public.standings_of(jersey_ids uuid[])
returns table (jersey_id uuid, upvotes integer, downvotes integer, best double precision)
language sql stable security definer set search_path = ''
as $$
  select jersey.id, coalesce(standing.upvotes, 0), coalesce(standing.downvotes, 0),
    case when standing.upvotes + standing.downvotes >= private.votes_to_rank()
      then private.wilson(standing.upvotes, standing.downvotes) end
  from unnest(jersey_ids[:100]) asked (id)
  join public.jerseys jersey on jersey.id = asked.id
  left join private.standings standing on standing.jersey_id = jersey.id
  where jersey.status = 'approved' and jersey.is_active
$$;
comment on function public.standings_of is
  'The votes that count of public jerseys, and their bound; null while there are too few votes. At most 100 jerseys';
revoke execute on function public.standings_of from public;
grant execute on function public.standings_of to anon, authenticated, service_role;

create function private.first_of_season(season text, at_most integer) returns uuid[]
language sql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
  select coalesce(array_agg(ranked.jersey_id), '{}')
  from (
    select entry.jersey_id
    from private.catalogue_entries entry
    join public.jerseys jersey on jersey.id = entry.jersey_id
    join public.seasons played on played.id = jersey.season_id
    where entry.until = private.for_ever() and entry.best >= 1
      and entry.year = (
        select left(code, 4)::smallint from public.seasons
        where code = first_of_season.season and is_active)
      -- A tournament of 2022 is not a part of the season 2022-23.
      and (played.code like '%-%') = (first_of_season.season like '%-%')
    order by entry.best desc, entry.created_at desc, entry.jersey_id desc
    limit first_of_season.at_most) ranked
$$;
comment on function private.first_of_season is
  'The best ranked public jerseys that the catalogue shows for the year in which a season begins, of seasons as long as it';

create function private.first_of(filter jsonb, sort text, at_most integer) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  step jsonb;
  after text;
  found uuid[] := '{}';
  enough boolean;
begin
  loop
    step := public.catalogue_page(filter, sort, after);
    select found || coalesce(array_agg(asked.id::uuid order by asked.number) filter (where listed.fits), '{}'),
      coalesce(not bool_and(listed.fits), true)
    into found, enough
    from jsonb_array_elements_text(step -> 'ids') with ordinality as asked (id, number)
    left join private.standings standing on standing.jersey_id = asked.id::uuid
    -- The orders put these last.
    cross join lateral (
      select coalesce(case sort when 'rising' then standing.rising > 0
        else standing.upvotes + standing.downvotes >= private.votes_to_rank() end, false) as fits) listed;
    after := step ->> 'next';
    exit when enough or after is null or cardinality(found) >= at_most;
  end loop;
  return found[:at_most];
end $$;
comment on function private.first_of is
  'The first public jerseys of a filter in the order best or rising that are ranked, or rise; read in steps of the catalogue, each of which costs the same however many jerseys there are';

revoke execute on function
  private.votes_to_rank, private.leaderboard_filter, private.first_of_season, private.first_of
from public;

-- schemas/contribute/revisions.sql

-- The public history of jerseys, teams and competitions (docs/decisions/062-history-by-triggers.md).
-- A revision says what changed, by whom and why; it is written in the transaction of the change.
-- Former photos are withheld, not deleted, as long as an undo may bring them back.

create table public.revisions (
  id bigint generated always as identity primary key,
  target_type text not null
    constraint revisions_target_type_known check (target_type in ('jersey', 'team', 'competition')),
  target_id uuid not null,
  at timestamptz not null default now(),
  kind text not null,
  changes jsonb not null default '{}',
  reason text,
  contributor_id uuid references public.profiles (id) on delete set null,
  -- No reference: a jersey's history goes with it, whole.
  undoes bigint,
  suggestion_id uuid,
  stored jsonb,
  constraint revisions_kind_known check (
    kind in ('approved', 'edit', 'suggestion', 'trusted', 'correction', 'undo', 'merge', 'photo', 'removal'))
);
comment on table public.revisions is 'Public changes of jerseys, teams and competitions; see history()';
comment on column public.revisions.changes is 'Field, before and after, in words: numbers, names and lists of names';
comment on column public.revisions.contributor_id is 'Whose change it is. Null: a former member, or the site';
comment on column public.revisions.stored is
  'What undoing needs beside the words: ids by column, or the row of an image. No role reads it';

create index revisions_of_target on public.revisions (target_type, target_id, id desc);
comment on index public.revisions_of_target is 'The history of a thing, newest first';
create index revisions_of_contributor on public.revisions (contributor_id, id desc);
comment on index public.revisions_of_contributor is 'What a member contributed, newest first; their leaving';
create index revisions_undone on public.revisions (undoes) where undoes is not null;
comment on index public.revisions_undone is 'Whether a change was undone: history, contributors';
create index revisions_approved on public.revisions (id desc) where kind = 'approved';
comment on index public.revisions_approved is 'The latest approvals: how long a decision takes';

alter table public.revisions enable row level security;
-- Not `stored`.
revoke all on public.revisions from anon, authenticated;
grant select, insert, update, delete on public.revisions to service_role;
grant select (id, target_type, target_id, at, kind, changes, reason, contributor_id, undoes, suggestion_id) on
  public.revisions to anon, authenticated;

-- Differences in words.
create function private.public_columns(target_type text) returns text[]
language sql immutable set search_path = ''
as $$
  select case target_type
    when 'jersey' then array[
      'title', 'league', 'competition_id', 'season_id', 'team_id', 'year', 'kit_type', 'colors', 'brand_id',
      'edition', 'price', 'external_link', 'description']
    when 'team' then array[
      'name', 'short_name', 'city', 'country', 'founded_year', 'colors', 'competition_id']
    when 'competition' then array['name', 'country', 'league', 'sport']
  end
$$;
comment on function private.public_columns is
  'The columns whose changes are in the history. `team_id` and `brand_id` stand for the name beside them too';

create function private.name_column("column" text) returns text
language sql immutable set search_path = ''
as $$ select case "column" when 'team_id' then 'team' when 'brand_id' then 'brand' end $$;
comment on function private.name_column is 'The column with the name of what an id column of a jersey refers to';

create function private.differs("column" text, was jsonb, becomes jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select case
    when "column" = 'photos' then private.photos_in(was -> 'photos', becomes -> 'photos')
      is distinct from private.photos_in(becomes -> 'photos', was -> 'photos')
    else was -> "column" is distinct from becomes -> "column" end
    -- A team that is renamed renames its jerseys: its own history says so.
    or private.name_column("column") is not null and nullif(becomes -> "column", 'null') is null
      and was -> private.name_column("column") is distinct from becomes -> private.name_column("column")
$$;
comment on function private.differs is
  'True if two versions of a row differ in a column of private.public_columns(), or in their `photos`, as far as both have them';

create function private.in_words("column" text, version jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case "column"
    when 'competition_id' then to_jsonb((
      select name from public.competitions where id = (version ->> 'competition_id')::uuid))
    when 'season_id' then to_jsonb((select name from public.seasons where id = (version ->> 'season_id')::uuid))
    when 'team_id' then version -> 'team'
    when 'brand_id' then version -> 'brand'
    when 'photos' then private.photos_in_words((version ->> 'id')::uuid, version -> 'photos')
    else version -> "column"
  end
$$;
comment on function private.in_words is 'The value of a column of a row, for people';

create function private.changes_in_words(target_type text, was jsonb, becomes jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_object_agg(
    regexp_replace(field.name, '_id$', ''),
    jsonb_build_object(
      'before', coalesce(private.in_words(field.name, was), 'null'),
      'after', coalesce(private.in_words(field.name, becomes), 'null')))
  from unnest(private.public_columns(target_type)) field (name)
  where private.differs(field.name, was, becomes)
$$;
comment on function private.changes_in_words is 'What differs between two versions of a row; null if they look the same';

create function private.changed_ids(was jsonb, becomes jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_object_agg(name, jsonb_build_object('before', was -> name, 'after', becomes -> name))
  from unnest(array['competition_id', 'season_id', 'team_id', 'brand_id']) name
  where was -> name is distinct from becomes -> name
$$;

create function private.as_text(value jsonb) returns text
language sql immutable set search_path = ''
as $$
  select case
    when jsonb_typeof(value -> 0) = 'object' then null
    when jsonb_typeof(value) = 'array' then (
      select string_agg(item, ', ' order by place)
      from jsonb_array_elements_text(value) with ordinality given (item, place))
    else value #>> '{}'
  end
$$;
comment on function private.as_text is 'A value of changes as notices have it: lists with commas, nothing of photos';

-- Why and by whom: what a function says before it writes. A change of which nothing is said is the site's correction.
create function private.begin_revision(
  kind text, contributor uuid default null, reason text default null, suggestion uuid default null,
  undoes bigint default null
) returns void
language sql set search_path = ''
as $$
  select private.set_change('revision', jsonb_build_object(
    'kind', kind, 'contributor', contributor, 'reason', reason, 'suggestion', suggestion, 'undoes', undoes))
$$;
comment on function private.begin_revision is
  'Says what the following writes are, until end_revision(). Kind `none`: they are no change';

create function private.end_revision() returns void
language sql set search_path = ''
as $$ select private.set_change('revision', null) $$;

create function private.write_revision(
  target_type text, target_id uuid, changes jsonb, stored jsonb, kind text default null, contributor uuid default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  said constant jsonb := private.current_change() -> 'revision';
begin
  if said ->> 'kind' = 'none' then
    return;
  end if;
  insert into public.revisions (target_type, target_id, kind, changes, reason, contributor_id, undoes, suggestion_id, stored)
  values (
    target_type, target_id, coalesce(kind, said ->> 'kind', 'correction'), changes, said ->> 'reason',
    -- A contributor may be leaving just now.
    (select profile.id from public.profiles profile
      where profile.id = coalesce(contributor, (said ->> 'contributor')::uuid)),
    (said ->> 'undoes')::bigint, (said ->> 'suggestion')::uuid, stored);
end $$;

create function private.record_revision(target_type text, target_id uuid, was jsonb, becomes jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  changes constant jsonb := private.changes_in_words(target_type, was, becomes);
begin
  if changes is not null then
    perform private.write_revision(target_type, target_id, changes, private.changed_ids(was, becomes));
  end if;
end $$;
comment on function private.record_revision is 'Writes the revision, if the two versions of a row differ in what people see';

create function private.record_row_revision() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.record_revision(tg_argv[0], new.id, to_jsonb(old), to_jsonb(new));
  return null;
end $$;
comment on function private.record_row_revision is 'Argument: the type of target';

-- Photos: a revision each, so that each is undone by itself.
create function private.record_photo_revision(former public.jersey_images, image public.jersey_images) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  said constant jsonb := private.current_change() -> 'revision';
  -- A photo of an edit was not public.
  was constant text := case when former.edit_id is null then former.url end;
  becomes constant text := image.url;
  jersey constant uuid := coalesce(image.jersey_id, former.jersey_id);
begin
  -- A command that fills the catalogue makes no history.
  if said is null and auth.uid() is null then
    return;
  end if;
  if exists (select from public.jerseys where id = jersey and status = 'approved') then
    perform private.write_revision(
      'jersey', jersey, jsonb_build_object('image', jsonb_build_object('before', was, 'after', becomes)),
      jsonb_build_object('image', to_jsonb(case when image.id is null then former else image end)),
      case when said ->> 'kind' = 'undo' then 'undo' else 'photo' end);
  end if;
end $$;
comment on function private.record_photo_revision is 'Null before a photo is added, and after it is removed';

-- Their order and kinds: a revision for all of them.
create function private.record_arrangement(jersey_id uuid, was jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  becomes constant jsonb := private.photos_of(record_arrangement.jersey_id);
begin
  if private.differs('photos', jsonb_build_object('photos', was), jsonb_build_object('photos', becomes))
    and (auth.uid() is not null or private.current_change() ? 'revision')
    and exists (select from public.jerseys where id = record_arrangement.jersey_id and status = 'approved') then
    perform private.write_revision(
      'jersey', record_arrangement.jersey_id,
      jsonb_build_object('photos', jsonb_build_object(
        'before', private.photos_in_words(record_arrangement.jersey_id, was),
        'after', private.photos_in_words(record_arrangement.jersey_id, becomes))),
      jsonb_build_object('photos', jsonb_build_object('before', was, 'after', becomes)));
  end if;
end $$;
comment on function private.record_arrangement is 'Writes the revision, if the order or a kind differs from what it was';

create function private.arrange_photos(jersey_id uuid, photos jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  was constant jsonb := private.photos_of(arrange_photos.jersey_id);
begin
  -- In each other's positions, so that a photo that comes back finds its place between the same two.
  update public.jersey_images image set position = wanted.position, kind = wanted.kind
  from (
    select (photo.value ->> 'id')::uuid as id, photo.value ->> 'kind' as kind,
      case when slots.are_distinct then slots.positions[photo.place] else photo.place - 1 end as position
    from jsonb_array_elements(photos) with ordinality photo (value, place)
    cross join (
      select array_agg(shown.position order by shown.position) as positions,
        count(*) = count(distinct shown.position) as are_distinct
      from public.jersey_images shown
      where shown.jersey_id = arrange_photos.jersey_id and shown.edit_id is null) slots
  ) wanted
  where image.jersey_id = arrange_photos.jersey_id and image.edit_id is null and image.id = wanted.id
    and (image.position, image.kind) is distinct from (wanted.position, wanted.kind);
  perform private.record_arrangement(arrange_photos.jersey_id, was);
end $$;
comment on function private.arrange_photos is 'Gives the public photos of a jersey, all of them, this order and these kinds';

-- What is deleted takes its history along. Of a merged jersey it stays, unread, and the other one's says what came to it.
create function private.close_history(target_type text, target_id uuid, title text default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  kept uuid;
begin
  if target_type = 'jersey' then
    select into_id into kept from public.jersey_redirects where from_id = target_id;
  end if;
  if kept is null then
    delete from public.revisions revision
    where revision.target_type = close_history.target_type and revision.target_id = close_history.target_id;
  else
    perform private.write_revision(
      'jersey', kept, jsonb_build_object('merged', jsonb_build_object('before', title, 'after', null)), null, 'merge');
  end if;
end $$;

create function private.end_history() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.close_history(tg_argv[0], old.id);
  return old;
end $$;

create function private.apply_edit(edit public.jersey_edits, refused text[], reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  accepted constant jsonb := edit.changes - refused;
  added constant uuid[] := array(
    select image.id from public.jersey_images image
    where image.edit_id = edit.id and image.url <> all (refused));
  removed constant uuid[] := array(
    select image.id from public.jersey_images image
    where image.id = any (edit.removed_images) and image.url <> all (refused));
  -- In the order of the edit; what it could not remove comes last.
  images constant uuid[] := array(
    select image.id from private.edited_images image
    where image.edit_id = edit.id and image.url <> all (refused)
    order by image.place)
    || array(select unnest(edit.removed_images) except select unnest(removed));
begin
  perform private.begin_revision('edit', edit.author_id);
  update public.jerseys jersey
  set title = wanted.title, edition = wanted.edition, description = wanted.description,
    external_link = wanted.external_link
  from public.jerseys approved
  cross join lateral jsonb_populate_record(approved, accepted) wanted
  where approved.id = edit.jersey_id and jersey.id = approved.id and accepted <> '{}';
  delete from public.jersey_images image
  where image.jersey_id = edit.jersey_id and image.id = any (removed);
  update public.jersey_images image set edit_id = null where image.id = any (added);
  -- A refused removal leaves less room.
  if refused <> '{}' and (
    select count(*) > 20 or count(*) filter (where image.contributor_id = edit.author_id) > 5
    from public.jersey_images image where image.jersey_id = edit.jersey_id and image.edit_id is null) then
    raise sqlstate 'PT409' using
      message = 'edit_part_too_many_images',
      detail = 'With the images that stay, the author would have more than five, or the jersey more than twenty.';
  end if;
  if edit.image_order is not null and 'order' <> all (refused) then
    perform private.place_images(images);
  end if;
  perform private.end_revision();
  if refused = '{}' then
    delete from public.jersey_edits where id = edit.id;
    return;
  end if;
  -- What is refused stays with its author, as a refused edit does.
  update public.jersey_edits part
  set status = 'refused', note = reason, changes = part.changes - array(select jsonb_object_keys(accepted)),
    removed_images = array(select unnest(part.removed_images) except select unnest(removed)),
    image_order = case when 'order' = any (refused) then part.image_order end
  where part.id = edit.id;
  perform private.notify(
    edit.author_id, 'jersey', 'partly_reverted', 'jersey', edit.jersey_id,
    (select title from public.jerseys where id = edit.jersey_id), reason);
end $$;
comment on function private.apply_edit is
  'Publishes an edit but for what is refused of it (private.edited_items()), which its author keeps and is told of';

-- Reading.
create function private.may_read(target_type text, target_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case may_read.target_type
    when 'jersey' then exists (
      select from public.jerseys jersey
      where jersey.id = may_read.target_id
        and (jersey.status = 'approved' and jersey.is_active or jersey.author_id = auth.uid()
          or public.is_admin(auth.uid()) or jersey.status <> 'approved' and public.is_reviewer(auth.uid())))
    when 'team' then exists (
      select from public.teams team
      where team.id = may_read.target_id and (team.is_active or public.is_admin(auth.uid())))
    when 'competition' then exists (
      select from public.competitions competition
      where competition.id = may_read.target_id and (competition.is_active or public.is_admin(auth.uid())))
    else false
  end
$$;
comment on function private.may_read is 'True if the caller reads this row: as the policies of its table say';

create function private.target_row(target_type text, target_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case target_row.target_type
    when 'jersey' then (
      select to_jsonb(jersey) || jsonb_build_object('photos', private.photos_of(jersey.id))
      from public.jerseys jersey where jersey.id = target_row.target_id)
    when 'team' then (select to_jsonb(team) from public.teams team where team.id = target_row.target_id)
    when 'competition' then (
      select to_jsonb(competition) from public.competitions competition
      where competition.id = target_row.target_id)
  end
$$;

create function private.is_outdated(revision public.revisions, field text, current jsonb) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case
    -- One file in the place of another: the former one is gone.
    when field = 'image' and num_nulls(
      revision.changes -> 'image' ->> 'before', revision.changes -> 'image' ->> 'after') = 0 then true
    when field = 'image' and revision.changes -> 'image' ->> 'after' is not null then not exists (
      select from public.jersey_images image
      where image.id = (revision.stored -> 'image' ->> 'id')::uuid and image.jersey_id = revision.target_id
        and image.edit_id is null and image.url = revision.changes -> 'image' ->> 'after')
    -- A file that nobody holds may have been replaced by its owner.
    when field = 'image' then exists (
        select from public.jersey_images image
        where image.jersey_id = revision.target_id and image.path = revision.stored -> 'image' ->> 'path')
      or not private.is_image_in_use(revision.stored -> 'image' ->> 'path')
      -- Held again, it may have been replaced in between.
      or not exists (
        select from storage.objects object
        where object.bucket_id = 'jerseys' and object.name = revision.stored -> 'image' ->> 'path'
          and greatest(object.created_at, object.updated_at) <= revision.at)
    when field = 'photos' then
      private.differs('photos', current, jsonb_build_object('photos', revision.stored -> 'photos' -> 'after'))
      or current -> 'photos' = private.arranged_photos(current -> 'photos', revision.stored -> 'photos' -> 'before')
    when revision.stored ? (field || '_id') then
      nullif(current -> (field || '_id'), 'null')
        is distinct from nullif(revision.stored -> (field || '_id') -> 'after', 'null')
      or nullif(revision.stored -> (field || '_id') -> 'after', 'null') is null
        and coalesce(current -> field, 'null') <> revision.changes -> field -> 'after'
      or field = 'competition' and not exists (
        select from public.competitions
        where id = (revision.stored -> 'competition_id' ->> 'before')::uuid)
      or field = 'season' and not exists (
        select from public.seasons where id = (revision.stored -> 'season_id' ->> 'before')::uuid)
    else coalesce(current -> field, 'null') <> revision.changes -> field -> 'after'
  end
$$;
comment on function private.is_outdated is
  'True if a field isn''t any more what the revision made of it, or can''t become what it was';

create function public.history(
  target_type text, target_id uuid, before_id bigint default null, page_size integer default 20
) returns table (
  id bigint, at timestamptz, kind text, changes jsonb, reason text, username text, display_name text, undoes bigint,
  is_undoable boolean
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  size constant integer := least(greatest(coalesce(page_size, 20), 1), 100);
  is_reviewing constant boolean := public.is_reviewer(auth.uid());
  current jsonb;
  shown integer;
begin
  if not private.may_read(history.target_type, history.target_id) then
    return;
  end if;
  if is_reviewing then
    current := private.target_row(history.target_type, history.target_id);
  end if;
  return query
  select revision.id, revision.at, revision.kind, revision.changes, revision.reason, profile.username,
    profile.display_name, revision.undoes,
    is_reviewing and revision.kind not in ('approved', 'merge') and exists (
      select from jsonb_object_keys(revision.changes) field
      where not private.is_outdated(revision, field, current))
  from public.revisions revision
  left join public.profiles profile on profile.id = revision.contributor_id
  where revision.target_type = history.target_type and revision.target_id = history.target_id
    and (before_id is null or revision.id < before_id)
  order by revision.id desc limit size;
  get diagnostics shown = row_count;
  -- Of a jersey that was approved before there was a history, the approval is known.
  if history.target_type = 'jersey' and shown < size and coalesce(before_id, 1) > 0 then
    return query
    select 0::bigint, least(jersey.moderated_at, earliest.at, now()), 'approved', '{}'::jsonb, null::text,
      profile.username, profile.display_name, null::bigint, false
    from public.jerseys jersey
    left join public.profiles profile on profile.id = jersey.author_id
    cross join lateral (
      select min(revision.at) as at, coalesce(bool_or(revision.kind = 'approved'), false) as is_known
      from public.revisions revision
      where revision.target_type = 'jersey' and revision.target_id = jersey.id) earliest
    where jersey.id = history.target_id and jersey.status = 'approved' and not earliest.is_known;
  end if;
end $$;
comment on function public.history is
  'The public history of a jersey, team or competition, newest first; of a jersey it ends with the approval (id 0 if that was before the history). For reviewers it says which revisions have a field that can be undone';
revoke execute on function public.history from public;
grant execute on function public.history to anon, authenticated, service_role;

create function public.contributors(jersey_id uuid)
returns table (username text, display_name text, revisions integer)
language sql stable security definer set search_path = ''
as $$
  select profile.username, profile.display_name, sum(given.revisions)::integer
  from (
    select revision.contributor_id, count(*) as revisions
    from public.revisions revision
    where revision.target_type = 'jersey' and revision.target_id = contributors.jersey_id
      and revision.contributor_id is not null
      and not exists (select from public.revisions later where later.undoes = revision.id)
    group by revision.contributor_id
    union all
    -- Approved before there was a history.
    select jersey.author_id, 1
    from public.jerseys jersey
    where jersey.id = contributors.jersey_id and jersey.status = 'approved'
      and not exists (
        select from public.revisions revision
        where revision.target_type = 'jersey' and revision.target_id = jersey.id and revision.kind = 'approved')
  ) given
  join public.profiles profile on profile.id = given.contributor_id
  where private.may_read('jersey', contributors.jersey_id)
  group by profile.id, profile.username, profile.display_name
  order by 3 desc, profile.username
$$;
comment on function public.contributors is
  'Who contributed to a jersey, with how many changes that were not undone; who submitted it has one for that';
revoke execute on function public.contributors from public;
grant execute on function public.contributors to anon, authenticated, service_role;

create function public.undone_revisions(revision_ids bigint[]) returns table (id bigint, is_whole boolean)
language sql stable security definer set search_path = ''
as $$
  select revision.id, bool_and(undone.is_undone)
  from public.revisions revision
  cross join lateral jsonb_object_keys(revision.changes) field
  cross join lateral (select private.is_undone(revision.id, field) as is_undone) undone
  where revision.id = any (revision_ids[:200])
    and exists (select from public.revisions later where later.undoes = revision.id)
    and private.may_read(revision.target_type, revision.target_id)
  group by revision.id
  having bool_or(undone.is_undone)
$$;
comment on function public.undone_revisions is
  'Those of these revisions that were undone and not brought back since: whole, or some of their fields';
revoke execute on function public.undone_revisions from public;
grant execute on function public.undone_revisions to anon, authenticated, service_role;

-- The policies of the three tables decide what `exists` finds here.
create policy "visitors read the history of what they read" on public.revisions
  for select to anon
  using (
    case target_type
      when 'jersey' then exists (select from public.jerseys where jerseys.id = target_id)
      when 'team' then exists (select from public.teams where teams.id = target_id)
      else exists (select from public.competitions where competitions.id = target_id)
    end);

create policy "members read the history of what they read" on public.revisions
  for select to authenticated
  using (
    case target_type
      when 'jersey' then exists (select from public.jerseys where jerseys.id = target_id)
      when 'team' then exists (select from public.teams where teams.id = target_id)
      else exists (select from public.competitions where competitions.id = target_id)
    end);

revoke execute on function
  private.public_columns, private.name_column, private.differs, private.in_words, private.changes_in_words, private.changed_ids,
  private.as_text, private.begin_revision, private.end_revision, private.write_revision, private.record_row_revision,
   private.record_photo_revision, private.record_arrangement, private.arrange_photos, private.close_history, private.end_history, private.record_revision,
  private.apply_edit, private.may_read, private.target_row, private.is_outdated
from public;

-- schemas/contribute/staging.sql

-- How an author's change of an approved jersey becomes an edit (docs/decisions/038-staged-edits.md).
-- Authors write by the same calls as before an approval: the change is taken back and kept in the edit instead.
-- The answer to a write of texts shows its author the edit. Reads of jerseys show everybody the approved texts; policies show
-- photos of an edit to its author and to reviewers.

create view private.edited_images as
  select edit.id as edit_id, edit.jersey_id, image.id, image.version, image.url, image.position,
    row_number() over (
      partition by edit.id, edit.jersey_id
      order by array_position(edit.image_order, image.id), image.position, image.id) as place
  from public.jersey_edits edit
  join public.jersey_images image on image.jersey_id = edit.jersey_id
    and (image.edit_id = edit.id or image.edit_id is null and image.id <> all (edit.removed_images));
comment on view private.edited_images is 'The images of a jersey as an edit wants them';

-- Conditions of triggers. They run with the caller's rights on purpose, so that `current_user` tells a member's request from a function's own write.
create function private.is_author_writing() returns boolean
language sql stable set search_path = ''
as $$ select current_user = 'authenticated' and not public.is_admin(auth.uid()) $$;
comment on function private.is_author_writing is
  'True in a request of a member, false for administrators, triggers, and functions with their owner''s rights';

create function private.stages_edits(status text) returns boolean
language sql stable set search_path = ''
as $$ select status = 'approved' and private.is_author_writing() $$;
comment on function private.stages_edits is 'True if a write to a jersey of this status goes into an edit';

create function private.is_staging() returns boolean
language sql stable set search_path = ''
as $$ select private.current_change() ? 'staging' $$;
comment on function private.is_staging is
  'True while a trigger puts an approved jersey back. Such a write changes nothing that is public, so it is neither on record nor announced';

create function private.open_edit(jersey uuid, changes jsonb default '{}') returns uuid
language sql security definer set search_path = ''
as $$
  insert into public.jersey_edits as edit (jersey_id, author_id, changes)
  values (open_edit.jersey, auth.uid(), open_edit.changes)
  on conflict (jersey_id) do update set
    changes = edit.changes || excluded.changes, status = 'open', note = null, edited_at = now()
  returning id
$$;
comment on function private.open_edit is 'Adds texts to the jersey''s edit, and puts it before administrators (again)';

create function private.reconcile_edit(jersey uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  waiting timestamptz;
begin
  delete from public.jersey_edits edit
  where edit.jersey_id = reconcile_edit.jersey and edit.changes = '{}' and edit.removed_images = '{}'
    and edit.image_order is null
    and not exists (select from public.jersey_images image where image.edit_id = edit.id);
  select edit.edited_at into waiting from public.jersey_edits edit
  where edit.jersey_id = reconcile_edit.jersey and edit.status = 'open';
  perform private.set_change('staging', 'true');
  update public.jerseys set edited_at = waiting
  where id = reconcile_edit.jersey and status = 'approved' and edited_at is distinct from waiting;
  perform private.set_change('staging', null);
end $$;
comment on function private.reconcile_edit is
  'Deletes an edit that changes nothing (any more), and brings the jersey into the moderation queue, or out of it';

create function private.reconcile_deleted_edit() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.reconcile_edit(old.jersey_id);
  return null;
end $$;

-- A member who deletes images locks them, then (in a trigger) their jersey. What locks the jersey and then changes its images
-- takes the same order, or each could wait for the other. Decisions on a jersey wait for each other before they lock its images:
-- one that waited for a merge would otherwise meet images that it hadn't seen, after the jersey and not before it.
create function private.lock_images(jerseys uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  has_jerseys boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('decision ' || jersey, 0))
  from (select distinct unnest(lock_images.jerseys) as jersey order by 1) wanted;
  loop
    perform from public.jersey_images image where image.jersey_id = any (lock_images.jerseys)
    order by image.id for update;
    has_jerseys := false;
    begin
      perform from public.jerseys where id = any (lock_images.jerseys) order by id for update;
      has_jerseys := true;
      -- An image that came before the jersey was locked may be held by a member who waits for the jersey. Then the jersey is
      -- released, and the image waited for.
      perform from public.jersey_images image where image.jersey_id = any (lock_images.jerseys)
      order by image.id for update nowait;
      return;
    exception when lock_not_available then
      -- A time limit for locks (lock_timeout) raises the same.
      if not has_jerseys then
        raise;
      end if;
    end;
  end loop;
end $$;
comment on function private.lock_images is 'Locks the images of jerseys, and then the jerseys, for a decision';

-- Texts: the update itself takes place, so constraints are checked and RETURNING shows the author's version. Then
-- the approved version comes back, in the same statement: no other transaction ever sees another.

-- One trigger per column: a column that the author did not name keeps its edit; one set to the approved text loses it.
create function private.stage_text() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  field constant text := tg_argv[0];
  wanted constant jsonb := to_jsonb(new) -> field;
begin
  if wanted is distinct from to_jsonb(old) -> field then
    perform private.open_edit(new.id, jsonb_build_object(field, wanted));
  elsif exists (select from public.jersey_edits edit where edit.jersey_id = new.id and edit.changes ? field) then
    perform private.open_edit(new.id);
    update public.jersey_edits set changes = changes - field where jersey_id = new.id;
  end if;
  return new;
end $$;
comment on function private.stage_text is 'Argument: the column';

create function private.show_edit() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  return jsonb_populate_record(
    new, (select edit.changes from public.jersey_edits edit where edit.jersey_id = new.id));
end $$;
comment on function private.show_edit is 'Answers the author with all of their edit';

create function private.keep_approved() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.set_change('staging', 'true');
  update public.jerseys
  set title = old.title, edition = old.edition, description = old.description,
    external_link = old.external_link
  where id = new.id
    and (title, edition, description, external_link)
      is distinct from (old.title, old.edition, old.description, old.external_link);
  perform private.reconcile_edit(new.id);
  return null;
end $$;

-- Images. An added one becomes part of the edit. A removed one stays as a copy under another id: the id that the
-- author knows is gone, as after any deletion.
create function private.locked_status(jersey uuid) returns text
language sql security definer set search_path = ''
as $$ select status from public.jerseys where id = locked_status.jersey for no key update $$;
comment on function private.locked_status is
  'Status of a jersey that no decision can change before this transaction ends';

create function private.stage_image(image public.jersey_images) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  edit uuid;
  back uuid;
begin
  -- Looked up with the lock: a decision may have been taken since the statement began.
  if private.locked_status(image.jersey_id) is distinct from 'approved' then
    return;
  end if;
  edit := private.open_edit(image.jersey_id);
  select removed.id into back
  from public.jersey_edits waiting
  join public.jersey_images removed
    on removed.jersey_id = waiting.jersey_id and removed.id = any (waiting.removed_images)
  where waiting.id = edit and removed.url = image.url and removed.alt is not distinct from image.alt
    -- The same photo under another licence is a change.
    and removed.licence = image.licence and removed.rights_stated = image.rights_stated
  order by removed.position, removed.id limit 1;
  perform private.set_change('staging', 'true');
  if back is null then
    update public.jersey_images set edit_id = edit where id = image.id;
  else
    -- Removed and added again is no change.
    delete from public.jersey_images where id = image.id;
    update public.jersey_images set id = image.id where id = back and back = private.parked_image_id(image.id);
    update public.jersey_edits set removed_images = array_remove(removed_images, back) where id = edit;
  end if;
  perform private.reconcile_edit(image.jersey_id);
end $$;

create function private.stage_image_removal(image public.jersey_images) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  edit uuid;
begin
  if private.locked_status(image.jersey_id) is distinct from 'approved' then
    return;
  end if;
  edit := private.open_edit(image.jersey_id);
  update public.jersey_edits
  set removed_images = case when image.edit_id is null then removed_images || image.id else removed_images end,
    image_order = array_remove(image_order, image.id)
  where id = edit;
  if image.edit_id is null then
    perform private.set_change('staging', 'true');
    insert into public.jersey_images (
      id, jersey_id, url, alt, position, likeness, version, licence, rights_stated, kind)
    values (
      image.id, image.jersey_id, image.url, image.alt, image.position, image.likeness, image.version, image.licence,
      image.rights_stated, image.kind);
  end if;
  perform private.reconcile_edit(image.jersey_id);
end $$;

create function private.place_images(image_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  jersey constant uuid := (select jersey_id from public.jersey_images where id = image_ids[1]);
  was constant jsonb := private.photos_of(jersey);
begin
  update public.jersey_images image set position = wanted.place - 1
  from unnest(image_ids) with ordinality as wanted (id, place)
  where image.id = wanted.id and image.position <> wanted.place - 1;
  perform private.record_arrangement(jersey, was);
end $$;

revoke execute on function
  private.open_edit, private.reconcile_edit, private.reconcile_deleted_edit, private.lock_images, private.stage_text, private.show_edit,
  private.keep_approved, private.locked_status, private.stage_image, private.stage_image_removal, private.place_images
from public;

-- schemas/contribute/suggestions.sql

-- Suggestions: corrections and photos from members about what others contributed.
-- A suggestion names the values it was made against and a source (docs/decisions/063-suggestions-against-a-value.md).
-- Files of refused photos stay while the refusal can be contested.

create table public.suggestions (
  id uuid primary key default gen_random_uuid(),
  -- No reference: a suggestion outlives its target, as its member is told of it.
  target_type text not null
    constraint suggestions_target_type_known check (target_type in ('jersey', 'team', 'competition')),
  target_id uuid not null,
  title text not null,
  member_id uuid references public.profiles (id) on delete set null,
  changes jsonb not null constraint suggestions_changes_object check (jsonb_typeof(changes) = 'object'),
  was jsonb not null,
  words jsonb not null,
  source text not null constraint suggestions_source_length check (char_length(source) between 10 and 500),
  status text not null default 'open'
    constraint suggestions_status_known check (status in ('open', 'accepted', 'partly', 'refused', 'withdrawn')),
  verdicts jsonb not null default '{}',
  created_at timestamptz not null default now(),
  edited_at timestamptz not null default now(),
  decided_at timestamptz,
  contest text constraint suggestions_contest_length check (char_length(contest) between 1 and 1000),
  contested_at timestamptz,
  -- Since when its jersey is removed. An open one waits until that is undone, or ends with the jersey.
  held_at timestamptz,
  trusted boolean not null default false,
  afterwards text
    constraint suggestions_afterwards_known check (afterwards in ('seen', 'undone')),
  constraint suggestions_contest_dated check ((contest is null) = (contested_at is null)),
  constraint suggestions_afterwards_trusted check (afterwards is null or trusted)
);
comment on table public.suggestions is 'Corrections and photos that members suggest; suggest() and decide_suggestion() write them';
comment on column public.suggestions.title is 'Of its target when it was suggested';
comment on column public.suggestions.member_id is 'Null: a former member, of a suggestion that was decided';
comment on column public.suggestions.changes is
  'Column and wanted value. `league` follows `competition_id`, `team` and `brand` stand beside `team_id` and `brand_id`: they have no verdict of their own';
comment on column public.suggestions.was is 'The same columns, as they were when it was suggested';
comment on column public.suggestions.words is 'Column, before and after, for people; names in place of ids';
comment on column public.suggestions.verdicts is
  'By column, or `photo:` and the id of a photo: {"accepted": …, "reason": …, "note": …}. Who decided is in private.decisions';
comment on column public.suggestions.trusted is 'It was public at once, by trust; no reviewer decided';
comment on column public.suggestions.afterwards is 'Of a trusted one: whether a reviewer has seen it since, or it was wrong and undone as far as it still stood. Null: it waits for that';

create index suggestions_of_target on public.suggestions (target_id, target_type) where status = 'open';
comment on index public.suggestions_of_target is 'Open suggestions for a thing: duplicates, merges, deletions';
create index suggestions_of_member on public.suggestions (member_id, status, created_at desc, id desc);
comment on index public.suggestions_of_member is 'A member''s suggestions: account, limits';
create index suggestions_decided on public.suggestions (decided_at desc) where decided_at is not null;
comment on index public.suggestions_decided is 'The latest decisions: how long they take';
-- A number: the planner would turn "is not open" into "<>", for which there is no index.
create index suggestions_queue on public.suggestions (((status = 'open')::integer), created_at, id)
  where status = 'open' or trusted and afterwards is null;
comment on index public.suggestions_queue is
  'The reviewers'' two lists, oldest first: what waits, and what was public at once and nobody has looked at';
create index suggestions_decided_of_member on public.suggestions (member_id, decided_at desc) where decided_at is not null;
comment on index public.suggestions_decided_of_member is 'A member''s latest decisions: trust';

alter table public.suggestions enable row level security;
revoke all on public.suggestions from anon, authenticated;
grant select on public.suggestions to authenticated;
grant select, insert, update, delete on public.suggestions to service_role;

create table public.suggestion_photos (
  id uuid primary key default gen_random_uuid(),
  suggestion_id uuid not null references public.suggestions (id) on delete cascade,
  url text not null
    constraint suggestion_photos_url_format check (url ~ '^(https?:/)?/[^\s]+$' and url !~ '/\.\.?(/|$)')
    constraint suggestion_photos_url_length check (char_length(url) <= 2048),
  path text generated always as (private.storage_path(url)) stored,
  alt text
    constraint suggestion_photos_alt_length check (char_length(alt) <= 300)
    constraint suggestion_photos_alt_visible check (private.is_visible(alt)),
  kind text not null
    constraint suggestion_photos_kind_known check (kind in ('front', 'back', 'detail', 'label', 'worn')),
  licence text not null default 'shown-here-only'
    constraint suggestion_photos_licence_known check (licence in ('CC-BY-SA-4.0', 'shown-here-only')),
  rights_stated boolean not null default false,
  likeness bit(128)
    constraint suggestion_photos_likeness_telling
      check (bit_count(substring(likeness from 1 for 64)) between 6 and 58),
  version uuid not null default gen_random_uuid(),
  constraint suggestion_photos_licence_stated check (licence = 'shown-here-only' or rights_stated)
);
comment on table public.suggestion_photos is 'Photos that members suggest; once accepted, the jersey has a row of its own with the file';

create index suggestion_photos_by_suggestion on public.suggestion_photos (suggestion_id);
create index suggestion_photos_by_path on public.suggestion_photos (path);
comment on index public.suggestion_photos_by_path is 'Whether a file is in use: policies of the bucket, clean-up';

alter table public.suggestion_photos enable row level security;
revoke all on public.suggestion_photos from anon, authenticated;
grant select on public.suggestion_photos to authenticated;
grant select, insert, update, delete on public.suggestion_photos to service_role;

create function private.check_suggested_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.check_image_address(new.url);
  return new;
end $$;

create function private.keep_suggested_file() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.storage_deletions file using added
  where file.bucket_id = 'jerseys' and file.name = added.path and file.held_for is null;
  -- The file of an undone photo is still held for its undoing, and as long as the suggestion may wait.
  update public.storage_deletions file set retry_at = greatest(file.retry_at, now() + interval '90 days')
  from added where file.bucket_id = 'jerseys' and file.name = added.path;
  return null;
end $$;

create table private.suggestion_claims (
  suggestion_id uuid constraint suggestion_claims_pkey primary key
    references public.suggestions (id) on delete cascade,
  reviewer_id uuid not null references auth.users (id) on delete cascade,
  until timestamptz not null
);
comment on table private.suggestion_claims is 'Who is looking at a suggestion, for ten minutes';


alter table private.suggestion_claims enable row level security;
revoke all on private.suggestion_claims from public, anon, authenticated, service_role;

-- Files. A refused photo stays while its refusal can be contested.
create function private.contest_time() returns interval
language sql immutable set search_path = ''
as $$ select interval '30 days' $$;
comment on function private.contest_time is 'How long a decision on a suggestion can be contested';

create function private.is_suggested_photo(name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.suggestion_photos photo
    join public.suggestions suggestion on suggestion.id = photo.suggestion_id
    where photo.path = is_suggested_photo.name
      and (suggestion.status = 'open'
        or suggestion.status in ('refused', 'partly') and suggestion.contested_at is null
          and suggestion.decided_at > now() - private.contest_time()
          and suggestion.verdicts -> ('photo:' || photo.id) ->> 'accepted' = 'false'))
$$;
comment on function private.is_suggested_photo is 'True if a suggestion may still show the file';

create function private.looks_alike(one bit, other bit) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(
    bit_count(substring(one from 1 for 64) # substring(other from 1 for 64)) <= 7
      and bit_count(substring(one from 65) # substring(other from 65)) <= 4,
    false)
$$;
comment on function private.looks_alike is 'True if two pictures are probably the same; see same_pictures()';

-- What can be suggested, and reading it.
create function private.suggestable_columns(target_type text) returns text[]
language sql immutable set search_path = ''
as $$
  select case target_type
    when 'jersey' then array[
      'title', 'competition_id', 'season_id', 'team_id', 'year', 'kit_type', 'colors', 'brand_id', 'edition', 'price',
      'external_link', 'description', 'photos']
    when 'team' then array['name', 'short_name', 'city', 'country', 'founded_year', 'colors']
    when 'competition' then array['name', 'country']
  end
$$;
comment on function private.suggestable_columns is 'The fields of a suggestion, each with a verdict of its own';

create function private.is_arrangement(photos jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select case when jsonb_typeof(photos) = 'array' then
    jsonb_array_length(photos) <= 20
    and not jsonb_path_exists(photos, 'strict $[*] ? (@.type() != "object")')
    and (
      select coalesce(bool_and(
        photo - array['id', 'kind'] = '{}' and private.is_uuid(photo ->> 'id')
        and coalesce(photo ->> 'kind', 'front') = any (array['front', 'back', 'detail', 'label', 'worn'])), true)
        and count(*) = count(distinct photo -> 'id')
      from jsonb_array_elements(case when jsonb_typeof(photos) = 'array' then photos end) photo
      where jsonb_typeof(photo) = 'object')
  else false end
$$;
comment on function private.is_arrangement is 'True of a list of at most twenty photos, each once, by id and perhaps kind';

create function private.check_shape(target_type text, changes jsonb) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if private.suggestable_columns(target_type) is null or jsonb_typeof(changes) is distinct from 'object'
    or changes - private.suggestable_columns(target_type)
      - (case target_type when 'jersey' then array['league', 'team', 'brand'] else '{}' end) <> '{}'
    -- A text field would take the characters of a list or an object.
    or jsonb_path_exists(
      changes,
      'strict $.keyvalue() ? (@.key != "colors" && @.key != "photos" && (@.value.type() == "object" || @.value.type() == "array"))',
      silent => true)
    or changes ? 'colors'
      and (jsonb_typeof(changes -> 'colors') <> 'array'
        or jsonb_path_exists(changes, 'strict $.colors[*] ? (@.type() != "string")'))
    or changes ? 'photos' and not private.is_arrangement(changes -> 'photos')
    -- The league is that of the competition.
    or changes ? 'league' and not changes ? 'competition_id' then
    raise sqlstate 'PT400' using
      message = 'suggestion_field_unknown', detail = 'Suggested is an object of fields with single values, colors with a list, and photos with a list of ids and kinds: '
        || coalesce(array_to_string(private.suggestable_columns(target_type), ', '), 'of a jersey, team or competition') || '.';
  end if;
end $$;

create function private.check_reference(relation text, "column" text, is_known boolean) returns void
language plpgsql set search_path = ''
as $$
begin
  if not is_known then
    raise foreign_key_violation using
      message = format('insert or update on table "%s" violates foreign key constraint "%1$s_%s_fkey"', relation, "column"),
      detail = 'There is no such row, or it is not active.',
      table = relation, constraint = format('%s_%s_fkey', relation, "column");
  end if;
end $$;

create function private.completed_changes(target_type text, present jsonb, changes jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  field text;
  done jsonb := '{}';
  chosen uuid;
  name text;
begin
  for field in select jsonb_object_keys(changes) loop
    done := done || jsonb_build_object(field, case
      when jsonb_typeof(changes -> field) = 'string' then to_jsonb(private.tidy(changes ->> field))
      else changes -> field end);
  end loop;
  if target_type <> 'jersey' then
    return done;
  end if;
  -- The whole arrangement, as it would become.
  if done ? 'photos' then
    done := done || jsonb_build_object('photos', private.arranged_photos(present -> 'photos', done -> 'photos'));
  end if;
  if done ? 'competition_id' then
    done := done || jsonb_build_object('league', (
      select league from public.competitions
      where id = (done ->> 'competition_id')::uuid and is_active));
    perform private.check_reference('jerseys', 'competition_id', done ->> 'league' is not null);
  end if;
  if done ? 'season_id' then
    perform private.check_reference('jerseys', 'season_id', exists (
      select from public.seasons where id = (done ->> 'season_id')::uuid and is_active));
  end if;
  -- A chosen team or brand overrides the text typed beside it.
  if done ?| array['team_id', 'team'] then
    chosen := (done ->> 'team_id')::uuid;
    name := coalesce(done ->> 'team', present ->> 'team');
    if chosen is not null then
      select teams.name into name from public.teams where id = chosen and is_active;
      perform private.check_reference('jerseys', 'team_id', found);
    end if;
    done := done || jsonb_build_object('team_id', chosen, 'team', name);
  end if;
  if done ?| array['brand_id', 'brand'] then
    chosen := (done ->> 'brand_id')::uuid;
    name := done ->> 'brand';
    if chosen is not null then
      select brands.name into name from public.brands where id = chosen;
      perform private.check_reference('jerseys', 'brand_id', found);
    end if;
    done := done || jsonb_build_object('brand_id', chosen, 'brand', name);
  end if;
  return done;
end $$;
comment on function private.completed_changes is
  'Tidied, with the names and the league beside the ids; refuses ids of what visitors don''t see';

-- The constraints of the table, so that a value is refused when it is suggested and not when it is accepted.
create function private.check_constraints(relation regclass, version jsonb, columns text[]) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  rule record;
  holds boolean;
begin
  for rule in
    select constraint_.conname, pg_catalog.pg_get_expr(constraint_.conbin, constraint_.conrelid) as condition
    from pg_catalog.pg_constraint constraint_
    where constraint_.conrelid = relation and constraint_.contype = 'c'
      and exists (
        select from pg_catalog.pg_attribute attribute
        where attribute.attrelid = relation and attribute.attnum = any (constraint_.conkey)
          and attribute.attname = any (columns))
    order by constraint_.conname
  loop
    execute format('select %s from jsonb_populate_record(null::%s, $1) given', rule.condition, relation)
    into holds using version;
    if not coalesce(holds, true) then
      raise check_violation using
        message = format('new row for relation "%s" violates check constraint "%s"',
          (select relname from pg_catalog.pg_class where oid = relation), rule.conname),
        table = (select relname from pg_catalog.pg_class where oid = relation), constraint = rule.conname;
    end if;
  end loop;
  -- Not null is no check.
  if exists (
    select from pg_catalog.pg_attribute attribute
    where attribute.attrelid = relation and attribute.attnotnull and attribute.attname = any (columns)
      and coalesce(version -> attribute.attname, 'null') = 'null') then
    raise not_null_violation using message = 'A field of the suggestion can''t be empty.';
  end if;
end $$;

create function private.relation_of(target_type text) returns regclass
language sql immutable set search_path = ''
as $$
  select case target_type
    when 'jersey' then 'public.jerseys' when 'team' then 'public.teams' when 'competition' then 'public.competitions'
  end::regclass
$$;

create function private.suggestion_words(target_type text, was jsonb, becomes jsonb, columns text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(
    name, jsonb_build_object(
      'before', coalesce(private.in_words(name, was), 'null'), 'after', coalesce(private.in_words(name, becomes), 'null'))), '{}')
  from unnest(columns) name
$$;

create function private.with_dependent_columns(columns text[]) returns text[]
language sql immutable set search_path = ''
as $$
  select array(
    select unnest(columns)
    union select private.name_column(name) from unnest(columns) name where private.name_column(name) is not null
    union select 'league' where 'competition_id' = any (columns))
$$;

create function private.pick_columns(version jsonb, columns text[]) returns jsonb
language sql immutable set search_path = ''
as $$ select coalesce(jsonb_object_agg(name, version -> name), '{}') from unnest(columns) name $$;

create function private.is_experienced(member uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
      select from auth.users where id = member and created_at <= now() - interval '30 days')
    and exists (
      select from public.suggestions where member_id = member and status in ('accepted', 'partly'))
$$;
comment on function private.is_experienced is
  'True of members for thirty days of whom a suggestion was accepted: they may have more open ones';

-- Suggesting.
create function public.suggest(
  target_type text, target_id uuid, changes jsonb, source text, photos jsonb default '[]',
  suggestion_id uuid default null
) returns public.suggestions
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  member constant uuid := auth.uid();
  kind constant text := suggest.target_type;
  target uuid := suggest.target_id;
  present jsonb;
  wanted jsonb;
  columns text[];
  given jsonb;
  pictures constant jsonb := coalesce(photos, '[]');
  stated constant text := private.tidy(source);
  amount integer;
  room integer;
  suggestion public.suggestions;
  at_once boolean;
begin
  if member is null then
    raise insufficient_privilege using message = 'suggestion_denied', detail = 'Members suggest.';
  end if;
  perform private.check_standing();
  perform private.check_shape(kind, changes);
  if jsonb_typeof(pictures) <> 'array' then
    raise sqlstate 'PT400' using
      message = 'suggestion_field_unknown', detail = 'Photos are of jerseys, a list of objects.';
  end if;
  -- A member's suggestions are serialized. Two at once would each see room for one more.
  perform pg_advisory_xact_lock(hashtextextended('suggestions ' || member, 0));
  perform private.count_write('suggestions', 1);

  -- What may be public at once is locked as for a decision, from the beginning: two who share a lock can't both write.
  at_once := suggest.suggestion_id is null and pictures = '[]' and (select trust.is_trusted from private.trust_in(member) trust);

  -- The lock keeps a merge or deletion waiting, which then finds this suggestion. One that came first is followed.
  loop
    if kind = 'jersey' then
      target := coalesce((select into_id from public.jersey_redirects where from_id = target), target);
      if at_once then
        perform private.lock_target(kind, target);
      end if;
      select to_jsonb(jersey) into present from public.jerseys jersey
      where jersey.id = target and jersey.status = 'approved' and jersey.is_active for key share;
      exit when found or not exists (select from public.jersey_redirects where from_id = target);
    elsif at_once then
      perform private.lock_target(kind, target);
    end if;
    if kind = 'team' then
      select to_jsonb(team) into present from public.teams team
      where team.id = target and team.is_active for key share;
      exit;
    elsif kind = 'competition' then
      select to_jsonb(competition) into present from public.competitions competition
      where competition.id = target and competition.is_active for key share;
      exit;
    end if;
  end loop;
  if present is null then
    raise sqlstate 'PT404' using
      message = 'suggestion_target_gone', detail = 'It was deleted, or is not shown any more.';
  end if;
  if suggest.suggestion_id is not null then
    select * into suggestion from public.suggestions own
    where own.id = suggest.suggestion_id and own.member_id = member for update;
    if not found then
      raise sqlstate 'PT404' using message = 'suggestion_not_found', detail = 'There is no such suggestion of yours.';
    end if;
    if suggestion.status <> 'open' or suggestion.contested_at is not null then
      raise sqlstate 'PT409' using
        message = 'suggestion_decided', detail = jsonb_build_object('status', suggestion.status)::text;
    end if;
    if (suggestion.target_type, suggestion.target_id) is distinct from (kind, target) then
      raise sqlstate 'PT404' using
        message = 'suggestion_not_found', detail = 'The suggestion is about something else.';
    end if;
  end if;

  if kind = 'jersey' then
    present := present || jsonb_build_object('photos', private.photos_of(target));
  end if;
  -- Values in the table's own types: 12.50 and 12.5 are one price.
  given := private.completed_changes(kind, present, changes);
  wanted := case kind
    when 'jersey' then to_jsonb(jsonb_populate_record(jsonb_populate_record(null::public.jerseys, present), given))
    when 'team' then to_jsonb(jsonb_populate_record(jsonb_populate_record(null::public.teams, present), given))
    else to_jsonb(jsonb_populate_record(jsonb_populate_record(null::public.competitions, present), given))
  end;
  -- No column of the table.
  wanted := wanted || private.pick_columns(given, array(select 'photos' where given ? 'photos'));
  columns := array(
    select name from unnest(private.suggestable_columns(kind)) name
    where given ? name and private.differs(name, present, wanted));
  if columns = '{}' and jsonb_array_length(pictures) = 0 then
    raise sqlstate 'PT400' using
      message = case when given = '{}' then 'suggestion_empty' else 'suggestion_already_so' end,
      detail = 'Nothing would change.';
  end if;
  if kind = 'jersey' and (present ->> 'author_id')::uuid = member
    and (columns && array['title', 'edition', 'description', 'external_link'] or jsonb_array_length(pictures) > 0) then
    raise sqlstate 'PT403' using
      message = 'suggestion_own_jersey', detail = 'Authors edit texts and photos of their jerseys; they suggest facts only.';
  end if;
  perform private.check_constraints(private.relation_of(kind), wanted, private.with_dependent_columns(columns));
  if stated is null or char_length(stated) not between 10 and 500 then
    raise sqlstate 'PT400' using
      message = 'suggestion_source', detail = 'A source or reason has 10 to 500 characters.';
  end if;

  at_once := at_once and private.is_small(kind, columns, wanted);
  if suggestion.id is null and not at_once then
    select count(*) into amount from public.suggestions own where own.member_id = member and own.status = 'open' and own.held_at is null;
    room := case when private.is_experienced(member) then 30 else 5 end;
    if amount >= room then
      raise sqlstate 'PT429' using
        message = 'suggestion_too_many', detail = room::text, hint = 'Wait until some are decided, or withdraw one.';
    end if;
  end if;
  given := private.pick_columns(wanted, private.with_dependent_columns(columns));
  if jsonb_array_length(pictures) = 0 and exists (
    select from public.suggestions other
    where other.target_id = target and other.target_type = kind and other.status = 'open'
      and other.id is distinct from suggestion.id
      -- Lists in the same order.
      and not exists (select from jsonb_each(given) field where other.changes -> field.key is distinct from field.value)) then
    raise sqlstate 'PT409' using
      message = 'suggestion_duplicate', detail = 'An open suggestion says the same.';
  end if;
  perform private.check_suggested_photos(kind, target, pictures, suggestion.id);

  if suggestion.id is null then
    insert into public.suggestions as made (target_type, target_id, title, member_id, changes, was, words, source)
    values (
      kind, target, coalesce(present ->> 'title', present ->> 'name'), member, given,
      private.pick_columns(present, private.with_dependent_columns(columns)),
      private.suggestion_words(kind, present, wanted, columns), stated)
    returning * into suggestion;
  else
    update public.suggestions made
    set target_id = target, title = coalesce(present ->> 'title', present ->> 'name'), changes = given,
      was = private.pick_columns(present, private.with_dependent_columns(columns)),
      words = private.suggestion_words(kind, present, wanted, columns), source = stated,
      edited_at = clock_timestamp()
    where made.id = suggestion.id
    returning * into suggestion;
    delete from public.suggestion_photos photo where photo.suggestion_id = suggestion.id;
  end if;
  insert into public.suggestion_photos (id, suggestion_id, url, alt, kind, licence, rights_stated, likeness)
  select coalesce(picture.id, gen_random_uuid()), suggestion.id, picture.url, private.tidy(picture.alt), picture.kind,
    coalesce(picture.licence, 'shown-here-only'), coalesce(picture.rights_stated, false), picture.likeness
  from jsonb_to_recordset(pictures) picture (
    id uuid, url text, alt text, kind text, licence text, rights_stated boolean, likeness bit(128));
  if at_once then
    perform private.begin_revision('trusted', member, null, suggestion.id);
    perform private.write_fields(kind, target, given);
    perform private.end_revision();
    update public.suggestions made
    set status = 'accepted', trusted = true, decided_at = now(),
      verdicts = (select jsonb_object_agg(name, '{"accepted": true}'::jsonb) from unnest(columns) name)
    where made.id = suggestion.id
    returning * into suggestion;
  end if;
  return suggestion;
end $$;
comment on function public.suggest is
  'Suggests other values for fields of a jersey, team or competition, and photos of a jersey, with a source; with `suggestion_id` it replaces an own open one. A merged jersey''s goes to the one that took its place. Small corrections of a trusted member are public at once';
revoke execute on function public.suggest from public, anon;
grant execute on function public.suggest to authenticated, service_role;

create function private.check_suggested_photos(target_type text, target uuid, photos jsonb, replaced uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  member constant uuid := auth.uid();
  amount constant integer := jsonb_array_length(photos);
begin
  if amount = 0 then
    return;
  end if;
  if target_type <> 'jersey' or jsonb_typeof(photos) <> 'array'
    or jsonb_path_exists(photos, '$[*] ? (@.type() != "object")') then
    raise sqlstate 'PT400' using message = 'suggestion_field_unknown', detail = 'Photos are of jerseys, a list of objects.';
  end if;
  -- A file of somebody else could be exchanged after it was accepted.
  if exists (
    select from jsonb_array_elements(photos) photo
    where split_part(private.storage_path(photo ->> 'url'), '/', 1) is distinct from member::text) then
    raise insufficient_privilege using
      message = 'suggestion_photo_denied', detail = 'A photo is a file of the member''s own folder.';
  end if;
  if amount > 5
    or amount
      + (select count(*) from public.jersey_images image
        where image.jersey_id = target and image.edit_id is null and image.contributor_id = member)
      + (select count(*) from public.suggestion_photos photo
        join public.suggestions open on open.id = photo.suggestion_id
        where open.target_id = target and open.member_id = member and open.status = 'open'
          and open.id is distinct from replaced
          and coalesce(open.verdicts -> ('photo:' || photo.id) ->> 'accepted', 'false') = 'false') > 5
    or amount
      + (select count(*) from public.jersey_images image
        where image.jersey_id = target and image.edit_id is null) > 20 then
    raise sqlstate 'PT409' using
      message = 'suggestion_photo_limit', detail = 'A jersey has five photos of a member, and twenty in all.';
  end if;
  if exists (
      select from jsonb_array_elements(photos) photo
      join public.jersey_images image on image.jersey_id = target
        and (image.path = private.storage_path(photo ->> 'url') or image.likeness::text = photo ->> 'likeness'))
    or exists (
      select from jsonb_array_elements(photos) photo
      join public.suggestion_photos other on other.path = private.storage_path(photo ->> 'url')
      join public.suggestions open on open.id = other.suggestion_id and open.target_id = target
        and open.status = 'open' and open.id is distinct from replaced)
    or amount > (
      select count(distinct private.storage_path(photo ->> 'url')) from jsonb_array_elements(photos) photo) then
    raise sqlstate 'PT409' using message = 'suggestion_duplicate', detail = 'The jersey has this photo already.';
  end if;
end $$;

create function public.withdraw_suggestion(suggestion_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  suggestion public.suggestions;
begin
  perform private.check_standing();
  select * into suggestion from public.suggestions own
  where own.id = withdraw_suggestion.suggestion_id and own.member_id = auth.uid() for update;
  if not found then
    raise sqlstate 'PT404' using message = 'suggestion_not_found', detail = 'There is no such suggestion of yours.';
  end if;
  if suggestion.status <> 'open' then
    raise sqlstate 'PT409' using
      message = 'suggestion_decided', detail = jsonb_build_object('status', suggestion.status)::text;
  end if;
  -- One that was contested is as it was decided.
  update public.suggestions own
  set status = case when suggestion.contested_at is null then 'withdrawn' else private.outcome_of(suggestion.verdicts) end
  where own.id = suggestion.id;
  delete from private.suggestion_claims claim where claim.suggestion_id = suggestion.id;
end $$;
comment on function public.withdraw_suggestion is 'Takes back an own open suggestion';
revoke execute on function public.withdraw_suggestion from public, anon;
grant execute on function public.withdraw_suggestion to authenticated, service_role;

create function private.outcome_of(verdicts jsonb) returns text
language sql immutable set search_path = ''
as $$
  select case
    when bool_and(verdict.value ->> 'accepted' = 'true') then 'accepted'
    when bool_or(verdict.value ->> 'accepted' = 'true') then 'partly'
    else 'refused'
  end
  from jsonb_each(verdicts) verdict
$$;

create function public.contest_suggestion(suggestion_id uuid, words text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  suggestion public.suggestions;
  said constant text := private.tidy(words);
begin
  perform private.check_standing();
  if said is null or char_length(said) > 1000 then
    raise sqlstate 'PT400' using message = 'suggestion_contest_words', detail = 'Say why, in 1 to 1000 characters.';
  end if;
  select * into suggestion from public.suggestions own
  where own.id = contest_suggestion.suggestion_id and own.member_id = auth.uid() for update;
  if not found then
    raise sqlstate 'PT404' using message = 'suggestion_not_found', detail = 'There is no such suggestion of yours.';
  end if;
  if suggestion.status not in ('refused', 'partly') or suggestion.contested_at is not null
    or suggestion.decided_at <= now() - private.contest_time()
    or suggestion.verdicts @? '$.* ? (@.reason == "gone")' then
    raise sqlstate 'PT409' using
      message = 'suggestion_contested', detail = 'It was contested already, or can''t be contested any more.';
  end if;
  -- A decided one stays with a jersey that was merged; what is open goes on with the one that took its place.
  update public.suggestions own
  set target_id = case when own.target_type = 'jersey'
      then coalesce((select into_id from public.jersey_redirects where from_id = own.target_id), own.target_id)
      else own.target_id end,
    status = 'open', contest = said, contested_at = now(), edited_at = clock_timestamp(),
    held_at = case when (private.hiding_proposal(own.target_id)).kind = 'removal' then now() end
  where own.id = suggestion.id;
end $$;
comment on function public.contest_suggestion is
  'Puts an own refused suggestion before another reviewer, once and within thirty days; what was accepted stays';
revoke execute on function public.contest_suggestion from public, anon;
grant execute on function public.contest_suggestion to authenticated, service_role;

create function public.claim_suggestion(suggestion_id uuid) returns public.suggestions
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  suggestion public.suggestions;
  claim record;
begin
  perform private.check_standing();
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators decide on suggestions.';
  end if;
  select * into suggestion from public.suggestions waiting
  where waiting.id = claim_suggestion.suggestion_id for update;
  perform private.check_decidable(suggestion);
  insert into private.suggestion_claims as held (suggestion_id, reviewer_id, until)
  values (suggestion.id, auth.uid(), now() + interval '10 minutes')
  on conflict (suggestion_id) do update set reviewer_id = excluded.reviewer_id, until = excluded.until
  where held.reviewer_id = excluded.reviewer_id or held.until <= now();
  if not found then
    select profile.username, held.until into claim
    from private.suggestion_claims held join public.profiles profile on profile.id = held.reviewer_id
    where held.suggestion_id = suggestion.id;
    raise sqlstate 'PT409' using
      message = 'suggestion_claimed',
      detail = jsonb_build_object('username', claim.username, 'until', claim.until)::text;
  end if;
  return suggestion;
end $$;
comment on function public.claim_suggestion is 'Tells the other reviewers for ten minutes that the caller looks at this one';
revoke execute on function public.claim_suggestion from public, anon;
grant execute on function public.claim_suggestion to authenticated, service_role;

create function private.check_decidable(suggestion public.suggestions) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if suggestion.id is null then
    raise sqlstate 'PT404' using message = 'suggestion_not_found', detail = 'There is no such suggestion.';
  end if;
  -- First, because the next error says who decided.
  if suggestion.member_id = auth.uid() then
    raise sqlstate 'PT403' using message = 'suggestion_own', detail = 'Nobody decides on their own suggestion.';
  end if;
  if suggestion.target_type = 'jersey' then
    perform private.check_own_jersey(jersey) from public.jerseys jersey where jersey.id = suggestion.target_id;
  end if;
  if suggestion.status <> 'open' then
    raise sqlstate 'PT409' using
      message = 'suggestion_decided',
      detail = jsonb_build_object(
        'status', suggestion.status, 'decided_at', suggestion.decided_at,
        'username', (
          select username from public.profiles where id = private.decided_by('suggestions', suggestion.id)))::text;
  end if;
  if suggestion.held_at is not null then
    raise sqlstate 'PT409' using
      message = 'suggestion_held', detail = 'Its jersey was removed. It waits until that is undone or final.';
  end if;
  if suggestion.contested_at is not null and private.decided_by('suggestions', suggestion.id) = auth.uid() then
    raise sqlstate 'PT403' using
      message = 'suggestion_another_reviewer', detail = 'Somebody else decides after the decision was contested.';
  end if;
end $$;

create index suggestion_claims_by_reviewer on private.suggestion_claims (reviewer_id);

create policy "members read their own suggestions, reviewers all" on public.suggestions
  for select to authenticated
  using (member_id = (select auth.uid()) or (select public.is_reviewer((select auth.uid()))));

-- The policy of suggestions decides what `exists` finds here.
create policy "members read photos of suggestions they read" on public.suggestion_photos
  for select to authenticated
  using (exists (select from public.suggestions where suggestions.id = suggestion_id));

revoke execute on function
  private.check_suggested_address, private.keep_suggested_file, private.contest_time, private.is_suggested_photo, private.looks_alike, private.suggestable_columns,
  private.is_arrangement, private.check_shape, private.check_reference, private.completed_changes, private.check_constraints,
  private.relation_of, private.suggestion_words, private.with_dependent_columns, private.pick_columns, private.is_experienced,
  private.check_suggested_photos, private.outcome_of, private.check_decidable
from public;

-- schemas/contribute/trust.sql

-- Trust: small corrections of members whose suggestions were nearly always accepted are public at once.
-- It is computed whenever they suggest; nobody awards it or takes it away (docs/decisions/067-trust-is-computed.md).
-- Reviewers look at them afterwards.

-- Whose changes others have undone. Who undid is in no public row, so it is recorded when it happens.
create table private.reverts (
  undoing bigint constraint reverts_pkey primary key,
  member_id uuid not null references auth.users (id) on delete cascade,
  at timestamptz not null default now()
);
comment on table private.reverts is 'Undoings of a member''s changes by others that stand; they end trust';


alter table private.reverts enable row level security;
revoke all on private.reverts from public, anon, authenticated, service_role;

create function private.is_wholly_undone(revision public.revisions) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not exists (
    select from jsonb_object_keys(revision.changes) field where not private.is_undone(revision.id, field))
$$;

create function private.record_revert() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  undone public.revisions;
begin
  select * into undone from public.revisions where id = new.undoes;
  -- An undoing that is wholly undone never was one.
  if private.is_wholly_undone(undone) then
    delete from private.reverts revert where revert.undoing = undone.id;
    update public.suggestions suggestion set afterwards = 'seen'
    where suggestion.afterwards = 'undone' and suggestion.id = (
      select earlier.suggestion_id from public.revisions earlier where earlier.id = undone.undoes and earlier.kind = 'trusted');
    if undone.kind = 'trusted' then
      update public.suggestions suggestion set afterwards = 'undone' where suggestion.id = undone.suggestion_id;
    end if;
  end if;
  if undone.contributor_id is distinct from auth.uid() then
    insert into private.reverts (undoing, member_id)
    select new.id, account.id from auth.users account where account.id = undone.contributor_id;
  end if;
  return null;
end $$;

-- The rules.
create function private.trust_in(member uuid) returns table (
  days integer, accepted integer, recent integer, recent_accepted integer, reverts integer, is_trusted boolean
)
language sql stable security definer set search_path = ''
as $$
  with decided as (
    -- One that was public at once counts when a reviewer has looked at it; one whose page was deleted doesn't.
    select own.decided_at, own.status = 'accepted' and own.afterwards is distinct from 'undone' as was_right
    from public.suggestions own
    where own.member_id = trust_in.member and own.decided_at is not null
      -- One that is contested counts as it was decided.
      and (own.status in ('accepted', 'partly', 'refused') or own.status = 'open' and own.contested_at is not null)
      and (not own.trusted or own.afterwards is not null)
      and not own.verdicts @? '$.* ? (@.reason == "gone")'
  ), recently as (
    select * from decided order by decided_at desc limit 50
  ), figures as (
    select extract(day from now() - account.created_at)::integer as days,
      (select count(*)::integer from decided where was_right) as accepted,
      (select count(*)::integer from recently) as recent,
      (select count(*)::integer from recently where was_right) as recent_accepted,
      (select count(*)::integer from private.reverts revert
        where revert.member_id = account.id and revert.at > now() - interval '30 days') as reverts,
      (account.email_confirmed_at is not null or account.phone_confirmed_at is not null)
        and not account.is_anonymous and account.deleted_at is null
        and coalesce(account.banned_until <= now(), true) as is_in_good_standing
    from auth.users account where account.id = trust_in.member
  )
  select days, accepted, recent, recent_accepted, reverts,
    is_in_good_standing and days >= 30 and accepted >= 20 and recent_accepted >= 0.95 * recent and reverts < 3
  from figures
$$;
comment on function private.trust_in is
  'Whether a member''s small corrections are public at once, with the figures: 30 days, 20 suggestions accepted, 95 % of the last 50, fewer than three changes undone by others in 30 days; confirmed and not suspended. One accepted in part counts as not accepted';

create function public.my_trust() returns table (
  days integer, accepted integer, recent integer, recent_accepted integer, reverts integer, is_trusted boolean
)
language sql stable security definer set search_path = ''
as $$ select * from private.trust_in(auth.uid()) $$;
comment on function public.my_trust is 'Where the caller stands: the figures of trust, and whether small corrections are public at once';
revoke execute on function public.my_trust from public, anon;
grant execute on function public.my_trust to authenticated, service_role;

create function private.small_columns(target_type text) returns text[]
language sql immutable set search_path = ''
as $$
  select case target_type
    when 'jersey' then array['season_id', 'year', 'kit_type', 'colors', 'brand_id', 'price']
    when 'team' then array['country', 'founded_year']
    when 'competition' then array['country']
    else '{}'
  end
$$;
comment on function private.small_columns is
  'What may be public at once: numbers and choices from lists. No words of one''s own, which can carry a link or an insult, nor what a page is about (title, name, competition, team), nor what changes other pages (colours of a team)';

create function private.is_small(target_type text, columns text[], wanted jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select columns <> '{}' and columns <@ private.small_columns(target_type)
    -- Both columns also take words: a brand that isn't in the list, a country that is no code.
    and not ('brand_id' = any (columns) and wanted ->> 'brand_id' is null and wanted ->> 'brand' is not null)
    and not ('country' = any (columns) and wanted ->> 'country' !~ '^[A-Z]{2}(-[A-Z]{3})?$')
$$;
comment on function private.is_small is 'True if these are small corrections; `wanted` is the row as it would become';

-- Its source is words that nobody has read yet.
create function private.publish_source() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.revisions set reason = new.source where suggestion_id = new.id and kind = 'trusted';
  return null;
end $$;
comment on function private.publish_source is 'The history says the source of what a reviewer has seen';

create function public.review_trusted(suggestion_id uuid, undo boolean, reason text default null) returns public.suggestions
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  suggestion public.suggestions;
  revision public.revisions;
  current jsonb;
  stays jsonb;
  back text[];
  given constant text := private.tidy(review_trusted.reason);
begin
  perform private.check_may_undo();
  if undo is not false then
    perform private.check_undoing(given);
  end if;
  select * into suggestion from public.suggestions live where live.id = review_trusted.suggestion_id;
  perform private.lock_target(suggestion.target_type, suggestion.target_id);
  select * into suggestion from public.suggestions live
  where live.id = review_trusted.suggestion_id and live.trusted for update;
  if not found then
    raise sqlstate 'PT404' using message = 'suggestion_not_found', detail = 'There is no such suggestion.';
  end if;
  -- First, because the next error says who decided.
  if suggestion.member_id = auth.uid() then
    raise sqlstate 'PT403' using message = 'suggestion_own', detail = 'Nobody decides on their own suggestion.';
  end if;
  if suggestion.target_type = 'jersey' then
    perform private.check_own_jersey(jersey) from public.jerseys jersey where jersey.id = suggestion.target_id;
  end if;
  if suggestion.afterwards is not null then
    raise sqlstate 'PT409' using
      message = 'suggestion_decided',
      detail = jsonb_build_object(
        'status', suggestion.afterwards,
        'username', (
          select username from public.profiles where id = private.decided_by('suggestions', suggestion.id)))::text;
  end if;
  if undo is not false then
    select * into revision from public.revisions made
    where made.target_type = suggestion.target_type and made.target_id = suggestion.target_id
      and made.suggestion_id = suggestion.id and made.kind = 'trusted';
    current := private.target_row(suggestion.target_type, suggestion.target_id);
    if revision.id is null or current is null then
      raise sqlstate 'PT404' using message = 'revision_target_gone', detail = 'It was deleted or merged.';
    end if;
    stays := private.fields_that_stay(revision, current, public.is_admin(auth.uid()));
    back := private.fields_back(revision, stays);
    if back <> '{}' then
      perform public.undo_revision(revision.id, back, given);
    elsif exists (select from jsonb_each_text(stays) why where why.value = 'hidden') then
      raise sqlstate 'PT409' using
        message = 'revision_outdated', detail = to_jsonb(array(select jsonb_object_keys(stays)))::text,
        hint = 'The jersey is not public now.';
    else
      -- Each field was changed again since, perhaps by its own member: it was wrong all the same.
      update public.suggestions live
      set verdicts = (
        select jsonb_object_agg(key, jsonb_build_object('accepted', false, 'reason', 'wrong', 'note', given))
        from jsonb_object_keys(live.verdicts) key)
      where live.id = suggestion.id returning * into suggestion;
      perform private.notify(
        suggestion.member_id, 'suggestion', 'suggestion_refused', suggestion.target_type,
        case when suggestion.target_type = 'jersey' then suggestion.target_id end,
        coalesce(current ->> 'title', current ->> 'name'),
        changes => private.readable_verdicts(suggestion, suggestion.verdicts));
    end if;
  end if;
  -- Also where only a part of it, or nothing, can go back.
  update public.suggestions live set afterwards = case when undo is false then 'seen' else 'undone' end
  where live.id = suggestion.id;
  perform private.record_decision('suggestions', suggestion.id, auth.uid());
  select * into suggestion from public.suggestions live where live.id = review_trusted.suggestion_id;
  return suggestion;
end $$;
comment on function public.review_trusted is
  'A reviewer has looked at what was public at once: it stays, or it was wrong, for a reason, and what still is as suggested is undone';
revoke execute on function public.review_trusted from public, anon;
grant execute on function public.review_trusted to authenticated, service_role;

create index reverts_of_member on private.reverts (member_id, at);

revoke execute on function
  private.is_wholly_undone, private.record_revert, private.trust_in, private.small_columns, private.is_small, private.publish_source
from public;

-- schemas/contribute/undoing.sql

-- Undoing a revision, and what a member changed.
-- Only values that nobody has changed since are put back; what stays is named with its reason.
-- An undo is a revision of its own.

create function private.undo_time() returns interval
language sql immutable set search_path = ''
as $$ select interval '12 seconds' $$;
comment on function private.undo_time is
  'How long an approval can be undone: ten seconds on the screen, and two for the way';

-- Undoing.
create function private.lock_target(target_type text, target_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if target_type = 'jersey' then
    perform private.lock_images(array[lock_target.target_id]);
    perform from public.jerseys where id = lock_target.target_id for update;
  elsif target_type = 'team' then
    perform from public.teams where id = lock_target.target_id for update;
  else
    perform from public.competitions where id = lock_target.target_id for update;
  end if;
end $$;
comment on function private.lock_target is 'Images before their jersey, as everywhere';

create function private.write_fields(target_type text, target_id uuid, fields jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  was public.jerseys;
  becomes public.jerseys;
begin
  if target_type = 'jersey' then
    select * into was from public.jerseys where id = write_fields.target_id;
    becomes := jsonb_populate_record(was, fields);
    if not fields ? 'colors' then
      becomes.team := coalesce((select name from public.teams where id = becomes.team_id), becomes.team);
      becomes.colors := private.followed_colors(was, becomes);
    end if;
    perform private.set_fields(write_fields.target_id, becomes);
    if fields ? 'photos' then
      perform private.arrange_photos(
        write_fields.target_id, private.arranged_photos(private.photos_of(write_fields.target_id), fields -> 'photos'));
    end if;
  elsif target_type = 'team' then
    update public.teams team
    set name = wanted.name, short_name = wanted.short_name, city = wanted.city, country = wanted.country,
      founded_year = wanted.founded_year, colors = wanted.colors, competition_id = wanted.competition_id
    from public.teams present cross join lateral jsonb_populate_record(present, fields) wanted
    where present.id = write_fields.target_id and team.id = present.id;
  else
    update public.competitions competition
    set name = wanted.name, country = wanted.country, league = wanted.league, sport = wanted.sport
    from public.competitions present cross join lateral jsonb_populate_record(present, fields) wanted
    where present.id = write_fields.target_id and competition.id = present.id;
  end if;
end $$;
comment on function private.write_fields is 'Gives a row these values by column, in one update; of a jersey also the arrangement of its photos';

create function private.undo_photo(revision public.revisions) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  image public.jersey_images := jsonb_populate_record(null::public.jersey_images, revision.stored -> 'image');
begin
  if revision.changes -> 'image' ->> 'after' is not null then
    delete from public.jersey_images gone where gone.id = image.id;
    -- For as long as the undoing may be undone.
    insert into public.storage_deletions as file (bucket_id, name, held_for, retry_at)
    select 'jerseys', image.path, revision.target_id, now() + interval '30 days'
    where image.path is not null
      and not exists (select from public.jersey_images kept where kept.path = image.path)
    on conflict on constraint storage_deletions_name_key do update
    set held_for = excluded.held_for, retry_at = excluded.retry_at;
    perform private.withhold_files(array[image.path], true);
  end if;
  if revision.changes -> 'image' ->> 'before' is not null then
    insert into public.jersey_images (id, jersey_id, url, alt, position, likeness, version, licence, rights_stated, kind)
    values (
      case when exists (select from public.jersey_images taken where taken.id = image.id)
        then gen_random_uuid() else image.id end,
      revision.target_id, revision.changes -> 'image' ->> 'before', image.alt, image.position, image.likeness,
      image.version, image.licence, image.rights_stated, image.kind);
  end if;
end $$;

create function private.brings_back(revision public.revisions, member uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  with recursive chain as (
    select revision.undoes, null::uuid as contributor_id, 0 as depth
    union all
    select earlier.undoes, earlier.contributor_id, chain.depth + 1
    from chain join public.revisions earlier on earlier.id = chain.undoes
  )
  select exists (select from chain where depth % 2 = 1 and contributor_id = brings_back.member)
$$;
comment on function private.brings_back is
  'True if undoing the revision brings back a change of the member''s, however often that was undone and brought back';

create function public.undo_revision(revision_id bigint, fields text[] default null, reason text default null)
returns bigint
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  revision public.revisions;
  wanted text[];
  outdated text[];
  current jsonb;
  given constant text := private.tidy(undo_revision.reason);
  undoing bigint;
begin
  perform private.check_undoing(given);
  select * into revision from public.revisions where id = undo_revision.revision_id;
  if not found then
    raise sqlstate 'PT404' using message = 'revision_not_found', detail = 'There is no such revision.';
  end if;
  if revision.target_type = 'jersey' then
    perform private.check_not_gone(revision.target_id);
  end if;
  if revision.kind in ('approved', 'merge') then
    raise sqlstate 'PT400' using
      message = 'revision_not_undoable', detail = 'Approvals and merges are not undone by this.';
  end if;
  perform private.lock_target(revision.target_type, revision.target_id);
  current := private.target_row(revision.target_type, revision.target_id);
  if current is null then
    raise sqlstate 'PT404' using message = 'revision_target_gone', detail = 'It was deleted or merged.';
  end if;
  -- Nobody decides what is their own: an undoing of their change, or others' changes of their jersey.
  if not public.is_admin(auth.uid()) and revision.target_type = 'jersey'
      and (current ->> 'author_id')::uuid = auth.uid() and revision.contributor_id is distinct from auth.uid()
    or private.brings_back(revision, auth.uid()) then
    raise sqlstate 'PT403' using
      message = 'revision_own', detail = 'Somebody else decides on what is one''s own.';
  end if;
  wanted := coalesce(undo_revision.fields, array(select jsonb_object_keys(revision.changes)));
  if wanted = '{}' or array_position(wanted, null) is not null or not revision.changes ?& wanted then
    raise sqlstate 'PT400' using message = 'revision_field_unknown', detail = 'The revision changed no such field.';
  end if;
  -- A competition is of its league.
  if revision.changes ?& array['league', 'competition'] and wanted && array['league', 'competition'] then
    wanted := array(select distinct unnest(wanted || array['league', 'competition']));
  end if;
  outdated := array(
    select field from unnest(wanted) field where private.is_outdated(revision, field, current) order by field);
  if outdated <> '{}' then
    raise sqlstate 'PT409' using
      message = 'revision_outdated', detail = to_jsonb(outdated)::text,
      hint = 'These fields were changed again since, or can''t come back.';
  end if;

  perform private.count_write('undoings', 1);
  perform private.undo_fields(revision, wanted, current, given);
  select max(id) into undoing from public.revisions where undoes = revision.id;
  perform private.notify(
    revision.contributor_id, 'suggestion', 'undone', revision.target_type,
    case when revision.target_type = 'jersey' then revision.target_id end,
    coalesce(current ->> 'title', current ->> 'name'), given, (
      select jsonb_agg(jsonb_build_object(
        'field', field, 'before', private.as_text(revision.changes -> field -> 'after'),
        'after', private.as_text(revision.changes -> field -> 'before')) order by field)
      from unnest(wanted) field));
  return undoing;
end $$;
comment on function public.undo_revision is
  'Gives fields (all without `fields`) the values from before a revision, if they still are what it made of them. Whose change it was is told why. Returns the revision that says so';
revoke execute on function public.undo_revision from public, anon;
grant execute on function public.undo_revision to authenticated, service_role;

create function private.former_values(revision public.revisions, fields text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_object_agg(value.key, value.value)
  from unnest(fields) field
  cross join lateral (
    select field as key, case field
      when 'photos' then revision.stored -> 'photos' -> 'before'
      else revision.changes -> field -> 'before' end as value
    where field not in ('season', 'competition')
    union all
    select field || '_id', case
      -- The team or brand was deleted since: its name stays.
      when field = 'team' and not exists (
        select from public.teams where id = (revision.stored -> 'team_id' ->> 'before')::uuid) then 'null'
      when field = 'brand' and not exists (
        select from public.brands where id = (revision.stored -> 'brand_id' ->> 'before')::uuid) then 'null'
      else revision.stored -> (field || '_id') -> 'before' end
    where revision.stored ? (field || '_id') or field in ('season', 'competition')
  ) value
$$;
comment on function private.former_values is 'By column, what these fields of a row were before a revision';

create function private.undo_fields(revision public.revisions, fields text[], current jsonb, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.begin_revision('undo', null, reason, null, revision.id);
  if 'image' = any (fields) then
    perform private.undo_photo(revision);
  else
    -- Colours that happen to be the default ones don't follow: only what the revision changed goes back.
    perform private.write_fields(
      revision.target_type, revision.target_id,
      jsonb_build_object('colors', current -> 'colors') || private.former_values(revision, fields));
  end if;
  perform private.end_revision();
end $$;
comment on function private.undo_fields is 'Puts fields back that private.is_outdated() says can go back; the caller holds the lock';

create function private.check_may_undo() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.check_standing();
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators undo changes.';
  end if;
end $$;

create function private.check_undoing(reason text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.check_may_undo();
  if reason is null or char_length(reason) not between 3 and 500 then
    raise sqlstate 'PT400' using message = 'revision_reason', detail = 'The reason has 3 to 500 characters.';
  end if;
end $$;
comment on function private.check_undoing is 'Who undoes, and the tidied reason';

-- Undoings of undoings may go on for ever, so nothing recurs on the stack. The later one is looked at before what it undoes.
create function private.is_undone(revision_id bigint, field text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  later record;
  undone bigint[] := '{}';
begin
  for later in
    with recursive chain as (
      select first.id, first.undoes from public.revisions first
      where first.undoes = is_undone.revision_id and first.changes ? is_undone.field
      union all
      select next.id, next.undoes
      from chain join public.revisions next on next.undoes = chain.id and next.changes ? is_undone.field
    )
    select chain.id, chain.undoes from chain order by chain.id desc
  loop
    if not later.id = any (undone) then
      undone := array_append(undone, later.undoes);
    end if;
  end loop;
  return is_undone.revision_id = any (undone);
end $$;
comment on function private.is_undone is 'True if a field of a revision was put back, and that was not undone in turn';

create function private.reason_not_undoable(
  revision public.revisions, field text, current jsonb, is_administrator boolean, restored uuid[] default '{}'
) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when current is null then 'gone'
    when revision.target_type = 'jersey' and (
      current ->> 'status' <> 'approved' or (private.hiding_proposal(revision.target_id)).id is not null) then 'hidden'
    -- Nobody decides what is their own.
    when revision.target_type = 'jersey' and not is_administrator and (current ->> 'author_id')::uuid = auth.uid() then 'own'
    when private.is_undone(revision.id, field) then 'undone'
    when field = 'image' and (revision.stored -> 'image' ->> 'id')::uuid = any (restored) then null
    when not private.is_outdated(revision, field, current) then null
    when field = 'image' and revision.changes -> 'image' ->> 'before' is not null then 'file'
    else 'changed'
  end
$$;
comment on function private.reason_not_undoable is
  'Why a field doesn''t go back: gone, hidden, own, undone, file or changed; null if it does. `restored`: photos that came back before';

create function private.fields_that_stay(
  revision public.revisions, current jsonb, is_administrator boolean, restored uuid[] default '{}'
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  stays jsonb;
begin
  select coalesce(jsonb_object_agg(field, why) filter (where why is not null), '{}') into stays
  from jsonb_object_keys(revision.changes) field
  cross join lateral (
    select private.reason_not_undoable(revision, field, current, is_administrator, restored)) reason (why);
  -- A competition is of its league.
  if revision.changes ?& array['league', 'competition'] and stays ?| array['league', 'competition'] then
    stays := jsonb_build_object(
      'league', coalesce(stays -> 'league', stays -> 'competition'),
      'competition', coalesce(stays -> 'competition', stays -> 'league')) || stays;
  end if;
  return stays;
end $$;
comment on function private.fields_that_stay is 'Field and why it stays, of a revision; the others can go back';

create function private.fields_back(revision public.revisions, stays jsonb) returns text[]
language sql immutable set search_path = ''
as $$
  select array(select field from jsonb_object_keys(revision.changes) field where not stays ? field order by field)
$$;

create function private.check_undone_member(member uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if member = auth.uid() then
    raise sqlstate 'PT403' using message = 'revision_own', detail = 'Somebody else undoes what is one''s own.';
  end if;
  if not exists (select from public.profiles where id = member) then
    raise sqlstate 'PT404' using message = 'member_not_found', detail = 'The account was deleted.';
  end if;
end $$;

create function public.preview_undo_of_member(member uuid, since timestamptz default null, page_size integer default 200)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  size constant integer := least(greatest(coalesce(page_size, 200), 1), 500);
  is_administrator constant boolean := public.is_admin(auth.uid());
  total bigint;
  shown integer := 0;
  revision public.revisions;
  last_target uuid;
  current jsonb;
  restored uuid[];
  stays jsonb;
  back text[];
  found_revisions jsonb[] := '{}';
begin
  perform private.check_may_undo();
  perform private.check_undone_member(member);
  select count(*) into total from public.revisions own
  where own.contributor_id = member and own.kind not in ('approved', 'merge')
    and (preview_undo_of_member.since is null or own.at >= preview_undo_of_member.since);
  -- Target by target, so that a change below another one of the member is seen as it will be.
  for revision in
    select (newest).* from (
      select own as newest from public.revisions own
      where own.contributor_id = member and own.kind not in ('approved', 'merge')
        and (preview_undo_of_member.since is null or own.at >= preview_undo_of_member.since)
      order by own.id desc limit size) of_member
    order by (newest).target_id, (newest).id desc
  loop
    shown := shown + 1;
    if last_target is distinct from revision.target_id then
      current := private.target_row(revision.target_type, revision.target_id);
      restored := '{}';
      last_target := revision.target_id;
    end if;
    stays := private.fields_that_stay(revision, current, is_administrator, restored);
    back := private.fields_back(revision, stays);
    if 'image' = any (back) then
      if revision.changes -> 'image' ->> 'before' is not null then
        restored := restored || (revision.stored -> 'image' ->> 'id')::uuid;
      end if;
    elsif back <> '{}' then
      current := current || private.former_values(revision, back);
    end if;
    -- What was undone already is no news.
    if back = '{}' and not exists (select from jsonb_each_text(stays) why where why.value <> 'undone') then
      continue;
    end if;
    found_revisions := found_revisions || jsonb_build_object(
      'id', revision.id, 'at', revision.at, 'kind', revision.kind, 'target_type', revision.target_type,
      'target_id', revision.target_id, 'title', coalesce(current ->> 'title', current ->> 'name'),
      'changes', revision.changes, 'back', back,
      'stays', (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(stays) where value <> '"undone"'));
  end loop;
  return jsonb_build_object(
    'total', total, 'examined', shown,
    'revisions', (
      select coalesce(jsonb_agg(item order by (item ->> 'id')::bigint desc), '[]') from unnest(found_revisions) item));
end $$;
comment on function public.preview_undo_of_member is
  'What undo_member_changes() would do with the newest changes of a member, newest first: fields that go back, and those that stay with the reason (gone, hidden, own, file, changed). `total` counts all of the period, `examined` those that were looked at';
revoke execute on function public.preview_undo_of_member from public, anon;
grant execute on function public.preview_undo_of_member to authenticated, service_role;

create function public.undo_member_changes(
  member uuid, reason text, since timestamptz default null, after jsonb default null, batch_size integer default 50
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  -- A team's name and colours are on all of its jerseys.
  of_teams constant integer := 5;
  most constant integer := least(greatest(coalesce(batch_size, 50), 1), 200);
  deadline constant timestamptz := clock_timestamp() + interval '3 seconds';
  size integer;
  reached bigint;
  given constant text := private.tidy(undo_member_changes.reason);
  is_administrator constant boolean := public.is_admin(auth.uid());
  of_types constant text[] := array['jersey', 'team', 'competition'];
  of_type text := coalesce(undo_member_changes.after ->> 'target_type', 'jersey');
  last_id bigint := (undo_member_changes.after ->> 'id')::bigint;
  batch bigint[];
  targets uuid[];
  revision public.revisions;
  current jsonb;
  stays jsonb;
  back text[];
  undone integer := 0;
  kept jsonb[] := '{}';
begin
  perform private.check_undoing(given);
  perform private.check_undone_member(member);
  if not of_type = any (of_types) then
    raise sqlstate 'PT400' using message = 'revision_cursor', detail = '`after` is the `next` of the call before.';
  end if;
  -- The second of two reviewers waits, and finds it done.
  perform pg_advisory_xact_lock(hashtextextended('undo ' || member, 0));
  -- One kind of page in a batch, all locked before the first change in the order of merges: nobody waits in a circle.
  loop
    size := case when of_type = 'team' then least(most, of_teams) else most end;
    select array_agg(own.id order by own.id desc), array_agg(distinct own.target_id) into batch, targets
    from (
      select id, target_id from public.revisions
      where contributor_id = member and target_type = of_type and kind not in ('approved', 'merge')
        and (undo_member_changes.since is null or at >= undo_member_changes.since)
        and (last_id is null or id < last_id)
      order by id desc limit size) own;
    exit when batch is not null or of_type = 'competition';
    of_type := of_types[array_position(of_types, of_type) + 1];
    last_id := null;
  end loop;
  if of_type = 'jersey' then
    -- What they go back to, before the jerseys: a rename locks its row first, too.
    perform private.hold_names(
      array(select (stored -> 'team_id' ->> 'before')::uuid from public.revisions where id = any (batch)),
      array(select (stored -> 'brand_id' ->> 'before')::uuid from public.revisions where id = any (batch)),
      array(select (stored -> 'competition_id' ->> 'before')::uuid from public.revisions where id = any (batch)),
      array(select (stored -> 'season_id' ->> 'before')::uuid from public.revisions where id = any (batch)));
    perform private.lock_images(targets);
    perform from public.jerseys where id = any (targets) order by id for update;
  elsif of_type = 'team' then
    perform from public.teams where id = any (targets) order by id for update;
  else
    perform from public.competitions where id = any (targets) order by id for update;
  end if;

  for revision in
    select * from public.revisions where id = any (batch) order by id desc
  loop
    -- What the clock leaves is for the next call. One change is always undone.
    exit when reached is not null and clock_timestamp() > deadline;
    reached := revision.id;
    current := private.target_row(revision.target_type, revision.target_id);
    stays := private.fields_that_stay(revision, current, is_administrator);
    back := private.fields_back(revision, stays);
    if back <> '{}' then
      begin
        perform private.undo_fields(revision, back, current, given);
        undone := undone + 1;
      exception when integrity_constraint_violation then
        -- Its name is taken by now, or the jersey is full of photos.
        stays := stays || (select jsonb_object_agg(field, 'refused') from unnest(back) field);
      end;
    end if;
    select coalesce(jsonb_object_agg(key, value), '{}') into stays from jsonb_each(stays) where value <> '"undone"';
    if stays <> '{}' then
      kept := kept || jsonb_build_object(
        'id', revision.id, 'target_type', revision.target_type, 'target_id', revision.target_id,
        'title', coalesce(current ->> 'title', current ->> 'name'), 'stays', stays);
    end if;
  end loop;
  -- One notice in all, whatever the reasons.
  if undone > 0 and not exists (
    select from public.notices notice
    where notice.recipient_id = member and notice.outcome = 'undone' and notice.about = 'profile'
      and notice.created_at > now() - interval '1 day') then
    perform private.notify(
      member, 'suggestion', 'undone', 'profile', null, (select username from public.profiles where id = member), given, '[]');
  end if;
  return jsonb_build_object(
    'undone', undone, 'kept', to_jsonb(kept),
    'next', case
      when reached > batch[cardinality(batch)] or cardinality(batch) = size
        then jsonb_build_object('target_type', of_type, 'id', reached)
      when of_type <> 'competition' then jsonb_build_object('target_type', of_types[array_position(of_types, of_type) + 1])
    end);
end $$;
comment on function public.undo_member_changes is
  'Puts back up to 200 changes of a member since a moment (five of teams, and what three seconds allow), the newest of each page first; `next` of the answer is `after` of the next call, null at the end. `kept` says which fields stay and why; the member is told once';
revoke execute on function public.undo_member_changes from public, anon;
grant execute on function public.undo_member_changes to authenticated, service_role;

revoke execute on function
  private.undo_time, private.lock_target, private.write_fields, private.undo_photo, private.brings_back, private.former_values,
  private.undo_fields, private.check_may_undo, private.check_undoing, private.is_undone, private.reason_not_undoable,
  private.fields_that_stay, private.fields_back, private.check_undone_member
from public;

-- schemas/moderate/log.sql

-- The administrators' log: who did what to which row, before and after.
-- Triggers alone write it; only sweep_audit_log() removes from it.
-- It is swept after its time.

create table public.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- No reference: the record outlives the account. Null: a command.
  actor_id uuid,
  action text not null constraint audit_log_action_known check (action in ('insert', 'update', 'delete')),
  table_name text not null,
  row_id text not null,
  before jsonb,
  after jsonb
);
comment on column public.audit_log.row_id is
  'The row''s id; of images and edits the jersey''s, of line-ups and aliases the team''s (record_change)';
comment on column public.audit_log.before is 'The whole row when deleted; when updated, the columns that changed';
comment on column public.audit_log.after is 'The whole row when inserted; when updated, the columns that changed';

create index audit_log_of_row on public.audit_log (table_name, row_id, id desc);
comment on index public.audit_log_of_row is 'History of a row, and what changed since a decision';
create index audit_log_of_table on public.audit_log (table_name, id desc);
comment on index public.audit_log_of_table is 'What happened to the rows of a table, newest first: admin';
create index audit_log_of_actor on public.audit_log (actor_id, id desc);
comment on index public.audit_log_of_actor is 'What an administrator did, newest first';
-- Retention.
create index audit_log_age on public.audit_log (at);
comment on index public.audit_log_age is 'Entries old enough to be deleted: job';

alter table public.audit_log enable row level security;
revoke all on public.audit_log from anon, authenticated;
grant select on public.audit_log to authenticated, service_role;
revoke insert, update, delete, truncate on public.audit_log from service_role;

create function private.log_change(table_name text, row_id text, was jsonb, becomes jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  action constant text := case when was is null then 'insert' when becomes is null then 'delete' else 'update' end;
begin
  if action = 'update' then
    select jsonb_object_agg(key, was -> key), jsonb_object_agg(key, becomes -> key)
    into was, becomes
    from jsonb_object_keys(becomes) key
    where was -> key is distinct from becomes -> key;
    if becomes is null then
      return;
    end if;
  end if;
  insert into public.audit_log (actor_id, action, table_name, row_id, before, after)
  values (auth.uid(), action, table_name, row_id, was, becomes);
end $$;
comment on function private.log_change is
  'Writes what the caller did to a row: all of it, or what an update changed. Null before an insert, and after a deletion';

create function private.record_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  becomes constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
begin
  perform private.log_change(tg_table_name, coalesce(becomes, was) ->> tg_argv[0], was, becomes);
  return null;
end $$;
comment on function private.record_change is 'Argument: the column that goes into row_id';

create policy "admins read the audit log" on public.audit_log
  for select to authenticated using ((select public.is_admin((select auth.uid()))));

revoke execute on function private.log_change, private.record_change from public;

-- schemas/moderate/reports.sql

-- Reports of jerseys, comments and members by members.
-- A member has one open report of a target; a reviewer neither reads nor resolves one about what is theirs.
-- Resolving is one update, which tells the reporter.

create table public.reports (
  id uuid primary key default gen_random_uuid(),
  -- A report outlives the account that made it.
  reporter_id uuid default auth.uid() references public.profiles (id) on delete set null,
  target_type text not null,
  target_id uuid not null,
  -- The target again as references: they refuse missing targets, are deleted with their target, and
  -- can be embedded.
  jersey_id uuid generated always as (case when target_type = 'jersey' then target_id end) stored
    references public.jerseys (id) on delete cascade,
  comment_id uuid generated always as (case when target_type = 'comment' then target_id end) stored
    references public.comments (id) on delete cascade,
  category text,
  reason text constraint reports_reason_length check (char_length(reason) <= 1000),
  status text not null default 'open'
    constraint reports_status_known check (status in ('open', 'upheld', 'dismissed')),
  resolution_note text
    constraint reports_resolution_note_length check (char_length(resolution_note) <= 1000),
  resolved_by uuid,
  resolved_at timestamptz,
  created_at timestamptz not null default now(),
  -- References the account, so that embedding profiles means the reporter.
  profile_id uuid generated always as (case when target_type = 'profile' then target_id end) stored
    references auth.users (id) on delete cascade,
  reported_name text,
  constraint reports_resolved_by_secret check (resolved_by is null),
  constraint reports_category_known check (
    category in ('wrong_information', 'wrong_image', 'duplicate', 'offensive', 'name', 'rights', 'other')),
  constraint reports_target_type_known check (target_type in ('jersey', 'comment', 'profile'))
);
comment on column public.reports.resolved_by is 'Always null: reporters read this table. See report_resolvers()';
comment on column public.reports.reported_name is
  'Of a member: the name that others saw when it was reported. An administrator may have replaced it since';
-- A hint for cached plans, as for jerseys: queries select the open reports, which are few.
alter table public.reports alter column status set (n_distinct = 50);

create unique index reports_one_open_per_target
  on public.reports (reporter_id, target_type, target_id) where status = 'open';
comment on index public.reports_one_open_per_target is
  'One open report per member and target; also whether a member has already reported';
-- The policy checks the reporter of each row. With the reporter in the index, counting and ordering
-- need no table access.
create index reports_list on public.reports (status, created_at, id) include (reporter_id);
comment on index public.reports_list is 'Reports by status, oldest first: admin';
-- Not limited to decided reports: a cached plan, made before the status is known, can't use a
-- partial index.
create index reports_decided on public.reports (status, resolved_at desc, id) include (reporter_id);
comment on index public.reports_decided is 'Decided reports, newest first: admin';
create index reports_of_reporter on public.reports (reporter_id, created_at desc, id desc);
comment on index public.reports_of_reporter is 'A member''s own reports, newest first; rate limit';
create index reports_by_jersey on public.reports (jersey_id);
create index reports_by_comment on public.reports (comment_id);
create index reports_by_profile on public.reports (profile_id);

alter table public.reports enable row level security;
revoke all on public.reports from anon, authenticated;
grant select, delete on public.reports to authenticated;
grant select, insert, update, delete on public.reports to service_role;
grant insert (reporter_id, target_type, target_id, category, reason) on public.reports to authenticated;
grant update (status, resolution_note) on public.reports to authenticated;

create function private.complete_report() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.reason := private.tidy(new.reason);
  if tg_op = 'UPDATE' and new.status <> old.status then
    perform private.record_decision('reports', new.id, case when new.status <> 'open' then auth.uid() end);
    new.resolved_at := case when new.status <> 'open' then now() end;
  end if;
  return new;
end $$;

create function public.report_resolvers(report_ids uuid[])
returns table (report_id uuid, username text)
language sql stable security definer set search_path = ''
as $$
  select report.id, profile.username
  from unnest(report_ids) report (id)
  join public.profiles profile on profile.id = private.decided_by('reports', report.id)
  where (select public.is_admin((select auth.uid())))
$$;
comment on function public.report_resolvers is
  'Who resolved these reports, by username; nothing for anyone but administrators';
revoke execute on function public.report_resolvers from public, anon;
grant execute on function public.report_resolvers to authenticated, service_role;

create function private.may_contest(report public.reports, party text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.decided_together(report, party) beside
    where not exists (
      select from public.report_contests once
      where once.report_id = beside.id and once.party = may_contest.party))
$$;
comment on function private.may_contest is 'False if the party has contested an earlier decision on all of these reports';

create function private.shown_name(member uuid) returns text
language sql stable security definer set search_path = ''
as $$ select coalesce(display_name, username) from public.profiles where id = member $$;
comment on function private.shown_name is 'The name that others see of a member';

create function private.name_reported() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.reported_name := private.shown_name(new.target_id);
  return new;
end $$;

-- An account takes the reports of it with it. Their reporters are notified before, as for jerseys.
create function private.notify_member_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.notify(report.reporter_id, 'report', 'removed', 'profile', null, report.reported_name)
  from public.reports report
  where report.profile_id = old.id and report.status = 'open' and report.reporter_id <> old.id;
  return old;
end $$;

create function public.claim_visitor_report_mail()
returns table (
  id uuid, email text, lang text, kind text, party text, target_type text, title text, note text, reason text,
  token text, jersey_id uuid, team_slug text, kit_type_slug text, year integer, username text
)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  mail public.visitor_report_mails;
  filed public.visitor_reports;
  report public.reports;
  address text;
  language text;
  secret text;
  goal text;
begin
  loop
    update public.visitor_report_mails
    set attempts = attempts + 1, retry_at = now() + interval '2 minutes' * power(2, attempts)
    where visitor_report_mails.id = (
      select due.id from public.visitor_report_mails due
      where due.retry_at <= now() and due.attempts < 10
      order by due.retry_at, due.id limit 1
      for update skip locked)
    returning * into mail;
    if mail.id is null then
      return;
    end if;
    select * into filed from public.visitor_reports where visitor_reports.id = mail.visitor_report_id;
    select * into report from public.reports where reports.id = filed.report_id;
    address := filed.email;
    language := filed.lang;
    if mail.party = 'author' then
      select users.email::text, users.raw_user_meta_data ->> 'lang' into address, language
      from auth.users users
      where users.id = private.reported_author(report) and users.email <> ''
        and users.email_confirmed_at is not null and coalesce(users.banned_until <= now(), true);
      if not found then
        delete from public.visitor_report_mails gone where gone.id = mail.id;
        continue;
      end if;
    end if;
    goal := case
      when mail.kind = 'confirm' then 'confirm'
      when mail.kind = case mail.party when 'author' then 'upheld' else 'dismissed' end
        and private.may_contest(report, mail.party) then 'contest'
    end;
    secret := null;
    if goal is not null then
      secret := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
      insert into private.visitor_report_tokens (digest, visitor_report_id, purpose, party, expires_at)
      values (
        sha256(convert_to(secret, 'UTF8')), filed.id, goal, mail.party,
        now() + case goal when 'confirm' then interval '2 days' else interval '180 days' end);
    end if;
    return query
    select mail.id, address, language, mail.kind, mail.party, filed.target_type, filed.title, mail.note,
      case when mail.party = 'notifier' and not (filed.from_anyone and mail.kind = 'confirm') then filed.reason end, secret,
      jersey.id, jersey.team_slug, jersey.kit_type_slug, jersey.year,
      (select member.username from public.profiles member
       where filed.target_type = 'profile' and member.id = filed.target_id and exists (
         select from public.jerseys own
         where own.author_id = member.id and own.status = 'approved' and own.is_active))
    from (select 1) one
    left join public.jerseys jersey
      on jersey.status = 'approved' and jersey.is_active
      and jersey.id = case filed.target_type
        when 'jersey' then filed.target_id
        when 'comment' then
          (select comment.jersey_id from public.comments comment where comment.id = filed.target_id)
      end;
    return;
  end loop;
end $$;
comment on function public.claim_visitor_report_mail is
  'The next mail that is due, if any, with a fresh token where its reader can act. The author''s never names the notifier';
revoke execute on function public.claim_visitor_report_mail from public, anon, authenticated;
grant execute on function public.claim_visitor_report_mail to service_role;

-- Reports. A reviewer neither reads nor resolves one about what is theirs, nor resolves one of theirs. A merge hands no report of
-- a reviewer's jersey to that reviewer.
create function private.is_about(report public.reports, member uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.jerseys where id = report.jersey_id and author_id = is_about.member)
    or exists (select from public.comments where id = report.comment_id and author_id = is_about.member)
    or exists (
      select from private.moved_rows moved
      join public.proposals proposal on proposal.id = moved.proposal_id
      join public.jerseys jersey on jersey.id = proposal.jersey_id
      where moved.relation = 'reports' and moved.row_id = report.id and jersey.author_id = is_about.member)
$$;
comment on function private.is_about is
  'True if a report is about a member''s own jersey or comment, or was before the jersey was merged';

create policy "admins delete reports" on public.reports
  for delete to authenticated using ((select public.is_admin((select auth.uid()))));

create policy "members report what they can read" on public.reports
  for insert to authenticated
  with check (
    reporter_id = (select auth.uid())
    and case target_type
      when 'jersey' then exists (select from public.jerseys where jerseys.id = target_id)
      when 'comment' then exists (select from public.comments where comments.id = target_id)
      when 'profile' then exists (select from public.profiles where profiles.id = target_id)
    end
  );

create policy "members read their own reports, reviewers those of others, admins all" on public.reports
  for select to authenticated
  using (
    reporter_id = (select auth.uid())
    or (select public.is_admin((select auth.uid())))
    -- What follows from a report of a member is for administrators.
    or ((select public.is_reviewer((select auth.uid())))
      and target_type <> 'profile'
      and not private.is_about(reports, (select auth.uid())))
  );

create policy "reviewers resolve reports of others about others, admins all" on public.reports
  for update to authenticated
  using (
    (select public.is_admin((select auth.uid())))
    -- A resolution that stands is replaced by an administrator.
    or ((select public.is_reviewer((select auth.uid())))
      and status = 'open'
      and reporter_id is distinct from (select auth.uid())
      and target_type <> 'profile'
      and not private.is_about(reports, (select auth.uid())))
  )
  with check (
    (select public.is_admin((select auth.uid())))
    or (select public.is_reviewer((select auth.uid())))
  );

revoke execute on function
  private.complete_report, private.may_contest, private.shown_name, private.name_reported, private.notify_member_deleted,
  private.is_about
from public;
grant execute on function private.is_about to authenticated;

-- schemas/account/notices.sql

-- Notices: what a member is told in the account.
-- A decision, a report's outcome or a removal makes one, in the transaction that decides.
-- Mails about them are rows of the same transaction: see mails.sql.

create table public.notice_settings (
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  topic text not null,
  by_mail boolean not null default true,
  in_account boolean not null default true,
  primary key (user_id, topic),
  constraint notice_settings_topic_known check (topic in ('jersey', 'report', 'suggestion'))
);
comment on table public.notice_settings is
  'How a member wants to be told of a topic; without a row, by mail and in the account';

alter table public.notice_settings enable row level security;
revoke all on public.notice_settings from anon, authenticated;
grant select, insert, update on public.notice_settings to authenticated;
grant select, insert, update, delete on public.notice_settings to service_role;

create table public.notices (
  id uuid primary key default gen_random_uuid(),
  -- References the account for the reason given at jersey_votes.
  recipient_id uuid not null references auth.users (id) on delete cascade,
  topic text not null,
  outcome text not null
    constraint notices_outcome_fits check (
      (topic = 'report') = (outcome in ('upheld', 'dismissed', 'removed'))),
  -- The type of the row that the recipient submitted or reported.
  about text not null,
  -- The jersey, or the one that was commented on. Its title stays when it is deleted.
  jersey_id uuid references public.jerseys (id) on delete set null,
  title text not null,
  note text,
  in_account boolean not null default true,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  changes jsonb,
  due_at timestamptz not null default now(),
  constraint notices_topic_known check (topic in ('jersey', 'report', 'suggestion')),
  constraint notices_outcome_of_suggestion check (
    (topic = 'suggestion')
      = (outcome in ('suggestion_accepted', 'suggestion_partly', 'suggestion_refused', 'undone'))),
  constraint notices_about_known check (about in ('jersey', 'comment', 'profile', 'team', 'competition')),
  constraint notices_outcome_known check (
    outcome in (
      'approved', 'corrected', 'rejected', 'reverted', 'partly_reverted', 'merged', 'deleted', 'upheld', 'dismissed', 'removed',
      'report_upheld', 'report_dismissed', 'renamed', 'suggestion_accepted', 'suggestion_partly',
      'suggestion_refused', 'undone', 'merge_planned', 'removal_planned', 'called_off', 'taken_down', 'brought_back')),
  constraint notices_changes_of_outcome check (
    (changes is not null)
      = (outcome in (
        'corrected', 'suggestion_accepted', 'suggestion_partly', 'suggestion_refused', 'undone', 'merge_planned',
        'removal_planned'))),
  constraint notices_about_fits check (
    case when about = 'profile'
      then outcome in ('renamed', 'upheld', 'dismissed', 'removed', 'report_upheld', 'report_dismissed', 'undone')
      else outcome <> 'renamed'
    end)
);
comment on column public.notices.in_account is
  'True if the account shows it. One that is only mailed stays too: its id is the key of its unsubscribe link';
comment on column public.notices.changes is
  'A list of field, before and after, in words: what was corrected or undone; of a suggestion also accepted, reason and note. Of what is planned: planned_at';
comment on column public.notices.due_at is
  'When its reader sees it and its mail is sent: after the time in which the decision can be undone';

create index notices_list on public.notices (recipient_id, created_at desc, id desc)
  where in_account;
comment on index public.notices_list is 'A member''s notices, newest first: account';
create index notices_unread on public.notices (recipient_id) where in_account and read_at is null;
comment on index public.notices_unread is 'How many a member has not read: navigation bar';
create index notices_age on public.notices (created_at);
comment on index public.notices_age is 'Notices old enough to be deleted: job';
create index notices_by_recipient on public.notices (recipient_id);
create index notices_by_jersey on public.notices (jersey_id);

alter table public.notices enable row level security;
revoke all on public.notices from anon, authenticated;
grant select on public.notices to authenticated;
grant select, insert, update, delete on public.notices to service_role;
grant update (read_at) on public.notices to authenticated;

-- The database sets the time of reading, not the reader.
create function private.date_reading() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.read_at := coalesce(old.read_at, case when new.read_at is not null then now() end);
  return new;
end $$;

create function private.notify_author(was public.jerseys, becomes public.jerseys) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- Set by moderate_jersey().
  corrections constant jsonb := private.current_change() -> 'corrections';
begin
  -- An undone approval is no decision: the rejected jersey that comes back was rejected before.
  if private.current_change() -> 'revision' ->> 'kind' = 'none' then
    return;
  end if;
  if becomes.status = 'approved' and corrections is not null then
    perform private.notify(
      becomes.author_id, 'jersey', 'corrected', 'jersey', becomes.id, becomes.title, changes => corrections);
    return;
  end if;
  -- A jersey approved again after an edit stayed public all the time: no notice is needed.
  if becomes.status = 'pending' or becomes.status = was.status and not (
    becomes.status = 'rejected'
    and (was.edited_at is not null or becomes.moderation_note is distinct from was.moderation_note)) then
    return;
  end if;
  perform private.notify(
    becomes.author_id, 'jersey', becomes.status, 'jersey', becomes.id, becomes.title, becomes.moderation_note);
end $$;

create function private.notify_reporter() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  reported constant uuid := coalesce(
    new.jersey_id, (select jersey_id from public.comments where id = new.comment_id));
begin
  perform private.notify(
    new.reporter_id, 'report', new.status, new.target_type, reported,
    coalesce(new.reported_name, (select title from public.jerseys where id = reported)), new.resolution_note);
  return null;
end $$;

-- A jersey takes the reports of it and of its comments with it. Their reporters are notified
-- before.
create function private.notify_jersey_deleted(jersey public.jerseys) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  kept constant uuid := (select into_id from public.jersey_redirects where from_id = jersey.id);
  -- What a proposal removed 90 days ago: everybody was told then.
  is_expiring constant boolean := private.current_change() -> 'revision' ->> 'kind' = 'none';
begin
  if kept is not null then
    update public.notices set jersey_id = kept where jersey_id = jersey.id;
    if is_expiring is not true then
      perform private.notify(jersey.author_id, 'jersey', 'merged', 'jersey', kept, jersey.title);
    end if;
    return;
  end if;
  if is_expiring is not true then
    perform private.notify(jersey.author_id, 'jersey', 'deleted', 'jersey', null, jersey.title);
  end if;
  perform private.notify(reporter_id, 'report', 'removed', target_type, null, jersey.title)
  from public.reports
  where status = 'open'
    and (jersey_id = jersey.id
      or comment_id in (select id from public.comments where comments.jersey_id = jersey.id));
end $$;

create function private.notify_comment_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Selects nothing if the comment is deleted with its jersey: the jersey's own trigger has
  -- notified already.
  perform private.notify(report.reporter_id, 'report', 'removed', 'comment', jersey.id, jersey.title)
  from public.reports report join public.jerseys jersey on jersey.id = old.jersey_id
  where report.comment_id = old.id and report.status = 'open';
  return old;
end $$;

create function public.sweep_notices() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  gone integer;
begin
  delete from private.undoable_decisions where decided_at < now() - private.undo_time();
  -- A notice is read after it was created, so the first condition lets an index narrow the rows.
  delete from public.notices
  where created_at < now() - interval '90 days'
    and (read_at < now() - interval '90 days' or created_at < now() - interval '1 year');
  get diagnostics gone = row_count;
  return gone;
end $$;
comment on function public.sweep_notices is
  'Deletes notices 90 days after they were read, and unread ones after a year (the mail has told them); returns how many';
revoke execute on function public.sweep_notices from public, anon, authenticated;
grant execute on function public.sweep_notices to service_role;

create function private.notify(
  recipient uuid, topic text, outcome text, about text, jersey_id uuid, title text, note text default null,
  changes jsonb default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  by_mail boolean := true;
  in_account boolean := true;
  notice uuid;
  is_undoable constant boolean := private.current_change() ? 'undoable';
  due constant timestamptz := now() + case when is_undoable then private.undo_time() else '0' end;
begin
  -- Members are not notified of their own actions. Accounts being deleted get no notices.
  if recipient is null or recipient = auth.uid()
    or not exists (select from auth.users where id = recipient) then
    return;
  end if;
  select wish.by_mail, wish.in_account into by_mail, in_account
  from public.notice_settings wish
  where wish.user_id = recipient and wish.topic = notify.topic;
  by_mail := coalesce(by_mail, true);
  in_account := coalesce(in_account, true);
  if not (by_mail or in_account) then
    return;
  end if;
  -- An unsent mail about an earlier decision is out of date, unless this one is undone.
  if notify.outcome in ('approved', 'corrected', 'rejected') and is_undoable then
    update public.notice_mails mail set retry_at = greatest(mail.retry_at, due)
    from public.notices earlier
    where earlier.id = mail.notice_id and earlier.recipient_id = recipient
      and earlier.jersey_id = notify.jersey_id and earlier.outcome in ('approved', 'corrected', 'rejected');
  elsif notify.outcome in ('approved', 'corrected', 'rejected') then
    delete from public.notice_mails mail using public.notices earlier
    where earlier.id = mail.notice_id and earlier.recipient_id = recipient
      and earlier.jersey_id = notify.jersey_id and earlier.outcome in ('approved', 'corrected', 'rejected');
    delete from public.notices earlier
    where earlier.recipient_id = recipient and earlier.jersey_id = notify.jersey_id
      and earlier.outcome in ('approved', 'corrected', 'rejected') and not earlier.in_account;
  end if;
  insert into public.notices (
    recipient_id, topic, outcome, about, jersey_id, title, note, changes, in_account, due_at)
  values (
    recipient, notify.topic, notify.outcome, notify.about, notify.jersey_id, notify.title, notify.note,
    notify.changes, in_account, due)
  returning id into notice;
  if by_mail then
    insert into public.notice_mails (notice_id, retry_at) values (notice, due);
  end if;
end $$;
comment on function private.notify is
  'Writes a notice and queues its mail, as the recipient''s settings say; both are due when the decision can''t be undone any more';

create function private.photo_kind(address text, jersey_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select image.kind from public.jersey_images image
     where image.path = shown.path and image.jersey_id = photo_kind.jersey_id limit 1),
    (select photo.kind from public.suggestion_photos photo where photo.path = shown.path limit 1),
    -- One that was taken out.
    (select revision.stored -> 'image' ->> 'kind' from public.revisions revision
     where revision.target_type = 'jersey' and revision.target_id = photo_kind.jersey_id
       and revision.stored -> 'image' ->> 'path' = shown.path
     order by revision.id desc limit 1))
  from private.storage_path(address) shown(path)
$$;
comment on function private.photo_kind is 'What a photo of a jersey shows, also one that is only suggested or was taken out; null if nobody said';

create function private.name_photos() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.changes := (
    select jsonb_agg(
      case when change ->> 'field' = 'image'
        then change || jsonb_build_object(
          'kind', private.photo_kind(coalesce(change ->> 'after', change ->> 'before'), new.jersey_id))
        else change end
      order by place)
    from jsonb_array_elements(new.changes) with ordinality listed(change, place));
  return new;
end $$;
comment on function private.name_photos is 'Adds to each photo of a notice what it shows';

create policy "members read their own settings" on public.notice_settings
  for select to authenticated using (user_id = (select auth.uid()));

create policy "members make their own settings" on public.notice_settings
  for insert to authenticated with check (user_id = (select auth.uid()));

create policy "members change their own settings" on public.notice_settings
  for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create policy "members read their own notices" on public.notices
  for select to authenticated
  using (recipient_id = (select auth.uid()) and in_account and due_at <= now());

create policy "members mark their own notices as read" on public.notices
  for update to authenticated
  using (recipient_id = (select auth.uid()) and in_account and due_at <= now())
  with check (recipient_id = (select auth.uid()) and in_account);

revoke execute on function
  private.date_reading, private.notify_author, private.notify_reporter, private.notify_jersey_deleted, private.notify_comment_deleted,
  private.notify, private.photo_kind, private.name_photos
from public;

-- schemas/account/mails.sql

-- The queue of mails about notices.
-- A job claims a mail, sends it and marks it sent; a member can stop them by a link.
-- No mail is lost when a server dies, and none is sent twice within its claim.

-- SQL can't send a mail. The server (embedded) or a background job with the service key (hosted)
-- claims mails one by one. A row is deleted when its mail was sent, and stays when no mail server
-- accepts it.
create table public.notice_mails (
  notice_id uuid primary key references public.notices (id) on delete cascade,
  attempts integer not null default 0,
  retry_at timestamptz not null default now(),
  problem text
);
comment on table public.notice_mails is 'Mails still to be sent';

create index notice_mails_due on public.notice_mails (retry_at, notice_id);
comment on index public.notice_mails_due is 'Mails due, oldest first: job';

alter table public.notice_mails enable row level security;
revoke all on public.notice_mails from anon, authenticated;
grant select, insert, update, delete on public.notice_mails to service_role;

create function public.finish_notice_mail(
  notice_id uuid, problem text default null, final boolean default false
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if problem is null then
    delete from public.notice_mails mail where mail.notice_id = finish_notice_mail.notice_id;
  else
    update public.notice_mails mail
    set problem = finish_notice_mail.problem, attempts = case when final then 10 else attempts end
    where mail.notice_id = finish_notice_mail.notice_id;
  end if;
end $$;
comment on function public.finish_notice_mail is
  'Records that a mail has left, or why it has not. A failed mail is claimed again, ten times at most, or never if the failure is final';
revoke execute on function public.finish_notice_mail from public, anon, authenticated;
grant execute on function public.finish_notice_mail to service_role;

-- Mailbox providers offer 'unsubscribe' and post to an address in the mail (RFC 8058), without
-- signing in. The notice's id is the key: a random number that only its reader received.
create function public.stop_notice_mails(notice_id uuid) returns void
language sql security definer set search_path = ''
as $$
  insert into public.notice_settings (user_id, topic, by_mail)
  select recipient_id, topic, false from public.notices where id = stop_notice_mails.notice_id
  on conflict (user_id, topic) do update set by_mail = false
$$;
comment on function public.stop_notice_mails is
  'Switches off the mails of a notice''s topic for its recipient; does not tell whether the notice exists';
revoke execute on function public.stop_notice_mails from public;
grant execute on function public.stop_notice_mails to anon, authenticated, service_role;

create function public.claim_notice_mail()
returns table (
  notice_id uuid, email text, lang text, topic text, outcome text, about text, title text, note text,
  changes jsonb, jersey_id uuid, team_slug text, kit_type_slug text, year integer
)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  claimed uuid;
begin
  loop
    update public.notice_mails
    set attempts = attempts + 1, retry_at = now() + interval '2 minutes' * power(2, attempts)
    where notice_id = (
      select due.notice_id from public.notice_mails due
      where due.retry_at <= now() and due.attempts < 10
      order by due.retry_at, due.notice_id limit 1
      for update skip locked)
    returning notice_mails.notice_id into claimed;
    if claimed is null then
      return;
    end if;
    -- The settings are read again: the member may have switched mails off meanwhile.
    return query
    select notice.id, account.email::text, account.raw_user_meta_data ->> 'lang', notice.topic,
      notice.outcome, notice.about, notice.title, notice.note, notice.changes,
      jersey.id, jersey.team_slug, jersey.kit_type_slug, jersey.year
    from public.notices notice
    join auth.users account on account.id = notice.recipient_id
    left join public.jerseys jersey
      on jersey.id = notice.jersey_id and jersey.status = 'approved' and jersey.is_active
    where notice.id = claimed
      and account.email <> '' and account.email_confirmed_at is not null
      and coalesce(account.banned_until <= now(), true)
      and not exists (
        select from public.notice_settings wish
        where wish.user_id = notice.recipient_id and wish.topic = notice.topic and not wish.by_mail)
      -- A decision that could be undone left the mails about earlier ones in place.
      and not (
        notice.outcome in ('approved', 'corrected', 'rejected')
        and exists (
          select from public.notices newer
          where newer.recipient_id = notice.recipient_id and newer.jersey_id = notice.jersey_id
            and newer.outcome in ('approved', 'corrected', 'rejected')
            and newer.created_at > notice.created_at));
    if found then
      return;
    end if;
    perform public.finish_notice_mail(claimed);
    claimed := null;
  end loop;
end $$;
comment on function public.claim_notice_mail is
  'The next mail that is due, if any, with its content; names the jersey only if the reader can open it';
revoke execute on function public.claim_notice_mail from public, anon, authenticated;
grant execute on function public.claim_notice_mail to service_role;

-- schemas/moderate/visitor-reports.sql

-- Reports by people without an account, and contests of decisions by both sides
-- (docs/decisions/046-reports-without-an-account.md).
-- An address is confirmed by mail before the report counts.
-- Their mails are rows, claimed and sent by a job.

create table public.visitor_reports (
  id uuid primary key default gen_random_uuid(),
  report_id uuid constraint visitor_reports_report_id_key unique references public.reports (id) on delete set null,
  target_type text not null,
  target_id uuid not null,
  title text not null,
  category text not null,
  reason text not null
    constraint visitor_reports_reason_length check (char_length(reason) between 1 and 1000),
  name text
    constraint visitor_reports_name_length check (char_length(name) <= 120)
    constraint visitor_reports_name_visible check (private.is_visible(name)),
  email text not null
    constraint visitor_reports_email_format check (
      email ~ '^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;]+$' and char_length(email) <= 254),
  lang text not null constraint visitor_reports_lang_known check (lang in ('fr', 'en', 'es', 'pt')),
  origin text not null,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  closed_at timestamptz,
  from_anyone boolean not null default false,
  constraint visitor_reports_name_for_rights check (category <> 'rights' or name is not null),
  constraint visitor_reports_category_known check (
    category in ('wrong_information', 'wrong_image', 'duplicate', 'offensive', 'name', 'rights', 'other')),
  constraint visitor_reports_target_type_known check (target_type in ('jersey', 'comment', 'profile'))
);
comment on table public.visitor_reports is
  'Who reported without an account, and what. Deleted 180 days after the decision, or after 2 days without confirmation';
comment on column public.visitor_reports.report_id is 'The case; null until confirmed, and when its target is deleted';
comment on column public.visitor_reports.title is
  'The jersey''s title, or the member''s name, for mails after it is deleted or replaced';
comment on column public.visitor_reports.origin is 'Digest of the network address, for the limits; emptied after a day';
comment on column public.visitor_reports.from_anyone is
  'Filed by the function that everybody may call: its mail for confirmation quotes nothing';

create index visitor_reports_age on public.visitor_reports (created_at);
comment on index public.visitor_reports_age is 'Reports of the last day: limits; unconfirmed ones to delete: job';
create index visitor_reports_closed on public.visitor_reports (closed_at) where closed_at is not null;
comment on index public.visitor_reports_closed is 'Decided reports old enough to be deleted: job';

alter table public.visitor_reports enable row level security;
revoke all on public.visitor_reports from anon, authenticated;
grant select on public.visitor_reports to authenticated;
grant select, insert, update, delete on public.visitor_reports to service_role;

create table public.report_contests (
  report_id uuid not null references public.reports (id) on delete cascade,
  party text not null constraint report_contests_party_known check (party in ('notifier', 'author')),
  -- References the account for the reason given at jersey_votes. Null: the notifier.
  author_id uuid references auth.users (id) on delete cascade,
  body text not null constraint report_contests_body_length check (char_length(body) between 1 and 1000),
  outcome text not null,
  note text,
  created_at timestamptz not null default now(),
  -- Each party once.
  primary key (report_id, party)
);
comment on table public.report_contests is 'Why somebody contests the decision on a report';
comment on column public.report_contests.outcome is 'The contested decision, with its note';

create index report_contests_by_author on public.report_contests (author_id);

alter table public.report_contests enable row level security;
revoke all on public.report_contests from anon, authenticated;
grant select on public.report_contests to authenticated;
grant select, insert, update, delete on public.report_contests to service_role;

create table public.visitor_report_mails (
  id uuid primary key default gen_random_uuid(),
  visitor_report_id uuid not null references public.visitor_reports (id) on delete cascade,
  kind text not null
    constraint visitor_report_mails_kind_known check (kind in ('confirm', 'upheld', 'dismissed', 'removed')),
  party text not null constraint visitor_report_mails_party_known check (party in ('notifier', 'author')),
  note text,
  attempts integer not null default 0,
  retry_at timestamptz not null default now(),
  problem text
);
comment on table public.visitor_report_mails is 'Mails about reports of visitors still to be sent';

create index visitor_report_mails_due on public.visitor_report_mails (retry_at, id);
comment on index public.visitor_report_mails_due is 'Mails due, oldest first: job';
create index visitor_report_mails_by_report on public.visitor_report_mails (visitor_report_id);

alter table public.visitor_report_mails enable row level security;
revoke all on public.visitor_report_mails from anon, authenticated;
grant select, insert, update, delete on public.visitor_report_mails to service_role;

create table private.visitor_report_tokens (
  digest bytea primary key,
  visitor_report_id uuid not null references public.visitor_reports (id) on delete cascade,
  purpose text not null,
  party text not null,
  expires_at timestamptz not null
);
comment on table private.visitor_report_tokens is
  'Digests of the tokens in mails. A token is made when its mail is claimed, so that it is stored nowhere else';


alter table private.visitor_report_tokens enable row level security;
revoke all on private.visitor_report_tokens from public, anon, authenticated, service_role;

create function private.has_room_for_report(kind text, origin text, email text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not exists (
    select from private.write_limits allowed
    where allowed.kind = has_room_for_report.kind
      and allowed.most <= (
        select count(*) from public.visitor_reports filed
        where filed.created_at > now() - allowed.span
          and (has_room_for_report.origin is null or filed.origin = has_room_for_report.origin)
          and (has_room_for_report.email is null or lower(filed.email) = lower(has_room_for_report.email))))
$$;
comment on function private.has_room_for_report is
  'True if one more report fits the limits of a kind; counts those of an origin or of a mailbox, or all';

create function public.file_visitor_report(
  target_type text, target_id uuid, category text, reason text, name text, email text, lang text, origin text
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  target uuid := target_id;
  title text;
  filed uuid;
begin
  case target_type
    when 'jersey' then
      select coalesce((select into_id from public.jersey_redirects where from_id = target), target) into target;
      select jerseys.title into title from public.jerseys
      where id = target and status = 'approved' and is_active;
    when 'comment' then
      select jerseys.title into title from public.jerseys
      where status = 'approved' and is_active
        and id = (select jersey_id from public.comments where id = target and not is_hidden);
    when 'profile' then
      -- Only who has a page: the answer tells no more than the page.
      select private.shown_name(target) into title
      where exists (
        select from public.jerseys where author_id = target and status = 'approved' and is_active);
    else null;
  end case;
  if title is null then
    raise sqlstate 'PT404' using
      message = 'report_target_unknown', detail = 'Visitors see no such jersey, comment or member.';
  end if;
  -- Reports are serialized. Two at once would each see room for one more.
  perform pg_advisory_xact_lock(hashtextextended('visitor reports', 0));
  if not private.has_room_for_report('visitor_reports', null, null)
    or not private.has_room_for_report('visitor_reports_of_origin', origin, null) then
    raise sqlstate 'PT429' using
      message = 'visitor_reports_too_many', detail = 'Too many reports.', hint = 'Retry after 3600 seconds.';
  end if;
  -- Not told: it would tell who uses the mailbox. Nor does it get more mails.
  if not private.has_room_for_report('visitor_reports_of_mailbox', null, email) then
    return;
  end if;
  insert into public.visitor_reports (target_type, target_id, title, category, reason, name, email, lang, origin)
  values (
    file_visitor_report.target_type, target, title, file_visitor_report.category,
    coalesce(private.tidy(file_visitor_report.reason), ''), private.tidy(file_visitor_report.name),
    trim(file_visitor_report.email), file_visitor_report.lang, file_visitor_report.origin)
  returning id into filed;
  insert into public.visitor_report_mails (visitor_report_id, kind, party) values (filed, 'confirm', 'notifier');
end $$;
comment on function public.file_visitor_report is
  'Notes a report of a visitor and queues the mail that asks to confirm it';
revoke execute on function public.file_visitor_report from public, anon, authenticated;
grant execute on function public.file_visitor_report to service_role;

create function private.report_token(token text, purpose text) returns private.visitor_report_tokens
language plpgsql stable security definer set search_path = ''
as $$
declare
  found_token private.visitor_report_tokens;
begin
  select * into found_token from private.visitor_report_tokens known
  where known.digest = sha256(convert_to(coalesce(report_token.token, ''), 'UTF8'))
    and known.purpose = report_token.purpose and known.expires_at > now();
  if not found then
    raise sqlstate 'PT404' using
      message = 'report_token_unknown', detail = 'The link is not valid, or not any more.';
  end if;
  return found_token;
end $$;

create function public.confirm_visitor_report(token text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  filed public.visitor_reports;
  opened uuid;
begin
  select * into filed from public.visitor_reports
  where id = (private.report_token(token, 'confirm')).visitor_report_id for update;
  if filed.confirmed_at is not null then
    return;
  end if;
  begin
    insert into public.reports (reporter_id, target_type, target_id, category, reason)
    values (null, filed.target_type, filed.target_id, filed.category, filed.reason)
    returning id into opened;
  exception when foreign_key_violation then
    raise sqlstate 'PT404' using message = 'report_target_unknown', detail = 'It was deleted meanwhile.';
  end;
  update public.visitor_reports set report_id = opened, confirmed_at = now() where id = filed.id;
end $$;
comment on function public.confirm_visitor_report is 'Opens the case of a confirmed report; idempotent';
revoke execute on function public.confirm_visitor_report from public;
grant execute on function public.confirm_visitor_report to anon, authenticated, service_role;

create function private.reported_author(report public.reports) returns uuid
language sql stable security definer set search_path = ''
as $$
  select case report.target_type
    when 'jersey' then (select author_id from public.jerseys where id = report.jersey_id)
    when 'comment' then (select author_id from public.comments where id = report.comment_id)
    else report.profile_id
  end
$$;

create function public.contest_report(token text, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  known constant private.visitor_report_tokens := private.report_token(token, 'contest');
  report public.reports;
  together uuid[];
begin
  select * into report from public.reports
  where id = (select report_id from public.visitor_reports where id = known.visitor_report_id);
  if not found then
    raise sqlstate 'PT404' using message = 'report_target_unknown', detail = 'It was deleted meanwhile.';
  end if;
  -- Locked in one order, so that two contests of one decision wait for each other.
  perform from public.reports locked
  where locked.target_type = report.target_type and locked.target_id = report.target_id
  order by locked.id for update;
  select * into report from public.reports where id = report.id;
  if not found or report.status <> (case known.party when 'author' then 'upheld' else 'dismissed' end)
    or not private.may_contest(report, known.party) then
    raise sqlstate 'PT409' using
      message = 'report_contested', detail = 'The decision was contested already, or replaced.';
  end if;
  select array_agg(beside.id) into together from private.decided_together(report, known.party) beside;
  -- On each of the reports, so that each tells how often it was contested.
  insert into public.report_contests (report_id, party, author_id, body, outcome, note)
  select beside.id, known.party, case when known.party = 'author' then private.reported_author(report) end,
    coalesce(private.tidy(contest_report.reason), ''), beside.status, beside.resolution_note
  from public.reports beside where beside.id = any (together)
  on conflict do nothing;
  -- A member who has reported it again meanwhile has an open report already.
  update public.reports reopened set status = 'open', resolution_note = null
  where reopened.id = any (together)
    and not exists (
      select from public.reports again
      where again.status = 'open' and again.reporter_id = reopened.reporter_id
        and again.target_type = reopened.target_type and again.target_id = reopened.target_id);
end $$;
comment on function public.contest_report is
  'Opens a decision again for whom it goes against, once for each party: the author''s contest all its reports, a notifier''s their own';
revoke execute on function public.contest_report from public;
grant execute on function public.contest_report to anon, authenticated, service_role;

create function private.check_report_note() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.tidy(new.resolution_note) is null
    and exists (select from public.visitor_reports where report_id = new.id) then
    raise sqlstate 'PT400' using
      message = 'report_note_required', detail = 'A decision on a visitor''s report tells its reason.';
  end if;
  return new;
end $$;

create function private.notify_parties() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  filed public.visitor_reports;
  author constant uuid := private.reported_author(new);
begin
  select * into filed from public.visitor_reports where report_id = new.id for update;
  if not found then
    return null;
  end if;
  -- An unsent mail about an earlier decision is out of date.
  delete from public.visitor_report_mails where visitor_report_id = filed.id;
  if new.status = 'open' then
    update public.visitor_reports set closed_at = null where id = filed.id;
    return null;
  end if;
  update public.visitor_reports set closed_at = now() where id = filed.id;
  insert into public.visitor_report_mails (visitor_report_id, kind, party, note)
  values (filed.id, new.status, 'notifier', new.resolution_note);
  if author is null or author = auth.uid()
    -- One mail for several reports that are decided together.
    or exists (
      select from public.visitor_report_mails mail
      join public.visitor_reports other on other.id = mail.visitor_report_id
      where mail.party = 'author' and mail.retry_at = now() and other.target_id = filed.target_id) then
    return null;
  end if;
  insert into public.visitor_report_mails (visitor_report_id, kind, party, note)
  values (filed.id, new.status, 'author', new.resolution_note);
  -- The mail goes to every author, whatever their settings: it says how to contest.
  insert into public.notices (recipient_id, topic, outcome, about, jersey_id, title, note)
  select author, 'jersey', 'report_' || new.status, new.target_type,
    coalesce(new.jersey_id, (select jersey_id from public.comments where id = new.comment_id)),
    filed.title, new.resolution_note
  where not exists (
    select from public.notice_settings wish
    where wish.user_id = author and wish.topic = 'jersey' and not wish.in_account);
  return null;
end $$;

create function private.close_visitor_report() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  filed uuid;
begin
  update public.visitor_reports set closed_at = now()
  where report_id = old.id and closed_at is null returning id into filed;
  if filed is not null then
    insert into public.visitor_report_mails (visitor_report_id, kind, party) values (filed, 'removed', 'notifier');
  end if;
  return old;
end $$;

create function public.finish_visitor_report_mail(
  id uuid, problem text default null, final boolean default false
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if problem is null then
    delete from public.visitor_report_mails mail where mail.id = finish_visitor_report_mail.id;
  else
    update public.visitor_report_mails mail
    set problem = finish_visitor_report_mail.problem, attempts = case when final then 10 else attempts end
    where mail.id = finish_visitor_report_mail.id;
  end if;
end $$;
comment on function public.finish_visitor_report_mail is 'Records that a mail has left, or why it has not';
revoke execute on function public.finish_visitor_report_mail from public, anon, authenticated;
grant execute on function public.finish_visitor_report_mail to service_role;

create function public.sweep_visitor_reports() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  gone integer;
begin
  delete from public.visitor_reports
  where confirmed_at is null and created_at < now() - interval '2 days'
    or closed_at < now() - interval '180 days';
  get diagnostics gone = row_count;
  -- No limit looks back further.
  update public.visitor_reports set origin = '' where origin <> '' and created_at < now() - interval '1 day';
  delete from private.visitor_report_tokens where expires_at < now();
  return gone;
end $$;
comment on function public.sweep_visitor_reports is
  'Deletes what visitors said of themselves: 2 days after an unconfirmed report, 180 days after the last decision; returns how many';
revoke execute on function public.sweep_visitor_reports from public, anon, authenticated;
grant execute on function public.sweep_visitor_reports to service_role;

create function private.decided_together(report public.reports, party text) returns setof public.reports
language sql stable security definer set search_path = ''
as $$
  select beside.* from public.reports beside
  where beside.target_type = report.target_type and beside.target_id = report.target_id
    and beside.status = report.status and beside.resolved_at = report.resolved_at
    and (party = 'author' or beside.id = report.id)
  order by beside.id
$$;
comment on function private.decided_together is
  'The reports of the decision that a party contests: for the author, all that were decided with this one';

create table private.visitor_report_intake (
  is_one boolean primary key default true check (is_one),
  open_until timestamptz not null
);
comment on table private.visitor_report_intake is
  'Until when everybody may file reports of visitors; the job that sends their mails moves it on';

alter table private.visitor_report_intake enable row level security;
revoke all on private.visitor_report_intake from public, anon, authenticated, service_role;

create function public.offer_visitor_reports() returns void
language sql security definer set search_path = ''
as $$
  insert into private.visitor_report_intake (open_until) values (now() + interval '1 hour')
  on conflict (is_one) do update set open_until = excluded.open_until
$$;
comment on function public.offer_visitor_reports is
  'Takes reports of visitors from everybody for an hour: called by the job that sends their mails';
revoke execute on function public.offer_visitor_reports from public, anon, authenticated;
grant execute on function public.offer_visitor_reports to service_role;

create function public.takes_visitor_reports() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.visitor_report_intake where open_until > now())
    and not exists (
      select from private.write_limits allowed
      where allowed.kind = 'visitor_reports_of_anyone'
        and allowed.most <= (
          select count(*) from public.visitor_reports filed
          where filed.from_anyone and filed.created_at > now() - allowed.span))
$$;
comment on function public.takes_visitor_reports is
  'True if send_visitor_report() takes a report now';
revoke execute on function public.takes_visitor_reports from public;
grant execute on function public.takes_visitor_reports to anon, authenticated, service_role;

create function public.send_visitor_report(
  target_type text, target_id uuid, category text, reason text, name text, email text, lang text
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- The limit of an origin counts each alone.
  sender constant text := 'anyone ' || gen_random_uuid();
begin
  if not exists (select from private.visitor_report_intake where open_until > now()) then
    raise sqlstate 'PT503' using
      message = 'visitor_reports_closed', detail = 'No job sends the mails of reports.';
  end if;
  -- As in file_visitor_report(): two at once would each see room for one more.
  perform pg_advisory_xact_lock(hashtextextended('visitor reports', 0));
  if not public.takes_visitor_reports() then
    raise sqlstate 'PT429' using
      message = 'visitor_reports_too_many', detail = 'Too many reports.', hint = 'Retry after 3600 seconds.';
  end if;
  perform public.file_visitor_report(target_type, target_id, category, reason, name, email, lang, sender);
  update public.visitor_reports set from_anyone = true where origin = sender;
end $$;
comment on function public.send_visitor_report is
  'Files a report of a visitor, where the site''s server has no rights of its own; see offer_visitor_reports()';
revoke execute on function public.send_visitor_report from public;
grant execute on function public.send_visitor_report to anon, authenticated, service_role;

create index visitor_report_tokens_by_report on private.visitor_report_tokens (visitor_report_id);

create policy "admins read confirmed reports of visitors" on public.visitor_reports
  for select to authenticated
  using (confirmed_at is not null and (select public.is_admin((select auth.uid()))));

create policy "members read their own contests, reviewers those of reports they read, admins all"
  on public.report_contests
  for select to authenticated
  using (
    author_id = (select auth.uid())
    or (select public.is_admin((select auth.uid())))
    or ((select public.is_reviewer((select auth.uid())))
      and exists (select from public.reports where reports.id = report_id))
  );

revoke execute on function
  private.has_room_for_report, private.report_token, private.reported_author, private.check_report_note, private.notify_parties,
  private.close_visitor_report, private.decided_together
from public;

-- schemas/moderate/decisions.sql

-- Decisions on submissions and edits: moderate_jersey(), what a reviewer may correct by it, its undo within seconds, going back
-- to the version decided on, merges, and what helps to decide.
-- A decision is about the version that was seen; the second of two reviewers gets the first one's decision as an error.
-- Who decided is kept apart from public rows.

create function public.jersey_changes(jersey_id uuid)
returns table (field text, before text, after text)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators compare versions.';
  end if;
  if exists (select from public.jersey_edits edit where edit.jersey_id = jersey_changes.jersey_id) then
    return query select * from private.changes_of_edit(jersey_changes.jersey_id);
  else
    return query
    select private.field_in_words(change.field), private.value_in_words(change.field, change.before),
      private.value_in_words(change.field, change.after)
    from private.changes_since_decision(jersey_changes.jersey_id) change
    where change.field not in ('team_id', 'brand_id');
  end if;
end $$;
comment on function public.jersey_changes is
  'What differs from the version last decided on: a row per field, one per image added or removed, and one (`order`) if images change places, with all addresses in both orders, one per line';
revoke execute on function public.jersey_changes from public, anon;
grant execute on function public.jersey_changes to authenticated, service_role;

create function public.revert_jersey(jersey_id uuid) returns public.jerseys
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  jersey public.jerseys;
  decided public.jerseys;
  change record;
  -- Later entries are of this function's own deletions.
  newest constant bigint := (select max(id) from public.audit_log);
  shown constant text[] := array(
    select images.path from public.jersey_images images where images.jersey_id = revert_jersey.jersey_id);
begin
  if not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only administrators undo changes.';
  end if;
  perform private.lock_images(array[revert_jersey.jersey_id]);
  select * into jersey from public.jerseys where id = revert_jersey.jersey_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'jersey_not_found', detail = 'The jersey was deleted.';
  end if;
  if jersey.edited_at is null then
    raise sqlstate 'PT409' using
      message = 'jersey_not_edited', detail = 'No change waits for a decision.';
  end if;
  delete from public.jersey_edits edit where edit.jersey_id = jersey.id;
  -- Without an edit, the changes are in the jersey itself.
  if not found then
    -- Together: a competition without its league, or a team without its name, would be refused or replaced.
    decided := jsonb_populate_record(jersey, (
      select jsonb_object_agg(field, case field when 'colors' then before::jsonb else to_jsonb(before) end)
      from private.changes_since_decision(jersey.id)
      where field <> 'image'));
    perform private.set_fields(jersey.id, decided);
    -- Added images are deleted first, to leave room for those that come back.
    for change in
      select * from private.changes_since_decision(jersey.id) where field = 'image' order by before is not null
    loop
      if change.before is null then
        delete from public.jersey_images images
        where images.jersey_id = jersey.id and images.url = change.after;
      else
        insert into public.jersey_images (
          id, jersey_id, url, alt, position, likeness, version, licence, rights_stated, kind)
        select image.id, jersey.id, image.url, image.alt, image.position, image.likeness,
          coalesce(image.version, gen_random_uuid()),
          coalesce(image.licence, 'shown-here-only'), coalesce(image.rights_stated, false), image.kind
        from public.audit_log log
        cross join lateral jsonb_populate_record(null::public.jersey_images, log.before) image
        where log.table_name = 'jersey_images' and log.row_id = jersey.id::text
          and log.action = 'delete' and image.url = change.before and log.id <= newest
          -- An image whose file is gone stays deleted.
          and (image.path is null or image.path = any(shown) or private.is_image_in_use(image.path))
        order by log.id desc limit 1;
      end if;
    end loop;
  end if;
  -- The notice below says it; the decision on the version that is back was announced when it was made.
  perform private.begin_revision('none');
  update public.jerseys set edited_at = null, moderated_by = auth.uid(), moderated_at = now()
  where id = jersey.id
  returning * into jersey;
  perform private.end_revision();
  perform private.notify(jersey.author_id, 'jersey', 'reverted', 'jersey', jersey.id, jersey.title);
  return jersey;
end $$;
comment on function public.revert_jersey is 'Goes back to the version last decided on; an edit is deleted';
revoke execute on function public.revert_jersey from public, anon;
grant execute on function public.revert_jersey to authenticated, service_role;

create function private.likely_quarters(likeness bit) returns integer[]
language sql immutable strict parallel safe set search_path = ''
as $$
  select array_agg(quarter # flip)
  from unnest(private.likeness_quarters(likeness)) quarter,
    (select 0 as flip union all select 1 << place from generate_series(0, 15) place) flips
$$;
comment on function private.likely_quarters is
  'The quarters of a likeness, and every quarter that differs from one of them in one bit';

create function public.same_pictures(jersey_id uuid)
returns table (other_id uuid, distance integer)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators compare pictures.';
  end if;
  return query
  select near.jersey_id, min(near.light)::integer
  from public.jersey_images own
  cross join lateral (
    select candidate.jersey_id,
      bit_count(substring(candidate.likeness from 1 for 64) # substring(own.likeness from 1 for 64)) light,
      bit_count(substring(candidate.likeness from 65) # substring(own.likeness from 65)) colors
    from (
      -- Bounded: somebody may have uploaded thousands of similar pictures.
      select image.jersey_id, image.likeness from public.jersey_images image
      where private.likeness_quarters(image.likeness) && private.likely_quarters(own.likeness)
        and image.likeness is not null and image.jersey_id <> own.jersey_id
      limit 2000) candidate
  ) near
  join public.jerseys on jerseys.id = near.jersey_id and jerseys.status <> 'rejected'
  where own.jersey_id = same_pictures.jersey_id and own.likeness is not null
    and near.light <= 7 and near.colors <= 4
  group by near.jersey_id
  order by min(near.light), near.jersey_id
  limit 4;
end $$;
comment on function public.same_pictures is
  'Jerseys with a picture that looks like one of this jersey''s, the most alike first: points out shirts submitted twice';
revoke execute on function public.same_pictures from public, anon;
grant execute on function public.same_pictures to authenticated, service_role;

-- Everyone reads approved jerseys, and members read their own reports, whole rows (`select=*`). So these tables don't say
-- who decided.
create table private.decisions (
  table_name text not null,
  row_id uuid not null,
  decided_by uuid not null references auth.users (id) on delete cascade,
  primary key (table_name, row_id)
);
comment on table private.decisions is 'Who decided last on a jersey, a report or a suggestion: reviewer or administrator';


alter table private.decisions enable row level security;
revoke all on private.decisions from public, anon, authenticated, service_role;

create function private.record_decision(table_name text, row_id uuid, decided_by uuid) returns void
language sql set search_path = ''
as $$
  delete from private.decisions known
  where record_decision.decided_by is null
    and known.table_name = record_decision.table_name and known.row_id = record_decision.row_id;
  insert into private.decisions (table_name, row_id, decided_by)
  select record_decision.table_name, record_decision.row_id, record_decision.decided_by
  where record_decision.decided_by is not null
  on conflict (table_name, row_id) do update set decided_by = excluded.decided_by
$$;

create function private.forget_decision() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.decisions where table_name = tg_table_name and row_id = old.id;
  return null;
end $$;

create function private.decided_by(table_name text, row_id uuid) returns uuid
language sql stable set search_path = ''
as $$
  select known.decided_by from private.decisions known
  where known.table_name = decided_by.table_name and known.row_id = decided_by.row_id
$$;

-- What a decision is about includes the facts. A chosen team or brand is named by its row: another name for it is no change of the
-- author's.
create function private.version_for_review(jersey public.jerseys) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'title', version.title, 'edition', version.edition, 'description', version.description,
    'external_link', version.external_link, 'league', version.league,
    'competition_id', version.competition_id, 'season_id', version.season_id, 'team_id', version.team_id,
    'team', case when version.team_id is null then version.team end, 'year', version.year,
    'brand_id', version.brand_id, 'brand', case when version.brand_id is null then version.brand end,
    'kit_type', version.kit_type, 'colors', to_jsonb(version.colors), 'price', version.price,
    'images', case
      when edit.id is null then (
        select coalesce(jsonb_agg(image.version order by image.position, image.id), '[]')
        from public.jersey_images image where image.jersey_id = jersey.id and image.edit_id is null)
      else (
        select coalesce(jsonb_agg(image.version order by image.place), '[]')
        from private.edited_images image where image.edit_id = edit.id)
    end)
  from (select jersey.id) one
  left join public.jersey_edits edit on edit.jersey_id = one.id and edit.status = 'open'
  cross join lateral jsonb_populate_record(jersey, edit.changes) version
$$;
comment on function private.version_for_review is
  'What a decision is about: fields and versions of the images in order, of the edit where one waits';

create function private.changes_since_decision(jersey_id uuid)
returns table (field text, before text, after text)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  jersey constant text := changes_since_decision.jersey_id;
  author uuid;
  -- When the first edit after the last decision returned the jersey to the queue.
  since timestamptz;
begin
  select log.at, jerseys.author_id into since, author
  from public.audit_log log join public.jerseys on jerseys.id = changes_since_decision.jersey_id
  where log.table_name = 'jerseys' and log.row_id = jersey and jerseys.edited_at is not null
    and log.before -> 'edited_at' = 'null' and log.after -> 'edited_at' <> 'null'
  order by log.id desc limit 1;
  return query
  select edit.* from (
    select key,
      (array_agg(log.before ->> key order by log.id))[1],
      (array_agg(log.after ->> key order by log.id desc))[1]
    from public.audit_log log, jsonb_object_keys(log.after) key
    where log.table_name = 'jerseys' and log.row_id = jersey
      and log.action = 'update' and log.at >= since
      and (
        key in ('title', 'description', 'edition', 'external_link')
        -- A team that is renamed changes its jerseys too, and so do administrators.
        or key = any (private.correctable_columns()) and log.actor_id = author)
    group by key
  ) edit (field, before, after)
  where edit.before is distinct from edit.after
  union all
  -- An image added and removed again is no difference. Clients make the ids: one that is used again for another
  -- picture counts as one image removed and one added.
  select 'image',
    case when sum(moved.n) < 0 then moved.url end,
    case when sum(moved.n) > 0 then moved.url end
  from (
    select image ->> 'id' as id, image ->> 'url' as url, image ->> 'alt' as alt,
      -- Entries of the log from before licences name none.
      coalesce(image ->> 'licence', 'shown-here-only') as licence,
      case log.action when 'insert' then 1 else -1 end as n
    from public.audit_log log cross join lateral coalesce(log.after, log.before) image
    where log.table_name = 'jersey_images' and log.row_id = jersey
      and log.action in ('insert', 'delete') and log.at >= since
  ) moved
  group by moved.id, moved.url, moved.alt, moved.licence
  having sum(moved.n) <> 0;
end $$;
comment on function private.changes_since_decision is
  'What the author of a rejected jersey has changed since, from the log; ids as ids';

create function private.changes_of_edit(jersey_id uuid)
returns table (field text, before text, after text)
language sql stable security definer set search_path = ''
as $$
  select text.key, to_jsonb(jersey) ->> text.key, text.value
  from public.jersey_edits edit
  join public.jerseys jersey on jersey.id = edit.jersey_id
  cross join lateral jsonb_each_text(edit.changes) text
  where edit.jersey_id = changes_of_edit.jersey_id
  union all
  select 'image',
    case when image.edit_id is null then image.url end,
    case when image.edit_id is not null then image.url end
  from public.jersey_edits edit
  join public.jersey_images image on image.edit_id = edit.id or image.id = any (edit.removed_images)
  where edit.jersey_id = changes_of_edit.jersey_id
  union all
  -- Addresses contain no white space.
  select 'order',
    (select string_agg(image.url, E'\n' order by image.position, image.id)
      from public.jersey_images image where image.jersey_id = edit.jersey_id and image.edit_id is null),
    (select string_agg(image.url, E'\n' order by image.place)
      from private.edited_images image where image.edit_id = edit.id)
  from public.jersey_edits edit
  where edit.jersey_id = changes_of_edit.jersey_id and edit.image_order is not null
$$;
comment on function private.changes_of_edit is 'What an edit changes on its approved jersey';

-- Merges submissions that were never public at once; others are merged by a proposal.
create function public.merge_jerseys(from_id uuid, into_id uuid, seen uuid[] default null) returns public.jerseys
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  gone constant uuid := merge_jerseys.from_id;
  kept constant uuid := merge_jerseys.into_id;
  jersey public.jerseys;
begin
  if not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only administrators merge jerseys.';
  end if;
  if gone = kept then
    raise sqlstate 'PT400' using
      message = 'merge_with_itself', detail = 'A jersey can''t be merged into itself.';
  end if;
  perform private.lock_proposals();
  perform private.lock_jerseys(gone, kept);
  if (select count(*) from public.jerseys where id in (gone, kept)) < 2
    or exists (select from public.proposals where jersey_id in (gone, kept) and status = 'done') then
    raise sqlstate 'PT404' using
      message = 'jersey_not_found', detail = 'One of the jerseys was deleted or merged.';
  end if;
  if exists (select from public.jerseys jersey where jersey.id = gone and private.needs_proposal(jersey)) then
    raise sqlstate 'PT409' using
      message = 'proposal_required', detail = 'An approved jersey is merged by a proposal.';
  end if;
  -- The images become part of another jersey, so those that nobody has approved must be those on the screen.
  if seen is not null
    and seen is distinct from array(
      select image.version from public.jersey_images image
      where image.jersey_id = gone and image.edit_id is null order by image.position, image.id) then
    raise sqlstate 'PT409' using
      message = 'jersey_changed_meanwhile', detail = 'The author has changed it since.',
      hint = 'Look at the new version first.';
  end if;
  perform private.move_jersey(gone, kept);
  delete from public.jerseys where id = gone;
  select * into jersey from public.jerseys where id = kept;
  return jersey;
end $$;
comment on function public.merge_jerseys is
  'Moves votes, collections, wishes, comments, reports and images of a submission to another jersey, without duplicates, and deletes it. An approved one needs a proposal';
revoke execute on function public.merge_jerseys from public, anon;
grant execute on function public.merge_jerseys to authenticated, service_role;

-- Facts, colours among them, can be corrected. Until a jersey is approved, its author changes every field of it; a reviewer who
-- approves it may correct fields in the same transaction, and the author is told which.
create function private.correctable_columns() returns text[]
language sql immutable set search_path = ''
as $$
  select array[
    'league', 'competition_id', 'season_id', 'team_id', 'team', 'title', 'year', 'kit_type', 'colors', 'brand_id',
    'brand', 'edition', 'price', 'external_link', 'description']
$$;
comment on function private.correctable_columns is
  'The fields of a jersey, in the order in which people read them: what its author submits and what can be corrected';

create function private.is_version_seen(jersey public.jerseys, seen jsonb) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(seen = jsonb_object_agg(field.key, field.value), false)
  from jsonb_each(private.version_for_review(jersey)) field
  -- Clients from before corrections name no facts.
  where field.key in ('title', 'edition', 'description', 'external_link', 'images') or seen ? field.key
$$;
comment on function private.is_version_seen is
  'True if the version on an administrator''s screen is the one that a decision would be about';

-- Differences in words: ids mean nothing to people, and rows of the catalogue may be renamed or deleted later.
create function private.value_in_words(field text, value text) returns text
language sql stable security definer set search_path = ''
as $$
  select case field
    when 'competition_id' then (select name from public.competitions where id::text = value)
    when 'season_id' then (select name from public.seasons where id::text = value)
    when 'colors' then (
      select string_agg(color, ', ' order by place)
      from jsonb_array_elements_text(value::jsonb) with ordinality given (color, place))
    else value
  end
$$;

create function private.field_in_words(field text) returns text
language sql immutable set search_path = ''
as $$ select case field when 'competition_id' then 'competition' when 'season_id' then 'season' else field end $$;

create function private.corrections_in_words(was public.jerseys, becomes public.jerseys) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(
    jsonb_build_object(
      'field', private.field_in_words(field.name),
      'before', private.value_in_words(field.name, to_jsonb(was) ->> field.name),
      'after', private.value_in_words(field.name, to_jsonb(becomes) ->> field.name))
    order by field.place)
  from unnest(private.correctable_columns()) with ordinality field (name, place)
  -- The names beside these two ids say it.
  where field.name not in ('team_id', 'brand_id')
    and to_jsonb(was) -> field.name is distinct from to_jsonb(becomes) -> field.name
$$;
comment on function private.corrections_in_words is
  'What differs between two versions of a jersey: field, before and after, for people; null if they look the same';

create function private.set_fields(jersey_id uuid, fields public.jerseys) returns public.jerseys
language sql security definer set search_path = ''
as $$
  update public.jerseys jersey
  set league = fields.league, competition_id = fields.competition_id, season_id = fields.season_id,
    team_id = fields.team_id, team = fields.team, title = fields.title, year = fields.year,
    kit_type = fields.kit_type, colors = fields.colors, brand_id = fields.brand_id, brand = fields.brand,
    edition = fields.edition, price = fields.price, external_link = fields.external_link, description = fields.description
  where jersey.id = set_fields.jersey_id
  returning *
$$;
comment on function private.set_fields is 'Gives a jersey all fields of another version of it, in one update';

-- What an approval replaces, for as long as it can be undone.
create table private.undoable_decisions (
  jersey_id uuid primary key references public.jerseys (id) on delete cascade,
  decided_by uuid not null references auth.users (id) on delete cascade,
  decided_at timestamptz not null default now(),
  moderator_before uuid,
  jersey jsonb not null,
  edit jsonb,
  images jsonb not null,
  held_files text[] not null,
  decided jsonb
);
comment on table private.undoable_decisions is
  'Jerseys as they were before an approval, with their edit and images; rows older than private.undo_time() are deleted by the next approval and by sweep_notices()';
comment on column private.undoable_decisions.decided is
  'private.decided_state() right after the approval';


alter table private.undoable_decisions enable row level security;
revoke all on private.undoable_decisions from public, anon, authenticated, service_role;

create function private.record_undoable_decision(jersey public.jerseys) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.undoable_decisions past
  where past.jersey_id = jersey.id or past.decided_at < now() - private.undo_time();
  insert into private.undoable_decisions (
    jersey_id, decided_by, moderator_before, jersey, edit, images, held_files)
  select jersey.id, auth.uid(), private.decided_by('jerseys', jersey.id), to_jsonb(jersey),
    (select to_jsonb(edit) from public.jersey_edits edit where edit.jersey_id = jersey.id),
    (select coalesce(jsonb_agg(to_jsonb(image)), '[]') from public.jersey_images image
      where image.jersey_id = jersey.id),
    array(select held.name from public.storage_deletions held where held.held_for = jersey.id);
end $$;

create function private.decided_state(jersey public.jerseys) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.version_for_review(jersey) || jsonb_build_object(
    'status', jersey.status, 'moderated_at', jersey.moderated_at, 'edited_at', jersey.edited_at,
    'is_active', jersey.is_active, 'author_id', jersey.author_id,
    'edit', (select edit.id from public.jersey_edits edit where edit.jersey_id = jersey.id),
    'images', (
      select jsonb_agg(to_jsonb(image) - 'contributor_id' order by image.id)
      from public.jersey_images image where image.jersey_id = jersey.id),
    'merged', (
      select jsonb_agg(redirect.from_id order by redirect.from_id)
      from public.jersey_redirects redirect where redirect.into_id = jersey.id))
$$;
comment on function private.decided_state is
  'What undoing an approval would overwrite, or must not hide: if it differs, somebody did something since';

create function private.record_decided_state(jersey public.jerseys) returns void
language sql security definer set search_path = ''
as $$
  update private.undoable_decisions decision set decided = private.decided_state(record_decided_state.jersey)
  where decision.jersey_id = (record_decided_state.jersey).id
$$;

create function public.undo_decision(jersey_id uuid) returns public.jerseys
language plpgsql security definer set search_path = ''
as $$
declare
  jersey public.jerseys;
  past private.undoable_decisions;
  was public.jerseys;
begin
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators undo decisions.';
  end if;
  perform private.lock_images(array[undo_decision.jersey_id]);
  select * into jersey from public.jerseys where id = undo_decision.jersey_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'jersey_not_found', detail = 'The jersey was deleted.';
  end if;
  select * into past from private.undoable_decisions decision
  where decision.jersey_id = jersey.id and decision.decided_by = auth.uid()
    -- The time now, not that at which this began to wait for the jersey: its mail may be sent by then.
    and decision.decided_at > clock_timestamp() - private.undo_time();
  -- What its author or another administrator did since would be lost. Members choose the ids of images, so one that the
  -- approval removed may be that of another jersey by now.
  if not found or private.decided_state(jersey) is distinct from past.decided
    or exists (
      select from public.jersey_images elsewhere
      where elsewhere.jersey_id <> jersey.id
        and elsewhere.id in (select (image ->> 'id')::uuid from jsonb_array_elements(past.images) image)) then
    raise sqlstate 'PT409' using
      message = 'undo_too_late', detail = 'Only an approval of one''s own, of the last seconds, that nothing followed.';
  end if;
  was := jsonb_populate_record(null::public.jerseys, past.jersey);
  -- As if it had not been: nobody was told, and the history doesn't tell either.
  perform private.begin_revision('none');
  delete from public.revisions revision
  where revision.target_type = 'jersey' and revision.target_id = jersey.id and revision.at = past.decided_at;
  perform private.set_fields(jersey.id, was);
  update public.jerseys
  set status = was.status, moderation_note = was.moderation_note, moderated_at = was.moderated_at,
    edited_at = was.edited_at
  where id = jersey.id;
  perform private.record_decision('jerseys', jersey.id, past.moderator_before);
  perform private.restore_edit(past);
  perform private.end_revision();
  update public.storage_deletions set held_for = jersey.id, retry_at = 'infinity'
  where bucket_id = 'jerseys' and name = any (past.held_files);
  -- Their mails go with them.
  delete from public.notices notice
  where notice.jersey_id = jersey.id and notice.created_at = past.decided_at and notice.due_at > now();
  delete from private.undoable_decisions decision where decision.jersey_id = jersey.id;
  select * into jersey from public.jerseys where id = jersey.id;
  return jersey;
end $$;
comment on function public.undo_decision is
  'Undoes the caller''s own approval of the last seconds (moderate_jersey with `undoable`): the jersey is in the queue again as it was, nobody is told';
revoke execute on function public.undo_decision from public, anon;
grant execute on function public.undo_decision to authenticated, service_role;

create function private.restore_edit(past private.undoable_decisions) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  edit public.jersey_edits;
begin
  if past.edit is null then
    return;
  end if;
  edit := jsonb_populate_record(null::public.jersey_edits, past.edit);
  insert into public.jersey_edits select edit.*
  -- A part of it was refused, and is there.
  on conflict (id) do update
  set status = edit.status, note = edit.note, changes = edit.changes, removed_images = edit.removed_images,
    image_order = edit.image_order;
  update public.jersey_images image set edit_id = was.edit_id, position = was.position
  from jsonb_populate_recordset(null::public.jersey_images, past.images) was
  where image.id = was.id
    and (image.edit_id is distinct from was.edit_id or image.position <> was.position);
  -- Last: until then the added images were part of the approved version, which has at most five of a member and twenty.
  insert into public.jersey_images (
    id, jersey_id, url, alt, position, likeness, version, licence, rights_stated, edit_id, kind)
  select was.id, was.jersey_id, was.url, was.alt, was.position, was.likeness, was.version, was.licence,
    was.rights_stated, was.edit_id, was.kind
  from jsonb_populate_recordset(null::public.jersey_images, past.images) was
  where not exists (select from public.jersey_images image where image.id = was.id);
end $$;
comment on function private.restore_edit is 'Brings back the edit that an approval applied';

create function public.moderate_jersey(
  jersey_id uuid, decision text, note text default null, overrule boolean default false,
  seen jsonb default null, corrections jsonb default null, undoable boolean default false,
  refused text[] default null
) returns public.jerseys
language plpgsql security definer set search_path = ''
as $$
declare
  jersey public.jerseys;
  uncorrected public.jerseys;
  corrected public.jerseys;
  edit public.jersey_edits;
  is_edit_open boolean;
  moderator uuid;
  reason constant text := private.tidy(note);
  is_administrator constant boolean := public.is_admin(auth.uid());
begin
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators decide on jerseys.';
  end if;
  -- A decision that stands is replaced by an administrator: rejecting an approved jersey takes it off the site.
  if overrule and not is_administrator then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only administrators overrule a decision.';
  end if;
  if decision is null or decision not in ('approved', 'rejected') then
    raise sqlstate 'PT400' using
      message = 'moderation_decision_unknown', detail = 'A decision is approved or rejected.';
  end if;
  if decision = 'rejected' and reason is null then
    raise sqlstate 'PT400' using
      message = 'moderation_note_required', detail = 'A rejection tells the author why.';
  end if;
  if corrections is not null and decision = 'rejected' then
    raise sqlstate 'PT400' using
      message = 'corrections_of_rejection', detail = 'Corrections belong to an approval.';
  end if;
  if jsonb_typeof(corrections) <> 'object'
    or jsonb_typeof(corrections) = 'object' and corrections - private.correctable_columns() <> '{}'
    -- A text field would take the characters of a list or an object.
    or jsonb_path_exists(
      corrections,
      'strict $.keyvalue() ? (@.key != "colors" && (@.value.type() == "object" || @.value.type() == "array"))',
      silent => true)
    or jsonb_typeof(corrections) = 'object' and corrections ? 'colors'
      and (jsonb_typeof(corrections -> 'colors') <> 'array'
        or jsonb_path_exists(corrections, 'strict $.colors[*] ? (@.type() != "string")')) then
    raise sqlstate 'PT400' using
      message = 'correction_unknown', detail = 'Corrections are an object of fields with single values, and colors with a list of names: '
        || array_to_string(private.correctable_columns(), ', ') || '.';
  end if;

  perform private.lock_images(array[moderate_jersey.jersey_id]);
  -- The second of two reviewers waits here, then gets the first one's decision as an error.
  select * into jersey from public.jerseys where id = moderate_jersey.jersey_id for update;
  if not found then
    raise sqlstate 'PT404' using
      message = 'jersey_not_found', detail = 'The jersey was deleted.';
  end if;
  perform private.check_own_jersey(jersey);
  select * into edit from public.jersey_edits waiting where waiting.jersey_id = jersey.id;
  if not overrule and jersey.status <> 'pending' and jersey.edited_at is null then
    moderator := private.decided_by('jerseys', jersey.id);
    raise sqlstate 'PT409' using
      message = 'jersey_already_decided',
      detail = jsonb_build_object(
        'status', coalesce(edit.status, jersey.status),
        'moderation_note', coalesce(edit.note, jersey.moderation_note),
        'moderated_by', moderator, 'moderated_at', jersey.moderated_at,
        'moderator', (select username from public.profiles where id = moderator)),
      hint = 'Pass overrule to decide otherwise.';
  end if;

  -- The author may have changed it since the reviewer's page was loaded, to publish what nobody has looked at.
  if seen is not null and not private.is_version_seen(jersey, seen) then
    raise sqlstate 'PT409' using
      message = 'jersey_changed_meanwhile', detail = 'The author has changed it since.',
      hint = 'Look at the new version first.';
  end if;

  is_edit_open := edit.status is not distinct from 'open';
  if refused <> '{}' then
    perform private.check_refused(edit, decision, refused, reason);
  end if;
  if is_edit_open and decision = 'rejected' and not overrule then
    -- The edit is refused, not the jersey: its approved version stays.
    update public.jersey_edits set status = 'refused', note = reason where id = edit.id;
    perform private.notify(edit.author_id, 'jersey', 'reverted', 'jersey', jersey.id, jersey.title, reason);
    update public.jerseys set edited_at = null, moderated_by = auth.uid(), moderated_at = now()
    where id = jersey.id
    returning * into jersey;
    jersey.moderated_by := auth.uid();
    return jersey;
  end if;
  if undoable and decision = 'approved' then
    perform private.record_undoable_decision(jersey);
    perform private.set_change('undoable', 'true');
  end if;
  if is_edit_open and decision = 'approved' then
    perform private.apply_edit(edit, coalesce(refused, '{}'), reason);
  elsif decision = 'rejected' then
    -- The author changes a rejected jersey directly.
    delete from public.jersey_edits gone where gone.jersey_id = jersey.id;
  end if;
  if corrections is not null then
    select * into uncorrected from public.jerseys where id = jersey.id;
    corrected := jsonb_populate_record(uncorrected, corrections);
    if not corrections ? 'colors' then
      corrected.team := coalesce((select name from public.teams where id = corrected.team_id), corrected.team);
      corrected.colors := private.followed_colors(uncorrected, corrected);
    end if;
    jersey := private.set_fields(jersey.id, corrected);
    perform private.set_change('corrections', private.corrections_in_words(uncorrected, jersey));
  end if;
  -- private.before_jersey() stores who decided elsewhere.
  update public.jerseys
  set status = decision,
    moderation_note = case when decision = 'rejected' then reason end,
    moderated_by = auth.uid(),
    moderated_at = now(),
    edited_at = null
  where id = jersey.id
  returning * into jersey;
  perform private.set_change('corrections', null);
  perform private.set_change('undoable', null);
  if undoable then
    perform private.hold_files(jersey.id);
    perform private.record_decided_state(jersey);
  end if;
  jersey.moderated_by := auth.uid();
  return jersey;
end $$;
comment on function public.moderate_jersey is
  'Approves or rejects a pending or edited jersey, or accepts or refuses the edit of an approved one, for reviewers. `overrule` (administrators): replaces a decision. `seen` (the version on the screen, as private.version_for_review() builds it): refused if the jersey has changed. `corrections`: fields of an approval, whose author is told. `undoable`: the author is told after private.undo_time(), until when undo_decision() takes an approval back. `refused`: changes of the edit that are not accepted with the others (columns, addresses of images, `order`), for the reason in `note`';
revoke execute on function public.moderate_jersey from public, anon;
grant execute on function public.moderate_jersey to authenticated, service_role;

create function private.edited_items(edit public.jersey_edits) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array(select jsonb_object_keys(edited_items.edit.changes))
    || array(
      select image.url from public.jersey_images image
      where image.edit_id = (edited_items.edit).id or image.id = any ((edited_items.edit).removed_images))
    || case when (edited_items.edit).image_order is null then '{}' else array['order'] end
$$;
comment on function private.edited_items is
  'What an edit changes: columns, addresses of added and removed images, and `order`';

create function private.check_refused(edit public.jersey_edits, decision text, refused text[], reason text) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  items constant text[] := private.edited_items(edit);
begin
  if edit.status is distinct from 'open' or decision <> 'approved' or refused @> items
    or not refused <@ items then
    raise sqlstate 'PT400' using
      message = 'edit_part_unknown', detail = 'Some changes of an open edit are refused, others accepted.';
  end if;
  if reason is null then
    raise sqlstate 'PT400' using
      message = 'moderation_note_required', detail = 'A refusal tells the author why.';
  end if;
end $$;

create index decisions_by_administrator on private.decisions (decided_by);

create index undoable_decisions_by_administrator on private.undoable_decisions (decided_by);

create index undoable_decisions_age on private.undoable_decisions (decided_at);
comment on index private.undoable_decisions_age is 'Decisions that can''t be undone any more';

revoke execute on function
  private.likely_quarters, private.record_decision, private.forget_decision, private.decided_by,
  private.version_for_review, private.changes_since_decision, private.changes_of_edit, private.correctable_columns,
  private.is_version_seen, private.value_in_words, private.field_in_words, private.corrections_in_words, private.set_fields,
  private.record_undoable_decision, private.decided_state, private.record_decided_state, private.restore_edit, private.edited_items,
  private.check_refused
from public;

-- schemas/moderate/suggestions.sql

-- Decisions on suggestions, field by field, and the queue of what waits.
-- A refusal that its member contests is decided by another reviewer.
-- What becomes of open suggestions when their target goes is decided here too.

create function private.photo_key(photo_id uuid) returns text
language sql immutable set search_path = ''
as $$ select 'photo:' || photo_id $$;

create function private.pending_keys(suggestion public.suggestions) returns text[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(key order by place, key), '{}')
  from (
    select name as key, place from unnest(private.suggestable_columns(suggestion.target_type))
      with ordinality field (name, place)
    where suggestion.changes ? name
    union all
    select private.photo_key(photo.id), 1000 from public.suggestion_photos photo
    where photo.suggestion_id = suggestion.id
  ) keys
  -- After a contest, what was accepted is decided.
  where coalesce(suggestion.verdicts -> key ->> 'accepted', 'false') = 'false'
$$;
comment on function private.pending_keys is 'What a decision on the suggestion must name: its fields and photos without a verdict for them';

create function private.check_verdicts(pending text[], verdicts jsonb) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(verdicts) is distinct from 'object'
    or array(select jsonb_object_keys(verdicts) key order by key)
      <> array(select key from unnest(pending) key order by key)
    or jsonb_path_exists(verdicts, 'strict $.* ? (@.type() != "object")', silent => true)
    or exists (
      select from jsonb_each(verdicts) verdict
      where verdict.value - array['accepted', 'reason', 'note', 'overwrite'] <> '{}'
        or jsonb_typeof(verdict.value -> 'accepted') is distinct from 'boolean'
        or jsonb_typeof(verdict.value -> 'reason') not in ('string', 'null')
        or jsonb_typeof(verdict.value -> 'note') not in ('string', 'null')
        or jsonb_typeof(verdict.value -> 'overwrite') not in ('boolean', 'null')
        or char_length(verdict.value ->> 'note') > 1000) then
    raise sqlstate 'PT400' using
      message = 'suggestion_verdicts', detail = to_jsonb(pending)::text,
      hint = 'Each of these is accepted (true or false); a refusal has a reason and may have a note, an acceptance may say overwrite.';
  end if;
  if exists (
    select from jsonb_each(verdicts) verdict
    where coalesce(verdict.value ->> 'reason', case when verdict.value -> 'accepted' = 'true' then 'other' else '' end)
      not in ('wrong', 'unsure', 'no_source', 'duplicate', 'rights', 'other')) then
    raise sqlstate 'PT400' using
      message = 'suggestion_verdict_reason', detail = 'A refusal has a reason: wrong, unsure, no_source, duplicate, rights or other.';
  end if;
end $$;

create function private.readable_verdicts(suggestion public.suggestions, verdicts jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(
    jsonb_build_object(
      'field', case when photo.id is null then regexp_replace(verdict.key, '_id$', '') else 'image' end,
      'before', private.as_text(suggestion.words -> verdict.key -> 'before'),
      'after', case when photo.id is null then private.as_text(suggestion.words -> verdict.key -> 'after') else photo.url end,
      'accepted', verdict.value -> 'accepted', 'reason', verdict.value -> 'reason', 'note', verdict.value -> 'note')
    order by verdict.key)
  from jsonb_each(verdicts) verdict
  left join public.suggestion_photos photo
    on photo.suggestion_id = suggestion.id and private.photo_key(photo.id) = verdict.key
$$;
comment on function private.readable_verdicts is 'Verdicts for their reader: field, before, after, accepted, reason, note';

create function public.decide_suggestion(suggestion_id uuid, verdicts jsonb, seen timestamptz)
returns public.suggestions
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  suggestion public.suggestions;
  target uuid;
  current jsonb;
  accepted text[];
  conflicts text[];
  wanted jsonb;
  given jsonb;
begin
  perform private.check_standing();
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators decide on suggestions.';
  end if;
  -- The target first, as in a merge, which moves the suggestion to another one while this waits.
  loop
    select * into suggestion from public.suggestions waiting where waiting.id = decide_suggestion.suggestion_id;
    target := suggestion.target_id;
    if found then
      perform private.lock_target(suggestion.target_type, target);
    end if;
    -- The second of two reviewers waits here, then gets the first one's decision as an error.
    select * into suggestion from public.suggestions waiting
    where waiting.id = decide_suggestion.suggestion_id for update;
    exit when suggestion.target_id is not distinct from target;
  end loop;
  perform private.check_decidable(suggestion);
  if seen is distinct from suggestion.edited_at then
    raise sqlstate 'PT409' using
      message = 'suggestion_changed', detail = 'It was changed since it was shown.', hint = 'Look at it again.';
  end if;
  perform private.check_verdicts(private.pending_keys(suggestion), verdicts);
  given := verdicts;

  current := private.target_row(suggestion.target_type, suggestion.target_id);
  accepted := array(
    select name from unnest(private.suggestable_columns(suggestion.target_type)) name
    where given -> name ->> 'accepted' = 'true');
  if given @? '$.* ? (@.accepted == true)' and (
    current is null or current ->> 'is_active' <> 'true' or coalesce(current ->> 'status', 'approved') <> 'approved') then
    raise sqlstate 'PT409' using
      message = 'suggestion_target_gone', detail = 'It is not shown any more.', hint = 'Refuse the suggestion.';
  end if;
  wanted := current || suggestion.changes;
  -- Somebody else may have made it so already.
  conflicts := array(
    select name from unnest(accepted) name
    where private.differs(name, current, suggestion.was) and private.differs(name, current, wanted)
      and given -> name ->> 'overwrite' is distinct from 'true');
  if conflicts <> '{}' then
    raise sqlstate 'PT409' using
      message = 'suggestion_conflict', hint = 'Pass overwrite for these fields to accept them all the same.',
      detail = (
        select jsonb_object_agg(name, jsonb_build_object(
          'was', suggestion.words -> name -> 'before', 'current', private.in_words(name, current),
          'wanted', suggestion.words -> name -> 'after'))
        from unnest(conflicts) name)::text;
  end if;

  perform private.begin_revision('suggestion', suggestion.member_id, suggestion.source, suggestion.id);
  if exists (select from unnest(accepted) name where private.differs(name, current, wanted)) then
    perform private.write_fields(
      suggestion.target_type, suggestion.target_id,
      private.pick_columns(suggestion.changes, private.with_dependent_columns(accepted)));
  end if;
  insert into public.jersey_images (jersey_id, url, alt, kind, likeness, licence, rights_stated, version, position)
  select suggestion.target_id, photo.url, photo.alt, photo.kind, photo.likeness, photo.licence, photo.rights_stated, photo.version,
    coalesce(last.position, -1) + row_number() over (order by photo.id)
  from public.suggestion_photos photo
  cross join lateral (
    select max(image.position) as position from public.jersey_images image
    where image.jersey_id = suggestion.target_id) last
  where photo.suggestion_id = suggestion.id and given -> private.photo_key(photo.id) ->> 'accepted' = 'true'
    -- Once, also after two jerseys with the same suggestion were merged.
    and not exists (
      select from public.jersey_images shown
      where shown.jersey_id = suggestion.target_id and shown.path = photo.path);
  perform private.end_revision();

  update public.suggestions decided
  set verdicts = decided.verdicts || given, status = private.outcome_of(decided.verdicts || given), decided_at = now()
  where decided.id = suggestion.id
  returning * into suggestion;
  perform private.record_decision('suggestions', suggestion.id, auth.uid());
  delete from private.suggestion_claims claim where claim.suggestion_id = suggestion.id;
  perform private.notify(
    suggestion.member_id, 'suggestion', 'suggestion_' || suggestion.status, suggestion.target_type,
    case when suggestion.target_type = 'jersey' then suggestion.target_id end,
    coalesce(current ->> 'title', current ->> 'name', suggestion.title),
    changes => private.readable_verdicts(suggestion, given));
  return suggestion;
end $$;
comment on function public.decide_suggestion is
  'Accepts or refuses each field and photo of a suggestion (`photo:` and its id), in one transaction. `seen` is the edited_at that the reviewer saw. A value that changed since it was suggested is a conflict, unless its verdict says overwrite';
revoke execute on function public.decide_suggestion from public, anon;
grant execute on function public.decide_suggestion to authenticated, service_role;

-- What waits.
create function public.suggestion_queue(filter jsonb default '{}', after jsonb default null, page_size integer default 20)
returns table (
  id uuid, target_type text, target_id uuid, title text, league text, team_slug text, kit_type_slug text, year integer,
  is_public boolean, changes jsonb, was jsonb, words jsonb, current jsonb, current_words jsonb, conflicts text[],
  pending text[], verdicts jsonb, source text, photos jsonb, created_at timestamptz, edited_at timestamptz, contest text,
  contested_at timestamptz, member_id uuid, username text, display_name text, joined_at timestamptz, accepted integer,
  claimed_by text, claimed_until timestamptz, is_mine boolean
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  size constant integer := least(greatest(coalesce(page_size, 20), 1), 100);
  is_afterwards constant boolean := filter @? '$ ? (@.afterwards == true)';
begin
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators read the queue.';
  end if;
  perform private.check_queue_filter(filter, after);
  return query
  with page as materialized (
    select open.*, fact.league
    from public.suggestions open
    -- Looked up row by row, in the order of the queue.
    left join lateral (
      select jersey.league, jersey.competition_id from public.jerseys jersey
      where open.target_type = 'jersey' and jersey.id = open.target_id
      union all
      select competition.league, competition.id
      from public.teams team join public.competitions competition on competition.id = team.competition_id
      where open.target_type = 'team' and team.id = open.target_id
      union all
      select competition.league, competition.id from public.competitions competition
      where open.target_type = 'competition' and competition.id = open.target_id
    ) fact on true
    -- As the index says it, which has both lists in this order.
    where (open.status = 'open')::integer = case when is_afterwards then 0 else 1 end
      and (open.status = 'open' and open.held_at is null or open.trusted and open.afterwards is null)
      and (after is null or (open.created_at, open.id) > ((after ->> 'created_at')::timestamptz, (after ->> 'id')::uuid))
      and (not filter ? 'target_type' or open.target_type = filter ->> 'target_type')
      and (not filter ? 'league' or fact.league = filter ->> 'league')
      and (not filter ? 'competition_id' or fact.competition_id = (filter ->> 'competition_id')::uuid)
      and (not filter ? 'days' or open.created_at <= now() - make_interval(days => (filter ->> 'days')::integer))
      and (not filter ? 'new_members'
        or private.is_experienced(open.member_id) <> (filter ->> 'new_members')::boolean)
    order by open.created_at, open.id
    limit size
  ), shown as materialized (
    select page.*, coalesce(private.target_row(page.target_type, page.target_id), '{}') as version from page
  )
  select shown.id, shown.target_type, shown.target_id,
    coalesce(version ->> 'title', version ->> 'name', shown.title), shown.league, version ->> 'team_slug',
    version ->> 'kit_type_slug', (version ->> 'year')::integer,
    coalesce(version ->> 'is_active' = 'true' and coalesce(version ->> 'status', 'approved') = 'approved', false),
    shown.changes, shown.was, shown.words,
    private.pick_columns(version, array(select jsonb_object_keys(shown.changes))),
    (select coalesce(jsonb_object_agg(name, coalesce(private.in_words(name, version), 'null')), '{}')
      from jsonb_object_keys(shown.words) name),
    array(
      select name from jsonb_object_keys(shown.words) name
      where private.differs(name, version, shown.was) and private.differs(name, version, version || shown.changes)
      order by name),
    private.pending_keys(waiting), shown.verdicts, shown.source,
    (select coalesce(jsonb_agg(jsonb_build_object(
        'id', photo.id, 'url', photo.url, 'path', photo.path, 'alt', photo.alt, 'kind', photo.kind,
        'licence', photo.licence, 'rights_stated', photo.rights_stated, 'version', photo.version,
        'is_known', exists (
          select from public.jersey_images image
          where image.jersey_id = shown.target_id and private.looks_alike(image.likeness, photo.likeness)))
        order by photo.id), '[]')
      from public.suggestion_photos photo where photo.suggestion_id = shown.id),
    shown.created_at, shown.edited_at, shown.contest, shown.contested_at, shown.member_id, profile.username,
    profile.display_name, account.created_at,
    (select count(*)::integer from public.suggestions own
      where own.member_id = shown.member_id and own.status in ('accepted', 'partly')),
    (select reviewer.username from public.profiles reviewer where reviewer.id = claim.reviewer_id), claim.until,
    shown.member_id = auth.uid()
  from shown
  join public.suggestions waiting on waiting.id = shown.id
  left join public.profiles profile on profile.id = shown.member_id
  left join auth.users account on account.id = shown.member_id
  left join private.suggestion_claims claim on claim.suggestion_id = shown.id and claim.until > now()
  order by shown.created_at, shown.id;
end $$;
comment on function public.suggestion_queue is
  'Open suggestions for reviewers, the oldest first, with what is public now. Filter: league, competition_id, target_type, new_members (true or false), days (at least so old), afterwards (true: those public at once that nobody has looked at). After: created_at and id of the last row';
revoke execute on function public.suggestion_queue from public, anon;
grant execute on function public.suggestion_queue to authenticated, service_role;

-- How long decisions take: those of reviewers.
create function public.queue_figures() returns table (waiting integer, typical_hours numeric)
language sql stable security definer set search_path = ''
as $$
  select (
      (select count(*) from public.jerseys where status = 'pending')
      + (select count(*) from public.jerseys where edited_at is not null and status <> 'pending')
      + (select count(*) from public.suggestions where status = 'open' and held_at is null))::integer,
    (select round((percentile_cont(0.5) within group (order by extract(epoch from hours.waited)) / 3600)::numeric, 1)
      from (
        select waited from (
          (select decided_at as at, decided_at - coalesce(contested_at, created_at) as waited
            from public.suggestions where decided_at is not null and not trusted order by decided_at desc limit 100)
          union all
          (select revision.at, revision.at - jersey.created_at
            from (
              select at, target_id from public.revisions where kind = 'approved' order by id desc limit 100) revision
            join public.jerseys jersey on jersey.id = revision.target_id)
        ) decision order by at desc limit 100) hours)
$$;
comment on function public.queue_figures is
  'How many submissions, edits and suggestions wait, and within how many hours the latest hundred were decided typically (the median; null before the first)';
revoke execute on function public.queue_figures from public;
grant execute on function public.queue_figures to anon, authenticated, service_role;

-- Merged and deleted targets.
create function private.close_suggestions(target_type text, target_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  kept uuid;
  suggestion public.suggestions;
  gone jsonb;
begin
  if close_suggestions.target_type = 'jersey' then
    select into_id into kept from public.jersey_redirects where from_id = close_suggestions.target_id;
  end if;
  if kept is not null then
    update public.suggestions moved
    set target_id = kept, title = (select title from public.jerseys where id = kept), edited_at = clock_timestamp()
    where moved.target_id = close_suggestions.target_id and moved.target_type = 'jersey' and moved.status = 'open';
    return;
  end if;
  for suggestion in
    select * from public.suggestions open
    where open.target_id = close_suggestions.target_id and open.target_type = close_suggestions.target_type and open.status = 'open' order by open.id for update
  loop
    select coalesce(jsonb_object_agg(key, '{"accepted": false, "reason": "gone"}'::jsonb), '{}') into gone
    from unnest(private.pending_keys(suggestion)) key;
    -- One that was contested is as it was decided.
    update public.suggestions ended
    set verdicts = gone || ended.verdicts, status = private.outcome_of(gone || ended.verdicts),
      decided_at = coalesce(ended.decided_at, now())
    where ended.id = suggestion.id;
    perform private.notify(
      suggestion.member_id, 'suggestion', 'suggestion_refused', close_suggestions.target_type, null, suggestion.title,
      changes => private.readable_verdicts(suggestion, gone));
  end loop;
end $$;
comment on function private.close_suggestions is
  'What becomes of open suggestions about what is deleted: they move to what it was merged into, or are refused as gone';

create function private.end_suggestions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.close_suggestions(tg_argv[0], old.id);
  return old;
end $$;
comment on function private.end_suggestions is 'Argument: the type of target';

-- An account that ends in another way: an administrator's call, a command.
create function private.end_open_suggestions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.suggestions where member_id = old.id and status = 'open';
  delete from public.suggestion_photos photo using public.suggestions suggestion
  where suggestion.id = photo.suggestion_id and suggestion.member_id = old.id;
  return old;
end $$;

create function private.check_queue_filter(filter jsonb, after jsonb) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if jsonb_typeof(filter) is distinct from 'object'
    or exists (
      select from jsonb_each(filter) asked
      where case
        when asked.key in ('league', 'target_type') then jsonb_typeof(asked.value) <> 'string'
        when asked.key in ('new_members', 'afterwards') then jsonb_typeof(asked.value) <> 'boolean'
        when asked.key = 'competition_id' then not coalesce(private.is_uuid(asked.value #>> '{}'), false)
        when asked.key = 'days' then not coalesce(asked.value #>> '{}' ~ '^[0-9]{1,4}$', false)
        else true end)
    or jsonb_typeof(after) <> 'null' and not coalesce(
      private.is_time(after ->> 'created_at') and private.is_uuid(after ->> 'id'), false) then
    raise sqlstate 'PT400' using
      message = 'queue_filter', detail = 'A filter, or the place in the queue, isn''t one that the queue knows.';
  end if;
end $$;
comment on function private.check_queue_filter is 'Refuses filters of the queue that can''t be read, by name';

create function public.queue_competitions() returns table (id uuid, name text, league text, waiting integer)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators read the queue.';
  end if;
  return query
  select competition.id, competition.name, competition.league, count(*)::integer
  from public.suggestions open
  left join public.jerseys jersey on open.target_type = 'jersey' and jersey.id = open.target_id
  left join public.teams team on open.target_type = 'team' and team.id = open.target_id
  join public.competitions competition on competition.id = case open.target_type
    when 'jersey' then jersey.competition_id when 'team' then team.competition_id else open.target_id end
  where open.status = 'open' and open.held_at is null
  group by competition.id
  order by competition.name, competition.id;
end $$;
comment on function public.queue_competitions is 'The competitions of which suggestions wait, with how many: a filter of the queue';
revoke execute on function public.queue_competitions from public, anon;
grant execute on function public.queue_competitions to authenticated, service_role;

revoke execute on function
  private.photo_key, private.pending_keys, private.check_verdicts, private.readable_verdicts, private.close_suggestions, private.end_suggestions,
  private.end_open_suggestions, private.check_queue_filter
from public;

-- schemas/moderate/merging.sql

-- Merging and removing jerseys: proposals of two people, and undoing them (docs/decisions/066-merged-jerseys-are-hidden.md).
-- A merged or removed jersey is hidden, its address answers with the reason.
-- What moved along is remembered, so that it can go back.

create table public.jersey_redirects (
  -- No reference: that jersey is deleted.
  from_id uuid primary key,
  into_id uuid not null references public.jerseys (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint jersey_redirects_elsewhere check (from_id <> into_id)
);
comment on table public.jersey_redirects is 'Where the address of a merged jersey leads';

create index jersey_redirects_by_into on public.jersey_redirects (into_id);

alter table public.jersey_redirects enable row level security;
revoke all on public.jersey_redirects from anon, authenticated;
grant select on public.jersey_redirects to anon, authenticated;
grant select, insert, update, delete on public.jersey_redirects to service_role;

create table public.proposals (
  id uuid primary key default gen_random_uuid(),
  kind text not null constraint proposals_kind_known check (kind in ('merge', 'removal')),
  -- No references: the jersey is deleted when it can't be undone any more, and its address still says what it was.
  jersey_id uuid not null,
  into_id uuid,
  title text not null,
  team text not null,
  season text,
  into_title text,
  reason text not null constraint proposals_reason_length check (char_length(reason) between 10 and 500),
  urgency text constraint proposals_urgency_known check (urgency in ('offensive', 'unlawful')),
  status text not null default 'open'
    constraint proposals_status_known check (
      status in ('open', 'agreed', 'done', 'refused', 'withdrawn', 'cancelled', 'undone')),
  proposer_id uuid references public.profiles (id) on delete set null,
  agreed_by uuid references public.profiles (id) on delete set null,
  -- Who refused or undid it, and why.
  ended_by uuid references public.profiles (id) on delete set null,
  note text,
  created_at timestamptz not null default now(),
  agreed_at timestamptz,
  due_at timestamptz,
  done_at timestamptz,
  undo_until timestamptz,
  ended_at timestamptz,
  constraint proposals_into_of_merge check ((kind = 'merge') = (into_id is not null)),
  constraint proposals_into_another check (jersey_id <> into_id),
  constraint proposals_due_when_agreed check (status <> 'agreed' or due_at is not null),
  constraint proposals_undo_when_done check (status <> 'done' or done_at is not null)
);
comment on table public.proposals is 'Proposals to merge or remove a public jersey; see propose()';
comment on column public.proposals.season is 'The season''s name, otherwise the year: what a removed jersey''s address says';
comment on column public.proposals.undo_until is 'Until when it can be undone; null if it can''t, as its jersey was deleted';

create unique index proposals_one_per_jersey on public.proposals (jersey_id) where status in ('open', 'agreed');
comment on index public.proposals_one_per_jersey is 'One undecided proposal per jersey';
create unique index proposals_done_of_jersey on public.proposals (jersey_id) where status = 'done';
comment on index public.proposals_done_of_jersey is 'What became of a jersey: its address, the order of undoing';
create index proposals_into on public.proposals (into_id) where status = 'done';
comment on index public.proposals_into is 'What was merged into a jersey that is deleted';
create index proposals_due on public.proposals (due_at) where status = 'agreed';
comment on index public.proposals_due is 'Due proposals, oldest first: job';
create index proposals_list on public.proposals (status, created_at desc, id);
comment on index public.proposals_list is 'Proposals by state, newest first: admin';
create index proposals_by_proposer on public.proposals (proposer_id);
create index proposals_by_agreed on public.proposals (agreed_by);
create index proposals_by_ended on public.proposals (ended_by);

alter table public.proposals enable row level security;
-- Who agreed and who ended it is read by nobody but the database: who made a proposal may be no reviewer any more.
revoke all on public.proposals from anon, authenticated;
grant select, insert, update, delete on public.proposals to service_role;
grant select (id, kind, jersey_id, into_id, title, team, season, into_title, reason, urgency, status, proposer_id, note,
  created_at, agreed_at, due_at, done_at, undo_until, ended_at) on public.proposals to authenticated;

-- Where each row was that a proposal moved. Rows of members who leave go with their accounts.
create table private.moved_rows (
  proposal_id uuid not null references public.proposals (id) on delete cascade,
  relation text not null,
  row_id uuid not null,
  member_id uuid references auth.users (id) on delete cascade,
  stored jsonb,
  constraint moved_rows_pkey primary key (proposal_id, relation, row_id)
);
comment on table private.moved_rows is
  'Rows that a merge or removal moved, until it can''t be undone any more. Of a vote the id is the voter''s';
comment on column private.moved_rows.stored is 'Of an image its position; of a collected jersey the row, which its copies take along';

-- Whom a planned date was told. They are also told when nothing comes of it.
create table private.proposal_notified_members (
  proposal_id uuid not null references public.proposals (id) on delete cascade,
  member_id uuid not null references auth.users (id) on delete cascade,
  constraint proposal_notified_members_pkey primary key (proposal_id, member_id)
);
comment on table private.proposal_notified_members is
  'Who was told the date of an agreed proposal, until it is carried out or called off: see private.notify_proposal_cancelled()';


alter table private.proposal_notified_members enable row level security;
revoke all on private.proposal_notified_members from public, anon, authenticated, service_role;

-- A jersey that was approved and then rejected isn't deleted by one administrator alone.
create table private.once_public (
  jersey_id uuid constraint once_public_pkey primary key references public.jerseys (id) on delete cascade,
  until timestamptz not null
);
comment on table private.once_public is 'Until when a jersey that was rejected was public: see private.needs_proposal()';

alter table private.once_public enable row level security;
revoke all on private.once_public from public, anon, authenticated, service_role;

create function private.is_public_jersey(jersey_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.jerseys jersey
    where jersey.id = is_public_jersey.jersey_id and jersey.status = 'approved' and jersey.is_active)
$$;

create function private.check_not_own(proposal public.proposals) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not public.is_admin(auth.uid()) and exists (
    select from public.jerseys
    where id in (proposal.jersey_id, proposal.into_id) and author_id = auth.uid()) then
    raise sqlstate 'PT403' using
      message = 'proposal_own', detail = 'A reviewer doesn''t decide on their own jersey.';
  end if;
end $$;

-- Merges, removals and undoings are serialized: they are rare, and each touches rows of many members. Whoever waits sees what
-- the one before made of them.
create function private.lock_proposals() returns void
language sql set search_path = ''
as $$ select pg_advisory_xact_lock(hashtextextended('proposals', 0)) $$;

create function private.lock_proposal(proposal_id uuid) returns public.proposals
language plpgsql security definer set search_path = ''
as $$
declare
  proposal public.proposals;
begin
  perform private.lock_proposals();
  select * into proposal from public.proposals where id = lock_proposal.proposal_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'proposal_not_found', detail = 'There is no such proposal.';
  end if;
  return proposal;
end $$;

create function private.check_state(proposal public.proposals, states text[]) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if proposal.status <> all (states) then
    raise sqlstate 'PT409' using
      message = 'proposal_settled', detail = proposal.status, hint = 'Somebody was faster.';
  end if;
end $$;

create function private.checked_reason(reason text, at_least integer) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  given constant text := private.tidy(reason);
begin
  if given is null or char_length(given) not between at_least and 500 then
    raise sqlstate 'PT400' using
      message = 'proposal_reason', detail = format('The reason has %s to 500 characters.', at_least);
  end if;
  return given;
end $$;

-- Who is told: the author, and whose collection or wishlist has the jersey.
create function private.members_with_jersey(jersey_id uuid) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select author_id from public.jerseys where id = members_with_jersey.jersey_id and author_id is not null
  union select user_id from public.user_collections where jersey_id = members_with_jersey.jersey_id
  union select owner_id from public.copies where jersey_id = members_with_jersey.jersey_id and removed_at is null
  union select user_id from public.user_wishlists where jersey_id = members_with_jersey.jersey_id
$$;
comment on function private.members_with_jersey is 'The author of a jersey, and whose collection, copies or wishlist have it';

create function private.notify_members_with_jersey(
  proposal public.proposals, outcome text, subject uuid, note text, changes jsonb default null
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.notify(holder.id, 'jersey', notify_members_with_jersey.outcome, 'jersey', subject, proposal.title, notify_members_with_jersey.note,
    notify_members_with_jersey.changes)
  from private.members_with_jersey(proposal.jersey_id) holder (id);
end $$;
comment on function private.notify_members_with_jersey is
  'Tells the author and who has the jersey of a proposal. To be called while the rows are the jersey''s';

create function private.notify_proposal_cancelled() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.status <> 'done' then
    perform private.notify(
      notified.member_id, 'jersey', 'called_off', 'jersey',
      (select id from public.jerseys where id = new.jersey_id), new.title)
    from private.proposal_notified_members notified where notified.proposal_id = new.id;
  end if;
  delete from private.proposal_notified_members where proposal_id = new.id;
  return new;
end $$;
comment on function private.notify_proposal_cancelled is
  'Tells those who know the date of a merge or removal that it is called off. A proposal is agreed to once, so nobody is told twice';

-- What members write about a hidden jersey. Its author still reads it, and others may have its page open.
create function private.hiding_proposal(jersey_id uuid) returns public.proposals
language sql stable security definer set search_path = ''
as $$
  select proposal.* from public.proposals proposal
  where proposal.jersey_id = hiding_proposal.jersey_id and proposal.status = 'done'
    and exists (select from public.jerseys where id = hiding_proposal.jersey_id and not is_active)
$$;
comment on function private.hiding_proposal is 'The proposal that hides a jersey; null if none does';

create function private.check_not_gone(jersey_id uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  became constant public.proposals := private.hiding_proposal(jersey_id);
begin
  if became.kind = 'merge' then
    raise sqlstate 'PT409' using
      message = 'jersey_merged', detail = jsonb_build_object('into', (
        select into_id from public.jersey_redirects where from_id = check_not_gone.jersey_id))::text,
      hint = 'It was merged into another jersey.';
  elsif became.kind = 'removal' then
    raise sqlstate 'PT409' using message = 'jersey_removed', detail = 'It was removed from the catalogue.';
  end if;
end $$;

-- Carrying out.
create function private.move_jersey(gone uuid, kept uuid, proposal_id uuid default null) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  proposal constant uuid := move_jersey.proposal_id;
  images integer;
begin
  if proposal is not null then
    insert into private.moved_rows (proposal_id, relation, row_id, member_id, stored)
    select proposal, 'user_collections', id, user_id, to_jsonb(collected)
    from public.user_collections collected where jersey_id = gone
    union all
    select proposal, 'copies', id, null, null from public.copies where jersey_id = gone
    union all
    select proposal, 'suggestions', id, null, null from public.suggestions
    where target_type = 'jersey' and target_id = gone and status = 'open'
    union all
    select proposal, 'jersey_redirects', from_id, null, null from public.jersey_redirects where into_id = gone
    union all
    select proposal, 'comments', id, null, null from public.comments where jersey_id = gone;
  end if;

  -- A member who has both keeps the row of the jersey that stays. The duplicate stays with the other jersey.
  with moved as (
    update public.jersey_votes moved set jersey_id = kept
    where jersey_id = gone and not exists (
      select from public.jersey_votes own where own.jersey_id = kept and own.voter_id = moved.voter_id)
    returning voter_id)
  insert into private.moved_rows (proposal_id, relation, row_id, member_id)
  select proposal, 'jersey_votes', voter_id, voter_id from moved where proposal is not null;
  update public.user_collections moved set jersey_id = kept
  where jersey_id = gone and not exists (
    select from public.user_collections own
    where own.jersey_id = kept and own.user_id = moved.user_id);
  with moved as (
    update public.user_wishlists moved set jersey_id = kept
    where jersey_id = gone and not exists (
      select from public.user_wishlists own
      where own.jersey_id = kept and own.user_id = moved.user_id)
    returning id)
  insert into private.moved_rows (proposal_id, relation, row_id)
  select proposal, 'user_wishlists', id from moved where proposal is not null;
  update public.comments set jersey_id = kept where jersey_id = gone;
  with moved as (
    update public.reports moved set target_id = kept
    where jersey_id = gone and not (status = 'open' and exists (
      select from public.reports own
      where own.jersey_id = kept and own.status = 'open' and own.reporter_id = moved.reporter_id))
    returning id)
  insert into private.moved_rows (proposal_id, relation, row_id)
  select proposal, 'reports', id from moved where proposal is not null;
  -- Images move behind the existing ones, up to five of each contributor (of former members together) and twenty in all.
  select greatest(
    (select count(*) from public.jersey_images where jersey_id = kept and edit_id is null),
    (select count(*) from private.edited_images where jersey_id = kept)) into images;
  with next as (
    select fitting.id, fitting.position, row_number() over (order by fitting.position, fitting.id) as place
    from (
      select image.id, image.position,
        row_number() over (partition by image.contributor_id order by image.position, image.id) as nth,
        (select greatest(
            count(*) filter (where own.edit_id is null),
            count(*) filter (where own.id in (select edited.id from private.edited_images edited where edited.jersey_id = kept)))
          from public.jersey_images own
          where own.jersey_id = kept and own.contributor_id is not distinct from image.contributor_id) as present
      from public.jersey_images image where image.jersey_id = gone and image.edit_id is null
    ) fitting
    where fitting.nth + fitting.present <= 5
  ), moved as (
    update public.jersey_images moved
    set jersey_id = kept, position = (
        select coalesce(max(own.position), -1) from public.jersey_images own where own.jersey_id = kept
      ) + next.place
    from next where moved.id = next.id and next.place <= 20 - images
    returning moved.id, next.position as was
  )
  insert into private.moved_rows (proposal_id, relation, row_id, stored)
  select proposal, 'jersey_images', id, to_jsonb(was) from moved where proposal is not null;

  update public.jersey_redirects set into_id = kept where into_id = gone;
  -- Copies follow (jersey_redirects_copies).
  insert into public.jersey_redirects (from_id, into_id) values (gone, kept);
end $$;
comment on function private.move_jersey is
  'Moves votes, collections, copies, wishes, comments, reports and images to another jersey, without duplicates, and the address. Of a proposal it records what moved';

create function private.lock_jerseys(gone uuid, kept uuid default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_images(array[gone, kept]);
  -- Locked in the order of ids, so that two merges cannot deadlock. Votes wait as well.
  perform from public.jerseys where id in (gone, kept) order by id for update;
  -- Whose collections it changes, before their rows: see private.lock_collection_first().
  perform private.lock_collections(array(
    select user_id from public.user_collections where jersey_id in (gone, kept)
    union select owner_id from public.copies where jersey_id in (gone, kept)));
end $$;

create function private.former_facts(jersey public.jerseys) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'title', jersey.title, 'team', jersey.team, 'league', jersey.league, 'year', jersey.year, 'kit_type', jersey.kit_type,
    'brand', jersey.brand,
    'competition', (select name from public.competitions where id = jersey.competition_id),
    'season', (select code from public.seasons where id = jersey.season_id)))
$$;

create function private.end_proposal(proposal_id uuid, becomes text, note text default null) returns public.proposals
language sql security definer set search_path = ''
as $$
  update public.proposals
  set status = becomes, note = coalesce(end_proposal.note, proposals.note), ended_by = auth.uid(), ended_at = now(),
    undo_until = null
  where id = end_proposal.proposal_id
  returning *
$$;

create function private.undo_days() returns interval
language sql immutable
return interval '90 days';
comment on function private.undo_days is 'How long a merge or removal can be undone';

create function private.carry_out(proposal public.proposals) returns public.proposals
language plpgsql security definer set search_path = ''
as $$
declare
  jersey public.jerseys;
begin
  perform private.lock_jerseys(proposal.jersey_id, proposal.into_id);
  -- Either was deleted, merged, removed or hidden meanwhile.
  if not private.is_public_jersey(proposal.jersey_id)
    or proposal.into_id is not null and not private.is_public_jersey(proposal.into_id) then
    return private.end_proposal(proposal.id, 'cancelled');
  end if;
  select * into jersey from public.jerseys where id = proposal.jersey_id;
  perform private.notify_members_with_jersey(
    proposal, case proposal.kind when 'merge' then 'merged' else 'taken_down' end, proposal.into_id, proposal.reason);
  if proposal.kind = 'merge' then
    insert into private.moved_rows (proposal_id, relation, row_id, member_id)
    select proposal.id, 'notices', id, recipient_id from public.notices where notices.jersey_id = jersey.id;
    update public.notices set jersey_id = proposal.into_id where notices.jersey_id = jersey.id;
    perform private.move_jersey(jersey.id, proposal.into_id, proposal.id);
    update public.suggestions
    set target_id = proposal.into_id, edited_at = clock_timestamp(),
      title = (select title from public.jerseys where id = proposal.into_id)
    where target_type = 'jersey' and target_id = jersey.id and status = 'open';
    perform private.begin_revision('merge', null, proposal.reason);
    perform private.write_revision(
      'jersey', proposal.into_id,
      -- What is offensive or unlawful isn't named.
      jsonb_build_object('merged', jsonb_build_object(
        'before', case when proposal.urgency is null then jersey.title else '…' end, 'after', null)), null);
  else
    insert into private.moved_rows (proposal_id, relation, row_id, member_id, stored)
    select proposal.id, 'user_collections', id, user_id, to_jsonb(collected)
    from public.user_collections collected where jersey_id = jersey.id
    union all
    select proposal.id, 'copies', id, null, null from public.copies where jersey_id = jersey.id;
    -- The shirt still hangs in the wardrobe.
    update public.copies set jersey_id = null, former_jersey = private.former_facts(jersey) where jersey_id = jersey.id;
    update public.suggestions set held_at = now()
    where target_type = 'jersey' and target_id = jersey.id and status = 'open';
    perform private.begin_revision('removal', null, proposal.reason);
    perform private.write_revision(
      'jersey', jersey.id, jsonb_build_object('removed', jsonb_build_object('before', null, 'after', jersey.title)), null);
  end if;
  perform private.end_revision();
  update public.jerseys set is_active = false where id = jersey.id;
  -- What a merge moved is the other jersey's. Photos that were undone still wait for their undoing.
  if proposal.kind = 'removal' or proposal.urgency is not null then
    perform private.withhold_files(array(
      select path from public.jersey_images where jersey_id = jersey.id
      union
      select name from public.storage_deletions where bucket_id = 'jerseys' and held_for = jersey.id), true);
  end if;
  update public.proposals set status = 'done', done_at = now(), undo_until = now() + private.undo_days()
  where id = proposal.id returning * into proposal;
  return proposal;
end $$;
comment on function private.carry_out is 'Merges or removes as agreed, or cancels what can''t be done any more. The proposal is locked';

create function private.still_decides(member uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select member is null or exists (
    select from public.user_roles decider join auth.users account on account.id = decider.user_id
    where decider.role in ('reviewer', 'admin') and account.id = member
      and coalesce(account.banned_until <= now(), true))
$$;
comment on function private.still_decides is
  'False for who is suspended or no reviewer any more; true for one who has left since (null)';

create function public.carry_out_proposals(at_most integer default 20) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  proposal public.proposals;
  carried_out integer := 0;
begin
  -- A second server leaves it to the first.
  if not pg_try_advisory_xact_lock(hashtextextended('proposals', 0)) then
    return 0;
  end if;
  for proposal in
    select * from public.proposals where status = 'agreed' and due_at <= now() order by due_at limit at_most for update
  loop
    begin
      if private.still_decides(proposal.proposer_id) and private.still_decides(proposal.agreed_by) then
        perform private.carry_out(proposal);
      else
        perform private.end_proposal(proposal.id, 'cancelled');
      end if;
    exception when others then
      -- The others go on. This one is tried again in an hour.
      raise warning 'proposal %: % (%)', proposal.id, sqlerrm, sqlstate;
      update public.proposals set due_at = now() + interval '1 hour' where id = proposal.id;
    end;
    carried_out := carried_out + 1;
  end loop;
  return carried_out;
end $$;
comment on function public.carry_out_proposals is
  'Carries out proposals that were agreed to 48 hours ago; returns how many, at_most if more may wait';
revoke execute on function public.carry_out_proposals from public, anon, authenticated;
grant execute on function public.carry_out_proposals to service_role;

-- Undoing.
create function private.bring_back(proposal public.proposals, reason text) returns public.proposals
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  gone constant uuid := proposal.jersey_id;
  -- Null of a removal, and if the jersey was deleted since: what copies were left without comes back to both.
  kept constant uuid := (select id from public.jerseys where id = proposal.into_id);
begin
  perform private.lock_jerseys(gone, kept);
  -- Owners of copies that a removal left without a jersey.
  perform private.lock_collections(array(
    select copy.owner_id from private.moved_rows moved join public.copies copy on copy.id = moved.row_id
    where moved.proposal_id = proposal.id and moved.relation = 'copies'));
  update public.jerseys set is_active = true where id = gone;

  -- Each row that is still where it was moved to. Collections follow copies.
  update public.copies copy
  set jersey_id = gone, former_jersey = case when kept is null then null else copy.former_jersey end
  from private.moved_rows moved
  where moved.proposal_id = proposal.id and moved.relation = 'copies' and moved.row_id = copy.id
    and copy.jersey_id is not distinct from kept;
  -- The row that came with the jersey stays where there is another copy by now: under an id of its own.
  update public.user_collections collected set id = gen_random_uuid()
  from private.moved_rows moved
  where moved.proposal_id = proposal.id and moved.relation = 'user_collections' and collected.id = moved.row_id
    and collected.jersey_id = kept;
  update public.user_collections collected
  set id = moved.row_id, created_at = (moved.stored ->> 'created_at')::timestamptz
  from private.moved_rows moved
  where moved.proposal_id = proposal.id and moved.relation = 'user_collections'
    and collected.user_id = moved.member_id and collected.jersey_id = gone
    and not exists (select from public.user_collections taken where taken.id = moved.row_id);

  if kept is not null then
    delete from public.jersey_redirects where from_id = gone and into_id = kept;
    update public.jersey_redirects redirect set into_id = gone
    from private.moved_rows moved
    where moved.proposal_id = proposal.id and moved.relation = 'jersey_redirects' and moved.row_id = redirect.from_id
      and redirect.into_id = kept;
    update public.jersey_votes vote set jersey_id = gone
    from private.moved_rows moved
    where moved.proposal_id = proposal.id and moved.relation = 'jersey_votes' and moved.row_id = vote.voter_id
      and vote.jersey_id = kept
      and not exists (select from public.jersey_votes own where own.jersey_id = gone and own.voter_id = vote.voter_id);
    update public.user_wishlists wish set jersey_id = gone
    from private.moved_rows moved
    where moved.proposal_id = proposal.id and moved.relation = 'user_wishlists' and moved.row_id = wish.id
      and wish.jersey_id = kept
      and not exists (select from public.user_wishlists own where own.jersey_id = gone and own.user_id = wish.user_id);
    update public.comments comment set jersey_id = gone
    from private.moved_rows moved
    where moved.proposal_id = proposal.id and moved.relation = 'comments' and moved.row_id = comment.id
      and comment.jersey_id = kept;
    update public.reports report set target_id = gone
    from private.moved_rows moved
    where moved.proposal_id = proposal.id and moved.relation = 'reports' and moved.row_id = report.id
      and report.jersey_id = kept
      and not (report.status = 'open' and exists (
        select from public.reports own
        where own.jersey_id = gone and own.status = 'open' and own.reporter_id = report.reporter_id));
    update public.jersey_images image set jersey_id = gone, position = (moved.stored #>> '{}')::integer
    from private.moved_rows moved
    where moved.proposal_id = proposal.id and moved.relation = 'jersey_images' and moved.row_id = image.id
      and image.jersey_id = kept and image.edit_id is null;
    update public.notices notice set jersey_id = gone
    from private.moved_rows moved
    where moved.proposal_id = proposal.id and moved.relation = 'notices' and moved.row_id = notice.id
      and notice.jersey_id = kept;
    update public.suggestions suggestion
    set target_id = gone, title = proposal.title, edited_at = clock_timestamp()
    from private.moved_rows moved
    where moved.proposal_id = proposal.id and moved.relation = 'suggestions' and moved.row_id = suggestion.id
      and suggestion.target_type = 'jersey' and suggestion.target_id = kept and suggestion.status = 'open';
  else
    update public.suggestions set held_at = null
    where target_type = 'jersey' and target_id = gone and held_at is not null;
  end if;
  perform private.withhold_files(array(select path from public.jersey_images where jersey_id = gone), false);
  delete from private.moved_rows where proposal_id = proposal.id;

  perform private.begin_revision('undo', null, bring_back.reason);
  if kept is not null then
    perform private.write_revision(
      'jersey', kept, jsonb_build_object('unmerged', jsonb_build_object('before', null, 'after', proposal.title)), null);
  end if;
  perform private.write_revision(
    'jersey', gone, jsonb_build_object('restored', jsonb_build_object('before', null, 'after', proposal.title)), null);
  perform private.end_revision();
  perform private.notify_members_with_jersey(proposal, 'brought_back', gone, bring_back.reason);
  return private.end_proposal(proposal.id, 'undone', bring_back.reason);
end $$;
comment on function private.bring_back is
  'Undoes a merge or removal: each moved row that still is where it was moved to goes back, as it is now. The proposal is locked';

create function private.later_proposals(proposal public.proposals) returns public.proposals[]
language sql stable security definer set search_path = ''
as $$
  with recursive chain as (
    select later.*, 1 as place from public.proposals later
    where later.status = 'done' and later.jersey_id = later_proposals.proposal.into_id
    union all
    select later.*, chain.place + 1
    from chain join public.proposals later on later.status = 'done' and later.jersey_id = chain.into_id
  )
  select array_agg(proposal order by chain.place desc)
  from chain join public.proposals proposal on proposal.id = chain.id
$$;
comment on function private.later_proposals is
  'What became since of the jersey that a proposal kept, the latest first: the order of undoing. Null if nothing';

-- What reviewers call.
create function public.propose(
  kind text, jersey_id uuid, reason text, into_id uuid default null, urgency text default null
) returns public.proposals
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  proposal public.proposals;
  jersey public.jerseys;
begin
  perform private.check_reviewer();
  if propose.kind is null or propose.kind not in ('merge', 'removal')
    or propose.urgency not in ('offensive', 'unlawful')
    or (propose.kind = 'merge') <> (propose.into_id is not null) then
    raise sqlstate 'PT400' using
      message = 'proposal_unknown',
      detail = 'A proposal is a merge into another jersey or a removal; urgent ones are offensive or unlawful.';
  end if;
  if propose.jersey_id = propose.into_id then
    raise sqlstate 'PT400' using
      message = 'merge_with_itself', detail = 'A jersey can''t be merged into itself.';
  end if;
  if not private.is_public_jersey(propose.jersey_id)
    or propose.into_id is not null and not private.is_public_jersey(propose.into_id) then
    raise sqlstate 'PT409' using
      message = 'proposal_not_public', detail = 'Only public jerseys are merged or removed by proposals.';
  end if;
  select * into jersey from public.jerseys where id = propose.jersey_id;
  perform private.count_write('proposals', 1);
  insert into public.proposals (kind, jersey_id, into_id, title, team, season, into_title, reason, urgency, proposer_id)
  values (
    propose.kind, jersey.id, propose.into_id, jersey.title, jersey.team,
    coalesce((select name from public.seasons where id = jersey.season_id), jersey.year::text),
    (select title from public.jerseys where id = propose.into_id),
    private.checked_reason(propose.reason, 10), propose.urgency, auth.uid())
  on conflict do nothing
  returning * into proposal;
  if proposal.id is null then
    raise sqlstate 'PT409' using
      message = 'proposal_exists', detail = 'A proposal for this jersey waits already.';
  end if;
  return proposal;
end $$;
comment on function public.propose is
  'Proposes to merge a public jersey into another one, or to remove it; with an urgency (offensive, unlawful) it doesn''t rest';
revoke execute on function public.propose from public, anon;
grant execute on function public.propose to authenticated, service_role;

create function public.agree_to_proposal(proposal_id uuid) returns public.proposals
language plpgsql security definer set search_path = ''
as $$
declare
  proposal public.proposals;
begin
  perform private.check_reviewer();
  proposal := private.lock_proposal(agree_to_proposal.proposal_id);
  perform private.check_state(proposal, '{open}');
  if proposal.proposer_id = auth.uid() then
    raise sqlstate 'PT403' using
      message = 'proposal_own', detail = 'Somebody else agrees to what one has proposed.';
  end if;
  perform private.check_not_own(proposal);
  -- Two reviewers: one whose proposal it was may be none any more.
  if not private.still_decides(proposal.proposer_id) then
    return private.end_proposal(proposal.id, 'cancelled');
  end if;
  update public.proposals
  set status = 'agreed', agreed_by = auth.uid(), agreed_at = now(),
    due_at = now() + case when urgency is null then interval '48 hours' else '0' end
  where id = proposal.id returning * into proposal;
  if proposal.urgency is not null then
    return private.carry_out(proposal);
  end if;
  if not private.is_public_jersey(proposal.jersey_id)
    or proposal.into_id is not null and not private.is_public_jersey(proposal.into_id) then
    return private.end_proposal(proposal.id, 'cancelled');
  end if;
  perform private.notify_members_with_jersey(
    proposal, case proposal.kind when 'merge' then 'merge_planned' else 'removal_planned' end,
    proposal.jersey_id, proposal.reason, jsonb_build_object('planned_at', proposal.due_at));
  insert into private.proposal_notified_members (proposal_id, member_id)
  select proposal.id, holder.id
  from private.members_with_jersey(proposal.jersey_id) holder (id) join auth.users account on account.id = holder.id
  where holder.id <> auth.uid();
  return proposal;
end $$;
comment on function public.agree_to_proposal is
  'The second person agrees. It is carried out 48 hours later, an urgent one at once; who has the jersey is told';
revoke execute on function public.agree_to_proposal from public, anon;
grant execute on function public.agree_to_proposal to authenticated, service_role;

create function public.object_to_proposal(proposal_id uuid, reason text) returns public.proposals
language plpgsql security definer set search_path = ''
as $$
declare
  proposal public.proposals;
begin
  perform private.check_reviewer();
  proposal := private.lock_proposal(object_to_proposal.proposal_id);
  perform private.check_state(proposal, '{open,agreed}');
  perform private.check_not_own(proposal);
  proposal := private.end_proposal(proposal.id, 'refused', private.checked_reason(object_to_proposal.reason, 3));
  proposal.agreed_by := null;
  return proposal;
end $$;
comment on function public.object_to_proposal is 'Refuses a proposal, also while it rests, with a reason';
revoke execute on function public.object_to_proposal from public, anon;
grant execute on function public.object_to_proposal to authenticated, service_role;

create function public.withdraw_proposal(proposal_id uuid) returns public.proposals
language plpgsql security definer set search_path = ''
as $$
declare
  proposal public.proposals;
begin
  perform private.check_standing();
  proposal := private.lock_proposal(withdraw_proposal.proposal_id);
  if proposal.proposer_id is distinct from auth.uid() then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only who made a proposal withdraws it.';
  end if;
  perform private.check_state(proposal, '{open,agreed}');
  proposal := private.end_proposal(proposal.id, 'withdrawn');
  -- Who takes it back may be no reviewer any more.
  proposal.agreed_by := null;
  return proposal;
end $$;
comment on function public.withdraw_proposal is 'Takes back an own proposal that was not carried out';
revoke execute on function public.withdraw_proposal from public, anon;
grant execute on function public.withdraw_proposal to authenticated, service_role;

create function public.undo_proposal(proposal_id uuid, reason text) returns public.proposals
language plpgsql security definer set search_path = ''
as $$
declare
  proposal public.proposals;
  given text;
  later public.proposals[];
begin
  perform private.check_reviewer();
  proposal := private.lock_proposal(undo_proposal.proposal_id);
  perform private.check_state(proposal, '{done}');
  perform private.check_not_own(proposal);
  -- A third person alone doesn't show again what may harm somebody.
  if proposal.urgency is not null and not public.is_admin(auth.uid())
    and auth.uid() is distinct from proposal.proposer_id and auth.uid() is distinct from proposal.agreed_by then
    raise sqlstate 'PT403' using
      message = 'proposal_urgent',
      detail = 'What was offensive or unlawful is brought back by one of the two who hid it, or by an administrator.';
  end if;
  given := private.checked_reason(undo_proposal.reason, 3);
  if proposal.undo_until is null or proposal.undo_until <= now()
    or not exists (select from public.jerseys where id = proposal.jersey_id) then
    raise sqlstate 'PT409' using
      message = 'proposal_too_late', detail = 'It can''t be undone any more.';
  end if;
  later := private.later_proposals(proposal);
  if later is not null then
    raise sqlstate 'PT409' using
      message = 'proposal_order',
      detail = (select jsonb_agg(jsonb_build_object('id', step.id, 'kind', step.kind, 'title', step.title))
        from unnest(later) step)::text,
      hint = 'Undo these first, in this order.';
  end if;
  proposal := private.bring_back(proposal, given);
  proposal.agreed_by := null;
  return proposal;
end $$;
comment on function public.undo_proposal is
  'Undoes a merge or removal within 90 days. One that others were built on is refused with the order that works';
revoke execute on function public.undo_proposal from public, anon;
grant execute on function public.undo_proposal to authenticated, service_role;

create function public.proposal_effects(jersey_id uuid)
returns table (votes bigint, collections bigint, comments bigint, photos bigint)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.check_reviewer();
  return query select
    (select count(*) from public.jersey_votes where jersey_id = proposal_effects.jersey_id),
    (select count(*) from public.user_collections where jersey_id = proposal_effects.jersey_id),
    (select count(*) from public.comments where jersey_id = proposal_effects.jersey_id),
    (select count(*) from public.jersey_images where jersey_id = proposal_effects.jersey_id and edit_id is null);
end $$;
comment on function public.proposal_effects is 'How much a merge or removal of a jersey would touch, for reviewers';
revoke execute on function public.proposal_effects from public, anon;
grant execute on function public.proposal_effects to authenticated, service_role;

create function public.removed_jersey(jersey_id uuid) returns table (title text, team text, season text)
language sql stable security definer set search_path = ''
as $$
  select proposal.title, proposal.team, proposal.season from public.proposals proposal
  where proposal.jersey_id = removed_jersey.jersey_id and proposal.status = 'done' and proposal.kind = 'removal'
    -- Of what is offensive or unlawful, the words may be.
    and proposal.urgency is null
  union all
  select null, null, null from public.proposals proposal
  where proposal.jersey_id = removed_jersey.jersey_id and proposal.status = 'done' and proposal.kind = 'removal'
    and proposal.urgency is not null
$$;
comment on function public.removed_jersey is
  'What a removed jersey was, for its address; no row if it wasn''t removed, no words if it was offensive or unlawful';
revoke execute on function public.removed_jersey from public;
grant execute on function public.removed_jersey to anon, authenticated, service_role;

-- After 90 days.
create function public.sweep_proposals() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  proposal public.proposals;
  swept integer := 0;
begin
  perform private.lock_proposals();
  for proposal in
    select * from public.proposals where status = 'done' and undo_until <= now() order by undo_until limit 100 for update
  loop
    perform private.lock_jerseys(proposal.jersey_id);
    -- Everybody concerned was told when it was carried out.
    perform private.begin_revision('none');
    delete from public.jerseys where id = proposal.jersey_id and not is_active;
    perform private.end_revision();
    delete from private.moved_rows where proposal_id = proposal.id;
    update public.proposals set undo_until = null where id = proposal.id;
    swept := swept + 1;
  end loop;
  return swept;
end $$;
comment on function public.sweep_proposals is
  'Deletes jerseys that were merged or removed 90 days ago, with their files; returns how many';
revoke execute on function public.sweep_proposals from public, anon, authenticated;
grant execute on function public.sweep_proposals to service_role;

create function private.end_proposals(jersey public.jerseys) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  proposal public.proposals;
  became public.proposals;
begin
  select * into became from public.proposals where jersey_id = jersey.id and status = 'done';
  if became.id is not null then
    -- It was hidden itself: what was merged into it went on with it, and stays hidden.
    update public.proposals set into_id = became.into_id
    where into_id = jersey.id and status = 'done' and undo_until is not null and became.kind = 'merge'
      and jersey_id <> became.into_id;
    update public.proposals set undo_until = now()
    where into_id = jersey.id and status = 'done' and undo_until > now();
    delete from private.moved_rows where proposal_id = became.id;
  else
    perform private.set_change('leaving', to_jsonb(jersey.id));
    for proposal in
      select * from public.proposals
      -- What may harm somebody stays hidden: one of the two or an administrator brings it back.
      where into_id = jersey.id and status = 'done' and undo_until > now() and urgency is null order by done_at desc for update
    loop
      perform private.bring_back(proposal, null);
    end loop;
    perform private.set_change('leaving', null);
  end if;
  -- Those who know its date have nothing to be told: it is gone, earlier.
  delete from private.proposal_notified_members where proposal_id in (
    select id from public.proposals where jersey_id = jersey.id and status = 'agreed');
  update public.proposals set status = 'cancelled', ended_at = now()
  where status in ('open', 'agreed') and (jersey_id = jersey.id or into_id = jersey.id);
  update public.proposals set undo_until = null
  where status = 'done' and jersey_id = jersey.id;
end $$;

-- Proposals first, then jerseys, then the rows of members: everybody locks in this order, also who deletes a jersey or an
-- account. A trigger of the statement fires before any row is locked.
create function private.lock_proposals_first() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_proposals();
  return null;
end $$;

-- One administrator alone neither deletes nor merges what was approved, nor shows what two have hidden.
create function private.record_once_public(jersey_id uuid) returns void
language sql security definer set search_path = ''
as $$
  insert into private.once_public (jersey_id, until) values (record_once_public.jersey_id, now())
  on conflict (jersey_id) do update set until = excluded.until
$$;

-- Whoever leaves takes back what nobody has agreed to. Who may not decide any more can't make it count by leaving.
create function private.withdraw_proposals() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.proposals set status = 'withdrawn', ended_at = now()
  where proposer_id = old.id and status = 'open';
  if not private.still_decides(old.id) then
    update public.proposals set status = 'cancelled', ended_at = now()
    where old.id in (proposer_id, agreed_by) and status = 'agreed';
  end if;
  return old;
end $$;

create function public.removal_reason(jersey_id uuid) returns table (removed_at timestamptz, reason text)
language sql stable security definer set search_path = ''
as $$
  select proposal.done_at, proposal.reason from public.proposals proposal
  where proposal.jersey_id = removal_reason.jersey_id and proposal.status = 'done' and proposal.kind = 'removal'
$$;
comment on function public.removal_reason is 'When and why a jersey was removed, for its address; no row if it wasn''t';
revoke execute on function public.removal_reason from public;
grant execute on function public.removal_reason to anon, authenticated, service_role;

create index moved_rows_by_member on private.moved_rows (member_id);

create index moved_rows_of_report on private.moved_rows (row_id) where relation = 'reports';
comment on index private.moved_rows_of_report is 'What a report was about before merges: see private.is_about()';

create index proposal_notified_members_by_member on private.proposal_notified_members (member_id);

create policy "visitors follow redirects to public jerseys" on public.jersey_redirects
  for select to anon using (exists (select from public.jerseys where jerseys.id = into_id));

create policy "members follow redirects to jerseys they read" on public.jersey_redirects
  for select to authenticated
  using (exists (select from public.jerseys where jerseys.id = into_id));

create policy "members read their own proposals, reviewers all" on public.proposals
  for select to authenticated
  using (proposer_id = (select auth.uid()) or (select public.is_reviewer((select auth.uid()))));

revoke execute on function
  private.is_public_jersey, private.check_not_own, private.lock_proposals, private.lock_proposal, private.check_state,
  private.checked_reason, private.members_with_jersey, private.notify_members_with_jersey, private.notify_proposal_cancelled, private.hiding_proposal, private.check_not_gone,
  private.move_jersey, private.lock_jerseys, private.former_facts, private.end_proposal, private.undo_days, private.carry_out,
  private.still_decides, private.bring_back, private.later_proposals, private.end_proposals, private.lock_proposals_first,
  private.record_once_public, private.withdraw_proposals
from public;

-- schemas/moderate/members.sql

-- Administrators list, suspend and rename members.
-- A suspended account reads, but writes nothing.
-- A replaced name can't be taken again by its member.

-- A hosted project may not let this role create indexes on auth's tables: lists of members are slower there.
do $$
begin
  -- Suspended members: few among many.
  create index if not exists users_banned_until on auth.users (banned_until)
    where banned_until is not null;
  -- Members by when they joined, newest first.
  create index if not exists users_by_joining on auth.users (created_at desc, id desc);
exception when insufficient_privilege then
  null;
end $$;

-- Members who are active come first, the newest first; then the suspended ones. Lists by a text stay in the order of usernames,
-- which are a-z, 0-9 and _: their code points are every reader's alphabet.
create function public.list_members(
  query text default '', after text default '',
  joined_before timestamptz default null, before uuid default null,
  administrators boolean default false, suspended boolean default false, size integer default 30
)
returns table (
  id uuid, username text, display_name text, joined_at timestamptz,
  is_administrator boolean, is_suspended boolean, jerseys bigint, rejected bigint
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  wanted constant text := private.fold(coalesce(query, ''));
  -- As a pattern of LIKE, with its special characters escaped.
  pattern constant text := '%' || regexp_replace(wanted, '([%_\\])', '\\\1', 'g') || '%';
  last constant text := coalesce(list_members.after, '');
  wide constant integer := least(greatest(size, 1), 100);
  listed constant text := '
    select profile.id, profile.username, profile.display_name, account.created_at,
      exists (
        select from public.user_roles held where held.user_id = profile.id and held.role = ''admin''),
      coalesce(account.banned_until > now(), false),
      coalesce(counted.jerseys, 0), coalesce(counted.rejected, 0)
    from public.profiles profile
    join auth.users account on account.id = profile.id
    left join private.author_counts counted on counted.author_id = profile.id
    where true'
    || case when administrators
      then ' and profile.id in (select user_id from public.user_roles where role = ''admin'')' else '' end
    || case when list_members.suspended then ' and account.banned_until > now()' else '' end;
  -- Members of one part, the newest first; $1 and $2 are the last one that was shown of this part, if any.
  newest constant text := '
    and ($1 is null or (account.created_at, account.id) < ($1, $2))
    order by account.created_at desc, account.id desc limit $3';
  -- True if the active members were shown: the last one is suspended.
  is_late boolean := list_members.suspended;
  shown integer := 0;
begin
  if not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = 'members_denied', detail = 'Only administrators list members.';
  end if;
  if wanted = '' then
    if not is_late and list_members.before is not null then
      select coalesce(banned_until > now(), false) into is_late
      from auth.users where users.id = list_members.before;
      is_late := coalesce(is_late, false);
    end if;
    -- Two statements, so that the first reads an index of the newest and stops.
    if not is_late then
      return query execute listed
        || ' and (account.banned_until is null or account.banned_until <= now())' || newest
      using joined_before, coalesce(before, '00000000-0000-0000-0000-000000000000'), wide;
      get diagnostics shown = row_count;
    end if;
    if shown < wide then
      return query execute listed || ' and account.banned_until > now()' || newest
      using case when is_late then joined_before end,
        coalesce(before, '00000000-0000-0000-0000-000000000000'), wide - shown;
    end if;
    return;
  end if;
  -- Usernames that begin with the text come first; an index has their order. The last username read
  -- determines which of the two parts comes next.
  if last = '' or starts_with(last, wanted) then
    return query execute listed
      || ' and profile.username collate "C" > $1
           and profile.username collate "C" >= $2
           and profile.username collate "C" < $2 || U&''\+10FFFF''
           order by profile.username collate "C" limit $3'
    using last, wanted, wide;
    get diagnostics shown = row_count;
  end if;
  if shown = wide then
    return;
  end if;
  -- Planned for these values: a rare name is looked up by its index, a common one is found while walking the list.
  return query execute listed
    || ' and profile.username collate "C" > $1
         and not starts_with(profile.username, $2)
         and private.profile_text(profile.username, profile.display_name) like $3
         order by profile.username collate "C" limit $4'
  using case when starts_with(last, wanted) then '' else last end, wanted, pattern, wide - shown;
end $$;
comment on function public.list_members is
  'Without a text: active members, then suspended ones, each the newest first, starting after one of them. With a text: members whose name contains it, by username, starting after one of them; usernames that begin with it come first';
revoke execute on function public.list_members from public, anon;
grant execute on function public.list_members to authenticated, service_role;

create function public.suspend_member(user_id uuid, suspended boolean default true) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  was boolean;
begin
  if not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = 'members_denied', detail = 'Only administrators suspend members.';
  end if;
  if suspend_member.user_id = auth.uid() then
    raise sqlstate 'PT400' using message = 'suspension_of_self', detail = 'Nobody suspends themselves.';
  end if;
  if suspended and exists (
    select from public.user_roles held
    where held.user_id = suspend_member.user_id and held.role = 'admin'
  ) then
    raise sqlstate 'PT409' using
      message = 'member_is_admin', detail = 'Revoke the role before suspending an administrator.';
  end if;

  select coalesce(banned_until > now(), false) into was
  from auth.users where id = suspend_member.user_id for update;
  if was is null then
    raise sqlstate 'PT404' using message = 'member_not_found', detail = 'The account was deleted.';
  end if;
  if was = suspended then
    return;
  end if;
  -- The auth service writes an endless ban as 100 years: it can't read 'infinity'.
  update auth.users
  set banned_until = case when suspended then now() + interval '100 years' end
  where id = suspend_member.user_id;
  -- Refresh tokens are deleted with their session: the member stays signed in as long as an access token lives.
  if suspended then
    delete from auth.sessions where sessions.user_id = suspend_member.user_id;
  end if;
  insert into public.audit_log (actor_id, action, table_name, row_id, before, after)
  values (
    auth.uid(), 'update', 'profiles', suspend_member.user_id,
    jsonb_build_object('suspended', was), jsonb_build_object('suspended', suspended));
end $$;
comment on function public.suspend_member is
  'Bars an account from signing in and writing, or lifts that; what it has published stays';
revoke execute on function public.suspend_member from public, anon;
grant execute on function public.suspend_member to authenticated, service_role;

create function public.reset_names(user_id uuid, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  given constant text := private.tidy(reason);
  was public.profiles;
  becomes text;
  notice uuid;
begin
  if not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = 'members_denied', detail = 'Only administrators reset names.';
  end if;
  if given is null or char_length(given) > 1000 then
    raise sqlstate 'PT400' using
      message = 'names_reason_required', detail = 'The member reads why, in 1 to 1000 characters.';
  end if;
  if exists (
    select from public.user_roles held
    where held.user_id = reset_names.user_id and held.role = 'admin'
  ) then
    raise sqlstate 'PT409' using
      message = 'member_is_admin', detail = 'Revoke the role before resetting the names of an administrator.';
  end if;
  select * into was from public.profiles where id = reset_names.user_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'member_not_found', detail = 'The account was deleted.';
  end if;
  becomes := 'fan_' || left(replace(gen_random_uuid()::text, '-', ''), 12);
  update public.profiles set username = becomes, display_name = null where id = was.id;
  insert into public.audit_log (actor_id, action, table_name, row_id, before, after)
  values (
    auth.uid(), 'update', 'profiles', was.id::text,
    jsonb_build_object('username', was.username, 'display_name', was.display_name),
    jsonb_build_object('username', becomes, 'display_name', null, 'names_reset', true));
  -- In the account whatever the settings: it says why. claim_notice_mail() asks them again for the mail.
  insert into public.notices (recipient_id, topic, outcome, about, title, note)
  values (was.id, 'jersey', 'renamed', 'profile', coalesce(was.display_name, was.username), given)
  returning id into notice;
  insert into public.notice_mails (notice_id) values (notice);
end $$;
comment on function public.reset_names is
  'Replaces the names of a member, who is told why and may choose others';
revoke execute on function public.reset_names from public, anon;
grant execute on function public.reset_names to authenticated, service_role;

-- schemas/curate/roll-overs.sql

-- Roll-overs: the line-ups of a new season, prepared as a draft (docs/decisions/044-drafts-of-line-ups.md).
-- A draft is published as a whole, and can be undone until somebody builds on it.
-- Administrators alone do this.

create table public.roll_overs (
  id uuid primary key default gen_random_uuid(),
  season_id uuid not null constraint roll_overs_season_id_fkey references public.seasons (id) on delete cascade,
  created_season boolean not null,
  showed_season boolean not null default false,
  published_at timestamptz,
  updated_at timestamptz not null default clock_timestamp()
);
comment on table public.roll_overs is
  'Line-ups of a season that are prepared together: a draft until published_at is set';
comment on column public.roll_overs.created_season is 'The season came with the draft; discarding the draft deletes it';
comment on column public.roll_overs.showed_season is 'Publishing made the season active; undoing makes it inactive again';
comment on column public.roll_overs.updated_at is
  'Publishing sends it back, and is refused when the draft has changed meanwhile';

create unique index roll_overs_one_draft on public.roll_overs (season_id) where published_at is null;
comment on index public.roll_overs_one_draft is 'A season has one draft at a time';
create index roll_overs_by_season on public.roll_overs (season_id);

alter table public.roll_overs enable row level security;
-- Only the functions below write.
revoke all on public.roll_overs from anon, authenticated;
grant select on public.roll_overs to authenticated;
grant select, insert, update, delete on public.roll_overs to service_role;

-- Both keys are numbers of their own, as in team_seasons.
create table public.roll_over_competitions (
  id bigint generated always as identity primary key,
  roll_over_id uuid not null
    constraint roll_over_competitions_roll_over_id_fkey references public.roll_overs (id) on delete cascade,
  competition_id uuid not null
    constraint roll_over_competitions_competition_id_fkey references public.competitions (id) on delete cascade,
  source_season_id uuid
    constraint roll_over_competitions_source_season_id_fkey references public.seasons (id) on delete set null,
  constraint roll_over_competitions_key unique (roll_over_id, competition_id)
);
comment on column public.roll_over_competitions.source_season_id is
  'The season whose line-up was copied; null if none was known';

create index roll_over_competitions_by_competition on public.roll_over_competitions (competition_id);
create index roll_over_competitions_by_source_season on public.roll_over_competitions (source_season_id);

alter table public.roll_over_competitions enable row level security;
-- Only the functions below write.
revoke all on public.roll_over_competitions from anon, authenticated;
grant select on public.roll_over_competitions to authenticated;
grant select, insert, update, delete on public.roll_over_competitions to service_role;

create table public.roll_over_teams (
  id bigint generated always as identity primary key,
  roll_over_id uuid not null,
  competition_id uuid not null,
  team_id uuid not null
    constraint roll_over_teams_team_id_fkey references public.teams (id) on delete cascade,
  constraint roll_over_teams_key unique (roll_over_id, competition_id, team_id),
  constraint roll_over_teams_line_up_fkey foreign key (roll_over_id, competition_id)
    references public.roll_over_competitions (roll_over_id, competition_id) on delete cascade
);
comment on table public.roll_over_teams is 'The teams of a draft; empty once it is published';

create index roll_over_teams_by_team on public.roll_over_teams (team_id);

alter table public.roll_over_teams enable row level security;
-- Only the functions below write.
revoke all on public.roll_over_teams from anon, authenticated;
grant select on public.roll_over_teams to authenticated;
grant select, insert, update, delete on public.roll_over_teams to service_role;

create function public.start_roll_over(code text, name text, competitions uuid[]) returns public.roll_overs
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  wanted constant uuid[] := array(select distinct unnest(start_roll_over.competitions));
  wanted_code constant text := private.tidy(start_roll_over.code);
  season public.seasons;
  created boolean;
  taken jsonb;
  draft public.roll_overs;
begin
  perform private.require_catalogue_admin();
  if cardinality(wanted) = 0 then
    raise sqlstate 'PT400' using message = 'roll_over_empty', detail = 'Choose at least one competition.';
  end if;
  if exists (select unnest(wanted) except select id from public.competitions) then
    raise sqlstate 'PT404' using message = 'competition_not_found', detail = 'A competition was deleted.';
  end if;

  -- A season that exists keeps its name. Two administrators who start at once wait here for each other.
  select * into season from public.seasons where seasons.code = wanted_code for no key update;
  created := not found;
  if created then
    insert into public.seasons (code, name, is_active)
    values (wanted_code, private.tidy(start_roll_over.name), false)
    on conflict (code) do nothing returning * into season;
    if not found then
      created := false;
      select * into strict season from public.seasons where seasons.code = wanted_code for no key update;
    end if;
  end if;

  if exists (select from public.roll_overs where season_id = season.id and published_at is null) then
    raise sqlstate 'PT409' using
      message = 'roll_over_exists', detail = jsonb_build_object('season_id', season.id)::text,
      hint = 'Publish or discard the draft first.';
  end if;
  select jsonb_agg(competition.name order by competition.name) into taken
  from public.competitions competition
  where competition.id = any (wanted) and exists (
    select from public.team_seasons where season_id = season.id and competition_id = competition.id);
  if taken is not null then
    raise sqlstate 'PT409' using
      message = 'line_up_exists', detail = jsonb_build_object('competitions', taken)::text,
      hint = 'These competitions have a line-up in this season; change it there.';
  end if;

  insert into public.roll_overs (season_id, created_season) values (season.id, created) returning * into draft;
  insert into public.roll_over_competitions (roll_over_id, competition_id, source_season_id)
  select draft.id, competition.id, (
    select entry.season_id
    from public.team_seasons entry join public.seasons earlier on earlier.id = entry.season_id
    where entry.competition_id = competition.id and earlier.is_active and earlier.code < season.code
    order by earlier.code desc limit 1)
  from unnest(wanted) competition (id);
  insert into public.roll_over_teams (roll_over_id, competition_id, team_id)
  select draft.id, copied.competition_id, team.id
  from public.roll_over_competitions copied
  join public.team_seasons entry
    on entry.competition_id = copied.competition_id and entry.season_id = copied.source_season_id
  join public.teams team on team.id = entry.team_id and team.is_active
  where copied.roll_over_id = draft.id;
  return draft;
end $$;
comment on function public.start_roll_over is
  'Copies the last line-ups of competitions into a draft for a season, which is created inactive if it does not exist';
revoke execute on function public.start_roll_over from public, anon;
grant execute on function public.start_roll_over to authenticated, service_role;

-- The season's row is locked before its roll-over, everywhere: two calls cannot wait for each other.
create function private.lock_roll_over(roll_over_id uuid, should_be_published boolean) returns public.roll_overs
language plpgsql security definer set search_path = ''
as $$
declare
  found_one public.roll_overs;
begin
  perform private.require_catalogue_admin();
  -- `for update`, unlike `for no key update`, also waits for jerseys that are being submitted for the season.
  perform from public.seasons
  where id = (select season_id from public.roll_overs where id = roll_over_id) for update;
  select * into found_one from public.roll_overs where id = roll_over_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'roll_over_not_found', detail = 'The draft was discarded.';
  end if;
  if (found_one.published_at is not null) <> should_be_published then
    raise sqlstate 'PT409' using
      message = case when should_be_published then 'roll_over_not_published' else 'roll_over_published' end,
      detail = 'Another administrator was faster.';
  end if;
  return found_one;
end $$;

create function public.publish_roll_over(roll_over_id uuid, seen timestamptz) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  draft public.roll_overs := private.lock_roll_over(publish_roll_over.roll_over_id, false);
  shows boolean;
begin
  if draft.updated_at is distinct from seen then
    raise sqlstate 'PT409' using
      message = 'roll_over_changed', detail = 'Another administrator has changed the draft.';
  end if;
  insert into public.team_seasons (team_id, season_id, competition_id)
  select team_id, draft.season_id, competition_id from public.roll_over_teams where roll_over_id = draft.id
  on conflict do nothing;
  delete from public.roll_over_teams where roll_over_id = draft.id;
  update public.seasons set is_active = true where id = draft.season_id and not is_active;
  shows := found;
  update public.roll_overs
  set published_at = now(), showed_season = shows, updated_at = clock_timestamp()
  where id = draft.id;
end $$;
comment on function public.publish_roll_over is
  'Makes a draft public: its season and all its line-ups at once. seen: the draft''s updated_at on the screen';
revoke execute on function public.publish_roll_over from public, anon;
grant execute on function public.publish_roll_over to authenticated, service_role;

create function public.undo_roll_over(roll_over_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  published public.roll_overs := private.lock_roll_over(undo_roll_over.roll_over_id, true);
  line_ups constant uuid[] := array(
    select competition_id from public.roll_over_competitions where roll_over_id = published.id);
  -- Line-ups that came otherwise keep the season visible.
  hides constant boolean := published.showed_season and not exists (
    select from public.team_seasons
    where season_id = published.season_id and competition_id <> all (line_ups));
  jerseys bigint;
begin
  if exists (select from public.roll_overs where season_id = published.season_id and published_at is null) then
    raise sqlstate 'PT409' using
      message = 'roll_over_exists', detail = jsonb_build_object('season_id', published.season_id)::text,
      hint = 'Publish or discard the other draft of this season first.';
  end if;
  select count(*) into jerseys from public.jerseys
  where season_id = published.season_id and (hides or competition_id = any (line_ups));
  if jerseys > 0 then
    raise sqlstate 'PT409' using
      message = 'season_in_use', detail = jsonb_build_object('jerseys', jerseys)::text,
      hint = 'Jerseys refer to the season. Change its line-ups instead.';
  end if;
  -- As they are now: corrections that were made after publishing stay in the draft.
  insert into public.roll_over_teams (roll_over_id, competition_id, team_id)
  select published.id, competition_id, team_id from public.team_seasons
  where season_id = published.season_id and competition_id = any (line_ups);
  delete from public.team_seasons where season_id = published.season_id and competition_id = any (line_ups);
  update public.seasons set is_active = false where id = published.season_id and hides;
  update public.roll_overs
  set published_at = null, showed_season = false, updated_at = clock_timestamp()
  where id = published.id;
end $$;
comment on function public.undo_roll_over is
  'Turns a published roll-over into a draft again. Refused while jerseys refer to its season and competitions';
revoke execute on function public.undo_roll_over from public, anon;
grant execute on function public.undo_roll_over to authenticated, service_role;

create function public.discard_roll_over(roll_over_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  draft public.roll_overs := private.lock_roll_over(discard_roll_over.roll_over_id, false);
begin
  delete from public.roll_overs where id = draft.id;
  delete from public.seasons
  where id = draft.season_id and draft.created_season and not is_active
    and private.dependents('seasons', id) = '{}'
    and not exists (select from public.roll_overs where season_id = draft.season_id);
end $$;
comment on function public.discard_roll_over is 'Deletes a draft, and the season that was created for it';
revoke execute on function public.discard_roll_over from public, anon;
grant execute on function public.discard_roll_over to authenticated, service_role;

create function public.replace_line_ups(line_ups jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  line_up record;
  draft uuid;
  known uuid[];
  strangers uuid[];
begin
  perform private.require_catalogue_admin();
  perform from public.seasons
  where id in (select season_id from jsonb_to_recordset(line_ups) as given (season_id uuid))
  order by id for no key update;
  for line_up in
    select given.*, season.id is not null and competition.id is not null as is_known, competition.league
    from jsonb_to_recordset(line_ups)
      as given (season_id uuid, competition_id uuid, teams uuid[], seen uuid[])
    left join public.seasons season on season.id = given.season_id
    left join public.competitions competition on competition.id = given.competition_id
  loop
    if not line_up.is_known then
      raise sqlstate 'PT404' using
        message = 'line_up_not_found', detail = 'The season or the competition was deleted.';
    end if;
    if line_up.teams is null or line_up.seen is null then
      raise sqlstate 'PT400' using
        message = 'line_up_incomplete', detail = 'A line-up needs teams, and seen: the teams that it replaces.';
    end if;
    strangers := array(
      select unnest(line_up.teams)
      except
      select team.id from public.teams team join public.competitions home on home.id = team.competition_id
      where home.league = line_up.league);
    if strangers <> '{}' then
      raise sqlstate 'PT400' using
        message = 'line_up_team_unknown', detail = jsonb_build_object('teams', strangers)::text,
        hint = 'A team was deleted, or plays in another league.';
    end if;

    draft := (
      select id from public.roll_overs
      where season_id = line_up.season_id and published_at is null and not exists (
        select from public.team_seasons
        where season_id = line_up.season_id and competition_id = line_up.competition_id));
    known := case when draft is null
      then array(
        select team_id from public.team_seasons
        where season_id = line_up.season_id and competition_id = line_up.competition_id)
      else array(
        select team_id from public.roll_over_teams
        where roll_over_id = draft and competition_id = line_up.competition_id) end;
    if not (known <@ line_up.seen and line_up.seen <@ known) then
      raise sqlstate 'PT409' using
        message = 'line_up_changed',
        detail = jsonb_build_object(
          'season_id', line_up.season_id, 'competition_id', line_up.competition_id)::text,
        hint = 'Another administrator has changed this line-up. Read it again.';
    end if;

    if draft is null then
      delete from public.team_seasons
      where season_id = line_up.season_id and competition_id = line_up.competition_id
        and team_id <> all (line_up.teams);
      insert into public.team_seasons (team_id, season_id, competition_id)
      select unnest(line_up.teams), line_up.season_id, line_up.competition_id
      on conflict do nothing;
    else
      insert into public.roll_over_competitions (roll_over_id, competition_id)
      values (draft, line_up.competition_id) on conflict do nothing;
      delete from public.roll_over_teams
      where roll_over_id = draft and competition_id = line_up.competition_id and team_id <> all (line_up.teams);
      insert into public.roll_over_teams (roll_over_id, competition_id, team_id)
      select draft, line_up.competition_id, unnest(line_up.teams)
      on conflict do nothing;
      update public.roll_overs set updated_at = clock_timestamp() where id = draft;
    end if;
  end loop;
end $$;
comment on function public.replace_line_ups is
  'Sets the teams of competitions in seasons, all or none: [{season_id, competition_id, teams, seen}]. In a season with a draft, a competition without a public line-up is changed in the draft';
revoke execute on function public.replace_line_ups from public, anon;
grant execute on function public.replace_line_ups to authenticated, service_role;

create policy "admins read roll-overs" on public.roll_overs
  for select to authenticated using ((select public.is_admin((select auth.uid()))));

create policy "admins read competitions of roll-overs" on public.roll_over_competitions
  for select to authenticated using ((select public.is_admin((select auth.uid()))));

create policy "admins read teams of roll-overs" on public.roll_over_teams
  for select to authenticated using ((select public.is_admin((select auth.uid()))));

revoke execute on function private.lock_roll_over from public, anon;

-- schemas/curate/catalogue-lines.sql

-- What a line of a catalogue file means (docs/decisions/060-lines-judged-by-the-database.md).
-- Each line is judged: refused with a reason, there already, perhaps a duplicate, or new.
-- The same function judges the dry run and the import.

-- `found` is a list of objects with id, name and place: the ones of the first place are resolved.
create function private.resolve_reference(field text, value text, found jsonb, nearest jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select case
    when count(*) = 1 then (array_agg(row.value))[1]
    when count(*) > 1 then jsonb_build_object('refusal', jsonb_build_object(
      'field', field, 'reason', 'ambiguous', 'value', resolve_reference.value,
      'candidates', (array_agg(resolve_reference.found))[1]))
    else jsonb_build_object('refusal', jsonb_build_object(
      'field', field, 'reason', case when resolve_reference.value is null then 'missing' else 'unknown' end,
      'value', resolve_reference.value, 'candidates', (select coalesce(resolve_reference.nearest, '[]'))))
    end
  from jsonb_array_elements(resolve_reference.found) row
  where (row.value ->> 'place')::integer = 1
$$;

create function private.resolve_competition(line jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  asked_name constant text := left(private.tidy(line ->> 'competition'), 200);
  asked_league constant text := line ->> 'league';
  found jsonb;
  nearest jsonb;
begin
  if private.is_uuid(line ->> 'competition_id') then
    select jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name, 'league', one.league, 'place', 1)) into found
    from public.competitions one where one.id = (line ->> 'competition_id')::uuid;
  else
    select jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name, 'league', one.league, 'place', one.place))
    into found
    from (
      select competition.*, rank() over (order by competition.slug <> asked_name) as place
      from public.competitions competition
      where (competition.slug = private.slug(asked_name)
          or competition.search_text = private.fold(asked_name))
        and (asked_league is null or competition.league = asked_league)
      limit 20) one;
  end if;
  if found is null and asked_name is not null then
    select jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name) order by one.likeness desc, one.name)
    into nearest
    from (
      select competition.id, competition.name,
        extensions.similarity(competition.search_text, private.fold(asked_name)) as likeness
      from public.competitions competition
      where asked_league is null or competition.league = asked_league
      order by likeness desc, competition.name limit 5) one;
  end if;
  return private.resolve_reference('competition', asked_name, coalesce(found, '[]'), nearest);
end $$;

create function private.resolve_season(line jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  asked_name constant text := left(private.tidy(line ->> 'season'), 40);
  asked_year constant integer := coalesce(substring(asked_name from '[0-9]{4}'), substring(line ->> 'year' from '^[0-9]{4}$'))::integer;
  found jsonb;
  nearest jsonb;
begin
  select jsonb_agg(jsonb_build_object('id', season.id, 'name', season.name, 'place', 1)) into found
  from public.seasons season
  where case when private.is_uuid(line ->> 'season_id') then season.id::text = line ->> 'season_id'
    else season.code = asked_name or season.name = asked_name end;
  if found is null and asked_year is not null then
    select jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name) order by one.away, one.code) into nearest
    from (
      select season.id, season.name, season.code, abs(left(season.code, 4)::integer - asked_year) as away
      from public.seasons season order by away, season.code limit 5) one;
  end if;
  return private.resolve_reference('season', asked_name, coalesce(found, '[]'), nearest);
end $$;

create function private.resolve_team(line jsonb, competition uuid, league text, season uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  asked_name constant text := left(private.tidy(line ->> 'team'), 200);
  asked_home constant text := left(private.tidy(line ->> 'team_competition'), 200);
  found jsonb;
  nearest jsonb;
begin
  if private.is_uuid(line ->> 'team_id') then
    select jsonb_agg(jsonb_build_object('id', team.id, 'name', team.name, 'place', 1)) into found
    from public.teams team where team.id = (line ->> 'team_id')::uuid;
  elsif line -> 'as_written' ? 'team' then
    return jsonb_build_object('name', asked_name);
  elsif asked_name is not null then
    select jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name, 'hint', one.hint, 'place', one.place)
      order by one.place, one.hint)
    into found
    from (
      select team.id, team.name, its.name as hint, rank() over (order by
        private.fold(team.name) <> private.fold(asked_name), team.competition_id is distinct from resolve_team.competition,
        not exists (
          select from public.team_seasons played
          where played.team_id = team.id and played.competition_id = resolve_team.competition
            and played.season_id = resolve_team.season),
        not exists (
          select from public.team_seasons played
          where played.team_id = team.id and played.competition_id = resolve_team.competition)) as place
      from public.teams team join public.competitions its on its.id = team.competition_id
      where team.id = any (private.line_teams(asked_name))
        and (resolve_team.league is null or its.league = resolve_team.league)
        and (asked_home is null or its.slug = private.slug(asked_home)
          or its.search_text = private.fold(asked_home))) one;
    if found is null then
      select jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name, 'hint', one.hint)
        order by one.likeness desc, one.name)
      into nearest
      from (
        select team.id, team.name, its.name as hint,
          greatest(extensions.similarity(private.fold(team.name), private.fold(asked_name)),
            extensions.similarity(private.fold(team.short_name), private.fold(asked_name))) as likeness
        from public.teams team join public.competitions its on its.id = team.competition_id
        where resolve_team.league is null or its.league = resolve_team.league
        order by likeness desc, team.name limit 5) one;
    end if;
  end if;
  return private.resolve_reference('team', asked_name, coalesce(found, '[]'), nearest);
end $$;

create function private.resolve_brand(line jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  asked_name constant text := left(private.tidy(line ->> 'brand'), 200);
  found jsonb;
  nearest jsonb;
begin
  if private.is_uuid(line ->> 'brand_id') then
    select jsonb_agg(jsonb_build_object('id', brand.id, 'name', brand.name, 'place', 1)) into found
    from public.brands brand where brand.id = (line ->> 'brand_id')::uuid;
  elsif asked_name is null then
    return '{}';
  elsif line -> 'as_written' ? 'brand' then
    return jsonb_build_object('name', asked_name);
  else
    select jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name, 'place', one.place)) into found
    from (
      select brand.id, brand.name, rank() over (order by brand.name <> asked_name) as place
      from public.brands brand where brand.search_text = private.fold(asked_name)) one;
    if found is null then
      select jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name) order by one.likeness desc, one.name)
      into nearest
      from (
        select brand.id, brand.name,
          extensions.similarity(brand.search_text, private.fold(asked_name)) as likeness
        from public.brands brand order by likeness desc, brand.name limit 5) one;
    end if;
  end if;
  return private.resolve_reference('brand', asked_name, coalesce(found, '[]'), nearest);
end $$;

create function private.text_refusals(
  field text, value text, shortest integer, longest integer, is_one_line boolean default true
) returns setof jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object('field', field, 'reason', reason, 'value', left(value, 100))
  from (
    select case
      when value is null then case when shortest > 0 then 'missing' end
      when char_length(value) < shortest then 'too_short'
      when char_length(value) > longest then 'too_long'
      when is_one_line and private.is_visible(value) is false then 'hidden'
    end as reason) checked
  where reason is not null
$$;

-- PostgreSQL 15 can't ask whether a text is a time: pg_input_is_valid exists from version 16 on.
create function private.is_time(value text) returns boolean
language plpgsql stable strict set search_path = ''
as $$
begin
  perform value::timestamptz;
  return true;
exception when data_exception then
  return false;
end $$;
comment on function private.is_time is 'True if PostgreSQL reads the text as a time';

-- What a line says that no jersey may say: the constraints of jerseys and jersey_images, with the words of a list.
-- tests/rules/catalogue-imports.test.ts compares both.
create function private.value_refusals(line jsonb) returns setof jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  title constant text := private.tidy(line ->> 'title');
  link constant text := private.tidy(line ->> 'external_link');
  price constant text := private.tidy(line ->> 'price');
  year constant text := private.tidy(line ->> 'year');
  images constant jsonb := case when jsonb_typeof(line -> 'images') = 'array' then line -> 'images' else '[]' end;
  one record;
  file text;
begin
  return query select * from private.text_refusals('title', title, 3, 160);
  if line -> 'as_written' ? 'team' then
    return query select * from private.text_refusals('team', private.tidy(line ->> 'team'), 2, 120);
  end if;
  if line -> 'as_written' ? 'brand' then
    return query select * from private.text_refusals('brand', private.tidy(line ->> 'brand'), 0, 80);
  end if;
  return query select * from private.text_refusals('edition', private.tidy(line ->> 'edition'), 0, 120);
  return query select * from private.text_refusals('description', private.tidy(line ->> 'description'), 0, 5000, false);
  return query select * from private.text_refusals('external_link', link, 0, 2048);
  for one in
    select * from (values
      ('external_link', link, link !~ '^https?://[^\s]+$', 'link'),
      ('league', line ->> 'league', line ->> 'league' <> all (array['NBA', 'NFL', 'NHL', 'SOCCER', 'ESPORT']), 'choice'),
      ('kit_type', line ->> 'kit_type',
        line ->> 'kit_type' <> all (array['home', 'away', 'third', 'training', 'other']), 'choice'),
      ('year', year, case when year ~ '^[0-9]{4}$' then year::integer not between 1850 and 2100 else true end, 'year'),
      ('price', price,
        case when price ~ '^[0-9]{1,9}([.][0-9]{1,20})?$' then price::numeric not between 0 and 1000000 else true end,
        'price'),
      ('price', price,
        case when price ~ '^[0-9]{1,9}([.][0-9]{1,20})?$' then price::numeric <> round(price::numeric, 2) end,
        'too_precise'),
      ('created_at', line ->> 'created_at',
        -- No client reads the times of antiquity, nor -infinity.
        case when private.is_time(line ->> 'created_at')
          then (line ->> 'created_at')::timestamptz < '1900-01-01' else true end,
        'time')
    ) as checked (field, value, is_wrong, reason)
    where checked.value is not null and checked.is_wrong
  loop
    return next jsonb_build_object('field', one.field, 'reason', one.reason, 'value', left(one.value, 100));
  end loop;
  if jsonb_array_length(line -> 'colors') > 0 then
    if jsonb_array_length(line -> 'colors') > 3 then
      return next '{"field": "colors", "reason": "too_many"}';
    elsif not private.is_palette(private.line_colors(line)) or not private.line_colors(line) <@ array[
      'white', 'black', 'grey', 'red', 'burgundy', 'orange', 'yellow', 'green', 'sky', 'blue', 'purple', 'pink'] then
      return next jsonb_build_object('field', 'colors', 'reason', 'choice',
        'value', left(array_to_string(private.line_colors(line), ', '), 100));
    end if;
  end if;
  if jsonb_array_length(images) > 5 then
    return next '{"field": "images", "reason": "too_many"}';
  end if;
  for one in select value as image from jsonb_array_elements(images) loop
    if one.image ->> 'licence' <> all (array['CC-BY-SA-4.0', 'shown-here-only']) then
      return next jsonb_build_object('field', 'licence', 'reason', 'choice', 'value', left(one.image ->> 'licence', 100));
    end if;
    return query select * from private.text_refusals('alt', private.tidy(one.image ->> 'alt'), 0, 300);
    file := private.storage_path(private.file_url(one.image ->> 'path'));
    if one.image ->> 'path' is not null and not exists (
      select from storage.objects object
      where object.bucket_id = 'jerseys' and object.name collate "C" = file
        and object.metadata ->> 'size' is distinct from '0') then
      return next jsonb_build_object('field', 'images', 'reason', 'no_file', 'value', left(one.image ->> 'path', 200));
    end if;
    if one.image ->> 'likeness' !~ '^[01]{128}$' then
      return next '{"field": "images", "reason": "likeness"}';
    end if;
  end loop;
end $$;

create function private.line_colors(line jsonb) returns text[]
language sql immutable set search_path = ''
as $$
  select array(select value from jsonb_array_elements_text(line -> 'colors') with ordinality as one (value, place) order by place)
$$;

create function private.file_url(path text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select case when path ~ '^(https?:/)?/' then path
    else '/storage/v1/object/public/jerseys/' || replace(path, ' ', '%20') end
$$;
comment on function private.file_url is 'The address of a file in bucket jerseys, from its name or its address';

-- `memo` holds the meanings of earlier lines of the batch: most lines name the same competitions, teams and seasons.
create function private.read_jersey_line(line jsonb, inout memo jsonb, out result jsonb)
language plpgsql stable security definer set search_path = ''
as $$
declare
  asked constant text := (
    select jsonb_object_agg(key, value)::text from jsonb_each(line)
    where key in ('team', 'team_competition', 'league', 'competition', 'season', 'brand', 'as_written',
      'competition_id', 'season_id', 'team_id', 'brand_id')
      or key = 'year' and line ->> 'season' is null);
  resolved jsonb := memo -> asked;
  competition jsonb;
  season jsonb;
  team jsonb;
  brand jsonb;
begin
  if resolved is null then
    competition := private.resolve_competition(line);
    season := private.resolve_season(line);
    brand := private.resolve_brand(line);
    team := private.resolve_team(
      line, (competition ->> 'id')::uuid, coalesce(competition ->> 'league', line ->> 'league'), (season ->> 'id')::uuid);
    resolved := jsonb_build_object('competition', competition, 'season', season, 'team', team, 'brand', brand);
    memo := memo || jsonb_build_object(asked, resolved);
  else
    competition := resolved -> 'competition';
    season := resolved -> 'season';
    team := resolved -> 'team';
    brand := resolved -> 'brand';
  end if;
  result := jsonb_build_object(
    'refusals', (
      select coalesce(jsonb_agg(refusal), '[]') from (
        select value -> 'refusal' as refusal from jsonb_each(resolved) where value ? 'refusal'
        union all
        select * from private.value_refusals(line)) refused),
    'row', jsonb_strip_nulls(jsonb_build_object(
      'league', competition ->> 'league', 'competition_id', competition ->> 'id', 'season_id', season ->> 'id',
      'team_id', team ->> 'id', 'team', team ->> 'name', 'brand_id', brand ->> 'id', 'brand', brand ->> 'name',
      'title', private.tidy(line ->> 'title'), 'year', private.tidy(line ->> 'year'),
      'edition', private.tidy(line ->> 'edition'), 'kit_type', line ->> 'kit_type', 'colors', line -> 'colors',
      'description', private.tidy(line ->> 'description'), 'external_link', private.tidy(line ->> 'external_link'),
      'price', private.tidy(line ->> 'price'), 'created_at', line ->> 'created_at')));
end $$;
comment on function private.read_jersey_line is 'The row that a line stands for, and why it is refused';

create function private.jersey_in_words(id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', jersey.id, 'title', jersey.title, 'team', jersey.team, 'season', season.code,
    'year', jersey.year, 'kit_type', jersey.kit_type, 'status', jersey.status)
  from public.jerseys jersey join public.seasons season on season.id = jersey.season_id
  where jersey.id = jersey_in_words.id
$$;

-- Where a jersey is now, if it is anywhere.
create function private.jersey_now(id uuid) returns uuid
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select jersey.id from public.jerseys jersey where jersey.id = jersey_now.id),
    (select redirect.into_id from public.jersey_redirects redirect where redirect.from_id = jersey_now.id))
$$;

-- The duplicate guard. `own` is the import that a line is of: lines of one file are told apart by the file.
create function private.jersey_twins(line jsonb, row_ jsonb, own uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with asked as (
    select private.team_slug(row_ ->> 'team') as team_slug, coalesce(row_ ->> 'kit_type', 'maillot') as kit,
      (row_ ->> 'season_id')::uuid as season_id, (row_ ->> 'year')::integer as year,
      private.fold(row_ ->> 'title') as title, private.fold(coalesce(row_ ->> 'edition', '')) as edition
  ),
  -- One index each. What a jersey is compared by at all comes first: folding its title costs the most.
  near as (
    select found.id from asked cross join lateral (
      select jersey.id from public.jerseys jersey
      where jersey.team_slug = asked.team_slug and jersey.season_id = asked.season_id
        and jersey.status <> 'rejected' and jersey.kit_type_slug = asked.kit) found
    union
    select found.id from asked cross join lateral (
      select jersey.id from public.jerseys jersey
      where jersey.team_slug = asked.team_slug and jersey.year = asked.year
        and jersey.status <> 'rejected' and jersey.kit_type_slug = asked.kit) found
  ),
  others as (
    select near.id from near
    where own is null or not exists (
      select from private.imported_jerseys done where done.jersey_id = near.id and done.import_id = own)
  ),
  kits as (
    select jersey.id, false as has_same_picture,
      case when jersey.season_id = asked.season_id and jersey.year is not distinct from asked.year
          and jersey.competition_id::text = row_ ->> 'competition_id'
        then private.fold(jersey.title) = asked.title
          and private.fold(coalesce(jersey.edition, '')) = asked.edition
        else false end as is_same
    from asked cross join others join public.jerseys jersey on jersey.id = others.id
  ),
  pictures as (
    select candidate.jersey_id as id, true as has_same_picture, false as is_same
    from jsonb_array_elements(case when jsonb_typeof(line -> 'images') = 'array' then line -> 'images' else '[]' end) image
    cross join lateral (select (image ->> 'likeness')::bit(128) as likeness) own_picture
    cross join lateral (
      select other.jersey_id, other.likeness from public.jersey_images other
      where private.likeness_quarters(other.likeness) && private.likely_quarters(own_picture.likeness)
        and other.likeness is not null
      limit 2000) candidate
    join public.jerseys jersey on jersey.id = candidate.jersey_id and jersey.status <> 'rejected'
    where image ->> 'likeness' ~ '^[01]{128}$'
      and bit_count(substring(candidate.likeness from 1 for 64) # substring(own_picture.likeness from 1 for 64)) <= 7
      and bit_count(substring(candidate.likeness from 65) # substring(own_picture.likeness from 65)) <= 4
  ),
  found as (
    select id, bool_or(is_same) as is_same, bool_or(has_same_picture) as has_same_picture
    from (select id, has_same_picture, is_same from kits union all select id, has_same_picture, is_same from pictures) all_
    where own is null or not exists (
      select from private.imported_jerseys done where done.jersey_id = all_.id and done.import_id = own)
    group by id
  )
  select jsonb_build_object(
    'same', (select id from found where is_same order by id limit 1),
    'candidates', coalesce((
      select jsonb_agg(private.jersey_in_words(id) || jsonb_build_object('has_same_picture', has_same_picture)
        order by has_same_picture desc, id)
      from (select * from found order by has_same_picture desc, id limit 5) first), '[]'))
$$;
comment on function private.jersey_twins is
  'The jersey that is the same as a line, and those that may be: of the same team and kit type in the season or year, or with a picture alike';

-- The verdict on a line: refused, there, duplicate, or new.
create function private.judged_line(line jsonb, own uuid, inout memo jsonb, out result jsonb)
language plpgsql stable security definer set search_path = ''
as $$
declare
  read jsonb;
  known uuid;
  twins jsonb;
  refusals jsonb;
  -- A variable: in the query, it would be computed for every row that is compared.
  digest constant text := private.import_key(line ->> 'key');
begin
  select of_line.memo, of_line.result into memo, read from private.read_jersey_line(line, memo) of_line;
  refusals := read -> 'refusals';
  select private.jersey_now(done.jersey_id) into known
  from private.imported_jerseys done where done.key = digest;
  if known is null and private.is_uuid(line ->> 'id') then
    known := private.jersey_now((line ->> 'id')::uuid);
    -- Its address says for good that it was removed.
    if known is null and exists (select from public.removed_jersey((line ->> 'id')::uuid)) then
      refusals := refusals || '[{"field": "id", "reason": "rule"}]';
    end if;
  end if;
  if known is null and refusals = '[]' then
    twins := private.jersey_twins(line, read -> 'row', own);
    known := (twins ->> 'same')::uuid;
  end if;
  result := jsonb_build_object(
    'verdict', case
      when known is not null then 'there'
      when refusals <> '[]' then 'refused'
      when twins -> 'candidates' <> '[]' and line -> 'may_repeat' is distinct from 'true' then 'duplicate'
      else 'new' end,
    'known', case when known is not null then private.jersey_in_words(known) end,
    'refusals', case when known is null then refusals else '[]' end,
    'candidates', coalesce(twins -> 'candidates', '[]'),
    'row', read -> 'row');
end $$;

create function public.match_jerseys(lines jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  line jsonb;
  memo jsonb := '{}';
  judged jsonb;
  answers jsonb[] := '{}';
begin
  perform private.check_importer();
  perform private.check_lines(lines);
  for line in select value from jsonb_array_elements(lines) loop
    select of_line.memo, of_line.result into memo, judged from private.judged_line(line, null, memo) of_line;
    answers := answers || (judged - 'row');
  end loop;
  return to_jsonb(answers);
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow
    or invalid_datetime_format or invalid_parameter_value then
    raise sqlstate 'PT400' using message = 'lines_malformed', detail = sqlerrm;
end $$;
comment on function public.match_jerseys is
  'What an import into the catalogue would do with each line, at most 200: new, there, duplicate with candidates, or refused with fields, reasons and nearest names. Changes nothing. For administrators';
revoke execute on function public.match_jerseys from public, anon;
grant execute on function public.match_jerseys to authenticated, service_role;

revoke execute on function
  private.resolve_reference, private.resolve_competition, private.resolve_season, private.resolve_team, private.resolve_brand, private.text_refusals,
  private.is_time, private.value_refusals, private.line_colors, private.file_url, private.read_jersey_line,
  private.jersey_in_words, private.jersey_now, private.jersey_twins, private.judged_line
from public;

-- schemas/curate/catalogue-imports.sql

-- Imports of jerseys into the catalogue by administrators, in batches, and exporting it.
-- A batch that is sent again answers with its first result.
-- Undoing goes in steps and leaves what members have used.

create table public.catalogue_imports (
  id uuid primary key,
  -- The record outlives the account.
  admin_id uuid references auth.users (id) on delete set null,
  file_name text not null
    constraint catalogue_imports_file_name_length check (char_length(file_name) <= 200),
  file_key text not null
    constraint catalogue_imports_file_key_length check (char_length(file_key) between 1 and 100),
  line_count integer not null
    constraint catalogue_imports_line_count_range check (line_count between 1 and 20000),
  status text not null
    constraint catalogue_imports_status_known check (status in ('approved', 'pending')),
  batches integer not null default 0,
  added integer not null default 0,
  already_there integer not null default 0,
  duplicates integer not null default 0,
  refused integer not null default 0,
  removed integer not null default 0,
  kept integer not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  undo_began_at timestamptz,
  undone_at timestamptz
);
comment on table public.catalogue_imports is 'Imports of jerseys into the catalogue, for administrators';
comment on column public.catalogue_imports.file_key is
  'Digest of the file: an import that was left goes on with the same file';
comment on column public.catalogue_imports.status is 'What its jerseys are at first: approved, or pending in the moderation queue';
comment on column public.catalogue_imports.batches is 'Batches that are done; the next one has this number';
comment on column public.catalogue_imports.kept is 'Jerseys that undoing left in place, because members did something with them';

create index catalogue_imports_list on public.catalogue_imports (created_at desc, id desc);
comment on index public.catalogue_imports_list is 'Imports, newest first: administration';
create index catalogue_imports_by_admin on public.catalogue_imports (admin_id);

alter table public.catalogue_imports enable row level security;
revoke all on public.catalogue_imports from anon, authenticated;
grant select on public.catalogue_imports to authenticated;
grant select, insert, update, delete on public.catalogue_imports to service_role;

create table private.imported_jerseys (
  key text constraint imported_jerseys_pkey primary key,
  import_id uuid not null references public.catalogue_imports (id) on delete cascade,
  -- No reference: a jersey may be merged into another, and its line still is imported.
  jersey_id uuid not null,
  is_kept boolean not null default false
);
comment on table private.imported_jerseys is
  'Digests of the lines that were imported, and their jerseys: the same line adds nothing again';
comment on column private.imported_jerseys.is_kept is 'Undoing its import has left it in place';


alter table private.imported_jerseys enable row level security;
revoke all on private.imported_jerseys from public, anon, authenticated, service_role;

create table private.catalogue_batches (
  import_id uuid not null references public.catalogue_imports (id) on delete cascade,
  batch integer not null,
  result jsonb not null,
  constraint catalogue_batches_pkey primary key (import_id, batch)
);
comment on table private.catalogue_batches is 'Answers to batches, for a batch that is sent again; deleted after a week';

alter table private.catalogue_batches enable row level security;
revoke all on private.catalogue_batches from public, anon, authenticated, service_role;

create function private.check_importer() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = 'import_denied', detail = 'Only administrators import and export the catalogue.';
  end if;
end $$;

create function public.begin_catalogue_import(
  import uuid, file_name text, file_key text, line_count integer, status text
) returns public.catalogue_imports
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  begun public.catalogue_imports;
begin
  perform private.check_importer();
  insert into public.catalogue_imports (id, admin_id, file_name, file_key, line_count, status)
  values (
    begin_catalogue_import.import, auth.uid(), left(begin_catalogue_import.file_name, 200),
    begin_catalogue_import.file_key, begin_catalogue_import.line_count, begin_catalogue_import.status)
  on conflict (id) do nothing;
  select * into begun from public.catalogue_imports
  where id = begin_catalogue_import.import and admin_id = auth.uid();
  if begun.id is null then
    raise sqlstate 'PT409' using message = 'import_taken', detail = 'Another administrator has begun this import.';
  end if;
  return begun;
end $$;
comment on function public.begin_catalogue_import is
  'Begins an import of jerseys into the catalogue; the same id again returns the same import. For administrators';
revoke execute on function public.begin_catalogue_import from public, anon;
grant execute on function public.begin_catalogue_import to authenticated, service_role;

create function private.own_catalogue_import(id uuid) returns public.catalogue_imports
language plpgsql security definer set search_path = ''
as $$
declare
  own public.catalogue_imports;
begin
  perform private.check_importer();
  select * into own from public.catalogue_imports import
  where import.id = own_catalogue_import.id for update;
  if own.id is null then
    raise sqlstate 'PT404' using message = 'import_unknown', detail = 'There is no such import.';
  end if;
  return own;
end $$;

create function private.insert_imported(rows jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.set_change('batch', 'true');
  insert into public.jerseys (
    id, author_id, league, competition_id, season_id, team_id, team, title, year, brand, brand_id, edition, kit_type,
    colors, description, external_link, price, status, moderated_by, moderated_at, created_at)
  select id, author_id, league, competition_id, season_id, team_id, coalesce(team, ''), title, year, brand, brand_id,
    edition, kit_type, coalesce(colors, '{}'), description, external_link, price, status,
    case when status = 'approved' then auth.uid() end, case when status = 'approved' then now() end,
    least(coalesce(created_at, now()), now())
  from jsonb_populate_recordset(null::public.jerseys, insert_imported.rows);
  perform private.set_change('batch', null);
  perform private.refresh_search('jersey', array(
    select (line ->> 'id')::uuid from jsonb_array_elements(insert_imported.rows) line));
  insert into public.jersey_images (jersey_id, url, alt, position, likeness, licence, rights_stated)
  select (line ->> 'id')::uuid, '/storage/v1/object/public/jerseys/'
      || replace(private.storage_path(private.file_url(image ->> 'path')), ' ', '%20'),
    coalesce(private.tidy(image ->> 'alt'), left(line ->> 'title', 290) || case when place > 1 then format(' (%s)', place) else '' end),
    place - 1, case when private.is_distinctive(image ->> 'likeness') then (image ->> 'likeness')::bit(128) end,
    coalesce(image ->> 'licence', 'shown-here-only'), true
  from jsonb_array_elements(insert_imported.rows) line
  cross join lateral jsonb_array_elements(line -> 'images') with ordinality as images (image, place);
  insert into private.imported_jerseys (key, import_id, jersey_id)
  select line ->> 'key', (line ->> 'import_id')::uuid, (line ->> 'id')::uuid
  from jsonb_array_elements(insert_imported.rows) line
  -- The jersey of an earlier import is gone.
  on conflict (key) do update
  set import_id = excluded.import_id, jersey_id = excluded.jersey_id, is_kept = false;
end $$;

create function private.is_distinctive(likeness text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(case when likeness ~ '^[01]{128}$'
    then bit_count(substring(likeness::bit(128) from 1 for 64)) between 6 and 58 end, false)
$$;
comment on function private.is_distinctive is 'True for a likeness that jersey_images takes (jersey_images_likeness_telling)';

-- An id of the file is kept if nobody has or had it.
create function private.id_of_line(id text) returns uuid
language sql volatile security definer set search_path = ''
as $$
  select case
    when private.is_uuid(id) and private.jersey_now(id::uuid) is null and not exists (
      select from public.audit_log log
      where log.table_name = 'jerseys' and log.row_id = id_of_line.id and log.action = 'insert'
        and log.actor_id is distinct from auth.uid())
    then id_of_line.id::uuid
    else gen_random_uuid() end
$$;

create function public.import_jerseys(import uuid, batch integer, lines jsonb, is_last boolean default false)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  own public.catalogue_imports;
  known jsonb;
  line jsonb;
  memo jsonb := '{}';
  judged jsonb;
  verdict text;
  digest text;
  one jsonb;
  rows jsonb[] := '{}';
  keys text[] := '{}';
  outcomes jsonb[] := '{}';
  refused text[] := '{}';
  result jsonb;
begin
  own := private.own_catalogue_import(import);
  select done.result into known from private.catalogue_batches done
  where done.import_id = own.id and done.batch = import_jerseys.batch;
  if known is not null then
    return known;
  end if;
  if own.undo_began_at is not null then
    raise sqlstate 'PT409' using message = 'import_undone', detail = 'This import was undone.';
  end if;
  if import_jerseys.batch is distinct from own.batches then
    raise sqlstate 'PT409' using
      message = 'import_batch', detail = format('The next batch is %s.', own.batches);
  end if;
  perform private.check_lines(lines);
  -- Two imports would not see each other's jerseys.
  perform pg_advisory_xact_lock(hashtextextended('catalogue imports', 0));

  for line in select value from jsonb_array_elements(lines) loop
    select of_line.memo, of_line.result into memo, judged from private.judged_line(line, own.id, memo) of_line;
    verdict := judged ->> 'verdict';
    digest := private.import_key(coalesce(line ->> 'key', ''));
    if line ->> 'key' is null then
      raise sqlstate 'PT400' using message = 'lines_malformed', detail = 'A line has no key.';
    end if;
    if verdict = 'new' and digest = any (keys) then
      verdict := 'there';
    elsif verdict = 'new' and jsonb_path_exists(line, 'lax $.images[*] ? (!exists(@.path) || @.path == null)') then
      verdict := 'refused';
      judged := judged || '{"refusals": [{"field": "images", "reason": "no_file"}]}';
    elsif verdict = 'new' then
      rows := rows || (judged -> 'row' || jsonb_build_object(
        'id', private.id_of_line(line ->> 'id'), 'author_id', auth.uid(), 'status', own.status, 'key', digest,
        'line_key', line ->> 'key', 'import_id', own.id,
        'images', case when jsonb_typeof(line -> 'images') = 'array' then line -> 'images' else '[]' end));
      keys := keys || digest;
    end if;
    outcomes := outcomes || jsonb_strip_nulls(jsonb_build_object(
      'key', line ->> 'key', 'outcome', case verdict when 'new' then 'added' else verdict end,
      'known', nullif(judged -> 'known', 'null'),
      'candidates', nullif(judged -> 'candidates', '[]'), 'refusals', nullif(judged -> 'refusals', '[]')));
  end loop;

  -- The files stay where they are until this is committed.
  perform from storage.objects object
  where object.bucket_id = 'jerseys' and object.name collate "C" = any (array(
    select private.storage_path(private.file_url(image ->> 'path'))
    from unnest(rows) row_, jsonb_array_elements(row_ -> 'images') image))
  order by object.name for share;
  -- Before the first line is in: what comes after that would wait for a rename that waits for its counters.
  perform private.hold_names(
    array(select (row_ ->> 'team_id')::uuid from unnest(rows) row_),
    array(select (row_ ->> 'brand_id')::uuid from unnest(rows) row_),
    array(select (row_ ->> 'competition_id')::uuid from unnest(rows) row_),
    array(select (row_ ->> 'season_id')::uuid from unnest(rows) row_));
  -- A rule that private.value_refusals() doesn't know refuses its line, not the batch.
  begin
    perform private.insert_imported(to_jsonb(rows));
  exception when integrity_constraint_violation then
    foreach one in array rows loop
      begin
        perform private.insert_imported(jsonb_build_array(one));
      exception when integrity_constraint_violation then
        refused := refused || (one ->> 'line_key');
      end;
    end loop;
  end;
  result := (
    select jsonb_build_object(
      'added', count(*) filter (where outcome ->> 'outcome' = 'added'),
      'there', count(*) filter (where outcome ->> 'outcome' = 'there'),
      'duplicate', count(*) filter (where outcome ->> 'outcome' = 'duplicate'),
      'refused', count(*) filter (where outcome ->> 'outcome' = 'refused'),
      'outcomes', coalesce(jsonb_agg(outcome order by place), '[]'))
    from (
      select place, case when outcome ->> 'key' = any (refused) and outcome ->> 'outcome' = 'added'
        then outcome || '{"outcome": "refused", "refusals": [{"field": "title", "reason": "rule"}]}'
        else outcome end as outcome
      from unnest(outcomes) with ordinality as sent (outcome, place)) done);
  insert into private.catalogue_batches (import_id, batch, result) values (own.id, own.batches, result);
  update public.catalogue_imports set
    batches = batches + 1, added = added + (result ->> 'added')::integer,
    already_there = already_there + (result ->> 'there')::integer,
    duplicates = duplicates + (result ->> 'duplicate')::integer, refused = catalogue_imports.refused + (result ->> 'refused')::integer
  where id = own.id;
  if is_last then
    update public.catalogue_imports set finished_at = now() where id = own.id and finished_at is null;
  end if;
  return result;
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow
    or invalid_datetime_format or invalid_parameter_value then
    raise sqlstate 'PT400' using message = 'lines_malformed', detail = sqlerrm;
end $$;
comment on function public.import_jerseys is
  'Imports a batch of lines into the catalogue in one transaction; a batch that is done returns its result again. What happened to each line: added, there, duplicate, refused. For administrators';
revoke execute on function public.import_jerseys from public, anon;
grant execute on function public.import_jerseys to authenticated, service_role;

-- Undoing, in steps, so that no transaction lasts for minutes; it goes on where it was left. A jersey with which members did
-- something stays: a suggestion, a vote, a place in a collection. So does one that was removed by a proposal.
create function private.used_by_members(jersey_id uuid) returns text[]
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
      select from public.jersey_redirects redirect where redirect.into_id = used_by_members.jersey_id)
    union all select 'hidden' where (private.hiding_proposal(used_by_members.jersey_id)).id is not null) used
$$;
comment on function private.used_by_members is
  'What members did with a jersey, or `hidden` if two people merged or removed it; null if nothing';

create function public.undo_catalogue_import(import uuid, most integer default 200) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  own public.catalogue_imports;
  step uuid[];
  unused uuid[];
  gone integer;
  left_in_place integer;
  is_done boolean;
begin
  own := private.own_catalogue_import(import);
  if own.undone_at is not null
    or own.undo_began_at is null and own.created_at < now() - interval '7 days' then
    raise sqlstate 'PT409' using
      message = case when own.undone_at is null then 'import_too_old' else 'import_undone' end,
      detail = 'An import is undone once, within seven days.';
  end if;
  step := array(
    select done.jersey_id from private.imported_jerseys done
    where done.import_id = own.id and not done.is_kept order by done.key limit greatest(least(most, 1000), 1));
  -- Before the jerseys, as everywhere: the deletion takes it as well.
  perform private.lock_proposals();
  -- A vote or a comment that is being written waits, or is seen below.
  perform from public.jerseys where id = any (step) order by id for update;
  unused := array(
    select jersey.id from public.jerseys jersey
    where jersey.id = any (step) and private.used_by_members(jersey.id) is null);
  -- Nobody is told of a deletion that takes back an import.
  update public.jerseys set author_id = null
  where id = any (unused) and author_id is distinct from auth.uid();
  delete from public.jerseys where id = any (unused);
  get diagnostics gone = row_count;
  delete from private.imported_jerseys done
  where done.import_id = own.id and done.jersey_id = any (step) and private.jersey_now(done.jersey_id) is null;
  update private.imported_jerseys done set is_kept = true
  where done.import_id = own.id and done.jersey_id = any (step);
  get diagnostics left_in_place = row_count;
  is_done := not exists (
    select from private.imported_jerseys done where done.import_id = own.id and not done.is_kept);
  update public.catalogue_imports set
    removed = removed + gone, kept = kept + left_in_place, undo_began_at = coalesce(undo_began_at, now()),
    undone_at = case when is_done then now() end, finished_at = coalesce(finished_at, now())
  where id = own.id
  returning * into own;
  return jsonb_build_object(
    'is_done', is_done, 'removed', own.removed, 'kept', own.kept, 'all', own.added,
    'kept_jerseys', case when is_done then (
      select coalesce(jsonb_agg(private.jersey_in_words(private.jersey_now(jersey_id))
        || jsonb_build_object('because', coalesce(private.used_by_members(private.jersey_now(jersey_id)), '{}'))), '[]')
      from (
        select done.jersey_id from private.imported_jerseys done
        where done.import_id = own.id and done.is_kept order by done.key limit 500) kept)
      else '[]' end);
end $$;
comment on function public.undo_catalogue_import is
  'Takes back a step of an import into the catalogue, until is_done: deletes its jerseys, except those with which members did something. Within seven days. For administrators';
revoke execute on function public.undo_catalogue_import from public, anon;
grant execute on function public.undo_catalogue_import to authenticated, service_role;

-- Export: jerseys as lines, the oldest first.
create function private.jersey_lines(after_at timestamptz, after_id uuid, most integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', jersey.id, 'title', jersey.title, 'team', jersey.team, 'team_competition', home.slug,
    'league', jersey.league,
    'competition', case when exists (
      select from public.competitions other
      where other.id <> competition.id and other.league = competition.league
        and (other.search_text = competition.search_text or other.slug = private.slug(competition.name)))
      then competition.slug else competition.name end,
    'season', season.code, 'year', jersey.year, 'kit_type', jersey.kit_type, 'colors', jersey.colors,
    'brand', jersey.brand, 'edition', jersey.edition, 'price', jersey.price, 'description', jersey.description,
    'external_link', jersey.external_link, 'created_at', jersey.created_at,
    'as_written', array_remove(array[
      case when jersey.team_id is null then 'team' end,
      case when jersey.brand_id is null and jersey.brand is not null then 'brand' end], null),
    'images', (
      select coalesce(jsonb_agg(jsonb_build_object('path', image.path, 'alt', image.alt, 'licence', image.licence)
        order by image.position, image.id), '[]')
      from public.jersey_images image
      where image.jersey_id = jersey.id and image.edit_id is null and image.path is not null))
    order by jersey.created_at, jersey.id), '[]')
  from (
    select * from public.jerseys
    where status = 'approved' and is_active
      and (after_id is null or (created_at, id) > (after_at, after_id))
    order by created_at, id limit most) jersey
  join public.competitions competition on competition.id = jersey.competition_id
  join public.seasons season on season.id = jersey.season_id
  left join public.teams team on team.id = jersey.team_id
  left join public.competitions home on home.id = team.competition_id
$$;

create function public.export_jerseys(
  after_at timestamptz default null, after_id uuid default null, page_size integer default 500
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.check_importer();
  return private.jersey_lines(after_at, after_id, greatest(least(page_size, 1000), 1));
end $$;
comment on function public.export_jerseys is
  'The public jerseys of the catalogue as lines of a file, oldest first, after a row. For administrators';
revoke execute on function public.export_jerseys from public, anon;
grant execute on function public.export_jerseys to authenticated, service_role;

create index imported_jerseys_by_import on private.imported_jerseys (import_id, key);
comment on index private.imported_jerseys_by_import is 'What an import made: undoing';

create index imported_jerseys_by_jersey on private.imported_jerseys (jersey_id);
comment on index private.imported_jerseys_by_jersey is 'Whether a jersey is of the same import: duplicates';

create policy "admins read imports of the catalogue" on public.catalogue_imports
  for select to authenticated using ((select public.is_admin((select auth.uid()))));

revoke execute on function
  private.check_importer, private.own_catalogue_import, private.insert_imported, private.is_distinctive, private.id_of_line,
  private.used_by_members, private.jersey_lines
from public;

-- schemas/collect/shelves.sql

-- Collections and wishlists.
-- A member has a jersey once in each; a second insert is a unique violation.
-- From three on, a jersey's page says how many members have it.

create function private.is_currency(code text) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$
  select code in (
    'AED', 'AFN', 'ALL', 'AMD', 'AOA', 'ARS', 'AUD', 'AWG', 'AZN', 'BAM', 'BBD', 'BDT', 'BHD', 'BIF', 'BMD', 'BND',
    'BOB', 'BRL', 'BSD', 'BTN', 'BWP', 'BYN', 'BZD', 'CAD', 'CDF', 'CHF', 'CLP', 'CNY', 'COP', 'CRC', 'CUP', 'CVE',
    'CZK', 'DJF', 'DKK', 'DOP', 'DZD', 'EGP', 'ERN', 'ETB', 'EUR', 'FJD', 'FKP', 'GBP', 'GEL', 'GHS', 'GIP', 'GMD',
    'GNF', 'GTQ', 'GYD', 'HKD', 'HNL', 'HTG', 'HUF', 'IDR', 'ILS', 'INR', 'IQD', 'IRR', 'ISK', 'JMD', 'JOD', 'JPY',
    'KES', 'KGS', 'KHR', 'KMF', 'KPW', 'KRW', 'KWD', 'KYD', 'KZT', 'LAK', 'LBP', 'LKR', 'LRD', 'LSL', 'LYD', 'MAD',
    'MDL', 'MGA', 'MKD', 'MMK', 'MNT', 'MOP', 'MRU', 'MUR', 'MVR', 'MWK', 'MXN', 'MYR', 'MZN', 'NAD', 'NGN', 'NIO',
    'NOK', 'NPR', 'NZD', 'OMR', 'PAB', 'PEN', 'PGK', 'PHP', 'PKR', 'PLN', 'PYG', 'QAR', 'RON', 'RSD', 'RUB', 'RWF',
    'SAR', 'SBD', 'SCR', 'SDG', 'SEK', 'SGD', 'SHP', 'SLE', 'SOS', 'SRD', 'SSP', 'STN', 'SVC', 'SYP', 'SZL', 'THB',
    'TJS', 'TMT', 'TND', 'TOP', 'TRY', 'TTD', 'TWD', 'TZS', 'UAH', 'UGX', 'USD', 'UYU', 'UZS', 'VED', 'VES', 'VND',
    'VUV', 'WST', 'XAF', 'XCD', 'XCG', 'XOF', 'XPF', 'YER', 'ZAR', 'ZMW', 'ZWG')
$$;
comment on function private.is_currency is
  'True for the code of a currency in ISO 4217. Twin of CURRENCIES in app/domain/copies/currencies.ts';

create table public.user_collections (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  jersey_id uuid not null references public.jerseys (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint user_collections_user_id_jersey_id_key unique (user_id, jersey_id)
);

create index user_collections_list on public.user_collections (user_id, created_at desc, id desc);
comment on index public.user_collections_list is 'A member''s collection, newest first: account';
create index user_collections_by_jersey on public.user_collections (jersey_id);

alter table public.user_collections enable row level security;
revoke all on public.user_collections from anon, authenticated;
grant select, delete on public.user_collections to authenticated;
grant select, insert, update, delete on public.user_collections to service_role;
grant insert (user_id, jersey_id) on public.user_collections to authenticated;

create table public.user_wishlists (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  jersey_id uuid not null references public.jerseys (id) on delete cascade,
  created_at timestamptz not null default now(),
  size_scale text
    constraint user_wishlists_size_scale_known check (size_scale in ('adult', 'women', 'youth')),
  size text constraint user_wishlists_size_length check (char_length(size) <= 20),
  highest_price numeric
    constraint user_wishlists_highest_price_range check (highest_price between 0 and 1000000)
    constraint user_wishlists_highest_price_cents check (scale(highest_price) <= 2),
  currency text
    constraint user_wishlists_currency_known check (private.is_currency(currency)),
  note text constraint user_wishlists_note_length check (char_length(note) <= 500),
  constraint user_wishlists_user_id_jersey_id_key unique (user_id, jersey_id),
  constraint user_wishlists_price_currency check ((highest_price is null) = (currency is null))
);

create index user_wishlists_list on public.user_wishlists (user_id, created_at desc, id desc);
comment on index public.user_wishlists_list is 'A member''s wishlist, newest first: account';
create index user_wishlists_by_jersey on public.user_wishlists (jersey_id);

alter table public.user_wishlists enable row level security;
revoke all on public.user_wishlists from anon, authenticated;
grant select, delete on public.user_wishlists to authenticated;
grant select, insert, update, delete on public.user_wishlists to service_role;
grant insert (user_id, jersey_id, size_scale, size, highest_price, currency, note) on public.user_wishlists to authenticated;
grant update (size_scale, size, highest_price, currency, note) on public.user_wishlists to authenticated;

create function public.collectors(jersey_id uuid) returns integer
language sql stable security definer set search_path = ''
as $$
  select count(*)::integer
  from public.user_collections shelf
  join public.jerseys jersey on jersey.id = shelf.jersey_id
  where shelf.jersey_id = collectors.jersey_id and jersey.status = 'approved' and jersey.is_active
  having count(*) >= 3
$$;
comment on function public.collectors is
  'How many members have a public jersey in their collection; null below three';
revoke execute on function public.collectors from public;
grant execute on function public.collectors to anon, authenticated, service_role;

-- The number is on the page of the jersey. Noted, not notified, for the reason given at private.outdated (site/outdated-pages.sql).
create function private.mark_collected() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.outdated (jersey_id)
  select changed.id
  from (select distinct unnest(array[old.jersey_id, new.jersey_id]) as id) changed
  where changed.id is not null
    -- With fewer, no number is shown, nor was one.
    and 2 <= (
      select count(*)
      from (select from public.user_collections where jersey_id = changed.id limit 2) shelved)
  on conflict (jersey_id) do update set jersey_id = excluded.jersey_id;
  return null;
end $$;
comment on function private.mark_collected is
  'Notes that the page of a jersey is outdated, because the number of its collectors has changed';

create policy "members read their own collection" on public.user_collections
  for select to authenticated using (user_id = (select auth.uid()));

create policy "members collect jerseys they can read" on public.user_collections
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and exists (select from public.jerseys where jerseys.id = jersey_id)
  );

create policy "members remove from their own collection" on public.user_collections
  for delete to authenticated using (user_id = (select auth.uid()));

create policy "members read their own wishlist" on public.user_wishlists
  for select to authenticated using (user_id = (select auth.uid()));

create policy "members wish for jerseys they can read" on public.user_wishlists
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and exists (select from public.jerseys where jerseys.id = jersey_id)
  );

create policy "members remove from their own wishlist" on public.user_wishlists
  for delete to authenticated using (user_id = (select auth.uid()));

create policy "members change their own wishes" on public.user_wishlists
  for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

revoke execute on function
  private.mark_collected, private.is_currency
from public;
grant execute on function private.is_currency to authenticated, service_role;

-- schemas/collect/copies.sql

-- Copies: the shirts that a member owns of a jersey.
-- What is money, date, place, lending or note is never readable by anyone else.
-- Owning a copy puts the jersey into the collection, and the other way round.

create function private.is_partial_date(value text) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$
  select case
    when value !~ '^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$' then false
    when left(value, 4) not between '1850' and '9998' then false
    when length(value) = 4 then true
    when substring(value, 6, 2) not between '01' and '12' then false
    when length(value) = 7 then true
    else substring(value, 9, 2)::integer between 1 and extract(
      day from make_date(left(value, 4)::integer, substring(value, 6, 2)::integer, 1)
        + interval '1 month - 1 day')
  end
$$;
comment on function private.is_partial_date is 'True for a year, a month or a day that exists: 2019, 2019-07, 2019-07-31';

-- The day that it is already somewhere: no member's today is in the future.
create function private.is_past(value text) returns boolean
language sql stable strict parallel safe set search_path = ''
as $$
  select value <= left(to_char(now() at time zone 'Pacific/Kiritimati', 'YYYY-MM-DD'), length(value))
$$;
comment on function private.is_past is 'True for a year, month or day that has begun';

create table public.copies (
  id uuid primary key default gen_random_uuid(),
  -- The account rather than the profile, as with votes.
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  jersey_id uuid references public.jerseys (id) on delete set null,
  former_jersey jsonb,
  size_scale text
    constraint copies_size_scale_known check (size_scale in ('adult', 'women', 'youth')),
  size text constraint copies_size_length check (char_length(size) <= 20),
  version text
    constraint copies_version_known check (version in ('replica', 'player_issue', 'match_worn', 'other')),
  condition text
    constraint copies_condition_known
      check (condition in ('new_with_tags', 'new', 'very_good', 'good', 'worn', 'damaged')),
  printed_name text constraint copies_printed_name_length check (char_length(printed_name) <= 40),
  printed_number text constraint copies_printed_number_format check (printed_number ~ '^[0-9]{1,3}$'),
  is_signed boolean not null default false,
  signed_by text constraint copies_signed_by_length check (char_length(signed_by) <= 100),
  certificate text constraint copies_certificate_length check (char_length(certificate) <= 200),
  price numeric
    constraint copies_price_range check (price between 0 and 1000000)
    constraint copies_price_cents check (scale(price) <= 2),
  currency text constraint copies_currency_known check (private.is_currency(currency)),
  bought_on text
    constraint copies_bought_on_format check (private.is_partial_date(bought_on))
    constraint copies_bought_on_past check (private.is_past(bought_on)),
  bought_from text constraint copies_bought_from_length check (char_length(bought_from) <= 100),
  lent_to text constraint copies_lent_to_length check (char_length(lent_to) <= 100),
  lent_since text
    constraint copies_lent_since_format check (private.is_partial_date(lent_since))
    constraint copies_lent_since_past check (private.is_past(lent_since)),
  storage_place text constraint copies_storage_place_length check (char_length(storage_place) <= 100),
  notes text constraint copies_notes_length check (char_length(notes) <= 2000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  removed_at timestamptz,
  import_key text,
  constraint copies_jersey_known check (jersey_id is not null or former_jersey is not null),
  constraint copies_certificate_signed check (is_signed or coalesce(signed_by, certificate) is null),
  constraint copies_price_currency check ((price is null) = (currency is null)),
  constraint copies_lent_since_lent check (lent_since is null or lent_to is not null)
);
comment on table public.copies is
  'Shirts that members own: their owner''s alone. private.limit_copies() checks copies_per_owner';
comment on column public.copies.former_jersey is
  'What is known of a jersey that was deleted: title, team, league, competition, season, year, kit_type, brand';
comment on column public.copies.size is 'As on the label: M, 42, 12-13 years';
comment on column public.copies.bought_on is 'A year, a month or a day: 2019, 2019-07, 2019-07-31';
comment on column public.copies.updated_at is
  'When a detail changed last. Who saves compares it, and so notices what another tab has saved meanwhile';
comment on column public.copies.removed_at is
  'When its owner took it out of the collection. It can be brought back for thirty days, then it is deleted';
comment on column public.copies.import_key is 'Digest of the line that it was imported from: the same line adds nothing again';

create index copies_list on public.copies (owner_id, created_at desc, id desc);
comment on index public.copies_list is 'A member''s copies, newest first: account';
create index copies_of_jersey on public.copies (jersey_id, owner_id, removed_at);
comment on index public.copies_of_jersey is 'A member''s copies of a jersey: jersey page';
create index copies_removed on public.copies (removed_at) where removed_at is not null;
comment on index public.copies_removed is 'Removed copies, oldest first: job';
create unique index copies_import_key on public.copies (owner_id, import_key) where import_key is not null;
comment on index public.copies_import_key is 'A copy by its line of a file: imports';

alter table public.copies enable row level security;
revoke all on public.copies from anon, authenticated;
grant select, delete on public.copies to authenticated;
grant select, insert, update, delete on public.copies to service_role;
grant insert (id, jersey_id, size_scale, size, version, condition, printed_name, printed_number, is_signed, signed_by,
  certificate, price, currency, bought_on, bought_from, lent_to, lent_since, storage_place, notes) on public.copies to
  authenticated;
grant update (jersey_id, size_scale, size, version, condition, printed_name, printed_number, is_signed, signed_by,
  certificate, price, currency, bought_on, bought_from, lent_to, lent_since, storage_place, notes, removed_at) on
  public.copies to authenticated;

-- The version of a copy (updated_at) grows with all that its owner changes, photos included, and with nothing else: a jersey that
-- is merged or deleted is no change of the owner's.
create function private.tidy_copy() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.size := private.tidy(new.size);
  new.printed_name := private.tidy(new.printed_name);
  new.printed_number := private.tidy(new.printed_number);
  new.signed_by := private.tidy(new.signed_by);
  new.certificate := private.tidy(new.certificate);
  new.bought_from := private.tidy(new.bought_from);
  new.lent_to := private.tidy(new.lent_to);
  new.storage_place := private.tidy(new.storage_place);
  new.notes := private.tidy(new.notes);
  -- Whatever time a client gives, the database's counts.
  new.removed_at := case when new.removed_at is null then null else coalesce(old.removed_at, now()) end;
  -- Members change the jersey by requests, merges and deletions by functions with their owner's rights.
  if tg_op = 'UPDATE' then
    new.updated_at := case
      when new.jersey_id is distinct from old.jersey_id and current_user <> 'authenticated' then old.updated_at
      else clock_timestamp() end;
  end if;
  return new;
end $$;

create function private.limit_copies() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.copies
    where owner_id in (select owner_id from added) group by owner_id having count(*) > 20000
  ) then
    perform private.refuse('copies_per_owner', 'A collection has at most 20000 copies.');
  end if;
  return null;
end $$;

create function private.is_detailed(copy public.copies) returns boolean
language sql stable set search_path = ''
as $$
  select copy.is_signed
    or num_nonnulls(
      copy.size_scale, copy.size, copy.version, copy.condition, copy.printed_name, copy.printed_number, copy.price,
      copy.bought_on, copy.bought_from, copy.lent_to, copy.storage_place, copy.notes) > 0
    or exists (select from public.copy_photos photo where photo.copy_id = copy.id)
$$;
comment on function private.is_detailed is 'True if its owner has said anything about the copy';

-- A member's changes are serialized. Otherwise one tab's new copy would find the jersey still collected while another tab takes
-- its last copy out. Rows are locked, as a merge can touch more members than there is room for advisory locks.
create function private.lock_collections(owners uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.profiles where id = any (owners) order by id for no key update;
end $$;

-- Everybody locks in one order: the jersey, the member, the rows. A member who took rows first would wait for one who
-- has the member's lock and waits for those rows.
create function private.lock_collection_first() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_collections(array[auth.uid()]);
  return null;
end $$;

-- The reference to the jersey would be locked after the member.
create function private.lock_jersey_and_collection() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.jerseys where id = new.jersey_id for key share;
  perform private.lock_collections(array[auth.uid()]);
  return new;
end $$;

create function private.collect(owners uuid[], jerseys uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_collections(owners);
  insert into public.user_collections (user_id, jersey_id)
  select owner_id, jersey_id from unnest(owners, jerseys) pair (owner_id, jersey_id)
  order by owner_id, jersey_id
  on conflict do nothing;
end $$;
comment on function private.collect is 'Puts jerseys into collections whose owners have a copy. Pairs, each once';

create function private.uncollect(owners uuid[], jerseys uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_collections(owners);
  delete from public.user_collections collected using unnest(owners, jerseys) pair (owner_id, jersey_id)
  where collected.user_id = pair.owner_id and collected.jersey_id = pair.jersey_id
    and not exists (
      select from public.copies own
      where own.owner_id = pair.owner_id and own.jersey_id = pair.jersey_id and own.removed_at is null);
end $$;
comment on function private.uncollect is 'Takes jerseys out of collections that have no copy of them left. Pairs, each once';

-- Triggers of statements fire for no row too. Each function below ends there, or two would call each other for ever.
-- They look at each jersey of a member once, however many copies of it change: the time for n copies must not be that of
-- n * n. A join of the rows before and after could be: its plan is made for the first statement, which may be a short one.
create function private.collect_copies() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owners uuid[];
  jerseys uuid[];
begin
  select array_agg(owner_id), array_agg(jersey_id) into owners, jerseys from (
    select distinct owner_id, jersey_id from added where jersey_id is not null and removed_at is null) pair;
  if owners is not null then
    perform private.collect(owners, jerseys);
  end if;
  return null;
end $$;

create function private.uncollect_copies() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owners uuid[];
  jerseys uuid[];
begin
  select array_agg(owner_id), array_agg(jersey_id) into owners, jerseys from (
    select distinct owner_id, jersey_id from gone where jersey_id is not null and removed_at is null) pair;
  if owners is not null then
    perform private.uncollect(owners, jerseys);
  end if;
  return null;
end $$;

create function private.follow_copies() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owners uuid[];
  jerseys uuid[];
begin
  select array_agg(owner_id), array_agg(jersey_id) into owners, jerseys from (
    select owner_id, jersey_id from added where jersey_id is not null and removed_at is null
    except
    select owner_id, jersey_id from gone where removed_at is null) pair;
  if owners is not null then
    perform private.collect(owners, jerseys);
  end if;
  select array_agg(owner_id), array_agg(jersey_id) into owners, jerseys from (
    select owner_id, jersey_id from gone where jersey_id is not null and removed_at is null
    except
    select owner_id, jersey_id from added where removed_at is null) pair;
  if owners is not null then
    perform private.uncollect(owners, jerseys);
  end if;
  return null;
end $$;

create function private.own_collected() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from added) then
    return null;
  end if;
  perform private.lock_collections(array(select user_id from added));
  insert into public.copies (owner_id, jersey_id, created_at)
  select user_id, jersey_id, created_at from added
  where not exists (
    select from public.copies own
    where own.owner_id = added.user_id and own.jersey_id = added.jersey_id and own.removed_at is null);
  return null;
end $$;

create function private.remove_uncollected() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from gone) then
    return null;
  end if;
  perform private.lock_collections(array(select user_id from gone));
  delete from public.copies copy using gone
  where copy.owner_id = gone.user_id and copy.jersey_id = gone.jersey_id and copy.removed_at is null
    and not private.is_detailed(copy);
  update public.copies copy set removed_at = now() from gone
  where copy.owner_id = gone.user_id and copy.jersey_id = gone.jersey_id and copy.removed_at is null;
  return null;
end $$;

-- A member who changes which jersey a copy is of may choose among those they can read.
create function private.check_copy_jersey() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if not exists (select from public.jerseys where id = new.jersey_id) then
    raise insufficient_privilege using
      message = 'copy_jersey_unreadable', detail = 'There is no such jersey.';
  end if;
  new.former_jersey := null;
  return new;
end $$;

-- The jersey is deleted, the shirt still hangs in the wardrobe.
create function private.keep_copies(jersey public.jerseys) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_collections(array(select owner_id from public.copies where copies.jersey_id = jersey.id));
  update public.copies set jersey_id = null, former_jersey = jsonb_strip_nulls(jsonb_build_object(
    'title', jersey.title, 'team', jersey.team, 'league', jersey.league, 'year', jersey.year, 'kit_type', jersey.kit_type,
    'brand', jersey.brand,
    'competition', (select name from public.competitions where id = jersey.competition_id),
    'season', (select code from public.seasons where id = jersey.season_id)))
  where copies.jersey_id = jersey.id;
end $$;

-- A merge notes where the jersey's address leads before it deletes the jersey: all of its copies go there.
create function private.move_copies() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.copies set jersey_id = new.into_id where jersey_id = new.from_id;
  return null;
end $$;

create function public.sweep_removed_copies(older_than interval default '30 days') returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  swept bigint;
begin
  delete from public.copies where removed_at < now() - older_than;
  get diagnostics swept = row_count;
  return swept;
end $$;
comment on function public.sweep_removed_copies is 'Deletes copies that were removed long ago; returns how many';
revoke execute on function public.sweep_removed_copies from public, anon, authenticated;
grant execute on function public.sweep_removed_copies to service_role;

-- A photo that an import brings is part of the import, not a change since.
create function private.touch_copies() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.copies set updated_at = now()
  where id in (select copy_id from changed);
  return null;
end $$;
comment on function private.touch_copies is 'Raises the version of copies whose photos have changed; see private.tidy_copy()';

create function private.lock_own_collection() returns void
language sql security definer set search_path = ''
as $$ select private.lock_collections(array[auth.uid()]) $$;
comment on function private.lock_own_collection is 'Takes the lock of private.lock_collection_first() in a function with its caller''s rights';

create policy "members read their own copies" on public.copies
  for select to authenticated using (owner_id = (select auth.uid()));

create policy "members add copies of jerseys they can read" on public.copies
  for insert to authenticated
  with check (
    owner_id = (select auth.uid())
    and exists (select from public.jerseys where jerseys.id = jersey_id)
  );

-- A copy whose jersey was hidden or deleted stays editable.
create policy "members change their own copies" on public.copies
  for update to authenticated
  using (owner_id = (select auth.uid())) with check (owner_id = (select auth.uid()));

create policy "members delete their own copies" on public.copies
  for delete to authenticated using (owner_id = (select auth.uid()));

revoke execute on function
  private.is_partial_date, private.is_past, private.tidy_copy, private.limit_copies, private.is_detailed,
  private.lock_collections, private.lock_collection_first, private.lock_jersey_and_collection, private.collect, private.uncollect,
  private.collect_copies, private.uncollect_copies, private.follow_copies, private.own_collected, private.remove_uncollected,
  private.check_copy_jersey, private.keep_copies, private.move_copies, private.touch_copies, private.lock_own_collection
from public;
grant execute on function
  private.is_partial_date, private.is_past
to authenticated, service_role;
grant execute on function private.lock_own_collection to authenticated;

-- schemas/collect/imports.sql

-- Imports of lists into a collection: copies, wishes and votes.
-- Each line is matched with jerseys that the caller may read; a line that was imported before is changed, not added.
-- Undoing takes away what the owner has not changed since.

create table public.collection_imports (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  file_name text not null default ''
    constraint collection_imports_file_name_length check (char_length(file_name) <= 200),
  line_count integer not null,
  added integer not null default 0,
  changed integer not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  undone_at timestamptz,
  wishes integer not null default 0,
  votes integer not null default 0,
  photos integer not null default 0,
  constraint collection_imports_line_count_range check (line_count between 1 and 50000)
);
comment on table public.collection_imports is 'Imports of lists into collections: their owner''s alone';
comment on column public.collection_imports.finished_at is 'Null while batches are missing: it can be resumed in the browser that has the file';
comment on column public.collection_imports.added is 'Copies that it added';
comment on column public.collection_imports.wishes is 'Wishes that it added';
comment on column public.collection_imports.votes is 'Votes that it cast';
comment on column public.collection_imports.photos is 'Photos that it brought, as of its last batch';

create index collection_imports_list on public.collection_imports (owner_id, created_at desc, id desc);
comment on index public.collection_imports_list is 'A member''s imports, newest first: account';

alter table public.collection_imports enable row level security;
revoke all on public.collection_imports from anon, authenticated;
grant select on public.collection_imports to authenticated;
grant select, insert, update, delete on public.collection_imports to service_role;
grant insert (id, file_name, line_count) on public.collection_imports to authenticated;

create table private.imported_lines (
  import_id uuid not null references public.collection_imports (id) on delete cascade,
  key text not null,
  copy_id uuid not null references public.copies (id) on delete cascade,
  version timestamptz not null,
  before jsonb,
  primary key (import_id, key)
);
comment on table private.imported_lines is 'What an import did, for its undoing; deleted when that ends';
comment on column private.imported_lines.version is 'updated_at of the copy after the import: another one now means that its owner changed it since';
comment on column private.imported_lines.before is 'The copy before it was changed; null if it was added';


alter table private.imported_lines enable row level security;
revoke all on private.imported_lines from public, anon, authenticated, service_role;

create function private.import_key(key text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$ select encode(sha256(convert_to(key, 'UTF8')), 'hex') $$;

-- A batch that is no list of at most 200 objects is refused before anything is read.
create function private.check_lines(lines jsonb) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(lines) is distinct from 'array' or jsonb_array_length(lines) > 200
    or jsonb_path_exists(lines, '$[*] ? (@.type() != "object")') then
    raise sqlstate 'PT400' using
      message = 'lines_malformed', detail = 'Send a list of at most 200 objects.';
  end if;
end $$;

-- Matching.
create function private.line_teams(name text) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select id from (
      select team.id from public.teams team where team.slug = private.team_slug(line_teams.name)
      union
      select team.id from public.teams team where private.slug(team.short_name) = private.slug(line_teams.name)
      union
      select alias.team_id from public.team_aliases alias
      where alias.folded = private.word_line(private.words(line_teams.name))
    ) found (id) limit 20)
$$;
comment on function private.line_teams is 'Teams that a list may mean: by slug, name, short name, alias';

-- Runs with its caller's rights: candidates are jerseys that the caller may read. The work for a line is bounded: at most 300
-- jerseys are compared.
create function private.line_candidates(line jsonb, teams uuid[]) returns jsonb
language sql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
  with asked as (
    select nullif(private.fold(left(line ->> 'title', 160)), '') as title,
      left(line ->> 'season', 20) as season,
      coalesce(
        case when line ->> 'year' ~ '^[0-9]{4}$' then (line ->> 'year')::integer end,
        case when line ->> 'season' ~ '^[0-9]{4}' then left(line ->> 'season', 4)::integer end) as year,
      line ->> 'kit_type' as kit_type,
      private.team_slug(left(line ->> 'team', 120)) as team_slug
  ),
  slugs as (
    select team_slug as slug from asked
    union select private.team_slug(team.name) from public.teams team where team.id = any (teams)
  ),
  -- One index each, of jerseys that are not rejected, and of the caller's own. Without `limit`, the planner reads all jerseys.
  near as (
    select found.id from slugs cross join lateral (
      select jersey.id from public.jerseys jersey
      where jersey.team_slug = slugs.slug and jersey.status <> 'rejected'
        and jersey.year = (select year from asked) limit 60) found
    union
    select found.id from slugs cross join lateral (
      select jersey.id from public.jerseys jersey
      where jersey.team_slug = slugs.slug and jersey.status <> 'rejected'
        and jersey.season_id = any (array(
          select season.id from public.seasons season where left(season.code, 4) = (select year::text from asked)))
      limit 60) found
    union
    select found.id from slugs cross join lateral (
      select jersey.id from public.jerseys jersey
      where jersey.team_slug = slugs.slug and jersey.status <> 'rejected' limit 60) found
    union
    select found.id from (
      select jersey.id, jersey.team_slug from public.jerseys jersey
      where jersey.author_id = (select auth.uid()) order by jersey.created_at desc, jersey.id desc limit 100) found
    where found.team_slug in (select slug from slugs)
    limit 300
  ),
  compared as (
    select near.id, near.title, near.team, near.year, near.kit_type, season.code as season,
      case when asked.season is not null then season.code = asked.season or (near.year = asked.year and season.code is null)
        else coalesce(near.year, left(season.code, 4)::integer) = asked.year end is true as fits_time,
      asked.year is not null as has_time,
      coalesce(near.kit_type = asked.kit_type, false) as fits_kit,
      coalesce(folded.title = asked.title, false) as fits_title,
      coalesce(extensions.similarity(folded.title, asked.title), 0) as likeness
    from near as listed join public.jerseys near on near.id = listed.id
    cross join asked
    left join public.seasons season on season.id = near.season_id
    -- Once per title, and only if there is one to compare it with. `offset` keeps the planner from doing it twice.
    cross join lateral (
      select case when asked.title is not null then private.fold(near.title) end as title offset 0) folded
  ),
  ranked as (
    select *, fits_time::integer * 4 + fits_kit::integer * 2 + fits_title::integer * 3 + likeness as points
    from compared
    order by points desc, id limit 5
  )
  select coalesce(jsonb_agg(jsonb_build_object(
      'id', id, 'title', title, 'team', team, 'season', season, 'year', year, 'kit_type', kit_type,
      'sure', (fits_title and (fits_time or not has_time))
        or (fits_time and fits_kit and (
          select count(*) = 1 from compared other where other.fits_time and other.fits_kit)))
    order by points desc, id), '[]')
  from ranked
$$;
comment on function private.line_candidates is
  'The five jerseys of these teams that are nearest to a line, and whether it surely means one';

create function private.known_jersey(id text) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', jersey.id, 'title', jersey.title, 'team', jersey.team,
    'season', season.code, 'year', jersey.year, 'kit_type', jersey.kit_type, 'sure', true)
  from public.jerseys jersey
  left join public.seasons season on season.id = jersey.season_id
  where jersey.id = coalesce(
    (select into_id from public.jersey_redirects where from_id = known_jersey.id::uuid), known_jersey.id::uuid)
$$;

create function private.is_uuid(value text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$ select coalesce(value ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', false) $$;

create function public.match_copies(lines jsonb) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  member constant uuid := auth.uid();
  line jsonb;
  known jsonb;
  jersey jsonb;
  candidates jsonb;
  team_name text;
  -- Lists name the same teams again and again.
  teams jsonb := '{}';
  -- An array grows in place; a JSON list would be copied with each line.
  answers jsonb[] := '{}';
begin
  perform private.check_lines(lines);
  perform private.count_matching(jsonb_array_length(lines));
  for line in select value from jsonb_array_elements(lines) loop
    known := null;
    if line ->> 'kind' is null then
      -- Two reads by an index each. An `or` may read all copies of the member for every line.
      select stored into known from (
        select to_jsonb(copy) - 'owner_id' - 'import_key' as stored, copy.removed_at
        from public.copies copy
        where copy.owner_id = member and copy.import_key = private.import_key(line ->> 'key')
        union all
        select to_jsonb(copy) - 'owner_id' - 'import_key', copy.removed_at
        from public.copies copy
        where copy.owner_id = member
          and copy.id = (case when private.is_uuid(line ->> 'id') then line ->> 'id' end)::uuid) own
      order by removed_at is not null limit 1;
    end if;
    jersey := null;
    if known is null and private.is_uuid(line #>> '{jersey,id}') then
      jersey := private.known_jersey(line #>> '{jersey,id}');
    end if;
    team_name := left(line #>> '{jersey,team}', 120);
    if known is null and jersey is null and team_name is not null and not teams ? team_name then
      teams := teams || jsonb_build_object(team_name, private.line_teams(team_name));
    end if;
    candidates := case
      when known is not null then '[]'
      when jersey is not null then jsonb_build_array(jersey)
      when team_name is null then '[]'
      else private.line_candidates(
        line -> 'jersey', array(select jsonb_array_elements_text(teams -> team_name)::uuid)) end;
    if line ->> 'kind' in ('wish', 'vote') then
      candidates := private.mark_candidates(line ->> 'kind', candidates);
    end if;
    answers := array_append(answers, jsonb_build_object('known', known, 'candidates', candidates));
  end loop;
  return to_jsonb(answers);
end $$;
comment on function public.match_copies is
  'For each line of a list: the caller''s copy that it was imported as, or the jerseys it may be about. `kind` is `wish` or `vote`, none for a copy. At most 200 lines';
revoke execute on function public.match_copies from public, anon;
grant execute on function public.match_copies to authenticated, service_role;

create function private.count_matching(amount integer) returns void
language sql security definer set search_path = ''
as $$ select private.count_write('matched_lines', amount, false) $$;

-- Importing.
create function private.line_of_copy(line jsonb) returns public.copies
language sql stable set search_path = ''
as $$
  select jsonb_populate_record(null::public.copies, jsonb_strip_nulls(jsonb_build_object(
    'size_scale', line #>> '{details,size_scale}', 'size', line #>> '{details,size}',
    'version', line #>> '{details,version}', 'condition', line #>> '{details,condition}',
    'printed_name', line #>> '{details,printed_name}', 'printed_number', line #>> '{details,printed_number}',
    'is_signed', coalesce(line #>> '{details,is_signed}', 'false'),
    'signed_by', line #>> '{details,signed_by}', 'certificate', line #>> '{details,certificate}',
    'price', line #>> '{details,price}', 'currency', line #>> '{details,currency}',
    'bought_on', line #>> '{details,bought_on}', 'bought_from', line #>> '{details,bought_from}',
    'lent_to', line #>> '{details,lent_to}', 'lent_since', line #>> '{details,lent_since}',
    'storage_place', line #>> '{details,storage_place}', 'notes', line #>> '{details,notes}',
    'created_at', line ->> 'added_at', 'jersey_id', line ->> 'jersey_id', 'id', line ->> 'copy_id',
    'updated_at', line ->> 'version', 'import_key', private.import_key(line ->> 'key'))))
$$;

-- What is kept of a jersey that the catalogue doesn't have; null if it names no title, team and league.
create function private.facts_of_line(facts jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'title', left(private.tidy(facts ->> 'title'), 160), 'team', left(private.tidy(facts ->> 'team'), 120),
    'league', facts ->> 'league', 'competition', left(private.tidy(facts ->> 'competition'), 120),
    'season', left(private.tidy(facts ->> 'season'), 20),
    'year', case when facts ->> 'year' ~ '^[0-9]{4}$' then (facts ->> 'year')::integer end,
    'kit_type', case when facts ->> 'kit_type' in ('home', 'away', 'third', 'training', 'other')
      then facts ->> 'kit_type' end,
    'brand', left(private.tidy(facts ->> 'brand'), 80)))
  where private.tidy(facts ->> 'title') is not null and private.tidy(facts ->> 'team') is not null
    and facts ->> 'league' in ('NBA', 'NFL', 'NHL', 'SOCCER', 'ESPORT')
$$;

-- The caller may read it, and it is not removed. Its author and administrators still read a removed one: an import says of
-- its line that the jersey is gone, and saves the others.
create function private.readable_jersey(id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.jerseys jersey
    where jersey.id = readable_jersey.id
      and ((jersey.status = 'approved' and jersey.is_active)
        or (jersey.author_id = auth.uid() or public.is_admin(auth.uid()))
          and (private.hiding_proposal(readable_jersey.id)).id is null))
$$;
comment on function private.readable_jersey is
  'True if the caller reads a jersey that was neither merged nor removed: an import may say something about it';

create function private.own_import(id uuid) returns public.collection_imports
language plpgsql security definer set search_path = ''
as $$
declare
  own public.collection_imports;
begin
  select * into own from public.collection_imports import
  where import.id = own_import.id and import.owner_id = auth.uid() for update;
  if own.id is null then
    raise sqlstate 'PT404' using message = 'import_unknown', detail = 'There is no such import.';
  end if;
  return own;
end $$;

create type private.import_line as (
  place bigint, key text, facts jsonb, is_change boolean, was_done boolean, copy public.copies);
comment on type private.import_line is 'A line of a batch, read';

create function public.import_copies(import uuid, lines jsonb, is_last boolean default false) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  own public.collection_imports;
  member constant uuid := auth.uid();
  batch private.import_line[];
  gone text[];
  gone_marks text[];
begin
  perform private.check_standing();
  perform private.check_lines(lines);
  own := private.own_import(import);
  if own.undone_at is not null then
    raise sqlstate 'PT409' using message = 'import_undone', detail = 'This import was undone.';
  end if;
  perform private.count_write('imported_lines', jsonb_array_length(lines));
  gone_marks := private.import_votes(own, lines) || private.import_wishes(own, lines);

  select array_agg(row (line.place, line.value ->> 'key', private.facts_of_line(line.value -> 'facts'),
    line.value ->> 'copy_id' is not null,
    exists (select from private.imported_lines done
      where done.import_id = own.id and done.key = private.import_key(line.value ->> 'key')),
    private.line_of_copy(line.value))::private.import_line order by line.place) into batch
  from jsonb_array_elements(lines) with ordinality as line (value, place)
  where line.value ->> 'key' is not null and line.value ->> 'kind' is null;

  -- Jerseys that were deleted or hidden since the lines were matched.
  select coalesce(array_agg(key), '{}') into gone from unnest(batch)
  where not is_change and facts is null
    and ((copy).jersey_id is null or not private.readable_jersey((copy).jersey_id));

  with added as (
    insert into public.copies (
      owner_id, jersey_id, former_jersey, import_key, created_at, size_scale, size, version, condition, printed_name,
      printed_number, is_signed, signed_by, certificate, price, currency, bought_on, bought_from, lent_to, lent_since,
      storage_place, notes)
    select member, case when facts is null then (copy).jersey_id end, facts, (copy).import_key,
      greatest(least(coalesce((copy).created_at, now()), now()), '1900-01-01'), (copy).size_scale, (copy).size, (copy).version,
      (copy).condition, (copy).printed_name, (copy).printed_number, (copy).is_signed, (copy).signed_by,
      (copy).certificate, (copy).price, (copy).currency, (copy).bought_on, (copy).bought_from, (copy).lent_to,
      (copy).lent_since, (copy).storage_place, (copy).notes
    from unnest(batch)
    where not is_change and not was_done and key <> all (gone)
    order by place
    on conflict (owner_id, import_key) where import_key is not null do nothing
    returning id, import_key, updated_at
  )
  insert into private.imported_lines (import_id, key, copy_id, version)
  select own.id, import_key, id, updated_at from added;

  -- A copy that was changed since it was compared stays as it is.
  with old as (
    select mine.id, to_jsonb(mine) as before, batch.copy as line
    from unnest(batch) batch
    join public.copies mine on mine.id = (batch.copy).id
    where batch.is_change and not batch.was_done and mine.owner_id = member
      and mine.updated_at = (batch.copy).updated_at
    order by mine.id for update of mine
  ),
  changed as (
    update public.copies copy set
      size_scale = (line).size_scale, size = (line).size, version = (line).version, condition = (line).condition,
      printed_name = (line).printed_name, printed_number = (line).printed_number, is_signed = (line).is_signed,
      signed_by = (line).signed_by, certificate = (line).certificate, price = (line).price,
      currency = (line).currency, bought_on = (line).bought_on, bought_from = (line).bought_from,
      lent_to = (line).lent_to, lent_since = (line).lent_since, storage_place = (line).storage_place,
      notes = (line).notes
    from old where copy.id = old.id
    returning copy.id, copy.updated_at, (old.line).import_key as key, old.before
  )
  insert into private.imported_lines (import_id, key, copy_id, version, before)
  select own.id, key, id, updated_at, before from changed;

  update public.collection_imports set
    added = (select count(*) from private.imported_lines where import_id = own.id and before is null),
    changed = (select count(*) from private.imported_lines where import_id = own.id and before is not null),
    wishes = (select count(*) from private.imported_wishes where import_id = own.id),
    votes = (select count(*) from private.imported_votes where import_id = own.id),
    photos = (select count(*) from public.copy_photos where import_id = own.id),
    finished_at = case when is_last then coalesce(finished_at, now()) else finished_at end
  where id = own.id;
  return jsonb_build_object(
    'gone', to_jsonb(gone || gone_marks),
    'done', (
      select coalesce(jsonb_object_agg(batch.key, done.copy_id), '{}')
      from unnest(batch) batch
      join private.imported_lines done
        on done.import_id = own.id and done.key = private.import_key(batch.key)));
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow or invalid_datetime_format then
    raise sqlstate 'PT400' using message = 'lines_malformed', detail = sqlerrm;
end $$;
comment on function public.import_copies is
  'Imports a batch of lines, all or none of it. A line whose key was imported before adds nothing. `facts` own a shirt that the catalogue doesn''t have; `copy_id` and `version` change a copy; `kind` `wish` and `vote` wish for a jersey and vote on it, unless there is a wish or vote already. Returns the copies of the batch by key, and keys whose jersey is gone';
revoke execute on function public.import_copies from public, anon;
grant execute on function public.import_copies to authenticated, service_role;

create function public.undo_import(import uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  own public.collection_imports;
  kept jsonb;
  removed bigint;
  restored bigint;
  unwished bigint;
  withdrawn bigint;
  photos constant bigint := (select count(*) from public.copy_photos photo where photo.import_id = undo_import.import);
begin
  perform private.check_standing();
  own := private.own_import(import);
  if own.undone_at is not null or own.created_at < now() - interval '7 days' then
    raise sqlstate 'PT409' using
      message = case when own.undone_at is null then 'import_too_old' else 'import_undone' end,
      detail = 'An import is undone once, within seven days.';
  end if;
  -- In the order of locks: jerseys, whose counters votes move, the member, rows.
  perform pg_advisory_xact_lock(hashtextextended('jersey_votes' || own.owner_id, 0));
  delete from public.jersey_votes vote using private.imported_votes brought
  left join public.jersey_redirects redirect on redirect.from_id = brought.jersey_id
  where brought.import_id = own.id and vote.voter_id = own.owner_id
    and vote.jersey_id = coalesce(redirect.into_id, brought.jersey_id)
    and vote.vote = brought.vote and vote.cast_at = brought.cast_at;
  get diagnostics withdrawn = row_count;
  perform private.lock_collections(array[own.owner_id]);
  delete from public.user_wishlists wish using private.imported_wishes brought
  where brought.import_id = own.id and wish.id = brought.wish_id and private.wish_details(wish) = brought.said;
  get diagnostics unwished = row_count;

  perform from public.copies copy
  join private.imported_lines line on line.copy_id = copy.id
  where line.import_id = own.id order by copy.id for update of copy;
  -- What its owner changed since, or gave a photo, stays and is named.
  select coalesce(jsonb_agg(jsonb_build_object(
      'id', copy.id, 'title', coalesce(jersey.title, copy.former_jersey ->> 'title')) order by copy.id), '[]')
  into kept
  from private.imported_lines line
  join public.copies copy on copy.id = line.copy_id
  left join public.jerseys jersey on jersey.id = copy.jersey_id
  where line.import_id = own.id and private.is_changed_since(line, copy);

  update public.copies copy set
    size_scale = old.size_scale, size = old.size, version = old.version, condition = old.condition,
    printed_name = old.printed_name, printed_number = old.printed_number, is_signed = old.is_signed,
    signed_by = old.signed_by, certificate = old.certificate, price = old.price, currency = old.currency,
    bought_on = old.bought_on, bought_from = old.bought_from, lent_to = old.lent_to, lent_since = old.lent_since,
    storage_place = old.storage_place, notes = old.notes
  from private.imported_lines line
  cross join lateral jsonb_populate_record(null::public.copies, line.before) old
  where line.import_id = own.id and line.before is not null and copy.id = line.copy_id
    and not private.is_changed_since(line, copy);
  get diagnostics restored = row_count;
  delete from public.copies copy using private.imported_lines line
  where line.import_id = own.id and line.before is null and copy.id = line.copy_id
    and not private.is_changed_since(line, copy);
  get diagnostics removed = row_count;
  -- Photos that it brought to copies of an earlier import; those of its own copies go or stay with these.
  delete from public.copy_photos photo
  where photo.import_id = own.id and not exists (
    select from private.imported_lines line
    where line.import_id = own.id and line.copy_id = photo.copy_id and line.before is null);
  -- Later imports of the same file may add those that stay by their keys, not again.
  update public.collection_imports set undone_at = now(), finished_at = coalesce(finished_at, now())
  where id = own.id;
  delete from private.imported_lines where import_id = own.id;
  delete from private.imported_wishes where import_id = own.id;
  delete from private.imported_votes where import_id = own.id;
  return jsonb_build_object(
    'removed', removed, 'restored', restored, 'kept', kept, 'wishes', unwished, 'votes', withdrawn,
    'photos', photos - (select count(*) from public.copy_photos photo where photo.import_id = own.id));
end $$;
comment on function public.undo_import is
  'Takes back a whole import of the caller''s within seven days, all at once. Copies that were changed since stay and are named; wishes and votes that were changed since stay';
revoke execute on function public.undo_import from public, anon;
grant execute on function public.undo_import to authenticated, service_role;

create function private.is_changed_since(line private.imported_lines, copy public.copies) returns boolean
language sql stable set search_path = ''
as $$
  select copy.updated_at <> line.version
    or line.before is null and exists (
      select from public.copy_photos photo
      where photo.copy_id = copy.id and photo.import_id is distinct from line.import_id)
$$;

create function public.sweep_imports(older_than interval default '7 days') returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  swept bigint;
begin
  delete from private.imported_lines line using public.collection_imports import
  where import.id = line.import_id and import.created_at < now() - older_than;
  get diagnostics swept = row_count;
  delete from private.imported_wishes brought using public.collection_imports import
  where import.id = brought.import_id and import.created_at < now() - older_than;
  delete from private.imported_votes brought using public.collection_imports import
  where import.id = brought.import_id and import.created_at < now() - older_than;
  delete from public.collection_imports where created_at < now() - older_than - interval '1 year';
  delete from private.catalogue_batches batch using public.catalogue_imports import
  where import.id = batch.import_id and import.created_at < now() - older_than;
  return swept;
end $$;
comment on function public.sweep_imports is
  'Deletes what would undo imports that are too old for it, and imports after a year; returns how many lines';
revoke execute on function public.sweep_imports from public, anon, authenticated;
grant execute on function public.sweep_imports to service_role;

create table private.imported_wishes (
  import_id uuid not null references public.collection_imports (id) on delete cascade,
  wish_id uuid not null references public.user_wishlists (id) on delete cascade,
  said jsonb not null,
  primary key (import_id, wish_id)
);
comment on table private.imported_wishes is 'Wishes that an import added, for its undoing; deleted when that ends';
comment on column private.imported_wishes.said is 'What the wish said then: something else now means that its owner changed it since';


alter table private.imported_wishes enable row level security;
revoke all on private.imported_wishes from public, anon, authenticated, service_role;

create table private.imported_votes (
  import_id uuid not null references public.collection_imports (id) on delete cascade,
  -- No reference: a merge moves votes to another jersey.
  jersey_id uuid not null,
  vote text not null,
  cast_at timestamptz not null,
  primary key (import_id, jersey_id)
);
comment on table private.imported_votes is 'Votes that an import cast, for its undoing; deleted when that ends';
comment on column private.imported_votes.cast_at is
  'Another time now means that its owner switched the vote since, or withdrew it and voted again';

alter table private.imported_votes enable row level security;
revoke all on private.imported_votes from public, anon, authenticated, service_role;

-- Matching: a wish or a vote is about a jersey of the catalogue, and is there already or not.

-- With its caller's rights, as the candidates are.
create function private.mark_candidates(kind text, candidates jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(candidate || jsonb_build_object('mine', case kind
      when 'wish' then (
        select 'wish' from public.user_wishlists wish
        where wish.user_id = (select auth.uid()) and wish.jersey_id = jersey.id)
      else (
        select vote.vote from public.jersey_votes vote
        where vote.voter_id = (select auth.uid()) and vote.jersey_id = jersey.id) end) order by place), '[]')
  from jsonb_array_elements(candidates) with ordinality as found (candidate, place)
  join public.jerseys jersey on jersey.id = (candidate ->> 'id')::uuid
  where kind = 'wish' or (jersey.status = 'approved' and jersey.is_active)
$$;
comment on function private.mark_candidates is
  'Jerseys that a wish or a vote may be about, each with the caller''s own (`mine`). Votes are on public jerseys only';

-- Importing. Everybody locks in one order: jerseys, the member, rows. So votes come first, which move their jerseys' counters.
create function private.votable_jersey(id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.jerseys jersey
    where jersey.id = votable_jersey.id and jersey.status = 'approved' and jersey.is_active)
$$;
comment on function private.votable_jersey is 'Twin of the policies of jersey_votes, for functions with their owner''s rights';

create function private.import_votes(own public.collection_imports, lines jsonb) returns text[]
language plpgsql security definer set search_path = ''
as $$
declare
  asked jsonb;
  gone text[];
begin
  select jsonb_agg(line), array_agg(line ->> 'key') filter (where not private.votable_jersey((line ->> 'jersey_id')::uuid))
  into asked, gone
  from jsonb_array_elements(lines) line
  where line ->> 'kind' = 'vote' and line ->> 'vote' in ('up', 'down') and line ->> 'jersey_id' is not null;
  if asked is null then
    return '{}';
  end if;
  -- A member's votes are serialized (private.begin_votes()).
  perform pg_advisory_xact_lock(hashtextextended('jersey_votes' || own.owner_id, 0));
  with cast_votes as (
    insert into public.jersey_votes (jersey_id, voter_id, vote)
    select distinct on (jersey_id) jersey_id, own.owner_id, vote from (
      select (line ->> 'jersey_id')::uuid as jersey_id, line ->> 'vote' as vote, place
      from jsonb_array_elements(asked) with ordinality as lines (line, place)) vote
    where private.votable_jersey(jersey_id)
    order by jersey_id, place
    on conflict (jersey_id, voter_id) do nothing
    returning jersey_id, vote, cast_at
  )
  insert into private.imported_votes (import_id, jersey_id, vote, cast_at)
  select own.id, jersey_id, vote, cast_at from cast_votes
  -- Voted, withdrawn elsewhere, and sent again because the answer was lost.
  on conflict (import_id, jersey_id) do update set vote = excluded.vote, cast_at = excluded.cast_at;
  return coalesce(gone, '{}');
end $$;

create function private.wish_details(wish public.user_wishlists) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object('size_scale', wish.size_scale, 'size', wish.size, 'highest_price', wish.highest_price,
    'currency', wish.currency, 'note', wish.note)
$$;

create function private.import_wishes(own public.collection_imports, lines jsonb) returns text[]
language plpgsql security definer set search_path = ''
as $$
declare
  asked jsonb;
  gone text[];
begin
  select jsonb_agg(line),
    array_agg(line ->> 'key') filter (where not private.readable_jersey((line ->> 'jersey_id')::uuid))
  into asked, gone
  from jsonb_array_elements(lines) line
  where line ->> 'kind' = 'wish' and line ->> 'jersey_id' is not null;
  if asked is null then
    return '{}';
  end if;
  with added as (
    insert into public.user_wishlists as wish (
      user_id, jersey_id, created_at, size_scale, size, highest_price, currency, note)
    select own.owner_id, (line ->> 'jersey_id')::uuid,
      -- No client reads the times of antiquity, nor -infinity.
      greatest(least(coalesce((line ->> 'added_at')::timestamptz, now()), now()), '1900-01-01'),
      line #>> '{details,size_scale}', private.tidy(line #>> '{details,size}'),
      (line #>> '{details,highest_price}')::numeric, line #>> '{details,currency}', private.tidy(line #>> '{details,note}')
    from jsonb_array_elements(asked) with ordinality as lines (line, place)
    where private.readable_jersey((line ->> 'jersey_id')::uuid)
    order by (line ->> 'jersey_id')::uuid, place
    on conflict (user_id, jersey_id) do nothing
    returning wish.id, private.wish_details(wish) as said
  )
  insert into private.imported_wishes (import_id, wish_id, said) select own.id, id, said from added;
  return coalesce(gone, '{}');
end $$;

create index imported_lines_by_copy on private.imported_lines (copy_id);

create index imported_wishes_by_wish on private.imported_wishes (wish_id);

create policy "members read their own imports" on public.collection_imports
  for select to authenticated using (owner_id = (select auth.uid()));

create policy "members begin imports of their own" on public.collection_imports
  for insert to authenticated with check (owner_id = (select auth.uid()));

revoke execute on function
  private.import_key, private.check_lines, private.line_teams, private.line_candidates, private.known_jersey, private.is_uuid,
  private.count_matching, private.line_of_copy, private.facts_of_line, private.readable_jersey, private.own_import,
  private.is_changed_since, private.mark_candidates, private.votable_jersey, private.import_votes, private.wish_details,
  private.import_wishes
from public;
grant execute on function
  private.import_key, private.check_lines, private.line_teams, private.line_candidates, private.known_jersey, private.is_uuid,
  private.count_matching, private.mark_candidates
to authenticated;

-- schemas/collect/copy-files.sql

-- Photos of copies, their private bucket, and files to delete.
-- They are readable by the owner alone, unless the owner shows one.
-- A member has a quota.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('copies', 'copies', false, 5242880, array['image/jpeg', 'image/webp'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create table public.copy_photos (
  id uuid primary key default gen_random_uuid(),
  copy_id uuid not null references public.copies (id) on delete cascade,
  path text not null
    constraint copy_photos_path_key unique
    constraint copy_photos_path_format check (path ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.(webp|jpg)$'),
  position integer not null default 0
    constraint copy_photos_position_range check (position between 0 and 1000),
  is_shown boolean not null default false,
  created_at timestamptz not null default now(),
  import_id uuid references public.collection_imports (id) on delete set null
);
comment on table public.copy_photos is
  'Photos of copies, in bucket `copies`: at most six each (copy_photos_six_per_copy, checked by private.limit_copy_photos()), the first is the cover';
comment on column public.copy_photos.path is '<owner>/<name>.webp; the small version beside it is <owner>/<name>.small.webp';
comment on column public.copy_photos.is_shown is 'True if the owner lets it appear on pictures to share';
comment on column public.copy_photos.import_id is 'The import that brought it; null if its owner added it by hand';

create index copy_photos_of_copy on public.copy_photos (copy_id, position, id);
comment on index public.copy_photos_of_copy is 'Photos of a copy in order: account';
create index copy_photos_by_import on public.copy_photos (import_id);

alter table public.copy_photos enable row level security;
revoke all on public.copy_photos from anon, authenticated;
grant select, delete on public.copy_photos to authenticated;
grant select, insert, update, delete on public.copy_photos to service_role;
grant insert (id, copy_id, path, position, import_id) on public.copy_photos to authenticated;
grant update (position, is_shown) on public.copy_photos to authenticated;

create function private.limit_copy_photos() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Inserts for one copy wait for each other, as with jersey_images.
  perform from public.copies
  where id in (select copy_id from added) order by id for no key update;
  if exists (
    select from public.copy_photos
    where copy_id in (select copy_id from added) group by copy_id having count(*) > 6
  ) then
    perform private.refuse('copy_photos_six_per_copy', 'A copy has at most six photos.');
  end if;
  return null;
end $$;

create function private.small_version(path text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$ select regexp_replace(path, '\.(webp|jpg)$', '.small.\1') $$;
comment on function private.small_version is 'Name of the small version of a copy''s photo';

create function private.is_copy_photo(name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.copy_photos photo
    where photo.path = regexp_replace(is_copy_photo.name, '\.small\.(webp|jpg)$', '.\1'))
$$;
comment on function private.is_copy_photo is 'True if a copy shows the file, or its large version';

create function private.queue_copy_file_deletion() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.storage_deletions (bucket_id, name)
  select 'copies', file.name from gone
  cross join lateral (values (path), (private.small_version(path))) file (name)
  order by file.name
  on conflict on constraint storage_deletions_name_key do nothing;
  return null;
end $$;

-- A file that is shown again before the background job runs stays.
create function private.keep_copy_file() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.storage_deletions
  where bucket_id = 'copies'
    and name in (select unnest(array[path, private.small_version(path)]) from added);
  return null;
end $$;

create function private.touch_copies_of_new_photos() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.copies set updated_at = now()
  where id in (select copy_id from changed where import_id is null);
  return null;
end $$;
comment on function private.touch_copies_of_new_photos is
  'As private.touch_copies(), but for new photos, of which imports bring some';

-- With the caller's rights: the policies of photos decide what becomes of each.
create function public.arrange_copy_photos(copy uuid, version timestamptz, photos jsonb) returns timestamptz
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  latest timestamptz;
begin
  if jsonb_typeof(photos) is distinct from 'array' or jsonb_array_length(photos) > 6 then
    raise sqlstate 'PT400' using
      message = 'photos_malformed', detail = 'Send a list of at most six photos.';
  end if;
  -- The member before the rows, as everywhere.
  perform private.lock_own_collection();
  select updated_at into latest from public.copies
  where id = arrange_copy_photos.copy and updated_at = arrange_copy_photos.version and removed_at is null for update;
  if latest is null then
    return null;
  end if;
  delete from public.copy_photos
  where copy_id = arrange_copy_photos.copy and path not in (
    select photo ->> 'path' from jsonb_array_elements(photos) photo where photo ->> 'path' is not null);
  insert into public.copy_photos (copy_id, path, position)
  select arrange_copy_photos.copy, photo ->> 'path', place - 1
  from jsonb_array_elements(photos) with ordinality as wanted (photo, place)
  where not exists (select from public.copy_photos known where known.path = photo ->> 'path');
  update public.copy_photos stored
  set position = wanted.place, is_shown = wanted.is_shown
  from (
    select photo ->> 'path' as path, (place - 1)::integer as place, coalesce((photo ->> 'is_shown')::boolean, false) as is_shown
    from jsonb_array_elements(photos) with ordinality as wanted (photo, place)) wanted
  where stored.copy_id = arrange_copy_photos.copy and stored.path = wanted.path
    and (stored.position, stored.is_shown) is distinct from (wanted.place, wanted.is_shown);
  select updated_at into latest from public.copies where id = arrange_copy_photos.copy;
  return latest;
end $$;
comment on function public.arrange_copy_photos is
  'Makes the photos of a copy those given (`path`, `is_shown`), in their order. Returns the new version; null if the copy was changed since `version`, and nothing is changed then';
revoke execute on function public.arrange_copy_photos from public, anon;
grant execute on function public.arrange_copy_photos to authenticated, service_role;

create function private.copy_photo_quota(out bytes bigint, out files integer)
language sql immutable parallel safe set search_path = ''
as $$ select 5368709120, 40000 $$;
comment on function private.copy_photo_quota is
  'Bytes and files that a member may store in the bucket of copies; a photo is two files';

create policy "members read photos of their own copies" on public.copy_photos
  for select to authenticated
  using (exists (select from public.copies where copies.id = copy_id));

create policy "members order photos of their own copies" on public.copy_photos
  for update to authenticated
  using (exists (select from public.copies where copies.id = copy_id))
  with check (exists (select from public.copies where copies.id = copy_id));

create policy "members delete photos of their own copies" on public.copy_photos
  for delete to authenticated
  using (exists (select from public.copies where copies.id = copy_id));

create policy "members read files of their own copies" on storage.objects
  for select to authenticated
  using (bucket_id = 'copies' and (storage.foldername(name))[1] = (select auth.uid())::text);

create policy "members upload files of their own copies" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'copies' and (storage.foldername(name))[1] = (select auth.uid())::text);

-- A file in use stays: its owner deletes the photo, and the file goes with it. Nothing replaces a file.
create policy "members delete unused files of their own copies" on storage.objects
  for delete to authenticated
  using (
    bucket_id = 'copies' and (storage.foldername(name))[1] = (select auth.uid())::text
    and not private.is_copy_photo(name)
  );

create policy "members add their own files to their own copies" on public.copy_photos
  for insert to authenticated
  with check (
    exists (select from public.copies where copies.id = copy_id)
    and split_part(path, '/', 1) = (select auth.uid())::text
    and exists (select from storage.objects object where object.bucket_id = 'copies' and object.name = path)
    -- Its own policies show a member their own imports only.
    and (import_id is null or exists (
      select from public.collection_imports import where import.id = import_id and import.undone_at is null))
  );

revoke execute on function
  private.limit_copy_photos, private.is_copy_photo, private.queue_copy_file_deletion, private.keep_copy_file,
  private.touch_copies_of_new_photos, private.copy_photo_quota
from public;
grant execute on function private.small_version to authenticated, service_role;
grant execute on function private.is_copy_photo to authenticated;

-- schemas/account/access.sql

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
      'action', record_account_event.action, 'actor_id', account.id,
      'actor_username', coalesce(account.email, ''), 'actor_via_sso', account.is_sso_user,
      'log_type', record_account_event.heading, 'traits', record_account_event.traits))::json,
    now(), ''
  from auth.users account where account.id = auth.uid()
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
revoke execute on function public.my_sessions from public, anon;
grant execute on function public.my_sessions to authenticated, service_role;

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
revoke execute on function public.revoke_session from public, anon;
grant execute on function public.revoke_session to authenticated, service_role;

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
    perform private.record_account_event('user_modified', 'user');
  end if;
  delete from auth.one_time_tokens token
  where token.user_id = auth.uid()
    and token.token_type in ('email_change_token_new', 'email_change_token_current');
end $$;
comment on function public.cancel_email_change is
  'Keeps the caller''s address: the links that would have changed it stop working';
revoke execute on function public.cancel_email_change from public, anon;
grant execute on function public.cancel_email_change to authenticated;

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
revoke execute on function public.rename_factor from public, anon;
grant execute on function public.rename_factor to authenticated;

-- Codes have 80 random bits: a plain digest is as safe as a slow one.
create table private.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  digest bytea not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (user_id, digest)
);

alter table private.recovery_codes enable row level security;
revoke all on private.recovery_codes from public, anon, authenticated, service_role;

create table private.recovery_attempts (
  user_id uuid primary key references auth.users (id) on delete cascade,
  failures integer not null,
  since timestamptz not null default now()
);
comment on table private.recovery_attempts is 'Wrong codes of a member within an hour';

alter table private.recovery_attempts enable row level security;
revoke all on private.recovery_attempts from public, anon, authenticated, service_role;

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

-- The functions below do the work; those of `public` also record its use (private.record_account_event).
create function private.create_recovery_codes() returns setof text
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
end $$;

create function private.redeem_recovery_code(code text) returns boolean
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
  if exists (
    select from private.recovery_attempts where user_id = member and failures >= most) then
    raise sqlstate 'PT429' using
      message = 'recovery_codes_too_many', detail = 'At most 10 wrong codes in an hour.';
  end if;

  update private.recovery_codes set used_at = now()
  where user_id = member and used_at is null
    and digest = private.recovery_digest(member, redeem_recovery_code.code);
  if not found then
    -- No error here: it would roll back the count.
    insert into private.recovery_attempts (user_id, failures) values (member, 1)
    on conflict (user_id) do update
      set failures = private.recovery_attempts.failures + 1;
    return false;
  end if;
  delete from private.recovery_attempts where user_id = member;

  delete from auth.mfa_amr_claims claim using auth.sessions session
  where claim.session_id = session.id and session.user_id = member
    and (claim.authentication_method = 'totp' or claim.authentication_method like 'mfa/%');
  update auth.sessions set aal = 'aal1', factor_id = null
  where user_id = member and aal > 'aal1';
  delete from auth.mfa_factors where user_id = member;
  return true;
end $$;

create function public.create_recovery_codes() returns setof text
language plpgsql security definer set search_path = ''
as $$
begin
  return query select private.create_recovery_codes();
  perform private.record_account_event('generate_recovery_codes', 'factor');
end $$;
comment on function public.create_recovery_codes is
  'Ten new codes in place of the former ones; shown this once';
revoke execute on function public.create_recovery_codes from public, anon;
grant execute on function public.create_recovery_codes to authenticated, service_role;

create function public.recovery_codes_left() returns integer
language sql stable security definer set search_path = ''
as $$
  select count(*)::integer from private.recovery_codes
  where user_id = auth.uid() and used_at is null
$$;
comment on function public.recovery_codes_left is 'How many codes the caller has not used yet';
revoke execute on function public.recovery_codes_left from public, anon;
grant execute on function public.recovery_codes_left to authenticated, service_role;

create function public.redeem_recovery_code(code text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  is_one constant boolean := private.redeem_recovery_code(redeem_recovery_code.code);
begin
  perform private.record_account_event(
    case when is_one then 'recovery_code_used' else 'recovery_code_refused' end, 'factor');
  return is_one;
end $$;
comment on function public.redeem_recovery_code is
  'Removes the caller''s second factors in exchange for one of their codes; false when the code is wrong';
revoke execute on function public.redeem_recovery_code from public, anon;
grant execute on function public.redeem_recovery_code to authenticated, service_role;

revoke execute on function
  private.session_level, private.require_session, private.record_account_event, private.recovery_digest, private.new_recovery_code,
  private.lock_recovery, private.create_recovery_codes, private.redeem_recovery_code
from public;

-- schemas/account/deletion.sql

-- Deleting an account.
-- Approved jerseys stay without an author; jerseys that are not public go with their files.
-- Everything else of the member goes too, but decided suggestions, the history and the log, which stay without a name.

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
  delete from public.suggestions where member_id = member and status = 'open';
  -- Those that were accepted are images of their jersey.
  delete from public.suggestion_photos photo using public.suggestions suggestion
  where suggestion.id = photo.suggestion_id and suggestion.member_id = member;
  -- Uploads that no jersey shows, for example of an abandoned form, and all files of copies.
  insert into public.storage_deletions (bucket_id, name)
  select object.bucket_id, object.name from storage.objects object
  where object.bucket_id in ('jerseys', 'copies') and object.name like member || '/%'
    and not (object.bucket_id = 'jerseys' and private.is_image_in_use(object.name))
  on conflict on constraint storage_deletions_name_key do nothing;
  delete from auth.users where id = member;
end $$;

-- Deletion can't be undone: a password alone is not enough if there is a second factor, nor is the
-- token of an ended session.
create function public.delete_account() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is not null then
    perform private.require_session();
  end if;
  perform private.record_account_event('user_deleted', 'team');
  perform private.delete_account();
end $$;
comment on function public.delete_account is
  'Deletes the caller''s account for good. Approved jerseys stay without an author';
revoke execute on function public.delete_account from public, anon;
grant execute on function public.delete_account to authenticated, service_role;

revoke execute on function private.delete_account from public;

-- schemas/jersey/rules.sql

-- What is checked and completed before a jersey is written or removed, and who may write about one that is gone.
-- They fill in what follows from other fields and refuse what a member may not do.
-- What was removed by a proposal is closed for everybody but those who can bring it back.

-- Runs with its owner's rights: the name of an inactive team is still its name.
create function private.completed_jersey(was public.jerseys, becomes public.jerseys) returns public.jerseys
language plpgsql security definer set search_path = ''
as $$
begin
  becomes.title := coalesce(private.tidy(becomes.title), '');
  becomes.edition := private.tidy(becomes.edition);
  becomes.description := private.tidy(becomes.description);
  becomes.external_link := private.tidy(becomes.external_link);
  -- Only what is new to the jersey: a rename of what it has already locks its row first and waits for this jersey. On insert,
  -- everything in `was` is null.
  if (becomes.team_id, becomes.brand_id, becomes.competition_id, becomes.season_id)
    is distinct from (was.team_id, was.brand_id, was.competition_id, was.season_id) then
    perform private.hold_names(
      array[case when becomes.team_id is distinct from was.team_id then becomes.team_id end],
      array[case when becomes.brand_id is distinct from was.brand_id then becomes.brand_id end],
      array[case when becomes.competition_id is distinct from was.competition_id then becomes.competition_id end],
      array[case when becomes.season_id is distinct from was.season_id then becomes.season_id end]);
  end if;
  -- A chosen team or brand overrides the text typed beside it.
  becomes.team := coalesce(
    (select name from public.teams where id = becomes.team_id), private.tidy(becomes.team), '');
  becomes.brand := coalesce(
    (select name from public.brands where id = becomes.brand_id), private.tidy(becomes.brand));
  return becomes;
end $$;

create function private.check_author_update(was public.jerseys, becomes public.jerseys) returns public.jerseys
language plpgsql security definer set search_path = ''
as $$
declare
  are_facts_changed constant boolean :=
    (becomes.league, becomes.competition_id, becomes.season_id, becomes.team_id, becomes.team, becomes.year, becomes.brand,
      becomes.brand_id, becomes.kit_type, becomes.colors, becomes.price)
    is distinct from
    (was.league, was.competition_id, was.season_id, was.team_id, was.team, was.year, was.brand,
      was.brand_id, was.kit_type, was.colors, was.price);
begin
  if public.is_admin(auth.uid()) then
    return becomes;
  end if;
  if becomes.is_active is distinct from was.is_active or was.status = 'approved' and are_facts_changed then
    raise insufficient_privilege using
      message = 'permission denied for table jerseys',
      detail = 'Authors change title, description, edition and external_link, and the facts until the jersey is approved.';
  end if;
  -- A pending jersey is in the moderation queue anyway.
  if was.status <> 'pending'
    and (are_facts_changed
      or (becomes.title, becomes.description, becomes.edition, becomes.external_link)
        is distinct from (was.title, was.description, was.edition, was.external_link)) then
    becomes.edited_at := now();
  end if;
  return becomes;
end $$;
comment on function private.check_author_update is
  'What an author may change; the row lock decides: an update that waits for an approval finds the jersey approved';

-- Clients make the ids of jerseys. An id is taken if another member's jersey has or had it, or if
-- it redirects to a merged jersey: nobody can take over its address and history.
create function private.check_jersey_id(id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.jersey_redirects where from_id = check_jersey_id.id)
    or exists (
      select from public.audit_log
      where table_name = 'jerseys' and row_id = check_jersey_id.id::text and action = 'insert'
        and actor_id is distinct from auth.uid()) then
    raise unique_violation using
      message = 'duplicate key value violates unique constraint "jerseys_pkey"',
      detail = format('Key (id)=(%s) already exists.', check_jersey_id.id),
      table = 'jerseys', constraint = 'jerseys_pkey';
  end if;
end $$;

-- Decisions on jerseys.
create function private.check_own_jersey(jersey public.jerseys) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if jersey.author_id = auth.uid() and not public.is_admin(auth.uid()) then
    raise sqlstate 'PT403' using
      message = 'moderation_own', detail = 'A reviewer doesn''t decide on their own jersey.';
  end if;
end $$;

create function private.lock_jersey_counts() returns void
language sql security definer set search_path = ''
as $$ select from public.jersey_counts where kind = 'all' and key = '' for no key update $$;
comment on function private.lock_jersey_counts is
  'Changes of facts wait for each other here, after their jerseys are locked and before the first other counter';

create function private.guard_gone() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.check_not_gone((to_jsonb(new) ->> tg_argv[0])::uuid);
  return new;
end $$;
comment on function private.guard_gone is
  'Refuses what is written about a jersey that was merged or removed. Argument: the column of the jersey';

create function private.needs_proposal(jersey public.jerseys) returns boolean
language sql stable security definer set search_path = ''
as $$
  select jersey.status = 'approved' or exists (
    select from private.once_public
    where once_public.jersey_id = jersey.id and until > now() - private.undo_days())
$$;
comment on function private.needs_proposal is
  'True of a jersey that is approved, or was within 90 days: rejecting it first is no way around the second person';

create function private.check_removal(jersey public.jerseys) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if private.needs_proposal(jersey) then
    raise sqlstate 'PT409' using
      message = 'proposal_required', detail = 'A jersey of somebody else that was public is removed by a proposal.';
  end if;
end $$;

-- The author of a jersey that was merged or removed doesn't delete it while that can be undone: what was merged into it hangs on it.
create function private.check_not_held(jersey_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.proposals
    where proposals.jersey_id = check_not_held.jersey_id and status = 'done' and undo_until > now()) then
    raise sqlstate 'PT409' using
      message = 'proposal_done', detail = 'It was merged or removed by a proposal, which can still be undone.';
  end if;
end $$;

create function private.check_may_show(jersey_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.proposals where proposals.jersey_id = check_may_show.jersey_id and status = 'done') then
    raise sqlstate 'PT409' using
      message = 'proposal_done', detail = 'It was merged or removed by a proposal.', hint = 'Undo the proposal.';
  end if;
end $$;

revoke execute on function
  private.completed_jersey, private.check_author_update, private.check_jersey_id, private.check_own_jersey,
  private.lock_jersey_counts, private.guard_gone, private.needs_proposal, private.check_removal, private.check_not_held,
  private.check_may_show
from public;

-- schemas/site/outdated-pages.sql

-- Which kept pages a write makes outdated (docs/decisions/023-page-cache-invalidation.md).
-- A trigger publishes on channel `public_changes`; servers drop those pages.
-- Counters are published together, at most once a second.

create function private.invalidate_pages(id uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  announced integer := coalesce((private.current_change() -> 'announced')::integer, 0);
begin
  -- After 100 ids in one transaction, reading everything anew is cheaper. PostgreSQL sends equal messages once.
  if announced >= 100 then
    perform pg_notify('public_changes', '*');
  else
    perform private.set_change('announced', to_jsonb(announced + 1));
    perform pg_notify('public_changes', invalidate_pages.id::text);
  end if;
end $$;
comment on function private.invalidate_pages is 'Tells servers that pages with this id in them are outdated';

create function private.invalidate_all_pages() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_notify('public_changes', '*');
  return null;
end $$;
comment on function private.invalidate_all_pages is 'Tells servers that every page is outdated';

create function private.invalidate_pages_of_row() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.invalidate_pages((to_jsonb(coalesce(new, old)) ->> tg_argv[0])::uuid);
  return null;
end $$;
comment on function private.invalidate_pages_of_row is
  'Tells servers that the pages of a row are outdated. Argument: the column that names the row';

-- A vote must not notify in its own transaction: PostgreSQL lets only one transaction that notifies commit at a time. Its jersey
-- is marked, and servers publish the marks about once a second. Unlogged, so that a mark costs little: a crash loses the marks, but also the servers'
-- connections, after which they read every page anew. One row per jersey, because nobody publishes on a hosted
-- project.
create unlogged table private.outdated (
  jersey_id uuid primary key
);
comment on table private.outdated is
  'Jerseys with changed counters, standings or collectors, of which servers don''t know yet; see publish_outdated()';

create function private.publish_outdated() returns void
language sql set search_path = ''
as $$
  with taken as (
    delete from private.outdated where jersey_id in (
      -- Rows that a vote holds just now are published the next time.
      select jersey_id from private.outdated for update skip locked
    ) returning jersey_id
  ), numbered as (
    select jersey_id, row_number() over () / 200 as message from taken
  )
  -- PostgreSQL takes 8000 bytes per message.
  select pg_notify('public_changes', string_agg(jersey_id::text, ',')) from numbered group by message
$$;
comment on function private.publish_outdated is 'Tells servers that the pages of all marked jerseys are outdated';

revoke execute on function
  private.invalidate_pages, private.invalidate_all_pages, private.invalidate_pages_of_row, private.publish_outdated
from public;

-- schemas/site/jobs.sql

-- Background jobs of a hosted project, for pg_cron or `npm run jobs`.
-- Embedded servers do the same by timers.
-- The functions that do the work stand with their subject.

create function public.apply_pending_standings(at_most integer default 1000) returns integer
language sql security definer set search_path = ''
as $$
  select private.apply_pending_standings(least(greatest(coalesce(at_most, 1000), 1), 10000))
$$;
comment on function public.apply_pending_standings is
  'Brings votes into the orders of the catalogue, as the job of all servers: returns the number of marks, at_most if there may be more. A server calls the private one after votes';
revoke execute on function public.apply_pending_standings from public, anon, authenticated;
grant execute on function public.apply_pending_standings to service_role;

create function private.schedule_jobs() returns text[]
language plpgsql set search_path = ''
as $$
declare
  job record;
  scheduled text[] := '{}';
begin
  if to_regnamespace('cron') is null or not has_schema_privilege(to_regnamespace('cron'), 'usage') then
    return scheduled;
  end if;
  -- Only then: looking into a schema needs that privilege.
  if to_regprocedure('cron.schedule(text, text, text)') is null then
    return scheduled;
  end if;
  for job in
    select * from (values
      ('recheck_due_voters', '5 seconds', 'select public.recheck_due_voters(), public.age_votes(), public.apply_pending_standings(10000)'),
      ('refresh_leaderboards', '*/10 * * * *', 'select public.refresh_leaderboards()'),
      ('carry_out_proposals', '*/5 * * * *', 'select public.carry_out_proposals()'),
      ('sweep', '17 4 * * *',
        'select public.sweep_notices(), public.sweep_audit_log(), public.sweep_removed_copies(), public.sweep_imports(), public.sweep_proposals()'))
      as jobs (name, times, command)
  loop
    -- A job of the same name is replaced.
    execute 'select cron.schedule($1, $2, $3)' using 'maillotheque_' || job.name, job.times, job.command;
    scheduled := scheduled || job.name;
  end loop;
  return scheduled;
end $$;
comment on function private.schedule_jobs is
  'Schedules with pg_cron what a server does in the embedded mode, mails, files and visitors'' reports excepted, and returns the names of the jobs; nothing without the extension';

revoke execute on function private.schedule_jobs from public;

select private.schedule_jobs();

-- schemas/browse/effects.sql

-- What happens when a row of the catalogue changes, in the order in which it happens.
-- Triggers of competitions, seasons, teams, brands, line-ups and aliases stand here, each table's in one place.
-- The functions that they call stand with their subject.

-- public.competitions

create trigger competitions_standing before insert or update or delete on public.competitions
for each statement when (current_user = 'authenticated') execute function private.require_standing();

create trigger competitions_complete before insert or update on public.competitions
for each row execute function private.complete_competition();

create trigger competitions_end_suggestions before delete on public.competitions
for each row execute function private.end_suggestions('competition');

create trigger competitions_in_use before delete on public.competitions
for each row execute function private.keep_what_is_in_use();

create trigger competitions_touch before update on public.competitions
for each row execute function private.touch();

create trigger competitions_audit after insert or update or delete on public.competitions
for each row execute function private.record_change('id');

create trigger competitions_end_history after delete on public.competitions
for each row execute function private.end_history('competition');

create trigger competitions_revised after update on public.competitions
for each row when (pg_trigger_depth() = 0 and old.* is distinct from new.*)
execute function private.record_row_revision('competition');

create trigger competitions_search after insert or delete or update of name, is_active
on public.competitions for each row execute function private.record_words('competition');

create trigger competitions_search_jerseys after update of name on public.competitions
for each row when (old.name is distinct from new.name)
execute function private.record_words_of_jerseys();

-- The catalogue changes seldom and is shown everywhere.
create trigger competitions_invalidate after insert or update or delete or truncate on public.competitions
for each statement execute function private.invalidate_all_pages();

-- public.seasons

create trigger seasons_standing before insert or update or delete on public.seasons
for each statement when (current_user = 'authenticated') execute function private.require_standing();

create trigger seasons_in_use before delete on public.seasons
for each row execute function private.keep_what_is_in_use();

create trigger seasons_touch before update on public.seasons
for each row execute function private.touch();

create trigger seasons_audit after insert or update or delete on public.seasons
for each row execute function private.record_change('id');

create trigger seasons_listed after update of code on public.seasons
for each row when (old.code <> new.code) execute function private.mark_changed_season();

create trigger seasons_search_jerseys after update of code, name on public.seasons
for each row execute function private.record_words_of_jerseys();

create trigger seasons_invalidate after insert or update or delete or truncate on public.seasons
for each statement execute function private.invalidate_all_pages();

create trigger seasons_refresh after update of code on public.seasons
for each statement execute function private.refresh_entries_of_statement();

-- public.teams

create trigger teams_standing before insert or update or delete on public.teams
for each statement when (current_user = 'authenticated') execute function private.require_standing();

create trigger teams_complete before insert or update on public.teams
for each row execute function private.complete_team();

create trigger teams_end_suggestions before delete on public.teams
for each row execute function private.end_suggestions('team');

create trigger teams_in_use before delete on public.teams
for each row execute function private.keep_what_is_in_use();

create trigger teams_touch before update on public.teams
for each row execute function private.touch();

create trigger teams_audit after insert or update or delete on public.teams
for each row execute function private.record_change('id');

create trigger teams_end_history after delete on public.teams
for each row execute function private.end_history('team');

create trigger teams_recolor after update of colors on public.teams
for each row when (old.colors is distinct from new.colors) execute function private.recolor_team();

create trigger teams_rename after update of name on public.teams
for each row when (old.name is distinct from new.name) execute function private.rename_team();

create trigger teams_revised after update on public.teams
for each row when (pg_trigger_depth() = 0 and old.* is distinct from new.*)
execute function private.record_row_revision('team');

create trigger teams_search
after insert or delete or update of name, short_name, country, competition_id, is_active
on public.teams for each row execute function private.record_words('team');

-- The home competition decides too.
create trigger teams_search_jerseys
after update of short_name, country, competition_id on public.teams
for each row
when (old.short_name is distinct from new.short_name or old.country is distinct from new.country
  or old.competition_id <> new.competition_id)
execute function private.record_words_of_jerseys();

create trigger teams_invalidate after insert or update or delete or truncate on public.teams
for each statement execute function private.invalidate_all_pages();

-- public.team_seasons

create trigger team_seasons_standing before insert or update or delete on public.team_seasons
for each statement when (current_user = 'authenticated') execute function private.require_standing();

create trigger team_seasons_complete before insert on public.team_seasons
for each row execute function private.complete_team_season();

create trigger team_seasons_audit after insert or update or delete on public.team_seasons
for each row execute function private.record_change('team_id');

create trigger team_seasons_invalidate after insert or update or delete or truncate on public.team_seasons
for each statement execute function private.invalidate_all_pages();

-- public.brands

create trigger brands_standing before insert or update or delete on public.brands
for each statement when (current_user = 'authenticated') execute function private.require_standing();

create trigger brands_in_use before delete on public.brands
for each row execute function private.keep_what_is_in_use();

create trigger brands_touch before update on public.brands
for each row execute function private.touch();

create trigger brands_audit after insert or update or delete on public.brands
for each row execute function private.record_change('id');

create trigger brands_rename after update of name on public.brands
for each row when (old.name is distinct from new.name) execute function private.rename_brand();

create trigger brands_invalidate after insert or update or delete or truncate on public.brands
for each statement execute function private.invalidate_all_pages();

-- public.team_aliases

create trigger team_aliases_standing before insert or update or delete on public.team_aliases
for each statement when (current_user = 'authenticated') execute function private.require_standing();

create trigger team_aliases_complete before insert on public.team_aliases
for each row execute function private.complete_team_alias();

create trigger team_aliases_audit after insert or delete on public.team_aliases
for each row execute function private.record_change('team_id');

-- Pages of search results show other teams.
create trigger team_aliases_invalidate after insert or delete or truncate on public.team_aliases
for each statement execute function private.invalidate_all_pages();

create trigger team_aliases_search_delete after delete on public.team_aliases
referencing old table as changed for each statement execute function private.record_aliases();

create trigger team_aliases_search_insert after insert on public.team_aliases
referencing new table as changed for each statement execute function private.record_aliases();

-- schemas/jersey/effects.sql

-- What happens when a jersey, an image, a vote or a comment changes, in the order in which it happens.
-- Each table's triggers stand in one place, in the order in which they fire; what has an order of its own is a list of calls.
-- docs/effects.md says the same of jerseys, images and votes in words.

-- Lock orders. Proposals first (lock_proposals), then the images of a jersey, the jersey, jersey_counts 'all', other counters,
-- the catalogue's entries, and files last; a decision on facts has the row 'all' before it releases files. Whoever takes several of a kind takes them in the order of their ids.

-- public.jerseys

-- Before a member's request, which `current_user` tells from writes of triggers and functions. What is refused is refused here.
create function private.admit_jersey_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    if not old.is_active then
      perform private.check_not_held(old.id);
    end if;
    if old.author_id is distinct from auth.uid() then
      perform private.check_removal(old);
    end if;
    return old;
  end if;
  -- Only requests are checked: rename_team() must still update hidden jerseys.
  if not old.is_active and not new.is_active then
    perform private.check_not_gone(new.id);
  end if;
  -- White space alone is no change, nor are default colours asked for again.
  new := private.completed_jersey(old, new);
  if new.colors = '{}' then
    new.colors := private.default_colors(new.kit_type, new.team_id, new.team);
  end if;
  -- After the names, which a rename locks before its jerseys: a member's edits wait for each other here.
  perform private.count_write('edits', 1);
  new := private.check_author_update(old, new);
  if new.is_active and not old.is_active then
    perform private.check_may_show(new.id);
  end if;
  return new;
end $$;

-- Before an insertion, a deletion, and an update of what other columns follow (see jerseys_complete).
create function private.before_jersey() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    -- What was merged into it goes back first: it belongs to other jerseys.
    perform private.end_proposals(old);
    perform private.close_history('jersey', old.id, old.title);
    perform private.close_suggestions('jersey', old.id);
    perform private.keep_copies(old);
    perform private.notify_jersey_deleted(old);
    return old;
  end if;
  new := private.completed_jersey(old, new);
  -- After the team, whose colours and name it reads.
  new.colors := private.default_colors_of(old, new);
  if tg_op = 'INSERT' and auth.uid() is not null then
    perform private.check_jersey_id(new.id);
  end if;
  -- jerseys.moderated_by stays, always null, so that a program which names it still gets an answer.
  if new.moderated_by is not null then
    perform private.record_decision('jerseys', new.id, new.moderated_by);
    new.moderated_by := null;
  end if;
  return new;
end $$;

-- After a jersey has come or gone.
create function private.after_jersey_came_or_went() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  jersey constant public.jerseys := coalesce(new, old);
  is_public constant boolean := jersey.status = 'approved' and jersey.is_active;
begin
  perform private.log_change(
    'jerseys', jersey.id::text, case when tg_op = 'DELETE' then to_jsonb(old) end,
    case when tg_op = 'INSERT' then to_jsonb(new) end);
  -- It locks the row 'all' first, and decisions wait for each other there.
  perform private.count_jersey(old, new);
  if tg_op = 'DELETE' then
    delete from private.decisions where table_name = 'jerseys' and row_id = old.id;
    perform private.release_files(old.id, true);
  end if;
  perform private.count_kit(old, new);
  if is_public then
    perform private.mark_changed_facts(array[jersey.id], 'jerseys');
  end if;
  perform private.count_of_author(old, new);
  perform private.record_words_of_jersey(jersey.id);
  -- Lists and counts of any page change.
  if is_public then
    perform pg_notify('public_changes', '*');
  end if;
  return null;
end $$;

-- After any column but the counters was named in an update, unless the update goes into an edit.
create function private.after_jersey_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was_public constant boolean := old.status = 'approved' and old.is_active;
  is_public constant boolean := new.status = 'approved' and new.is_active;
  is_placed_anew constant boolean := was_public <> is_public
    or (old.league, old.competition_id, old.team_id) is distinct from (new.league, new.competition_id, new.team_id);
  is_moved constant boolean := is_placed_anew
    or (old.season_id, old.year, old.kit_type) is distinct from (new.season_id, new.year, new.kit_type);
  are_facts_changed constant boolean := was_public <> is_public
    or (old.competition_id, old.team_id, old.season_id, old.year, old.kit_type, old.brand_id, old.colors, old.created_at)
      is distinct from
      (new.competition_id, new.team_id, new.season_id, new.year, new.kit_type, new.brand_id, new.colors, new.created_at);
  -- A league changes without its competition only when the competition's does, and takes its jerseys along.
  is_taken_along constant boolean := old.league <> new.league and old.competition_id = new.competition_id;
begin
  -- Putting the approved version back changes nothing but the queue.
  if private.is_staging() then
    if old.edited_at is not null and new.edited_at is null then
      perform private.release_files(new.id, false);
    end if;
    return null;
  end if;

  perform private.log_change('jerseys', new.id::text, to_jsonb(old), to_jsonb(new));
  if (is_moved or are_facts_changed) and (was_public or is_public) then
    perform private.lock_jersey_counts();
  end if;
  if is_placed_anew then
    perform private.count_jersey(old, new);
  end if;
  if is_moved then
    perform private.count_kit(old, new);
  end if;
  if are_facts_changed and (was_public or is_public) then
    perform private.mark_changed_facts(array[new.id], 'jerseys');
  end if;
  if (old.author_id, old.status) is distinct from (new.author_id, new.status) then
    perform private.count_of_author(old, new);
  end if;
  if old.status = 'approved' and new.status = 'rejected' then
    perform private.record_once_public(new.id);
  end if;
  -- Only a direct write is in the history: a renamed team changes thousands of jerseys, and is itself in it.
  if old.status = 'approved' and new.status = 'approved' and pg_trigger_depth() = 1 and not is_taken_along then
    perform private.record_revision('jersey', new.id, to_jsonb(old), to_jsonb(new));
  elsif old.status <> 'approved' and new.status = 'approved' then
    perform private.write_revision('jersey', new.id, '{}', null, 'approved', new.author_id);
  end if;
  if is_moved
    or (old.title, old.team, old.brand, old.brand_id, old.edition, old.colors)
      is distinct from (new.title, new.team, new.brand, new.brand_id, new.edition, new.colors) then
    perform private.record_words_of_jersey(new.id);
  end if;
  if old.edited_at is not null and new.edited_at is null then
    perform private.release_files(new.id, false);
  end if;
  -- A decision: of one that repeats the status, its time or note is another.
  if (old.status, old.moderation_note, old.moderated_at)
    is distinct from (new.status, new.moderation_note, new.moderated_at) then
    perform private.notify_author(old, new);
  end if;
  if was_public <> is_public or is_public and is_moved then
    perform pg_notify('public_changes', '*');
  end if;
  if was_public and is_public and old is distinct from new then
    perform private.invalidate_pages(new.id);
  end if;
  return null;
end $$;

create trigger jerseys_standing before insert or update or delete on public.jerseys
for each statement when (current_user = 'authenticated') execute function private.require_standing();

create trigger jerseys_wait_for_proposals before delete on public.jerseys
for each statement execute function private.lock_proposals_first();

create trigger jerseys_admit before update or delete on public.jerseys
for each row when (current_user = 'authenticated') execute function private.admit_jersey_change();

create trigger jerseys_colors_given before update of colors on public.jerseys
for each row execute function private.mark_given_colors();

-- Named columns, also below: a vote moves the counters thousands of times.
create trigger jerseys_complete
before insert or delete or update of
  title, edition, description, external_link, team, team_id, brand, brand_id, competition_id, season_id, colors, kit_type,
  moderated_by
on public.jerseys
for each row execute function private.before_jersey();

-- One trigger for each text: a column that the author did not name keeps its edit.
create trigger jerseys_stage_description before update of description on public.jerseys
for each row when (private.stages_edits(old.status)) execute function private.stage_text('description');

create trigger jerseys_stage_edition before update of edition on public.jerseys
for each row when (private.stages_edits(old.status)) execute function private.stage_text('edition');

create trigger jerseys_stage_external_link before update of external_link on public.jerseys
for each row when (private.stages_edits(old.status)) execute function private.stage_text('external_link');

create trigger jerseys_stage_title before update of title on public.jerseys
for each row when (private.stages_edits(old.status)) execute function private.stage_text('title');

create trigger jerseys_with_edit before update of title, edition, description, external_link on public.jerseys
for each row when (private.stages_edits(old.status)) execute function private.show_edit();

create trigger jerseys_approved_stays after update of title, edition, description, external_link on public.jerseys
for each row when (private.stages_edits(old.status)) execute function private.keep_approved();

create trigger jerseys_came_or_went after insert or delete on public.jerseys
for each row execute function private.after_jersey_came_or_went();

create trigger jerseys_changed
after update of
  author_id, league, competition_id, season_id, team_id, team, title, year, brand, brand_id, edition, kit_type, colors,
  description, external_link, price, status, moderation_note, moderated_by, moderated_at, edited_at, is_active, created_at
on public.jerseys
for each row when (not private.stages_edits(old.status)) execute function private.after_jersey_changed();

-- Only requests count: a cascade or a function with its owner's rights writes on somebody's behalf.
create trigger jerseys_rate after insert on public.jerseys
referencing new table as counted
for each statement when (current_user = 'authenticated')
execute function private.count_rows('jerseys');

create trigger jerseys_refresh after insert or delete or update of
  status, is_active, competition_id, team_id, season_id, year, kit_type, brand_id, colors, created_at
on public.jerseys for each statement execute function private.refresh_entries_of_statement();

-- public.jersey_images

-- Before a member's request.
create function private.admit_image() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.check_not_gone(new.jersey_id);
  end if;
  if tg_op = 'INSERT' or old.url is distinct from new.url then
    perform private.check_image_address(new.url);
  end if;
  if tg_op = 'INSERT' and not public.is_admin(auth.uid()) then
    perform private.free_image_id(new.id, new.jersey_id);
  end if;
  return new;
end $$;

-- The folder and not the caller: merges, reverts and staged edits move photos on behalf of somebody else.
create function private.before_image() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.check_not_gone(new.jersey_id);
  end if;
  new.contributor_id := private.contributor_of(new.url);
  return new;
end $$;

-- After a row of an image. Argument: `author` in a member's request, which goes into an edit if the jersey is approved.
create function private.after_image() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  image constant public.jersey_images := coalesce(new, old);
  is_of_edit constant boolean := image.edit_id is not null;
  is_author constant boolean := tg_nargs > 0;
  is_staged constant boolean := is_author
    and (select status from public.jerseys where id = image.jersey_id) is not distinct from 'approved';
begin
  if is_author and tg_op = 'INSERT' then
    perform private.stage_image(new);
  elsif is_author and tg_op = 'DELETE' then
    perform private.stage_image_removal(old);
  end if;
  if private.is_staging() then
    perform private.list_image(old, new);
    return null;
  end if;

  if tg_op <> 'DELETE' or is_of_edit or not is_staged then
    perform private.log_change(
      'jersey_images', image.jersey_id::text, case when tg_op <> 'INSERT' then to_jsonb(old) end,
      case when tg_op <> 'DELETE' then to_jsonb(new) end);
  end if;
  perform private.list_image(old, new);
  -- One row of history for each photo, so that each is undone by itself. None for what a trigger writes.
  if not is_of_edit and pg_trigger_depth() = 1 and not is_staged
    and (tg_op <> 'UPDATE' or old.edit_id is not null or old.url <> new.url) then
    perform private.record_photo_revision(old, new);
  end if;
  if tg_op = 'INSERT' and not is_staged or tg_op = 'UPDATE' and not is_of_edit
    or tg_op = 'DELETE' and not is_of_edit and not is_staged then
    perform private.invalidate_pages(image.jersey_id);
  end if;
  return null;
end $$;

create function private.list_image(former public.jersey_images, image public.jersey_images) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if former.id is null and image.edit_id is null or image.id is null and former.edit_id is null
    or former.id is not null and image.id is not null
      and (former.jersey_id, former.edit_id) is distinct from (image.jersey_id, image.edit_id) then
    perform private.mark_changed_facts(array[former.jersey_id, image.jersey_id], 'jersey_images');
  end if;
end $$;
comment on function private.list_image is 'Notes the jerseys whose entries know whether they have a photo';

-- After a statement. The rows of files come after the entries, whose refreshing locks the counters: a decision on facts and a
-- photo has the counters first, and one on the same photo alone would wait the other way round.
create function private.after_images_added() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  jersey_ids constant uuid[] := array(select distinct jersey_id from added);
begin
  perform private.return_to_queue(jersey_ids);
  perform private.check_image_count(jersey_ids);
  perform private.refresh_changed('jersey_images');
  perform private.keep_files(array(select added::public.jersey_images from added));
  return null;
end $$;

create function private.after_images_removed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_changed('jersey_images');
  perform private.return_to_queue(array(select distinct jersey_id from removed));
  perform private.queue_file_deletion(array(select removed::public.jersey_images from removed));
  return null;
end $$;

create trigger jersey_images_standing before insert or update or delete on public.jersey_images
for each statement when (current_user = 'authenticated') execute function private.require_standing();

create trigger jersey_images_admit before insert or update of url on public.jersey_images
for each row when (current_user = 'authenticated') execute function private.admit_image();

create trigger jersey_images_complete before insert or update of url on public.jersey_images
for each row execute function private.before_image();

create trigger jersey_images_changed after insert or update or delete on public.jersey_images
for each row when (not private.is_author_writing()) execute function private.after_image();

create trigger jersey_images_changed_by_author after insert or update or delete on public.jersey_images
for each row when (private.is_author_writing()) execute function private.after_image('author');

create trigger jersey_images_added after insert on public.jersey_images
referencing new table as added
for each statement execute function private.after_images_added();

create trigger jersey_images_rate after insert on public.jersey_images
referencing new table as counted
for each statement when (current_user = 'authenticated')
execute function private.count_rows('images');

create trigger jersey_images_refresh after update of jersey_id, edit_id on public.jersey_images
for each statement execute function private.refresh_entries_of_statement();

create trigger jersey_images_removal_rate after delete on public.jersey_images
referencing old table as counted
for each statement when (current_user = 'authenticated')
execute function private.count_rows('edits');

create trigger jersey_images_removed after delete on public.jersey_images
referencing old table as removed
for each statement execute function private.after_images_removed();

-- public.jersey_votes

create trigger jersey_votes_begin before insert or update or delete on public.jersey_votes
for each statement execute function private.begin_votes();

create trigger jersey_votes_judge before insert or update of vote on public.jersey_votes
for each row execute function private.judge_vote();

create trigger jersey_votes_cast after insert on public.jersey_votes
referencing new table as cast_votes
for each statement execute function private.count_votes();

create trigger jersey_votes_changed after update on public.jersey_votes
referencing old table as past_votes new table as cast_votes
for each statement execute function private.count_votes();

create trigger jersey_votes_withdrawn after delete on public.jersey_votes
referencing old table as past_votes
for each statement execute function private.count_votes();

-- public.comments

create trigger comments_standing before insert or update or delete on public.comments
for each statement when (current_user = 'authenticated') execute function private.require_standing();

-- Before the checks of policies and limits, so that everybody learns why.
create trigger comments_admit before insert on public.comments
for each row execute function private.guard_gone('jersey_id');

create trigger comments_admit_edit before update of body on public.comments
for each row when (current_user = 'authenticated') execute function private.guard_gone('jersey_id');

create trigger comments_edit_rate before update of body on public.comments
for each row when (current_user = 'authenticated') execute function private.count_change('edits');

create trigger comments_guard before insert or update on public.comments
for each row execute function private.guard_comment();

create trigger comments_notify_deleted before delete on public.comments
for each row execute function private.notify_comment_deleted();

create trigger comments_audit after insert or update or delete on public.comments
for each row execute function private.record_change('id');

create trigger comments_invalidate after insert or update or delete on public.comments
for each row execute function private.invalidate_pages_of_row('jersey_id');

create trigger comments_rate after insert on public.comments
referencing new table as counted
for each statement when (current_user = 'authenticated')
execute function private.count_rows('comments');

-- private.standings

create trigger standings_mark_pending after insert or update or delete on private.standings
for each row execute function private.mark_pending_standing();

revoke execute on function
  private.admit_jersey_change, private.before_jersey, private.after_jersey_came_or_went, private.after_jersey_changed,
  private.admit_image, private.before_image, private.after_image, private.list_image,
  private.after_images_added, private.after_images_removed
from public;

-- schemas/contribute/effects.sql

-- What happens when an edit, a suggestion or a revision changes, in the order in which it happens.
-- Each table's triggers stand in one place.
-- The functions that they call stand with their subject.

-- public.jersey_edits

create trigger jersey_edits_standing before insert or update or delete on public.jersey_edits
for each statement when (current_user = 'authenticated') execute function private.require_standing();

create trigger jersey_edits_audit after insert or update or delete on public.jersey_edits
for each row execute function private.record_change('jersey_id');

create trigger jersey_edits_removed after delete on public.jersey_edits
for each row execute function private.reconcile_deleted_edit();

-- public.revisions

create trigger revisions_record_revert after insert on public.revisions
for each row when (new.undoes is not null)
execute function private.record_revert();

-- public.suggestions

create trigger suggestions_audit after insert or update or delete on public.suggestions
for each row execute function private.record_change('id');

create trigger suggestions_forget_decision after delete on public.suggestions
for each row execute function private.forget_decision();

create trigger suggestions_publish_source after update of afterwards on public.suggestions
for each row when (new.afterwards = 'seen')
execute function private.publish_source();

-- public.suggestion_photos

-- The same files as for images of jerseys.
create trigger suggestion_photos_address before insert on public.suggestion_photos
for each row execute function private.check_suggested_address();

create trigger suggestion_photos_keep_files after insert on public.suggestion_photos
referencing new table as added
for each statement execute function private.keep_suggested_file();

-- schemas/moderate/effects.sql

-- What happens when a report, a proposal or a redirect changes, in the order in which it happens.
-- Each table's triggers stand in one place.
-- The functions that they call stand with their subject.

-- public.reports

create trigger reports_standing before insert or update or delete on public.reports
for each statement when (current_user = 'authenticated') execute function private.require_standing();

create trigger reports_admit before insert on public.reports
for each row when (new.target_type = 'jersey') execute function private.guard_gone('target_id');

create trigger reports_complete before insert or update on public.reports
for each row execute function private.complete_report();

create trigger reports_name before insert on public.reports
for each row when (new.target_type = 'profile') execute function private.name_reported();

create trigger reports_resolution_note before update of status on public.reports
for each row when (new.status <> old.status and new.status <> 'open')
execute function private.check_report_note();

create trigger reports_withdrawn before delete on public.reports
for each row execute function private.close_visitor_report();

create trigger reports_audit after insert or update or delete on public.reports
for each row execute function private.record_change('id');

create trigger reports_forget_decision after delete on public.reports
for each row execute function private.forget_decision();

create trigger reports_notify after update of status on public.reports
for each row when (new.status <> old.status and new.status <> 'open')
execute function private.notify_reporter();

create trigger reports_notify_parties after update of status on public.reports
for each row when (new.status <> old.status) execute function private.notify_parties();

create trigger reports_rate after insert on public.reports
referencing new table as counted
for each statement when (current_user = 'authenticated')
execute function private.count_rows('reports');

-- public.jersey_redirects

create trigger jersey_redirects_audit after insert or update or delete on public.jersey_redirects
for each row execute function private.record_change('from_id');

create trigger jersey_redirects_copies after insert on public.jersey_redirects
for each row execute function private.move_copies();

-- Where the address of a merged jersey leads.
create trigger jersey_redirects_invalidate after insert or update or delete on public.jersey_redirects
for each row execute function private.invalidate_pages_of_row('from_id');

-- public.report_contests

create trigger report_contests_audit after insert or update or delete on public.report_contests
for each row execute function private.record_change('report_id');

-- public.proposals

create trigger proposals_audit after insert or update or delete on public.proposals
for each row execute function private.record_change('id');

create trigger proposals_notify_cancelled after update of status on public.proposals
for each row when (old.status = 'agreed' and new.status <> 'agreed')
execute function private.notify_proposal_cancelled();

-- schemas/curate/effects.sql

-- What happens when a row of this room changes, in the order in which it happens.
-- Triggers of roll-overs and catalogue imports stand here, each table's in one place.
-- The functions that they call stand with their subject.

-- public.roll_overs

-- On record: started, published, undone, discarded. The published line-ups are on record as rows of team_seasons.
create trigger roll_overs_audit
after insert or delete or update of published_at on public.roll_overs
for each row execute function private.record_change('season_id');

-- public.catalogue_imports

-- The jerseys are on record themselves; of the import, its beginning, its end and its undoing.
create trigger catalogue_imports_audit
after insert or delete or update of finished_at, undo_began_at, undone_at on public.catalogue_imports
for each row execute function private.record_change('id');

-- schemas/collect/effects.sql

-- What happens when a row of a collection changes, in the order in which it happens.
-- Triggers of shelves, copies and their photos stand here, each table's in one place.
-- The functions that they call stand with their subject.

-- public.user_collections

create trigger user_collections_standing before insert or update or delete on public.user_collections
for each statement when (current_user = 'authenticated') execute function private.require_standing();

create trigger user_collections_wait_delete before delete on public.user_collections
for each statement when (current_user = 'authenticated') execute function private.lock_collection_first();

create trigger user_collections_admit before insert on public.user_collections
for each row execute function private.guard_gone('jersey_id');

create trigger user_collections_wait_insert before insert on public.user_collections
for each row when (current_user = 'authenticated') execute function private.lock_jersey_and_collection();

create trigger user_collections_mark_collected
after insert or delete or update of jersey_id on public.user_collections
for each row execute function private.mark_collected();

create trigger user_collections_owned after insert on public.user_collections
referencing new table as added
for each statement execute function private.own_collected();

create trigger user_collections_removed after delete on public.user_collections
referencing old table as gone
for each statement execute function private.remove_uncollected();

-- public.user_wishlists

create trigger user_wishlists_standing before insert or update or delete on public.user_wishlists
for each statement when (current_user = 'authenticated') execute function private.require_standing();

create trigger user_wishlists_admit before insert on public.user_wishlists
for each row execute function private.guard_gone('jersey_id');

-- public.copies

create trigger copies_standing before insert or update or delete on public.copies
for each statement when (current_user = 'authenticated') execute function private.require_standing();

create trigger copies_wait_delete before delete on public.copies
for each statement when (current_user = 'authenticated') execute function private.lock_collection_first();

-- Other details need no lock.
create trigger copies_wait_update before update of jersey_id, removed_at on public.copies
for each statement when (current_user = 'authenticated') execute function private.lock_collection_first();

create trigger copies_admit before insert on public.copies
for each row when (new.jersey_id is not null) execute function private.guard_gone('jersey_id');

create trigger copies_jersey before update of jersey_id on public.copies
for each row when (current_user = 'authenticated' and new.jersey_id is distinct from old.jersey_id)
execute function private.check_copy_jersey();

create trigger copies_tidy before insert or update on public.copies
for each row execute function private.tidy_copy();

create trigger copies_wait_insert before insert on public.copies
for each row when (current_user = 'authenticated') execute function private.lock_jersey_and_collection();

create trigger copies_collected after insert on public.copies
referencing new table as added
for each statement execute function private.collect_copies();

create trigger copies_followed after update on public.copies
referencing old table as gone new table as added
for each statement execute function private.follow_copies();

create trigger copies_limit after insert on public.copies
referencing new table as added
for each statement execute function private.limit_copies();

create trigger copies_uncollected after delete on public.copies
referencing old table as gone
for each statement execute function private.uncollect_copies();

-- public.copy_photos

create trigger copy_photos_standing before insert or update or delete on public.copy_photos
for each statement when (current_user = 'authenticated') execute function private.require_standing();

-- The first photo gives a copy details. Who takes the jersey out meanwhile must see it, or would delete both.
create trigger copy_photos_wait_insert before insert on public.copy_photos
for each statement when (current_user = 'authenticated') execute function private.lock_collection_first();

create trigger copy_photos_keep_files after insert on public.copy_photos
referencing new table as added
for each statement execute function private.keep_copy_file();

create trigger copy_photos_limit after insert on public.copy_photos
referencing new table as added
for each statement execute function private.limit_copy_photos();

create trigger copy_photos_queue_file_deletion after delete on public.copy_photos
referencing old table as gone
for each statement execute function private.queue_copy_file_deletion();

create trigger copy_photos_touch_delete after delete on public.copy_photos
referencing old table as changed
for each statement execute function private.touch_copies();

create trigger copy_photos_touch_insert after insert on public.copy_photos
referencing new table as changed
for each statement execute function private.touch_copies_of_new_photos();

create trigger copy_photos_touch_update after update on public.copy_photos
referencing new table as changed
for each statement execute function private.touch_copies();

-- public.collection_imports

create trigger collection_imports_standing before insert or update or delete on public.collection_imports
for each statement when (current_user = 'authenticated') execute function private.require_standing();

create trigger collection_imports_rate after insert on public.collection_imports
referencing new table as counted
for each statement when (current_user = 'authenticated')
execute function private.count_rows('imports');

-- schemas/account/effects.sql

-- What happens when a row of this room changes, in the order in which it happens.
-- Triggers of profiles, roles and the auth service's users stand here, each table's in one place.
-- The functions that they call stand with their subject.

-- auth.users

create trigger users_lock_proposals before delete on auth.users
for each statement execute function private.lock_proposals_first();

-- Of the account: when its profile goes, nobody knows any more whether it was suspended.
create trigger users_withdraw_proposals before delete on auth.users
for each row execute function private.withdraw_proposals();

-- The condition stands here and not in a function, because the auth service may not call ours.
create trigger on_confirmation
after update of email_confirmed_at, phone_confirmed_at, last_sign_in_at on auth.users
for each row when (
  old.email_confirmed_at is null and old.phone_confirmed_at is null and old.last_sign_in_at is null)
execute function private.on_confirmation();

create trigger on_sign_up after insert on auth.users
for each row execute function private.on_sign_up();

create trigger on_voter_change
after update of email_confirmed_at, phone_confirmed_at, banned_until, is_anonymous, created_at, deleted_at on auth.users
for each row when (
  (old.email_confirmed_at is null and old.phone_confirmed_at is null)
    <> (new.email_confirmed_at is null and new.phone_confirmed_at is null)
  or (old.banned_until, old.is_anonymous, old.created_at, old.deleted_at)
    is distinct from (new.banned_until, new.is_anonymous, new.created_at, new.deleted_at))
execute function private.mark_voter_due();

-- public.profiles

create trigger profiles_standing before insert or update or delete on public.profiles
for each statement when (current_user = 'authenticated') execute function private.require_standing();

create trigger profiles_edit_rate before update on public.profiles
for each row when (current_user = 'authenticated') execute function private.count_change('edits');

create trigger profiles_end_suggestions before delete on public.profiles
for each row execute function private.end_open_suggestions();

create trigger profiles_notify_deleted before delete on public.profiles
for each row execute function private.notify_member_deleted();

create trigger profiles_tidy before insert or update on public.profiles
for each row execute function private.tidy_profile();

-- Fires after profiles_tidy (triggers fire in the order of their names).
create trigger profiles_unreserved before update on public.profiles
for each row when (current_user = 'authenticated') execute function private.guard_names();

create trigger profiles_invalidate after update on public.profiles
for each row when (old.* is distinct from new.*)
execute function private.invalidate_pages_of_row('id');

create trigger profiles_invalidate_deleted after delete on public.profiles
for each row execute function private.invalidate_pages_of_row('id');

-- public.user_roles

create trigger user_roles_standing before insert or update or delete on public.user_roles
for each statement when (current_user = 'authenticated') execute function private.require_standing();

create trigger user_roles_audit after insert or update or delete on public.user_roles
for each row execute function private.record_change('user_id');

-- public.notice_settings

create trigger notice_settings_standing before insert or update or delete on public.notice_settings
for each statement when (current_user = 'authenticated') execute function private.require_standing();

-- public.notices

create trigger notices_standing before insert or update or delete on public.notices
for each statement when (current_user = 'authenticated') execute function private.require_standing();

create trigger notices_date_reading before update of read_at on public.notices
for each row execute function private.date_reading();

create trigger notices_name_photos before insert on public.notices
for each row when (jsonb_typeof(new.changes) = 'array' and new.changes @> '[{"field": "image"}]')
execute function private.name_photos();

set check_function_bodies = on;
