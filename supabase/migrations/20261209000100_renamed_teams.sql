-- A new name or new colours of a team or brand change all of its jerseys. The words of these are brought up to date together: one by one,
-- those of some thousand jerseys took longer than a statement may.

create or replace function private.record_words() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Whoever changes many jerseys in one statement refreshes their words afterwards.
  if tg_argv[0] = 'jersey' and current_setting('maillotheque.importing', true) = 'on' then
    return null;
  end if;
  perform private.refresh_search(
    tg_argv[0], array[case when tg_op = 'DELETE' then old.id else new.id end]);
  return null;
end $$;

create or replace function private.rename_team() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
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
