ALTER TABLE "private"."catalogue_cells" DROP CONSTRAINT "catalogue_cells_pkey";
DROP INDEX "private"."catalogue_entries_of_cell";
ALTER TABLE "private"."catalogue_cells" DROP COLUMN "number";
ALTER TABLE "private"."catalogue_entries" DROP COLUMN "cell";
ALTER TABLE "private"."catalogue_cells" ADD COLUMN "pattern" text COLLATE pg_catalog."C" NOT NULL DEFAULT '';
ALTER TABLE "private"."catalogue_cells" ALTER COLUMN "pattern" DROP DEFAULT;
ALTER TABLE "private"."catalogue_entries" ADD COLUMN "pattern" text COLLATE pg_catalog."C" NOT NULL DEFAULT '';
ALTER TABLE "private"."catalogue_entries" ALTER COLUMN "pattern" DROP DEFAULT;
ALTER TABLE "public"."jerseys" ADD COLUMN "pattern" text;
ALTER TYPE "private"."catalogue_filter" ADD ATTRIBUTE "patterns" text[] CASCADE;
ALTER TABLE "private"."catalogue_cells" ADD CONSTRAINT "catalogue_cells_pkey" PRIMARY KEY (competition_id, year, kit, brand_id, color, pattern, has_photo);
CREATE FUNCTION private.patterns() RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN array['plain', 'stripes', 'pinstripes', 'hoops', 'band', 'chest_band', 'sash', 'halves', 'diagonal', 'quarters', 'chevron', 'cross', 'checks', 'gradient', 'graphic'];
CREATE FUNCTION private.cell_number(competition_id uuid, year smallint, kit text, brand_id uuid, color text, pattern text, has_photo boolean) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN uuid_hash_extended(competition_id, uuid_hash_extended(brand_id, hashtextextended(kit || ' ' || color || ' ' || pattern collate "C", year * 2 + has_photo::integer)));
ALTER TABLE "private"."catalogue_cells" ADD COLUMN "number" bigint GENERATED ALWAYS AS (private.cell_number(competition_id, year, kit, brand_id, color, pattern, has_photo)) STORED NOT NULL;
ALTER TABLE "private"."catalogue_entries" ADD COLUMN "cell" bigint GENERATED ALWAYS AS (private.cell_number(competition_id, year, kit, brand_id, color, pattern, has_photo)) STORED NOT NULL;
CREATE INDEX catalogue_entries_of_cell ON private.catalogue_entries USING btree (cell);
ALTER TABLE "public"."jerseys" ADD CONSTRAINT "jerseys_pattern_known" CHECK ((pattern = ANY (private.patterns()))) NOT VALID;
ALTER TABLE "public"."jerseys" VALIDATE CONSTRAINT "jerseys_pattern_known";

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP TRIGGER "jerseys_changed" ON "public"."jerseys";

DROP TRIGGER "jerseys_standing" ON "public"."jerseys";

DROP VIEW "private"."searchable";

DROP FUNCTION "private"."cell_number"(uuid, smallint, text, uuid, text, boolean);

DROP FUNCTION "private"."refresh_catalogue_counts"(private.catalogue_facts[]);

DROP VIEW "private"."catalogue_facts";

DROP FUNCTION "private"."years_of"(private.catalogue_filter);

CREATE OR REPLACE FUNCTION private.after_place(sort text, place private.catalogue_cursor)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((place).jersey_id IS NULL) THEN 'true'::text WHEN (sort = 'newest'::text) THEN '(created_at, jersey_id) < ($4, $5)'::text WHEN (sort = 'oldest'::text) THEN '(year, created_at, jersey_id) > ($3, $4, $5)'::text ELSE format('(%s, created_at, jersey_id) < ($3, $4, $5)'::text, sort) END
;

