-- Names: nothing invisible in a text of one line, and no name that looks like the site's own people.

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

-- Existing rows lose what is hidden in them. A required name that would become too short gets a word.
update public.profiles set display_name = private.visible(display_name)
where not private.is_visible(display_name);
update public.competitions set
  name = case when char_length(private.visible(name)) >= 2 then private.visible(name) else left(id::text, 8) end,
  country = private.visible(country)
where not private.is_visible(name) or not private.is_visible(country);
update public.seasons set
  name = case when char_length(private.visible(name)) >= 4 then private.visible(name) else code end
where not private.is_visible(name);
update public.teams set
  name = case when char_length(private.visible(name)) >= 2 then private.visible(name) else left(id::text, 8) end,
  short_name = private.visible(short_name), city = private.visible(city), country = private.visible(country)
where not (private.is_visible(name) and coalesce(private.is_visible(short_name), true)
  and coalesce(private.is_visible(city), true) and coalesce(private.is_visible(country), true));
-- Unique: without what is hidden it may be a name that exists.
update public.brands brand set
  name = case
    when private.visible(name) is null
      or exists (select from public.brands other where other.name = private.visible(brand.name))
    then btrim(left(coalesce(private.visible(name), ''), 71) || ' ' || left(id::text, 8))
    else private.visible(name)
  end
where not private.is_visible(name);
update public.jerseys set
  title = case when char_length(private.visible(title)) >= 3 then private.visible(title) else 'Maillot' end,
  team = case when char_length(private.visible(team)) >= 2 then private.visible(team) else left(id::text, 8) end,
  brand = private.visible(brand), edition = private.visible(edition),
  external_link = substring(private.visible(external_link) from '^https?://[^\s]+$')
where not (private.is_visible(title) and private.is_visible(team) and coalesce(private.is_visible(brand), true)
  and coalesce(private.is_visible(edition), true) and coalesce(private.is_visible(external_link), true));
update public.jersey_images set alt = private.visible(alt) where not private.is_visible(alt);
update public.notices set title = coalesce(private.visible(title), 'Maillot') where not private.is_visible(title);

alter table public.profiles
  add constraint profiles_display_name_visible check (private.is_visible(display_name));
alter table public.competitions
  add constraint competitions_name_visible check (private.is_visible(name)),
  add constraint competitions_country_visible check (private.is_visible(country));
alter table public.seasons
  add constraint seasons_name_visible check (private.is_visible(name));
alter table public.teams
  add constraint teams_name_visible check (private.is_visible(name)),
  add constraint teams_short_name_visible check (private.is_visible(short_name)),
  add constraint teams_city_visible check (private.is_visible(city)),
  add constraint teams_country_visible check (private.is_visible(country));
alter table public.brands
  add constraint brands_name_visible check (private.is_visible(name));
alter table public.jerseys
  add constraint jerseys_title_visible check (private.is_visible(title)),
  add constraint jerseys_team_visible check (private.is_visible(team)),
  add constraint jerseys_brand_visible check (private.is_visible(brand)),
  add constraint jerseys_edition_visible check (private.is_visible(edition)),
  add constraint jerseys_external_link_visible check (private.is_visible(external_link));
alter table public.jersey_images
  add constraint jersey_images_alt_visible check (private.is_visible(alt));

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
  broken constant text := case
    when new.username <> old.username and private.is_reserved(new.username) then 'profiles_username_reserved'
    when new.display_name is distinct from old.display_name and private.is_reserved(new.display_name)
      then 'profiles_display_name_reserved'
  end;
begin
  if broken is not null and not public.is_admin(auth.uid()) then
    raise check_violation using
      message = format('new row for relation "profiles" violates check constraint "%s"', broken),
      detail = 'This name is reserved.', table = 'profiles', constraint = broken;
  end if;
  return new;
end $$;

-- Fires after profiles_tidy (triggers fire in the order of their names).
create trigger profiles_unreserved before update on public.profiles
for each row when (current_user = 'authenticated') execute function private.guard_names();

create or replace function private.tidy_profile() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- Lower case only: the unique constraint then ignores case.
  new.username := lower(new.username collate "C");
  new.display_name := private.tidy(
    regexp_replace(new.display_name, U&'[\0001-\001f\007f-\009f]', '', 'g'));
  return new;
end $$;

-- As before, no sign-up fails because of its names.
create or replace function private.name_of(account auth.users) returns text
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

create or replace function private.create_profile(account auth.users) returns void
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

-- Existing members lose a reserved name, unless they are administrators.
update public.profiles set username = 'membre_' || left(md5(id::text), 12)
where private.is_reserved(username)
  and id not in (select user_id from public.user_roles where role = 'admin');
update public.profiles set display_name = null
where private.is_reserved(display_name)
  and id not in (select user_id from public.user_roles where role = 'admin');

revoke execute on function private.guard_names, private.as_it_looks from public;
