-- Merges and removals are one reviewer's, and everything public is undone by one function.
-- accepted: all of it: because 0.3.0, the first version with these tables, is not released yet

-- What became of jerseys that were merged or removed.
CREATE TABLE "public"."gone_jerseys" ("jersey_id" uuid NOT NULL, "batch_id" uuid NOT NULL, "kind" text NOT NULL, "into_id" uuid, "title" text NOT NULL, "team" text NOT NULL, "season" text, "reason" text NOT NULL, "urgency" text, "gone_at" timestamp with time zone NOT NULL DEFAULT now(), "undo_until" timestamp with time zone, CONSTRAINT "gone_jerseys_into_another" CHECK ((jersey_id <> into_id)), CONSTRAINT "gone_jerseys_into_of_merge" CHECK (((kind = 'merge'::text) = (into_id IS NOT NULL))), CONSTRAINT "gone_jerseys_kind_known" CHECK ((kind = ANY (ARRAY['merge'::text, 'removal'::text]))), CONSTRAINT "gone_jerseys_pkey" PRIMARY KEY (jersey_id), CONSTRAINT "gone_jerseys_urgency_known" CHECK ((urgency = ANY (ARRAY['offensive'::text, 'unlawful'::text]))));
alter table public.gone_jerseys enable row level security;

-- What was changed in one transaction is one batch.
alter table public.revisions add column batch_id uuid not null default gen_random_uuid();
update public.revisions set batch_id = md5(at::text)::uuid;
alter table public.revisions drop constraint revisions_kind_known;
ALTER TABLE "public"."revisions" ADD CONSTRAINT "revisions_kind_known" CHECK ((kind = ANY (ARRAY['approved'::text, 'edit'::text, 'suggestion'::text, 'trusted'::text, 'correction'::text, 'undo'::text, 'merge'::text, 'photo'::text, 'removal'::text, 'imported'::text, 'line_up'::text])));

-- A jersey that went or came back says so by one field, and a merge by another.
update public.revisions set changes = jsonb_build_object('jersey', jsonb_build_object(
  'before', changes -> 'removed' -> 'after', 'after', null))
where changes ? 'removed';
update public.revisions back set changes = case
  when exists (select from public.proposals done where done.jersey_id = back.target_id and done.kind = 'merge' and done.ended_at = back.at)
    then jsonb_build_object('merged', jsonb_build_object('before', null, 'after', (
      select done.into_title from public.proposals done
      where done.jersey_id = back.target_id and done.kind = 'merge' and done.ended_at = back.at limit 1)))
  else jsonb_build_object('jersey', jsonb_build_object('before', null, 'after', back.changes -> 'restored' -> 'after')) end
where back.changes ? 'restored';
update public.revisions set changes = jsonb_build_object('merged', changes -> 'unmerged') where changes ? 'unmerged';

-- What harms and was merged into a jersey that was deleted since is as if it had been removed.
insert into public.gone_jerseys (jersey_id, batch_id, kind, into_id, title, team, season, reason, urgency, gone_at, undo_until)
select jersey_id, gen_random_uuid(), case when stays.is_gone then 'removal' else kind end, case when not stays.is_gone then into_id end,
  title, team, season, reason, urgency, done_at, undo_until
from public.proposals
cross join lateral (
  select kind = 'merge' and undo_until is not null and not exists (select from public.jerseys where id = into_id) as is_gone) stays
where status = 'done';
-- Each is a batch of its own, although several were carried out at once, perhaps into the same jersey.
with went as (
  select id, at, kind, target_id,
    row_number() over (partition by at, kind, target_id order by changes -> 'merged' ->> 'before', id) as nth
  from public.revisions where kind in ('merge', 'removal')
), done as (
  select jersey_id, status, done_at as at, kind, coalesce(into_id, jersey_id) as target_id,
    row_number() over (
      partition by done_at, kind, coalesce(into_id, jersey_id) order by case when urgency is null then title else '…' end, id) as nth
  from public.proposals where done_at is not null
)
update public.revisions revision
set batch_id = gone.batch_id, stored = jsonb_strip_nulls(jsonb_build_object('gone', gone.jersey_id, 'urgency', gone.urgency))
from went join done using (at, kind, target_id, nth) join public.gone_jerseys gone on gone.jersey_id = done.jersey_id
where done.status = 'done' and revision.id = went.id;
insert into public.revisions (target_type, target_id, at, kind, changes, reason, stored, batch_id)
select 'jersey', jersey_id, gone_at, 'removal', jsonb_build_object('jersey', jsonb_build_object('before', title, 'after', null)), reason,
  jsonb_build_object('gone', jersey_id, 'urgency', urgency), batch_id
from public.gone_jerseys gone
where kind = 'removal' and undo_until is not null and not exists (select from public.revisions where batch_id = gone.batch_id);

-- Each row that was moved belongs to the jersey that it was taken from.
alter table private.moved_rows
  drop constraint moved_rows_pkey, drop constraint moved_rows_proposal_id_fkey, add column jersey_id uuid;
update private.moved_rows moved set jersey_id = proposal.jersey_id from public.proposals proposal where proposal.id = moved.proposal_id;
delete from private.moved_rows moved where not exists (select from public.gone_jerseys gone where gone.jersey_id = moved.jersey_id);
alter table private.moved_rows drop column proposal_id, alter column jersey_id set not null;
ALTER TABLE "private"."moved_rows" ADD CONSTRAINT "moved_rows_pkey" PRIMARY KEY (jersey_id, relation, row_id);
ALTER TABLE "private"."moved_rows" ADD CONSTRAINT "moved_rows_jersey_id_fkey" FOREIGN KEY (jersey_id) REFERENCES public.gone_jerseys(jersey_id) ON DELETE CASCADE;
alter table private.moved_rows enable row level security;

-- What waits for a second person waits as a suggestion.
alter table public.suggestions add column kind text not null generated always as (
  case
    when changes ? 'merge_into' then 'merge' when changes ? 'removal' then 'removal' when changes = '{}' then 'photos' else 'edit'
  end) stored;
insert into public.suggestions (id, target_type, target_id, title, member_id, changes, was, words, source, created_at, edited_at)
select id, 'jersey', jersey_id, title, proposer_id,
  case kind when 'merge' then jsonb_build_object('merge_into', into_id) else jsonb_build_object('removal', urgency) end, '{}',
  case kind
    when 'merge' then jsonb_build_object('merge_into', jsonb_build_object('before', null, 'after', into_title))
    else jsonb_build_object('removal', jsonb_build_object('before', null, 'after', urgency)) end,
  reason, created_at, coalesce(agreed_at, created_at)
from public.proposals where status in ('open', 'agreed');

-- In a hosted project a trigger of auth.users goes only with its function.
drop function private.lock_proposals_first() cascade;
drop function private.withdraw_proposals() cascade;

-- Nothing is planned any more.
drop trigger proposals_notify_cancelled on public.proposals;
delete from public.notices where outcome in ('merge_planned', 'removal_planned', 'called_off');
alter table public.notices drop constraint notices_changes_of_outcome, drop constraint notices_outcome_known;
ALTER TABLE "public"."notices" ADD CONSTRAINT "notices_changes_of_outcome" CHECK (((changes IS NOT NULL) = (outcome = ANY (ARRAY['corrected'::text, 'suggestion_accepted'::text, 'suggestion_partly'::text, 'suggestion_refused'::text, 'undone'::text]))));
ALTER TABLE "public"."notices" ADD CONSTRAINT "notices_outcome_known" CHECK ((outcome = ANY (ARRAY['approved'::text, 'corrected'::text, 'rejected'::text, 'reverted'::text, 'partly_reverted'::text, 'merged'::text, 'deleted'::text, 'upheld'::text, 'dismissed'::text, 'removed'::text, 'report_upheld'::text, 'report_dismissed'::text, 'renamed'::text, 'suggestion_accepted'::text, 'suggestion_partly'::text, 'suggestion_refused'::text, 'undone'::text, 'taken_down'::text, 'brought_back'::text])));

-- Imports and roll-overs that can still be undone. Before all others, as they were: `history()` is in the order of the ids.
insert into public.revisions (id, target_type, target_id, at, kind, changes, contributor_id, batch_id) overriding system value
select -row_number() over (order by import.created_at desc, jersey.id), 'jersey', jersey.id, import.created_at, 'imported',
  jsonb_build_object('jersey', jsonb_build_object('before', null, 'after', jersey.title)),
  (select profile.id from public.profiles profile where profile.id = import.admin_id), import.id
from private.imported_jerseys done
join public.catalogue_imports import on import.id = done.import_id and import.undo_began_at is null
join public.jerseys jersey on jersey.id = done.jersey_id;
insert into public.revisions (id, target_type, target_id, at, kind, changes, stored, batch_id) overriding system value
select least((select min(id) from public.revisions), 0) - row_number() over (order by roll_over.published_at desc, line_up.id),
  'competition', line_up.competition_id, roll_over.published_at, 'line_up',
  jsonb_build_object('line_up', jsonb_build_object('before', null, 'after', season.name)),
  jsonb_build_object('roll_over', roll_over.id), roll_over.id
from public.roll_overs roll_over
join public.roll_over_competitions line_up on line_up.roll_over_id = roll_over.id
join public.seasons season on season.id = roll_over.season_id
where roll_over.published_at is not null;
update public.catalogue_imports set undone_at = undo_began_at where undo_began_at is not null and undone_at is null;

create index gone_jerseys_due on public.gone_jerseys (undo_until);
create index gone_jerseys_into on public.gone_jerseys (into_id);
create index revisions_of_batch on public.revisions (batch_id, id desc);

delete from private.write_limits where kind = 'proposals';
insert into private.write_limits (kind, span, most, for_new) values
  ('merges', '1 hour', 30, false), ('merges', '1 day', 100, false);
-- A hosted project's schedule.
do $$
begin
  if to_regprocedure('cron.unschedule(text)') is not null then
    perform cron.unschedule(jobname) from cron.job where jobname = 'maillotheque_carry_out_proposals';
  end if;
exception when others then
  raise warning 'the job maillotheque_carry_out_proposals stays: %', sqlerrm;
end $$;

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

REVOKE ALL ON TABLE "public"."gone_jerseys" FROM "anon";

DROP TRIGGER "catalogue_imports_audit" ON "public"."catalogue_imports";

DROP FUNCTION "private"."bring_back"(public.proposals, text);

DROP FUNCTION "private"."carry_out"(public.proposals);

DROP FUNCTION "private"."check_may_show"(uuid);

DROP FUNCTION "private"."check_may_undo"();

DROP FUNCTION "private"."check_not_held"(uuid);

DROP FUNCTION "private"."check_not_own"(public.proposals);

DROP FUNCTION "private"."check_state"(public.proposals, text[]);

DROP FUNCTION "private"."check_undoing"(text);

DROP FUNCTION "private"."check_undone_member"(uuid);

DROP FUNCTION "private"."checked_reason"(text, integer);

DROP FUNCTION "private"."close_history"(text, uuid, text);

DROP FUNCTION "private"."end_proposal"(uuid, text, text);

DROP FUNCTION "private"."end_proposals"(public.jerseys);

DROP FUNCTION "private"."hiding_proposal"(uuid);

DROP FUNCTION "private"."later_proposals"(public.proposals);

DROP FUNCTION "private"."lock_jerseys"(uuid, uuid);

DROP FUNCTION "private"."lock_proposal"(uuid);

DROP FUNCTION "private"."lock_proposals"();

DROP FUNCTION "private"."lock_roll_over"(uuid, boolean);

DROP FUNCTION "private"."members_with_jersey"(uuid);

DROP FUNCTION "private"."move_jersey"(uuid, uuid, uuid);

DROP FUNCTION "private"."needs_proposal"(public.jerseys);

DROP FUNCTION "private"."notify_members_with_jersey"(public.proposals, text, uuid, text, jsonb);

DROP FUNCTION "private"."notify_proposal_cancelled"();

DROP FUNCTION "private"."place_images"(uuid[]);

DROP FUNCTION "private"."record_once_public"(uuid);

DROP FUNCTION "private"."still_decides"(uuid);

DROP FUNCTION "public"."agree_to_proposal"(uuid);

DROP FUNCTION "public"."carry_out_proposals"(integer);

DROP FUNCTION "public"."history"(text, uuid, bigint, integer);

DROP FUNCTION "public"."merge_jerseys"(uuid, uuid, uuid[]);

DROP FUNCTION "public"."object_to_proposal"(uuid, text);

DROP FUNCTION "public"."preview_undo_of_member"(uuid, timestamp with time zone, integer);

DROP FUNCTION "public"."proposal_effects"(uuid);

DROP FUNCTION "public"."propose"(text, uuid, text, uuid, text);

DROP FUNCTION "public"."sweep_proposals"();

DROP FUNCTION "public"."undo_catalogue_import"(uuid, integer);

DROP FUNCTION "public"."undo_member_changes"(uuid, text, timestamp with time zone, jsonb, integer);

DROP FUNCTION "public"."undo_proposal"(uuid, text);

DROP FUNCTION "public"."undo_revision"(bigint, text[], text);

DROP FUNCTION "public"."undo_roll_over"(uuid);

DROP FUNCTION "public"."withdraw_proposal"(uuid);

create or replace function private.admit_jersey_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    -- What was merged into it hangs on it.
    perform private.check_not_gone(old.id);
    perform private.check_removal(old);
    return old;
  end if;
  -- Only requests are checked: rename_team() must still update hidden jerseys.
  if not old.is_active then
    perform private.check_not_gone(new.id);
  end if;
  -- White space alone is no change, nor are default colours asked for again.
  new := private.completed_jersey(old, new);
  if new.colors = '{}' then
    new.colors := private.default_colors(new.kit_type, new.team_id, new.team);
  end if;
  -- After the names, which a rename locks before its jerseys: a member's edits wait for each other here.
  perform private.count_write('edits', 1);
  return private.check_author_update(old, new);
end $$;

create or replace function private.after_jersey_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was_public constant boolean := old.status = 'approved' and old.is_active;
  is_public constant boolean := new.status = 'approved' and new.is_active;
  is_placed_anew constant boolean := was_public <> is_public
    or (old.league, old.competition_id, old.team_id) is distinct from (new.league, new.competition_id, new.team_id);
  is_moved constant boolean := is_placed_anew
    or (old.season_id, old.year, old.kit_type) is distinct from (new.season_id, new.year, new.kit_type);
  are_facts_changed constant boolean := was_public <> is_public
    or (old.competition_id, old.team_id, old.season_id, old.year, old.kit_type, old.brand_id, old.colors, old.created_at)
      is distinct from
      (new.competition_id, new.team_id, new.season_id, new.year, new.kit_type, new.brand_id, new.colors, new.created_at);
  -- A league changes without its competition only when the competition's does, and takes its jerseys along.
  is_taken_along constant boolean := old.league <> new.league and old.competition_id = new.competition_id;
begin
  -- Putting the approved version back changes nothing but the queue.
  if private.is_staging() then
    if old.edited_at is not null and new.edited_at is null then
      perform private.release_files(new.id, false);
    end if;
    return null;
  end if;

  perform private.log_change('jerseys', new.id::text, to_jsonb(old), to_jsonb(new));
  if (is_moved or are_facts_changed) and (was_public or is_public) then
    perform private.lock_jersey_counts();
  end if;
  if is_placed_anew then
    perform private.count_jersey(old, new);
  end if;
  if is_moved then
    perform private.count_kit(old, new);
  end if;
  if are_facts_changed and (was_public or is_public) then
    perform private.mark_changed_facts(array[new.id], 'jerseys');
  end if;
  if (old.author_id, old.status) is distinct from (new.author_id, new.status) then
    perform private.count_of_author(old, new);
  end if;
  -- Only a direct write is in the history: a renamed team changes thousands of jerseys, and is itself in it.
  if old.status = 'approved' and new.status = 'approved' and pg_trigger_depth() = 1 and not is_taken_along then
    perform private.record_revision('jersey', new.id, to_jsonb(old), to_jsonb(new));
  elsif old.status <> 'approved' and new.status = 'approved' then
    perform private.write_revision('jersey', new.id, '{}', null, 'approved', new.author_id);
  end if;
  if is_moved
    or (old.title, old.team, old.brand, old.brand_id, old.edition, old.colors)
      is distinct from (new.title, new.team, new.brand, new.brand_id, new.edition, new.colors) then
    perform private.record_words_of_jersey(new.id);
  end if;
  if old.edited_at is not null and new.edited_at is null then
    perform private.release_files(new.id, false);
  end if;
  -- A decision: of one that repeats the status, its time or note is another.
  if (old.status, old.moderation_note, old.moderated_at)
    is distinct from (new.status, new.moderation_note, new.moderated_at) then
    perform private.notify_author(old, new);
  end if;
  if was_public <> is_public or is_public and is_moved then
    perform pg_notify('public_changes', '*');
  end if;
  if was_public and is_public and old is distinct from new then
    perform private.invalidate_pages(new.id);
  end if;
  return null;
