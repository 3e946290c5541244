-- A vote outdates the pages that show its jersey. It must not notify in its own transaction: PostgreSQL
-- lets transactions with a message commit one at a time, which the busiest write can't afford. Its
-- jersey is noted instead, and the servers publish what was noted about once a second.

-- Unlogged, so that a note costs next to nothing. A crash loses the notes, but also the connections
-- of the servers, which read all pages again after that.
create unlogged table private.outdated (jersey_id uuid not null);
comment on table private.outdated is
  'Jerseys whose counters have changed and whose pages have not been told; see publish_outdated()';

create function private.note_outdated() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.outdated (jersey_id) values (new.id);
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
    delete from private.outdated returning jersey_id
  ), numbered as (
    select jersey_id, row_number() over () / 200 as message from (select distinct jersey_id from taken) each
  )
  -- PostgreSQL takes 8000 bytes per message.
  select pg_notify('public_changes', string_agg(jersey_id::text, ',')) from numbered group by message
$$;
comment on function private.publish_outdated is 'Tells servers that the pages of all noted jerseys are outdated';

revoke execute on function private.note_outdated, private.publish_outdated from public;
