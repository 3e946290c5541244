-- A reviewer is not told who decided on their own suggestion, or on one about their own jersey.

create or replace function private.check_decidable(suggestion public.suggestions) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if suggestion.id is null then
    raise sqlstate 'PT404' using message = 'suggestion_not_found', detail = 'There is no such suggestion.';
  end if;
  -- First, because the next error says who decided.
  if suggestion.member_id = auth.uid() then
    raise sqlstate 'PT403' using message = 'suggestion_own', detail = 'Nobody decides on their own suggestion.';
  end if;
  if suggestion.target_type = 'jersey' then
    perform private.check_own_jersey(jersey) from public.jerseys jersey where jersey.id = suggestion.target_id;
  end if;
  if suggestion.status <> 'open' then
    raise sqlstate 'PT409' using
      message = 'suggestion_decided',
      detail = jsonb_build_object(
        'status', suggestion.status, 'decided_at', suggestion.decided_at,
        'username', (
          select username from public.profiles where id = private.decided_by('suggestions', suggestion.id)))::text;
  end if;
  if suggestion.held_at is not null then
    raise sqlstate 'PT409' using
      message = 'suggestion_held', detail = 'Its jersey was removed. It waits until that is undone or final.';
  end if;
  if suggestion.contested_at is not null and private.decided_by('suggestions', suggestion.id) = auth.uid() then
    raise sqlstate 'PT403' using
      message = 'suggestion_another_reviewer', detail = 'Somebody else decides after the decision was contested.';
  end if;
end $$;

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
  perform private.check_may_undo();
  if undo is not false then
    perform private.check_undoing(given);
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
      perform public.undo_revision(revision.id, back, given);
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
        changes => private.told_verdicts(suggestion, suggestion.verdicts));
    end if;
  end if;
  -- Also where only a part of it, or nothing, can go back.
  update public.suggestions live set afterwards = case when undo is false then 'seen' else 'undone' end
  where live.id = suggestion.id;
  perform private.note_decision('suggestions', suggestion.id, auth.uid());
  select * into suggestion from public.suggestions live where live.id = review_trusted.suggestion_id;
  return suggestion;
end $$;
