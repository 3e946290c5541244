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
  -- The day of the sign-up.
  joined_on date not null default current_date,
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
-- allowed is changed until it fits: no sign-up fails because of it.
create function private.username_from(wish text, name text) returns text
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
comment on function private.username_from is
  'The nearest allowed username, null if nothing of it is. It is never made from the e-mail address, which is private';

-- Twin of UNCHOSEN in app/shared/i18n/member-name.ts.
create function private.unnamed() returns text
language sql volatile set search_path = ''
return 'member_' || left(replace(gen_random_uuid()::text, '-', ''), 12);
comment on function private.unnamed is
  'The username of a member who chose none. In public it is shown as the word for member in the reader''s language';

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

-- Reserved names. Twin of isReserved() in app/account/domain/reserved-names.ts.
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
  'A name with Latin letters in place of letters and signs that look like them. Twin of asItLooks() in app/account/domain/reserved-names.ts';

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
  using (id = (select auth.uid()));
