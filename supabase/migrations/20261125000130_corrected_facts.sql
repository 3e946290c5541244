-- Facts of earlier catalogues that a second reading found wrong, or not known for sure, are corrected in databases that loaded
-- them: foundations, cities, countries, colours of drawn shirts, and an entry of The International. The seed command itself never changes a
-- row that exists. What an administrator entered or changed stays; the audit log tells, as in 20261124000500_retracted_facts.sql.
do $$
declare
  fact record;
begin
  for fact in
    select * from (values
      ('NBA', 'as-monaco-basket', 'founded_year', '1924', '1928'),
      ('SOCCER', 'austin-fc', 'founded_year', '2018', null),
      ('NFL', 'detroit-lions', 'founded_year', '1930', null),
      ('SOCCER', 'honduras', 'founded_year', '1935', null),
      ('SOCCER', 'maroc', 'founded_year', '1955', null),
      ('SOCCER', 'paris-saint-germain-feminines', 'founded_year', '1991', '1971'),
      ('ESPORT', 't1', 'founded_year', '2002', null),
      ('ESPORT', 'weibo-gaming', 'founded_year', '2021', null),
      ('NBA', 'dallas-wings', 'city', 'Arlington', 'Dallas'),
      ('SOCCER', 'qarabag-fk', 'city', 'Ağdam', 'Bakı'),
      ('ESPORT', 'team-secret', 'city', 'London', null),
      ('SOCCER', 'villarreal-cf', 'city', 'Villarreal', 'Vila-real'),
      ('ESPORT', 'fnatic', 'country', 'GB', 'GB-ENG'),
      ('ESPORT', 'heroic', 'country', 'DK', null),
      ('ESPORT', 'team-secret', 'country', 'GB', null),
      ('ESPORT', 'tundra-esports', 'country', 'GB', 'GB-ENG'),
      ('ESPORT', '3dmax', 'colors', '#0b0b0b #ff3b3b #ffffff', null),
      ('ESPORT', 'anyone-s-legend', 'colors', '#101010 #d23b2c #ffffff', null),
      ('SOCCER', 'austin-fc', 'colors', '#00843d #000000', '#00b140 #000000'),
      ('SOCCER', 'carrarese-calcio', 'colors', '#6cabdd #ffffff', '#6cabdd #ffd500'),
      ('NBA', 'dallas-wings', 'colors', '#0b1f41 #00843d', '#0b1f41 #c4d600'),
      ('NHL', 'edmonton-oilers', 'colors', '#041e42 #fc4c02 #ffffff', '#00205b #fc4c02 #ffffff'),
      ('ESPORT', 'execration', 'colors', '#0b0b0b #ffcc00 #ffffff', null),
      ('ESPORT', 'gamerlegion', 'colors', '#0b0b0b #18e0c8 #ffffff', null),
      ('ESPORT', 'legacy', 'colors', '#0b0b0b #f4b223 #ffffff', null),
      ('ESPORT', 'lynn-vision', 'colors', '#0b0b0b #d4343c #ffffff', null),
      ('NBA', 'minnesota-lynx', 'colors', '#0b1f41 #00843d', '#0b1f41 #78be20'),
      ('ESPORT', 'parivision', 'colors', '#0b0b0b #00d1ff #ffffff', null),
      ('ESPORT', 'passion-ua', 'colors', '#0b2b6b #ffd500 #ffffff', null),
      ('ESPORT', 'team-nemesis', 'colors', '#0b0b0b #c8102e #ffffff', null),
      ('ESPORT', 'team-secret-whales', 'colors', '#0b0b0b #3fa9f5 #ffffff', null),
      ('ESPORT', 'team-tidebound', 'colors', '#0b1b33 #2fc1e0 #ffffff', null),
      ('ESPORT', 'wildcard', 'colors', '#0b0b0b #e54b4b #ffffff', null),
      ('ESPORT', 'yakult-brothers', 'colors', '#7a1420 #ffffff #f2c230', null)
    ) known (league, slug, field, shipped, correct)
  loop
    update public.teams team set
      founded_year = case when fact.field = 'founded_year' then fact.correct::integer else team.founded_year end,
      city = case when fact.field = 'city' then fact.correct else team.city end,
      country = case when fact.field = 'country' then fact.correct else team.country end,
      colors = case when fact.field = 'colors' then coalesce(string_to_array(fact.correct, ' '), '{}') else team.colors end
    from public.competitions home
    where home.id = team.competition_id and home.league = fact.league and team.slug = fact.slug
      and fact.shipped = case fact.field
        when 'founded_year' then team.founded_year::text
        when 'city' then team.city
        when 'country' then team.country
        when 'colors' then array_to_string(team.colors, ' ')
      end
      and exists (
        select from public.audit_log inserted
        where inserted.table_name = 'teams' and inserted.action = 'insert' and inserted.actor_id is null
          and inserted.row_id = team.id::text)
      and not exists (
        select from public.audit_log changed
        where changed.table_name = 'teams' and changed.action = 'update' and changed.row_id = team.id::text
          and changed.after ? fact.field);
  end loop;
end $$;

-- Nigma Galaxy did not play The International of 2024-25 (September 2024), no more than that of 2023-24.
delete from public.team_seasons guess
using public.seasons season, public.competitions competition, public.teams team
where season.id = guess.season_id and competition.id = guess.competition_id and team.id = guess.team_id
  and season.code = '2024-25' and competition.slug = 'dota-ti' and team.slug = 'nigma-galaxy'
  -- Inserted by a command, in one statement with other entries of the competition.
  and exists (
    select from public.audit_log inserted
    join public.audit_log beside on beside.table_name = 'team_seasons' and beside.action = 'insert'
      and beside.at = inserted.at and beside.actor_id is null
      and beside.after ->> 'competition_id' = inserted.after ->> 'competition_id'
      and beside.after ->> 'season_id' <> inserted.after ->> 'season_id'
    where inserted.table_name = 'team_seasons' and inserted.action = 'insert' and inserted.actor_id is null
      and inserted.row_id = guess.team_id::text and inserted.after ->> 'id' = guess.id::text)
  -- Nobody has changed the line-up since.
  and not exists (
    select from public.audit_log changed
    where changed.table_name = 'team_seasons' and changed.actor_id is not null
      and guess.season_id::text in (changed.before ->> 'season_id', changed.after ->> 'season_id')
      and guess.competition_id::text in (changed.before ->> 'competition_id', changed.after ->> 'competition_id'))
  -- An update has only the changed columns on record, so it is found by the row's team.
  and not exists (
    select from public.audit_log changed
    where changed.table_name = 'team_seasons' and changed.action = 'update' and changed.row_id = guess.team_id::text);
