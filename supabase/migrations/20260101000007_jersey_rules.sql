-- Runs with its owner's rights: the name of a team that is inactive by now is still its name.
create function private.complete_jersey() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.title := coalesce(private.tidy(new.title), '');
  new.edition := private.tidy(new.edition);
  new.description := private.tidy(new.description);
  new.external_link := private.tidy(new.external_link);
  -- A chosen team or brand has the last word over what was typed beside it.
  new.team := coalesce(
    (select name from public.teams where id = new.team_id), private.tidy(new.team), '');
  new.brand := coalesce(
    (select name from public.brands where id = new.brand_id), private.tidy(new.brand));
  return new;
end $$;

create trigger jerseys_complete
before insert or update of title, edition, description, external_link, team, team_id, brand, brand_id
on public.jerseys
for each row execute function private.complete_jersey();

-- Runs with the caller's rights on purpose: `current_user` tells a member's request from an update
-- that a trigger or moderate_jersey() makes.
create function private.guard_jersey() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_user <> 'authenticated' or public.is_admin(auth.uid()) then
    return new;
  end if;
  if (new.league, new.competition_id, new.season_id, new.team_id, new.team, new.year, new.brand,
      new.brand_id, new.kit_type, new.price, new.is_active)
    is distinct from
     (old.league, old.competition_id, old.season_id, old.team_id, old.team, old.year, old.brand,
      old.brand_id, old.kit_type, old.price, old.is_active) then
    raise insufficient_privilege using
      message = 'permission denied for table jerseys',
      detail = 'Authors change title, description, edition and external_link only.';
  end if;
  -- What was never decided is in the queue anyway.
  if old.status <> 'pending'
    and (new.title, new.description, new.edition, new.external_link)
      is distinct from (old.title, old.description, old.edition, old.external_link) then
    new.edited_at := now();
  end if;
  return new;
end $$;

-- Fires after jerseys_complete: triggers go by name, and white space alone is no change.
create trigger jerseys_guard before update on public.jerseys
for each row execute function private.guard_jersey();

create function private.rename_team() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.jerseys set team = new.name where team_id = new.id;
  return null;
end $$;

create trigger teams_rename after update of name on public.teams
for each row when (old.name is distinct from new.name) execute function private.rename_team();

create function private.rename_brand() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.jerseys set brand = new.name where brand_id = new.id;
  return null;
end $$;

create trigger brands_rename after update of name on public.brands
for each row when (old.name is distinct from new.name) execute function private.rename_brand();

revoke execute on function
  private.complete_jersey, private.guard_jersey, private.rename_team, private.rename_brand from public;
