-- Trust: small corrections of members whose suggestions were nearly always accepted are public at once, and looked at afterwards.
-- It is computed whenever they suggest; nobody awards it or takes it away.

alter table public.suggestions
  add column trusted boolean not null default false,
  add column afterwards text
    constraint suggestions_afterwards_known check (afterwards in ('seen', 'undone')),
  add constraint suggestions_afterwards_trusted check (afterwards is null or trusted);
comment on column public.suggestions.trusted is 'It was public at once, by trust; no reviewer decided';
comment on column public.suggestions.afterwards is 'Of a trusted one: whether a reviewer has seen it since, or it was wrong and undone as far as it still stood. Null: it waits for that';
drop index public.suggestions_open;
-- A number: the planner would turn "is not open" into "<>", for which there is no index.
create index suggestions_queue on public.suggestions (((status = 'open')::integer), created_at, id)
  where status = 'open' or trusted and afterwards is null;
comment on index public.suggestions_queue is
  'The reviewers'' two lists, oldest first: what waits, and what was public at once and nobody has looked at';
create index suggestions_decided_of_member on public.suggestions (member_id, decided_at desc) where decided_at is not null;
comment on index public.suggestions_decided_of_member is 'A member''s latest decisions: trust';

-- The history says it. Other migrations may have added kinds.
do $$
declare
  known constant text := (
    select pg_catalog.pg_get_constraintdef(oid) from pg_catalog.pg_constraint where conname = 'revisions_kind_known');
