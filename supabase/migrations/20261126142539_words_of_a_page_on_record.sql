-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

create or replace function private.record_showcase(member uuid, was jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  becomes constant jsonb := private.shown_words(member);
begin
  if was is not null or becomes is not null then
    perform private.log_change('showcases', member::text, was, becomes);
  end if;
end $$;

create or replace function private.shown_words(member uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('about', stored.about, 'lines', array(
    select shirt.line from public.showcase_shirts shirt
    where shirt.member_id = stored.member_id and shirt.line is not null order by shirt.place))
  from public.showcases stored where stored.member_id = shown_words.member and stored.is_open
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
  becomes := 'fan_' || left(replace(gen_random_uuid()::text, '-', ''), 12);
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

create or replace function public.save_showcase(
  is_open boolean, with_wishes boolean default false, about text default null, teams uuid[] default '{}', shirts jsonb default '[]'
)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  member constant uuid := auth.uid();
  was jsonb;
begin
  if member is null then
    raise insufficient_privilege using message = 'showcase_denied', detail = 'Members show what is theirs.';
  end if;
  perform private.check_standing();
  if jsonb_typeof(shirts) is distinct from 'array' or jsonb_array_length(shirts) > 5
    or exists (select from jsonb_array_elements(shirts) shirt where not private.is_uuid(shirt ->> 'copy_id')
      or (shirt ->> 'photo_id' is not null and not private.is_uuid(shirt ->> 'photo_id'))) then
    raise sqlstate 'PT400' using
      message = 'showcase_malformed', detail = 'Send a list of at most five shirts.';
  end if;
  perform private.count_write('showcases', 1);
  was := private.shown_words(member);
  insert into public.showcases as stored (member_id, is_open, with_wishes, about, teams)
  values (
    member, save_showcase.is_open, save_showcase.with_wishes,
    private.tidy(save_showcase.about), coalesce(save_showcase.teams, '{}'))
  on conflict on constraint showcases_pkey do update set
    is_open = excluded.is_open, with_wishes = excluded.with_wishes, about = excluded.about, teams = excluded.teams;
  -- A club that is shown is one that its member follows.
  insert into public.follows (member_id, target_type, target_id)
  select member, 'team', team.id from public.teams team
  where team.id = any (save_showcase.teams) and team.is_active
  on conflict on constraint follows_pkey do nothing;
  delete from public.showcase_shirts where member_id = member;
  insert into public.showcase_shirts (member_id, place, copy_id, line, photo_id)
  select member, wanted.place, copy.id, private.tidy(wanted.shirt ->> 'line'), photo.id
  from jsonb_array_elements(shirts) with ordinality as wanted (shirt, place)
  -- Of others' copies and photos nothing is told: they are left out, as those that are gone.
  join public.copies copy on copy.id = (wanted.shirt ->> 'copy_id')::uuid and copy.owner_id = member
  left join public.copy_photos photo on photo.id = (wanted.shirt ->> 'photo_id')::uuid and photo.copy_id = copy.id;
  perform private.record_showcase(member, was);
end $$;

COMMENT ON FUNCTION "private"."record_showcase"(uuid, jsonb) IS 'Puts on record what a write did to the words of a member''s page, which were those before it';

COMMENT ON FUNCTION "private"."shown_words"(uuid) IS 'What a member wrote on their page; null while it is closed';

REVOKE ALL ON FUNCTION "private"."record_showcase"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."shown_words"(uuid) FROM PUBLIC;

set check_function_bodies = on;
-- end
