-- Other names of teams: nicknames, abbreviations, names in other languages. Search finds a team and its jerseys by them.
-- Administrators maintain them; the catalogue brings the well-known ones (supabase/seed/team_aliases.csv).

-- array_to_string() is stable for the sake of types whose output depends on settings; that of text doesn't. The setting
-- keeps PostgreSQL from inlining these functions, which would bring it to light in a generated column.
create function private.word_line(words text[]) returns text
language sql immutable strict parallel safe set search_path = ''
as $$ select array_to_string(words, ' ') $$;
comment on function private.word_line is 'Words as one text, for generated columns';

create table public.team_aliases (
  id uuid primary key default gen_random_uuid(),
  team_id uuid not null references public.teams (id) on delete cascade,
  alias text not null
    constraint team_aliases_alias_length check (char_length(alias) between 2 and 60)
    constraint team_aliases_alias_visible check (private.is_visible(alias))
    constraint team_aliases_alias_words check (private.words(alias) <> '{}'),
  language text
    constraint team_aliases_language_known check (language in ('fr', 'en', 'es', 'pt')),
  folded text not null generated always as (private.word_line(private.words(alias))) stored,
  telling text not null generated always as (private.word_line(private.asked_words(alias))) stored,
  constraint team_aliases_key unique (team_id, folded)
);
comment on table public.team_aliases is
  'Other names of teams, for search. Several teams may have the same one. A change is a deletion and an insertion';
comment on column public.team_aliases.language is
  'Whose readers call the team so; null: everybody. Found in every language, first in its own';
comment on column public.team_aliases.folded is 'What makes two aliases of a team equal';
comment on column public.team_aliases.telling is 'What search finds and compares with a query: without articles, which hundreds of nicknames begin with';
comment on constraint team_aliases_key on public.team_aliases is
  'Also serves the aliases of a team: admin form, private.searchable';

create function private.complete_team_alias() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.alias := coalesce(private.tidy(new.alias), '');
  new.language := private.tidy(new.language);
  return new;
end $$;
create trigger team_aliases_complete before insert on public.team_aliases
for each row execute function private.complete_team_alias();

alter table public.team_aliases enable row level security;
revoke all on public.team_aliases from anon, authenticated, service_role;
grant select on public.team_aliases to anon;
-- No update: triggers keep the words of search by what is inserted and deleted.
grant select, insert, delete on public.team_aliases to authenticated, service_role;
select private.guard_writes('public.team_aliases');

-- The policies of teams apply inside: an alias is as visible as its team.
create policy "everyone reads the aliases of teams they may read" on public.team_aliases
  for select to anon, authenticated
  using (exists (select from public.teams team where team.id = team_id));
create policy "admins add aliases" on public.team_aliases
  for insert to authenticated with check ((select public.is_admin((select auth.uid()))));
create policy "admins delete aliases" on public.team_aliases
  for delete to authenticated using ((select public.is_admin((select auth.uid()))));

create trigger team_aliases_audit after insert or delete on public.team_aliases
for each row execute function private.record_change('team_id');
-- Pages of search results show other teams.
create trigger team_aliases_tell after insert or delete or truncate on public.team_aliases
for each statement execute function private.tell_everything();

-- The words of search.

create function private.saints(name text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select case
    when 'saint' = any (words) then 'st'
    when 'st' = any (words) then 'saint'
  end
  from private.words(name) words
$$;
comment on function private.saints is 'The other spelling of "saint" in a name: "Paris St Germain", "Saint Louis Blues"';

create or replace view private.searchable as
  select 'jersey' as kind, jersey.id,
    concat_ws(' ', jersey.title, jersey.team, team.short_name, country.names, jersey.brand,
      jersey.edition, jersey.year, season.code, season.name, competition.name,
      private.kit_type_names(jersey.kit_type), private.saints(jersey.team), other.names) as text,
    private.tier_marks(private.tier(jersey.score)) as marks
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

create function private.record_aliases() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  teams constant uuid[] := array(select distinct team_id from changed);
begin
  -- Once per statement: a seed inserts hundreds of aliases, and a team may have thousands of jerseys.
  if teams <> '{}' then
    perform private.refresh_search('team', teams);
    perform private.refresh_search('jersey', array(
      select id from public.jerseys where team_id = any (teams)));
  end if;
  return null;
end $$;
create trigger team_aliases_search_insert after insert on public.team_aliases
referencing new table as changed for each statement execute function private.record_aliases();
create trigger team_aliases_search_delete after delete on public.team_aliases
referencing old table as changed for each statement execute function private.record_aliases();

revoke execute on function private.complete_team_alias, private.record_aliases from public;

select private.refresh_search('team', array(
  select id from public.teams where private.saints(name) is not null));
select private.refresh_search('jersey', array(
  select id from public.jerseys where private.saints(team) is not null and status = 'approved' and is_active));

-- A new argument: the language of the reader, whose aliases come first.

create function private.alias_nearness(team uuid, asked text, lang text) returns integer
language sql stable set search_path = ''
as $$
  -- Even numbers are for names (twice private.nearness()), odd ones for aliases of the same strength. An alias of
  -- another language counts as one that only begins so.
  select least(min(case
      when not starts_with(telling, asked) then 5
      when telling <> asked or language <> lang then 3
      else 1
    end), 5)
  from public.team_aliases where team_id = team
$$;
comment on function private.alias_nearness is
  'How far a query is from the aliases of a team: 1 equal, 3 beginning, 5 else. Comparable with twice private.nearness()';
revoke execute on function private.alias_nearness from public;

drop function public.search_teams(text, integer);
create function public.search_teams(query text, max_results integer default 3, lang text default null)
returns setof public.teams
language plpgsql stable security definer rows 3
set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  asked constant text[] := private.asked_words(query);
  typed constant text := array_to_string(asked, ' ');
  wanted constant integer := least(greatest(coalesce(max_results, 3), 0), 100);
  found uuid[] := '{}';
begin
  for attempt in 1..3 loop
    exit when asked = '{}' or cardinality(found) >= wanted or (attempt = 3 and found <> '{}');
    found := found || array(
      select near.id
      from (
        select team.id, team.name, competition.priority,
          least(
            2 * private.nearness(array[team.name, team.short_name], typed),
            private.alias_nearness(team.id, typed, lang)) as distance
        from private.search_documents document
        join public.teams team on team.id = document.id
        join public.competitions competition on competition.id = team.competition_id
        where document.kind = 'team' and team.id <> all (found)
          and document.words @@ (select private.search_query(asked, attempt))
        -- Best jerseys are read for these only: a short word may match a thousand teams.
        order by distance, competition.priority desc, team.name, team.id
        limit wanted + 50) near
      order by near.distance, (
          select jersey.score from public.jerseys jersey
          where jersey.team_id = near.id and jersey.status = 'approved' and jersey.is_active
          order by jersey.score desc, jersey.id desc limit 1) desc nulls last,
        near.priority desc, near.name, near.id
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
  'Active teams by words of their names and aliases, as search_jerseys() finds jerseys. Names equal to the query come first, then such aliases, then names and aliases that start with it, then teams with the best rated jersey';
revoke execute on function public.search_teams from public;
grant execute on function public.search_teams to anon, authenticated, service_role;
