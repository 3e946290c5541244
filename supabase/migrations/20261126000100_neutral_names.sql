-- Generated usernames were French in every language. "fan" is the same word in all four. Members who have such a
-- name keep it: addresses and mentions name it.

create or replace function private.username_from(wish text, name text) returns text
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

create or replace function public.reset_names(user_id uuid, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  given constant text := private.tidy(reason);
  was public.profiles;
  becomes text;
  told uuid;
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
  returning id into told;
  insert into public.notice_mails (notice_id) values (told);
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
revoke execute on function private.was_reset from public;

create or replace function private.guard_names() returns trigger
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
    raise check_violation using
      message = format('new row for relation "profiles" violates check constraint "%s"', broken),
      detail = case when broken like '%reset' then 'An administrator has removed this name.' else 'This name is reserved.' end,
      table = 'profiles', constraint = broken;
  end if;
  return new;
end $$;
