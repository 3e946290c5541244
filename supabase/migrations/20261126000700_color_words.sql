-- Names of colours in the words of a search: "red psg" finds the red shirts of the PSG, though no text about them says so. A
-- document has a mark for each colour of its jersey. What the words themselves find comes first, as before.

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

create or replace view private.searchable as
  select 'jersey' as kind, jersey.id,
    concat_ws(' ', jersey.title, jersey.team, team.short_name, country.names, jersey.brand,
      jersey.edition, jersey.year, season.code, season.name, competition.name,
      private.kit_type_names(jersey.kit_type), private.saints(jersey.team), other.names) as text,
    private.tier_marks(private.tier(jersey.score)) || private.color_marks(jersey.colors) as marks
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
    concat_ws(' ', team.name, team.short_name, country.names, private.saints(team.name), other.names), '{}'
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

-- As before, without marks of colours in the vocabulary.
create or replace function private.refresh_search(kinds text, ids uuid[]) returns void
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
    and char_length(word) between 3 and 30 and left(word, 1) not in ('#', '=')
  order by 1
  on conflict do nothing;
$$;

-- As before, with the colours. They are settled before the row is written, so they are named only by who changes nothing else.
create or replace trigger jerseys_search after insert or delete or update of
  title, team, team_id, brand, brand_id, edition, year, kit_type, season_id, competition_id, status,
  is_active, colors
on public.jerseys for each row execute function private.record_words('jersey');

create function private.search_query(words text[], attempt integer, with_colors boolean) returns tsquery
language sql stable set search_path = ''
as $$
  -- Words hold letters and digits only, so quotes around them are enough.
  select string_agg(
    format('(%s)', concat_ws(' | ',
      format('''%s''', word),
      -- Only the last word may be a prefix: it is still being typed. Words in the vocabulary are
      -- faster to look up.
      case when attempt > 1 and place = cardinality(words) then (
        -- The vocabulary lacks words of two letters, and a single letter may begin one.
        select case when cardinality(known) between 1 and 40 and char_length(word) > 1
          then (select string_agg(format('''%s''', longer), ' | ') from unnest(known) longer)
          else format('''%s'':*', word) end
        from private.beginnings(word) known) end,
      case when with_colors then (
        select string_agg(format('''%s''', mark), ' | ')
        from unnest(private.color_marks(
          private.called_colors(word, place = cardinality(words)))) mark) end,
      case when attempt > 2 then (
        select string_agg(format('''%s''', other), ' | ')
        from unnest(private.corrections(word)) other) end)),
    ' & ')::tsquery
  from unnest(words) with ordinality as given (word, place)
$$;
comment on function private.search_query(text[], integer, boolean) is
  'All of the words. Attempt 1: as they are; 2: the last as a prefix; 3: each or its corrections. With colours: or the jerseys of the colours that they name';

create or replace function private.search_query(words text[], attempt integer) returns tsquery
language sql stable set search_path = ''
as $$ select private.search_query(words, attempt, false) $$;
comment on function private.search_query(text[], integer) is 'All of the words, for things that have no colours';

create or replace function public.search_jerseys(query text, max_results integer default 5)
returns setof public.jerseys
language plpgsql stable security definer rows 5
set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  asked constant text[] := private.asked_words(query);
  wanted constant integer := least(greatest(coalesce(max_results, 5), 0), 100);
  is_long_list constant boolean := cardinality(private.beginnings(asked[cardinality(asked)])) > 40;
  names_colors boolean;
  names_only_colors boolean;
  attempt integer;
  found uuid[] := '{}';
begin
  select bool_or(colors <> '{}'), bool_and(colors <> '{}') into names_colors, names_only_colors
  from unnest(asked) with ordinality as given (word, place)
  cross join lateral private.called_colors(word, place = cardinality(asked)) colors;
  -- 1: whole words, 2: the last as a prefix, 3: as 2 or by colour, 4: with corrections.
  for step in 1..4 loop
    -- Corrections are tried only if nothing else was found.
    exit when asked = '{}' or cardinality(found) >= wanted or (step = 4 and found <> '{}');
    continue when step = 3 and not names_colors;
    attempt := case when step < 3 then step else step - 1 end;
    found := found || private.matching_jerseys(
      private.search_query(asked, attempt, step > 2),
      attempt > 1 and is_long_list or step > 2 and names_only_colors,
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
  'Public jerseys by words of title, team, brand, edition, year, season, competition and kit type, in any order, without accents or case and with typing errors. Whole words come first, then prefixes, then colours that the words name, then corrections; the best rated first';

create or replace function private.jerseys_of_words(words text[]) returns uuid[]
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

revoke execute on function private.color_marks, private.called_colors, private.search_query(text[], integer, boolean)
from public;

-- Documents that exist get their marks. A merge of words keeps the others.
update private.search_documents document
set words = document.words || array_to_tsvector(private.color_marks(jersey.colors))
from public.jerseys jersey
where document.kind = 'jersey' and jersey.id = document.id;
