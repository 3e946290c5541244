-- Merging: one shirt submitted twice becomes one jersey. The address of the deleted one leads to the other.

create table public.jersey_redirects (
  -- No reference: that jersey is deleted.
  from_id uuid primary key,
  into_id uuid not null references public.jerseys (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint jersey_redirects_elsewhere check (from_id <> into_id)
);
comment on table public.jersey_redirects is 'Where the address of a merged jersey leads';
create index jersey_redirects_by_into on public.jersey_redirects (into_id);

alter table public.jersey_redirects enable row level security;
revoke all on public.jersey_redirects from anon, authenticated;
grant select on public.jersey_redirects to anon, authenticated;
grant select, insert, update, delete on public.jersey_redirects to service_role;

create policy "visitors follow redirects to public jerseys" on public.jersey_redirects
  for select to anon using (exists (select from public.jerseys where jerseys.id = into_id));
create policy "members follow redirects to jerseys they read" on public.jersey_redirects
  for select to authenticated
  using (exists (select from public.jerseys where jerseys.id = into_id));

-- Clients make the ids of jerseys. An id is taken if another member's jersey has or had it, or if
-- it redirects to a merged jersey: nobody can take over its address and history.
create function private.guard_jersey_id() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.jersey_redirects where from_id = new.id)
    or exists (
      select from public.audit_log
      where table_name = 'jerseys' and row_id = new.id::text and action = 'insert'
        and actor_id is distinct from auth.uid()) then
    raise unique_violation using
      message = 'duplicate key value violates unique constraint "jerseys_pkey"',
      detail = format('Key (id)=(%s) already exists.', new.id),
      table = 'jerseys', constraint = 'jerseys_pkey';
  end if;
  return new;
end $$;
revoke execute on function private.guard_jersey_id from public;

create trigger jerseys_guard_id before insert on public.jerseys
for each row when (auth.uid() is not null) execute function private.guard_jersey_id();

create function public.merge_jerseys(from_id uuid, into_id uuid) returns public.jerseys
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  gone constant uuid := merge_jerseys.from_id;
  kept constant uuid := merge_jerseys.into_id;
  images integer;
  jersey public.jerseys;
begin
  if not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only administrators merge jerseys.';
  end if;
  if gone = kept then
    raise sqlstate 'PT400' using
      message = 'merge_with_itself', detail = 'A jersey can''t be merged into itself.';
  end if;
  -- Locked in the order of ids, so that two merges cannot deadlock. Votes wait as well.
  perform from public.jerseys where id in (gone, kept) order by id for update;
  if (select count(*) from public.jerseys where id in (gone, kept)) < 2 then
    raise sqlstate 'PT404' using
      message = 'jersey_not_found', detail = 'One of the jerseys was deleted or merged.';
  end if;

  -- A member who has both keeps the row of the jersey that stays. The duplicate is deleted with the other jersey.
  update public.jersey_votes moved set jersey_id = kept
  where jersey_id = gone and not exists (
    select from public.jersey_votes own where own.jersey_id = kept and own.voter_id = moved.voter_id);
  update public.user_collections moved set jersey_id = kept
  where jersey_id = gone and not exists (
    select from public.user_collections own
    where own.jersey_id = kept and own.user_id = moved.user_id);
  update public.user_wishlists moved set jersey_id = kept
  where jersey_id = gone and not exists (
    select from public.user_wishlists own
    where own.jersey_id = kept and own.user_id = moved.user_id);
  update public.comments set jersey_id = kept where jersey_id = gone;
  update public.reports moved set target_id = kept
  where jersey_id = gone and not (status = 'open' and exists (
    select from public.reports own
    where own.jersey_id = kept and own.status = 'open' and own.reporter_id = moved.reporter_id));
  -- Images move behind the existing ones, up to the limit of five.
  select count(*) into images from public.jersey_images where jersey_id = kept;
  update public.jersey_images moved
  set jersey_id = kept, position = (
      select coalesce(max(own.position), -1) from public.jersey_images own where own.jersey_id = kept
    ) + next.place
  from (
    select id, row_number() over (order by position, id) as place
    from public.jersey_images where jersey_id = gone
  ) next
  where moved.id = next.id and next.place <= 5 - images;

  update public.jersey_redirects set into_id = kept where into_id = gone;
  insert into public.jersey_redirects (from_id, into_id) values (gone, kept);
  delete from public.jerseys where id = gone;
  select * into jersey from public.jerseys where id = kept;
  return jersey;
end $$;
comment on function public.merge_jerseys is
  'Moves votes, collections, wishes, comments, reports and images to another jersey, without duplicates, and deletes the first';
revoke execute on function public.merge_jerseys from public, anon;
grant execute on function public.merge_jerseys to authenticated, service_role;
