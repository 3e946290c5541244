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
    select profile.id, profile.username, profile.display_name, u.created_at,
      exists (
        select from public.user_roles ur where ur.user_id = profile.id and ur.role = ''admin''),
      coalesce(u.banned_until > now(), false),
      submitted.jerseys, submitted.rejected
    from public.profiles profile
    join auth.users u on u.id = profile.id
    cross join lateral (
      select count(*) as jerseys, count(*) filter (where jersey.status = ''rejected'') as rejected
      from public.jerseys jersey where jersey.author_id = profile.id) submitted
    where true'
    || case when administrators
      then ' and profile.id in (select user_id from public.user_roles where role = ''admin'')' else '' end
    || case when list_members.suspended then ' and u.banned_until > now()' else '' end;
  -- Members of one part, the newest first; $1 and $2 are the last one that was shown of this part, if any.
  newest constant text := '
    and ($1 is null or (u.created_at, u.id) < ($1, $2))
    order by u.created_at desc, u.id desc limit $3';
  -- True if the active members were shown: the last one is suspended.
  is_late boolean := list_members.suspended;
  shown integer := 0;
begin
  perform private.require_admin('members', 'list members');
  if wanted = '' then
    if not is_late and list_members.before is not null then
      select coalesce(banned_until > now(), false) into is_late
      from auth.users where users.id = list_members.before;
      is_late := coalesce(is_late, false);
    end if;
    -- Two statements, so that the first reads an index of the newest and stops.
    if not is_late then
      return query execute listed
        || ' and (u.banned_until is null or u.banned_until <= now())' || newest
      using joined_before, coalesce(before, '00000000-0000-0000-0000-000000000000'), wide;
      get diagnostics shown = row_count;
    end if;
    if shown < wide then
      return query execute listed || ' and u.banned_until > now()' || newest
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

create function public.suspend_member(user_id uuid, suspended boolean default true, reason text default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  given constant text := private.tidy(reason);
  was boolean;
  notice uuid;
begin
  perform private.require_admin('members', 'suspend members');
  if suspend_member.user_id = auth.uid() then
    raise sqlstate 'PT400' using message = 'suspension_of_self', detail = 'Nobody suspends themselves.';
  end if;
  if suspended and not private.is_reason(given, 3) then
    raise sqlstate 'PT400' using
      message = 'suspension_reason_required', detail = 'The member reads why: a reason of the list, or 3 to 500 characters.';
  end if;
  if suspended and exists (
    select from public.user_roles ur
    where ur.user_id = suspend_member.user_id and ur.role = 'admin'
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
    jsonb_build_object('suspended', was),
    jsonb_strip_nulls(jsonb_build_object('suspended', suspended, 'reason', case when suspended then given end)));
  -- One that waits says what isn't true any more.
  delete from public.notice_mails mail using public.notices n_earlier
  where n_earlier.id = mail.notice_id and n_earlier.recipient_id = suspend_member.user_id
    and n_earlier.outcome in ('suspended', 'reinstated');
  -- Whatever the settings, as in reset_names().
  insert into public.notices (recipient_id, topic, outcome, about, title, note)
  values (
    suspend_member.user_id, 'jersey', case when suspended then 'suspended' else 'reinstated' end, 'profile',
    private.shown_name(suspend_member.user_id), case when suspended then given end)
  returning id into notice;
  insert into public.notice_mails (notice_id) values (notice);
end $$;
comment on function public.suspend_member is
  'Bars an account from signing in and writing, for a reason that the member gets by mail, or lifts that; what it has published stays';

create function public.reset_names(user_id uuid, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  given constant text := private.tidy(reason);
  was public.profiles;
  becomes text;
  words jsonb;
  notice uuid;
begin
  perform private.require_admin('members', 'reset names');
  if given is null or char_length(given) > 1000 then
    raise sqlstate 'PT400' using
      message = 'names_reason_required', detail = 'The member reads why, in 1 to 1000 characters.';
  end if;
  if exists (
    select from public.user_roles ur
    where ur.user_id = reset_names.user_id and ur.role = 'admin'
  ) then
    raise sqlstate 'PT409' using
      message = 'member_is_admin', detail = 'Revoke the role before resetting the names of an administrator.';
  end if;
  select * into was from public.profiles where id = reset_names.user_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'member_not_found', detail = 'The account was deleted.';
  end if;
  becomes := private.unnamed();
  update public.profiles set username = becomes, display_name = null where id = was.id;
  -- What they wrote on their page goes with their names; they may open it again.
  words := private.shown_words(was.id);
  update public.showcases set is_open = false, about = null where member_id = was.id;
  update public.showcase_shirts set line = null where member_id = was.id;
  -- Shirts without a page are theirs to keep: they are shown again when their owner has said anew what they are.
  update public.copies copy set former_jersey = former_jersey || '{"unsaid": true}'
  where copy.owner_id = was.id and copy.former_jersey is not null;
  perform private.record_showcase(was.id, words);
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
  -- What was reported is mended; who reported it is told.
  update public.reports report set status = 'upheld', done = 'other', resolution_note = given
  where report.target_type = 'profile' and report.target_id = was.id and report.status = 'open' and private.may_settle(report);
end $$;
comment on function public.reset_names is
  'Replaces the names of a member and closes their page with what they wrote on it, and the open reports about it; they are told why and may choose others';
