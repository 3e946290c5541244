-- Other names by which many people call a country.
insert into private.country_names (code, names) values
  ('AE', 'Émirats arabes unis United Arab Emirates Emiratos Árabes Unidos Emirados UAE EAU'),
  ('CD', 'Congo Kinshasa République Democratic Republic República Democrática RD DR RDC DRC Zaire'),
  ('CZ', 'Tchéquie Czechia Chequia Tchéquia République tchèque Czech Republic República Checa'),
  ('NL', 'Pays Bas Netherlands Países Bajos Baixos Hollande Holland Holanda'),
  ('SZ', 'Eswatini Esuatini Essuatíni Swaziland Suazilandia Suazilândia'),
  ('TL', 'Timor oriental Leste East'),
  ('TR', 'Turquie Türkiye Turquía Turquia Turkey'),
  ('TW', 'Taïwan Taiwan Taiwán Chinese Taipei'),
  ('US', 'États Unis United States Estados Unidos USA EEUU EE UU EUA')
on conflict (code) do update set names = excluded.names;

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

create or replace function private.asked_words(query text) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  -- Eight words are enough; the rest is ignored.
  with asked as (select (private.words(private.whole_words(left(query, 100))))[:8] as words)
  select case
    when char_length(private.tidy(query)) < 2 then '{}'
    when private.significant_words(asked.words) = '{}' then asked.words
    else private.significant_words(asked.words)
  end
  from asked
$$;

create or replace function private.begin_words(names text, asked text[]) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select not exists (
    select from unnest(asked) word
    where not exists (
      select from unnest(private.found_words(names)) known where starts_with(known, word)))
$$;

create or replace function private.found_words(value text) returns text[]
language sql immutable strict parallel safe set search_path = ''
as $$
  select private.words(case when whole = value then value else value || ' ' || whole end)
  from private.whole_words(value) whole
$$;

create or replace function private.jersey_words(query text) returns text[]
language plpgsql stable set search_path = ''
as $$
declare
  given constant text[] := private.words(private.whole_words(left(query, 100)));
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
        -- As in app/shared/domain/search-query.ts.
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

create or replace function private.refresh_search(kinds text, ids uuid[]) returns void
language sql set search_path = ''
as $$
  delete from private.search_documents document
  where document.kind = kinds and document.id = any (ids)
    and document.id <> all (array(
      select shown.id from private.searchable shown where shown.kind = kinds and shown.id = any (ids)));

  insert into private.search_documents (kind, id, words)
  select kind, id, array_to_tsvector(private.found_words(text) || marks)
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

create or replace function private.unfinished_word(query text) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select case when telling <> '{}' and last <> all (telling || private.jersey_names()) then array[last] else '{}' end
  from (select (private.words(private.whole_words(left(query, 100))))[:8] as given) split
  cross join lateral (select given[cardinality(given)] as last, private.significant_words(given) as telling) read
$$;

create or replace function private.whole_words(value text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select case
    when value ~ U&'[.''\2019\02bc\00b4`]' then
      regexp_replace(
        -- An acute accent by itself is folded to a space.
        private.fold(translate(value, U&'\00b4`', '''''')),
        '(?<=(^|[^a-z0-9])[a-z])\. ?(?=[a-z]($|[^a-z0-9]))|(?<=[a-z])''(?=s($|[^a-z0-9]))', '', 'g')
    else value
  end
$$;

COMMENT ON FUNCTION "private"."found_words"(text) IS 'The words by which a name is found: "D.C. United" also as "DC United", "Newell''s" also as "Newells"';

COMMENT ON FUNCTION "private"."whole_words"(text) IS 'A text in which initials with dots and an English possessive are one word: "P.S.G.", "Queen''s". Twin of wholeWords() in app/shared/domain/words.ts';

set check_function_bodies = on;
-- end
