-- Merging and removing jerseys: proposals of two people, and undoing them (docs/decisions/066-merged-jerseys-are-hidden.md).
-- A merged or removed jersey is hidden, its address answers with the reason.
-- What moved along is remembered, so that it can go back.

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

create table public.proposals (
  id uuid primary key default gen_random_uuid(),
  kind text not null constraint proposals_kind_known check (kind in ('merge', 'removal')),
  -- No references: the jersey is deleted when it can't be undone any more, and its address still says what it was.
  jersey_id uuid not null,
  into_id uuid,
  title text not null,
  team text not null,
  season text,
  into_title text,
  reason text not null constraint proposals_reason_length check (char_length(reason) between 10 and 500),
  urgency text constraint proposals_urgency_known check (urgency in ('offensive', 'unlawful')),
  status text not null default 'open'
    constraint proposals_status_known check (
      status in ('open', 'agreed', 'done', 'refused', 'withdrawn', 'cancelled', 'undone')),
  proposer_id uuid references public.profiles (id) on delete set null,
  agreed_by uuid references public.profiles (id) on delete set null,
  -- Who refused or undid it, and why.
  ended_by uuid references public.profiles (id) on delete set null,
  note text,
  created_at timestamptz not null default now(),
  agreed_at timestamptz,
  due_at timestamptz,
  done_at timestamptz,
  undo_until timestamptz,
  ended_at timestamptz,
  constraint proposals_into_of_merge check ((kind = 'merge') = (into_id is not null)),
  constraint proposals_into_another check (jersey_id <> into_id),
  constraint proposals_due_when_agreed check (status <> 'agreed' or due_at is not null),
  constraint proposals_undo_when_done check (status <> 'done' or done_at is not null)
);
comment on table public.proposals is 'Proposals to merge or remove a public jersey; see propose()';
comment on column public.proposals.season is 'The season''s name, otherwise the year: what a removed jersey''s address says';
comment on column public.proposals.undo_until is 'Until when it can be undone; null if it can''t, as its jersey was deleted';

create unique index proposals_one_per_jersey on public.proposals (jersey_id) where status in ('open', 'agreed');
comment on index public.proposals_one_per_jersey is 'One undecided proposal per jersey';
create unique index proposals_done_of_jersey on public.proposals (jersey_id) where status = 'done';
comment on index public.proposals_done_of_jersey is 'What became of a jersey: its address, the order of undoing';
create index proposals_into on public.proposals (into_id) where status = 'done';
comment on index public.proposals_into is 'What was merged into a jersey that is deleted';
create index proposals_due on public.proposals (due_at) where status = 'agreed';
comment on index public.proposals_due is 'Due proposals, oldest first: job';
create index proposals_list on public.proposals (status, created_at desc, id);
comment on index public.proposals_list is 'Proposals by state, newest first: admin';
create index proposals_by_proposer on public.proposals (proposer_id);
create index proposals_by_agreed on public.proposals (agreed_by);
create index proposals_by_ended on public.proposals (ended_by);

alter table public.proposals enable row level security;
-- Who agreed and who ended it is read by nobody but the database: who made a proposal may be no reviewer any more.
revoke all on public.proposals from anon, authenticated;
grant select, insert, update, delete on public.proposals to service_role;
grant select (id, kind, jersey_id, into_id, title, team, season, into_title, reason, urgency, status, proposer_id, note,
  created_at, agreed_at, due_at, done_at, undo_until, ended_at) on public.proposals to authenticated;

-- Where each row was that a proposal moved. Rows of members who leave go with their accounts.
create table private.moved_rows (
  proposal_id uuid not null references public.proposals (id) on delete cascade,
  relation text not null,
  row_id uuid not null,
  member_id uuid references auth.users (id) on delete cascade,
  stored jsonb,
  constraint moved_rows_pkey primary key (proposal_id, relation, row_id)
);
comment on table private.moved_rows is
  'Rows that a merge or removal moved, until it can''t be undone any more. Of a vote the id is the voter''s';
comment on column private.moved_rows.stored is 'Of an image its position; of a collected jersey the row, which its copies take along';

-- Whom a planned date was told. They are also told when nothing comes of it.
create table private.proposal_notified_members (
  proposal_id uuid not null references public.proposals (id) on delete cascade,
  member_id uuid not null references auth.users (id) on delete cascade,
  constraint proposal_notified_members_pkey primary key (proposal_id, member_id)
);
comment on table private.proposal_notified_members is
  'Who was told the date of an agreed proposal, until it is carried out or called off: see private.notify_proposal_cancelled()';


alter table private.proposal_notified_members enable row level security;
revoke all on private.proposal_notified_members from public, anon, authenticated, service_role;

-- A jersey that was approved and then rejected isn't deleted by one administrator alone.
create table private.once_public (
  jersey_id uuid constraint once_public_pkey primary key references public.jerseys (id) on delete cascade,
  until timestamptz not null
);
comment on table private.once_public is 'Until when a jersey that was rejected was public: see private.needs_proposal()';

alter table private.once_public enable row level security;
revoke all on private.once_public from public, anon, authenticated, service_role;

