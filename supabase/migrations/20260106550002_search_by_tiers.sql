-- The best rated of many matches were found by asking the head of the ranking one by one, then from
-- a sample. Now a document says among its words how high its jersey is rated, in powers of two: the
-- index itself finds what matches among the best, then among the next.

create function private.tier(score integer) returns integer
language sql immutable parallel safe
return width_bucket(score, array[
  4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072, 262144,
  524288, 1048576]);
comment on function private.tier is
  'How high a jersey is rated, roughly: few votes move it to another tier. 0 are those with next to none';

create function private.tier_marks(tier integer) returns text[]
language sql immutable parallel safe
return case when tier > 0 then array['#' || tier] else '{}' end;
comment on function private.tier_marks is
  'What a search document of this tier has among its words; no word has a #';

create or replace view private.searchable as
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

create or replace function private.refresh_search(kinds text, ids uuid[]) returns void
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

  -- In order, so that two who bring the same new words don't wait for each other.
  insert into private.search_vocabulary (word)
  select distinct word collate "C"
  from private.search_documents document, unnest(tsvector_to_array(document.words)) word
  where document.kind = kinds and document.id = any (ids)
    and char_length(word) between 3 and 30 and word not like '#%'
  order by 1
  on conflict do nothing;
$$;

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
revoke execute on function private.record_tier from public;

create trigger jerseys_search_tier after update of upvotes, downvotes on public.jerseys
for each row when (private.tier(old.score) <> private.tier(new.score))
execute function private.record_tier();

create function private.beginnings(word text) returns text[]
language sql stable set search_path = ''
as $$
  select array(
    select known.word from private.search_vocabulary known
    where known.word >= beginnings.word collate "C"
      and known.word < (beginnings.word || U&'\+10FFFF') collate "C"
    limit 41)
$$;
comment on function private.beginnings is 'Known words that begin so: at most 40, or 41 for more';

create or replace function private.search_query(words text[], attempt integer) returns tsquery
language sql stable set search_path = ''
as $$
  -- The words hold letters and digits only, so that quotes around them are all the quoting needed.
  select string_agg(
    format('(%s)', concat_ws(' | ',
      format('''%s''', word),
      -- Only the last may be a beginning, it is being typed. Known words are looked up faster.
      case when attempt > 1 and place = cardinality(words) then (
        -- Those of two letters are in no list of known words.
        select case when cardinality(known) between 1 and 40 and char_length(word) > 1
          then (select string_agg(format('''%s''', longer), ' | ') from unnest(known) longer)
          else format('''%s'':*', word) end
        from private.beginnings(word) known) end,
      case when attempt > 2 then (
        select string_agg(format('''%s''', other), ' | ')
        from unnest(private.corrections(word)) other) end)),
    ' & ')::tsquery
  from unnest(words) with ordinality as given (word, place)
$$;

drop function private.matching_jerseys;
create function private.matching_jerseys(
  asked tsquery, is_broad boolean, wanted integer, known uuid[])
returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  -- So many of one tier are compared at most; where more match, they stand for the others.
  enough constant integer := 600;
  highest integer;
  mark tsquery;
  candidates uuid[];
  sample uuid[];
  found uuid[] := '{}';
begin
  select private.tier(score) into highest from public.jerseys
  where status = 'approved' and is_active order by score desc, id desc limit 1;
  for tier in reverse coalesce(highest, 0)..0 loop
    mark := format('''#%s''', tier)::tsquery;
    -- The lowest tiers are long lists to the index, though what is asked for in them is mostly rare:
    -- all that match are known sooner.
    if tier <= 2 and sample is null then
      sample := array(
        select id from private.search_documents where kind = 'jersey' and words @@ asked
        limit enough + 1);
    end if;
    if tier = 0 or cardinality(sample) <= enough then
      candidates := sample;
    elsif is_broad then
      -- It takes the index long, but not a look at a document.
      candidates := array(
        select id
        from (
          select id, words from private.search_documents where kind = 'jersey' and words @@ mark
          limit 2 * enough) document
        where words @@ asked);
    else
      candidates := array(
        select id from private.search_documents where kind = 'jersey' and words @@ (asked && mark)
        limit enough);
    end if;
    continue when candidates = '{}';
    found := found || array(
      select id from public.jerseys
      where id = any (candidates) and id <> all (known) and id <> all (found)
      order by score desc, id desc
      limit wanted - cardinality(found));
    exit when cardinality(found) >= wanted or cardinality(sample) <= enough;
  end loop;
  return found;
end $$;
comment on function private.matching_jerseys is
  'The best rated that match, without the known ones, from the highest tier down. Where more than 600 of a tier match, a sample stands for them: the time it takes is bounded at any size';

drop function private.matching_among_best;

-- Half of a search was planning it. Whatever the words, there is one good plan, which reads no table
-- from end to end.
create or replace function public.search_jerseys(query text, max_results integer default 5)
returns setof public.jerseys
language plpgsql stable security definer rows 5
set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off
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
      private.search_query(asked, attempt),
      attempt > 1 and cardinality(private.beginnings(asked[cardinality(asked)])) > 40,
      wanted - cardinality(found), found);
  end loop;
  return query
    select jersey.*
    from unnest(found) with ordinality as result (id, place)
    join public.jerseys jersey on jersey.id = result.id
    where jersey.status = 'approved' and jersey.is_active
    order by result.place;
end $$;

alter function public.search_teams set plan_cache_mode = force_generic_plan;
alter function public.search_teams set enable_seqscan = off;
alter function public.search_competitions set plan_cache_mode = force_generic_plan;
alter function public.search_competitions set enable_seqscan = off;

-- What is there already: one in ten has a mark.
update private.search_documents document
set words = document.words || array_to_tsvector(private.tier_marks(private.tier(jersey.score)))
from public.jerseys jersey
where document.kind = 'jersey' and jersey.id = document.id and private.tier(jersey.score) > 0;
