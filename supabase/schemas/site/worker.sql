-- What a write leaves for later: lines in one table of changes, from which one worker derives what is only read.
-- Each projection is a function of ids that computes from the tables as they are, so doing it twice, late, or in any order
-- does no harm. Two workers would: the slower one could write what the faster one has outdated. They take turns.

create table private.changes (
  kind text not null
    constraint changes_kind_known check (kind in ('vote', 'voter', 'jersey', 'page')),
  id uuid not null,
  at timestamptz not null default now()
);
-- Without an index a line costs its writer next to nothing.
comment on table private.changes is
  'What the worker has yet to look at: a jersey whose votes changed (vote), an account whose votes may start or stop counting (voter), a jersey that came, went or changed in what it is found by (jersey), a jersey whose page shows something else (page)';

alter table private.changes enable row level security;
revoke all on private.changes from public, anon, authenticated, service_role;

create function private.begin_deriving() returns void
language sql set search_path = ''
as $$ select pg_advisory_xact_lock(hashtextextended('maillotheque.derive', 0)) $$;
comment on function private.begin_deriving is 'Until the transaction ends, nobody else derives';

create function public.derive(at_most integer default 1000) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  taken private.changes[];
  changed uuid[];
  voted uuid[];
  pages uuid[];
begin
  if not pg_try_advisory_xact_lock(hashtextextended('maillotheque.derive', 0)) then
    return 0;
  end if;
  perform private.note_due_voters();
  with gone as (
    delete from private.changes
    where ctid = any (array(select ctid from private.changes limit least(greatest(coalesce(at_most, 1000), 1), 10000)))
    returning *
  )
  select array_agg(gone::private.changes) into taken from gone;
  if taken is not null then
    voted := array(
      select id from unnest(taken) where kind = 'vote'
      union
      select jersey_id from public.jersey_votes where voter_id in (select id from unnest(taken) where kind = 'voter'));
    changed := array(select distinct id from unnest(taken) where kind = 'jersey');
    pages := array(select id from unnest(taken) where kind = 'page' union select unnest(voted || changed));
    -- What comes later reads what is before it.
    if voted <> '{}' then
      perform private.refresh_standings(voted);
      perform private.refresh_tiers(voted);
    end if;
    if changed <> '{}' then
      perform private.refresh_search('jersey', changed);
    end if;
    if private.refresh_catalogue(voted || changed) then
      -- Lists and counts of any page changed.
      perform pg_notify('public_changes', '*');
    else
      perform private.publish_pages(pages);
    end if;
  end if;
  return coalesce(cardinality(taken), 0);
end $$;
comment on function public.derive is
  'Takes at most so many changes and derives what is only read: standings, words and tiers of search, the catalogue, outdated pages. Returns how many it took. Servers call it after writes and every five seconds';
revoke execute on function public.derive from public, anon, authenticated;
grant execute on function public.derive to service_role;

revoke execute on function private.begin_deriving from public;