create function private.is_public_jersey(jersey_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.jerseys jersey
    where jersey.id = is_public_jersey.jersey_id and jersey.status = 'approved' and jersey.is_active)
$$;

create function private.check_not_own(proposal public.proposals) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not public.is_admin(auth.uid()) and exists (
    select from public.jerseys
    where id in (proposal.jersey_id, proposal.into_id) and author_id = auth.uid()) then
    raise sqlstate 'PT403' using
      message = 'proposal_own', detail = 'A reviewer doesn''t decide on their own jersey.';
  end if;
end $$;

-- Merges, removals and undoings are serialized: they are rare, and each touches rows of many members. Whoever waits sees what
-- the one before made of them.
create function private.lock_proposals() returns void
language sql set search_path = ''
as $$ select pg_advisory_xact_lock(hashtextextended('proposals', 0)) $$;

create function private.lock_proposal(proposal_id uuid) returns public.proposals
language plpgsql security definer set search_path = ''
as $$
declare
  proposal public.proposals;
begin
  perform private.lock_proposals();
  select * into proposal from public.proposals where id = lock_proposal.proposal_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'proposal_not_found', detail = 'There is no such proposal.';
  end if;
  return proposal;
end $$;

create function private.check_state(proposal public.proposals, states text[]) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if proposal.status <> all (states) then
    raise sqlstate 'PT409' using
      message = 'proposal_settled', detail = proposal.status, hint = 'Somebody was faster.';
  end if;
end $$;

create function private.checked_reason(reason text, at_least integer) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  given constant text := private.tidy(reason);
begin
  if given is null or char_length(given) not between at_least and 500 then
    raise sqlstate 'PT400' using
      message = 'proposal_reason', detail = format('The reason has %s to 500 characters.', at_least);
  end if;
  return given;
end $$;

-- Who is told: the author, and whose collection or wishlist has the jersey.
create function private.members_with_jersey(jersey_id uuid) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select author_id from public.jerseys where id = members_with_jersey.jersey_id and author_id is not null
  union select user_id from public.user_collections where jersey_id = members_with_jersey.jersey_id
  union select owner_id from public.copies where jersey_id = members_with_jersey.jersey_id and removed_at is null
  union select user_id from public.user_wishlists where jersey_id = members_with_jersey.jersey_id
$$;
comment on function private.members_with_jersey is 'The author of a jersey, and whose collection, copies or wishlist have it';

