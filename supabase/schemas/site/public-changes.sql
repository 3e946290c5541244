-- What changed of what everybody may read, by number: whoever keeps a copy asks for what came after the last number that they have.
-- The worker gives the numbers, one transaction after the other, so that a change which commits late gets a later number.
-- A thing has one row, its newest: a copy needs no change that another has overtaken. What went stays, so that copies drop it.

create view private.public_things as
  select 'jersey' as kind, id from public.jerseys where status = 'approved' and is_active
  union all
  select 'team', id from public.teams where is_active
  union all
  select 'competition', id from public.competitions where is_active
  union all
  select 'season', id from public.seasons where is_active
  union all
  select 'brand', id from public.brands
  union all
  select 'list', list.id from public.lists list where private.is_shown_list(list);
comment on view private.public_things is 'What everybody may read';

create table public.public_changes (
  number bigint not null
    constraint public_changes_number_key unique,
  kind text not null
    constraint public_changes_kind_known check (kind in ('jersey', 'team', 'competition', 'season', 'brand', 'list')),
  id uuid not null,
  change text not null
    constraint public_changes_change_known check (change in ('came', 'changed', 'went', 'merged')),
  into_id uuid,
  at timestamptz not null default now(),
  -- Members choose ids, so a jersey may have that of a list.
  constraint public_changes_pkey primary key (id, kind),
  constraint public_changes_into_of_merge check ((change = 'merged') = (into_id is not null))
);
comment on table public.public_changes is
  'The newest change of everything that is or was public: it came, changed, went, or was merged into another. A later change has a greater number';

alter table public.public_changes enable row level security;
revoke all on public.public_changes from anon, authenticated, service_role;
grant select on public.public_changes to anon, authenticated, service_role;

create policy "everyone reads what changed" on public.public_changes
  for select to anon, authenticated using (true);

create function private.unnumbered_changes(ids uuid[]) returns table (kind text, id uuid, change text, into_id uuid)
language sql stable set search_path = ''
as $$
  select kind, id, found.change, gone.into_id
  from (select kind, id, true as is_shown from private.public_things where id = any (ids)) thing
  full join (select * from public.public_changes where id = any (ids)) known using (id, kind)
  left join (
    select 'jersey' as what, jersey_id as from_id, into_id from public.gone_jerseys
    union all
    select 'team', from_id, into_id from public.team_redirects) gone
    on gone.what = kind and gone.from_id = id and thing.is_shown is null
  cross join lateral (select case
    when thing.is_shown then case when known.change in ('came', 'changed') then 'changed' else 'came' end
    when gone.into_id is not null then 'merged'
    else 'went' end as change) found
  -- What has gone once does not go again.
  where found.change = 'changed' or (found.change, gone.into_id) is distinct from (known.change, known.into_id)
$$;
comment on function private.unnumbered_changes is
  'What these things did since they got their last number. Those that are public have changed, if they had one as public already';

create function private.refresh_public_changes(ids uuid[]) returns void
language sql set search_path = ''
as $$
  insert into public.public_changes (number, kind, id, change, into_id)
  select coalesce((select max(number) from public.public_changes), 0) + row_number() over (order by kind, id),
    kind, id, change, into_id
  from private.unnumbered_changes(ids)
  on conflict on constraint public_changes_pkey do update set
    number = excluded.number, change = excluded.change, into_id = excluded.into_id, at = excluded.at
$$;
comment on function private.refresh_public_changes is
  'Gives the next numbers to those of these things that are public, or no longer are';