end $$;

create or replace function private.before_jersey() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    -- What was merged into it goes back first: it belongs to other jerseys.
    perform private.end_merges(old);
    perform private.close_history('jersey', old.id);
    perform private.close_suggestions('jersey', old.id);
    perform private.keep_copies(old);
    perform private.notify_jersey_deleted(old);
    return old;
  end if;
  new := private.completed_jersey(old, new);
  -- After the team, whose colours and name it reads.
  new.colors := private.default_colors_of(old, new);
  if tg_op = 'INSERT' and auth.uid() is not null then
    perform private.check_jersey_id(new.id);
  end if;
  -- jerseys.moderated_by stays, always null, so that a program which names it still gets an answer.
  if new.moderated_by is not null then
    perform private.record_decision('jerseys', new.id, new.moderated_by);
    new.moderated_by := null;
  end if;
  return new;
end $$;

create or replace function private.bring_back(became public.gone_jerseys, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  gone constant uuid := became.jersey_id;
  kept constant uuid := became.into_id;
begin
  perform private.lock_jerseys(array_remove(array[gone, kept], null));
  update public.jerseys set is_active = true where id = gone;

  -- Each row that is still where it was moved to. Collections follow copies.
  update public.copies copy
  set jersey_id = gone, former_jersey = case when kept is null then null else copy.former_jersey end
  from private.moved_rows moved
  where moved.jersey_id = gone and moved.relation = 'copies' and moved.row_id = copy.id
    and copy.jersey_id is not distinct from kept;
  -- The row that came with the jersey stays where there is another copy by now: under an id of its own.
  update public.user_collections collected set id = gen_random_uuid()
  from private.moved_rows moved
  where moved.jersey_id = gone and moved.relation = 'user_collections' and collected.id = moved.row_id
    and collected.jersey_id = kept;
  update public.user_collections collected
  set id = moved.row_id, created_at = (moved.stored ->> 'created_at')::timestamptz
  from private.moved_rows moved
  where moved.jersey_id = gone and moved.relation = 'user_collections'
    and collected.user_id = moved.member_id and collected.jersey_id = gone
    and not exists (select from public.user_collections taken where taken.id = moved.row_id);

  if kept is not null then
    delete from public.jersey_redirects where from_id = gone and into_id = kept;
    update public.jersey_redirects redirect set into_id = gone
    from private.moved_rows moved
    where moved.jersey_id = gone and moved.relation = 'jersey_redirects' and moved.row_id = redirect.from_id
      and redirect.into_id = kept;
    update public.jersey_votes vote set jersey_id = gone
    from private.moved_rows moved
    where moved.jersey_id = gone and moved.relation = 'jersey_votes' and moved.row_id = vote.voter_id
      and vote.jersey_id = kept
      and not exists (select from public.jersey_votes own where own.jersey_id = gone and own.voter_id = vote.voter_id);
    update public.user_wishlists wish set jersey_id = gone
    from private.moved_rows moved
    where moved.jersey_id = gone and moved.relation = 'user_wishlists' and moved.row_id = wish.id
      and wish.jersey_id = kept
      and not exists (select from public.user_wishlists own where own.jersey_id = gone and own.user_id = wish.user_id);
    update public.comments comment set jersey_id = gone
    from private.moved_rows moved
    where moved.jersey_id = gone and moved.relation = 'comments' and moved.row_id = comment.id
      and comment.jersey_id = kept;
    update public.reports report set target_id = gone
    from private.moved_rows moved
    where moved.jersey_id = gone and moved.relation = 'reports' and moved.row_id = report.id
      and report.jersey_id = kept
      and not (report.status = 'open' and exists (
        select from public.reports own
        where own.jersey_id = gone and own.status = 'open' and own.reporter_id = report.reporter_id));
    update public.jersey_images image set jersey_id = gone, position = (moved.stored #>> '{}')::integer
    from private.moved_rows moved
    where moved.jersey_id = gone and moved.relation = 'jersey_images' and moved.row_id = image.id
      and image.jersey_id = kept and image.edit_id is null;
    update public.notices notice set jersey_id = gone
    from private.moved_rows moved
    where moved.jersey_id = gone and moved.relation = 'notices' and moved.row_id = notice.id
      and notice.jersey_id = kept;
    update public.suggestions suggestion
    set target_id = gone, title = became.title, edited_at = clock_timestamp()
    from private.moved_rows moved
    where moved.jersey_id = gone and moved.relation = 'suggestions' and moved.row_id = suggestion.id
      and suggestion.target_type = 'jersey' and suggestion.target_id = kept and suggestion.status = 'open';
  end if;
  update public.suggestions set held_at = null
  where target_type = 'jersey' and target_id = gone and held_at is not null;
  perform private.withhold_files(array(select path from public.jersey_images where jersey_id = gone), false);
  delete from public.gone_jerseys where jersey_id = gone;
  perform private.write_departure(gone, kept, became.title, became.urgency, false);
  perform private.notify_members_with_jersey(gone, 'brought_back', gone, became.title, reason);
end $$;

create or replace function private.brings_back(revision public.revisions, member uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  with recursive chain as (
    select revision.undoes, null::uuid as contributor_id, 0 as depth
    union all
    -- Of imports and line-ups nobody but administrators decides.
    select earlier.undoes, case when earlier.kind not in ('imported', 'line_up') then earlier.contributor_id end, chain.depth + 1
    from chain join public.revisions earlier on earlier.id = chain.undoes
  )
  select exists (select from chain where depth % 2 = 1 and contributor_id = brings_back.member)
$$;

create or replace function private.check_departure(gone uuid, kept uuid, reason text, urgency text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  given constant text := private.tidy(reason);
  problem text;
begin
  if urgency not in ('offensive', 'unlawful') then
    raise sqlstate 'PT400' using message = 'urgency_unknown', detail = 'The urgency is offensive, unlawful or nothing.';
  end if;
  if given is null or char_length(given) not between 10 and 500 then
    raise sqlstate 'PT400' using message = 'merge_reason', detail = 'The reason has 10 to 500 characters.';
  end if;
  if gone = kept then
    raise sqlstate 'PT400' using message = 'merge_with_itself', detail = 'A jersey can''t be merged into itself.';
  end if;
  perform private.lock_merges();
  perform private.lock_jerseys(array_remove(array[gone, kept], null));
  problem := private.reason_not_to_go(gone, kept);
  if problem = 'jersey_not_found' then
    raise sqlstate 'PT404' using message = problem, detail = 'One of the jerseys was deleted.';
  elsif problem is not null then
    perform private.check_not_gone(gone);
    raise sqlstate 'PT409' using
      message = problem, detail = 'Public jerseys are merged and removed, and submissions merged.';
  end if;
  perform private.check_own_jersey(jersey) from public.jerseys jersey where jersey.id in (gone, kept);
  perform private.count_write('merges', 1);
  return given;
end $$;

create or replace function private.check_jersey_id(id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.jersey_redirects where from_id = check_jersey_id.id)
    or exists (select from public.gone_jerseys where jersey_id = check_jersey_id.id)
    or exists (
      select from public.audit_log
      where table_name = 'jerseys' and row_id = check_jersey_id.id::text and action = 'insert'
        and actor_id is distinct from auth.uid()) then
    raise unique_violation using
      message = 'duplicate key value violates unique constraint "jerseys_pkey"',
      detail = format('Key (id)=(%s) already exists.', check_jersey_id.id),
      table = 'jerseys', constraint = 'jerseys_pkey';
  end if;
end $$;

create or replace function private.check_not_gone(jersey_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  became public.gone_jerseys;
begin
  -- What is written while a merge or removal is under way waits for it.
  perform from public.jerseys jersey where jersey.id = check_not_gone.jersey_id for key share;
  select * into became from public.gone_jerseys gone
  where gone.jersey_id = check_not_gone.jersey_id and private.is_gone(gone.jersey_id);
  if became.kind = 'merge' then
    raise sqlstate 'PT409' using
      message = 'jersey_merged', detail = jsonb_build_object('into', (
        select into_id from public.jersey_redirects where from_id = check_not_gone.jersey_id))::text,
      hint = 'It was merged into another jersey.';
  elsif became.kind = 'removal' then
    raise sqlstate 'PT409' using message = 'jersey_removed', detail = 'It was removed from the catalogue.';
  end if;
end $$;

create or replace function private.check_removal(jersey public.jerseys) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if jersey.status = 'approved' and jersey.author_id is distinct from auth.uid() then
    raise sqlstate 'PT409' using
      message = 'removal_required', detail = 'A jersey of somebody else that is public isn''t deleted.',
      hint = 'Call remove_jersey(): that can be undone.';
  end if;
end $$;

create or replace function private.check_reviewer() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.check_standing();
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators decide.';
  end if;
end $$;

create or replace function private.check_shape(target_type text, changes jsonb) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if private.suggestable_columns(target_type) is null or jsonb_typeof(changes) is distinct from 'object'
    or changes - private.suggestable_columns(target_type)
      - (case target_type when 'jersey' then array['league', 'team', 'brand'] else '{}' end) <> '{}'
    -- A text field would take the characters of a list or an object.
    or jsonb_path_exists(
      changes,
      'strict $.keyvalue() ? (@.key != "colors" && @.key != "photos" && (@.value.type() == "object" || @.value.type() == "array"))',
      silent => true)
    or changes ? 'colors'
      and (jsonb_typeof(changes -> 'colors') <> 'array'
        or jsonb_path_exists(changes, 'strict $.colors[*] ? (@.type() != "string")'))
    or changes ? 'photos' and not private.is_arrangement(changes -> 'photos')
    -- These two stand alone.
    or changes ?| array['merge_into', 'removal'] and (select count(*) from jsonb_object_keys(changes)) > 1
    or changes ? 'merge_into' and not private.is_uuid(changes ->> 'merge_into')
    or changes ->> 'removal' not in ('offensive', 'unlawful')
    -- The league is that of the competition.
    or changes ? 'league' and not changes ? 'competition_id' then
    raise sqlstate 'PT400' using
      message = 'suggestion_field_unknown', detail = 'Suggested is an object of fields with single values, colors with a list, and photos with a list of ids and kinds: '
        || coalesce(array_to_string(private.suggestable_columns(target_type), ', '), 'of a jersey, team or competition') || '.';
  end if;
end $$;

create or replace function private.close_history(target_type text, target_id uuid) returns void
language sql security definer set search_path = ''
as $$
  delete from public.revisions revision
  where revision.target_type = close_history.target_type and revision.target_id = close_history.target_id
    and not exists (select from public.jersey_redirects where from_id = close_history.target_id)
$$;

create or replace function private.close_suggestions(target_type text, target_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  suggestion public.suggestions;
  gone jsonb;
begin
  for suggestion in
    select * from public.suggestions open
    where open.target_id = close_suggestions.target_id and open.target_type = close_suggestions.target_type and open.status = 'open' order by open.id for update
  loop
    select coalesce(jsonb_object_agg(key, '{"accepted": false, "reason": "gone"}'::jsonb), '{}') into gone
    from unnest(private.pending_keys(suggestion)) key;
    -- One that was contested is as it was decided.
    update public.suggestions ended
    set verdicts = gone || ended.verdicts, status = private.outcome_of(gone || ended.verdicts),
      decided_at = coalesce(ended.decided_at, now())
    where ended.id = suggestion.id;
    perform private.notify(
      suggestion.member_id, 'suggestion', 'suggestion_refused', close_suggestions.target_type, null, suggestion.title,
      changes => private.readable_verdicts(suggestion, gone));
  end loop;
end $$;

create or replace function private.completed_changes(target_type text, present jsonb, changes jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  field text;
  done jsonb := '{}';
  chosen uuid;
  name text;
begin
  for field in select jsonb_object_keys(changes) loop
    done := done || jsonb_build_object(field, case
      when jsonb_typeof(changes -> field) = 'string' then to_jsonb(private.tidy(changes ->> field))
      else changes -> field end);
  end loop;
  if target_type <> 'jersey' then
    return done;
  end if;
  -- The whole arrangement, as it would become.
  if done ? 'photos' then
    done := done || jsonb_build_object('photos', private.arranged_photos(present -> 'photos', done -> 'photos'));
  end if;
  if done ? 'merge_into' then
    chosen := coalesce((
      select into_id from public.jersey_redirects where from_id = (done ->> 'merge_into')::uuid), (done ->> 'merge_into')::uuid);
    if chosen = (present ->> 'id')::uuid then
      raise sqlstate 'PT400' using message = 'merge_with_itself', detail = 'A jersey can''t be merged into itself.';
    elsif not private.is_public_jersey(chosen) then
      raise sqlstate 'PT404' using message = 'suggestion_target_gone', detail = 'The other jersey was deleted, or is not shown any more.';
    end if;
    done := jsonb_build_object('merge_into', chosen);
  end if;
  if done ? 'competition_id' then
    done := done || jsonb_build_object('league', (
      select league from public.competitions
      where id = (done ->> 'competition_id')::uuid and is_active));
    perform private.check_reference('jerseys', 'competition_id', done ->> 'league' is not null);
  end if;
  if done ? 'season_id' then
    perform private.check_reference('jerseys', 'season_id', exists (
      select from public.seasons where id = (done ->> 'season_id')::uuid and is_active));
  end if;
  -- A chosen team or brand overrides the text typed beside it.
  if done ?| array['team_id', 'team'] then
    chosen := (done ->> 'team_id')::uuid;
    name := coalesce(done ->> 'team', present ->> 'team');
    if chosen is not null then
      select teams.name into name from public.teams where id = chosen and is_active;
      perform private.check_reference('jerseys', 'team_id', found);
    end if;
    done := done || jsonb_build_object('team_id', chosen, 'team', name);
  end if;
  if done ?| array['brand_id', 'brand'] then
    chosen := (done ->> 'brand_id')::uuid;
    name := done ->> 'brand';
    if chosen is not null then
      select brands.name into name from public.brands where id = chosen;
      perform private.check_reference('jerseys', 'brand_id', found);
    end if;
    done := done || jsonb_build_object('brand_id', chosen, 'brand', name);
  end if;
  return done;
end $$;

create or replace function private.count_undone_imports(undone bigint[]) returns void
language sql security definer set search_path = ''
as $$
  update public.catalogue_imports import
  set removed = import.removed + counted.gone,
    kept = case when import.removed + counted.gone > 0 then import.added - import.removed - counted.gone else 0 end,
    undone_at = case when import.removed + counted.gone > 0 then coalesce(import.undone_at, now()) end,
    finished_at = coalesce(import.finished_at, now())
  from (
    select private.import_of(revision.id) as id,
      sum(case when revision.changes -> 'jersey' -> 'after' = 'null' then -1 else 1 end)::integer as gone
    from public.revisions revision where revision.id = any (undone) group by 1) counted
  where import.id = counted.id
$$;

create or replace function private.current_batch() returns uuid
language plpgsql security definer set search_path = ''
as $$
begin
  if private.current_change() -> 'batch_id' -> 'of' is distinct from to_jsonb(statement_timestamp()) then
    perform private.set_batch(gen_random_uuid());
  end if;
  return (private.current_change() -> 'batch_id' ->> 'id')::uuid;
end $$;

create or replace function private.delete_account() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  member constant uuid := auth.uid();
begin
  if member is null then
    raise insufficient_privilege using
      message = 'account_denied', detail = 'Members delete their own account.';
  end if;
  -- Two administrators who delete their accounts at once must not each rely on the other.
  lock table public.user_roles in share row exclusive mode;
  if exists (select from public.user_roles where user_id = member and role = 'admin')
    and not exists (select from public.user_roles where user_id <> member and role = 'admin') then
    raise sqlstate 'PT409' using
      message = 'account_last_admin', detail = 'Someone must remain who can moderate.',
      hint = 'Give the role to another member first.';
  end if;

  delete from public.jerseys where author_id = member and status <> 'approved';
  delete from public.suggestions where member_id = member and status = 'open';
  -- Those that were accepted are images of their jersey.
  delete from public.suggestion_photos photo using public.suggestions suggestion
  where suggestion.id = photo.suggestion_id and suggestion.member_id = member;
  -- What an undo could have brought back goes with its owner.
  update public.storage_deletions file set held_for = null, retry_at = now()
  where file.bucket_id = 'jerseys' and file.name collate "C" >= member || '/' and file.name collate "C" < member || '0'
    and not exists (select from public.jersey_images shown where shown.path = file.name);
  -- Uploads that no jersey shows, for example of an abandoned form, and all files of copies.
  insert into public.storage_deletions (bucket_id, name)
  select object.bucket_id, object.name from storage.objects object
  where object.bucket_id in ('jerseys', 'copies') and object.name like member || '/%'
    and not (object.bucket_id = 'jerseys' and private.is_image_in_use(object.name))
  on conflict on constraint storage_deletions_name_key do nothing;
  delete from auth.users where id = member;
end $$;

create or replace function private.departure_stays(revision public.revisions, is_administrator boolean) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when gone.id is null then 'expired'
    when not is_administrator and (import.id is not null or became.urgency is not null) then 'urgent'
    when not is_administrator and exists (
      select from public.jerseys where id in (gone.id, revision.target_id) and author_id = auth.uid()) then 'own'
    -- It went, and comes back.
    when (revision.changes -> key.name -> 'after') = 'null' then case
      when became.jersey_id is null then 'undone'
      when became.undo_until is null or became.undo_until <= now() then 'expired'
      -- It went by a later revision. One that was undone and brought back is the same departure.
      when became.into_id is distinct from case key.name when 'merged' then revision.target_id end then 'undone'
      when private.is_gone(became.into_id) then 'later'
      -- Its line was imported again.
      when import.id is not null and not exists (
        select from private.imported_jerseys done where done.jersey_id = gone.id) then 'changed' end
    -- It came, and goes again.
    when became.jersey_id is not null then 'undone'
    when import.id is not null then case
      when not exists (select from public.jerseys where id = gone.id and is_active) then 'hidden'
      when private.used_by_members(gone.id) is not null then 'used' end
    when private.reason_not_to_go(gone.id, case when key.name = 'merged' then revision.target_id end) is not null then 'hidden'
  end
  from (select private.gone_of(revision) as id) gone
  cross join (select private.import_of(revision.id) as id) import
  cross join (select case when revision.changes ? 'merged' then 'merged' else 'jersey' end as name) key
  left join public.gone_jerseys became on became.jersey_id = gone.id
$$;

create or replace function private.end_merges(jersey public.jerseys) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  became public.gone_jerseys;
  merged public.gone_jerseys;
begin
  select * into became from public.gone_jerseys where jersey_id = jersey.id;
  if became.jersey_id is not null then
    -- It was hidden itself: what was merged into it went on with it, and stays hidden.
    update public.gone_jerseys
    set into_id = case when became.kind = 'merge' and jersey_id <> became.into_id then became.into_id else into_id end,
      undo_until = case when undo_until is not null then now() end
    where into_id = jersey.id;
    update public.gone_jerseys set undo_until = null where jersey_id = jersey.id;
    delete from private.moved_rows where jersey_id = jersey.id;
  else
    perform private.set_change('leaving', to_jsonb(jersey.id));
    for merged in
      select * from public.gone_jerseys where into_id = jersey.id and undo_until > now() order by gone_at desc for update
    loop
      if merged.urgency is null then
        perform private.begin_revision('undo');
        perform private.bring_back(merged, null);
        perform private.end_revision();
      else
        -- What may harm somebody stays hidden, as if it had been removed: an administrator brings it back.
        update public.gone_jerseys set kind = 'removal', into_id = null where jersey_id = merged.jersey_id;
        update public.revisions revision
        set kind = 'removal', target_id = merged.jersey_id,
          changes = jsonb_build_object('jersey', jsonb_build_object('before', merged.title, 'after', null))
        where revision.batch_id = merged.batch_id and private.gone_of(revision) = merged.jersey_id;
      end if;
    end loop;
    perform private.set_change('leaving', null);
  end if;
end $$;

create or replace function private.gone_of(revision public.revisions) returns uuid
language sql immutable set search_path = ''
as $$
  select case
    when revision.changes ? 'merged' then (revision.stored ->> 'gone')::uuid
    when revision.changes ? 'jersey' then revision.target_id end
$$;

create or replace function private.hides_season(published public.roll_overs) returns boolean
language sql stable security definer set search_path = ''
as $$
  -- Line-ups that came otherwise keep the season visible.
  select published.showed_season and not exists (
    select from public.team_seasons
    where season_id = published.season_id and competition_id not in (
      select competition_id from public.roll_over_competitions where roll_over_id = published.id))
$$;

create or replace function private.id_of_line(id text) returns uuid
language sql volatile security definer set search_path = ''
as $$
  select case
    when private.is_uuid(id) and not exists (select from public.jerseys taken where taken.id = id_of_line.id::uuid)
      and private.jersey_now(id::uuid) is null
      and not exists (select from public.gone_jerseys gone where gone.jersey_id = id_of_line.id::uuid) and not exists (
      select from public.audit_log log
      where log.table_name = 'jerseys' and log.row_id = id_of_line.id and log.action = 'insert'
        and log.actor_id is distinct from auth.uid())
    then id_of_line.id::uuid
    else gen_random_uuid() end
$$;

create or replace function private.import_of(revision_id bigint) returns uuid
language sql stable security definer set search_path = ''
as $$
  with recursive chain as (
    select id, undoes, kind, batch_id from public.revisions where id = import_of.revision_id
    union all
    select earlier.id, earlier.undoes, earlier.kind, earlier.batch_id
    from chain join public.revisions earlier on earlier.id = chain.undoes
  )
  select batch_id from chain where kind = 'imported'
$$;

create or replace function private.in_words("column" text, version jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case "column"
    when 'competition_id' then to_jsonb((
      select name from public.competitions where id = (version ->> 'competition_id')::uuid))
    when 'season_id' then to_jsonb((select name from public.seasons where id = (version ->> 'season_id')::uuid))
    when 'team_id' then version -> 'team'
    when 'brand_id' then version -> 'brand'
    when 'photos' then private.photos_in_words((version ->> 'id')::uuid, version -> 'photos')
    when 'merge_into' then to_jsonb((select title from public.jerseys where id = (version ->> 'merge_into')::uuid))
    else version -> "column"
  end
$$;

create or replace function private.insert_imported(rows jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.set_change('batch', 'true');
  insert into public.jerseys (
    id, author_id, league, competition_id, season_id, team_id, team, title, year, brand, brand_id, edition, kit_type,
    colors, description, external_link, price, status, moderated_by, moderated_at, created_at)
  select id, author_id, league, competition_id, season_id, team_id, coalesce(team, ''), title, year, brand, brand_id,
    edition, kit_type, coalesce(colors, '{}'), description, external_link, price, status,
    case when status = 'approved' then auth.uid() end, case when status = 'approved' then now() end,
    least(coalesce(created_at, now()), now())
  from jsonb_populate_recordset(null::public.jerseys, insert_imported.rows);
  perform private.set_change('batch', null);
  perform private.refresh_search('jersey', array(
    select (line ->> 'id')::uuid from jsonb_array_elements(insert_imported.rows) line));
  -- The photos come with their jersey: below, one revision says so.
  perform private.begin_revision('none');
  insert into public.jersey_images (jersey_id, url, alt, position, likeness, licence, rights_stated)
  select (line ->> 'id')::uuid, '/storage/v1/object/public/jerseys/'
      || replace(private.storage_path(private.file_url(image ->> 'path')), ' ', '%20'),
    coalesce(private.tidy(image ->> 'alt'), left(line ->> 'title', 290) || case when place > 1 then format(' (%s)', place) else '' end),
    place - 1, case when private.is_distinctive(image ->> 'likeness') then (image ->> 'likeness')::bit(128) end,
    coalesce(image ->> 'licence', 'shown-here-only'), true
  from jsonb_array_elements(insert_imported.rows) line
  cross join lateral jsonb_array_elements(line -> 'images') with ordinality as images (image, place);
  perform private.end_revision();
  insert into private.imported_jerseys (key, import_id, jersey_id)
  select line ->> 'key', (line ->> 'import_id')::uuid, (line ->> 'id')::uuid
  from jsonb_array_elements(insert_imported.rows) line
  -- The jersey of an earlier import is gone.
  on conflict (key) do update
  set import_id = excluded.import_id, jersey_id = excluded.jersey_id;
  insert into public.revisions (target_type, target_id, kind, changes, contributor_id, batch_id)
  select 'jersey', (line ->> 'id')::uuid, 'imported',
    jsonb_build_object('jersey', jsonb_build_object('before', null, 'after', line ->> 'title')), auth.uid(), (line ->> 'import_id')::uuid
  from jsonb_array_elements(insert_imported.rows) line;
end $$;

create or replace function private.is_about(report public.reports, member uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.jerseys where id = report.jersey_id and author_id = is_about.member)
    or exists (select from public.comments where id = report.comment_id and author_id = is_about.member)
    or exists (
      select from private.moved_rows moved
      join public.jerseys jersey on jersey.id = moved.jersey_id
      where moved.relation = 'reports' and moved.row_id = report.id and jersey.author_id = is_about.member)
$$;

create or replace function private.is_gone(jersey_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.gone_jerseys gone join public.jerseys jersey on jersey.id = gone.jersey_id and not jersey.is_active
    where gone.jersey_id = is_gone.jersey_id)
$$;

create or replace function private.is_taken_back(jersey_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.revisions revision
    where revision.target_type = 'jersey' and revision.target_id = is_taken_back.jersey_id and revision.kind = 'imported'
      and private.is_undone(revision.id, 'jersey'))
$$;

create or replace function private.jersey_now(id uuid) returns uuid
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select jersey.id from public.jerseys jersey where jersey.id = jersey_now.id and not private.is_gone(jersey.id)),
    (select redirect.into_id from public.jersey_redirects redirect where redirect.from_id = jersey_now.id))
$$;

create or replace function private.jersey_twins(line jsonb, row_ jsonb, own uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with asked as (
    select private.team_slug(row_ ->> 'team') as team_slug, coalesce(row_ ->> 'kit_type', 'maillot') as kit,
      (row_ ->> 'season_id')::uuid as season_id, (row_ ->> 'year')::integer as year,
      private.fold(row_ ->> 'title') as title, private.fold(coalesce(row_ ->> 'edition', '')) as edition
  ),
  -- One index each. What a jersey is compared by at all comes first: folding its title costs the most.
  near as (
    select found.id from asked cross join lateral (
      select jersey.id from public.jerseys jersey
      where jersey.team_slug = asked.team_slug and jersey.season_id = asked.season_id
        and jersey.status <> 'rejected' and jersey.kit_type_slug = asked.kit) found
    union
    select found.id from asked cross join lateral (
      select jersey.id from public.jerseys jersey
      where jersey.team_slug = asked.team_slug and jersey.year = asked.year
        and jersey.status <> 'rejected' and jersey.kit_type_slug = asked.kit) found
  ),
  others as (
    select near.id from near
    where not private.is_gone(near.id) and (own is null or not exists (
      select from private.imported_jerseys done where done.jersey_id = near.id and done.import_id = own))
  ),
  kits as (
    select jersey.id, false as has_same_picture,
      case when jersey.season_id = asked.season_id and jersey.year is not distinct from asked.year
          and jersey.competition_id::text = row_ ->> 'competition_id'
        then private.fold(jersey.title) = asked.title
          and private.fold(coalesce(jersey.edition, '')) = asked.edition
        else false end as is_same
    from asked cross join others join public.jerseys jersey on jersey.id = others.id
  ),
  pictures as (
    select candidate.jersey_id as id, true as has_same_picture, false as is_same
    from jsonb_array_elements(case when jsonb_typeof(line -> 'images') = 'array' then line -> 'images' else '[]' end) image
    cross join lateral (select (image ->> 'likeness')::bit(128) as likeness) own_picture
    cross join lateral (
      select other.jersey_id, other.likeness from public.jersey_images other
      where private.likeness_quarters(other.likeness) && private.likely_quarters(own_picture.likeness)
        and other.likeness is not null
      limit 2000) candidate
    join public.jerseys jersey on jersey.id = candidate.jersey_id and jersey.status <> 'rejected'
    where image ->> 'likeness' ~ '^[01]{128}$'
      and bit_count(substring(candidate.likeness from 1 for 64) # substring(own_picture.likeness from 1 for 64)) <= 7
      and bit_count(substring(candidate.likeness from 65) # substring(own_picture.likeness from 65)) <= 4
  ),
  found as (
    select id, bool_or(is_same) as is_same, bool_or(has_same_picture) as has_same_picture
    from (select id, has_same_picture, is_same from kits union all select id, has_same_picture, is_same from pictures) all_
    where not private.is_gone(all_.id) and (own is null or not exists (
      select from private.imported_jerseys done where done.jersey_id = all_.id and done.import_id = own))
    group by id
  )
  select jsonb_build_object(
    'same', (select id from found where is_same order by id limit 1),
    'candidates', coalesce((
      select jsonb_agg(private.jersey_in_words(id) || jsonb_build_object('has_same_picture', has_same_picture)
        order by has_same_picture desc, id)
      from (select * from found order by has_same_picture desc, id limit 5) first), '[]'))
$$;

CREATE OR REPLACE FUNCTION private.judged_line(line jsonb, own uuid, INOUT memo jsonb, OUT result jsonb)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  read jsonb;
  known uuid;
  twins jsonb;
  refusals jsonb;
  -- A variable: in the query, it would be computed for every row that is compared.
  digest constant text := private.import_key(line ->> 'key');
begin
  select of_line.memo, of_line.result into memo, read from private.read_jersey_line(line, memo) of_line;
  refusals := read -> 'refusals';
  select private.jersey_now(done.jersey_id) into known
  from private.imported_jerseys done where done.key = digest;
  if known is null and private.is_uuid(line ->> 'id') then
    known := private.jersey_now((line ->> 'id')::uuid);
    -- Its address says for good that it was removed.
    if known is null and not private.is_taken_back((line ->> 'id')::uuid)
      and exists (select from public.removed_jersey((line ->> 'id')::uuid)) then
      refusals := refusals || '[{"field": "id", "reason": "rule"}]';
    end if;
  end if;
  if known is null and refusals = '[]' then
    twins := private.jersey_twins(line, read -> 'row', own);
    known := (twins ->> 'same')::uuid;
  end if;
  result := jsonb_build_object(
    'verdict', case
      when known is not null then 'there'
      when refusals <> '[]' then 'refused'
      when twins -> 'candidates' <> '[]' and line -> 'may_repeat' is distinct from 'true' then 'duplicate'
      else 'new' end,
    'known', case when known is not null then private.jersey_in_words(known) end,
    'refusals', case when known is null then refusals else '[]' end,
    'candidates', coalesce(twins -> 'candidates', '[]'),
    'row', read -> 'row');
end $function$
;

create or replace function private.keep_copies(jersey public.jerseys) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_collections(array(select owner_id from public.copies where copies.jersey_id = jersey.id));
  update public.copies set jersey_id = null, former_jersey = private.former_facts(jersey)
  where copies.jersey_id = jersey.id;
end $$;

create or replace function private.let_go(gone uuid, kept uuid, reason text, urgency text) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  jersey public.jerseys;
begin
  select * into jersey from public.jerseys where id = gone;
  perform private.notify_members_with_jersey(
    gone, case when kept is null then 'taken_down' else 'merged' end, kept, jersey.title, reason);
  insert into public.gone_jerseys (jersey_id, batch_id, kind, into_id, title, team, season, reason, urgency, undo_until)
  values (
    gone, private.current_batch(), case when kept is null then 'removal' else 'merge' end, kept, jersey.title, jersey.team,
    coalesce((select name from public.seasons where id = jersey.season_id), jersey.year::text), reason, urgency,
    now() + private.undo_days());
  insert into private.moved_rows (jersey_id, relation, row_id, member_id, stored)
  select gone, 'user_collections', owned.id, owned.user_id, to_jsonb(owned)
  from public.user_collections owned where owned.jersey_id = gone
  union all
  select gone, 'copies', copy.id, null, null from public.copies copy where copy.jersey_id = gone;
  if kept is not null then
    perform private.move_jersey(gone, kept);
    perform private.settle_same_merges(gone, kept);
  else
    -- The shirt still hangs in the wardrobe.
    update public.copies copy set jersey_id = null, former_jersey = private.former_facts(jersey) where copy.jersey_id = gone;
  end if;
  update public.suggestions set held_at = now()
  where target_type = 'jersey' and target_id = gone and status = 'open';
  perform private.write_departure(gone, kept, jersey.title, urgency, true);
  update public.jerseys set is_active = false where id = gone;
  -- What a merge moved is the other jersey's. Photos that were undone still wait for their undoing.
  if kept is null or urgency is not null then
    perform private.withhold_files(array(
      select path from public.jersey_images image where image.jersey_id = gone
      union
      select name from public.storage_deletions where bucket_id = 'jerseys' and held_for = gone), true);
  end if;
end $$;

create or replace function private.line_up_stays(revision public.revisions, is_administrator boolean) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when not is_administrator then 'urgent'
    when roll_over.id is null then 'gone'
    when (roll_over.published_at is not null) <> (revision.changes -> 'line_up' -> 'after' <> 'null') then 'undone'
    when roll_over.published_at is null then null
    when exists (select from public.roll_overs where season_id = roll_over.season_id and published_at is null) then 'changed'
    when exists (
      select from public.jerseys
      where season_id = roll_over.season_id and (
        private.hides_season(roll_over) or competition_id in (
          select competition_id from public.roll_over_competitions where roll_over_id = roll_over.id))) then 'used'
  end
  from (select) one left join public.roll_overs roll_over on roll_over.id = (revision.stored ->> 'roll_over')::uuid
$$;

create or replace function private.lock_for_undoing(revision_ids bigint[], of_type text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  targets constant uuid[] := array(select distinct target_id from public.revisions where id = any (revision_ids));
  moves constant boolean := exists (
    select from public.revisions where id = any (revision_ids) and changes ?| array['merged', 'jersey']);
begin
  if of_type = 'jersey' then
    if moves then
      perform private.lock_merges();
    end if;
    -- What they go back to, before the jerseys: a rename locks its row first, too.
    perform private.hold_names(
      array(select (stored -> 'team_id' ->> 'before')::uuid from public.revisions where id = any (revision_ids)),
      array(select (stored -> 'brand_id' ->> 'before')::uuid from public.revisions where id = any (revision_ids)),
      array(select (stored -> 'competition_id' ->> 'before')::uuid from public.revisions where id = any (revision_ids)),
      array(select (stored -> 'season_id' ->> 'before')::uuid from public.revisions where id = any (revision_ids)));
    if moves then
      perform private.lock_jerseys(targets || array(
        select other.id from public.revisions revision
        left join public.gone_jerseys became on became.jersey_id = private.gone_of(revision)
        cross join unnest(array[private.gone_of(revision), became.into_id]) other (id)
        where revision.id = any (revision_ids) and other.id is not null));
    else
      perform private.lock_images(targets);
    end if;
  elsif of_type = 'team' then
    perform from public.teams where id = any (targets) order by id for update;
  else
    -- As lock_roll_over() does.
    perform from public.seasons where id in (
      select roll_over.season_id from public.revisions revision
      join public.roll_overs roll_over on roll_over.id = (revision.stored ->> 'roll_over')::uuid
      where revision.id = any (revision_ids)) order by id for update;
    perform from public.roll_overs where id in (
      select (stored ->> 'roll_over')::uuid from public.revisions where id = any (revision_ids)) order by id for update;
    perform from public.competitions where id = any (targets) order by id for update;
  end if;
end $$;

create or replace function private.lock_jerseys(jerseys uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_images(jerseys);
  -- Whose collections it changes, before their rows: see private.lock_collection_first(). A removal leaves copies without a jersey.
  perform private.lock_collections(array(
    select user_id from public.user_collections where jersey_id = any (jerseys)
    union select owner_id from public.copies where jersey_id = any (jerseys)
    union
    select copy.owner_id
    from private.moved_rows moved join public.copies copy on copy.id = moved.row_id
    where moved.jersey_id = any (jerseys) and moved.relation = 'copies'));
end $$;

create or replace function private.lock_merges() returns void
language sql set search_path = ''
as $$ select pg_advisory_xact_lock(hashtextextended('merges', 0)) $$;

create or replace function private.lock_merges_first() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_merges();
  return null;
end $$;

create or replace function private.lock_roll_over(roll_over_id uuid) returns public.roll_overs
language plpgsql security definer set search_path = ''
as $$
declare
  found_one public.roll_overs;
begin
  perform private.require_catalogue_admin();
  -- `for update`, unlike `for no key update`, also waits for jerseys that are being submitted for the season.
  perform from public.seasons
  where id = (select season_id from public.roll_overs where id = roll_over_id) for update;
  select * into found_one from public.roll_overs where id = roll_over_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'roll_over_not_found', detail = 'The draft was discarded.';
  end if;
  return found_one;
end $$;

create or replace function private.move_jersey(gone uuid, kept uuid) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  images integer;
begin
  insert into private.moved_rows (jersey_id, relation, row_id, member_id)
  select gone, 'suggestions', id, null::uuid from public.suggestions
  where target_type = 'jersey' and target_id = gone and status = 'open' and kind in ('edit', 'photos')
  union all
  select gone, 'jersey_redirects', from_id, null from public.jersey_redirects where into_id = gone
  union all
  select gone, 'comments', id, null from public.comments where jersey_id = gone
  union all
  select gone, 'notices', id, recipient_id from public.notices where jersey_id = gone;

  -- A member who has both keeps the row of the jersey that stays. The duplicate stays with the other jersey.
  with moved as (
    update public.jersey_votes moved set jersey_id = kept
    where jersey_id = gone and not exists (
      select from public.jersey_votes own where own.jersey_id = kept and own.voter_id = moved.voter_id)
    returning voter_id)
  insert into private.moved_rows (jersey_id, relation, row_id, member_id)
  select gone, 'jersey_votes', voter_id, voter_id from moved;
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
  insert into private.moved_rows (jersey_id, relation, row_id)
  select gone, 'user_wishlists', id from moved;
  update public.comments set jersey_id = kept where jersey_id = gone;
  with moved as (
    update public.reports moved set target_id = kept
    where jersey_id = gone and not (status = 'open' and exists (
      select from public.reports own
      where own.jersey_id = kept and own.status = 'open' and own.reporter_id = moved.reporter_id))
    returning id)
  insert into private.moved_rows (jersey_id, relation, row_id)
  select gone, 'reports', id from moved;
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
  insert into private.moved_rows (jersey_id, relation, row_id, stored)
  select gone, 'jersey_images', id, to_jsonb(was) from moved;

  update public.notices set jersey_id = kept where jersey_id = gone;
  update public.suggestions
  set target_id = kept, edited_at = clock_timestamp(), title = (select title from public.jerseys where id = kept)
  where target_type = 'jersey' and target_id = gone and status = 'open' and kind in ('edit', 'photos');
  update public.jersey_redirects set into_id = kept where into_id = gone;
  -- Copies follow (jersey_redirects_copies).
  insert into public.jersey_redirects (from_id, into_id) values (gone, kept);
end $$;

create or replace function private.notify_jersey_deleted(jersey public.jerseys) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  kept constant uuid := (select into_id from public.jersey_redirects where from_id = jersey.id);
  -- What was removed 90 days ago: everybody was told then.
  is_expiring constant boolean := private.current_change() -> 'revision' ->> 'kind' = 'none';
begin
  if kept is not null then
    update public.notices set jersey_id = kept where jersey_id = jersey.id;
    return;
  end if;
  if is_expiring is not true then
    perform private.notify(jersey.author_id, 'jersey', 'deleted', 'jersey', null, jersey.title);
  end if;
  perform private.notify(reporter_id, 'report', 'removed', target_type, null, jersey.title)
  from public.reports
  where status = 'open'
    and (jersey_id = jersey.id
      or comment_id in (select id from public.comments where comments.jersey_id = jersey.id));
end $$;

create or replace function private.notify_members_with_jersey(
  jersey_id uuid, outcome text, subject uuid, title text, note text
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.notify(holder.id, 'jersey', outcome, 'jersey', subject, title, note)
  from (
    -- The administrator of an import isn't told of each of its jerseys.
    select author_id from public.jerseys
    where id = notify_members_with_jersey.jersey_id and author_id is not null
      and private.import_of((private.current_change() -> 'revision' ->> 'undoes')::bigint) is null
    union select user_id from public.user_collections owned where owned.jersey_id = notify_members_with_jersey.jersey_id
    union select owner_id from public.copies copy
      where copy.jersey_id = notify_members_with_jersey.jersey_id and copy.removed_at is null
    union select user_id from public.user_wishlists wish where wish.jersey_id = notify_members_with_jersey.jersey_id
  ) holder (id);
end $$;

create or replace function private.notify_undone(changes jsonb[], member uuid, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  told record;
begin
  if member is not null then
    -- One notice in all, whatever the reasons.
    if changes <> '{}' and not exists (
      select from public.notices notice
      where notice.recipient_id = member and notice.outcome = 'undone' and notice.about = 'profile'
        and notice.created_at > now() - interval '1 day') then
      perform private.notify(
        member, 'suggestion', 'undone', 'profile', null, (select username from public.profiles where id = member), reason, '[]');
    end if;
    return;
  end if;
  for told in
    select (change ->> 'contributor')::uuid as contributor, change ->> 'type' as type, (change ->> 'target')::uuid as target,
      min(change ->> 'title') as title, jsonb_agg(change - array['contributor', 'type', 'target', 'title'] order by change ->> 'field') as items
    from unnest(changes) change
    where change ->> 'contributor' is not null
    group by 1, 2, 3
  loop
    perform private.notify(
      told.contributor, 'suggestion', 'undone', told.type, case when told.type = 'jersey' then told.target end, told.title, reason,
      told.items);
  end loop;
end $$;

create or replace function private.pick_columns(version jsonb, columns text[]) returns jsonb
language sql immutable set search_path = ''
as $$ select coalesce(jsonb_object_agg(name, version -> name), '{}') from unnest(columns) name where version ? name $$;

create or replace function private.place_images(image_ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  select private.arrange_photos(image.jersey_id, jsonb_agg(jsonb_build_object('id', image.id, 'kind', image.kind) order by wanted.place))
  from unnest(image_ids) with ordinality as wanted (id, place) join public.jersey_images image on image.id = wanted.id
  group by image.jersey_id
$$;

create or replace function private.publish_line_ups(draft public.roll_overs) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  shows boolean;
begin
  insert into public.team_seasons (team_id, season_id, competition_id)
  select team_id, draft.season_id, competition_id from public.roll_over_teams where roll_over_id = draft.id
  on conflict do nothing;
  delete from public.roll_over_teams where roll_over_id = draft.id;
  update public.seasons set is_active = true where id = draft.season_id and not is_active;
  shows := found;
  update public.roll_overs
  set published_at = now(), showed_season = shows, updated_at = clock_timestamp()
  where id = draft.id;
end $$;

create or replace function private.queue_file_deletion(images public.jersey_images[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.storage_deletions (bucket_id, name, held_for, retry_at)
  select distinct on (gone.path) 'jerseys', gone.path, jersey.id, case
    when jersey.id is null then now()
    -- An undo may bring it back.
    when jersey.status = 'approved' then now() + private.undo_days()
    else 'infinity' end
  from unnest(images) gone
  left join public.jerseys jersey on jersey.id = gone.jersey_id and case jersey.status
    when 'approved' then gone.edit_id is null
    -- The condition of private.return_to_queue(): an author's edit, not the deletion of the jersey.
    when 'rejected' then jersey.author_id = auth.uid() and not public.is_admin(auth.uid()) else false end
  where gone.path is not null
    and not exists (select from public.jersey_images kept where kept.path = gone.path)
    and not private.is_suggested_photo(gone.path)
  order by gone.path, jersey.id
  on conflict on constraint storage_deletions_name_key do nothing;
  perform private.withhold_files(array(
    select held.name from public.storage_deletions held
    where held.bucket_id = 'jerseys' and held.name in (select path from unnest(images)) and held.held_for is not null
      and held.retry_at <> 'infinity'), true);
end $$;

create or replace function private.readable_jersey(id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.jerseys jersey
    where jersey.id = readable_jersey.id
      and ((jersey.status = 'approved' and jersey.is_active)
        or (jersey.author_id = auth.uid() or public.is_admin(auth.uid()))
          and not private.is_gone(readable_jersey.id)))
$$;

create or replace function private.reason_not_to_go(gone uuid, kept uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when not exists (select from public.jerseys where id = gone)
      or kept is not null and not exists (select from public.jerseys where id = kept) then 'jersey_not_found'
    when private.is_gone(gone) or kept is not null and private.is_gone(kept) then 'jersey_not_public'
    when not exists (
        select from public.jerseys jersey
        where jersey.id = gone and jersey.is_active
          and (jersey.status = 'approved' or jersey.status = 'pending' and kept is not null))
      -- A submission goes into another one; what is public only into what is public.
      or kept is not null and not exists (
        select from public.jerseys other
        where other.id = kept and other.is_active and other.status <> 'rejected'
          and (other.status = 'approved' or not private.is_public_jersey(gone))) then 'jersey_not_public'
  end
$$;

create or replace function private.reason_not_undoable(
  revision public.revisions, field text, current jsonb, is_administrator boolean, restored uuid[] default '{}'
) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when private.is_undone(revision.id, field) then 'undone'
    -- Nobody decides what is their own: an undoing of their change, or others' changes of their jersey.
    when private.brings_back(revision, auth.uid())
      or revision.target_type = 'jersey' and not is_administrator and (current ->> 'author_id')::uuid = auth.uid()
        and revision.contributor_id is distinct from auth.uid() then 'own'
    when field in ('merged', 'jersey') then private.departure_stays(revision, is_administrator)
    when field = 'line_up' then private.line_up_stays(revision, is_administrator)
    when current is null then 'gone'
    when revision.target_type = 'jersey' and (
      current ->> 'status' <> 'approved' or current ->> 'is_active' <> 'true') then 'hidden'
    when field = 'image' and (revision.stored -> 'image' ->> 'id')::uuid = any (restored) then null
    when not private.is_outdated(revision, field, current) then null
    when field = 'image' and revision.changes -> 'image' ->> 'before' is not null then 'file'
    else 'changed'
  end
$$;

create or replace function private.schedule_jobs() returns text[]
language plpgsql set search_path = ''
as $$
declare
  job record;
  scheduled text[] := '{}';
begin
  if to_regnamespace('cron') is null or not has_schema_privilege(to_regnamespace('cron'), 'usage') then
    return scheduled;
  end if;
  -- Only then: looking into a schema needs that privilege.
  if to_regprocedure('cron.schedule(text, text, text)') is null then
    return scheduled;
  end if;
  for job in
    select * from (values
      ('recheck_due_voters', '5 seconds', 'select public.recheck_due_voters(), public.age_votes(), public.apply_pending_standings(10000)'),
      ('refresh_leaderboards', '*/10 * * * *', 'select public.refresh_leaderboards()'),
      ('sweep', '17 4 * * *',
        'select public.sweep_notices(), public.sweep_audit_log(), public.sweep_removed_copies(), public.sweep_imports(), public.sweep_gone_jerseys()'))
      as jobs (name, times, command)
  loop
    -- A job of the same name is replaced.
    execute 'select cron.schedule($1, $2, $3)' using 'maillotheque_' || job.name, job.times, job.command;
    scheduled := scheduled || job.name;
  end loop;
  return scheduled;
end $$;

create or replace function private.set_batch(batch uuid) returns void
language sql set search_path = ''
as $$ select private.set_change('batch_id', jsonb_build_object('id', batch, 'of', statement_timestamp())) $$;

create or replace function private.settle_same_merges(gone uuid, kept uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  suggestion public.suggestions;
begin
  for suggestion in
    update public.suggestions same
    set status = 'accepted', verdicts = '{"merge_into": {"accepted": true}}', decided_at = now()
    where same.target_type = 'jersey' and same.status = 'open' and (
      same.target_id = gone and same.changes ->> 'merge_into' = kept::text
      or same.target_id = kept and same.changes ->> 'merge_into' = gone::text)
    returning *
  loop
    perform private.notify(
      suggestion.member_id, 'suggestion', 'suggestion_accepted', 'jersey', kept, suggestion.title,
      changes => private.readable_verdicts(suggestion, suggestion.verdicts));
  end loop;
end $$;

create or replace function private.suggestable_columns(target_type text) returns text[]
language sql immutable set search_path = ''
as $$
  select case target_type
    when 'jersey' then array[
      'title', 'competition_id', 'season_id', 'team_id', 'year', 'kit_type', 'colors', 'brand_id', 'edition', 'price',
      'external_link', 'description', 'photos', 'merge_into', 'removal']
    when 'team' then array['name', 'short_name', 'city', 'country', 'founded_year', 'colors']
    when 'competition' then array['name', 'country']
  end
$$;

create or replace function private.undo_fields(
  revision public.revisions, fields text[], current jsonb, reason text
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  gone constant uuid := private.gone_of(revision);
  became public.gone_jerseys;
begin
  perform private.begin_revision('undo', null, reason, null, revision.id);
  if 'image' = any (fields) then
    perform private.undo_photo(revision);
  elsif revision.changes ?| array['merged', 'jersey'] then
    select * into became from public.gone_jerseys where jersey_id = gone;
    if found then
      perform private.bring_back(became, reason);
    else
      perform private.count_write('merges', 1);
      perform private.let_go(gone, case when revision.changes ? 'merged' then revision.target_id end, reason, revision.stored ->> 'urgency');
    end if;
  elsif revision.changes ? 'line_up' then
    perform private.undo_line_up(revision);
  else
    -- Colours that happen to be the default ones don't follow: only what the revision changed goes back.
    perform private.write_fields(
      revision.target_type, revision.target_id,
      jsonb_build_object('colors', current -> 'colors') || private.former_values(revision, fields));
  end if;
  perform private.end_revision();
end $$;

create or replace function private.undo_line_up(revision public.revisions) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  roll_over public.roll_overs;
begin
  select * into roll_over from public.roll_overs where id = (revision.stored ->> 'roll_over')::uuid;
  if roll_over.published_at is null then
    perform private.publish_line_ups(roll_over);
    perform private.write_line_ups(roll_over, true, true);
    return;
  end if;
  -- As they are now: corrections that were made after publishing stay in the draft.
  insert into public.roll_over_teams (roll_over_id, competition_id, team_id)
  select roll_over.id, competition_id, team_id from public.team_seasons
  where season_id = roll_over.season_id and competition_id in (
    select competition_id from public.roll_over_competitions where roll_over_id = roll_over.id);
  perform private.write_line_ups(roll_over, false, true);
  update public.seasons set is_active = false where id = roll_over.season_id and private.hides_season(roll_over);
  delete from public.team_seasons
  where season_id = roll_over.season_id and competition_id in (
    select competition_id from public.roll_over_competitions where roll_over_id = roll_over.id);
  update public.roll_overs
  set published_at = null, showed_season = false, updated_at = clock_timestamp()
  where id = roll_over.id;
end $$;

create or replace function private.undo_photo(revision public.revisions) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  image public.jersey_images := jsonb_populate_record(null::public.jersey_images, revision.stored -> 'image');
begin
  if revision.changes -> 'image' ->> 'after' is not null then
    delete from public.jersey_images gone where gone.id = image.id;
  end if;
  if revision.changes -> 'image' ->> 'before' is not null then
    insert into public.jersey_images (id, jersey_id, url, alt, position, likeness, version, licence, rights_stated, kind)
    values (
      case when exists (select from public.jersey_images taken where taken.id = image.id)
        then gen_random_uuid() else image.id end,
      revision.target_id, revision.changes -> 'image' ->> 'before', image.alt, image.position, image.likeness,
      image.version, image.licence, image.rights_stated, image.kind);
  end if;
end $$;

create or replace function private.undoable_revisions(
  revision_id bigint, batch_id uuid, member uuid, since timestamptz, of_type text, before_id bigint, most integer
) returns setof public.revisions
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  -- A plan of its own for each of the three.
  return query execute format($query$
    select * from public.revisions own
    where %s and own.kind <> 'approved' and ($2 is null or own.target_type = $2) and ($3 is null or own.id < $3)
    order by own.id desc limit $4$query$,
    case
      when undoable_revisions.revision_id is not null then 'own.id = $1::bigint'
      when undoable_revisions.batch_id is not null then 'own.batch_id = $1::uuid'
      else 'own.contributor_id = $1::uuid and ($5 is null or own.at >= $5)' end)
  using coalesce(undoable_revisions.revision_id::text, undoable_revisions.batch_id::text, undoable_revisions.member::text),
    of_type, before_id, most, since;
end $$;

create or replace function private.used_by_members(jersey_id uuid) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array_agg(what order by what) from (
    select 'votes' as what where exists (select from public.jersey_votes vote where vote.jersey_id = used_by_members.jersey_id)
    union all select 'collections' where exists (
      select from public.user_collections owned where owned.jersey_id = used_by_members.jersey_id)
      or exists (select from public.copies copy where copy.jersey_id = used_by_members.jersey_id)
    union all select 'wishlists' where exists (
      select from public.user_wishlists wish where wish.jersey_id = used_by_members.jersey_id)
    union all select 'comments' where exists (
      select from public.comments comment where comment.jersey_id = used_by_members.jersey_id)
    union all select 'reports' where exists (
      select from public.reports report where report.jersey_id = used_by_members.jersey_id)
    union all select 'suggestions' where exists (
      select from public.suggestions suggestion
      where suggestion.target_type = 'jersey' and suggestion.target_id = used_by_members.jersey_id)
    union all select 'merged' where exists (
      select from public.jersey_redirects redirect where redirect.into_id = used_by_members.jersey_id)
    ) used
$$;

create or replace function private.write_departure(gone uuid, kept uuid, title text, urgency text, goes boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- What hurts isn't named in the history of the one that stays.
  shown constant text := case when kept is null or urgency is null then title else '…' end;
begin
  perform private.write_revision(
    'jersey', coalesce(kept, gone),
    jsonb_build_object(
      case when kept is null then 'jersey' else 'merged' end,
      case when goes then jsonb_build_object('before', shown, 'after', null) else jsonb_build_object('before', null, 'after', shown) end),
    jsonb_strip_nulls(jsonb_build_object('gone', gone, 'urgency', urgency)));
end $$;

create or replace function private.write_line_ups(roll_over public.roll_overs, is_shown boolean, is_undoing boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  season constant text := (select name from public.seasons where id = roll_over.season_id);
  said constant jsonb := private.current_change() -> 'revision';
  competition uuid;
begin
  for competition in
    select competition_id from public.roll_over_competitions where roll_over_id = roll_over.id order by competition_id
  loop
    if is_undoing then
      perform private.begin_revision('undo', null, said ->> 'reason', null, (
        select max(id) from public.revisions
        where target_type = 'competition' and target_id = competition and stored ->> 'roll_over' = roll_over.id::text));
    end if;
    perform private.write_revision(
      'competition', competition, jsonb_build_object('line_up', jsonb_build_object(
        'before', case when not is_shown then season end, 'after', case when is_shown then season end)),
      jsonb_build_object('roll_over', roll_over.id));
  end loop;
end $$;

create or replace function private.write_revision(
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
    (said ->> 'undoes')::bigint, (said ->> 'suggestion')::uuid, stored, private.current_batch());
end $$;

create or replace function public.contest_suggestion(suggestion_id uuid, words text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  suggestion public.suggestions;
  said constant text := private.tidy(words);
begin
  perform private.check_standing();
  if said is null or char_length(said) > 1000 then
    raise sqlstate 'PT400' using message = 'suggestion_contest_words', detail = 'Say why, in 1 to 1000 characters.';
  end if;
  select * into suggestion from public.suggestions own
  where own.id = contest_suggestion.suggestion_id and own.member_id = auth.uid() for update;
  if not found then
    raise sqlstate 'PT404' using message = 'suggestion_not_found', detail = 'There is no such suggestion of yours.';
  end if;
  if suggestion.status not in ('refused', 'partly') or suggestion.contested_at is not null
    or suggestion.decided_at <= now() - private.contest_time()
    or suggestion.verdicts @? '$.* ? (@.reason == "gone")' then
    raise sqlstate 'PT409' using
      message = 'suggestion_contested', detail = 'It was contested already, or can''t be contested any more.';
  end if;
  -- A decided one stays with a jersey that was merged; what is open goes on with the one that took its place.
  update public.suggestions own
  set target_id = case when own.target_type = 'jersey'
      then coalesce((select into_id from public.jersey_redirects where from_id = own.target_id), own.target_id)
      else own.target_id end,
    status = 'open', contest = said, contested_at = now(), edited_at = clock_timestamp(),
    held_at = case when private.is_gone(own.target_id) then now() end
  where own.id = suggestion.id;
end $$;

create or replace function public.contributors(jersey_id uuid)
returns table (username text, display_name text, revisions integer)
language sql stable security definer set search_path = ''
as $$
  select profile.username, profile.display_name, sum(given.revisions)::integer
  from (
    select revision.contributor_id, count(*) as revisions
    from public.revisions revision
    where revision.target_type = 'jersey' and revision.target_id = contributors.jersey_id
      and revision.contributor_id is not null
      and not exists (select from public.revisions later where later.undoes = revision.id)
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

create or replace function public.decide_suggestion(suggestion_id uuid, verdicts jsonb, seen timestamptz)
returns public.suggestions
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  suggestion public.suggestions;
  target uuid;
  -- Into which a jersey is to be merged.
  other uuid;
  current jsonb;
  accepted text[];
  conflicts text[];
  wanted jsonb;
  given jsonb;
begin
  perform private.check_standing();
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators decide on suggestions.';
  end if;
  -- The target first, as in a merge, which moves the suggestion to another one while this waits.
  loop
    select * into suggestion from public.suggestions waiting where waiting.id = decide_suggestion.suggestion_id;
    target := suggestion.target_id;
    if suggestion.kind in ('merge', 'removal') then
      perform private.lock_merges();
      other := coalesce((
        select into_id from public.jersey_redirects where from_id = (suggestion.changes ->> 'merge_into')::uuid),
        (suggestion.changes ->> 'merge_into')::uuid);
      perform private.lock_jerseys(array_remove(array[target, other], null));
    elsif found then
      perform private.lock_target(suggestion.target_type, target);
    end if;
    -- The second of two reviewers waits here, then gets the first one's decision as an error.
    select * into suggestion from public.suggestions waiting
    where waiting.id = decide_suggestion.suggestion_id for update;
    exit when suggestion.target_id is not distinct from target;
  end loop;
  perform private.check_decidable(suggestion);
  if seen is distinct from suggestion.edited_at then
    raise sqlstate 'PT409' using
      message = 'suggestion_changed', detail = 'It was changed since it was shown.', hint = 'Look at it again.';
  end if;
  perform private.check_verdicts(private.pending_keys(suggestion), verdicts);
  given := verdicts;

  current := private.target_row(suggestion.target_type, suggestion.target_id);
  accepted := array(
    select name from unnest(private.suggestable_columns(suggestion.target_type)) name
    where given -> name ->> 'accepted' = 'true');
  if given @? '$.* ? (@.accepted == true)' and (
    current is null or current ->> 'is_active' <> 'true' or coalesce(current ->> 'status', 'approved') <> 'approved') then
    raise sqlstate 'PT409' using
      message = 'suggestion_target_gone', detail = 'It is not shown any more.', hint = 'Refuse the suggestion.';
  end if;
  wanted := current || suggestion.changes;
  -- Somebody else may have made it so already.
  conflicts := array(
    select name from unnest(accepted) name
    where private.differs(name, current, suggestion.was) and private.differs(name, current, wanted)
      and given -> name ->> 'overwrite' is distinct from 'true');
  if conflicts <> '{}' then
    raise sqlstate 'PT409' using
      message = 'suggestion_conflict', hint = 'Pass overwrite for these fields to accept them all the same.',
      detail = (
        select jsonb_object_agg(name, jsonb_build_object(
          'was', suggestion.words -> name -> 'before', 'current', private.in_words(name, current),
          'wanted', suggestion.words -> name -> 'after'))
        from unnest(conflicts) name)::text;
  end if;

  perform private.begin_revision('suggestion', suggestion.member_id, suggestion.source, suggestion.id);
  if suggestion.kind = 'edit' and exists (select from unnest(accepted) name where private.differs(name, current, wanted)) then
    perform private.write_fields(
      suggestion.target_type, suggestion.target_id,
      private.pick_columns(suggestion.changes, private.with_dependent_columns(accepted)));
  end if;
  insert into public.jersey_images (jersey_id, url, alt, kind, likeness, licence, rights_stated, version, position)
  select suggestion.target_id, photo.url, photo.alt, photo.kind, photo.likeness, photo.licence, photo.rights_stated, photo.version,
    coalesce(last.position, -1) + row_number() over (order by photo.id)
  from public.suggestion_photos photo
  cross join lateral (
    select max(image.position) as position from public.jersey_images image
    where image.jersey_id = suggestion.target_id) last
  where photo.suggestion_id = suggestion.id and given -> private.photo_key(photo.id) ->> 'accepted' = 'true'
    -- Once, also after two jerseys with the same suggestion were merged.
    and not exists (
      select from public.jersey_images shown
      where shown.jersey_id = suggestion.target_id and shown.path = photo.path);
  perform private.end_revision();

  update public.suggestions decided
  set verdicts = decided.verdicts || given, status = private.outcome_of(decided.verdicts || given), decided_at = now()
  where decided.id = suggestion.id
  returning * into suggestion;
  perform private.record_decision('suggestions', suggestion.id, auth.uid());
  delete from private.suggestion_claims claim where claim.suggestion_id = suggestion.id;
  -- Now, so that it is settled before what is open about its jersey waits.
  if suggestion.kind in ('merge', 'removal') and suggestion.status = 'accepted' then
    perform private.check_departure(target, other, suggestion.source, suggestion.changes ->> 'removal');
    perform private.begin_revision(suggestion.kind, suggestion.member_id, suggestion.source, suggestion.id);
    perform private.let_go(target, other, suggestion.source, suggestion.changes ->> 'removal');
    perform private.end_revision();
  end if;
  perform private.notify(
    suggestion.member_id, 'suggestion', 'suggestion_' || suggestion.status, suggestion.target_type,
    case when suggestion.target_type = 'jersey' then suggestion.target_id end,
    coalesce(current ->> 'title', current ->> 'name', suggestion.title),
    changes => private.readable_verdicts(suggestion, given));
  return suggestion;
end $$;

create or replace function public.discard_roll_over(roll_over_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  draft public.roll_overs := private.lock_roll_over(discard_roll_over.roll_over_id);
begin
  if draft.published_at is not null then
    raise sqlstate 'PT409' using message = 'roll_over_published', detail = 'Another administrator was faster.';
  end if;
  delete from public.roll_overs where id = draft.id;
  delete from public.seasons
  where id = draft.season_id and draft.created_season and not is_active
    and private.dependents('seasons', id) = '{}'
    and not exists (select from public.roll_overs where season_id = draft.season_id);
end $$;

create or replace function public.history(
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
    is_reviewing and revision.kind <> 'approved' and private.fields_back(
      revision, private.fields_that_stay(revision, current, is_administrator)) <> '{}',
    revision.batch_id,
    -- Of an import it may be twenty thousand.
    (select count(*)::integer from (
      select from public.revisions other where other.batch_id = revision.batch_id limit 1000) together)
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

create or replace function public.import_jerseys(import uuid, batch integer, lines jsonb, is_last boolean default false)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  own public.catalogue_imports;
  known jsonb;
  line jsonb;
  memo jsonb := '{}';
  judged jsonb;
  verdict text;
  digest text;
  one jsonb;
  rows jsonb[] := '{}';
  keys text[] := '{}';
  outcomes jsonb[] := '{}';
  refused text[] := '{}';
  result jsonb;
begin
  own := private.own_catalogue_import(import);
  select done.result into known from private.catalogue_batches done
  where done.import_id = own.id and done.batch = import_jerseys.batch;
  if known is not null then
    return known;
  end if;
  if own.undone_at is not null then
    raise sqlstate 'PT409' using message = 'import_undone', detail = 'This import was undone.';
  end if;
  if import_jerseys.batch is distinct from own.batches then
    raise sqlstate 'PT409' using
      message = 'import_batch', detail = format('The next batch is %s.', own.batches);
  end if;
  perform private.check_lines(lines);
  -- Two imports would not see each other's jerseys.
  perform pg_advisory_xact_lock(hashtextextended('catalogue imports', 0));

  for line in select value from jsonb_array_elements(lines) loop
    select of_line.memo, of_line.result into memo, judged from private.judged_line(line, own.id, memo) of_line;
    verdict := judged ->> 'verdict';
    digest := private.import_key(coalesce(line ->> 'key', ''));
    if line ->> 'key' is null then
      raise sqlstate 'PT400' using message = 'lines_malformed', detail = 'A line has no key.';
    end if;
    if verdict = 'new' and digest = any (keys) then
      verdict := 'there';
    elsif verdict = 'new' and jsonb_path_exists(line, 'lax $.images[*] ? (!exists(@.path) || @.path == null)') then
      verdict := 'refused';
      judged := judged || '{"refusals": [{"field": "images", "reason": "no_file"}]}';
    elsif verdict = 'new' then
      rows := rows || (judged -> 'row' || jsonb_build_object(
        'id', private.id_of_line(line ->> 'id'), 'author_id', auth.uid(), 'status', own.status, 'key', digest,
        'line_key', line ->> 'key', 'import_id', own.id,
        'images', case when jsonb_typeof(line -> 'images') = 'array' then line -> 'images' else '[]' end));
      keys := keys || digest;
    end if;
    outcomes := outcomes || jsonb_strip_nulls(jsonb_build_object(
      'key', line ->> 'key', 'outcome', case verdict when 'new' then 'added' else verdict end,
      'known', nullif(judged -> 'known', 'null'),
      'candidates', nullif(judged -> 'candidates', '[]'), 'refusals', nullif(judged -> 'refusals', '[]')));
  end loop;

  -- The files stay where they are until this is committed.
  perform from storage.objects object
  where object.bucket_id = 'jerseys' and object.name collate "C" = any (array(
    select private.storage_path(private.file_url(image ->> 'path'))
    from unnest(rows) row_, jsonb_array_elements(row_ -> 'images') image))
  order by object.name for share;
  -- Before the first line is in: what comes after that would wait for a rename that waits for its counters.
  perform private.hold_names(
    array(select (row_ ->> 'team_id')::uuid from unnest(rows) row_),
    array(select (row_ ->> 'brand_id')::uuid from unnest(rows) row_),
    array(select (row_ ->> 'competition_id')::uuid from unnest(rows) row_),
    array(select (row_ ->> 'season_id')::uuid from unnest(rows) row_));
  -- A rule that private.value_refusals() doesn't know refuses its line, not the batch.
  begin
    perform private.insert_imported(to_jsonb(rows));
  exception when integrity_constraint_violation then
    foreach one in array rows loop
      begin
        perform private.insert_imported(jsonb_build_array(one));
      exception when integrity_constraint_violation then
        refused := refused || (one ->> 'line_key');
      end;
    end loop;
  end;
  result := (
    select jsonb_build_object(
      'added', count(*) filter (where outcome ->> 'outcome' = 'added'),
      'there', count(*) filter (where outcome ->> 'outcome' = 'there'),
      'duplicate', count(*) filter (where outcome ->> 'outcome' = 'duplicate'),
      'refused', count(*) filter (where outcome ->> 'outcome' = 'refused'),
      'outcomes', coalesce(jsonb_agg(outcome order by place), '[]'))
    from (
      select place, case when outcome ->> 'key' = any (refused) and outcome ->> 'outcome' = 'added'
        then outcome || '{"outcome": "refused", "refusals": [{"field": "title", "reason": "rule"}]}'
        else outcome end as outcome
      from unnest(outcomes) with ordinality as sent (outcome, place)) done);
  insert into private.catalogue_batches (import_id, batch, result) values (own.id, own.batches, result);
  update public.catalogue_imports set
    batches = batches + 1, added = added + (result ->> 'added')::integer,
    already_there = already_there + (result ->> 'there')::integer,
    duplicates = duplicates + (result ->> 'duplicate')::integer, refused = catalogue_imports.refused + (result ->> 'refused')::integer
  where id = own.id;
  if is_last then
    update public.catalogue_imports set finished_at = now() where id = own.id and finished_at is null;
  end if;
  return result;
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow
    or invalid_datetime_format or invalid_parameter_value then
    raise sqlstate 'PT400' using message = 'lines_malformed', detail = sqlerrm;
end $$;

create or replace function public.merge_effects(jersey_id uuid)
returns table (votes bigint, collections bigint, comments bigint, photos bigint)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.check_reviewer();
  return query select
    (select count(*) from public.jersey_votes where jersey_id = merge_effects.jersey_id),
    (select count(*) from public.user_collections where jersey_id = merge_effects.jersey_id),
    (select count(*) from public.comments where jersey_id = merge_effects.jersey_id),
    (select count(*) from public.jersey_images where jersey_id = merge_effects.jersey_id and edit_id is null);
end $$;

REVOKE ALL ON FUNCTION "public"."merge_effects"(uuid) FROM "anon";

create or replace function public.merge_jerseys(
  from_id uuid, into_id uuid, reason text, seen uuid[] default null, urgency text default null
) returns uuid
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
begin
  perform private.check_reviewer();
  if into_id is null then
    raise sqlstate 'PT404' using message = 'jersey_not_found', detail = 'A jersey is merged into another one.';
  end if;
  reason := private.check_departure(from_id, into_id, reason, urgency);
  -- The images become part of another jersey, so those that nobody has approved must be those on the screen.
  if seen is not null
    and seen is distinct from array(
      select image.version from public.jersey_images image
      where image.jersey_id = from_id and image.edit_id is null order by image.position, image.id) then
    raise sqlstate 'PT409' using
      message = 'jersey_changed_meanwhile', detail = 'The author has changed it since.',
      hint = 'Look at the new version first.';
  end if;
  perform private.begin_revision('merge', null, reason);
  perform private.let_go(from_id, into_id, reason, urgency);
  perform private.end_revision();
  return private.current_batch();
end $$;

REVOKE ALL ON FUNCTION "public"."merge_jerseys"(uuid, uuid, text, uuid[], text) FROM "anon";

create or replace function public.moderate_jersey(
  jersey_id uuid, decision text, note text default null, overrule boolean default false,
  seen jsonb default null, corrections jsonb default null, undoable boolean default false,
  refused text[] default null
) returns public.jerseys
language plpgsql security definer set search_path = ''
as $$
declare
  jersey public.jerseys;
  uncorrected public.jerseys;
  corrected public.jerseys;
  edit public.jersey_edits;
  is_edit_open boolean;
  moderator uuid;
  reason constant text := private.tidy(note);
  is_administrator constant boolean := public.is_admin(auth.uid());
begin
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators decide on jerseys.';
  end if;
  -- A decision that stands is replaced by an administrator: rejecting an approved jersey takes it off the site.
  if overrule and not is_administrator then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only administrators overrule a decision.';
  end if;
  if decision is null or decision not in ('approved', 'rejected') then
    raise sqlstate 'PT400' using
      message = 'moderation_decision_unknown', detail = 'A decision is approved or rejected.';
  end if;
  if decision = 'rejected' and reason is null then
    raise sqlstate 'PT400' using
      message = 'moderation_note_required', detail = 'A rejection tells the author why.';
  end if;
  if corrections is not null and decision = 'rejected' then
    raise sqlstate 'PT400' using
      message = 'corrections_of_rejection', detail = 'Corrections belong to an approval.';
  end if;
  if jsonb_typeof(corrections) <> 'object'
    or jsonb_typeof(corrections) = 'object' and corrections - private.correctable_columns() <> '{}'
    -- A text field would take the characters of a list or an object.
    or jsonb_path_exists(
      corrections,
      'strict $.keyvalue() ? (@.key != "colors" && (@.value.type() == "object" || @.value.type() == "array"))',
      silent => true)
    or jsonb_typeof(corrections) = 'object' and corrections ? 'colors'
      and (jsonb_typeof(corrections -> 'colors') <> 'array'
        or jsonb_path_exists(corrections, 'strict $.colors[*] ? (@.type() != "string")')) then
    raise sqlstate 'PT400' using
      message = 'correction_unknown', detail = 'Corrections are an object of fields with single values, and colors with a list of names: '
        || array_to_string(private.correctable_columns(), ', ') || '.';
  end if;

  perform private.lock_images(array[moderate_jersey.jersey_id]);
  -- The second of two reviewers waits here, then gets the first one's decision as an error.
  select * into jersey from public.jerseys where id = moderate_jersey.jersey_id for update;
  if not found then
    raise sqlstate 'PT404' using
      message = 'jersey_not_found', detail = 'The jersey was deleted.';
  end if;
  perform private.check_own_jersey(jersey);
  perform private.check_not_gone(jersey.id);
  select * into edit from public.jersey_edits waiting where waiting.jersey_id = jersey.id;
  if not overrule and jersey.status <> 'pending' and jersey.edited_at is null then
    moderator := private.decided_by('jerseys', jersey.id);
    raise sqlstate 'PT409' using
      message = 'jersey_already_decided',
      detail = jsonb_build_object(
        'status', coalesce(edit.status, jersey.status),
        'moderation_note', coalesce(edit.note, jersey.moderation_note),
        'moderated_by', moderator, 'moderated_at', jersey.moderated_at,
        'moderator', (select username from public.profiles where id = moderator)),
      hint = 'Pass overrule to decide otherwise.';
  end if;

  -- The author may have changed it since the reviewer's page was loaded, to publish what nobody has looked at.
  if seen is not null and not private.is_version_seen(jersey, seen) then
    raise sqlstate 'PT409' using
      message = 'jersey_changed_meanwhile', detail = 'The author has changed it since.',
      hint = 'Look at the new version first.';
  end if;

  is_edit_open := edit.status is not distinct from 'open';
  if refused <> '{}' then
    perform private.check_refused(edit, decision, refused, reason);
  end if;
  if is_edit_open and decision = 'rejected' and not overrule then
    -- The edit is refused, not the jersey: its approved version stays.
    update public.jersey_edits set status = 'refused', note = reason where id = edit.id;
    perform private.notify(edit.author_id, 'jersey', 'reverted', 'jersey', jersey.id, jersey.title, reason);
    update public.jerseys set edited_at = null, moderated_by = auth.uid(), moderated_at = now()
    where id = jersey.id
    returning * into jersey;
    jersey.moderated_by := auth.uid();
    return jersey;
  end if;
  if undoable and decision = 'approved' then
    perform private.record_undoable_decision(jersey);
    perform private.set_change('undoable', 'true');
  end if;
  if is_edit_open and decision = 'approved' then
    perform private.apply_edit(edit, coalesce(refused, '{}'), reason);
  elsif decision = 'rejected' then
    -- The author changes a rejected jersey directly.
    delete from public.jersey_edits gone where gone.jersey_id = jersey.id;
  end if;
  if corrections is not null then
    select * into uncorrected from public.jerseys where id = jersey.id;
    corrected := jsonb_populate_record(uncorrected, corrections);
    if not corrections ? 'colors' then
      corrected.team := coalesce((select name from public.teams where id = corrected.team_id), corrected.team);
      corrected.colors := private.followed_colors(uncorrected, corrected);
    end if;
    jersey := private.set_fields(jersey.id, corrected);
    perform private.set_change('corrections', private.corrections_in_words(uncorrected, jersey));
  end if;
  -- private.before_jersey() stores who decided elsewhere.
  update public.jerseys
  set status = decision,
    moderation_note = case when decision = 'rejected' then reason end,
    moderated_by = auth.uid(),
    moderated_at = now(),
    edited_at = null
  where id = jersey.id
  returning * into jersey;
  perform private.set_change('corrections', null);
  perform private.set_change('undoable', null);
  if undoable then
    perform private.hold_files(jersey.id);
    perform private.record_decided_state(jersey);
  end if;
  jersey.moderated_by := auth.uid();
  return jersey;
end $$;

create or replace function public.publish_roll_over(roll_over_id uuid, seen timestamptz) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  draft public.roll_overs := private.lock_roll_over(publish_roll_over.roll_over_id);
begin
  if draft.published_at is not null then
    raise sqlstate 'PT409' using message = 'roll_over_published', detail = 'Another administrator was faster.';
  end if;
  if draft.updated_at is distinct from seen then
    raise sqlstate 'PT409' using
      message = 'roll_over_changed', detail = 'Another administrator has changed the draft.';
  end if;
  perform private.publish_line_ups(draft);
  perform private.set_batch(draft.id);
  perform private.begin_revision('line_up', auth.uid());
  perform private.write_line_ups(draft, true, false);
  perform private.end_revision();
end $$;

create or replace function public.queue_figures() returns table (waiting integer, typical_hours numeric)
language sql stable security definer set search_path = ''
as $$
  select (
      (select count(*) from public.jerseys where status = 'pending' and is_active)
      + (select count(*) from public.jerseys where edited_at is not null and status <> 'pending')
      + (select count(*) from public.suggestions where status = 'open' and held_at is null))::integer,
    (select round((percentile_cont(0.5) within group (order by extract(epoch from hours.waited)) / 3600)::numeric, 1)
      from (
        select waited from (
          (select decided_at as at, decided_at - coalesce(contested_at, created_at) as waited
            from public.suggestions where decided_at is not null and not trusted order by decided_at desc limit 100)
          union all
          (select revision.at, revision.at - jersey.created_at
            from (
              select at, target_id from public.revisions where kind = 'approved' order by id desc limit 100) revision
            join public.jerseys jersey on jersey.id = revision.target_id)
        ) decision order by at desc limit 100) hours)
$$;

create or replace function public.removal_reason(jersey_id uuid) returns table (removed_at timestamptz, reason text)
language sql stable security definer set search_path = ''
as $$
  select became.gone_at, became.reason from public.gone_jerseys became
  where became.jersey_id = removal_reason.jersey_id and became.kind = 'removal'
$$;

create or replace function public.remove_jersey(jersey_id uuid, reason text, urgency text default null) returns uuid
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
begin
  perform private.check_reviewer();
  reason := private.check_departure(jersey_id, null, reason, urgency);
  perform private.begin_revision('removal', null, reason);
  perform private.let_go(jersey_id, null, reason, urgency);
  perform private.end_revision();
  return private.current_batch();
end $$;

REVOKE ALL ON FUNCTION "public"."remove_jersey"(uuid, text, text) FROM "anon";

create or replace function public.removed_jersey(jersey_id uuid) returns table (title text, team text, season text)
language sql stable security definer set search_path = ''
as $$
  -- Of what is offensive or unlawful, the words may be.
  select case when became.urgency is null then became.title end, case when became.urgency is null then became.team end,
    case when became.urgency is null then became.season end
  from public.gone_jerseys became
  where became.jersey_id = removed_jersey.jersey_id and became.kind = 'removal'
$$;

create or replace function public.review_trusted(suggestion_id uuid, undo boolean, reason text default null) returns public.suggestions
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  suggestion public.suggestions;
  revision public.revisions;
  current jsonb;
  stays jsonb;
  back text[];
  given constant text := private.tidy(review_trusted.reason);
begin
  perform private.check_reviewer();
  if undo is not false and coalesce(char_length(given), 0) not between 3 and 500 then
    raise sqlstate 'PT400' using message = 'undo_reason', detail = 'The reason has 3 to 500 characters.';
  end if;
  select * into suggestion from public.suggestions live where live.id = review_trusted.suggestion_id;
  perform private.lock_target(suggestion.target_type, suggestion.target_id);
  select * into suggestion from public.suggestions live
  where live.id = review_trusted.suggestion_id and live.trusted for update;
  if not found then
    raise sqlstate 'PT404' using message = 'suggestion_not_found', detail = 'There is no such suggestion.';
  end if;
  -- First, because the next error says who decided.
  if suggestion.member_id = auth.uid() then
    raise sqlstate 'PT403' using message = 'suggestion_own', detail = 'Nobody decides on their own suggestion.';
  end if;
  if suggestion.target_type = 'jersey' then
    perform private.check_own_jersey(jersey) from public.jerseys jersey where jersey.id = suggestion.target_id;
  end if;
  if suggestion.afterwards is not null then
    raise sqlstate 'PT409' using
      message = 'suggestion_decided',
      detail = jsonb_build_object(
        'status', suggestion.afterwards,
        'username', (
          select username from public.profiles where id = private.decided_by('suggestions', suggestion.id)))::text;
  end if;
  if undo is not false then
    select * into revision from public.revisions made
    where made.target_type = suggestion.target_type and made.target_id = suggestion.target_id
      and made.suggestion_id = suggestion.id and made.kind = 'trusted';
    current := private.target_row(suggestion.target_type, suggestion.target_id);
    if revision.id is null or current is null then
      raise sqlstate 'PT404' using message = 'revision_target_gone', detail = 'It was deleted or merged.';
    end if;
    stays := private.fields_that_stay(revision, current, public.is_admin(auth.uid()));
    back := private.fields_back(revision, stays);
    if back <> '{}' then
      perform public.undo(revision_id => revision.id, fields => back, reason => given);
    elsif exists (select from jsonb_each_text(stays) why where why.value = 'hidden') then
      raise sqlstate 'PT409' using
        message = 'revision_outdated', detail = to_jsonb(array(select jsonb_object_keys(stays)))::text,
        hint = 'The jersey is not public now.';
    else
      -- Each field was changed again since, perhaps by its own member: it was wrong all the same.
      update public.suggestions live
      set verdicts = (
        select jsonb_object_agg(key, jsonb_build_object('accepted', false, 'reason', 'wrong', 'note', given))
        from jsonb_object_keys(live.verdicts) key)
      where live.id = suggestion.id returning * into suggestion;
      perform private.notify(
        suggestion.member_id, 'suggestion', 'suggestion_refused', suggestion.target_type,
        case when suggestion.target_type = 'jersey' then suggestion.target_id end,
        coalesce(current ->> 'title', current ->> 'name'),
        changes => private.readable_verdicts(suggestion, suggestion.verdicts));
    end if;
  end if;
  -- Also where only a part of it, or nothing, can go back.
  update public.suggestions live set afterwards = case when undo is false then 'seen' else 'undone' end
  where live.id = suggestion.id;
  perform private.record_decision('suggestions', suggestion.id, auth.uid());
  select * into suggestion from public.suggestions live where live.id = review_trusted.suggestion_id;
  return suggestion;
end $$;

create or replace function public.suggest(
  target_type text, target_id uuid, changes jsonb, source text, photos jsonb default '[]',
  suggestion_id uuid default null
) returns public.suggestions
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  member constant uuid := auth.uid();
  of_type constant text := suggest.target_type;
  target uuid := suggest.target_id;
  present jsonb;
  wanted jsonb;
  columns text[];
  given jsonb;
  pictures constant jsonb := coalesce(photos, '[]');
  stated constant text := private.tidy(source);
  amount integer;
  room integer;
  suggestion public.suggestions;
  at_once boolean;
begin
  if member is null then
    raise insufficient_privilege using message = 'suggestion_denied', detail = 'Members suggest.';
  end if;
  perform private.check_standing();
  perform private.check_shape(of_type, changes);
  if jsonb_typeof(pictures) <> 'array' then
    raise sqlstate 'PT400' using
      message = 'suggestion_field_unknown', detail = 'Photos are of jerseys, a list of objects.';
  end if;
  -- A member's suggestions are serialized. Two at once would each see room for one more.
  perform pg_advisory_xact_lock(hashtextextended('suggestions ' || member, 0));
  perform private.count_write('suggestions', 1);

  -- What may be public at once is locked as for a decision, from the beginning: two who share a lock can't both write.
  at_once := suggest.suggestion_id is null and pictures = '[]' and (select trust.is_trusted from private.trust_in(member) trust);

  -- The lock keeps a merge or deletion waiting, which then finds this suggestion. One that came first is followed.
  loop
    if of_type = 'jersey' then
      target := coalesce((select into_id from public.jersey_redirects where from_id = target), target);
      if at_once then
        perform private.lock_target(of_type, target);
      end if;
      select to_jsonb(jersey) into present from public.jerseys jersey
      where jersey.id = target and jersey.status = 'approved' and jersey.is_active for key share;
      exit when found or not exists (select from public.jersey_redirects where from_id = target);
    elsif at_once then
      perform private.lock_target(of_type, target);
    end if;
    if of_type = 'team' then
      select to_jsonb(team) into present from public.teams team
      where team.id = target and team.is_active for key share;
      exit;
    elsif of_type = 'competition' then
      select to_jsonb(competition) into present from public.competitions competition
      where competition.id = target and competition.is_active for key share;
      exit;
    end if;
  end loop;
  if present is null then
    raise sqlstate 'PT404' using
      message = 'suggestion_target_gone', detail = 'It was deleted, or is not shown any more.';
  end if;
  if suggest.suggestion_id is not null then
    select * into suggestion from public.suggestions own
    where own.id = suggest.suggestion_id and own.member_id = member for update;
    if not found then
      raise sqlstate 'PT404' using message = 'suggestion_not_found', detail = 'There is no such suggestion of yours.';
    end if;
    if suggestion.status <> 'open' or suggestion.contested_at is not null then
      raise sqlstate 'PT409' using
        message = 'suggestion_decided', detail = jsonb_build_object('status', suggestion.status)::text;
    end if;
    if (suggestion.target_type, suggestion.target_id) is distinct from (of_type, target) then
      raise sqlstate 'PT404' using
        message = 'suggestion_not_found', detail = 'The suggestion is about something else.';
    end if;
  end if;

  if of_type = 'jersey' then
    present := present || jsonb_build_object('photos', private.photos_of(target));
  end if;
  -- Values in the table's own types: 12.50 and 12.5 are one price.
  given := private.completed_changes(of_type, present, changes);
  wanted := case of_type
    when 'jersey' then to_jsonb(jsonb_populate_record(jsonb_populate_record(null::public.jerseys, present), given))
    when 'team' then to_jsonb(jsonb_populate_record(jsonb_populate_record(null::public.teams, present), given))
    else to_jsonb(jsonb_populate_record(jsonb_populate_record(null::public.competitions, present), given))
  end;
  -- No columns of the table.
  wanted := wanted || private.pick_columns(given, array['photos', 'merge_into', 'removal']);
  columns := array(
    select name from unnest(private.suggestable_columns(of_type)) name
    where given ? name and private.differs(name, present, wanted));
  if given ?| array['merge_into', 'removal'] and jsonb_array_length(pictures) > 0 then
    raise sqlstate 'PT400' using message = 'suggestion_field_unknown', detail = 'A merge or removal has no photos.';
  end if;
  if columns = '{}' and jsonb_array_length(pictures) = 0 then
    raise sqlstate 'PT400' using
      message = case when given = '{}' then 'suggestion_empty' else 'suggestion_already_so' end,
      detail = 'Nothing would change.';
  end if;
  if of_type = 'jersey' and (present ->> 'author_id')::uuid = member
    and (columns && array['title', 'edition', 'description', 'external_link'] or jsonb_array_length(pictures) > 0) then
    raise sqlstate 'PT403' using
      message = 'suggestion_own_jersey', detail = 'Authors edit texts and photos of their jerseys; they suggest facts only.';
  end if;
  perform private.check_constraints(private.relation_of(of_type), wanted, private.with_dependent_columns(columns));
  if stated is null or char_length(stated) not between 10 and 500 then
    raise sqlstate 'PT400' using
      message = 'suggestion_source', detail = 'A source or reason has 10 to 500 characters.';
  end if;

  at_once := at_once and private.is_small(of_type, columns, wanted);
  if suggestion.id is null and not at_once then
    select count(*) into amount from public.suggestions own where own.member_id = member and own.status = 'open' and own.held_at is null;
    room := case when private.is_experienced(member) then 30 else 5 end;
    if amount >= room then
      raise sqlstate 'PT429' using
        message = 'suggestion_too_many', detail = room::text, hint = 'Wait until some are decided, or withdraw one.';
    end if;
  end if;
  given := private.pick_columns(wanted, private.with_dependent_columns(columns));
  if jsonb_array_length(pictures) = 0 and exists (
    select from public.suggestions other
    where other.target_id = target and other.target_type = of_type and other.status = 'open'
      and other.id is distinct from suggestion.id
      -- Lists in the same order.
      and not exists (select from jsonb_each(given) field where other.changes -> field.key is distinct from field.value)) then
    raise sqlstate 'PT409' using
      message = 'suggestion_duplicate', detail = 'An open suggestion says the same.';
  end if;
  perform private.check_suggested_photos(of_type, target, pictures, suggestion.id);

  if suggestion.id is null then
    insert into public.suggestions as made (target_type, target_id, title, member_id, changes, was, words, source)
    values (
      of_type, target, coalesce(present ->> 'title', present ->> 'name'), member, given,
      private.pick_columns(present, private.with_dependent_columns(columns)),
      private.suggestion_words(of_type, present, wanted, columns), stated)
    returning * into suggestion;
  else
    update public.suggestions made
    set target_id = target, title = coalesce(present ->> 'title', present ->> 'name'), changes = given,
      was = private.pick_columns(present, private.with_dependent_columns(columns)),
      words = private.suggestion_words(of_type, present, wanted, columns), source = stated,
      edited_at = clock_timestamp()
    where made.id = suggestion.id
    returning * into suggestion;
    delete from public.suggestion_photos photo where photo.suggestion_id = suggestion.id;
  end if;
  insert into public.suggestion_photos (id, suggestion_id, url, alt, kind, licence, rights_stated, likeness)
  select coalesce(picture.id, gen_random_uuid()), suggestion.id, picture.url, private.tidy(picture.alt), picture.kind,
    coalesce(picture.licence, 'shown-here-only'), coalesce(picture.rights_stated, false), picture.likeness
  from jsonb_to_recordset(pictures) picture (
    id uuid, url text, alt text, kind text, licence text, rights_stated boolean, likeness bit(128));
  if at_once then
    perform private.begin_revision('trusted', member, null, suggestion.id);
    perform private.write_fields(of_type, target, given);
    perform private.end_revision();
    update public.suggestions made
    set status = 'accepted', trusted = true, decided_at = now(),
      verdicts = (select jsonb_object_agg(name, '{"accepted": true}'::jsonb) from unnest(columns) name)
    where made.id = suggestion.id
    returning * into suggestion;
  end if;
  return suggestion;
end $$;

create or replace function public.sweep_gone_jerseys() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  became public.gone_jerseys;
  is_taken_back boolean;
  swept integer := 0;
begin
  perform private.lock_merges();
  for became in
    select * from public.gone_jerseys where undo_until <= now() order by undo_until limit 100 for update
  loop
    perform private.lock_jerseys(array[became.jersey_id]);
    -- Everybody concerned was told when it went.
    is_taken_back := private.is_taken_back(became.jersey_id);
    perform private.begin_revision('none');
    delete from public.jerseys where id = became.jersey_id and not is_active;
    perform private.end_revision();
    update public.gone_jerseys set undo_until = null where jersey_id = became.jersey_id;
    delete from public.gone_jerseys where jersey_id = became.jersey_id and is_taken_back;
    swept := swept + 1;
  end loop;
  return swept;
end $$;

REVOKE ALL ON FUNCTION "public"."sweep_gone_jerseys"() FROM "anon";

REVOKE ALL ON FUNCTION "public"."sweep_gone_jerseys"() FROM "authenticated";

create or replace function public.undo(
  revision_id bigint default null, batch_id uuid default null, member uuid default null, since timestamptz default null,
  fields text[] default null, reason text default null, dry_run boolean default false, after jsonb default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  of_types constant text[] := array['jersey', 'team', 'competition'];
  -- A team's name and colours are on all of its jerseys.
  most constant jsonb := '{"jersey": 200, "team": 5, "competition": 200}';
  deadline constant timestamptz := clock_timestamp() + interval '3 seconds';
  given constant text := private.tidy(undo.reason);
  is_administrator constant boolean := public.is_admin(auth.uid());
  -- Null is not true: what isn't a dry run needs a reason.
  is_dry constant boolean := coalesce(undo.dry_run, false);
  of_type text := coalesce(undo.after ->> 'target_type', 'jersey');
  last_id bigint;
  total integer;
  revision public.revisions;
  batch bigint[];
  reached bigint;
  last_target uuid;
  current jsonb;
  restored uuid[];
  stays jsonb;
  back text[];
  undone integer := 0;
  seen jsonb[] := '{}';
  told jsonb[] := '{}';
  departures bigint[] := '{}';
begin
  perform private.check_standing();
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators undo changes.';
  end if;
  if num_nonnulls(undo.revision_id, undo.batch_id, undo.member) <> 1 or undo.fields is not null and undo.revision_id is null
    or not of_type = any (of_types) or undo.after ->> 'id' !~ '^-?\d{1,18}$'
    or undo.after ->> 'batch_id' is not null and not private.is_uuid(undo.after ->> 'batch_id')
    -- A batch of somebody's changes isn't added to.
    or exists (
      select from public.revisions other
      where other.kind <> 'undo' and other.batch_id = case
        when private.is_uuid(undo.after ->> 'batch_id') then (undo.after ->> 'batch_id')::uuid end) then
    raise sqlstate 'PT400' using
      message = 'undo_what', detail = 'Undone is a revision (or fields of it), a batch, or what a member changed; `after` is the `next` of the call before.';
  end if;
  last_id := (undo.after ->> 'id')::bigint;
  if not is_dry and (given is null or char_length(given) not between 3 and 500) then
    raise sqlstate 'PT400' using message = 'undo_reason', detail = 'The reason has 3 to 500 characters.';
  end if;
  if undo.member = auth.uid() then
    raise sqlstate 'PT403' using message = 'revision_own', detail = 'Somebody else undoes what is one''s own.';
  elsif undo.member is not null and not exists (select from public.profiles where id = undo.member) then
    raise sqlstate 'PT404' using message = 'member_not_found', detail = 'The account was deleted.';
  end if;
  select count(*) into total
  from private.undoable_revisions(undo.revision_id, undo.batch_id, undo.member, undo.since, null, null, 100000);
  if total = 0 and undo.member is null then
    raise sqlstate 'PT404' using message = 'revision_not_found', detail = 'There is no such change.';
  end if;
  if undo.fields is not null and (
    undo.fields = '{}' or array_position(undo.fields, null) is not null
    or not (select changes ?& undo.fields from public.revisions where id = undo.revision_id)) then
    raise sqlstate 'PT400' using message = 'revision_field_unknown', detail = 'The revision changed no such field.';
  end if;

  if is_dry then
    select array_agg(id) into batch
    from private.undoable_revisions(undo.revision_id, undo.batch_id, undo.member, undo.since, null, null, 200);
  else
    -- The second of two reviewers waits, and finds it done.
    perform pg_advisory_xact_lock(hashtextextended('undo ' || coalesce(undo.member::text, undo.batch_id::text, undo.revision_id::text), 0));
    -- What a member changed is undone in as many steps as it takes.
    if undo.member is null then
      perform private.count_write('undoings', 1);
    end if;
    -- All steps of one call are one batch, so that it is undone as one.
    if undo.after ? 'batch_id' then
      perform private.set_batch((undo.after ->> 'batch_id')::uuid);
    end if;
    -- One kind of page in a step.
    loop
      select array_agg(id) into batch
      from private.undoable_revisions(
        undo.revision_id, undo.batch_id, undo.member, undo.since, of_type, last_id, (most ->> of_type)::integer);
      exit when batch is not null or of_type = 'competition';
      of_type := of_types[array_position(of_types, of_type) + 1];
      last_id := null;
    end loop;
    perform private.lock_for_undoing(batch, of_type);
  end if;

  -- For a dry run target by target, so that a change below another one is seen as it will be.
  for revision in
    select * from public.revisions own where own.id = any (batch)
    order by case when is_dry then own.target_id end, own.id desc
  loop
    -- What the clock leaves is for the next call. One change is always undone.
    exit when reached is not null and not is_dry and clock_timestamp() > deadline;
    reached := revision.id;
    if not is_dry or last_target is distinct from revision.target_id then
      current := private.target_row(revision.target_type, revision.target_id);
      restored := '{}';
      last_target := revision.target_id;
    end if;
    stays := private.fields_that_stay(revision, current, is_administrator, restored);
    back := private.fields_back(revision, stays);
    if undo.fields is not null then
      select coalesce(jsonb_object_agg(key, value), '{}') into stays from jsonb_each(stays) where key = any (undo.fields);
      back := array(
        select field from unnest(back) field
        where field = any (undo.fields)
          -- A competition is of its league.
          or field in ('league', 'competition') and undo.fields && array['league', 'competition']);
    end if;
    if back <> '{}' and not is_dry then
      begin
        perform private.undo_fields(revision, back, current, given);
        undone := undone + 1;
        if 'jersey' = any (back) then
          departures := departures || revision.id;
        end if;
        told := told || array(
          select jsonb_build_object(
            'contributor', revision.contributor_id, 'type', revision.target_type, 'target', revision.target_id,
            'title', coalesce(current ->> 'title', current ->> 'name'), 'field', field,
            'before', private.as_text(revision.changes -> field -> 'after'),
            'after', private.as_text(revision.changes -> field -> 'before'))
          from unnest(back) field where field not in ('merged', 'jersey'));
      exception when integrity_constraint_violation then
        -- Its name is taken by now, or the jersey is full of photos.
        stays := stays || (select jsonb_object_agg(field, 'refused') from unnest(back) field);
        back := '{}';
      end;
    elsif back <> '{}' and 'image' = any (back) then
      if revision.changes -> 'image' ->> 'before' is not null then
        restored := restored || (revision.stored -> 'image' ->> 'id')::uuid;
      end if;
    elsif back <> '{}' and current is not null and not revision.changes ?| array['merged', 'jersey', 'line_up'] then
      current := current || private.former_values(revision, back);
    end if;
    -- What was undone already is no news.
    if undo.revision_id is null then
      select coalesce(jsonb_object_agg(key, value), '{}') into stays from jsonb_each(stays) where value <> '"undone"';
    end if;
    if back <> '{}' or stays <> '{}' then
      seen := seen || jsonb_build_object(
        'id', revision.id, 'at', revision.at, 'kind', revision.kind, 'target_type', revision.target_type,
        'target_id', revision.target_id, 'title', coalesce(current ->> 'title', current ->> 'name'),
        'changes', revision.changes, 'back', back, 'stays', stays);
    end if;
  end loop;
  perform private.notify_undone(told, undo.member, given);
  perform private.count_undone_imports(departures);
  return jsonb_build_object(
    'batch_id', case when undone > 0 or undo.after ? 'batch_id' then private.current_batch() end,
    'total', total, 'undone', undone,
    'revisions', (
      select coalesce(jsonb_agg(item order by (item ->> 'id')::bigint desc), '[]') from unnest(seen) item),
    'next', case
      when is_dry or undo.revision_id is not null then null
      when reached > batch[cardinality(batch)] or cardinality(batch) = (most ->> of_type)::integer
        then jsonb_build_object('target_type', of_type, 'id', reached, 'batch_id', private.current_batch())
      when of_type <> 'competition' then jsonb_build_object(
        'target_type', of_types[array_position(of_types, of_type) + 1], 'batch_id', private.current_batch())
    end);
end $$;

REVOKE ALL ON FUNCTION "public"."undo"(bigint, uuid, uuid, timestamp with time zone, text[], text, boolean, jsonb) FROM "anon";

create trigger users_wait_for_merges before delete on auth.users
for each statement execute function private.lock_merges_first();

create trigger catalogue_imports_audit
after insert or delete or update of finished_at, undone_at on public.catalogue_imports
for each row execute function private.record_change('id');

create trigger gone_jerseys_audit after insert or update or delete on public.gone_jerseys
for each row execute function private.record_change('jersey_id');

create trigger jerseys_wait_for_merges before delete on public.jerseys
for each statement execute function private.lock_merges_first();

create policy "reviewers read what became of jerseys" on public.gone_jerseys
  for select to authenticated using ((select public.is_reviewer((select auth.uid()))));

CREATE POLICY "service role" ON "public"."gone_jerseys" FOR ALL TO "service_role" USING (true) WITH CHECK (true);

COMMENT ON COLUMN "public"."catalogue_imports"."kept" IS 'Jerseys that undoing has left in place, most because members did something with them';

COMMENT ON COLUMN "public"."catalogue_imports"."removed" IS 'Jerseys that undoing has taken off the site';

COMMENT ON COLUMN "public"."catalogue_imports"."undone_at" IS 'Since when some of its jerseys are taken back; null: none is';

COMMENT ON COLUMN "public"."gone_jerseys"."batch_id" IS 'Of the revision that says so';

COMMENT ON COLUMN "public"."gone_jerseys"."season" IS 'The season''s name, otherwise the year: what a removed jersey''s address says';

COMMENT ON COLUMN "public"."gone_jerseys"."undo_until" IS 'Until when it can come back; null if it can''t, as it was deleted';

COMMENT ON COLUMN "public"."gone_jerseys"."urgency" IS 'It hurt or it was unlawful: its address says no word of it, and an administrator brings it back';

COMMENT ON COLUMN "public"."notices"."changes" IS 'A list of field, before and after, in words: what was corrected or undone; of a suggestion also accepted, reason and note';

COMMENT ON COLUMN "public"."revisions"."batch_id" IS 'What was changed together, by one request: a decision, a merge, an undoing. Of an import or a roll-over it is its id';

COMMENT ON COLUMN "public"."storage_deletions"."held_for" IS 'The jersey that may show the file again: what its author changed waits for a decision (retry_at is infinity), or a photo that left public view can come back until retry_at';

COMMENT ON FUNCTION "private"."bring_back"(public.gone_jerseys, text) IS 'Undoes a merge or removal: each moved row that still is where it was moved to goes back, as it is now. The caller has locked and begun the revision';

COMMENT ON FUNCTION "private"."check_departure"(uuid, uuid, text, text) IS 'Checks and locks a merge (or removal, `kept` null) by the caller, counts it, and returns the tidied reason';

COMMENT ON FUNCTION "private"."close_suggestions"(text, uuid) IS 'Open suggestions about what is deleted are refused as gone. Those about a merged jersey moved to the other one before';

COMMENT ON FUNCTION "private"."count_undone_imports"(bigint[]) IS 'Keeps the counters of imports up to date, when these revisions were undone by which jerseys had come or gone';

COMMENT ON FUNCTION "private"."current_batch"() IS 'The batch of the running request';

COMMENT ON FUNCTION "private"."departure_stays"(public.revisions, boolean) IS 'Why the coming or going of a jersey isn''t undone (see undo()); null if it can be';

COMMENT ON FUNCTION "private"."end_merges"(public.jerseys) IS 'Before a jersey is deleted: what was merged into it comes back, unless it may harm somebody';

COMMENT ON FUNCTION "private"."gone_of"(public.revisions) IS 'The jersey that went or came by a revision; null of any other';

COMMENT ON FUNCTION "private"."import_of"(bigint) IS 'The import by which a jersey came, of that revision, its undoing, the undoing of that and so on; null of any other';

COMMENT ON FUNCTION "private"."is_gone"(uuid) IS 'True if the jersey is hidden because it was merged or removed';

COMMENT ON FUNCTION "private"."is_taken_back"(uuid) IS 'True of a jersey that went with its import: as if it had never come';

COMMENT ON FUNCTION "private"."let_go"(uuid, uuid, text, text) IS 'Merges a jersey into another one, or removes it (`kept` null): hides it and says so in the history. The caller has checked, locked, and begun the revision';

COMMENT ON FUNCTION "private"."line_up_stays"(public.revisions, boolean) IS 'Why a roll-over isn''t undone (see undo()); null if it can be: as a whole';

COMMENT ON FUNCTION "private"."lock_for_undoing"(bigint[], text) IS 'All targets before the first change, in the order of merges: nobody waits in a circle';

COMMENT ON FUNCTION "private"."lock_jerseys"(uuid[]) IS 'Locks what a merge or removal of these jerseys, or its undoing, writes; after lock_merges()';

COMMENT ON FUNCTION "private"."move_jersey"(uuid, uuid) IS 'Moves votes, collections, copies, wishes, comments, reports, images, notices and suggestions to another jersey, without duplicates, and the address; notes what moved';

COMMENT ON FUNCTION "private"."notify_members_with_jersey"(uuid, text, uuid, text, text) IS 'Tells the author of a jersey and whose collection or wishlist has it. To be called while the rows are the jersey''s';

COMMENT ON FUNCTION "private"."notify_undone"(jsonb[], uuid, text) IS 'Tells those whose changes were undone: of a member''s changes the member once a day, otherwise each of each page';

COMMENT ON FUNCTION "private"."place_images"(uuid[]) IS 'Gives the public photos of a jersey, all of them, this order';

COMMENT ON FUNCTION "private"."reason_not_to_go"(uuid, uuid) IS 'Why a jersey can''t be merged or removed: the name of an error; null if it can';

COMMENT ON FUNCTION "private"."reason_not_undoable"(public.revisions, text, jsonb, boolean, uuid[]) IS 'Why a field doesn''t go back (see undo()); null if it does. `restored`: photos that came back before';

COMMENT ON FUNCTION "private"."set_batch"(uuid) IS 'Says to which batch the revisions of the running request belong';

COMMENT ON FUNCTION "private"."settle_same_merges"(uuid, uuid) IS 'Whoever suggested to merge these two hears that it was done';

COMMENT ON FUNCTION "private"."undo_days"() IS 'How long a merge or removal can be undone, and a photo that left public view comes back';

COMMENT ON FUNCTION "private"."undo_fields"(public.revisions, text[], jsonb, text) IS 'Puts fields back that private.reason_not_undoable() lets go back; the caller holds the locks';

COMMENT ON FUNCTION "private"."undo_line_up"(public.revisions) IS 'Makes a published roll-over a draft again, as a whole, or publishes it again';

COMMENT ON FUNCTION "private"."used_by_members"(uuid) IS 'What members did with a jersey; null if nothing';

COMMENT ON FUNCTION "private"."write_departure"(uuid, uuid, text, text, boolean) IS 'Writes the revision of a jersey that goes (into another one, or off the site: `kept` null), or comes back';

COMMENT ON FUNCTION "private"."write_line_ups"(public.roll_overs, boolean, boolean) IS 'Writes into the history of each competition that its line-up of a season came or went';

COMMENT ON FUNCTION "public"."history"(text, uuid, bigint, integer) IS 'The public history of a jersey, team or competition, newest first; of a jersey it ends with the approval (id 0 if that was before the history). `batch_size`: how much was changed together. For reviewers it says which revisions have a field that they can undo';

COMMENT ON FUNCTION "public"."merge_effects"(uuid) IS 'How much a merge or removal of a jersey would touch, for reviewers';

COMMENT ON FUNCTION "public"."merge_jerseys"(uuid, uuid, text, uuid[], text) IS 'Merges a public jersey or a submission into another jersey, for reviewers: votes, collections, wishes, comments, reports and images move, its address leads there. Returns the batch, by which undo() brings it back within 90 days';

COMMENT ON FUNCTION "public"."remove_jersey"(uuid, text, text) IS 'Takes a public jersey off the site, for reviewers; with an urgency (offensive, unlawful) its address doesn''t name it, and only an administrator brings it back. Returns the batch, by which undo() brings it back within 90 days';

COMMENT ON FUNCTION "public"."sweep_gone_jerseys"() IS 'Deletes jerseys that were merged or removed 90 days ago, with their files; returns how many';

COMMENT ON FUNCTION "public"."undo"(bigint, uuid, uuid, timestamp with time zone, text[], text, boolean, jsonb) IS 'Takes back a revision (or fields of it), a batch, or what a member changed since a moment, as far as nobody changed it since; `stays` says what is left and why: gone, hidden, own, undone, file, changed, refused, urgent, used, later, expired. In steps: `next` of the answer is `after` of the next call, null at the end. `dry_run` says what would happen. Those whose change it was are told why. It is a batch itself, and can be undone';

COMMENT ON INDEX "private"."imported_jerseys_by_import" IS 'What goes with an import that is deleted';

COMMENT ON INDEX "public"."gone_jerseys_due" IS 'Those to delete, oldest first: job';

COMMENT ON INDEX "public"."gone_jerseys_into" IS 'What was merged into a jersey that is deleted or merged itself';

COMMENT ON INDEX "public"."revisions_of_batch" IS 'What is undone together';

COMMENT ON TABLE "private"."moved_rows" IS 'Rows that a merge or removal took from a jersey, as long as it can come back. Of a vote the id is the voter''s';

COMMENT ON TABLE "public"."gone_jerseys" IS 'What became of jerseys that were merged or removed; merge_jerseys(), remove_jersey() and undo() write it';

COMMENT ON TABLE "public"."suggestions" IS 'Corrections, photos, merges and removals that members suggest; suggest() and decide_suggestion() write them';

REVOKE ALL ON FUNCTION "private"."bring_back"(public.gone_jerseys, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_departure"(uuid, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."close_history"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_undone_imports"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."current_batch"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."departure_stays"(public.revisions, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_merges"(public.jerseys) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."gone_of"(public.revisions) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hides_season"(public.roll_overs) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."import_of"(bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_gone"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_taken_back"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."let_go"(uuid, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."line_up_stays"(public.revisions, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_for_undoing"(bigint[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_jerseys"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_merges"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_merges_first"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_roll_over"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_jersey"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_members_with_jersey"(uuid, text, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_undone"(jsonb[], uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."place_images"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."publish_line_ups"(public.roll_overs) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reason_not_to_go"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."set_batch"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."settle_same_merges"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undo_line_up"(public.revisions) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undoable_revisions"(bigint, uuid, uuid, timestamp with time zone, text, bigint, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_departure"(uuid, uuid, text, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_line_ups"(public.roll_overs, boolean, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."history"(text, uuid, bigint, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."history"(text, uuid, bigint, integer) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."history"(text, uuid, bigint, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."merge_effects"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."merge_effects"(uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."merge_effects"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."merge_jerseys"(uuid, uuid, text, uuid[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."merge_jerseys"(uuid, uuid, text, uuid[], text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."merge_jerseys"(uuid, uuid, text, uuid[], text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."remove_jersey"(uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."remove_jersey"(uuid, text, text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."remove_jersey"(uuid, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."sweep_gone_jerseys"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."sweep_gone_jerseys"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."undo"(bigint, uuid, uuid, timestamp with time zone, text[], text, boolean, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."undo"(bigint, uuid, uuid, timestamp with time zone, text[], text, boolean, jsonb) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."undo"(bigint, uuid, uuid, timestamp with time zone, text[], text, boolean, jsonb) TO "service_role";

REVOKE ALL ON TABLE "public"."gone_jerseys" FROM "authenticated";

GRANT SELECT ON TABLE "public"."gone_jerseys" TO "authenticated";

REVOKE ALL ("batch_id") ON TABLE "public"."revisions" FROM "anon";

GRANT SELECT ("batch_id") ON TABLE "public"."revisions" TO "anon";

REVOKE ALL ("batch_id") ON TABLE "public"."revisions" FROM "authenticated";

GRANT SELECT ("batch_id") ON TABLE "public"."revisions" TO "authenticated";

set check_function_bodies = on;
-- end

drop table private.once_public;
drop table private.proposal_notified_members;
drop table public.proposals;
alter table private.imported_jerseys drop column is_kept;
alter table public.catalogue_imports drop column undo_began_at;
select private.schedule_jobs();
