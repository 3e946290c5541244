-- Words of search are computed after their jerseys are locked. Two renames at once, of a competition and of one of its teams, each
-- computed them without the other's name, and the later one wrote over the words of the earlier one. All lock jerseys in the order of
-- their ids, after the row that is renamed: nobody waits in a circle.

create or replace function private.record_words_of_jerseys() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  ids uuid[];
begin
  if tg_table_name = 'teams' then
    ids := array(select id from public.jerseys where team_id = new.id order by id for no key update);
  elsif tg_table_name = 'competitions' then
    ids := array(select id from public.jerseys where competition_id = new.id order by id for no key update);
  elsif (old.code, old.name) is distinct from (new.code, new.name) then
    ids := array(select id from public.jerseys where season_id = new.id order by id for no key update);
  end if;
  perform private.refresh_search('jersey', ids);
  return null;
end $$;

create or replace function private.record_aliases() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  named constant uuid[] := array(select distinct team_id from changed);
  ids uuid[];
begin
  -- Once per statement: a seed inserts hundreds of aliases, and a team may have thousands of jerseys.
  if named <> '{}' then
    perform from public.teams where id = any (named) order by id for no key update;
    perform private.refresh_search('team', named);
    ids := array(select id from public.jerseys where team_id = any (named) order by id for no key update);
    perform private.refresh_search('jersey', ids);
  end if;
  return null;
end $$;

-- As before, but for the order in which they lock.

create or replace function private.rename_team() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.jerseys where team_id = new.id order by id for no key update;
  perform set_config('maillotheque.importing', 'on', true);
  update public.jerseys set team = new.name where team_id = new.id;
  perform set_config('maillotheque.importing', '', true);
  perform private.refresh_search('jersey', array(select id from public.jerseys where team_id = new.id));
  return null;
end $$;

create or replace function private.rename_brand() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.jerseys where brand_id = new.id order by id for no key update;
  perform set_config('maillotheque.importing', 'on', true);
  update public.jerseys set brand = new.name where brand_id = new.id;
  perform set_config('maillotheque.importing', '', true);
  perform private.refresh_search('jersey', array(select id from public.jerseys where brand_id = new.id));
  return null;
end $$;

create or replace function private.recolor_team() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  recolored uuid[];
begin
  perform from public.jerseys where team_id = new.id order by id for no key update;
  perform set_config('maillotheque.importing', 'on', true);
  -- Materialized: else they are computed for every jersey.
  with kits as materialized (
    select kit_type,
      private.color_names(private.shirt_colors(kit_type, old.colors, slug)) as was,
      private.color_names(private.shirt_colors(kit_type, new.colors, slug)) as becomes
    from unnest(array[null, 'home', 'away', 'third', 'training', 'other']) kit_type, private.team_slug(new.name) slug
  ), changed as (
    update public.jerseys jersey set colors = kits.becomes
    from kits
    where jersey.team_id = new.id and jersey.kit_type is not distinct from kits.kit_type
      and jersey.colors = kits.was and kits.was <> kits.becomes
    returning jersey.id
  )
  select array_agg(id) into recolored from changed;
  perform set_config('maillotheque.importing', '', true);
  perform private.refresh_search('jersey', recolored);
  return null;
end $$;
