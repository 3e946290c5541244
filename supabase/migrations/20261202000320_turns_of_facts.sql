-- Changes of facts take turns before they touch the first counter. Until now an update locked the counters of its team's kits
-- first and the row that all wait for last (private.begin_edition), and one that names the competition the other way round: of
-- two reviewers at once, one got a deadlock.

create function private.take_turn_of_facts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.jersey_counts where kind = 'all' and key = '' for no key update;
  return null;
end $$;
revoke execute on function private.take_turn_of_facts from public;

-- After the rows of the statement, which are locked first, and by its name before jerseys_counted.
create trigger jerseys_before_counts
after update of
  status, is_active, league, competition_id, team_id, season_id, year, kit_type, brand_id, colors
on public.jerseys
for each row when (
  (old.status = 'approved' and old.is_active or new.status = 'approved' and new.is_active)
  and (old.status, old.is_active, old.league, old.competition_id, old.team_id, old.season_id, old.year, old.kit_type,
      old.brand_id, old.colors)
    is distinct from
    (new.status, new.is_active, new.league, new.competition_id, new.team_id, new.season_id, new.year, new.kit_type,
      new.brand_id, new.colors))
execute function private.take_turn_of_facts();

-- Triggers fire in the order of their names. The rows of files come after jersey_images_refresh, which locks the counters: a
-- decision on facts and a photo has the counters first, and one on the same photo alone would wait the other way round.
alter trigger jersey_images_gone on public.jersey_images rename to jersey_images_unused;
alter trigger jersey_images_kept on public.jersey_images rename to jersey_images_used;

-- Decisions on a jersey take turns before they lock its images: one that waited for a merge would otherwise meet images that it
-- hadn't seen, after the jersey and not before it.
create or replace function private.lock_images(jerseys uuid[]) returns void
language sql security definer set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended('decision ' || jersey, 0))
  from (select distinct unnest(lock_images.jerseys) as jersey order by 1) wanted;
  select from public.jersey_images image where image.jersey_id = any (lock_images.jerseys)
  order by image.id for update
$$;