create function private.notify_members_with_jersey(
  proposal public.proposals, outcome text, subject uuid, note text, changes jsonb default null
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.notify(holder.id, 'jersey', notify_members_with_jersey.outcome, 'jersey', subject, proposal.title, notify_members_with_jersey.note,
    notify_members_with_jersey.changes)
  from private.members_with_jersey(proposal.jersey_id) holder (id);
end $$;
comment on function private.notify_members_with_jersey is
  'Tells the author and who has the jersey of a proposal. To be called while the rows are the jersey''s';

create function private.notify_proposal_cancelled() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.status <> 'done' then
    perform private.notify(
      notified.member_id, 'jersey', 'called_off', 'jersey',
      (select id from public.jerseys where id = new.jersey_id), new.title)
    from private.proposal_notified_members notified where notified.proposal_id = new.id;
  end if;
  delete from private.proposal_notified_members where proposal_id = new.id;
  return new;
end $$;
comment on function private.notify_proposal_cancelled is
  'Tells those who know the date of a merge or removal that it is called off. A proposal is agreed to once, so nobody is told twice';

-- What members write about a hidden jersey. Its author still reads it, and others may have its page open.
create function private.hiding_proposal(jersey_id uuid) returns public.proposals
language sql stable security definer set search_path = ''
as $$
  select proposal.* from public.proposals proposal
  where proposal.jersey_id = hiding_proposal.jersey_id and proposal.status = 'done'
    and exists (select from public.jerseys where id = hiding_proposal.jersey_id and not is_active)
$$;
comment on function private.hiding_proposal is 'The proposal that hides a jersey; null if none does';

create function private.check_not_gone(jersey_id uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  became constant public.proposals := private.hiding_proposal(jersey_id);
begin
  if became.kind = 'merge' then
    raise sqlstate 'PT409' using
      message = 'jersey_merged', detail = jsonb_build_object('into', (
        select into_id from public.jersey_redirects where from_id = check_not_gone.jersey_id))::text,
      hint = 'It was merged into another jersey.';
  elsif became.kind = 'removal' then
    raise sqlstate 'PT409' using message = 'jersey_removed', detail = 'It was removed from the catalogue.';
  end if;
end $$;

-- Carrying out.
create function private.move_jersey(gone uuid, kept uuid, proposal_id uuid default null) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  proposal constant uuid := move_jersey.proposal_id;
  images integer;
begin
  if proposal is not null then
    insert into private.moved_rows (proposal_id, relation, row_id, member_id, stored)
    select proposal, 'user_collections', id, user_id, to_jsonb(collected)
    from public.user_collections collected where jersey_id = gone
    union all
    select proposal, 'copies', id, null, null from public.copies where jersey_id = gone
    union all
    select proposal, 'suggestions', id, null, null from public.suggestions
    where target_type = 'jersey' and target_id = gone and status = 'open'
    union all
    select proposal, 'jersey_redirects', from_id, null, null from public.jersey_redirects where into_id = gone
    union all
    select proposal, 'comments', id, null, null from public.comments where jersey_id = gone;
  end if;

  -- A member who has both keeps the row of the jersey that stays. The duplicate stays with the other jersey.
  with moved as (
    update public.jersey_votes moved set jersey_id = kept
    where jersey_id = gone and not exists (
      select from public.jersey_votes own where own.jersey_id = kept and own.voter_id = moved.voter_id)
    returning voter_id)
  insert into private.moved_rows (proposal_id, relation, row_id, member_id)
  select proposal, 'jersey_votes', voter_id, voter_id from moved where proposal is not null;
  update public.user_collections moved set jersey_id = kept
  where jersey_id = gone and not exists (
    select from public.user_collections own
    where own.jersey_id = kept and own.user_id = moved.user_id);
  with moved as (
    update public.user_wishlists moved set jersey_id = kept
    where jersey_id = gone and not exists (
      select from public.user_wishlists own
      where own.jersey_id = kept and own.user_id = moved.user_id)
    returning id)
  insert into private.moved_rows (proposal_id, relation, row_id)
  select proposal, 'user_wishlists', id from moved where proposal is not null;
  update public.comments set jersey_id = kept where jersey_id = gone;
  with moved as (
    update public.reports moved set target_id = kept
    where jersey_id = gone and not (status = 'open' and exists (
      select from public.reports own
      where own.jersey_id = kept and own.status = 'open' and own.reporter_id = moved.reporter_id))
    returning id)
  insert into private.moved_rows (proposal_id, relation, row_id)
  select proposal, 'reports', id from moved where proposal is not null;
  -- Images move behind the existing ones, up to five of each contributor (of former members together) and twenty in all.
  select greatest(
    (select count(*) from public.jersey_images where jersey_id = kept and edit_id is null),
    (select count(*) from private.edited_images where jersey_id = kept)) into images;
  with next as (
    select fitting.id, fitting.position, row_number() over (order by fitting.position, fitting.id) as place
    from (
      select image.id, image.position,
        row_number() over (partition by image.contributor_id order by image.position, image.id) as nth,
        (select greatest(
            count(*) filter (where own.edit_id is null),
            count(*) filter (where own.id in (select edited.id from private.edited_images edited where edited.jersey_id = kept)))
          from public.jersey_images own
          where own.jersey_id = kept and own.contributor_id is not distinct from image.contributor_id) as present
      from public.jersey_images image where image.jersey_id = gone and image.edit_id is null
    ) fitting
    where fitting.nth + fitting.present <= 5
  ), moved as (
    update public.jersey_images moved
    set jersey_id = kept, position = (
        select coalesce(max(own.position), -1) from public.jersey_images own where own.jersey_id = kept
      ) + next.place
    from next where moved.id = next.id and next.place <= 20 - images
    returning moved.id, next.position as was
  )
  insert into private.moved_rows (proposal_id, relation, row_id, stored)
  select proposal, 'jersey_images', id, to_jsonb(was) from moved where proposal is not null;

  update public.jersey_redirects set into_id = kept where into_id = gone;
  -- Copies follow (jersey_redirects_copies).
  insert into public.jersey_redirects (from_id, into_id) values (gone, kept);
end $$;
comment on function private.move_jersey is
  'Moves votes, collections, copies, wishes, comments, reports and images to another jersey, without duplicates, and the address. Of a proposal it records what moved';

create function private.lock_jerseys(gone uuid, kept uuid default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_images(array[gone, kept]);
  -- Locked in the order of ids, so that two merges cannot deadlock. Votes wait as well.
  perform from public.jerseys where id in (gone, kept) order by id for update;
  -- Whose collections it changes, before their rows: see private.lock_collection_first().
  perform private.lock_collections(array(
    select user_id from public.user_collections where jersey_id in (gone, kept)
    union select owner_id from public.copies where jersey_id in (gone, kept)));
end $$;

create function private.former_facts(jersey public.jerseys) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'title', jersey.title, 'team', jersey.team, 'league', jersey.league, 'year', jersey.year, 'kit_type', jersey.kit_type,
    'brand', jersey.brand,
    'competition', (select name from public.competitions where id = jersey.competition_id),
    'season', (select code from public.seasons where id = jersey.season_id)))
$$;

create function private.end_proposal(proposal_id uuid, becomes text, note text default null) returns public.proposals
language sql security definer set search_path = ''
as $$
  update public.proposals
  set status = becomes, note = coalesce(end_proposal.note, proposals.note), ended_by = auth.uid(), ended_at = now(),
    undo_until = null
  where id = end_proposal.proposal_id
  returning *
$$;

create function private.undo_days() returns interval
language sql immutable
return interval '90 days';
comment on function private.undo_days is 'How long a merge or removal can be undone';

create function private.carry_out(proposal public.proposals) returns public.proposals
language plpgsql security definer set search_path = ''
as $$
declare
  jersey public.jerseys;
begin
  perform private.lock_jerseys(proposal.jersey_id, proposal.into_id);
  -- Either was deleted, merged, removed or hidden meanwhile.
  if not private.is_public_jersey(proposal.jersey_id)
    or proposal.into_id is not null and not private.is_public_jersey(proposal.into_id) then
    return private.end_proposal(proposal.id, 'cancelled');
  end if;
  select * into jersey from public.jerseys where id = proposal.jersey_id;
  perform private.notify_members_with_jersey(
    proposal, case proposal.kind when 'merge' then 'merged' else 'taken_down' end, proposal.into_id, proposal.reason);
  if proposal.kind = 'merge' then
    insert into private.moved_rows (proposal_id, relation, row_id, member_id)
    select proposal.id, 'notices', id, recipient_id from public.notices where notices.jersey_id = jersey.id;
    update public.notices set jersey_id = proposal.into_id where notices.jersey_id = jersey.id;
    perform private.move_jersey(jersey.id, proposal.into_id, proposal.id);
    update public.suggestions
    set target_id = proposal.into_id, edited_at = clock_timestamp(),
      title = (select title from public.jerseys where id = proposal.into_id)
    where target_type = 'jersey' and target_id = jersey.id and status = 'open';
    perform private.begin_revision('merge', null, proposal.reason);
    perform private.write_revision(
      'jersey', proposal.into_id,
      -- What is offensive or unlawful isn't named.
      jsonb_build_object('merged', jsonb_build_object(
        'before', case when proposal.urgency is null then jersey.title else '…' end, 'after', null)), null);
  else
    insert into private.moved_rows (proposal_id, relation, row_id, member_id, stored)
    select proposal.id, 'user_collections', id, user_id, to_jsonb(collected)
    from public.user_collections collected where jersey_id = jersey.id
    union all
    select proposal.id, 'copies', id, null, null from public.copies where jersey_id = jersey.id;
    -- The shirt still hangs in the wardrobe.
    update public.copies set jersey_id = null, former_jersey = private.former_facts(jersey) where jersey_id = jersey.id;
    update public.suggestions set held_at = now()
    where target_type = 'jersey' and target_id = jersey.id and status = 'open';
    perform private.begin_revision('removal', null, proposal.reason);
    perform private.write_revision(
      'jersey', jersey.id, jsonb_build_object('removed', jsonb_build_object('before', null, 'after', jersey.title)), null);
  end if;
  perform private.end_revision();
  update public.jerseys set is_active = false where id = jersey.id;
  -- What a merge moved is the other jersey's. Photos that were undone still wait for their undoing.
  if proposal.kind = 'removal' or proposal.urgency is not null then
    perform private.withhold_files(array(
      select path from public.jersey_images where jersey_id = jersey.id
      union
      select name from public.storage_deletions where bucket_id = 'jerseys' and held_for = jersey.id), true);
  end if;
  update public.proposals set status = 'done', done_at = now(), undo_until = now() + private.undo_days()
  where id = proposal.id returning * into proposal;
  return proposal;
end $$;
comment on function private.carry_out is 'Merges or removes as agreed, or cancels what can''t be done any more. The proposal is locked';

create function private.still_decides(member uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select member is null or exists (
    select from public.user_roles decider join auth.users account on account.id = decider.user_id
    where decider.role in ('reviewer', 'admin') and account.id = member
      and coalesce(account.banned_until <= now(), true))
$$;
comment on function private.still_decides is
  'False for who is suspended or no reviewer any more; true for one who has left since (null)';

create function public.carry_out_proposals(at_most integer default 20) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  proposal public.proposals;
  carried_out integer := 0;
begin
  -- A second server leaves it to the first.
  if not pg_try_advisory_xact_lock(hashtextextended('proposals', 0)) then
    return 0;
  end if;
  for proposal in
    select * from public.proposals where status = 'agreed' and due_at <= now() order by due_at limit at_most for update
  loop
    begin
      if private.still_decides(proposal.proposer_id) and private.still_decides(proposal.agreed_by) then
        perform private.carry_out(proposal);
      else
        perform private.end_proposal(proposal.id, 'cancelled');
      end if;
    exception when others then
      -- The others go on. This one is tried again in an hour.
      raise warning 'proposal %: % (%)', proposal.id, sqlerrm, sqlstate;
      update public.proposals set due_at = now() + interval '1 hour' where id = proposal.id;
    end;
    carried_out := carried_out + 1;
  end loop;
  return carried_out;
end $$;
comment on function public.carry_out_proposals is
  'Carries out proposals that were agreed to 48 hours ago; returns how many, at_most if more may wait';
revoke execute on function public.carry_out_proposals from public, anon, authenticated;
grant execute on function public.carry_out_proposals to service_role;

-- Undoing.
create function private.bring_back(proposal public.proposals, reason text) returns public.proposals
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  gone constant uuid := proposal.jersey_id;
  -- Null of a removal, and if the jersey was deleted since: what copies were left without comes back to both.
  kept constant uuid := (select id from public.jerseys where id = proposal.into_id);
begin
  perform private.lock_jerseys(gone, kept);
  -- Owners of copies that a removal left without a jersey.
  perform private.lock_collections(array(
    select copy.owner_id from private.moved_rows moved join public.copies copy on copy.id = moved.row_id
    where moved.proposal_id = proposal.id and moved.relation = 'copies'));
  update public.jerseys set is_active = true where id = gone;

  -- Each row that is still where it was moved to. Collections follow copies.
  update public.copies copy
  set jersey_id = gone, former_jersey = case when kept is null then null else copy.former_jersey end
  from private.moved_rows moved
  where moved.proposal_id = proposal.id and moved.relation = 'copies' and moved.row_id = copy.id
    and copy.jersey_id is not distinct from kept;
  -- The row that came with the jersey stays where there is another copy by now: under an id of its own.
  update public.user_collections collected set id = gen_random_uuid()
  from private.moved_rows moved
  where moved.proposal_id = proposal.id and moved.relation = 'user_collections' and collected.id = moved.row_id
    and collected.jersey_id = kept;
  update public.user_collections collected
  set id = moved.row_id, created_at = (moved.stored ->> 'created_at')::timestamptz
  from private.moved_rows moved
  where moved.proposal_id = proposal.id and moved.relation = 'user_collections'
    and collected.user_id = moved.member_id and collected.jersey_id = gone
    and not exists (select from public.user_collections taken where taken.id = moved.row_id);

  if kept is not null then
    delete from public.jersey_redirects where from_id = gone and into_id = kept;
    update public.jersey_redirects redirect set into_id = gone
    from private.moved_rows moved
    where moved.proposal_id = proposal.id and moved.relation = 'jersey_redirects' and moved.row_id = redirect.from_id
      and redirect.into_id = kept;
    update public.jersey_votes vote set jersey_id = gone
    from private.moved_rows moved
    where moved.proposal_id = proposal.id and moved.relation = 'jersey_votes' and moved.row_id = vote.voter_id
      and vote.jersey_id = kept
      and not exists (select from public.jersey_votes own where own.jersey_id = gone and own.voter_id = vote.voter_id);
    update public.user_wishlists wish set jersey_id = gone
    from private.moved_rows moved
    where moved.proposal_id = proposal.id and moved.relation = 'user_wishlists' and moved.row_id = wish.id
      and wish.jersey_id = kept
      and not exists (select from public.user_wishlists own where own.jersey_id = gone and own.user_id = wish.user_id);
    update public.comments comment set jersey_id = gone
    from private.moved_rows moved
    where moved.proposal_id = proposal.id and moved.relation = 'comments' and moved.row_id = comment.id
      and comment.jersey_id = kept;
    update public.reports report set target_id = gone
    from private.moved_rows moved
    where moved.proposal_id = proposal.id and moved.relation = 'reports' and moved.row_id = report.id
      and report.jersey_id = kept
      and not (report.status = 'open' and exists (
        select from public.reports own
        where own.jersey_id = gone and own.status = 'open' and own.reporter_id = report.reporter_id));
    update public.jersey_images image set jersey_id = gone, position = (moved.stored #>> '{}')::integer
    from private.moved_rows moved
    where moved.proposal_id = proposal.id and moved.relation = 'jersey_images' and moved.row_id = image.id
      and image.jersey_id = kept and image.edit_id is null;
    update public.notices notice set jersey_id = gone
    from private.moved_rows moved
    where moved.proposal_id = proposal.id and moved.relation = 'notices' and moved.row_id = notice.id
      and notice.jersey_id = kept;
    update public.suggestions suggestion
    set target_id = gone, title = proposal.title, edited_at = clock_timestamp()
    from private.moved_rows moved
    where moved.proposal_id = proposal.id and moved.relation = 'suggestions' and moved.row_id = suggestion.id
      and suggestion.target_type = 'jersey' and suggestion.target_id = kept and suggestion.status = 'open';
  else
    update public.suggestions set held_at = null
    where target_type = 'jersey' and target_id = gone and held_at is not null;
  end if;
  perform private.withhold_files(array(select path from public.jersey_images where jersey_id = gone), false);
  delete from private.moved_rows where proposal_id = proposal.id;

  perform private.begin_revision('undo', null, bring_back.reason);
  if kept is not null then
    perform private.write_revision(
      'jersey', kept, jsonb_build_object('unmerged', jsonb_build_object('before', null, 'after', proposal.title)), null);
  end if;
  perform private.write_revision(
    'jersey', gone, jsonb_build_object('restored', jsonb_build_object('before', null, 'after', proposal.title)), null);
  perform private.end_revision();
  perform private.notify_members_with_jersey(proposal, 'brought_back', gone, bring_back.reason);
  return private.end_proposal(proposal.id, 'undone', bring_back.reason);
end $$;
comment on function private.bring_back is
  'Undoes a merge or removal: each moved row that still is where it was moved to goes back, as it is now. The proposal is locked';

create function private.later_proposals(proposal public.proposals) returns public.proposals[]
language sql stable security definer set search_path = ''
as $$
  with recursive chain as (
    select later.*, 1 as place from public.proposals later
    where later.status = 'done' and later.jersey_id = later_proposals.proposal.into_id
    union all
    select later.*, chain.place + 1
    from chain join public.proposals later on later.status = 'done' and later.jersey_id = chain.into_id
  )
  select array_agg(proposal order by chain.place desc)
  from chain join public.proposals proposal on proposal.id = chain.id
$$;
comment on function private.later_proposals is
  'What became since of the jersey that a proposal kept, the latest first: the order of undoing. Null if nothing';

-- What reviewers call.
create function public.propose(
  kind text, jersey_id uuid, reason text, into_id uuid default null, urgency text default null
) returns public.proposals
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  proposal public.proposals;
  jersey public.jerseys;
begin
  perform private.check_reviewer();
  if propose.kind is null or propose.kind not in ('merge', 'removal')
    or propose.urgency not in ('offensive', 'unlawful')
    or (propose.kind = 'merge') <> (propose.into_id is not null) then
    raise sqlstate 'PT400' using
      message = 'proposal_unknown',
      detail = 'A proposal is a merge into another jersey or a removal; urgent ones are offensive or unlawful.';
  end if;
  if propose.jersey_id = propose.into_id then
    raise sqlstate 'PT400' using
      message = 'merge_with_itself', detail = 'A jersey can''t be merged into itself.';
  end if;
  if not private.is_public_jersey(propose.jersey_id)
    or propose.into_id is not null and not private.is_public_jersey(propose.into_id) then
    raise sqlstate 'PT409' using
      message = 'proposal_not_public', detail = 'Only public jerseys are merged or removed by proposals.';
  end if;
  select * into jersey from public.jerseys where id = propose.jersey_id;
  perform private.count_write('proposals', 1);
  insert into public.proposals (kind, jersey_id, into_id, title, team, season, into_title, reason, urgency, proposer_id)
  values (
    propose.kind, jersey.id, propose.into_id, jersey.title, jersey.team,
    coalesce((select name from public.seasons where id = jersey.season_id), jersey.year::text),
    (select title from public.jerseys where id = propose.into_id),
    private.checked_reason(propose.reason, 10), propose.urgency, auth.uid())
  on conflict do nothing
  returning * into proposal;
  if proposal.id is null then
    raise sqlstate 'PT409' using
      message = 'proposal_exists', detail = 'A proposal for this jersey waits already.';
  end if;
  return proposal;
end $$;
comment on function public.propose is
  'Proposes to merge a public jersey into another one, or to remove it; with an urgency (offensive, unlawful) it doesn''t rest';
revoke execute on function public.propose from public, anon;
grant execute on function public.propose to authenticated, service_role;

create function public.agree_to_proposal(proposal_id uuid) returns public.proposals
language plpgsql security definer set search_path = ''
as $$
declare
  proposal public.proposals;
begin
  perform private.check_reviewer();
  proposal := private.lock_proposal(agree_to_proposal.proposal_id);
  perform private.check_state(proposal, '{open}');
  if proposal.proposer_id = auth.uid() then
    raise sqlstate 'PT403' using
      message = 'proposal_own', detail = 'Somebody else agrees to what one has proposed.';
  end if;
  perform private.check_not_own(proposal);
  -- Two reviewers: one whose proposal it was may be none any more.
  if not private.still_decides(proposal.proposer_id) then
    return private.end_proposal(proposal.id, 'cancelled');
  end if;
  update public.proposals
  set status = 'agreed', agreed_by = auth.uid(), agreed_at = now(),
    due_at = now() + case when urgency is null then interval '48 hours' else '0' end
  where id = proposal.id returning * into proposal;
  if proposal.urgency is not null then
    return private.carry_out(proposal);
  end if;
  if not private.is_public_jersey(proposal.jersey_id)
    or proposal.into_id is not null and not private.is_public_jersey(proposal.into_id) then
    return private.end_proposal(proposal.id, 'cancelled');
  end if;
  perform private.notify_members_with_jersey(
    proposal, case proposal.kind when 'merge' then 'merge_planned' else 'removal_planned' end,
    proposal.jersey_id, proposal.reason, jsonb_build_object('planned_at', proposal.due_at));
  insert into private.proposal_notified_members (proposal_id, member_id)
  select proposal.id, holder.id
  from private.members_with_jersey(proposal.jersey_id) holder (id) join auth.users account on account.id = holder.id
  where holder.id <> auth.uid();
  return proposal;
end $$;
comment on function public.agree_to_proposal is
  'The second person agrees. It is carried out 48 hours later, an urgent one at once; who has the jersey is told';
revoke execute on function public.agree_to_proposal from public, anon;
grant execute on function public.agree_to_proposal to authenticated, service_role;

create function public.object_to_proposal(proposal_id uuid, reason text) returns public.proposals
language plpgsql security definer set search_path = ''
as $$
declare
  proposal public.proposals;
begin
  perform private.check_reviewer();
  proposal := private.lock_proposal(object_to_proposal.proposal_id);
  perform private.check_state(proposal, '{open,agreed}');
  perform private.check_not_own(proposal);
  proposal := private.end_proposal(proposal.id, 'refused', private.checked_reason(object_to_proposal.reason, 3));
  proposal.agreed_by := null;
  return proposal;
end $$;
comment on function public.object_to_proposal is 'Refuses a proposal, also while it rests, with a reason';
revoke execute on function public.object_to_proposal from public, anon;
grant execute on function public.object_to_proposal to authenticated, service_role;

create function public.withdraw_proposal(proposal_id uuid) returns public.proposals
language plpgsql security definer set search_path = ''
as $$
declare
  proposal public.proposals;
begin
  perform private.check_standing();
  proposal := private.lock_proposal(withdraw_proposal.proposal_id);
  if proposal.proposer_id is distinct from auth.uid() then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only who made a proposal withdraws it.';
  end if;
  perform private.check_state(proposal, '{open,agreed}');
  proposal := private.end_proposal(proposal.id, 'withdrawn');
  -- Who takes it back may be no reviewer any more.
  proposal.agreed_by := null;
  return proposal;
end $$;
comment on function public.withdraw_proposal is 'Takes back an own proposal that was not carried out';
revoke execute on function public.withdraw_proposal from public, anon;
grant execute on function public.withdraw_proposal to authenticated, service_role;

create function public.undo_proposal(proposal_id uuid, reason text) returns public.proposals
language plpgsql security definer set search_path = ''
as $$
declare
  proposal public.proposals;
  given text;
  later public.proposals[];
begin
  perform private.check_reviewer();
  proposal := private.lock_proposal(undo_proposal.proposal_id);
  perform private.check_state(proposal, '{done}');
  perform private.check_not_own(proposal);
  -- A third person alone doesn't show again what may harm somebody.
  if proposal.urgency is not null and not public.is_admin(auth.uid())
    and auth.uid() is distinct from proposal.proposer_id and auth.uid() is distinct from proposal.agreed_by then
    raise sqlstate 'PT403' using
      message = 'proposal_urgent',
      detail = 'What was offensive or unlawful is brought back by one of the two who hid it, or by an administrator.';
  end if;
  given := private.checked_reason(undo_proposal.reason, 3);
  if proposal.undo_until is null or proposal.undo_until <= now()
    or not exists (select from public.jerseys where id = proposal.jersey_id) then
    raise sqlstate 'PT409' using
      message = 'proposal_too_late', detail = 'It can''t be undone any more.';
  end if;
  later := private.later_proposals(proposal);
  if later is not null then
    raise sqlstate 'PT409' using
      message = 'proposal_order',
      detail = (select jsonb_agg(jsonb_build_object('id', step.id, 'kind', step.kind, 'title', step.title))
        from unnest(later) step)::text,
      hint = 'Undo these first, in this order.';
  end if;
  proposal := private.bring_back(proposal, given);
  proposal.agreed_by := null;
  return proposal;
end $$;
comment on function public.undo_proposal is
  'Undoes a merge or removal within 90 days. One that others were built on is refused with the order that works';
revoke execute on function public.undo_proposal from public, anon;
grant execute on function public.undo_proposal to authenticated, service_role;

create function public.proposal_effects(jersey_id uuid)
returns table (votes bigint, collections bigint, comments bigint, photos bigint)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.check_reviewer();
  return query select
    (select count(*) from public.jersey_votes where jersey_id = proposal_effects.jersey_id),
    (select count(*) from public.user_collections where jersey_id = proposal_effects.jersey_id),
    (select count(*) from public.comments where jersey_id = proposal_effects.jersey_id),
    (select count(*) from public.jersey_images where jersey_id = proposal_effects.jersey_id and edit_id is null);
end $$;
comment on function public.proposal_effects is 'How much a merge or removal of a jersey would touch, for reviewers';
revoke execute on function public.proposal_effects from public, anon;
grant execute on function public.proposal_effects to authenticated, service_role;

create function public.removed_jersey(jersey_id uuid) returns table (title text, team text, season text)
language sql stable security definer set search_path = ''
as $$
  select proposal.title, proposal.team, proposal.season from public.proposals proposal
  where proposal.jersey_id = removed_jersey.jersey_id and proposal.status = 'done' and proposal.kind = 'removal'
    -- Of what is offensive or unlawful, the words may be.
    and proposal.urgency is null
  union all
  select null, null, null from public.proposals proposal
  where proposal.jersey_id = removed_jersey.jersey_id and proposal.status = 'done' and proposal.kind = 'removal'
    and proposal.urgency is not null
$$;
comment on function public.removed_jersey is
  'What a removed jersey was, for its address; no row if it wasn''t removed, no words if it was offensive or unlawful';
revoke execute on function public.removed_jersey from public;
grant execute on function public.removed_jersey to anon, authenticated, service_role;

-- After 90 days.
create function public.sweep_proposals() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  proposal public.proposals;
  swept integer := 0;
begin
  perform private.lock_proposals();
  for proposal in
    select * from public.proposals where status = 'done' and undo_until <= now() order by undo_until limit 100 for update
  loop
    perform private.lock_jerseys(proposal.jersey_id);
    -- Everybody concerned was told when it was carried out.
    perform private.begin_revision('none');
    delete from public.jerseys where id = proposal.jersey_id and not is_active;
    perform private.end_revision();
    delete from private.moved_rows where proposal_id = proposal.id;
    update public.proposals set undo_until = null where id = proposal.id;
    swept := swept + 1;
  end loop;
  return swept;
end $$;
comment on function public.sweep_proposals is
  'Deletes jerseys that were merged or removed 90 days ago, with their files; returns how many';
revoke execute on function public.sweep_proposals from public, anon, authenticated;
grant execute on function public.sweep_proposals to service_role;

create function private.end_proposals(jersey public.jerseys) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  proposal public.proposals;
  became public.proposals;
begin
  select * into became from public.proposals where jersey_id = jersey.id and status = 'done';
  if became.id is not null then
    -- It was hidden itself: what was merged into it went on with it, and stays hidden.
    update public.proposals set into_id = became.into_id
    where into_id = jersey.id and status = 'done' and undo_until is not null and became.kind = 'merge'
      and jersey_id <> became.into_id;
    update public.proposals set undo_until = now()
    where into_id = jersey.id and status = 'done' and undo_until > now();
    delete from private.moved_rows where proposal_id = became.id;
  else
    perform private.set_change('leaving', to_jsonb(jersey.id));
    for proposal in
      select * from public.proposals
      -- What may harm somebody stays hidden: one of the two or an administrator brings it back.
      where into_id = jersey.id and status = 'done' and undo_until > now() and urgency is null order by done_at desc for update
    loop
      perform private.bring_back(proposal, null);
    end loop;
    perform private.set_change('leaving', null);
  end if;
  -- Those who know its date have nothing to be told: it is gone, earlier.
  delete from private.proposal_notified_members where proposal_id in (
    select id from public.proposals where jersey_id = jersey.id and status = 'agreed');
  update public.proposals set status = 'cancelled', ended_at = now()
  where status in ('open', 'agreed') and (jersey_id = jersey.id or into_id = jersey.id);
  update public.proposals set undo_until = null
  where status = 'done' and jersey_id = jersey.id;
end $$;

-- Proposals first, then jerseys, then the rows of members: everybody locks in this order, also who deletes a jersey or an
-- account. A trigger of the statement fires before any row is locked.
create function private.lock_proposals_first() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_proposals();
  return null;
end $$;

-- One administrator alone neither deletes nor merges what was approved, nor shows what two have hidden.
create function private.record_once_public(jersey_id uuid) returns void
language sql security definer set search_path = ''
as $$
  insert into private.once_public (jersey_id, until) values (record_once_public.jersey_id, now())
  on conflict (jersey_id) do update set until = excluded.until
$$;

-- Whoever leaves takes back what nobody has agreed to. Who may not decide any more can't make it count by leaving.
create function private.withdraw_proposals() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.proposals set status = 'withdrawn', ended_at = now()
  where proposer_id = old.id and status = 'open';
  if not private.still_decides(old.id) then
    update public.proposals set status = 'cancelled', ended_at = now()
    where old.id in (proposer_id, agreed_by) and status = 'agreed';
  end if;
  return old;
end $$;

create function public.removal_reason(jersey_id uuid) returns table (removed_at timestamptz, reason text)
language sql stable security definer set search_path = ''
as $$
  select proposal.done_at, proposal.reason from public.proposals proposal
  where proposal.jersey_id = removal_reason.jersey_id and proposal.status = 'done' and proposal.kind = 'removal'
$$;
comment on function public.removal_reason is 'When and why a jersey was removed, for its address; no row if it wasn''t';
revoke execute on function public.removal_reason from public;
grant execute on function public.removal_reason to anon, authenticated, service_role;

create index moved_rows_by_member on private.moved_rows (member_id);

create index moved_rows_of_report on private.moved_rows (row_id) where relation = 'reports';
comment on index private.moved_rows_of_report is 'What a report was about before merges: see private.is_about()';

create index proposal_notified_members_by_member on private.proposal_notified_members (member_id);

create policy "visitors follow redirects to public jerseys" on public.jersey_redirects
  for select to anon using (exists (select from public.jerseys where jerseys.id = into_id));

create policy "members follow redirects to jerseys they read" on public.jersey_redirects
  for select to authenticated
  using (exists (select from public.jerseys where jerseys.id = into_id));

create policy "members read their own proposals, reviewers all" on public.proposals
  for select to authenticated
  using (proposer_id = (select auth.uid()) or (select public.is_reviewer((select auth.uid()))));

revoke execute on function
  private.is_public_jersey, private.check_not_own, private.lock_proposals, private.lock_proposal, private.check_state,
  private.checked_reason, private.members_with_jersey, private.notify_members_with_jersey, private.notify_proposal_cancelled, private.hiding_proposal, private.check_not_gone,
  private.move_jersey, private.lock_jerseys, private.former_facts, private.end_proposal, private.undo_days, private.carry_out,
  private.still_decides, private.bring_back, private.later_proposals, private.end_proposals, private.lock_proposals_first,
  private.record_once_public, private.withdraw_proposals
from public;
