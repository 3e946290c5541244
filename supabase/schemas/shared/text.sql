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
-- no `unaccent` rules): stored values stay valid after an upgrade, and app/shared/domain/slug.ts can give the same answers. A rules
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
  -- lower() of non-ASCII letters depends on the server, hence the two lists, paired by position.
  folded := translate(lower(folded collate "C"),
    'ŁØĐÐĦŊŦÆŒẞÞАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЄІҐЂЈЉЊЋЏЅΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ',
    'łøđðħŋŧæœßþабвгдежзиклмнопрстуфхцчшщъыьэюяєіґђјљњћџѕαβγδεζηθικλμνξοπρστυφχψω');
  -- Letters that Unicode does not decompose, and their Latin spelling. Not a variable, which would be made for every ASCII name.
  foreach letter slice 1 in array array[
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
    ['ψ', 'ps'], ['ω', 'o']]
  loop
    folded := replace(folded, letter[1], letter[2]);
  end loop;
  return folded;
end $$;
comment on function private.fold is
  'Lower case, without accents, Cyrillic and Greek in Latin letters: what search compares. Twin of fold() in app/shared/domain/slug.ts';

create function private.slug(value text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$ select btrim(regexp_replace(private.fold(value), '[^a-z0-9]+', '-', 'g'), '-') $$;
comment on function private.slug is
  'A name as a segment of an address; empty when no letter has a Latin form. Twin of slug() in app/shared/domain/slug.ts';

create function private.team_slug(team text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$ select coalesce(nullif(private.slug(team), ''), 'equipe') $$;
comment on function private.team_slug is
  'Slug of a team, never empty: the address of its jerseys would lose a segment. Twin of teamSlug() in app/shared/domain/slug.ts';

-- Characters without a glyph hide differences between names, or turn the text around them (U+202E). Listed, because
-- classes of characters depend on the server. Twin of isVisible() in app/shared/domain/rules/text.ts.
create function private.hidden_characters() returns text
language sql immutable parallel safe set search_path = ''
as $$
  select U&'[\0001-\001f\007f-\009f\00ad\034f\061c\115f\1160\17b4\17b5\180b-\180f\200b-\200f\2028-\202e\2060-\206f\2800\3164\fe00-\fe0f\feff\ffa0\fff0-\fffb\fffe\ffff\+013430-\+01343f\+01bca0-\+01bca3\+01d173-\+01d17a\+0e0000-\+0e0fff]'
$$;
comment on function private.hidden_characters is
  'Control characters, zero-width and bidirectional ones, fillers, variation selectors and tags, as a regular expression';

-- Five marks on one letter stand over the lines above it; no language needs more than four.
create function private.combining_marks() returns text
language sql immutable parallel safe set search_path = ''
as $$
  select U&'[\0300-\036f\0483-\0489\0591-\05bd\0610-\061a\064b-\065f\08d3-\08ff\0951-\0954\0e31\0e34-\0e3a\0e47-\0e4e\1ab0-\1aff\1cd0-\1cff\1dc0-\1dff\20d0-\20ff\a8e0-\a8f1\fe20-\fe2f]'
$$;
comment on function private.combining_marks is 'Marks that stand above or below the letter before them, as a regular expression';

create function private.is_visible(value text) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$
  select value !~ (private.combining_marks() || '{5}') and (value !~ private.hidden_characters()
    -- Emoji keep their joiners, their variation, and the tags of a flag (Scotland).
    or regexp_replace(regexp_replace(regexp_replace(value,
        U&'([\203c-\3299\+01f000-\+01faff]\fe0f?)\200d(?=[\203c-\3299\+01f000-\+01faff])', '\1', 'g'),
        U&'([#*0-9\00a9\00ae\203c-\3299\+01f000-\+01faff])[\fe0e\fe0f]', '\1', 'g'),
        U&'\+01f3f4[\+0e0030-\+0e0039\+0e0061-\+0e007a]{3,6}\+0e007f', '', 'g')
      !~ private.hidden_characters())
$$;
comment on function private.is_visible is 'True if a text shows all of its characters, each in its line';

create function private.visible(value text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select case when private.is_visible(value) then value
    else private.tidy(regexp_replace(
      regexp_replace(
        regexp_replace(value, U&'[\0009-\000d\0085\2028\2029]+', ' ', 'g'), private.hidden_characters(), '', 'g'),
      '(' || private.combining_marks() || '{4})' || private.combining_marks() || '+', '\1', 'g'))
  end
$$;
comment on function private.visible is 'A text without its hidden characters and its fifth mark on a letter; null when nothing is left';

create function private.tidied(fields jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(key, case
    when jsonb_typeof(value) = 'string' then to_jsonb(private.tidy(value #>> '{}')) else value end), '{}')
  from jsonb_each(fields)
$$;
comment on function private.tidied is 'An object with its texts tidied';

create function private.nil() returns uuid language sql immutable parallel safe
return '00000000-0000-0000-0000-000000000000'::uuid;
comment on function private.nil is 'Stands for "none" in keys, where null would not be equal to itself';

create function private.is_uuid(value text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$ select coalesce(value ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', false) $$;
comment on function private.is_uuid is 'True if the text is a UUID as PostgreSQL writes it';

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
