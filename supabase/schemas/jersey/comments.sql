-- Comments on jerseys.
-- Members write, edit and delete their own; administrators hide and delete.
-- Only visible comments on readable jerseys are public.

create table public.comments (
  id uuid primary key default gen_random_uuid(),
  jersey_id uuid not null references public.jerseys (id) on delete cascade,
  author_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  body text not null constraint comments_body_length check (char_length(body) between 1 and 2000),
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  is_hidden boolean not null default false
);

create index comments_of_jersey on public.comments (jersey_id, created_at, id);
comment on index public.comments_of_jersey is 'Comments on a jersey in order: jersey page';
create index comments_of_author on public.comments (author_id, created_at desc, id desc);
comment on index public.comments_of_author is
  'A member''s comments, newest first: moderation, rate limit';

alter table public.comments enable row level security;
revoke all on public.comments from anon, authenticated;
grant select on public.comments to anon;
grant select, delete on public.comments to authenticated;
grant select, insert, update, delete on public.comments to service_role;
grant insert (jersey_id, author_id, body) on public.comments to authenticated;
grant update (body, is_hidden) on public.comments to authenticated;

-- Runs with the caller's rights, so that `current_user` tells a request from a function's write.
create function private.guard_comment() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.body := coalesce(private.tidy(new.body), '');
  if tg_op = 'UPDATE' then
    if new.body is distinct from old.body then
      new.edited_at := now();
    end if;
    if current_user = 'authenticated'
      and (new.is_hidden <> old.is_hidden and not public.is_admin(auth.uid())
          and not (public.is_reviewer(auth.uid()) and old.author_id is distinct from auth.uid())
        or new.body <> old.body and old.author_id is distinct from auth.uid()) then
      raise insufficient_privilege using
        message = 'permission denied for table comments',
        detail = 'Authors change the body, reviewers whether it is hidden.';
    end if;
  end if;
  return new;
end $$;

create policy "visitors read visible comments on public jerseys" on public.comments
  for select to anon
  using (not is_hidden and exists (select from public.jerseys where jerseys.id = jersey_id));

create policy "members read visible comments and their own, reviewers all" on public.comments
  for select to authenticated
  using (
    (not is_hidden and exists (select from public.jerseys where jerseys.id = jersey_id))
    or author_id = (select auth.uid())
    or (select public.is_reviewer((select auth.uid())))
  );

create policy "members comment on jerseys they can read" on public.comments
  for insert to authenticated
  with check (
    author_id = (select auth.uid())
    and exists (select from public.jerseys where jerseys.id = jersey_id)
  );

create policy "members edit their own comments, reviewers hide" on public.comments
  for update to authenticated
  using (author_id = (select auth.uid()) or (select public.is_reviewer((select auth.uid()))))
  with check (author_id = (select auth.uid()) or (select public.is_reviewer((select auth.uid()))));

create policy "members delete their own comments, admins all" on public.comments
  for delete to authenticated
  using (author_id = (select auth.uid()) or (select public.is_admin((select auth.uid()))));
