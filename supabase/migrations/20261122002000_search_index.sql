-- The data of search. A plain `ilike` under row-level security can't use an index, because LIKE
-- isn't leakproof; it is also sensitive to accents, word order and typing errors. Therefore
-- everything public is stored here once more as words. The table is separate, so votes, which
-- rewrite the jersey only, stay cheap.

create function private.words(value text) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  -- Everything but letters and digits separates words. Outside ASCII the ranges of letters are listed, because
  -- character classes depend on the server's locale.
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

-- A document has among its words a mark for its jersey's score, in powers of two. So the index
-- itself finds the matches among the best jerseys, then among the next.

create function private.tier(score integer) returns integer
language sql immutable parallel safe
return width_bucket(score, array[
  4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072, 262144,
  524288, 1048576]);
comment on function private.tier is
  'How high a jersey is rated, roughly: few votes move it to another tier. Tier 0 has next to no votes';

create function private.tier_marks(tier integer) returns text[]
language sql immutable parallel safe
return case when tier > 0 then array['#' || tier] else '{}' end;
comment on function private.tier_marks is
  'What a search document of this tier has among its words; no word contains a #';

create view private.searchable as
  select 'jersey' as kind, jersey.id,
    concat_ws(' ', jersey.title, jersey.team, team.short_name, country.names, jersey.brand,
      jersey.edition, jersey.year, season.code, season.name, competition.name,
      private.kit_type_names(jersey.kit_type)) as text,
    private.tier_marks(private.tier(jersey.score)) as marks
  from public.jerseys jersey
  join public.competitions competition on competition.id = jersey.competition_id
  join public.seasons season on season.id = jersey.season_id
  left join public.teams team on team.id = jersey.team_id
  left join private.country_names country
    on country.code = team.country and competition.slug = 'international-teams'
  where jersey.status = 'approved' and jersey.is_active
  union all
  select 'team', team.id, concat_ws(' ', team.name, team.short_name, country.names), '{}'
  from public.teams team
  join public.competitions competition on competition.id = team.competition_id
  left join private.country_names country
    on country.code = team.country and competition.slug = 'international-teams'
  where team.is_active
  union all
  select 'competition', id, name, '{}' from public.competitions where is_active;
comment on view private.searchable is 'What a visitor may find, and the text it is found by';

create table private.search_documents (
  kind text not null,
  id uuid not null,
  words tsvector not null,
  constraint search_documents_pkey primary key (kind, id)
);
comment on table private.search_documents is 'private.searchable as words; triggers keep it';
-- No list of pending entries (fastupdate), which every search would have to read: a document changes rarely. One
-- index per kind, so that a search for a team does not read its jerseys.
create index search_documents_jerseys on private.search_documents using gin (words)
  with (fastupdate = off) where kind = 'jersey';
comment on index private.search_documents_jerseys is 'Jerseys by words: search_jerseys()';
create index search_documents_teams on private.search_documents using gin (words)
  with (fastupdate = off) where kind = 'team';
comment on index private.search_documents_teams is 'Teams by words: search_teams()';
create index search_documents_competitions on private.search_documents using gin (words)
  with (fastupdate = off) where kind = 'competition';
comment on index private.search_documents_competitions is 'Competitions by words: search_competitions()';

create function private.one_letter_less(word text) returns text[]
language sql immutable strict parallel safe set search_path = ''
as $$
  select array(
    select left(word, place - 1) || substr(word, place + 1)
    from generate_series(1, char_length(word)) place)
$$;
comment on function private.one_letter_less is 'A word without its first, its second … its last letter';

create function private.gaps(word text) returns text[]
language sql immutable strict parallel safe set search_path = ''
as $$
  select array(
    select left(word, place - 1) || '*' || substr(word, place + 1)
    from generate_series(1, char_length(word)) place)
$$;
comment on function private.gaps is
  'A word with any one letter masked: two words that differ by one letter have one of these in common';

create table private.search_vocabulary (
  word text collate "C" constraint search_vocabulary_pkey primary key,
  near text[] not null
    generated always as (private.one_letter_less(word) || private.gaps(word)) stored
);
comment on table private.search_vocabulary is
  'Every word that search can find: a mistyped word is compared with it. A word no longer used does no harm';
create index search_vocabulary_near on private.search_vocabulary using gin (near);
comment on index private.search_vocabulary_near is 'Words one typing error away: private.corrections()';
create index search_vocabulary_parts on private.search_vocabulary
  using gin (word extensions.gin_trgm_ops);
comment on index private.search_vocabulary_parts is
  'Words that contain or resemble another: private.corrections()';

create function private.refresh_search(kinds text, ids uuid[]) returns void
language sql set search_path = ''
as $$
  delete from private.search_documents document
  where document.kind = kinds and document.id = any (ids)
    and not exists (
      select from private.searchable shown where shown.kind = kinds and shown.id = document.id);

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
    and char_length(word) between 3 and 30 and word not like '#%'
  order by 1
  on conflict do nothing;
$$;
comment on function private.refresh_search is
  'Brings the documents of these rows up to date, whether the rows are public, no longer public, or deleted';

create function private.record_words() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_search(
    tg_argv[0], array[case when tg_op = 'DELETE' then old.id else new.id end]);
  return null;
end $$;

-- Named columns: votes change the counters of a jersey, and no word.
create trigger jerseys_search after insert or delete or update of
  title, team, team_id, brand, brand_id, edition, year, kit_type, season_id, competition_id, status,
  is_active
on public.jerseys for each row execute function private.record_words('jersey');
create trigger teams_search
after insert or delete or update of name, short_name, country, competition_id, is_active
on public.teams for each row execute function private.record_words('team');
create trigger competitions_search after insert or delete or update of name, is_active
on public.competitions for each row execute function private.record_words('competition');

-- Jerseys are also found by words of other tables. The name of a team is a copy in the jersey, which teams_rename
-- updates.
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

create trigger teams_search_jerseys after update of short_name, country on public.teams
for each row
when (old.short_name is distinct from new.short_name or old.country is distinct from new.country)
execute function private.record_words_of_jerseys();
create trigger seasons_search_jerseys after update of code, name on public.seasons
for each row execute function private.record_words_of_jerseys();
create trigger competitions_search_jerseys after update of name on public.competitions
for each row when (old.name is distinct from new.name)
execute function private.record_words_of_jerseys();

create function private.record_tier() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.search_documents document
  set words = ts_delete(
      document.words, array(select word from unnest(tsvector_to_array(document.words)) word where word like '#%'))
    || array_to_tsvector(private.tier_marks(private.tier(new.score)))
  where document.kind = 'jersey' and document.id = new.id;
  return null;
end $$;

create trigger jerseys_search_tier after update of upvotes, downvotes on public.jerseys
for each row when (private.tier(old.score) <> private.tier(new.score))
execute function private.record_tier();

revoke execute on function
  private.refresh_search, private.record_words, private.record_words_of_jerseys, private.record_tier
from public;
