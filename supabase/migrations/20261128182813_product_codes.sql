CREATE FUNCTION private.code_key(code text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN upper(regexp_replace(code, '[^A-Za-z0-9]', '', 'g'));
CREATE FUNCTION private.are_codes(codes text[]) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = ''
AS $$ select true $$;
ALTER TABLE "public"."jerseys" ADD COLUMN "product_codes" text[] NOT NULL DEFAULT '{}'::text[];
ALTER TABLE "public"."jerseys" ADD CONSTRAINT "jerseys_product_codes_known" CHECK (private.are_codes(product_codes)) NOT VALID;
ALTER TABLE "public"."jerseys" VALIDATE CONSTRAINT "jerseys_product_codes_known";

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP TRIGGER "jerseys_changed" ON "public"."jerseys";

DROP TRIGGER "jerseys_standing" ON "public"."jerseys";

DROP VIEW "private"."searchable";

DROP FUNCTION "private"."jerseys_asked"(private.catalogue_filter);

DROP FUNCTION "private"."line_colors"(jsonb);

CREATE OR REPLACE FUNCTION private.are_codes(codes text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select cardinality(codes) <= 5 and coalesce(array_ndims(codes) = 1, true) and array_position(codes, null) is null
    and not exists (select from unnest(codes) code where code !~ '^[A-Za-z0-9][A-Za-z0-9 /-]{0,28}[A-Za-z0-9]$')
    and cardinality(codes) = (select count(distinct private.code_key(code)) from unnest(codes) code)
$function$
;

CREATE OR REPLACE FUNCTION private.insert_imported(rows jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- What a line doesn't say.
  base public.jerseys;
begin
  base.team := '';
  base.colors := '{}';
  base.product_codes := '{}';
  perform private.set_change('batch', 'true');
  execute format(
    'insert into public.jerseys (id, author_id, %1$s, status, moderated_by, moderated_at, created_at)
     select id, author_id, %1$s, status, case when status = ''approved'' then auth.uid() end,
       case when status = ''approved'' then now() end, least(coalesce(created_at, now()), now())
     from jsonb_populate_recordset($1, $2)',
    array_to_string(private.jersey_facts(), ', '))
  using base, insert_imported.rows;
  perform private.set_change('batch', null);
  -- The photos come with their jersey: below, one revision says so.
  perform private.begin_revision('none');
  insert into public.jersey_images (jersey_id, url, alt, position, likeness, licence, rights_stated)
  select (line ->> 'id')::uuid, '/storage/v1/object/public/jerseys/'
      || replace(private.storage_path(private.file_url(image ->> 'path')), ' ', '%20'),
    coalesce(private.tidy(image ->> 'alt'), left(line ->> 'title', 290) || case when place > 1 then format(' (%s)', place) else '' end),
    place - 1, case when private.is_distinctive(image ->> 'likeness') then (image ->> 'likeness')::bit(128) end,
    coalesce(image ->> 'licence', 'shown-here-only'), true
  from jsonb_array_elements(insert_imported.rows) line
  cross join lateral jsonb_array_elements(line -> 'images') with ordinality as images (image, place);
  perform private.end_revision();
  insert into private.imported_jerseys (key, import_id, jersey_id)
  select line ->> 'key', (line ->> 'import_id')::uuid, (line ->> 'id')::uuid
  from jsonb_array_elements(insert_imported.rows) line
  -- The jersey of an earlier import is gone.
  on conflict (key) do update
  set import_id = excluded.import_id, jersey_id = excluded.jersey_id;
  insert into public.revisions (target_type, target_id, kind, changes, contributor_id, batch_id)
  select 'jersey', (line ->> 'id')::uuid, 'imported',
    jsonb_build_object('jersey', jsonb_build_object('before', null, 'after', line ->> 'title')), auth.uid(), (line ->> 'import_id')::uuid
  from jsonb_array_elements(insert_imported.rows) line;
end $function$
;

CREATE OR REPLACE FUNCTION private.jersey_facts()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY['league'::text, 'competition_id'::text, 'season_id'::text, 'team_id'::text, 'team'::text, 'title'::text, 'year'::text, 'kit_type'::text, 'colors'::text, 'pattern'::text, 'brand_id'::text, 'brand'::text, 'sponsor'::text, 'edition'::text, 'product_codes'::text, 'price'::text, 'external_link'::text, 'description'::text]
;

CREATE OR REPLACE FUNCTION private.line_list(line jsonb, fact text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array(select value from jsonb_array_elements_text(line -> fact) with ordinality as one (value, place) order by place)
$function$
;

CREATE OR REPLACE FUNCTION private.list_facts()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY['colors'::text, 'product_codes'::text]
;

CREATE OR REPLACE FUNCTION private.of_sponsors(sponsors text[], jerseys uuid[])
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when of_sponsors.sponsors is null then of_sponsors.jerseys else array(
    select jersey_id from private.catalogue_entries
    where sponsor = any (of_sponsors.sponsors) and (of_sponsors.jerseys is null or jersey_id = any (of_sponsors.jerseys))) end
$function$
;

CREATE OR REPLACE FUNCTION private.value_refusals(line jsonb)
 RETURNS SETOF jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  link constant text := private.tidy(line ->> 'external_link');
  price constant text := private.tidy(line ->> 'price');
  year constant text := private.tidy(line ->> 'year');
  images constant jsonb := case when jsonb_typeof(line -> 'images') = 'array' then line -> 'images' else '[]' end;
  one record;
  file text;
begin
  return query select refusal from (values
      ('title', 3, 160, true), ('sponsor', 0, 80, true), ('edition', 0, 120, true), ('description', 0, 5000, false), ('external_link', 0, 2048, true))
      as fact (name, shortest, longest, is_one_line)
    cross join lateral private.text_refusals(name, private.tidy(line ->> name), shortest, longest, is_one_line) refusal;
  if line -> 'as_written' ? 'team' then
    return query select * from private.text_refusals('team', private.tidy(line ->> 'team'), 2, 120);
  end if;
  if line -> 'as_written' ? 'brand' then
    return query select * from private.text_refusals('brand', private.tidy(line ->> 'brand'), 0, 80);
  end if;
  for one in
    select * from (values
      ('external_link', link, link !~ '^https?://[^\s]+$', 'link'),
      ('league', line ->> 'league', line ->> 'league' <> all (array['NBA', 'NFL', 'NHL', 'SOCCER', 'ESPORT']), 'choice'),
      ('kit_type', line ->> 'kit_type', line ->> 'kit_type' <> all (private.kit_types()), 'choice'),
      ('year', year, case when year ~ '^[0-9]{4}$' then year::integer not between 1850 and 2100 else true end, 'year'),
      ('price', price,
        case when price ~ '^[0-9]{1,9}([.][0-9]{1,20})?$' then price::numeric not between 0 and 1000000 else true end,
        'price'),
      ('price', price,
        case when price ~ '^[0-9]{1,9}([.][0-9]{1,20})?$' then price::numeric <> round(price::numeric, 2) end,
        'too_precise'),
      ('created_at', line ->> 'created_at',
        -- No client reads the times of antiquity, nor -infinity.
        case when private.is_time(line ->> 'created_at')
          then (line ->> 'created_at')::timestamptz < '1900-01-01' else true end,
        'time')
    ) as checked (field, value, is_wrong, reason)
    where checked.value is not null and checked.is_wrong
  loop
    return next jsonb_build_object('field', one.field, 'reason', one.reason, 'value', left(one.value, 100));
  end loop;
  if jsonb_array_length(line -> 'colors') > 0 then
    if jsonb_array_length(line -> 'colors') > 3 then
      return next '{"field": "colors", "reason": "too_many"}';
    elsif not private.is_palette(private.line_list(line, 'colors')) or not private.line_list(line, 'colors') <@ array[
      'white', 'black', 'grey', 'red', 'burgundy', 'brown', 'orange', 'yellow', 'green', 'teal', 'sky', 'blue', 'purple', 'pink'] then
      return next jsonb_build_object('field', 'colors', 'reason', 'choice',
        'value', left(array_to_string(private.line_list(line, 'colors'), ', '), 100));
    end if;
  end if;
  if jsonb_array_length(line -> 'product_codes') > 5 then
    return next '{"field": "product_codes", "reason": "too_many"}';
  elsif not private.are_codes(private.line_list(line, 'product_codes')) then
    return next jsonb_build_object('field', 'product_codes', 'reason', 'rule',
      'value', left(array_to_string(private.line_list(line, 'product_codes'), ', '), 100));
  end if;
  if jsonb_array_length(images) > 5 then
    return next '{"field": "images", "reason": "too_many"}';
  end if;
  for one in select value as image from jsonb_array_elements(images) loop
    if one.image ->> 'licence' <> all (array['CC-BY-SA-4.0', 'shown-here-only']) then
      return next jsonb_build_object('field', 'licence', 'reason', 'choice', 'value', left(one.image ->> 'licence', 100));
    end if;
    return query select * from private.text_refusals('alt', private.tidy(one.image ->> 'alt'), 0, 300);
    file := private.storage_path(private.file_url(one.image ->> 'path'));
    if one.image ->> 'path' is not null and not exists (
      select from storage.objects object
      where object.bucket_id = 'jerseys' and object.name collate "C" = file
        and object.metadata ->> 'size' is distinct from '0') then
      return next jsonb_build_object('field', 'images', 'reason', 'no_file', 'value', left(one.image ->> 'path', 200));
    end if;
    if one.image ->> 'likeness' !~ '^[01]{128}$' then
      return next '{"field": "images", "reason": "likeness"}';
    end if;
  end loop;
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
  -- Searched for once. Only removing words, sponsors or the own side changes the scope.
  worded constant uuid[] := private.jerseys_of_words(asked.words);
  found constant uuid[] := private.of_sponsors(asked.sponsors, worded);
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
  ), sponsors as (
    select 'sponsor', sponsor.value, sponsor.jerseys
    from private.count_sponsors(asked, private.scope_of(asked.own, worded)) sponsor
    order by sponsor.jerseys desc, sponsor.value
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
        when 'q' then private.scope_of(asked.own, private.of_sponsors(asked.sponsors, null))
        when 'sponsor' then private.scope_of(asked.own, worded)
        when 'own' then (found, null)::private.catalogue_scope
        else scope end)
    from (values
      ('team', asked.teams is not null), ('from', asked.first_year is not null),
      ('to', asked.last_year is not null), ('q', asked.words is not null), ('sponsor', asked.sponsors is not null),
      ('own', asked.own is not null)) as filters (name, is_set)
    where is_set
  ), answer (facet, value, jerseys) as (
    select facet, value, sum(jerseys) from named where value <> '' or facet = 'total' group by 1, 2
    union all
    select * from teams
    union all
    select * from sponsors
    union all
    select * from removals
  )
  select facet, value, least(jerseys, 1001)::integer from answer
  where jerseys > 0 or facet in ('total', 'without');
end $function$
;

CREATE OR REPLACE FUNCTION public.catalogue_page(filter jsonb, sort text DEFAULT 'best'::text, after text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked constant private.catalogue_filter := private.read_filter(filter);
  place constant private.catalogue_cursor := private.read_cursor(sort, after);
  answer jsonb;
begin
  with step as (
    select *, row_number() over () as number,
      -- The worker may not have heard yet that it is hidden or deleted.
      exists (select from public.jerseys where id = jersey_id and status = 'approved' and is_active) as is_public
    from private.next_step(asked, private.scope_of(asked.own, private.of_sponsors(asked.sponsors, private.jerseys_of_words(asked.words))), sort, place)
  )
  select jsonb_build_object(
    'ids', coalesce(jsonb_agg(jersey_id order by number) filter (where number <= 24 and is_public), '[]'),
    'next', case when count(*) > 24 then (
      select format('%s_%s_%s_%s', sort, value,
        (extract(epoch from created_at) * 1000000)::bigint, jersey_id)
      from step where number = 24) end)
  into answer from step;
  return answer;
end $function$
;

CREATE VIEW "private"."searchable" AS  SELECT 'jersey'::text AS kind,
    jersey.id,
    concat_ws(' '::text, jersey.title, jersey.team, team.short_name, cn.names, jersey.brand, jersey.sponsor, array_to_string(jersey.product_codes, ' '::text), array_to_string(ARRAY( SELECT private.code_key(code.code) AS code_key
           FROM unnest(jersey.product_codes) code(code)), ' '::text), jersey.edition, jersey.year, season.code, season.name, competition.name, private.kit_type_names(jersey.kit_type), private.pattern_names(jersey.pattern), private.saint_variant(jersey.team), other.names) AS text,
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

CREATE TRIGGER jerseys_changed AFTER INSERT OR DELETE OR UPDATE OF author_id, league, competition_id, season_id, team_id, team, title, year, brand, brand_id, edition, kit_type, colors, pattern, sponsor, product_codes, description, external_link, price, status, moderation_note, moderated_by, moderated_at, edited_at, is_active, created_at ON public.jerseys FOR EACH ROW EXECUTE FUNCTION private.after_jersey();

CREATE TRIGGER jerseys_standing BEFORE INSERT OR DELETE OR UPDATE OF league, competition_id, season_id, team_id, team, title, year, brand, brand_id, edition, kit_type, description, external_link, price, is_active, colors, pattern, sponsor, product_codes ON public.jerseys FOR EACH STATEMENT EXECUTE FUNCTION private.before_jerseys();

COMMENT ON FUNCTION "private"."are_codes"(text[]) IS 'True for at most five style numbers of 2 to 30 characters, each once';

COMMENT ON FUNCTION "private"."code_key"(text) IS 'What two style numbers are compared by: neither case nor separators';

COMMENT ON FUNCTION "private"."of_sponsors"(text[], uuid[]) IS 'Those of the jerseys that have one of the sponsors; null: any';

COMMENT ON VIEW "private"."searchable" IS 'What a visitor may find, and the text it is found by';

REVOKE ALL ON FUNCTION "private"."are_codes"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."are_codes"(text[]) FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."are_codes"(text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."are_codes"(text[]) FROM "service_role";

GRANT EXECUTE ON FUNCTION "private"."are_codes"(text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."code_key"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."code_key"(text) FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."code_key"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."code_key"(text) FROM "service_role";

GRANT EXECUTE ON FUNCTION "private"."code_key"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."line_list"(jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."of_sponsors"(text[], uuid[]) FROM PUBLIC;

REVOKE ALL ("product_codes") ON TABLE "public"."jerseys" FROM "authenticated";

GRANT INSERT ("product_codes"), UPDATE ("product_codes") ON TABLE "public"."jerseys" TO "authenticated";

set check_function_bodies = on;
-- end
