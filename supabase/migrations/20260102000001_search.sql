-- Search. A plain `ilike` under row-level security can't use an index, because LIKE isn't
-- leakproof; it doesn't know accents, word order or typing errors either. So what is public is kept
-- here once more as words, and three functions with their owner's rights look it up. Being a table
-- of its own, it costs a vote nothing: votes rewrite the jersey, never its words.

create function private.words(value text) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  -- Everything that is no letter or digit separates. Outside ASCII, only what is listed: character
  -- classes would depend on the server's locale.
  select array(
    select word
    from regexp_split_to_table(
      private.fold(value),
      U&'[^a-z0-9\00c0-\1fff\2070-\2fff\3040-\+10ffff]+') with ordinality as split (word, place)
    where word <> ''
    group by word
    order by min(place))
$$;
comment on function private.words is 'The different words of a text, folded, in their order';

create function private.one_letter_less(word text) returns text[]
language sql immutable strict parallel safe set search_path = ''
as $$
  select array(
    select left(word, place - 1) || substr(word, place + 1)
    from generate_series(1, char_length(word)) place)
$$;
comment on function private.one_letter_less is
  'What is left of a word without its first, its second … its last letter';

create function private.gaps(word text) returns text[]
language sql immutable strict parallel safe set search_path = ''
as $$
  select array(
    select left(word, place - 1) || '*' || substr(word, place + 1)
    from generate_series(1, char_length(word)) place)
$$;
comment on function private.gaps is
  'A word with any one letter blotted out: two words that differ by one letter have one of these in common';

create function private.swaps(word text) returns text[]
language sql immutable strict parallel safe set search_path = ''
as $$
  select array(
    select left(word, place - 1) || reverse(substr(word, place, 2)) || substr(word, place + 2)
    from generate_series(1, char_length(word) - 1) place)
$$;
comment on function private.swaps is 'A word with two neighbouring letters in the wrong order';

