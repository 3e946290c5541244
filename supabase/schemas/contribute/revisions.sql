-- The public history of jerseys, teams and competitions (docs/decisions/062-history-by-triggers.md).
-- A revision says what changed, by whom and why; it is written in the transaction of the change.
-- Former photos are withheld, not deleted, as long as an undo may bring them back.

create table public.revisions (
  id bigint generated always as identity primary key,
  target_type text not null
    constraint revisions_target_type_known check (target_type in ('jersey', 'team', 'competition')),
  target_id uuid not null,
  at timestamptz not null default now(),
  kind text not null,
  changes jsonb not null default '{}',
  reason text constraint revisions_reason_length check (char_length(reason) <= 2000),
  contributor_id uuid references public.profiles (id) on delete set null,
  -- No reference: a jersey's history goes with it, whole.
  undoes bigint,
  suggestion_id uuid,
  stored jsonb,
  batch_id uuid not null default gen_random_uuid(),
  constraint revisions_kind_known check (
    kind in (
      'approved', 'edit', 'suggestion', 'trusted', 'correction', 'undo', 'merge', 'photo', 'removal', 'imported', 'line_up'))
);
comment on table public.revisions is 'Public changes of jerseys, teams and competitions; see history()';
comment on column public.revisions.changes is 'Field, before and after, in words: numbers, names and lists of names';
comment on column public.revisions.contributor_id is 'Whose change it is. Null: a former member, or the site';
comment on column public.revisions.stored is
  'What undoing needs beside the words: ids by column, or the row of an image. No role reads it';
comment on column public.revisions.batch_id is
  'What was changed together, by one request: a decision, a merge, an undoing. Of an import or a roll-over it is its id';

create index revisions_of_target on public.revisions (target_type, target_id, id desc);
comment on index public.revisions_of_target is 'The history of a thing, newest first';
create index revisions_of_contributor on public.revisions (contributor_id, id desc);
comment on index public.revisions_of_contributor is 'What a member contributed, newest first; their leaving';
create index revisions_of_batch on public.revisions (batch_id, id desc);
comment on index public.revisions_of_batch is 'What is undone together';
create index revisions_undone on public.revisions (undoes) where undoes is not null;
comment on index public.revisions_undone is 'Whether a change was undone: history, contributors';
create index revisions_of_former_photo on public.revisions ((stored -> 'image' ->> 'path')) where changes -> 'image' -> 'after' = 'null';
comment on index public.revisions_of_former_photo is 'Whether a file is that of a photo that was removed: its deletion';
create index revisions_approved on public.revisions (id desc) where kind = 'approved';
comment on index public.revisions_approved is 'The latest approvals: how long a decision takes';

alter table public.revisions enable row level security;
-- Not `stored`.
revoke all on public.revisions from anon, authenticated;
grant select, insert, update, delete on public.revisions to service_role;
grant select (id, target_type, target_id, at, kind, changes, reason, contributor_id, undoes, suggestion_id, batch_id) on
  public.revisions to anon, authenticated;

-- Why and by whom: what a function says before it writes. A change of which nothing is said is the site's correction.
create function private.begin_revision(
  kind text, contributor uuid default null, reason text default null, suggestion uuid default null,
  undoes bigint default null
) returns void
language sql set search_path = ''
as $$
  select private.set_change('revision', jsonb_build_object(
    'kind', kind, 'contributor', contributor, 'reason', reason, 'suggestion', suggestion, 'undoes', undoes))
$$;
comment on function private.begin_revision is
  'Says what the following writes are, until end_revision(). Kind `none`: they are no change';

-- A request is one batch, also where nothing is said of it. An import or an undoing in steps has one for all of its requests.
create function private.set_batch(batch uuid) returns void
language sql set search_path = ''
as $$ select private.set_change('batch_id', jsonb_build_object('id', batch, 'of', statement_timestamp())) $$;
comment on function private.set_batch is 'Says to which batch the revisions of the running request belong';

create function private.current_batch() returns uuid
language plpgsql security definer set search_path = ''
as $$
begin
  if private.current_change() -> 'batch_id' -> 'of' is distinct from to_jsonb(statement_timestamp()) then
    perform private.set_batch(gen_random_uuid());
  end if;
  return (private.current_change() -> 'batch_id' ->> 'id')::uuid;
end $$;
comment on function private.current_batch is 'The batch of the running request';

create function private.end_revision() returns void
language sql set search_path = ''
as $$ select private.set_change('revision', null) $$;