begin
  alter table public.revisions drop constraint revisions_kind_known;
  execute 'alter table public.revisions add constraint revisions_kind_known '
    || replace(known, '''suggestion''::text', '''suggestion''::text, ''trusted''::text');
end $$;

-- Whose changes others have undone. Who undid is in no public row, so it is noted when it happens.
create table private.reverts (
  undoing bigint constraint reverts_pkey primary key,
  member_id uuid not null references auth.users (id) on delete cascade,
  at timestamptz not null default now()
);
comment on table private.reverts is 'Undoings of a member''s changes by others that stand; they end trust';
create index reverts_of_member on private.reverts (member_id, at);
alter table private.reverts enable row level security;
revoke all on private.reverts from public, anon, authenticated, service_role;
insert into private.reverts (undoing, member_id, at)
select undoing.id, undone.contributor_id, undoing.at
from public.revisions undoing join public.revisions undone on undone.id = undoing.undoes
where undone.contributor_id is not null
  and not exists (select from public.revisions later where later.undoes = undoing.id);

create function private.is_wholly_undone(revision public.revisions) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not exists (
    select from jsonb_object_keys(revision.changes) field where not private.is_undone(revision.id, field))
$$;

create function private.note_revert() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  undone public.revisions;
begin
  select * into undone from public.revisions where id = new.undoes;
  -- An undoing that is wholly undone never was one.
  if private.is_wholly_undone(undone) then
    delete from private.reverts revert where revert.undoing = undone.id;
    update public.suggestions suggestion set afterwards = 'seen'
    where suggestion.afterwards = 'undone' and suggestion.id = (
      select earlier.suggestion_id from public.revisions earlier where earlier.id = undone.undoes and earlier.kind = 'trusted');
    if undone.kind = 'trusted' then
      update public.suggestions suggestion set afterwards = 'undone' where suggestion.id = undone.suggestion_id;
    end if;
  end if;
  if undone.contributor_id is distinct from auth.uid() then
    insert into private.reverts (undoing, member_id)
    select new.id, account.id from auth.users account where account.id = undone.contributor_id;
  end if;
  return null;
end $$;
create trigger revisions_note_revert after insert on public.revisions
for each row when (new.undoes is not null)
execute function private.note_revert();

-- The rules.

create function private.trust_in(member uuid) returns table (
  days integer, accepted integer, recent integer, recent_accepted integer, reverts integer, is_trusted boolean
)
language sql stable security definer set search_path = ''
as $$
  with decided as (
    -- One that was public at once counts when a reviewer has looked at it; one whose page was deleted doesn't.
    select own.decided_at, own.status = 'accepted' and own.afterwards is distinct from 'undone' as was_right
    from public.suggestions own
    where own.member_id = trust_in.member and own.decided_at is not null
      -- One that is contested counts as it was decided.
      and (own.status in ('accepted', 'partly', 'refused') or own.status = 'open' and own.contested_at is not null)
      and (not own.trusted or own.afterwards is not null)
      and not own.verdicts @? '$.* ? (@.reason == "gone")'
  ), recently as (
    select * from decided order by decided_at desc limit 50
  ), figures as (
    select extract(day from now() - account.created_at)::integer as days,
      (select count(*)::integer from decided where was_right) as accepted,
      (select count(*)::integer from recently) as recent,
      (select count(*)::integer from recently where was_right) as recent_accepted,
      (select count(*)::integer from private.reverts revert
        where revert.member_id = account.id and revert.at > now() - interval '30 days') as reverts,
      (account.email_confirmed_at is not null or account.phone_confirmed_at is not null)
        and not account.is_anonymous and account.deleted_at is null
        and coalesce(account.banned_until <= now(), true) as is_in_good_standing
    from auth.users account where account.id = trust_in.member
  )
  select days, accepted, recent, recent_accepted, reverts,
    is_in_good_standing and days >= 30 and accepted >= 20 and recent_accepted >= 0.95 * recent and reverts < 3
  from figures
$$;
comment on function private.trust_in is
  'Whether a member''s small corrections are public at once, with the figures: 30 days, 20 suggestions accepted, 95 % of the last 50, fewer than three changes undone by others in 30 days; confirmed and not suspended. One accepted in part counts as not accepted';

create function public.my_trust() returns table (
  days integer, accepted integer, recent integer, recent_accepted integer, reverts integer, is_trusted boolean
)
language sql stable security definer set search_path = ''
as $$ select * from private.trust_in(auth.uid()) $$;
comment on function public.my_trust is 'Where the caller stands: the figures of trust, and whether small corrections are public at once';

create function private.small_columns(target_type text) returns text[]
language sql immutable set search_path = ''
as $$
  select case target_type
    when 'jersey' then array['season_id', 'year', 'kit_type', 'colors', 'brand_id', 'price']
    when 'team' then array['country', 'founded_year']
    when 'competition' then array['country']
    else '{}'
  end
$$;
comment on function private.small_columns is
  'What may be public at once: numbers and choices from lists. No words of one''s own, which can carry a link or an insult, nor what a page is about (title, name, competition, team), nor what changes other pages (colours of a team)';

create function private.is_small(target_type text, columns text[], wanted jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select columns <> '{}' and columns <@ private.small_columns(target_type)
    -- Both columns also take words: a brand that isn't in the list, a country that is no code.
    and not ('brand_id' = any (columns) and wanted ->> 'brand_id' is null and wanted ->> 'brand' is not null)
    and not ('country' = any (columns) and wanted ->> 'country' !~ '^[A-Z]{2}(-[A-Z]{3})?$')
$$;
comment on function private.is_small is 'True if these are small corrections; `wanted` is the row as it would become';

-- Suggesting. Only `at_once` is new.

create or replace function public.suggest(
  target_type text, target_id uuid, changes jsonb, source text, photos jsonb default '[]',
  suggestion_id uuid default null
) returns public.suggestions
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  member constant uuid := auth.uid();
  kind constant text := suggest.target_type;
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
  perform private.check_shape(kind, changes);
  if jsonb_typeof(pictures) <> 'array' then
    raise sqlstate 'PT400' using
      message = 'suggestion_field_unknown', detail = 'Photos are of jerseys, a list of objects.';
  end if;
  -- A member's suggestions take turns. Two at once would each see room for one more.
  perform pg_advisory_xact_lock(hashtextextended('suggestions ' || member, 0));
  perform private.count_write('suggestions', 1);

  -- What may be public at once is locked as for a decision, from the beginning: two who share a lock can't both write.
  at_once := suggest.suggestion_id is null and pictures = '[]' and (select trust.is_trusted from private.trust_in(member) trust);

  -- The lock keeps a merge or deletion waiting, which then finds this suggestion. One that came first is followed.
  loop
    if kind = 'jersey' then
      target := coalesce((select into_id from public.jersey_redirects where from_id = target), target);
      if at_once then
        perform private.lock_target(kind, target);
      end if;
      select to_jsonb(jersey) into present from public.jerseys jersey
      where jersey.id = target and jersey.status = 'approved' and jersey.is_active for key share;
      exit when found or not exists (select from public.jersey_redirects where from_id = target);
    elsif at_once then
      perform private.lock_target(kind, target);
    end if;
    if kind = 'team' then
      select to_jsonb(team) into present from public.teams team
      where team.id = target and team.is_active for key share;
      exit;
    elsif kind = 'competition' then
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
    if (suggestion.target_type, suggestion.target_id) is distinct from (kind, target) then
      raise sqlstate 'PT404' using
        message = 'suggestion_not_found', detail = 'The suggestion is about something else.';
    end if;
  end if;

  if kind = 'jersey' then
    present := present || jsonb_build_object('photos', private.photos_of(target));
  end if;
  -- Values in the table's own types: 12.50 and 12.5 are one price.
  given := private.completed_changes(kind, present, changes);
  wanted := case kind
    when 'jersey' then to_jsonb(jsonb_populate_record(jsonb_populate_record(null::public.jerseys, present), given))
    when 'team' then to_jsonb(jsonb_populate_record(jsonb_populate_record(null::public.teams, present), given))
    else to_jsonb(jsonb_populate_record(jsonb_populate_record(null::public.competitions, present), given))
  end;
  -- No column of the table.
  wanted := wanted || private.picked(given, array(select 'photos' where given ? 'photos'));
  columns := array(
    select name from unnest(private.suggestable_columns(kind)) name
    where given ? name and private.differs(name, present, wanted));
  if columns = '{}' and jsonb_array_length(pictures) = 0 then
    raise sqlstate 'PT400' using
      message = case when given = '{}' then 'suggestion_empty' else 'suggestion_already_so' end,
      detail = 'Nothing would change.';
  end if;
  if kind = 'jersey' and (present ->> 'author_id')::uuid = member
    and (columns && array['title', 'edition', 'description', 'external_link'] or jsonb_array_length(pictures) > 0) then
    raise sqlstate 'PT403' using
      message = 'suggestion_own_jersey', detail = 'Authors edit texts and photos of their jerseys; they suggest facts only.';
  end if;
  perform private.check_constraints(private.relation_of(kind), wanted, private.with_companions(columns));
  if stated is null or char_length(stated) not between 10 and 500 then
    raise sqlstate 'PT400' using
      message = 'suggestion_source', detail = 'A source or reason has 10 to 500 characters.';
  end if;

  at_once := at_once and private.is_small(kind, columns, wanted);
  if suggestion.id is null and not at_once then
    select count(*) into amount from public.suggestions own where own.member_id = member and own.status = 'open' and own.held_at is null;
    room := case when private.is_experienced(member) then 30 else 5 end;
    if amount >= room then
      raise sqlstate 'PT429' using
        message = 'suggestion_too_many', detail = room::text, hint = 'Wait until some are decided, or withdraw one.';
    end if;
  end if;
  given := private.picked(wanted, private.with_companions(columns));
  if jsonb_array_length(pictures) = 0 and exists (
    select from public.suggestions other
    where other.target_id = target and other.target_type = kind and other.status = 'open'
      and other.id is distinct from suggestion.id
      -- Lists in the same order.
      and not exists (select from jsonb_each(given) field where other.changes -> field.key is distinct from field.value)) then
    raise sqlstate 'PT409' using
      message = 'suggestion_duplicate', detail = 'An open suggestion says the same.';
  end if;
  perform private.check_suggested_photos(kind, target, pictures, suggestion.id);

  if suggestion.id is null then
    insert into public.suggestions as made (target_type, target_id, title, member_id, changes, was, words, source)
    values (
      kind, target, coalesce(present ->> 'title', present ->> 'name'), member, given,
      private.picked(present, private.with_companions(columns)),
      private.suggestion_words(kind, present, wanted, columns), stated)
    returning * into suggestion;
  else
    update public.suggestions made
    set target_id = target, title = coalesce(present ->> 'title', present ->> 'name'), changes = given,
      was = private.picked(present, private.with_companions(columns)),
      words = private.suggestion_words(kind, present, wanted, columns), source = stated,
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
    perform private.write_fields(kind, target, given);
    perform private.end_revision();
    update public.suggestions made
    set status = 'accepted', trusted = true, decided_at = now(),
      verdicts = (select jsonb_object_agg(name, '{"accepted": true}'::jsonb) from unnest(columns) name)
    where made.id = suggestion.id
    returning * into suggestion;
  end if;
  return suggestion;
end $$;
comment on function public.suggest is
  'Suggests other values for fields of a jersey, team or competition, and photos of a jersey, with a source; with `suggestion_id` it replaces an own open one. A merged jersey''s goes to the one that took its place. Small corrections of a trusted member are public at once';

-- Afterwards.

-- Its source is words that nobody has read yet.
create function private.tell_source() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.revisions set reason = new.source where suggestion_id = new.id and kind = 'trusted';
  return null;
end $$;
comment on function private.tell_source is 'The history says the source of what a reviewer has seen';
create trigger suggestions_tell_source after update of afterwards on public.suggestions
for each row when (new.afterwards = 'seen')
execute function private.tell_source();

create function public.review_trusted(suggestion_id uuid, undo boolean, reason text default null) returns public.suggestions
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
  if suggestion.afterwards is not null then
    raise sqlstate 'PT409' using
      message = 'suggestion_decided',
      detail = jsonb_build_object(
        'status', suggestion.afterwards,
        'username', (
          select username from public.profiles where id = private.decided_by('suggestions', suggestion.id)))::text;
  end if;
  if suggestion.member_id = auth.uid() then
    raise sqlstate 'PT403' using message = 'suggestion_own', detail = 'Nobody decides on their own suggestion.';
  end if;
  if suggestion.target_type = 'jersey' then
    perform private.check_own_jersey(jersey) from public.jerseys jersey where jersey.id = suggestion.target_id;
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
comment on function public.review_trusted is
  'A reviewer has looked at what was public at once: it stays, or it was wrong, for a reason, and what still is as suggested is undone';

revoke execute on function
  private.is_wholly_undone, private.note_revert, private.trust_in, private.small_columns, private.is_small, private.tell_source
from public;
revoke execute on function public.my_trust, public.review_trusted from public, anon;
grant execute on function public.my_trust, public.review_trusted to authenticated, service_role;

-- How long decisions take: those of reviewers.

create or replace function public.queue_figures() returns table (waiting integer, typical_hours numeric)
language sql stable security definer set search_path = ''
as $$
  select (
      (select count(*) from public.jerseys where status = 'pending')
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
comment on function public.queue_figures is
  'How many submissions, edits and suggestions wait, and within how many hours the latest hundred were decided typically (the median; null before the first)';
