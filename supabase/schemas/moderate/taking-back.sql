-- A decision that its reviewer takes back within seconds is as if it had not been: nobody was told yet.
-- What was accepted goes back by undo(), refusals and settled reports by undo_decision().
-- Later an approval can be undone, and a refusal or a dismissed report put back into the queue: then it waits again.

create function private.undo_time() returns interval
language sql immutable set search_path = ''
as $$ select interval '12 seconds' $$;
comment on function private.undo_time is
  'How long a decision can be undone as if it had not been: ten seconds on the screen, and two for the way';

create function private.is_fresh(revision public.revisions) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(revision.stored ? 'undoable', false)
    and revision.at > clock_timestamp() - private.undo_time()
    and not exists (select from public.revisions r_later where r_later.undoes = revision.id)
    -- It was changed since, and may be the same again: without this revision, the last one would tell of another value.
    and not exists (
      select from public.revisions r_later
      where r_later.target_type = revision.target_type and r_later.target_id = revision.target_id and r_later.id > revision.id
        and r_later.batch_id <> revision.batch_id and (
          r_later.changes ?| array(select jsonb_object_keys(revision.changes - array['image', 'merged']))
          or r_later.stored -> 'image' ->> 'path' = revision.stored -> 'image' ->> 'path'
          -- A photo finds its place in the order by its position, which both change.
          or r_later.changes ? 'image' and revision.changes ? 'photos' or r_later.changes ? 'photos' and revision.changes ? 'image'))
    -- It was decided again, or its member has left or said something else by now.
    and not exists (
      select from public.suggestions suggestion
      where suggestion.id = revision.suggestion_id and (
        revision.undoes is null and (suggestion.status = 'open' or suggestion.decided_at <> revision.at)
        or suggestion.member_id is null or suggestion.kind in ('edit', 'photos') and exists (
          select from public.suggestions s_other
          where s_other.member_id = suggestion.member_id and s_other.target_id = suggestion.target_id and s_other.status = 'open'
            and s_other.kind in ('edit', 'photos'))))
$$;
comment on function private.is_fresh is 'True of a decision of which nobody was told yet: undone, it is as if it had not been';

create function private.is_batch_fresh(batch bigint[]) returns boolean
language sql security definer set search_path = ''
as $$
  select not exists (
    select from public.revisions revision
    where revision.id = any (batch) and (not private.is_fresh(revision) or revision.contributor_id is not distinct from auth.uid()
      or private.fields_that_stay(
        revision, private.target_row(revision.target_type, revision.target_id), public.is_admin(auth.uid())) <> '{}'))
$$;
comment on function private.is_batch_fresh is 'True if nobody was told of these changes of others yet, and all of them can go back';