create function private.write_revision(
  target_type text, target_id uuid, changes jsonb, stored jsonb, kind text default null, contributor uuid default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  said constant jsonb := private.current_change() -> 'revision';
begin
  if said ->> 'kind' = 'none' then
    return;
  end if;
  insert into public.revisions (target_type, target_id, kind, changes, reason, contributor_id, undoes, suggestion_id, stored, batch_id)
  values (
    target_type, target_id, coalesce(kind, said ->> 'kind', 'correction'), changes, said ->> 'reason',
    -- A contributor may be leaving just now.
    (select profile.id from public.profiles profile
      where profile.id = coalesce(contributor, (said ->> 'contributor')::uuid)),
    (said ->> 'undoes')::bigint, (said ->> 'suggestion')::uuid,
    case when private.current_change() ? 'undoable' then coalesce(stored, '{}') || '{"undoable": true}' else stored end,
    private.current_batch());
end $$;
comment on function private.write_revision is 'Writes what begin_revision() said about these changes; nothing if it said `none`';

create function private.record_revision(target_type text, target_id uuid, was jsonb, becomes jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  changes constant jsonb := private.changes_in_words(target_type, was, becomes);
begin
  if changes is not null then
    perform private.write_revision(target_type, target_id, changes, private.changed_values(
      was, becomes, array['competition_id', 'season_id', 'team_id', 'brand_id']));
  end if;
end $$;
comment on function private.record_revision is 'Writes the revision, if the two versions of a row differ in what people see';

create function private.record_row_revision() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_direct constant boolean := private.current_change() -> 'revision' is null;
begin
  if is_direct then
    perform private.begin_revision('correction', auth.uid());
  end if;
  perform private.record_revision(tg_argv[0], new.id, to_jsonb(old), to_jsonb(new));
  if is_direct then
    perform private.end_revision();
  end if;
  return null;
end $$;
comment on function private.record_row_revision is
  'Argument: the type of target. A direct write is an administrator''s correction';

-- Photos: a revision each, so that each is undone by itself.
create function private.record_photo_revision(former public.jersey_images, image public.jersey_images) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  said constant jsonb := private.current_change() -> 'revision';
  -- A suggested photo was not public.
  was constant text := case when former.suggestion_id is null then former.url end;
  becomes constant text := image.url;
  jersey constant uuid := coalesce(image.jersey_id, former.jersey_id);
begin
  -- A command that fills the catalogue makes no history.
  if said is null and auth.uid() is null then
    return;
  end if;
  if exists (select from public.jerseys where id = jersey and status = 'approved') then
    perform private.write_revision(
      'jersey', jersey, jsonb_build_object('image', jsonb_build_object('before', was, 'after', becomes)),
      jsonb_build_object('image', to_jsonb(case when image.id is null then former else image end)),
      case when said ->> 'kind' = 'undo' then 'undo' else 'photo' end);
  end if;
end $$;
comment on function private.record_photo_revision is 'Null before a photo is added, and after it is removed';

create function private.arrange_photos(jersey_id uuid, photos jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  was constant jsonb := private.photos_of(arrange_photos.jersey_id);
  becomes jsonb;
begin
  -- In each other's positions, so that a photo that comes back finds its place between the same two.
  update public.jersey_images image set position = wanted.position, kind = wanted.kind
  from (
    select (photo.value ->> 'id')::uuid as id, photo.value ->> 'kind' as kind,
      case when slots.last <= 1000 then slots.positions[photo.place] else photo.place - 1 end as position
    from jsonb_array_elements(photos) with ordinality photo (value, place)
    cross join (
      -- Of two in one position the second moves on.
      select array_agg(slot.position order by slot.position) as positions, max(slot.position) as last
      from (
        select (max(shown.position - shown.nth) over (order by shown.nth) + shown.nth)::integer as position
        from (
          select image.position, row_number() over (order by image.position, image.id) as nth
          from public.jersey_images image
          where image.jersey_id = arrange_photos.jersey_id and image.suggestion_id is null) shown) slot) slots
  ) wanted
  where image.jersey_id = arrange_photos.jersey_id and image.suggestion_id is null and image.id = wanted.id
    and (image.position, image.kind) is distinct from (wanted.position, wanted.kind);
  becomes := private.photos_of(arrange_photos.jersey_id);
  -- One revision for all of them.
  if private.differs('photos', jsonb_build_object('photos', was), jsonb_build_object('photos', becomes))
    and (auth.uid() is not null or private.current_change() ? 'revision')
    and exists (select from public.jerseys where id = arrange_photos.jersey_id and status = 'approved') then
    perform private.write_revision(
      'jersey', arrange_photos.jersey_id,
      jsonb_build_object('photos', jsonb_build_object(
        'before', private.photos_in_words(arrange_photos.jersey_id, was),
        'after', private.photos_in_words(arrange_photos.jersey_id, becomes))),
      jsonb_build_object('photos', jsonb_build_object('before', was, 'after', becomes)));
  end if;
end $$;
comment on function private.arrange_photos is 'Gives the public photos of a jersey, all of them, this order and these kinds';

-- What is deleted takes its history along. Of a merged jersey it stays, unread.
create function private.close_history(target_type text, target_id uuid) returns void
language sql security definer set search_path = ''
as $$
  delete from public.revisions revision
  where revision.target_type = close_history.target_type and revision.target_id = close_history.target_id
    and not exists (select from public.jersey_redirects where from_id = close_history.target_id)
    -- An administrator brings back what hurt, and was merged into it.
    and not exists (
      select from public.gone_jerseys gj where gj.batch_id = revision.batch_id and gj.undo_until is not null)
$$;

create function public.history(
  target_type text, target_id uuid, before_id bigint default null, page_size integer default 20
) returns table (
  id bigint, at timestamptz, kind text, changes jsonb, reason text, username text, display_name text, undoes bigint,
  is_undoable boolean, batch_id uuid, batch_size integer
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  size constant integer := least(greatest(coalesce(page_size, 20), 1), 100);
  is_reviewing constant boolean := public.is_reviewer(auth.uid());
  is_administrator constant boolean := public.is_admin(auth.uid());
  current jsonb;
  shown integer;
begin
  if not private.may_read(history.target_type, history.target_id) then
    return;
  end if;
  if is_reviewing then
    current := private.target_row(history.target_type, history.target_id);
  end if;
  return query
  select revision.id, revision.at, revision.kind, revision.changes, revision.reason, profile.username,
    profile.display_name, revision.undoes,
    is_reviewing and revision.kind <> 'approved' and revision.changes - array(
      select jsonb_object_keys(private.fields_that_stay(revision, current, is_administrator))) <> '{}',
    revision.batch_id,
    -- Of an import it may be twenty thousand.
    (select count(*)::integer from (
      select from public.revisions r_other where r_other.batch_id = revision.batch_id limit 1000) together)
  from public.revisions revision
  left join public.profiles profile on profile.id = revision.contributor_id
  where revision.target_type = history.target_type and revision.target_id = history.target_id
    and (before_id is null or revision.id < before_id)
  order by revision.id desc limit size;
  get diagnostics shown = row_count;
  -- Of a jersey that was approved before there was a history, the approval is known.
  if history.target_type = 'jersey' and shown < size and coalesce(before_id, 1) > 0 then
    return query
    select 0::bigint, least(jersey.moderated_at, earliest.at, now()), 'approved', '{}'::jsonb, null::text,
      profile.username, profile.display_name, null::bigint, false, null::uuid, 1
    from public.jerseys jersey
    left join public.profiles profile on profile.id = jersey.author_id
    cross join lateral (
      select min(revision.at) as at, coalesce(bool_or(revision.kind in ('approved', 'imported')), false) as is_known
      from public.revisions revision
      where revision.target_type = 'jersey' and revision.target_id = jersey.id) earliest
    where jersey.id = history.target_id and jersey.status = 'approved' and not earliest.is_known;
  end if;
end $$;
comment on function public.history is
  'The public history of a jersey, team or competition, newest first; of a jersey it ends with the approval (id 0 if that was before the history). `batch_size`: how much was changed together. For reviewers it says which revisions have a field that they can undo';

create function public.contributors(jersey_id uuid)
returns table (username text, display_name text, revisions integer)
language sql stable security definer set search_path = ''
as $$
  select profile.username, profile.display_name, sum(given.revisions)::integer
  from (
    select revision.contributor_id, count(*) as revisions
    from public.revisions revision
    where revision.target_type = 'jersey' and revision.target_id = contributors.jersey_id
      and revision.contributor_id is not null
      and not exists (select from public.revisions r_later where r_later.undoes = revision.id)
    group by revision.contributor_id
    union all
    -- Approved before there was a history.
    select jersey.author_id, 1
    from public.jerseys jersey
    where jersey.id = contributors.jersey_id and jersey.status = 'approved'
      and not exists (
        select from public.revisions revision
        where revision.target_type = 'jersey' and revision.target_id = jersey.id
          and revision.kind in ('approved', 'imported'))
  ) given
  join public.profiles profile on profile.id = given.contributor_id
  where private.may_read('jersey', contributors.jersey_id)
  group by profile.id, profile.username, profile.display_name
  order by 3 desc, profile.username
$$;
comment on function public.contributors is
  'Who contributed to a jersey, with how many changes that were not undone; who submitted it has one for that';

create function public.undone_revisions(revision_ids bigint[]) returns table (id bigint, is_whole boolean)
language sql stable security definer set search_path = ''
as $$
  select revision.id, bool_and(undone.is_undone)
  from public.revisions revision
  cross join lateral jsonb_object_keys(revision.changes) field
  cross join lateral (select private.is_undone(revision.id, field) as is_undone) undone
  where revision.id = any (revision_ids[:200])
    and exists (select from public.revisions r_later where r_later.undoes = revision.id)
    and private.may_read(revision.target_type, revision.target_id)
  group by revision.id
  having bool_or(undone.is_undone)
$$;
comment on function public.undone_revisions is
  'Those of these revisions that were undone and not brought back since: whole, or some of their fields';

-- The policies of the three tables decide what `exists` finds here.
create policy "everyone reads the history of what they read" on public.revisions
  for select to anon, authenticated
  using (
    case target_type
      when 'jersey' then exists (select from public.jerseys where jerseys.id = target_id)
      when 'team' then exists (select from public.teams where teams.id = target_id)
      else exists (select from public.competitions where competitions.id = target_id)
    end);
