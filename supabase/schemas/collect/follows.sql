-- What a member follows: teams, competitions, brands and lists of others; and when they last looked at what changed of it.
-- Nobody else reads either, administrators included; followers aren't counted.
-- The clubs that a member shows on their page are teams that they follow.

create table public.follows (
  member_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  target_type text not null
    constraint follows_target_type_known check (target_type in ('team', 'competition', 'brand', 'list')),
  target_id uuid not null,
  created_at timestamptz not null default now(),
  constraint follows_pkey primary key (member_id, target_id)
);
comment on table public.follows is
  'What members follow, their own rows only. their trigger follows_limit checks follows_five_hundred';

create index follows_of_target on public.follows (target_id);
comment on index public.follows_of_target is 'Follows that go with what is deleted';

alter table public.follows enable row level security;
revoke all on public.follows from anon, authenticated;
grant select, delete on public.follows to authenticated;
grant insert (target_type, target_id) on public.follows to authenticated;
grant select, insert, update, delete on public.follows to service_role;

create function private.is_followable(target_type text, target_id uuid) returns boolean
language sql security definer set search_path = ''
as $$
  select case is_followable.target_type
    -- Held: one that is being merged takes its followers along.
    when 'team' then exists (select from public.teams where id = is_followable.target_id and is_active for key share)
    when 'competition' then exists (select from public.competitions where id = is_followable.target_id and is_active)
    when 'brand' then exists (select from public.brands where id = is_followable.target_id)
    when 'list' then exists (
      select from public.lists list
      where list.id = is_followable.target_id and list.member_id <> auth.uid() and private.is_shown_list(list))
    else false
  end
$$;
comment on function private.is_followable is 'True for a team, a competition, a brand or a list of somebody else that everyone sees';

create policy "members read their own follows" on public.follows
  for select to authenticated using (member_id = (select auth.uid()));

create policy "members follow what everyone sees" on public.follows
  for insert to authenticated
  with check (member_id = (select auth.uid()) and private.is_followable(target_type, target_id));

create policy "members end their own follows" on public.follows
  for delete to authenticated using (member_id = (select auth.uid()));

create function private.end_follows() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.follows where target_id = old.id;
  return null;
end $$;
comment on function private.end_follows is 'After the deletion of what may be followed';

create function private.hide_unfollowed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.showcases set teams = array_remove(teams, old.target_id)
  where member_id = old.member_id and teams @> array[old.target_id];
  return null;
end $$;
comment on function private.hide_unfollowed is 'A team that its member doesn''t follow any more leaves the clubs of their page';

create table public.visits (
  member_id uuid primary key references auth.users (id) on delete cascade,
  seen_at timestamptz not null,
  since timestamptz not null
);
comment on table public.visits is
  'When a member last opened their home page, and the end of the visit before: what is newer is shown there. Written by my_changes()';

alter table public.visits enable row level security;
revoke all on public.visits from anon, authenticated;
grant select on public.visits to authenticated;
grant select, insert, update, delete on public.visits to service_role;

create policy "members read their own visit" on public.visits
  for select to authenticated using (member_id = (select auth.uid()));
