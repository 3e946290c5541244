-- Suggesting: what members and authors want changed, checked when they say it.
-- A suggestion names the values it was made against and a source, which authors need for facts only.
-- Its photos are images of the jersey that only its member and reviewers see.

create function private.begin_suggesting(of_type text, changes jsonb, pictures jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  member constant uuid := auth.uid();
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
end $$;
comment on function private.begin_suggesting is
  'Refuses who may not suggest now, and what has not the shape of a suggestion; a member''s suggestions wait for each other';

create function private.lock_suggested(of_type text, inout target uuid, out present jsonb)
language plpgsql security definer set search_path = ''
as $$
begin
  -- The lock keeps a merge, decision or deletion waiting, which then finds this suggestion. One that came first is followed.
  -- Two who shared it could not both write.
  loop
    if of_type = 'jersey' then
      target := coalesce((select into_id from public.jersey_redirects where from_id = target), target);
    end if;
    perform private.lock_target(of_type, target);
    exit when of_type <> 'jersey' or not exists (select from public.jersey_redirects where from_id = target);
  end loop;
  present := private.target_row(of_type, target);
  if present ->> 'is_active' is distinct from 'true' or coalesce(present ->> 'status', 'approved') <> 'approved' then
    raise sqlstate 'PT404' using
      message = 'suggestion_target_gone', detail = 'It was deleted, or is not shown any more.';
  end if;
end $$;
comment on function private.lock_suggested is
  'The jersey, team or competition that a suggestion is about, as it is, locked; of a merged jersey the one that took its place';

create function private.lock_own_suggestion(suggestion_id uuid, of_type text, target uuid, ends_target boolean) returns public.suggestions
language plpgsql security definer set search_path = ''
as $$
declare
  member constant uuid := auth.uid();
  suggestion public.suggestions;
begin
  if lock_own_suggestion.suggestion_id is null and not ends_target then
    select * into suggestion from public.suggestions s_own
    where s_own.member_id = member and s_own.target_type = of_type and s_own.target_id = target and s_own.kind in ('edit', 'photos')
      and s_own.status = 'open' and s_own.contested_at is null and s_own.held_at is null for update;
  elsif lock_own_suggestion.suggestion_id is not null then
    select * into suggestion from public.suggestions s_own
    where s_own.id = lock_own_suggestion.suggestion_id and s_own.member_id = member for update;
    if not found then
      raise sqlstate 'PT404' using message = 'suggestion_not_found', detail = 'There is no such suggestion of yours.';
    end if;
    if suggestion.status <> 'open' or suggestion.contested_at is not null then
      raise sqlstate 'PT409' using
        message = 'suggestion_decided', detail = jsonb_build_object('status', suggestion.status)::text;
    end if;
    if (suggestion.target_type, suggestion.target_id) is distinct from (of_type, target)
      or suggestion.kind in ('merge', 'removal') is distinct from ends_target then
      raise sqlstate 'PT404' using
        message = 'suggestion_not_found', detail = 'The suggestion is about something else.';
    end if;
  end if;
  return suggestion;
end $$;
comment on function private.lock_own_suggestion is
  'The caller''s suggestion that a new one replaces (`suggestion_id`) or is added to; null if it stands by itself, as a merge or removal (`ends_target`) does';

create function private.check_suggestion(
  of_type text, present jsonb, wanted jsonb, given jsonb, columns text[], dropped text[], pictures jsonb, removed jsonb, stated text
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  is_author constant boolean := of_type = 'jersey' and (present ->> 'author_id')::uuid = auth.uid();
begin
  if given ?| array['merge_into', 'removal'] and jsonb_array_length(pictures) > 0 then
    raise sqlstate 'PT400' using message = 'suggestion_field_unknown', detail = 'A merge or removal has no photos.';
  end if;
  if columns = '{}' and dropped = '{}' and jsonb_array_length(pictures) = 0 and removed is null then
    raise sqlstate 'PT400' using
      message = case when given = '{}' then 'suggestion_empty' else 'suggestion_already_so' end,
      detail = 'Nothing would change.';
  end if;
  perform private.check_constraints(private.relation_of(of_type), wanted, private.with_dependent_columns(columns));
  if char_length(stated) not between 10 and 500 or stated is null
    -- An author says what their jersey is called and shows it.
    and (is_author is distinct from true or not columns <@ (private.own_facts() || 'photos'::text)) then
    raise sqlstate 'PT400' using
      message = 'suggestion_source', detail = 'A source or reason has 10 to 500 characters.';
  end if;
end $$;
comment on function private.check_suggestion is
  'Refuses a suggestion that changes nothing, breaks a rule of the catalogue or names no source that it needs';

create function private.check_room(member uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- Members for thirty days of whom a suggestion was accepted may have more.
  room constant integer := case when
    exists (select from auth.users where id = member and created_at <= now() - interval '30 days')
    and exists (
      select from public.suggestions where member_id = member and status in ('accepted', 'partly') and source is not null)
    then 30 else 5 end;
begin
  if room <= (
    select count(*) from public.suggestions suggestion
    where suggestion.member_id = member and suggestion.status = 'open' and suggestion.held_at is null and suggestion.source is not null) then
    raise sqlstate 'PT429' using
      message = 'suggestion_too_many', detail = room::text, hint = 'Wait until some are decided, or withdraw one.';
  end if;
end $$;
comment on function private.check_room is 'Refuses one more open suggestion of a member who has as many as they may have';

create function private.check_not_said(suggestion_id uuid, of_type text, target uuid, given jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- What others suggest is for reviewers to read: a refusal would tell it.
  if exists (
    select from public.suggestions suggestion
    where suggestion.target_id = target and suggestion.target_type = of_type and suggestion.status = 'open' and suggestion.member_id = auth.uid()
      and suggestion.id is distinct from check_not_said.suggestion_id
      -- Lists in the same order.
      and not exists (select from jsonb_each(given) field where suggestion.changes -> field.key is distinct from field.value)) then
    raise sqlstate 'PT409' using
      message = 'suggestion_duplicate', detail = 'An open suggestion of yours says the same.';
  end if;
end $$;
comment on function private.check_not_said is 'Refuses what another open suggestion of the caller says';

create function private.save_suggestion(
  suggestion public.suggestions, of_type text, target uuid, present jsonb, wanted jsonb, columns text[], given jsonb,
  dropped text[], stated text, is_added boolean
) returns public.suggestions
language plpgsql security definer set search_path = ''
as $$
declare
  called constant text := coalesce(present ->> 'title', present ->> 'name');
  former constant jsonb := private.pick_columns(present, private.with_dependent_columns(columns));
  said constant jsonb := private.suggestion_words(of_type, present, wanted, columns);
  saved public.suggestions;
begin
  if suggestion.id is null then
    insert into public.suggestions as s (target_type, target_id, title, member_id, changes, was, words, source)
    values (of_type, target, called, auth.uid(), given, former, said, stated)
    on conflict do nothing
    returning * into saved;
    -- An author's direct write in another window: it has no lock of the member's.
    if not found then
      raise sqlstate 'PT409' using
        message = 'suggestion_changed', detail = 'Another request of yours was faster.', hint = 'Send it again.';
    end if;
    return saved;
  end if;
  update public.suggestions s
  set title = called, edited_at = clock_timestamp(),
    source = case
      when is_added and position(stated in s.source) = 0 then left(s.source || E'\n' || stated, 500)
      when is_added then coalesce(s.source, stated)
      else stated end,
    changes = case when is_added then s.changes - private.with_dependent_columns(dropped) else '{}' end || given,
    was = case when is_added then s.was - private.with_dependent_columns(dropped) else '{}' end || former,
    words = case when is_added then s.words - dropped else '{}' end || said
  where s.id = suggestion.id
  returning * into saved;
  delete from public.jersey_images image where image.suggestion_id = suggestion.id and not is_added;
  return saved;
end $$;
comment on function private.save_suggestion is
  'Adds what the caller gives now to an open suggestion of theirs (`is_added`), puts it in its place, or makes one of it';

create function private.publish_suggestion(suggestion public.suggestions, columns text[]) returns public.suggestions
language plpgsql security definer set search_path = ''
as $$
begin
  update public.suggestions s
  set status = 'accepted', trusted = true, decided_at = now(),
    verdicts = (select jsonb_object_agg(name, '{"accepted": true}'::jsonb) from unnest(columns) name)
  where s.id = suggestion.id
  returning * into suggestion;
  perform private.apply_suggestion(suggestion, columns);
  return suggestion;
end $$;
comment on function private.publish_suggestion is 'Makes a small correction of a trusted member public at once';

create function public.suggest(
  target_type text, target_id uuid, changes jsonb, source text, photos jsonb default '[]',
  suggestion_id uuid default null
) returns public.suggestions
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  member constant uuid := auth.uid();
  -- Theirs waits for nobody.
  is_administrator constant boolean := public.is_admin(member);
  of_type constant text := suggest.target_type;
  target uuid := suggest.target_id;
  present jsonb;
  wanted jsonb;
  given jsonb;
  removed jsonb;
  columns text[];
  dropped text[];
  pictures constant jsonb := coalesce(photos, '[]');
  stated constant text := private.tidy(source);
  suggestion public.suggestions;
  -- What is given is added to an open one, whose values it otherwise replaces.
  is_added boolean;
  at_once boolean;
  accepted jsonb;
begin
  perform private.begin_suggesting(of_type, changes, pictures);

  at_once := not is_administrator and suggest.suggestion_id is null and pictures = '[]' and not changes ? 'removed'
    and (select trust.is_trusted from private.trust_in(member) trust);
  select found.target, found.present into target, present from private.lock_suggested(of_type, target) found;
  suggestion := private.lock_own_suggestion(
    suggest.suggestion_id, of_type, target, changes ?| array['merge_into', 'removal']);

  is_added := suggest.suggestion_id is null;
  removed := private.removed_photos(target, changes -> 'removed', case when is_added then suggestion.changes -> 'removed' end);
  -- Values in the table's own types: 12.50 and 12.5 are one price.
  given := private.completed_changes(of_type, present, changes);
  wanted := private.wanted_version(of_type, present, given);
  columns := array(
    select name from unnest(private.suggestable_columns(of_type)) name
    where given ? name and private.says_else(name, present, wanted));
  -- Said again as it is: it isn't wanted any more.
  dropped := array(
    select name from unnest(private.suggestable_columns(of_type)) name
    where is_added and given ? name and suggestion.changes ? name and name <> all (columns));
  perform private.check_suggestion(of_type, present, wanted, given, columns, dropped, pictures, case when changes ? 'removed' then removed end, stated);

  at_once := at_once and suggestion.id is null and private.is_small(of_type, columns, wanted);
  -- What needs no source isn't counted.
  if not (at_once or is_administrator) and stated is not null and suggestion.source is null then
    perform private.check_room(member);
  end if;
  given := private.pick_columns(wanted, private.with_dependent_columns(columns))
    || case when removed is null then '{}' else jsonb_build_object('removed', removed) end;
  if jsonb_array_length(pictures) = 0 and (columns <> '{}' or changes ? 'removed') then
    perform private.check_not_said(suggestion.id, of_type, target, given);
  end if;
  perform private.check_suggested_photos(of_type, target, pictures, removed, case when not is_added then suggestion.id end);

  suggestion := private.save_suggestion(
    suggestion, of_type, target, present, wanted, columns, given, dropped, stated, is_added);
  perform private.add_suggested_photos(suggestion.id, target, pictures);
  if dropped <> '{}' then
    suggestion := private.end_empty_suggestion(suggestion);
  end if;
  if at_once then
    suggestion := private.publish_suggestion(suggestion, columns);
  -- A merge or removal locks other things first; administrators have its functions.
  elsif is_administrator and suggestion.status = 'open' and suggestion.kind in ('edit', 'photos') then
    accepted := (select jsonb_object_agg(key, '{"accepted": true}'::jsonb) from unnest(private.pending_keys(suggestion)) key);
    -- What they suggested before they were one may be something else by now.
    perform private.check_conflicts(suggestion, accepted, '{}');
    suggestion := private.apply_verdicts(suggestion, accepted, null);
  end if;
  return suggestion;
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow or invalid_datetime_format
    or invalid_parameter_value or string_data_length_mismatch then
    raise sqlstate 'PT400' using message = 'suggestion_field_unknown', detail = sqlerrm;
end $$;
comment on function public.suggest is
  'Suggests other values for fields of a jersey, team or competition, and photos of a jersey, and that some of its photos go (`removed`, their ids), with a source; its author texts and photos without one. An own open one about the same is added to, or with `suggestion_id` replaced. A merged jersey''s goes to the one that took its place. Small corrections of a trusted member are public at once, and all of an administrator''s';
