-- What a write leaves for later: lines in one table of changes, from which one worker derives what is only read.
-- Each projection is a function of ids that computes from the tables as they are, so doing it twice, late, or in any order
-- does no harm. Two workers would: the slower one could write what the faster one has outdated. They take turns.

create table private.changes (
  kind text not null
    constraint changes_kind_known
      check (kind in ('vote', 'jersey', 'page', 'team', 'competition', 'season', 'brand', 'list')),
  id uuid not null,
  at timestamptz not null default now()
);
-- Without an index a line costs its writer next to nothing. One of a later time (`at`) waits for it.
comment on table private.changes is
  'What the worker has yet to look at: a jersey whose votes changed (vote), a jersey whose page shows something else (page), and what came, went or changed (jersey, team, competition, season, brand, list)';

create function private.lock_of_deriving() returns bigint
language sql immutable
return hashtextextended('maillotheque.derive', 0);
comment on function private.lock_of_deriving is 'The advisory lock that whoever derives holds until the transaction ends';

create table private.failed_changes (
  projection text not null,
  id uuid not null,
  problem text not null,
  since timestamptz not null default now(),
  tried_at timestamptz not null default now(),
  constraint failed_changes_pkey primary key (projection, id)
);
comment on table private.failed_changes is
  'From what a projection could not be derived, and why. It is tried again every minute, and holds up nothing else';

create function private.refresh_projection(projection text, ids uuid[]) returns boolean
language plpgsql set search_path = ''
as $$
declare
  are_lists_changed boolean := false;
begin
  if ids = '{}' then
    return false;
  end if;
  case projection
    when 'tiers' then perform private.refresh_tiers(ids);
    when 'words' then perform private.refresh_search('jersey', ids);
    when 'catalogue' then are_lists_changed := private.refresh_catalogue(ids);
    when 'public_changes' then perform private.refresh_public_changes(ids);
  end case;
  delete from private.failed_changes failed
  where failed.projection = refresh_projection.projection and failed.id = any (ids);
  return are_lists_changed;
exception
  -- Derived again soon, with everything else.
  when serialization_failure or deadlock_detected or lock_not_available then
    raise;
  when others then
    insert into private.failed_changes as failed (projection, id, problem)
    select refresh_projection.projection, id, left(sqlerrm, 1000) from unnest(ids) id
    on conflict on constraint failed_changes_pkey do update set problem = excluded.problem, tried_at = now();
    if cardinality(ids) = 1 then
      return false;
    end if;
    -- Which of them can't be is found by halves; those that can are taken from the table again.
    are_lists_changed := private.refresh_projection(projection, ids[:cardinality(ids) / 2]);
    return private.refresh_projection(projection, ids[cardinality(ids) / 2 + 1:]) or are_lists_changed;
end $$;
comment on function private.refresh_projection is
  'Derives a projection for these ids. Those that fail stay in private.failed_changes. Returns whether lists and counts changed';

create function public.derive(at_most integer default 1000) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  taken private.changes[];
  -- What failed a minute ago, with everything that reads it.
  again constant uuid[] := array(select distinct id from private.failed_changes where tried_at < now() - interval '1 minute');
  changed uuid[];
  voted uuid[];
  others uuid[];
  shown uuid[];
begin
  if not pg_try_advisory_xact_lock(private.lock_of_deriving()) then
    return 0;
  end if;
  with gone as (
    delete from private.changes
    where ctid = any (array(select ctid from private.changes where at <= now() limit least(greatest(coalesce(at_most, 1000), 1), 10000)))
    returning *
  )
  select coalesce(array_agg(gone::private.changes), '{}') into taken from gone;
  voted := array(
    select id from unnest(taken) where kind = 'vote' union select unnest(again));
  changed := array(select id from unnest(taken) where kind = 'jersey' union select unnest(again));
  shown := array(select id from unnest(taken) where kind = 'page');
  others := array(select distinct id from unnest(taken) where kind not in ('vote', 'page', 'jersey'));
  -- What comes later reads what is before it.
  perform private.refresh_projection('tiers', voted);
  perform private.refresh_projection('words', changed);
  perform private.refresh_projection('public_changes', others || changed);
  -- A page that shows other numbers: how many own a jersey orders the catalogue.
  if private.refresh_projection('catalogue', voted || changed || shown) then
    perform pg_notify('outdated_pages', '*');
  else
    perform private.publish_pages(voted || changed || shown);
  end if;
  return cardinality(taken);
end $$;
comment on function public.derive is
  'Takes at most so many changes and derives what is only read: words and tiers of search, the catalogue, public changes, outdated pages. Returns how many it took. Servers call it after writes and every two seconds';

create function public.worker_state() returns table (waiting bigint, lag_seconds double precision, failed bigint)
language sql stable security definer set search_path = ''
as $$
  select count(*), coalesce(extract(epoch from clock_timestamp() - min(at)), 0)::double precision,
    (select count(*) from private.failed_changes)
  from private.changes where at <= now()
$$;
comment on function public.worker_state is
  'How many changes the worker has yet to look at, for how long the oldest has waited, and how often a projection could not be derived';
