-- What members do with their suggestions besides suggest(): authors write directly, and everybody withdraws and contests.
-- The specification's `update` of an approved jersey and `insert` and `delete` of its photos are doors to suggesting.
-- A suggestion of which nothing is left ends.

create function private.end_empty_suggestion(suggestion public.suggestions, leaving text default null) returns public.suggestions
language plpgsql security definer set search_path = ''
as $$
begin
  if private.pending_keys(suggestion) <@ array_remove(array[leaving], null) then
    update public.suggestions s
    set status = case when s.verdicts = '{}' then 'withdrawn' else private.outcome_of(s.verdicts) end
    where s.id = suggestion.id and s.status = 'open'
    returning * into suggestion;
  end if;
  return suggestion;
end $$;
comment on function private.end_empty_suggestion is
  'Ends an open suggestion of which its member took back everything; `leaving`: the key of a photo that is being deleted';

-- The doors of the specification: an author's `update` of an approved jersey, and `insert` and `delete` of its photos.
create function private.suggest_own(jersey public.jerseys, given jsonb) returns public.suggestions
language plpgsql security definer set search_path = ''
as $$
declare
  suggestion public.suggestions := private.lock_own_suggestion(null, 'jersey', jersey.id, false);
  present constant jsonb := to_jsonb(jersey) || jsonb_build_object('photos', private.photos_of(jersey.id, suggestion.id));
  wanted jsonb;
  columns text[];
  dropped text[];
begin
  if given ? 'photos' then
    given := given || jsonb_build_object('photos', private.arranged_photos(present -> 'photos', given -> 'photos'));
  elsif given ? 'removed' then
    given := jsonb_build_object('removed', private.removed_photos(jersey.id, given -> 'removed', suggestion.changes -> 'removed'));
  end if;
  wanted := present || given;
  columns := array(
    select name from unnest(private.suggestable_columns('jersey')) name where given ? name and private.differs(name, present, wanted));
  dropped := array(
    select name from jsonb_object_keys(given) name where suggestion.changes ? name and name <> all (columns) and name <> 'removed');
  perform private.check_constraints('public.jerseys', wanted, columns);
  given := private.pick_columns(given, columns || array['removed']);
  if suggestion.id is null and columns = '{}' and given ? 'photos' then
    return null;
  end if;
  suggestion := private.save_suggestion(suggestion, 'jersey', jersey.id, present, wanted, columns, given, dropped, null, true);
  -- A photo may follow.
  return case when dropped = '{}' then suggestion else private.end_empty_suggestion(suggestion) end;
end $$;
comment on function private.suggest_own is
  'What the author of an approved jersey writes directly (texts, `photos`, `removed`, or nothing yet of a photo) goes into their suggestion, whose id a photo gets; the jersey is locked';

create function private.suggest_texts(jersey public.jerseys, wanted public.jerseys) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  given constant jsonb := (
    select jsonb_object_agg(name, to_jsonb(wanted) -> name)
    from unnest(private.own_facts()) name
    where to_jsonb(wanted) -> name is distinct from to_jsonb(jersey) -> name);
begin
  if given is not null then
    perform private.suggest_own(jersey, given);
  end if;
end $$;
comment on function private.suggest_texts is
  'Suggests the texts that an author''s update of an approved jersey changes; one that it sets to what is public stays in the suggestion as it is';

create function private.suggestion_of_image(jersey_id uuid, image_id uuid) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  jersey public.jerseys;
begin
  -- No decision changes its status before this transaction ends. The policies refuse photos of others' jerseys.
  select * into jersey from public.jerseys j
  where j.id = suggestion_of_image.jersey_id and j.author_id = auth.uid() for no key update;
  if jersey.status is distinct from 'approved' then
    return null;
  end if;
  -- Refused here, as a request that inserts nothing would leave a suggestion of nothing.
  if private.is_photo_id_taken(image_id, jersey.id) then
    perform private.refuse_id('jersey_images', image_id);
  end if;
  return (private.suggest_own(jersey, '{}')).id;