CREATE OR REPLACE FUNCTION private.count_cells(asked private.catalogue_filter, facet text DEFAULT ''::text)
 RETURNS TABLE(value text, jerseys bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
begin
  return query execute format(
    'select %s, sum(jerseys) from private.catalogue_cells where %s group by 1',
    case facet
      when 'competition' then 'competition_id::text' when 'decade' then '(year / 10 * 10)::text' when 'kit' then 'kit'
      when 'brand' then 'brand_id::text' when 'color' then 'color' when 'pattern' then 'pattern' when 'photo' then 'has_photo::integer::text'
      else '''''' end,
    private.fact_conditions(asked));
end $function$
;

CREATE OR REPLACE FUNCTION private.count_entries(asked private.catalogue_filter, scope private.catalogue_scope)
 RETURNS TABLE(facet text, value text, jerseys bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
  with candidate as (
    select * from private.catalogue_entries
    where scope.included is not null and jersey_id = any (scope.included)
    union all
    select * from private.catalogue_entries
    where scope.included is null and team_id = any (asked.teams)
  ), checked as (
    -- Each filter that a jersey misses has a bit.
    select entry.*,
      case when asked.leagues is null or competition.league = any (asked.leagues) then 0 else 1 end
      + case when asked.competitions is null or entry.competition_id = any (asked.competitions) then 0 else 2 end
      + case when asked.teams is null or entry.team_id = any (asked.teams) then 0 else 4 end
      + case when asked.brands is null or entry.brand_id = any (asked.brands) then 0 else 8 end
      + case when asked.kits is null or entry.kit = any (asked.kits) then 0 else 16 end
      + case when asked.colors is null or entry.color = any (asked.colors) then 0 else 32 end
      + case when asked.photo is null or entry.has_photo = any (asked.photo) then 0 else 64 end
      + case when entry.year between coalesce(asked.first_year, entry.year) and coalesce(asked.last_year, entry.year)
          then 0 else 128 end
      + case when asked.patterns is null or entry.pattern = any (asked.patterns) then 0 else 256 end as missed
    from candidate entry join public.competitions competition on competition.id = entry.competition_id
    where scope.excluded is null or entry.jersey_id <> all (scope.excluded)
  )
  -- A facet counts what fits all filters, or all but its own.
  select facet.name, facet.value, count(*)
  from checked cross join lateral (values
    ('total', '', 0), ('sport', competition_id::text, 1), ('competition', competition_id::text, 2),
    ('team', team_id::text, 4), ('brand', brand_id::text, 8), ('kit', kit, 16), ('color', color, 32),
    ('photo', has_photo::integer::text, 64), ('decade', (year / 10 * 10)::text, 128),
    ('pattern', pattern, 256)) as facet (name, value, bit)
  where missed in (0, facet.bit)
  group by 1, 2
$function$
;

CREATE OR REPLACE FUNCTION private.count_facts(asked private.catalogue_filter)
 RETURNS TABLE(facet text, value text, jerseys bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select name, counted.value, counted.jerseys
  from unnest(array['brand', 'kit', 'color', 'pattern', 'photo', 'decade']) name
  cross join lateral private.count_cells(private.without_filter(asked, name), name) counted
  union all
  -- Read without the filters of sport and competition, competitions say both facets, and the total.
  select facet.name, facet.value, sum(cell.jerseys)
  from private.count_cells(
    private.without_filter(private.without_filter(asked, 'sport'), 'competition'), 'competition') cell
  join public.competitions competition on competition.id = cell.value::uuid
  cross join lateral (values (
    asked.leagues is null or competition.league = any (asked.leagues),
    asked.competitions is null or competition.id = any (asked.competitions))) as fits (sport, competition)
  cross join lateral (values
    ('competition', cell.value, fits.sport), ('sport', cell.value, fits.competition),
    ('total', '', fits.sport and fits.competition)) as facet (name, value, counts)
  where facet.counts
  group by 1, 2
$function$
;

CREATE OR REPLACE FUNCTION private.count_matches(asked private.catalogue_filter, scope private.catalogue_scope)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  jerseys bigint;
begin
  execute format(
    'select count(*) from private.catalogue_entries where %s',
    concat_ws(' and ',
      case when scope.included is not null then 'jersey_id = any ($1)' end,
      case when scope.excluded <> '{}' then 'jersey_id <> all ($2)' end,
      private.entry_conditions(asked)))
  into jerseys
  using scope.included, scope.excluded;
  return jerseys;
end $function$
;

CREATE OR REPLACE FUNCTION private.count_teams(asked private.catalogue_filter, total bigint)
 RETURNS TABLE(value text, jerseys bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  others private.catalogue_filter := private.without_filter(asked, 'team');
  competitions constant uuid[] := private.competitions_of(asked);
begin
  others.leagues := null;
  others.competitions := null;
  if private.fact_conditions(others) = 'true' then
    return query
      select team.team_id::text, sum(team.jerseys) from private.catalogue_teams team
      where competitions is null or team.competition_id = any (competitions) group by 1;
  elsif total <= private.catalogue_limit('by_team') then
    return query execute format(
      'select entry.team_id::text, count(*)
       from (select distinct number from private.catalogue_cells where %1$s) cell
       join private.catalogue_entries entry on entry.cell = cell.number
       where %1$s group by 1',
      private.fact_conditions(asked));
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.entry_conditions(asked private.catalogue_filter)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select concat_ws(' and ', private.fact_conditions(asked),
    case when asked.teams is not null then format('team_id = any (%L::uuid[])', asked.teams) end)
$function$
;

CREATE OR REPLACE FUNCTION private.fact_conditions(asked private.catalogue_filter)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select concat_ws(' and ', 'true',
    case when asked.leagues is not null or asked.competitions is not null
      then format('competition_id = any (%L::uuid[])', private.competitions_of(asked)) end,
    case when asked.first_year is not null or asked.last_year is not null
      then format('year between %s and %s', coalesce(asked.first_year, 0), coalesce(asked.last_year, 9999)) end,
    case when asked.kits is not null then format('kit = any (%L::text[])', asked.kits) end, case when asked.brands is not null then format('brand_id = any (%L::uuid[])', asked.brands) end,
    case when asked.colors is not null then format('color = any (%L::text[])', asked.colors) end,
    case when asked.patterns is not null then format('pattern = any (%L::text[])', asked.patterns) end, case when asked.photo is not null then format('has_photo = any (%L::boolean[])', asked.photo) end)
$function$
;

CREATE OR REPLACE FUNCTION private.has_few(asked private.catalogue_filter)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  most constant integer := private.catalogue_limit('few');
  cells integer;
begin
  execute format(
    'select count(*) from (select from private.catalogue_cells where %s limit $1 + 1) cell', private.fact_conditions(asked))
  into cells
  using most;
  return cells <= most;
end $function$
;

CREATE OR REPLACE FUNCTION private.jersey_facts()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY['league'::text, 'competition_id'::text, 'season_id'::text, 'team_id'::text, 'team'::text, 'title'::text, 'year'::text, 'kit_type'::text, 'colors'::text, 'pattern'::text, 'brand_id'::text, 'brand'::text, 'edition'::text, 'price'::text, 'external_link'::text, 'description'::text]
;

CREATE OR REPLACE FUNCTION private.next_step(asked private.catalogue_filter, scope private.catalogue_scope, sort text, place private.catalogue_cursor)
 RETURNS SETOF private.catalogue_step
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  most_looked_at constant integer := private.catalogue_limit('looked_at');
  soon private.catalogue_filter;
  in_order text;
  found private.catalogue_step[];
  goes_on boolean;
begin
  if scope.included is not null then
    -- Without the fence the planner may go through all jerseys in order, and look for each among the included.
    return query select * from private.read_step(
      '(select entry.* from unnest($1) included (jersey_id)
        join private.catalogue_entries entry using (jersey_id) offset 0) entry', asked, scope, sort, place);
    return;
  elsif asked.teams is not null then
    return query select * from private.read_step('private.catalogue_entries', asked, scope, sort, place);
    return;
  end if;
  -- What is left out is left out of no cell, so 25 in the next years may not be enough.
  soon := case when scope.excluded <> '{}' then asked else private.next_years(asked, sort, place) end;
  if not private.has_few(soon) then
    in_order := format('select * from private.catalogue_entries where %s and %s order by %s',
      private.after_place(sort, place),
      -- The order by years begins at the first of these years, and ends at the last.
      case when sort in ('year', 'oldest')
        then format('year between %s and %s', coalesce(soon.first_year, 0), coalesce(soon.last_year, 9999)) else 'true' end,
      private.order_of(sort));
    found := array(select step from private.read_step(
      format('(%s limit %s) entry', in_order, most_looked_at), soon, scope, sort, place) step);
    if cardinality(found) < 25 then
      execute format('select exists (%s offset %s)', in_order, most_looked_at) into goes_on
      using null, null, place.value, place.created_at, place.jersey_id;
    end if;
    if goes_on is not true then
      return query select * from unnest(found);
      return;
    end if;
  end if;
  return query select * from private.read_cells(soon, scope, sort, place);
end $function$
;

CREATE OR REPLACE FUNCTION private.next_years(asked private.catalogue_filter, sort text, place private.catalogue_cursor)
 RETURNS private.catalogue_filter
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  soon private.catalogue_filter := asked;
  first integer;
  reached integer;
begin
  if sort not in ('year', 'oldest') or place.value not between 1850 and 2100 then
    return asked;
  elsif sort = 'oldest' then
    soon.first_year := greatest(asked.first_year, place.value);
  else
    soon.last_year := least(asked.last_year, place.value);
  end if;
  execute format(
    'select %1$s(year), %2$s(year) filter (where jerseys < 25)
     from (
       select year, sum(sum(jerseys)) over (order by year %3$s) - sum(jerseys) as jerseys from private.catalogue_cells
       where year is distinct from $1 and %4$s group by year) years',
    case sort when 'oldest' then 'min' else 'max' end, case sort when 'oldest' then 'max' else 'min' end,
    case sort when 'oldest' then 'asc' else 'desc' end, private.fact_conditions(soon))
  into first, reached
  using place.value;
  if place.value is null and first is null then
    return asked;
  end if;
  -- The year of the place itself may have more.
  if sort = 'oldest' then
    soon.first_year := case when place.value is null then first else soon.first_year end;
    soon.last_year := least(asked.last_year, coalesce(reached, soon.first_year));
  else
    soon.last_year := case when place.value is null then first else soon.last_year end;
    soon.first_year := greatest(asked.first_year, coalesce(reached, soon.last_year));
  end if;
  return soon;
end $function$
;

CREATE OR REPLACE FUNCTION private.pattern_names(pattern text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select case pattern
    when 'plain' then 'plain uni unie lisa liso'
    when 'stripes' then 'stripes striped vertical rayures verticales rayé rayas listras verticais listrada'
    when 'pinstripes' then 'pinstripes pinstripe rayures fines rayas finas listras'
    when 'hoops' then 'hoops hooped horizontal stripes cerceaux rayures horizontales franjas listras horizontais'
    when 'band' then 'central vertical band stripe bande centrale verticale franja faixa'
    when 'chest_band' then 'chest band bande poitrine franja pecho faixa peito'
    when 'sash' then 'sash diagonal band bande diagonale écharpe banda cruzada faixa transversal'
    when 'halves' then 'halves half moitiés moitié mitades mitad metades metade'
    when 'diagonal' then 'diagonal halves diagonale moitiés mitades metades'
    when 'quarters' then 'quarters quartered quartiers cuartos quartos'
    when 'chevron' then 'chevron chevrons galón'
    when 'cross' then 'cross croix cruz'
    when 'checks' then 'checks checked checkered chequered damier carreaux cuadros ajedrezado xadrez quadriculado'
    when 'gradient' then 'gradient fade dégradé degradado degradê'
    when 'graphic' then 'graphic graphique motif gráfico estampado estampa'
  end
$function$
;

CREATE OR REPLACE FUNCTION private.read_filter(filter jsonb)
 RETURNS private.catalogue_filter
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
    'sport', 'competition', 'team', 'brand', 'kit', 'color', 'pattern', 'from', 'to', 'photo', 'q', 'own')
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
  asked.patterns := private.filter_values(filter, 'pattern');
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
end $function$
;

CREATE OR REPLACE FUNCTION private.read_step(source text, asked private.catalogue_filter, scope private.catalogue_scope, sort text, place private.catalogue_cursor)
 RETURNS SETOF private.catalogue_step
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
begin
  -- The value has a name of its own: by the name of its column, the order would be that of the cast, and no index's.
  return query execute format(
    'select jersey_id, %s::double precision as value, created_at from %s
     where %s order by %s limit 25',
    private.value_of(sort), source,
    concat_ws(' and ', private.after_place(sort, place),
      private.entry_conditions(asked),
      case when scope.included is not null then 'jersey_id = any ($1)' end,
      case when scope.excluded <> '{}' then 'jersey_id <> all ($2)' end),
    private.order_of(sort))
  using scope.included, scope.excluded, place.value, place.created_at, place.jersey_id;
end $function$
;

CREATE OR REPLACE FUNCTION private.refresh_catalogue(ids uuid[])
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  former constant private.catalogue_facts[] := array(
    select (jersey_id, competition_id, team_id, year, kit, brand_id, color, pattern, has_photo, created_at, best, votes, rising)::private.catalogue_facts
    from private.catalogue_entries where jersey_id = any (ids));
  fresh constant private.catalogue_facts[] := array(
    select fact from private.catalogue_facts fact where fact.jersey_id = any (ids));
  -- Of jerseys that came, went or have other facts: as they were, and as they are.
  moved private.catalogue_facts[];
begin
  delete from private.catalogue_entries
  where jersey_id = any (ids) and jersey_id not in (select jersey_id from unnest(fresh));
  insert into private.catalogue_entries as entry (
    jersey_id, competition_id, team_id, year, kit, brand_id, color, pattern, has_photo, created_at, best, votes, rising)
  select * from unnest(fresh)
  on conflict (jersey_id) do update set
    competition_id = excluded.competition_id, team_id = excluded.team_id, year = excluded.year, kit = excluded.kit,
    brand_id = excluded.brand_id, color = excluded.color, pattern = excluded.pattern, has_photo = excluded.has_photo,
    created_at = excluded.created_at, best = excluded.best, votes = excluded.votes, rising = excluded.rising
  where (entry.competition_id, entry.team_id, entry.year, entry.kit, entry.brand_id, entry.color,
      entry.pattern, entry.has_photo, entry.created_at, entry.best, entry.votes, entry.rising)
    is distinct from
    (excluded.competition_id, excluded.team_id, excluded.year, excluded.kit, excluded.brand_id, excluded.color,
      excluded.pattern, excluded.has_photo, excluded.created_at, excluded.best, excluded.votes, excluded.rising);

  moved := array(
    select unnest(array[f, n]) from unnest(former) f full join unnest(fresh) n using (jersey_id)
    where (f.competition_id, f.team_id, f.year, f.kit, f.brand_id, f.color, f.pattern, f.has_photo)
      is distinct from (n.competition_id, n.team_id, n.year, n.kit, n.brand_id, n.color, n.pattern, n.has_photo));
  if moved = '{}' then
    return false;
  end if;

  perform private.refresh_catalogue_counts(moved);
  return true;
end $function$
;

CREATE OR REPLACE FUNCTION private.without_filter(asked private.catalogue_filter, name text)
 RETURNS private.catalogue_filter
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  case name
    when 'sport' then asked.leagues := null;
    when 'competition' then asked.competitions := null;
    when 'team' then asked.teams := null;
    when 'brand' then asked.brands := null;
    when 'kit' then asked.kits := null;
    when 'color' then asked.colors := null;
    when 'pattern' then asked.patterns := null;
    when 'from' then asked.first_year := null;
    when 'to' then asked.last_year := null;
    when 'decade' then asked.first_year := null; asked.last_year := null;
    when 'photo' then asked.photo := null;
    when 'q' then asked.words := null;
    when 'own' then asked.own := null;
  end case;
  return asked;
end $function$
;

CREATE OR REPLACE FUNCTION public.catalogue_counts(filter jsonb)
 RETURNS TABLE(facet text, value text, jerseys integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 150
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  asked constant private.catalogue_filter := private.read_filter(filter);
  -- Searched for once. Only removing the words or the own side changes the scope.
  found constant uuid[] := private.jerseys_of_words(asked.words);
  scope constant private.catalogue_scope := private.scope_of(asked.own, found);
begin
  return query
  with counted as materialized (
    select facet, value, jerseys from private.count_facets(asked, scope)
    union all
    -- What the caller has already is taken off again.
    select facet, value, -jerseys
    from private.count_entries(private.without_filter(asked, 'team'), (scope.excluded, null))
    where scope.excluded <> '{}' and scope.included is null and (asked.teams is null or facet = 'team')
  ), named as (
    select facet, value, jerseys from counted where facet in ('total', 'kit', 'photo', 'decade')
    union all
    select 'total', '', 0
    union all
    select facet, value, jerseys from counted where facet in ('color', 'pattern') and value <> ''
    union all
    select facet, lower(competition.league collate "C"), jerseys
    from counted join public.competitions competition on competition.id = value::uuid
    where facet = 'sport'
    union all
    select facet, competition.slug, jerseys
    from counted join public.competitions competition on competition.id = value::uuid and competition.is_active
    where facet = 'competition'
    union all
    select facet, private.slug(brand.name), jerseys
    from counted join public.brands brand on brand.id = value::uuid
    where facet = 'brand'
  ), teams as (
    select 'team', team.slug, sum(jerseys) as jerseys
    from counted join public.teams team on team.id = value::uuid and team.is_active
    where facet = 'team'
      and (asked.competitions is not null or asked.teams is not null or cardinality(asked.leagues) = 1)
    group by team.slug
    having sum(jerseys) > 0
    order by sum(jerseys) desc, min(team.name)
    limit 60
  ), removals as (
    -- Without the values of a facet a filter shows what all values of the facet show.
    select 'without', facet, sum(jerseys) from counted
    where facet = 'sport' and asked.leagues is not null
      or facet = 'competition' and asked.competitions is not null
      or facet = 'brand' and asked.brands is not null
      or facet = 'kit' and asked.kits is not null
      or facet = 'color' and asked.colors is not null
      or facet = 'pattern' and asked.patterns is not null
      or facet = 'photo' and asked.photo is not null
    group by facet
    union all
    select 'without', name,
      private.count_catalogue(private.without_filter(asked, name), case name
        when 'q' then private.scope_of(asked.own, null)
        when 'own' then (found, null)::private.catalogue_scope
        else scope end)
    from (values
      ('team', asked.teams is not null), ('from', asked.first_year is not null),
      ('to', asked.last_year is not null), ('q', asked.words is not null),
      ('own', asked.own is not null)) as filters (name, is_set)
    where is_set
  ), answer (facet, value, jerseys) as (
    select facet, value, sum(jerseys) from named where value <> '' or facet = 'total' group by 1, 2
    union all
    select * from teams
    union all
    select * from removals
  )
  select facet, value, least(jerseys, 1001)::integer from answer
  where jerseys > 0 or facet in ('total', 'without');
end $function$
;

CREATE VIEW "private"."catalogue_facts" AS  SELECT jersey.id AS jersey_id,
    jersey.competition_id,
    COALESCE(jersey.team_id, private.nil()) AS team_id,
    (LEAST(GREATEST(COALESCE(jersey.year, ("left"(season.code, 4))::integer), 1850), 2100))::smallint AS year,
    (private.kit_of(jersey.kit_type_slug) COLLATE "C") AS kit,
    COALESCE(jersey.brand_id, private.nil()) AS brand_id,
    (COALESCE(jersey.colors[1], ''::text) COLLATE "C") AS color,
    (COALESCE(jersey.pattern, ''::text) COLLATE "C") AS pattern,
    (EXISTS ( SELECT
           FROM public.jersey_images image
          WHERE ((image.jersey_id = jersey.id) AND (image.suggestion_id IS NULL) AND (image.contributor_id IS DISTINCT FROM private.demonstration())))) AS has_photo,
    jersey.created_at,
    private.best_value(COALESCE(standing.upvotes, 0), COALESCE(standing.downvotes, 0)) AS best,
    COALESCE((standing.upvotes + standing.downvotes), 0) AS votes,
    COALESCE(standing.rising, (0)::double precision) AS rising
   FROM ((public.jerseys jersey
     JOIN public.seasons season ON ((season.id = jersey.season_id)))
     LEFT JOIN private.standings standing ON ((standing.jersey_id = jersey.id)))
  WHERE ((jersey.status = 'approved'::text) AND jersey.is_active);;

CREATE OR REPLACE FUNCTION private.refresh_catalogue_counts(facts private.catalogue_facts[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with counted as (
    select m.competition_id, m.year, m.kit, m.brand_id, m.color, m.pattern, m.has_photo, count(entry.jersey_id) as jerseys
    from (
      select distinct competition_id, year, kit, brand_id, color, pattern, has_photo
      from unnest(facts) where competition_id is not null) m
    left join private.catalogue_entries entry
      on entry.cell = private.cell_number(m.competition_id, m.year, m.kit, m.brand_id, m.color, m.pattern, m.has_photo)
      and (entry.competition_id, entry.year, entry.kit, entry.brand_id, entry.color, entry.pattern, entry.has_photo)
        = (m.competition_id, m.year, m.kit, m.brand_id, m.color, m.pattern, m.has_photo)
    group by 1, 2, 3, 4, 5, 6, 7
  ), gone as (
    delete from private.catalogue_cells cell using counted
    where counted.jerseys = 0
      and (cell.competition_id, cell.year, cell.kit, cell.brand_id, cell.color, cell.pattern, cell.has_photo)
        = (counted.competition_id, counted.year, counted.kit, counted.brand_id, counted.color, counted.pattern, counted.has_photo)
  )
  insert into private.catalogue_cells as cell (competition_id, year, kit, brand_id, color, pattern, has_photo, jerseys)
  select * from counted where jerseys > 0
  -- Cells that are read together lie together.
  order by 1, 2, 3, 4, 5, 6, 7
  on conflict on constraint catalogue_cells_pkey do update set jerseys = excluded.jerseys
  where cell.jerseys <> excluded.jerseys;

  with counted as (
    select m.team_id, m.competition_id, count(entry.jersey_id) as jerseys
    from (select distinct team_id, competition_id from unnest(facts) where competition_id is not null) m
    left join private.catalogue_entries entry
      on (entry.team_id, entry.competition_id) = (m.team_id, m.competition_id)
    group by 1, 2
  ), gone as (
    delete from private.catalogue_teams team using counted
    where counted.jerseys = 0 and (team.team_id, team.competition_id) = (counted.team_id, counted.competition_id)
  )
  insert into private.catalogue_teams as team (team_id, competition_id, jerseys)
  select * from counted where jerseys > 0
  on conflict on constraint catalogue_teams_pkey do update set jerseys = excluded.jerseys
  where team.jerseys <> excluded.jerseys;
$function$
;

CREATE VIEW "private"."searchable" AS  SELECT 'jersey'::text AS kind,
    jersey.id,
    concat_ws(' '::text, jersey.title, jersey.team, team.short_name, cn.names, jersey.brand, jersey.edition, jersey.year, season.code, season.name, competition.name, private.kit_type_names(jersey.kit_type), private.pattern_names(jersey.pattern), private.saint_variant(jersey.team), other.names) AS text,
    ((private.tier_marks(private.tier(jersey.score)) || private.color_marks(jersey.colors)) || private.decade_mark(COALESCE(jersey.year, ("left"(season.code, 4))::integer))) AS marks
   FROM ((((((public.jerseys jersey
     JOIN public.competitions competition ON ((competition.id = jersey.competition_id)))
     JOIN public.seasons season ON ((season.id = jersey.season_id)))
     LEFT JOIN public.teams team ON ((team.id = jersey.team_id)))
     LEFT JOIN public.competitions c_home ON ((c_home.id = team.competition_id)))
     LEFT JOIN private.country_names cn ON (((cn.code = team.country) AND (c_home.slug = ANY (ARRAY['international-teams'::text, 'international-women'::text])))))
     LEFT JOIN LATERAL ( SELECT string_agg(team_aliases.telling, ' '::text) AS names
           FROM public.team_aliases
          WHERE (team_aliases.team_id = team.id)) other ON (true))
  WHERE ((jersey.status = 'approved'::text) AND jersey.is_active)
UNION ALL
 SELECT 'team'::text AS kind,
    team.id,
    concat_ws(' '::text, tn.names, other.names) AS text,
    '{}'::text[] AS marks
   FROM ((public.teams team
     JOIN private.team_names tn ON ((tn.id = team.id)))
     LEFT JOIN LATERAL ( SELECT string_agg(team_aliases.telling, ' '::text) AS names
           FROM public.team_aliases
          WHERE (team_aliases.team_id = team.id)) other ON (true))
  WHERE team.is_active
UNION ALL
 SELECT 'competition'::text AS kind,
    competitions.id,
    competitions.name AS text,
    '{}'::text[] AS marks
   FROM public.competitions
  WHERE competitions.is_active;;

CREATE TRIGGER jerseys_changed AFTER INSERT OR DELETE OR UPDATE OF author_id, league, competition_id, season_id, team_id, team, title, year, brand, brand_id, edition, kit_type, colors, pattern, description, external_link, price, status, moderation_note, moderated_by, moderated_at, edited_at, is_active, created_at ON public.jerseys FOR EACH ROW EXECUTE FUNCTION private.after_jersey();

CREATE TRIGGER jerseys_standing BEFORE INSERT OR DELETE OR UPDATE OF league, competition_id, season_id, team_id, team, title, year, brand, brand_id, edition, kit_type, description, external_link, price, is_active, colors, pattern ON public.jerseys FOR EACH STATEMENT EXECUTE FUNCTION private.before_jerseys();

COMMENT ON FUNCTION "private"."after_place"(text, private.catalogue_cursor) IS 'SQL for what comes after a place: $3 to $5 are its value, time and jersey';

COMMENT ON FUNCTION "private"."cell_number"(uuid, smallint, text, uuid, text, text, boolean) IS 'Leads from a cell to its entries. Two cells may share a number: who reads entries checks their facts';

COMMENT ON FUNCTION "private"."entry_conditions"(private.catalogue_filter) IS 'SQL for all that a filter asks of entries, teams included';

COMMENT ON FUNCTION "private"."fact_conditions"(private.catalogue_filter) IS 'SQL for a filter''s facts, of cells or entries';

COMMENT ON FUNCTION "private"."pattern_names"(text) IS 'How the four languages call a pattern: at least the labels in app/messages';

COMMENT ON FUNCTION "private"."patterns"() IS 'What the cloth of a jersey shows, in the order in which lists show it';

COMMENT ON FUNCTION "private"."refresh_catalogue_counts"(private.catalogue_facts[]) IS 'Counts the cells and the teams again that jerseys with these facts are in';

COMMENT ON INDEX "private"."catalogue_entries_of_cell" IS 'Catalogue, a filter that shows few';

COMMENT ON TABLE "private"."catalogue_cells" IS 'Entries counted by seven facts: a filter adds up the cells that match';

COMMENT ON VIEW "private"."catalogue_facts" IS 'What private.catalogue_entries should say now';

COMMENT ON VIEW "private"."searchable" IS 'What a visitor may find, and the text it is found by';

REVOKE ALL ON FUNCTION "private"."cell_number"(uuid, smallint, text, uuid, text, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."entry_conditions"(private.catalogue_filter) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refresh_catalogue_counts"(private.catalogue_facts[]) FROM PUBLIC;

REVOKE ALL ("pattern") ON TABLE "public"."jerseys" FROM "authenticated";

GRANT INSERT ("pattern"), UPDATE ("pattern") ON TABLE "public"."jerseys" TO "authenticated";

set check_function_bodies = on;
-- end
