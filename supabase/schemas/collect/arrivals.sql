-- What came into the catalogue lately, by what members follow: public jerseys, and photos of them.
-- Written in the transaction that makes them public, read only through what has changed for a member (changes.sql).
-- Merges, corrections and undone changes bring nothing new; what an import or a command adds is bulk, which is counted only.

create table private.arrivals (
  -- A team, a competition or a brand: their ids are of one kind, and no two are the same.
  target_id uuid not null,
  jersey_id uuid not null references public.jerseys (id) on delete cascade,
  kind text not null
    constraint arrivals_kind_known check (kind in ('jersey', 'photo')),
  is_bulk boolean not null,
  at timestamptz not null default now(),
  constraint arrivals_pkey primary key (target_id, jersey_id, kind)
);
comment on table private.arrivals is
  'Which jerseys became public within ninety days, and which got a photo, under each team, competition and brand of theirs';

create index arrivals_of_target on private.arrivals (target_id, is_bulk, at desc);
comment on index private.arrivals_of_target is 'What is new of a team, a competition or a brand: home of a member, weekly letter';
create index arrivals_by_jersey on private.arrivals (jersey_id);
comment on index private.arrivals_by_jersey is 'New photos of a wish; a jersey that is deleted';
create index arrivals_age on private.arrivals (at);
comment on index private.arrivals_age is 'Arrivals old enough to be deleted: job';

create function private.record_arrival(kind text, jersey_id uuid) returns void
language sql security definer set search_path = ''
as $$
  insert into private.arrivals as arrival (target_id, jersey_id, kind, is_bulk)
  select target.id, jersey.id, record_arrival.kind,
    -- A command, and an import also when its jerseys are approved one by one.
    auth.uid() is null or private.current_change() ? 'batch'
      or record_arrival.kind = 'jersey'
        and exists (select from private.imported_jerseys ij where ij.jersey_id = jersey.id)
  from public.jerseys jersey
  cross join lateral unnest(array[jersey.team_id, jersey.competition_id, jersey.brand_id]) as target (id)
  where jersey.id = record_arrival.jersey_id and jersey.status = 'approved' and jersey.is_active and target.id is not null
    and coalesce(private.current_change() -> 'revision' ->> 'kind', '') not in ('none', 'undo', 'merge')
  -- A jersey is new once; its newest photo counts.
  on conflict on constraint arrivals_pkey do update set at = excluded.at, is_bulk = excluded.is_bulk
  where arrival.kind = 'photo'
$$;
comment on function private.record_arrival is 'Notes that a jersey became public, or got a photo; nothing of one that isn''t public';

create function public.sweep_arrivals() returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  gone bigint;
begin
  delete from private.arrivals where at < now() - interval '90 days';
  get diagnostics gone = row_count;
  return gone;
end $$;
comment on function public.sweep_arrivals is 'Deletes arrivals after ninety days; returns how many';