end $$;
comment on function private.suggestion_of_image is 'The suggestion to which a photo belongs that an author adds; null: to the jersey, which is not approved';

create function private.deletes_image(image public.jersey_images) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  jersey public.jerseys;
  suggestion public.suggestions;
begin
  if image.suggestion_id is not null then
    -- What another request adds meanwhile is in it first.
    select * into suggestion from public.suggestions s where s.id = image.suggestion_id for update;
    perform private.end_empty_suggestion(suggestion, private.photo_key(image.id));
    return true;
  end if;
  select * into jersey from public.jerseys j where j.id = image.jersey_id for no key update;
  if jersey.status is distinct from 'approved' then
    return true;
  end if;
  perform private.count_write('edits', 1);
  perform private.suggest_own(jersey, jsonb_build_object('removed', jsonb_build_array(image.id)));
  return false;
end $$;
comment on function private.deletes_image is 'False if an author''s deletion of a photo is suggested instead, because the jersey is approved';

create function public.withdraw_suggestion(suggestion_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  suggestion public.suggestions;
begin
  perform private.check_standing();
  suggestion := private.lock_suggestion(withdraw_suggestion.suggestion_id);
  if suggestion.member_id is distinct from auth.uid() then
    raise sqlstate 'PT404' using message = 'suggestion_not_found', detail = 'There is no such suggestion of yours.';
  end if;
  if suggestion.status <> 'open' then
    raise sqlstate 'PT409' using
      message = 'suggestion_decided', detail = jsonb_build_object('status', suggestion.status)::text;
  end if;
  -- A contested one is as it was decided: what was accepted of it stays, what was refused counts.
  update public.suggestions s_own
  set status = case when suggestion.contested_at is null then 'withdrawn' else private.outcome_of(suggestion.verdicts) end
  where s_own.id = suggestion.id;
  delete from public.jersey_images image where image.suggestion_id = suggestion.id;
end $$;
comment on function public.withdraw_suggestion is 'Takes back an own open suggestion';

create function public.contest_suggestion(suggestion_id uuid, words text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  suggestion public.suggestions;
  target uuid;
  said constant text := private.tidy(words);
begin
  perform private.check_standing();
  if said is null or char_length(said) > 1000 then
    raise sqlstate 'PT400' using message = 'suggestion_contest_words', detail = 'Say why, in 1 to 1000 characters.';
  end if;
  suggestion := private.lock_suggestion(contest_suggestion.suggestion_id);
  if suggestion.member_id is distinct from auth.uid() then
    raise sqlstate 'PT404' using message = 'suggestion_not_found', detail = 'There is no such suggestion of yours.';
  end if;
  target := suggestion.target_id;
  if suggestion.status not in ('refused', 'partly') or suggestion.contested_at is not null
    or suggestion.decided_at <= now() - private.contest_time()
    or suggestion.verdicts @? '$.* ? (@.reason == "gone")'
    -- Its refused photos are gone, or its page is deleted.
    or private.pending_keys(suggestion) = '{}'
    or private.target_row(suggestion.target_type, suggestion.target_id) is null then
    raise sqlstate 'PT409' using
      message = 'suggestion_contested', detail = 'It was contested already, or can''t be contested any more.';
  end if;
  -- A decided one stays with a jersey that was merged; what is open goes on with the one that took its place.
  if suggestion.target_type = 'jersey' then
    target := coalesce((select into_id from public.jersey_redirects where from_id = target), target);
  end if;
  update public.suggestions s_own
  set target_id = target, status = 'open', contest = said, contested_at = now(), edited_at = clock_timestamp(),
    held_at = case when private.is_gone(target) then now() end
  where s_own.id = suggestion.id;
  update public.jersey_images image set jersey_id = target where image.suggestion_id = suggestion.id and image.jersey_id <> target;
end $$;
comment on function public.contest_suggestion is
  'Puts an own refused suggestion before another reviewer, once and within thirty days; what was accepted stays';
