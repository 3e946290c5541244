-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP TRIGGER "user_wishlists_tidy" ON "public"."user_wishlists";

CREATE OR REPLACE FUNCTION private.facts_of_line(facts jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_strip_nulls(jsonb_build_object(
    'title', left(said.title, 160), 'team', left(said.team, 120), 'league', facts ->> 'league',
    'competition', left(said.competition, 120),
    'season', substring(facts ->> 'season' from '^[0-9]{4}(?:-[0-9]{2})?$'),
    'year', substring(facts ->> 'year' from '^[0-9]{4}$')::integer,
    'kit_type', case when facts ->> 'kit_type' = any (private.kit_types()) then facts ->> 'kit_type' end,
    'brand', left(said.brand, 80)))
  from (
    select private.said_text(facts, 'title') as title, private.said_text(facts, 'team') as team,
      private.said_text(facts, 'competition') as competition, private.said_text(facts, 'brand') as brand) said
  where said.title is not null and said.team is not null and facts ->> 'league' in ('NBA', 'NFL', 'NHL', 'SOCCER', 'ESPORT', 'OTHER')
$function$
;

CREATE OR REPLACE FUNCTION private.names_club(name text, club uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from private.teams_called(array[names_club.name]) team where team.id = names_club.club)
    or exists (
      select from public.teams team
      join public.competitions competition on competition.id = team.competition_id
      join private.team_names tn on tn.id = team.id
      where team.id = names_club.club and (
        team.id = any (private.clubs_nicknamed(names_club.name))
        or case when private.slug(names_club.name) like '%-%'
            then private.words(names_club.name) <@ private.words(
              concat_ws(' ', tn.names, (select string_agg(alias, ' ') from public.team_aliases where team_id = team.id)))
            -- Its first word, "FC" aside: "United" ends many names.
            else private.slug(team.name) ~ ('^([a-z]{1,3}-)?' || private.slug(names_club.name) || '(-|$)') end
          and not exists (select from public.teams other where private.slug(other.city) = private.slug(names_club.name))
        or private.slug(team.city) = private.slug(names_club.name) and not exists (
          select from public.teams other join public.competitions c_other on c_other.id = other.competition_id
          where other.city = team.city and other.id <> team.id and other.is_active and c_other.league = competition.league
            -- Its women's team is no other club.
            and not starts_with(other.name, team.name || ' ') and not private.is_former_franchise(other.id))))
$function$
;

CREATE OR REPLACE FUNCTION private.says_else("column" text, was jsonb, becomes jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN (private.differs("column", was, becomes) AND (NOT COALESCE(((NULLIF((becomes -> "column"), 'null'::jsonb) IS NULL) AND ((was -> private.name_column("column")) = (becomes -> private.name_column("column")))), false)))
;

CREATE OR REPLACE FUNCTION private.teams_among_words(name text)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with runs as (
    select private.word_line(words[first:last]) as run, last - first as length
    from (select (private.words(left(teams_among_words.name, 100)))[:8] as words) said
    cross join lateral generate_subscripts(words, 1) first
    cross join lateral generate_series(first, cardinality(words)) last
    where not words && array['women', 'womens', 'ladies', 'femme', 'femmes', 'feminine', 'feminines', 'feminin', 'femenino',
      'femenina', 'feminino', 'feminina', 'frauen', 'damen', 'reserve', 'reserves', 'u17', 'u18', 'u19', 'u20', 'u21', 'u23']
  ),
  called as (
    select team.id, rank() over (order by runs.length desc) as place
    from private.teams_called(array(select run from runs)) team join runs on runs.run = team.name
    -- "All Blacks" has no code of a club, "PSG foot" has.
    where char_length(runs.run) > 3 or teams_among_words.name ~ ('\m' || upper(runs.run) || '\M')
  )
  select array(select distinct id from called where place = 1 limit 20)
$function$
;

CREATE TRIGGER user_wishlists_tidy BEFORE INSERT OR UPDATE OF former_jersey ON public.user_wishlists FOR EACH ROW WHEN ((new.former_jersey IS NOT NULL)) EXECUTE FUNCTION private.tidy_own_wish();

COMMENT ON FUNCTION "private"."names_club"(text, uuid) IS 'True if a club is called so: by a whole name, by its first word or several of its names'' words if they are no city, by a nickname at its end, or by a city that has no other of its sport';

COMMENT ON FUNCTION "private"."says_else"(text, jsonb, jsonb) IS 'True if two versions of a row differ in a column for their readers: the typed name of a team or brand of the catalogue says the same';

REVOKE ALL ("former_jersey") ON TABLE "public"."user_wishlists" FROM "authenticated";

GRANT INSERT ("former_jersey"), UPDATE ("former_jersey") ON TABLE "public"."user_wishlists" TO "authenticated";

set check_function_bodies = on;
-- end
