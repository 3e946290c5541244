-- A national team is found by its country's name in all four languages, and so are its jerseys, whatever competition
-- they were worn in: so far only jerseys of the competition of national teams were.

-- The words of the names that the site shows (app/i18n/countries.ts), where they were missing.
update private.country_names known set names = known.names || ' ' || more.names
from (values
  ('AG', 'and'),
  ('BA', 'and'),
  ('CD', 'RD DR'),
  ('CI', 'Marfil Ivory Coast'),
  ('KN', 'St and'),
  ('LC', 'St'),
  ('MM', 'Birmanie Burma Birmania'),
  ('PS', 'Palestine Palestina'),
  ('ST', 'and'),
  ('TT', 'and'),
  ('VC', 'St and')
) more (code, names)
where known.code = more.code;

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
  left join public.competitions home on home.id = team.competition_id
  left join private.country_names country
    on country.code = team.country and home.slug in ('international-teams', 'international-women')
  where jersey.status = 'approved' and jersey.is_active
  union all
  select 'team', team.id, concat_ws(' ', team.name, team.short_name, country.names), '{}'
  from public.teams team
  join public.competitions competition on competition.id = team.competition_id
  left join private.country_names country
    on country.code = team.country
    and competition.slug in ('international-teams', 'international-women')
  where team.is_active
  union all
  select 'competition', id, name, '{}' from public.competitions where is_active;

-- The home competition decides too.
create or replace trigger teams_search_jerseys
after update of short_name, country, competition_id on public.teams
for each row
when (old.short_name is distinct from new.short_name or old.country is distinct from new.country
  or old.competition_id <> new.competition_id)
execute function private.record_words_of_jerseys();

select private.refresh_search('team', array(
  select team.id from public.teams team
  join public.competitions home on home.id = team.competition_id
  where home.slug in ('international-teams', 'international-women')));
select private.refresh_search('jersey', array(
  select jersey.id from public.jerseys jersey
  join public.teams team on team.id = jersey.team_id
  join public.competitions home on home.id = team.competition_id
  where home.slug in ('international-teams', 'international-women')));
