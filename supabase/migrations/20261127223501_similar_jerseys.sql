-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP FUNCTION "public"."similar_by_color"(uuid, integer);

create or replace function private.create_profile(account auth.users) returns void
language plpgsql set search_path = ''
as $$
declare
  shown constant text := private.name_of(account);
  wished constant text := private.username_from(coalesce(
    account.raw_user_meta_data ->> 'username',
    case when strpos(account.raw_user_meta_data ->> 'user_name', '@') = 0
      then account.raw_user_meta_data ->> 'user_name' end), shown);
  suffix text := '';
  free text;
begin
  loop
    free := case when wished is null or private.is_reserved(wished) then private.unnamed()
      else left(wished, 30 - char_length(suffix)) || suffix end;
    -- A sign-up under the same name at the same time waits here instead of failing.
    insert into public.profiles (id, username, display_name)
    values (account.id, free, shown)
    on conflict (username) do nothing;
    exit when found;
    suffix := '_' || left(md5(random()::text), greatest(4, least(12, char_length(suffix))));
  end loop;
end $$;

create or replace function private.unnamed() returns text
language sql volatile set search_path = ''
return 'member_' || left(replace(gen_random_uuid()::text, '-', ''), 12);

create or replace function private.username_from(wish text, name text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select left(candidate, 30)
  from (values
    (1, btrim(regexp_replace(private.fold(wish), '[^a-z0-9_]+', '_', 'g'), '_')),
    (2, btrim(regexp_replace(private.fold(name), '[^a-z0-9_]+', '_', 'g'), '_'))
  ) as wishes (rank, candidate)
  where char_length(candidate) >= 3
  order by rank
  limit 1
$$;

create or replace function public.reset_names(user_id uuid, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  given constant text := private.tidy(reason);
  was public.profiles;
  becomes text;
  words jsonb;
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
  becomes := private.unnamed();
  update public.profiles set username = becomes, display_name = null where id = was.id;
  -- What they wrote on their page goes with their names; they may open it again.
  words := private.shown_words(was.id);
  update public.showcases set is_open = false, about = null where member_id = was.id;
  update public.showcase_shirts set line = null where member_id = was.id;
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
end $$;

COMMENT ON FUNCTION "private"."unnamed"() IS 'The username of a member who chose none. In public it is shown as the word for member in the reader''s language';

COMMENT ON FUNCTION "private"."username_from"(text, text) IS 'The nearest allowed username, null if nothing of it is. It is never made from the e-mail address, which is private';

REVOKE ALL ON FUNCTION "private"."unnamed"() FROM PUBLIC;

set check_function_bodies = on;
-- end

-- accepted: takes away: function public.similar_by_color(jersey_id uuid, max_results integer) returning SETOF jerseys: because 0.3.0, the first version with it, is not released yet
drop index public.jerseys_alike;