create function private.kit_type_names(kit_type text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select case kit_type
    when 'home' then 'home domicile local casa mandante titular'
    when 'away' then 'away extérieur visitante fora'
    when 'third' then 'third troisième tercera terceira'
    when 'training' then 'training entraînement entrenamiento treino'
    when 'other' then 'other autre otra outra'
  end
$$;
comment on function private.kit_type_names is
  'How the four languages call a kit type: at least the labels in app/messages';

create view private.searchable as
  select 'jersey' as kind, jersey.id,
    concat_ws(' ', jersey.title, jersey.team, team.short_name, jersey.brand, jersey.edition,
      jersey.year, season.code, season.name, competition.name,
      private.kit_type_names(jersey.kit_type)) as text
  from public.jerseys jersey
  join public.competitions competition on competition.id = jersey.competition_id
  join public.seasons season on season.id = jersey.season_id
  left join public.teams team on team.id = jersey.team_id
  where jersey.status = 'approved' and jersey.is_active
  union all
  select 'team', id, concat_ws(' ', name, short_name) from public.teams where is_active
  union all
  select 'competition', id, name from public.competitions where is_active;
comment on view private.searchable is 'What a visitor may find, and the text it is found by';

create table private.search_documents (
  kind text not null,
  id uuid not null,
  words tsvector not null,
  constraint search_documents_pkey primary key (kind, id)
);
comment on table private.search_documents is 'private.searchable as words, kept by triggers';
-- Without a list of pending entries, which every search would have to read: a document changes
-- rarely. One index a kind, so that looking for a team doesn't wade through its jerseys.
create index search_documents_jerseys on private.search_documents using gin (words)
  with (fastupdate = off) where kind = 'jersey';
create index search_documents_teams on private.search_documents using gin (words)
  with (fastupdate = off) where kind = 'team';
create index search_documents_competitions on private.search_documents using gin (words)
  with (fastupdate = off) where kind = 'competition';

create table private.search_vocabulary (
  word text collate "C" constraint search_vocabulary_pkey primary key,
  near text[] not null
    generated always as (private.one_letter_less(word) || private.gaps(word)) stored
);
comment on table private.search_vocabulary is
  'Every word that search can find: what a mistyped one is compared with. A word that is no longer used does no harm';
create index search_vocabulary_near on private.search_vocabulary using gin (near);
create index search_vocabulary_parts on private.search_vocabulary
  using gin (word extensions.gin_trgm_ops);

create function private.refresh_search(kinds text, ids uuid[]) returns void
language sql set search_path = ''
as $$
  delete from private.search_documents document
  where document.kind = kinds and document.id = any (ids)
    and not exists (
      select from private.searchable shown where shown.kind = kinds and shown.id = document.id);

  insert into private.search_documents (kind, id, words)
  select kind, id, array_to_tsvector(private.words(text))
  from private.searchable where kind = kinds and id = any (ids)
  on conflict (kind, id) do update set words = excluded.words
    where search_documents.words <> excluded.words;

  -- In order, so that two who bring the same new words don't wait for each other.
  insert into private.search_vocabulary (word)
  select distinct word collate "C"
  from private.search_documents document, unnest(tsvector_to_array(document.words)) word
  where document.kind = kinds and document.id = any (ids) and char_length(word) between 3 and 30
  order by 1
  on conflict do nothing;
$$;
comment on function private.refresh_search is
  'Brings what search knows of these rows up to date, whether they are public, no longer, or gone';

create function private.record_words() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_search(
    tg_argv[0], array[case when tg_op = 'DELETE' then old.id else new.id end]);
  return null;
end $$;

-- Named columns: votes change the counters thousands of times, and no word.
create trigger jerseys_search after insert or delete or update of
  title, team, team_id, brand, brand_id, edition, year, kit_type, season_id, competition_id, status,
  is_active
on public.jerseys for each row execute function private.record_words('jersey');
create trigger teams_search after insert or delete or update of name, short_name, is_active
on public.teams for each row execute function private.record_words('team');
create trigger competitions_search after insert or delete or update of name, is_active
on public.competitions for each row execute function private.record_words('competition');

-- What jerseys are found by besides their own columns. A team's name is copied into them, which
-- teams_rename keeps.
create function private.record_words_of_jerseys() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_search('jersey', array(
    select id from public.jerseys
    where case tg_table_name
      when 'teams' then team_id = new.id
      when 'seasons' then season_id = new.id
      else competition_id = new.id
    end));
  return null;
end $$;

create trigger teams_search_jerseys after update of short_name on public.teams
for each row when (old.short_name is distinct from new.short_name)
execute function private.record_words_of_jerseys();
create trigger seasons_search_jerseys after update of code, name on public.seasons
for each row execute function private.record_words_of_jerseys();
create trigger competitions_search_jerseys after update of name on public.competitions
for each row when (old.name is distinct from new.name)
execute function private.record_words_of_jerseys();

revoke execute on function
  private.refresh_search, private.record_words, private.record_words_of_jerseys from public;

create function private.asked_words(query text) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  -- Nobody means more than a few words; the rest is cut off unread.
  with asked as (select (private.words(left(query, 100)))[:8] as words),
  -- Names of the thing itself, and articles: half of the titles have them, the other half not.
  telling as (
    select array(
      select word from unnest(asked.words) with ordinality as given (word, place)
      where word <> all (array[
        'maillot', 'maillots', 'jersey', 'jerseys', 'shirt', 'shirts', 'kit', 'kits', 'camiseta',
        'camisetas', 'camisa', 'camisas', 'a', 'al', 'as', 'au', 'd', 'da', 'de', 'del', 'des', 'do',
        'du', 'e', 'el', 'et', 'l', 'la', 'las', 'le', 'les', 'los', 'o', 'of', 'os', 'the', 'y'])
      order by place) as words
    from asked)
  select case
    when char_length(private.tidy(query)) < 2 then '{}'
    when telling.words = '{}' then asked.words
    else telling.words
  end
  from asked, telling
$$;
comment on function private.asked_words is 'The words of a query that tell something apart';

create function private.corrections(word text) returns text[]
language plpgsql stable set search_path = ''
as $$
declare
  found text[];
begin
  -- Another year is no correction, and three letters are near to everything.
  if word ~ '^\d+$' or char_length(word) < 4 or char_length(word) > 30 then
    return '{}';
  end if;
  found := array(
    select known.word from private.search_vocabulary known
    where known.word = any (
        private.one_letter_less(corrections.word) || private.swaps(corrections.word))
      or known.near && (corrections.word || private.gaps(corrections.word))
      or known.word like '%' || corrections.word || '%'
    order by extensions.similarity(known.word, corrections.word) desc, known.word
    limit 12);
  if found <> '{}' then
    return found;
  end if;
  return array(
    select known.word from private.search_vocabulary known
    where known.word operator(extensions.%) corrections.word
    order by extensions.similarity(known.word, corrections.word) desc, known.word
    limit 4);
end $$;
comment on function private.corrections is
  'Known words that a mistyped or cut one may stand for: one typing error away, or around it; else the most similar';

create function private.search_query(words text[], attempt integer) returns tsquery
language sql stable set search_path = ''
as $$
  -- The words hold letters and digits only, so that quotes around them are all the quoting needed.
  select string_agg(
    format('(%s)', array_to_string(
      -- Only the last may be a beginning, it is being typed. Beginnings are dear to look up.
      format('''%s''%s', word, case when attempt > 1 and place = cardinality(words) then ':*' end)
        || case
          when attempt > 2
          then array(select format('''%s''', other) from unnest(private.corrections(word)) other)
        end,
      ' | ')),
    ' & ')::tsquery
  from unnest(words) with ordinality as given (word, place)
$$;
comment on function private.search_query is
  'All of the words: 1 as they are, 2 the last as a beginning, 3 each as what it may stand for too';

create function private.matching_among_best(
  asked tsquery, depth integer, wanted integer, known uuid[])
returns uuid[]
language sql stable set search_path = ''
as $$
  -- Asked row by row, so that it ends with the last one wanted; a join would look at all first.
  select array(
    select best.id
    from (
      select id, score from public.jerseys where status = 'approved' and is_active
      order by score desc, id desc limit depth) best
    where best.id <> all (known) and (
      select document.words @@ asked from private.search_documents document
      where document.kind = 'jersey' and document.id = best.id)
    order by best.score desc, best.id desc
    limit wanted)
$$;
comment on function private.matching_among_best is
  'Those that match among the best rated jerseys, without the known ones';

create function private.matching_jerseys(asked tsquery, wanted integer, known uuid[])
returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  enough constant integer := 600;
  sample uuid[];
  found uuid[];
begin
  -- Most words that are typed first match a great many, and the best of them are soon found.
  found := private.matching_among_best(asked, 300, wanted, known);
  if cardinality(found) = wanted then
    return found;
  end if;
  sample := array(
    select id from private.search_documents where kind = 'jersey' and words @@ asked limit enough);
  if cardinality(sample) = enough then
    found := private.matching_among_best(asked, 2000, wanted, known);
    if cardinality(found) = wanted then
      return found;
    end if;
  end if;
  return found || array(
    select id from public.jerseys
    where id = any (sample) and id <> all (known) and id <> all (found)
    order by score desc, id desc
    limit wanted - cardinality(found));
end $$;
comment on function private.matching_jerseys is
  'The best rated that match, without the known ones. Where thousands match, few of them among the best 2000, a sample stands for the rest: the time it takes is bounded at any size';

create function public.search_jerseys(query text, max_results integer default 5)
returns setof public.jerseys
language plpgsql stable security definer rows 5 set search_path = ''
as $$
declare
  asked constant text[] := private.asked_words(query);
  wanted constant integer := least(greatest(coalesce(max_results, 5), 0), 100);
  found uuid[] := '{}';
begin
  for attempt in 1..3 loop
    -- Guesses only where nothing was found that was asked for.
    exit when asked = '{}' or cardinality(found) >= wanted or (attempt = 3 and found <> '{}');
    found := found || private.matching_jerseys(
      private.search_query(asked, attempt), wanted - cardinality(found), found);
  end loop;
  return query
    select jersey.*
    from unnest(found) with ordinality as result (id, place)
    join public.jerseys jersey on jersey.id = result.id
    where jersey.status = 'approved' and jersey.is_active
    order by result.place;
end $$;
comment on function public.search_jerseys is
  'Public jerseys by words of title, team, brand, edition, year, season, competition and kit type, in any order, without accents or case and with typing errors; whole words first, then beginnings, then what was meant; the best rated first';

create function public.search_teams(query text, max_results integer default 3)
returns setof public.teams
language plpgsql stable security definer rows 3 set search_path = ''
as $$
declare
  asked constant text[] := private.asked_words(query);
  wanted constant integer := least(greatest(coalesce(max_results, 3), 0), 100);
  found uuid[] := '{}';
begin
  for attempt in 1..3 loop
    exit when asked = '{}' or cardinality(found) >= wanted or (attempt = 3 and found <> '{}');
    found := found || array(
      select team.id
      from private.search_documents document
      join public.teams team on team.id = document.id
      join public.competitions competition on competition.id = team.competition_id
      where document.kind = 'team' and team.id <> all (found)
        and document.words @@ (select private.search_query(asked, attempt))
      order by competition.priority desc, team.name, team.id
      limit wanted - cardinality(found));
  end loop;
  return query
    select team.*
    from unnest(found) with ordinality as result (id, place)
    join public.teams team on team.id = result.id
    where team.is_active
    order by result.place;
end $$;
comment on function public.search_teams is
  'Active teams by words of their name and short name, as search_jerseys() finds jerseys; those of the most important competitions first';

create function public.search_competitions(query text, max_results integer default 3)
returns setof public.competitions
language plpgsql stable security definer rows 3 set search_path = ''
as $$
declare
  asked constant text[] := private.asked_words(query);
  wanted constant integer := least(greatest(coalesce(max_results, 3), 0), 100);
  found uuid[] := '{}';
begin
  for attempt in 1..3 loop
    exit when asked = '{}' or cardinality(found) >= wanted or (attempt = 3 and found <> '{}');
    found := found || array(
      select competition.id
      from private.search_documents document
      join public.competitions competition on competition.id = document.id
      where document.kind = 'competition' and competition.id <> all (found)
        and document.words @@ (select private.search_query(asked, attempt))
      order by competition.priority desc, competition.name, competition.id
      limit wanted - cardinality(found));
  end loop;
  return query
    select competition.*
    from unnest(found) with ordinality as result (id, place)
    join public.competitions competition on competition.id = result.id
    where competition.is_active
    order by result.place;
end $$;
comment on function public.search_competitions is
  'Active competitions by words of their name, as search_jerseys() finds jerseys; the most important first';

revoke execute on function
  public.search_jerseys, public.search_teams, public.search_competitions from public;
grant execute on function public.search_jerseys, public.search_teams, public.search_competitions
  to anon, authenticated, service_role;

-- What is there already.
select private.refresh_search('competition', array(select id from public.competitions));
select private.refresh_search('team', array(select id from public.teams));
select private.refresh_search('jersey', array(select id from public.jerseys));

-- They can't be used under row-level security, and cost every vote dozens of index entries.
drop index public.jerseys_search, public.teams_search, public.competitions_search;
