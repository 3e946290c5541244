-- One shirt submitted twice becomes one jersey. The address of the one that goes leads to the other.

create table public.jersey_redirects (
  -- No reference: that jersey is gone.
  from_id uuid primary key,
  into_id uuid not null references public.jerseys (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint jersey_redirects_elsewhere check (from_id <> into_id)
);
comment on table public.jersey_redirects is 'Where the address of a merged jersey leads';
create index jersey_redirects_by_into on public.jersey_redirects (into_id);

create trigger jersey_redirects_audit after insert or update or delete on public.jersey_redirects
for each row execute function private.record_change('from_id');

alter table public.jersey_redirects enable row level security;
revoke all on public.jersey_redirects from anon, authenticated;
grant select on public.jersey_redirects to anon, authenticated;
grant select, insert, update, delete on public.jersey_redirects to service_role;

create policy "visitors follow redirects to public jerseys" on public.jersey_redirects
  for select to anon using (exists (select from public.jerseys where jerseys.id = into_id));
create policy "members follow redirects to jerseys they read" on public.jersey_redirects
  for select to authenticated
  using (exists (select from public.jerseys where jerseys.id = into_id));

-- Clients make the ids of jerseys. One that another member's jersey has or had, or that leads to the jersey it
-- was merged into, is taken: its address and its history are not up for grabs.
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
  -- In the order of their ids, so that two merges can't wait for each other. Votes wait, too.
  perform from public.jerseys where id in (gone, kept) order by id for update;
  if (select count(*) from public.jerseys where id in (gone, kept)) < 2 then
    raise sqlstate 'PT404' using
      message = 'jersey_not_found', detail = 'One of the jerseys was deleted or merged.';
  end if;

  -- Whoever has both keeps what is on the jersey that stays; the rest goes with the other.
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
  -- Behind the images that are there, as many as there is room for.
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

create function public.revert_jersey(jersey_id uuid) returns public.jerseys
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  jersey public.jerseys;
  change record;
begin
  if not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only administrators undo changes.';
  end if;
  select * into jersey from public.jerseys where id = revert_jersey.jersey_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'jersey_not_found', detail = 'The jersey was deleted.';
  end if;
  if jersey.edited_at is null then
    raise sqlstate 'PT409' using
      message = 'jersey_not_edited', detail = 'No change waits for a decision.';
  end if;
  for change in select * from public.jersey_changes(jersey.id) loop
    if change.field <> 'image' then
      execute format('update public.jerseys set %I = $1 where id = $2', change.field)
      using change.before, jersey.id;
    elsif change.before is null then
      delete from public.jersey_images images
      where images.jersey_id = jersey.id and images.url = change.after;
    end if;
  end loop;
  update public.jerseys set edited_at = null, moderated_by = auth.uid(), moderated_at = now()
  where id = jersey.id
  returning * into jersey;
  return jersey;
end $$;
comment on function public.revert_jersey is
  'Goes back to the version last decided on. Images that the author removed stay removed: their files are gone';

revoke execute on function public.merge_jerseys, public.revert_jersey from public, anon;
grant execute on function public.merge_jerseys, public.revert_jersey to authenticated, service_role;