create function private.reopen_decision(suggestion_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  past private.decisions;
begin
  select * into past from private.decisions decision
  where decision.table_name = 'suggestions' and decision.row_id = reopen_decision.suggestion_id;
  -- Those of others, who suggested the same.
  update public.suggestions suggestion set status = 'open', verdicts = '{}', decided_at = null
  from public.suggestions s_decided
  where s_decided.id = reopen_decision.suggestion_id and s_decided.kind in ('merge', 'edit') and suggestion.id <> s_decided.id
    and suggestion.kind = s_decided.kind and suggestion.decided_at = s_decided.decided_at
    and (suggestion.target_id = s_decided.target_id and suggestion.changes = s_decided.changes
      -- The same two jerseys, either into the other.
      or suggestion.kind = 'merge' and (suggestion.target_id, private.other_of(suggestion)) in (
        (s_decided.target_id, private.other_of(s_decided)), (private.other_of(s_decided), s_decided.target_id)));
  update public.suggestions suggestion
  set status = past.was ->> 'status', verdicts = past.was -> 'verdicts', decided_at = (past.was ->> 'decided_at')::timestamptz,
    afterwards = null
  where suggestion.id = reopen_decision.suggestion_id and past.was is not null;
  if found then
    perform private.record_decision('suggestions', suggestion_id, (past.was ->> 'decided_by')::uuid);
    -- Of one that was public at once nobody has looked at the source.
    update public.revisions revision set reason = null where revision.suggestion_id = reopen_decision.suggestion_id and revision.kind = 'trusted';
  end if;
exception when unique_violation then
  raise sqlstate 'PT409' using
    message = 'suggestion_changed', detail = 'Its member has just suggested something else.', hint = 'Undo it again.';
end $$;
comment on function private.reopen_decision is 'A decision that was undone within private.undo_time() is as if it had not been: nobody was told';

create function private.forget_decisions(fresh public.revisions[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.reopen_decision(suggestion.id)
  from (
    select distinct coalesce(
      decision.suggestion_id, (select revision.suggestion_id from public.revisions revision where revision.id = decision.undoes)) as id
    from unnest(fresh) decision) suggestion;
  delete from public.notices notice using unnest(fresh) decision
  where notice.created_at = decision.at and notice.due_at > clock_timestamp();
  delete from public.revisions revision using unnest(fresh) decision where decision.id in (revision.id, revision.undoes);
end $$;
comment on function private.forget_decisions is
  'Decisions of which nobody was told yet are as if they had not been: their suggestions wait again';

create view private.reopenable as
  select decision.row_id, decision.decided_by, (decision.was ->> 'at')::timestamptz as decided_at, refused.*
  from private.decisions decision
  cross join lateral (
    select 'new' as kind, 'jersey' as target_type, jersey.id as target_id, jersey.title
    from public.jerseys jersey
    where decision.table_name = 'jerseys' and jersey.id = decision.row_id and jersey.status = 'rejected' and jersey.edited_at is null
      and jersey.is_active
    union all
    select suggestion.kind, suggestion.target_type, suggestion.target_id, suggestion.title
    from public.suggestions suggestion
    cross join lateral (select private.target_row(suggestion.target_type, suggestion.target_id) as version) present
    where decision.table_name = 'suggestions' and suggestion.id = decision.row_id and suggestion.status = 'refused'
      and suggestion.afterwards is null and suggestion.contested_at is null and suggestion.member_id is not null
      and version ->> 'is_active' = 'true' and coalesce(version ->> 'status', 'approved') = 'approved'
      and not exists (
        select from public.suggestions s_other
        where s_other.member_id = suggestion.member_id and s_other.target_id = suggestion.target_id and s_other.status = 'open')
    union all
    select 'report' as kind, report.target_type, report.target_id, coalesce(jersey.title, report.reported_name) as title
    from public.reports report
    left join public.comments comment on comment.id = report.comment_id
    left join public.jerseys jersey on jersey.id = coalesce(report.jersey_id, comment.jersey_id)
    where decision.table_name = 'reports' and report.id = decision.row_id and report.status = 'dismissed'
      and decision.was ->> 'status' = 'open' and coalesce(jersey.is_active, true)
      and not exists (
        select from public.reports r_again
        where r_again.reporter_id = report.reporter_id and r_again.target_id = report.target_id and r_again.status = 'open')) refused
  where (decision.was ->> 'at')::timestamptz > now() - private.contest_time();
comment on view private.reopenable is
  'Refusals and dismissed reports that can wait again, as nothing happened since: nothing of them became public, nobody contested, changed, decided or sent it again, and its page is there. As long as refused photos are stored';

-- Refusals and settled reports: nothing became public, so nothing is in the history.
create function public.undo_decision(decided_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  suggestion public.suggestions;
  past private.decisions;
  moment timestamptz;
  told uuid[];
  notice public.notices;
begin
  perform private.check_reviewer();
  suggestion := private.lock_suggestion(decided_id);
  perform private.lock_target('jersey', decided_id);
  perform from public.reports where id = decided_id for update;
  select * into past from private.decisions decision where decision.row_id = decided_id and decision.decided_by = auth.uid();
  moment := past.was ->> 'at';
  if coalesce(moment <= clock_timestamp() - private.undo_time(), true) and not exists (
      select from private.reopenable where row_id = decided_id and decided_by = auth.uid())
    or exists (
      select from public.revisions revision where revision.target_id = coalesce(suggestion.target_id, decided_id) and revision.at = moment)
    or past.table_name = 'suggestions' and suggestion.afterwards is null and suggestion.status not in ('refused', 'partly')
    or past.table_name = 'reports' and past.was ->> 'status' <> 'open'
    -- What was hidden is shown again like any comment.
    or past.table_name = 'comments'
    or past.table_name = 'jerseys' and not exists (
      select from public.jerseys where id = decided_id and status = 'rejected' and edited_at is null) then
    raise sqlstate 'PT409' using
      message = 'undo_stays',
      detail = 'It isn''t the caller''s decision, was changed since, or made something public: see undo().';
  end if;
  perform private.begin_revision('none');
  if past.table_name = 'suggestions' then
    perform private.reopen_decision(decided_id);
  elsif past.table_name = 'reports' then
    update public.reports set status = 'open', resolution_note = null where id = decided_id;
  else
    perform private.write_fields('jersey', decided_id, past.was);
    perform private.record_decision('jerseys', decided_id, null);
  end if;
  perform private.end_revision();
  -- Others may have been told of another decision of the same statement.
  told := array[suggestion.member_id, (select author_id from public.jerseys where id = decided_id)] || array(
    select unnest(array[report.reporter_id, private.reported_author(report)]) from public.reports report where report.id = decided_id);
  delete from public.notices n_early
  where n_early.created_at = moment and n_early.due_at > clock_timestamp() and n_early.recipient_id = any (told);
  delete from public.notice_mails mail using public.notices n_late
  where n_late.id = mail.notice_id and n_late.created_at = moment and n_late.recipient_id = any (told);
  -- What their readers were told isn't so any more. The rows stay: the mails that have left name them.
  for notice in
    update public.notices n_told set in_account = false
    where n_told.created_at = moment and n_told.recipient_id = any (told) and n_told.in_account returning *
  loop
    perform private.notify(notice.recipient_id, notice.topic, 'reopened', notice.about, notice.jersey_id, notice.title);
  end loop;
exception when unique_violation then
  raise sqlstate 'PT409' using message = 'undo_stays', detail = 'The same was reported again since.';
end $$;
comment on function public.undo_decision is
  'Puts back into the queue what the caller refused, checked or settled. Within private.undo_time() it is as if it had not been: nobody was told yet. Later only what my_decisions() lists, and the account says so in place of the notice';

create function public.my_decisions()
returns table (ids uuid[], kind text, target_type text, target_id uuid, title text, decided_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.check_reviewer();
  return query
  with own as (
    select table_name, row_id, (was ->> 'at')::timestamptz as decided_at from private.decisions
    where decided_by = auth.uid() and (was ->> 'at')::timestamptz > now() - private.contest_time()
  )
  select array_agg(distinct row_id order by row_id), kind, target_type, target_id, min(title), decided_at
  from (
    select row_id, kind, target_type, target_id, title, decided_at from private.reopenable where decided_by = auth.uid()
    union all
    -- All of one member that were hidden together are one decision.
    select comment.id, 'hidden', 'comment', comment.author_id, left(comment.body, 100), own.decided_at
    from own
    join public.comments comment on comment.id = own.row_id
    join public.jerseys jersey on jersey.id = comment.jersey_id and jersey.status = 'approved' and jersey.is_active
    where own.table_name = 'comments' and comment.hidden_reason is not null
      and not private.is_comment_for_another(comment.id)
      -- What stayed hidden after a contest isn't shown again by a press.
      and not exists (
        select from public.report_contests rc join public.reports report on report.id = rc.report_id
        where report.comment_id = comment.id and rc.party = 'author')
    union all
    -- Their page's history takes them back.
    select suggestion.id, 'accepted', suggestion.target_type, suggestion.target_id, suggestion.title, own.decided_at
    from own
    join public.suggestions suggestion on suggestion.id = own.row_id and suggestion.status in ('accepted', 'partly')
    where own.table_name = 'suggestions'
    union all
    select jersey.id, 'accepted', 'jersey', jersey.id, jersey.title, own.decided_at
    from own
    join public.jerseys jersey on jersey.id = own.row_id and jersey.status = 'approved' and jersey.is_active
    where own.table_name = 'jerseys'
    union all
    select jersey.id, 'accepted', 'jersey', jersey.id, jersey.title, own.decided_at
    from own
    join public.reports report on report.id = own.row_id and report.target_type = 'jersey' and report.status = 'upheld'
      and report.done in ('corrected', 'merged')
    join public.jerseys jersey on jersey.id = report.target_id and jersey.status = 'approved' and jersey.is_active
    where own.table_name = 'reports'
    union all
    select list.id, 'hidden', 'list', list.id, list.title, own.decided_at
    from own
    join public.reports report on report.id = own.row_id and report.target_type = 'list' and report.status = 'upheld'
    join public.lists list on list.id = report.target_id and list.is_hidden and list.is_public
    where own.table_name = 'reports') decided
  group by kind, target_type, target_id, decided_at
  order by decided_at desc, target_id
  limit 50;
end $$;
comment on function public.my_decisions is
  'The caller''s refusals and dismissed reports that undo_decision() can put back, the latest first; what was decided together as one. Also comments and lists that they have hidden (`hidden`), which any reviewer can show again, and what they accepted (`accepted`)';

create function private.undo_approval(revision public.revisions) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.write_fields('jersey', jersey.id, jsonb_build_object('colors', jersey.colors) || (
    select coalesce(jsonb_object_agg(field.key, field.value -> 'before'), '{}')
    -- Null where nothing was corrected.
    from jsonb_each(nullif(revision.stored -> 'fields', 'null')) field
    -- What somebody corrected since stays.
    where to_jsonb(jersey) -> field.key = field.value -> 'after') || (revision.stored -> 'was'))
  from public.jerseys jersey where jersey.id = revision.target_id;
  perform private.record_decision('jerseys', revision.target_id, null);
  perform private.write_revision(
    'jersey', revision.target_id, jsonb_build_object('jersey', jsonb_build_object(
      'before', revision.changes -> 'jersey' -> 'after', 'after', null)), null);
end $$;
comment on function private.undo_approval is 'The jersey waits again, as it was before';
