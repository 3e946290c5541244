-- The catalogue with filters: which jerseys, in which order, and how many each further choice would show
-- (docs/product.md 22).

create type private.catalogue_filter as (
  leagues text[],
  competitions uuid[],
  teams uuid[],
  brands uuid[],
  kits text[],
  colors text[],
  first_year integer,
  last_year integer,
  photo boolean[],
  -- What search looks for; null: no words are asked for.
  words text[],
  -- The caller's own side: collection, wishlist, neither, voted.
  own text[]
);
comment on type private.catalogue_filter is
  'What a filter asks for; null: anything. An empty list matches nothing';

create function private.wrong_filter(detail text) returns void
language plpgsql set search_path = ''
as $$
begin
  raise invalid_parameter_value using message = 'catalogue_filter_invalid', detail = wrong_filter.detail;
end $$;

create function private.filter_values(filter jsonb, name text, at_most integer default 10) returns text[]
language plpgsql stable set search_path = ''
as $$
declare
  given constant jsonb := nullif(filter -> name, 'null');
begin
  if given is null or given = '[]' then
    return null;
  end if;
  if jsonb_typeof(given) = 'string' then
    return array[given #>> '{}'];
  end if;
  if jsonb_typeof(given) <> 'array' or jsonb_array_length(given) > at_most
    or jsonb_path_exists(given, 'strict $[*] ? (@.type() != "string")') then
    perform private.wrong_filter(format('%s: a list of at most %s texts is expected.', name, at_most));
  end if;
  return array(select distinct jsonb_array_elements_text(given));
end $$;
comment on function private.filter_values is 'The values of one key of a filter; null: the key is not set';

create function private.filter_year(filter jsonb, name text) returns integer
language plpgsql stable set search_path = ''
as $$
declare
  given constant jsonb := nullif(filter -> name, 'null');
begin
  if given is null then
    return null;
  end if;
  if jsonb_typeof(given) <> 'number' or given::numeric not between 0 and 9999
    or given::numeric <> trunc(given::numeric) then
    perform private.wrong_filter(format('%s: a year of at most four digits is expected.', name));
  end if;
  return given::integer;
end $$;

create function private.filter_words(filter jsonb) returns text[]
language plpgsql stable set search_path = ''
as $$
declare
  given constant jsonb := nullif(filter -> 'q', 'null');
begin
  if given is null then
    return null;
  end if;
  if jsonb_typeof(given) <> 'string' or char_length(given #>> '{}') > 1000 then
    perform private.wrong_filter('q: a text of at most 1000 characters is expected.');
  end if;
  return case when private.tidy(given #>> '{}') is not null then private.asked_words(given #>> '{}') end;
end $$;

create function private.read_filter(filter jsonb) returns private.catalogue_filter
language plpgsql stable set search_path = ''
as $$
declare
  asked private.catalogue_filter;
  slugs text[];
  unknown text;
begin
  if filter is null or jsonb_typeof(filter) <> 'object' then
    perform private.wrong_filter('An object is expected.');
  end if;
  select left(key, 40) into unknown from jsonb_object_keys(filter) key
  where key not in (
    'sport', 'competition', 'team', 'brand', 'kit', 'color', 'from', 'to', 'photo', 'q', 'own')
  order by key limit 1;
  if found then
    perform private.wrong_filter(format('There is no filter %s.', quote_ident(unknown)));
  end if;

  slugs := private.filter_values(filter, 'sport');
  if slugs is not null then
    asked.leagues := array(
      select league from unnest(array['NBA', 'NFL', 'NHL', 'SOCCER', 'ESPORT']) league
      where lower(league collate "C") = any (slugs));
  end if;
  slugs := private.filter_values(filter, 'competition');
  if slugs is not null then
    asked.competitions := array(
      select id from public.competitions where slug = any (slugs) and is_active);
  end if;
  slugs := private.filter_values(filter, 'team');
  if slugs is not null then
    asked.teams := array(select id from public.teams where slug = any (slugs) and is_active);
  end if;
  slugs := private.filter_values(filter, 'brand');
  if slugs is not null then
    asked.brands := array(select id from public.brands where private.slug(name) = any (slugs));
  end if;
  asked.kits := private.filter_values(filter, 'kit');
  asked.colors := private.filter_values(filter, 'color');
  asked.first_year := private.filter_year(filter, 'from');
  asked.last_year := private.filter_year(filter, 'to');
  if asked.first_year > asked.last_year then
    perform private.wrong_filter('from: the first year comes after the last.');
  end if;
  slugs := private.filter_values(filter, 'photo');
  if slugs is not null then
    asked.photo := array(select value = '1' from unnest(slugs) value where value in ('0', '1'));
  end if;
  asked.words := private.filter_words(filter);
  asked.own := private.filter_values(filter, 'own');
  if asked.own is not null and auth.uid() is null then
    perform private.wrong_filter('own: only members who are signed in have shelves and votes.');
  end if;
  return asked;
end $$;
comment on function private.read_filter is 'Checks a filter and looks its slugs up; raises 22023 for a bad one';

-- What is true of a public jersey. Names in cells and entries are those of this view.
create view private.catalogue_facts as
  select jersey.id as jersey_id, jersey.league, jersey.competition_id, jersey.team_id,
    coalesce(jersey.year, left(season.code, 4)::integer) as year,
    private.kit_of(jersey.kit_type_slug) as kit, jersey.brand_id, coalesce(jersey.colors[1], '') as color,
    exists (
      select from public.jersey_images image
      where image.jersey_id = jersey.id and image.edit_id is null) as has_photo,
    jersey.created_at, coalesce(standing.upvotes, 0) as upvotes, coalesce(standing.downvotes, 0) as downvotes,
    coalesce(standing.rising, 0) as rising
  from public.jerseys jersey
  join public.seasons season on season.id = jersey.season_id
  left join private.standings standing on standing.jersey_id = jersey.id
  where jersey.status = 'approved' and jersey.is_active;

create function private.catalogue_checks(asked private.catalogue_filter) returns table (
  fact private.catalogue_facts, sport boolean, competition boolean, team boolean, brand boolean, kit boolean,
  color boolean, first_year boolean, last_year boolean, photo boolean, q boolean, own boolean)
language sql stable set search_path = ''
as $$
  select fact,
    coalesce(fact.league = any (asked.leagues), asked.leagues is null),
    coalesce(fact.competition_id = any (asked.competitions), asked.competitions is null),
    case when asked.teams is null then true else coalesce(fact.team_id = any (asked.teams), false) end,
    case when asked.brands is null then true else coalesce(fact.brand_id = any (asked.brands), false) end,
    coalesce(fact.kit = any (asked.kits), asked.kits is null),
    coalesce(fact.color = any (asked.colors), asked.colors is null),
    coalesce(fact.year >= asked.first_year, true),
    coalesce(fact.year <= asked.last_year, true),
    coalesce(fact.has_photo = any (asked.photo), asked.photo is null),
    asked.words is null or exists (
      select from private.search_documents document
      where document.kind = 'jersey' and document.id = fact.jersey_id
        and document.words @@ private.search_query(asked.words, 2)),
    asked.own is null
      or 'collection' = any (asked.own) and exists (
        select from public.user_collections shelf
        where shelf.jersey_id = fact.jersey_id and shelf.user_id = auth.uid())
      or 'wishlist' = any (asked.own) and exists (
        select from public.user_wishlists shelf
        where shelf.jersey_id = fact.jersey_id and shelf.user_id = auth.uid())
      or 'voted' = any (asked.own) and exists (
        select from public.jersey_votes vote
        where vote.jersey_id = fact.jersey_id and vote.voter_id = auth.uid())
      or 'neither' = any (asked.own) and not exists (
        select from public.user_collections shelf
        where shelf.jersey_id = fact.jersey_id and shelf.user_id = auth.uid()
        union all
        select from public.user_wishlists shelf
        where shelf.jersey_id = fact.jersey_id and shelf.user_id = auth.uid())
  from private.catalogue_facts fact
$$;

create function public.catalogue_page(filter jsonb, sort text default 'best', after text default null)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  asked constant private.catalogue_filter := private.read_filter(filter);
  cursor_parts text[];
  found_ids uuid[];
  next text;
begin
  if sort is null or sort not in ('best', 'newest', 'year', 'oldest', 'rising', 'votes') then
    raise invalid_parameter_value using
      message = 'catalogue_sort_invalid', detail = 'There is no such order.';
  end if;
  if after is not null then
    cursor_parts := regexp_match(after,
      '^' || sort || '_(-?\d{1,6}(?:\.\d{1,20})?(?:e[+-]?\d{1,3})?)_(\d{1,17})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$');
    if cursor_parts is null then
      raise invalid_parameter_value using
        message = 'catalogue_cursor_invalid', detail = 'This is not where a step of this order begins.';
    end if;
  end if;
  with ordered as (
    select (fact).jersey_id as id,
      case sort
        when 'best' then case when (fact).upvotes + (fact).downvotes >= 10
          then 1 + private.wilson((fact).upvotes, (fact).downvotes)
          else 0.5 + ((fact).upvotes - (fact).downvotes) / 100.0 end
        when 'newest' then 0
        when 'year' then (fact).year
        when 'oldest' then -(fact).year
        when 'rising' then (fact).rising
        else (fact).upvotes + (fact).downvotes
      end::double precision as value,
      (extract(epoch from (fact).created_at) * 1000000)::bigint as created
    from private.catalogue_checks(asked)
    where sport and competition and team and brand and kit and color and first_year and last_year and photo
      and q and own
  ), step as (
    select *, row_number() over (order by value desc, created desc, id desc) as place
    from ordered
    where after is null
      or (value, created, id)
        < (cursor_parts[1]::double precision, cursor_parts[2]::bigint, cursor_parts[3]::uuid)
    order by value desc, created desc, id desc limit 25
  )
  select coalesce(array_agg(id order by place) filter (where place <= 24), '{}'),
    (select format('%s_%s_%s_%s', sort, value, created, id) from step
      where place = 24 and exists (select from step where place = 25))
  into found_ids, next from step;
  return jsonb_build_object('ids', found_ids, 'next', next);
end $$;
comment on function public.catalogue_page is
  'A step of the public jerseys that a filter shows: at most 24 ids in order, and the cursor of the next step';

create function public.catalogue_counts(filter jsonb)
returns table (facet text, value text, jerseys integer)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  asked constant private.catalogue_filter := private.read_filter(filter);
begin
  return query
  with checked as materialized (
    select (fact).*, sport, competition, team, brand, checks.kit as kits, checks.color as colors, first_year,
      last_year, photo, q, own, 1 as one
    from private.catalogue_checks(asked) checks
  ), counted as (
    select 'total' as facet, '' as value, count(*) as jerseys from checked
    where sport and competition and team and brand and kits and colors and first_year and last_year and photo and q and own
    union all
    select 'sport', lower(league), count(*) from checked
    where competition and team and brand and kits and colors and first_year and last_year and photo and q and own
    group by league
    union all
    select 'competition', (select slug from public.competitions where id = competition_id and is_active), count(*)
    from checked
    where sport and team and brand and kits and colors and first_year and last_year and photo and q and own
    group by competition_id
    union all
    (select 'team', (select slug from public.teams where id = team_id and is_active) as slug, count(*) from checked
    where sport and competition and brand and kits and colors and first_year and last_year and photo and q and own
      and (asked.competitions is not null or asked.teams is not null or cardinality(asked.leagues) = 1)
      and team_id is not null
    group by slug order by count(*) desc, slug limit 60)
    union all
    select 'brand', (select private.slug(name) from public.brands where id = brand_id) as slug, count(*)
    from checked
    where sport and competition and team and kits and colors and first_year and last_year and photo and q and own
    group by slug
    union all
    select 'kit', kit, count(*) from checked
    where sport and competition and team and brand and colors and first_year and last_year and photo and q and own
    group by kit
    union all
    select 'color', color, count(*) from checked
    where sport and competition and team and brand and kits and first_year and last_year and photo and q and own
      and color <> ''
    group by color
    union all
    select 'photo', has_photo::integer::text, count(*) from checked
    where sport and competition and team and brand and kits and colors and first_year and last_year and q and own
    group by has_photo
    union all
    select 'decade', (year / 10 * 10)::text, count(*) from checked
    where sport and competition and team and brand and kits and colors and photo and q and own
    group by year / 10
    union all
    select 'without', name, count(*) filter (where
      (sport or name = 'sport') and (competition or name = 'competition') and (team or name = 'team')
      and (brand or name = 'brand') and (kits or name = 'kit') and (colors or name = 'color')
      and (first_year or name = 'from') and (last_year or name = 'to') and (photo or name = 'photo')
      and (q or name = 'q') and (own or name = 'own'))
    from (values
      ('sport', asked.leagues is not null), ('competition', asked.competitions is not null),
      ('team', asked.teams is not null), ('brand', asked.brands is not null), ('kit', asked.kits is not null),
      ('color', asked.colors is not null), ('from', asked.first_year is not null),
      ('to', asked.last_year is not null), ('photo', asked.photo is not null),
      ('q', asked.words is not null), ('own', asked.own is not null)) as filters (name, is_set)
    left join checked on true
    where is_set
    group by name
  )
  select facet, value, least(jerseys, 1001)::integer from counted
  where value is not null and value <> '' or facet = 'total';
end $$;
comment on function public.catalogue_counts is
  'How many public jerseys a filter shows, and how many each further choice or removal would; 1001 means more than 1000';

create function public.catalogue_values(filter jsonb) returns table (facet text, value text, label text)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  if filter is null or jsonb_typeof(filter) <> 'object' then
    perform private.wrong_filter('An object is expected.');
  end if;
  return query
  select distinct on (1, 2) named.* from (
    select 'competition' as facet, slug as value, name as label from public.competitions
    where slug = any (private.filter_values(filter, 'competition', 100)) and is_active
    union all
    select 'team', slug, name from public.teams
    where slug = any (private.filter_values(filter, 'team', 100)) and is_active
    union all
    select 'brand', private.slug(name), name from public.brands
    where private.slug(name) = any (private.filter_values(filter, 'brand', 100))
  ) named
  order by 1, 2, 3;
end $$;
comment on function public.catalogue_values is
  'The competitions, teams and brands among a filter''s values, with their names; up to 100 values of each';

revoke execute on function
  private.wrong_filter, private.filter_values, private.filter_year, private.filter_words, private.read_filter,
  private.catalogue_checks
from public;
revoke execute on function public.catalogue_page, public.catalogue_counts, public.catalogue_values from public;
grant execute on function public.catalogue_page, public.catalogue_counts, public.catalogue_values
to anon, authenticated, service_role;
