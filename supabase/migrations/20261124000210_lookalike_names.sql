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

create or replace function private.is_reserved(name text) returns boolean
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

revoke execute on function private.as_it_looks from public;

-- Existing members lose such a name, unless they are administrators.
update public.profiles set username = 'membre_' || left(md5(id::text), 12)
where private.is_reserved(username)
  and id not in (select user_id from public.user_roles where role = 'admin');
update public.profiles set display_name = null
where private.is_reserved(display_name)
  and id not in (select user_id from public.user_roles where role = 'admin');
