-- Outdated pages. Triggers notify every server of the site over channel `public_changes` when
-- public content has changed, so that cached pages are rendered again. The message is the id of a
-- row whose pages are outdated, or `*` for all pages. Votes send nothing: a message makes its
-- transaction wait for others that commit with one, which is too slow for the most frequent write.
-- Their jerseys are noted in a table instead.

create function private.tell_change(id uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  told integer := coalesce(nullif(current_setting('maillotheque.told', true), '')::integer, 0);
begin
  -- After 100 ids in one transaction, reading everything anew is cheaper. PostgreSQL sends equal messages once.
  if told >= 100 then
    perform pg_notify('public_changes', '*');
  else
    perform set_config('maillotheque.told', (told + 1)::text, true);
    perform pg_notify('public_changes', tell_change.id::text);
  end if;
end $$;
comment on function private.tell_change is 'Tells servers that pages with this id in them are outdated';

create function private.tell_everything() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_notify('public_changes', '*');
  return null;
end $$;
comment on function private.tell_everything is 'Tells servers that every page is outdated';

create function private.tell_owner() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.tell_change((to_jsonb(coalesce(new, old)) ->> tg_argv[0])::uuid);
  return null;
end $$;
comment on function private.tell_owner is
  'Tells servers that the pages of a row are outdated. Argument: the column that names the row';

revoke execute on function private.tell_change, private.tell_everything, private.tell_owner from public;

-- A jersey that appears, disappears or moves to another list changes lists and counts of any page. Its other
-- changes concern the pages that show it.
create trigger jerseys_tell_insert after insert on public.jerseys
for each row when (new.status = 'approved' and new.is_active)
execute function private.tell_everything();

create trigger jerseys_tell_delete after delete on public.jerseys
for each row when (old.status = 'approved' and old.is_active)
execute function private.tell_everything();

create trigger jerseys_tell_lists after update on public.jerseys
for each row when (
  (old.status = 'approved' and old.is_active) <> (new.status = 'approved' and new.is_active)
  or new.status = 'approved' and new.is_active
  and (old.league, old.competition_id, old.team_id, old.season_id, old.year, old.kit_type)
    is distinct from (new.league, new.competition_id, new.team_id, new.season_id, new.year, new.kit_type))
execute function private.tell_everything();

create trigger jerseys_tell_update after update on public.jerseys
for each row when (
  old.status = 'approved' and old.is_active and new.status = 'approved' and new.is_active
  and old.upvotes = new.upvotes and old.downvotes = new.downvotes
  and old.* is distinct from new.*)
execute function private.tell_owner('id');

create trigger jersey_images_tell after insert or update or delete on public.jersey_images
for each row execute function private.tell_owner('jersey_id');

create trigger comments_tell after insert or update or delete on public.comments
for each row execute function private.tell_owner('jersey_id');

-- Where the address of a merged jersey leads.
create trigger jersey_redirects_tell after insert or update or delete on public.jersey_redirects
for each row execute function private.tell_owner('from_id');

create trigger profiles_tell after update on public.profiles
for each row when (old.* is distinct from new.*)
execute function private.tell_owner('id');

create trigger profiles_tell_delete after delete on public.profiles
for each row execute function private.tell_owner('id');

-- The catalogue changes seldom and is shown everywhere.
create trigger competitions_tell after insert or update or delete or truncate on public.competitions
for each statement execute function private.tell_everything();
create trigger seasons_tell after insert or update or delete or truncate on public.seasons
for each statement execute function private.tell_everything();
create trigger teams_tell after insert or update or delete or truncate on public.teams
for each statement execute function private.tell_everything();
create trigger team_seasons_tell after insert or update or delete or truncate on public.team_seasons
for each statement execute function private.tell_everything();
create trigger brands_tell after insert or update or delete or truncate on public.brands
for each statement execute function private.tell_everything();

-- A vote must not notify in its own transaction (see above). Its jersey is noted, and servers publish the notes
-- about once a second. Unlogged, so that a note costs little: a crash loses the notes, but also the servers'
-- connections, after which they read every page anew. One row per jersey, because nobody publishes on a hosted
-- project.
create unlogged table private.outdated (jersey_id uuid primary key);
comment on table private.outdated is
  'Jerseys whose counters have changed and whose pages are not outdated yet; see publish_outdated()';

create function private.note_outdated() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- `do nothing` would not lock the row: it could be published before this transaction commits.
  insert into private.outdated (jersey_id) values (new.id)
  on conflict (jersey_id) do update set jersey_id = excluded.jersey_id;
  return null;
end $$;
comment on function private.note_outdated is 'Notes that the pages of a jersey are outdated';

create trigger jerseys_note_counters after update of upvotes, downvotes on public.jerseys
for each row when (
  new.status = 'approved' and new.is_active
  and (old.upvotes <> new.upvotes or old.downvotes <> new.downvotes))
execute function private.note_outdated();

create function private.publish_outdated() returns void
language sql set search_path = ''
as $$
  with taken as (
    delete from private.outdated where jersey_id in (
      -- Rows that a vote holds just now are published the next time.
      select jersey_id from private.outdated for update skip locked
    ) returning jersey_id
  ), numbered as (
    select jersey_id, row_number() over () / 200 as message from taken
  )
  -- PostgreSQL takes 8000 bytes per message.
  select pg_notify('public_changes', string_agg(jersey_id::text, ',')) from numbered group by message
$$;
comment on function private.publish_outdated is 'Tells servers that the pages of all noted jerseys are outdated';

revoke execute on function private.note_outdated, private.publish_outdated from public;
