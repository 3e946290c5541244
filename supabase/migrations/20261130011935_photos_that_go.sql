-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP FUNCTION "private"."check_importer"();

DROP FUNCTION "private"."require_catalogue_admin"();

CREATE OR REPLACE FUNCTION private.apply_suggestion(suggestion public.suggestions, accepted text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  target constant uuid := suggestion.target_id;
  is_author constant boolean := suggestion.target_type = 'jersey' and exists (
    select from public.jerseys where id = target and author_id = suggestion.member_id);
  fields constant text[] := array(
    select name from unnest(private.suggestable_columns(suggestion.target_type)) name
    where name = any (accepted) and name <> 'photos');
  current constant jsonb := private.target_row(suggestion.target_type, target);
begin
  perform private.begin_revision(
    case when suggestion.trusted then 'trusted' when is_author then 'edit' when suggestion.member_id = auth.uid() then 'correction'
      else 'suggestion' end,
    suggestion.member_id, case when not suggestion.trusted then suggestion.source end, suggestion.id);
  if exists (select from unnest(fields) name where private.differs(name, current, current || suggestion.changes)) then
    perform private.write_fields(
      suggestion.target_type, target, private.pick_columns(suggestion.changes, private.with_dependent_columns(fields)));
  end if;
  if suggestion.target_type = 'jersey' then
    if not is_author then
      perform private.notify_photos_gone(array(
        select image from public.jersey_images image
        where image.jersey_id = target and private.photo_key(image.id) = any (accepted) and image.suggestion_id is null
          and suggestion.changes -> 'removed' ? image.id::text and image.contributor_id is distinct from suggestion.member_id
      ), suggestion.source);
    end if;
    delete from public.jersey_images image
    where image.jersey_id = target and private.photo_key(image.id) = any (accepted) and (
      image.suggestion_id is null and suggestion.changes -> 'removed' ? image.id::text
      -- Once, also after two jerseys with the same suggestion were merged.
      or image.suggestion_id = suggestion.id and exists (
        select from public.jersey_images ji_shown
        where ji_shown.jersey_id = target and ji_shown.suggestion_id is null and ji_shown.path = image.path
          -- Unless that one goes: the same photo comes under another licence.
          and not (private.photo_key(ji_shown.id) = any (accepted)
            and coalesce(suggestion.changes -> 'removed' ? ji_shown.id::text, false))));
    update public.jersey_images image
    set suggestion_id = null, position = case when is_author then image.position else added.position end
    from (
      select image.id, last.position + row_number() over (order by image.position, image.id) as position
      from public.jersey_images image
      cross join (
        select coalesce(max(ji_shown.position), -1) as position from public.jersey_images ji_shown
        where ji_shown.jersey_id = target and ji_shown.suggestion_id is null) last
      where image.suggestion_id = suggestion.id and private.photo_key(image.id) = any (accepted)) added
    where image.id = added.id;
    -- Files of a jersey that was merged urgently were withheld: those accepted become public.
    perform private.withhold_files(array(
      select image.path from public.jersey_images image
      where image.jersey_id = target and image.suggestion_id is null and private.photo_key(image.id) = any (accepted)), false);
    -- A refused removal leaves less room.
    if exists (
      select from public.jersey_images image where image.jersey_id = target and image.suggestion_id is null
      group by grouping sets ((), (image.contributor_id))
      having count(*) > 20 or count(*) > 5 and image.contributor_id is not null) then
      raise sqlstate 'PT409' using
        message = 'edit_part_too_many_images',
        detail = 'With the images that stay, a member would have more than five, or the jersey more than twenty.';
    end if;
    if 'photos' = any (accepted) then
      perform private.arrange_photos(target, private.arranged_photos(private.photos_of(target), suggestion.changes -> 'photos'));
    end if;
  end if;
  perform private.end_revision();
end $function$
;

CREATE OR REPLACE FUNCTION private.check_suggestion(of_type text, present jsonb, wanted jsonb, given jsonb, columns text[], dropped text[], pictures jsonb, removed jsonb, stated text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION private.correct_reported(jersey_id uuid, corrections jsonb, reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  jersey public.jerseys;
  present jsonb;
  facts jsonb;
  given jsonb;
  columns text[];
  photos public.jersey_images[];
begin
  jersey := private.lock_submission(correct_reported.jersey_id);
  if jersey.status <> 'approved' or not jersey.is_active then
    raise sqlstate 'PT409' using message = 'jersey_not_public', detail = 'Only what is public is corrected.';
  end if;
  if jsonb_typeof(corrections -> 'removed') not in ('array', 'null') then
    raise sqlstate 'PT400' using message = 'suggestion_field_unknown', detail = '`removed` is a list of ids.';
  end if;
  facts := case when jsonb_typeof(corrections) = 'object' then corrections - 'removed' else corrections end;
  photos := array(
    select image from public.jersey_images image
    where image.jersey_id = jersey.id and image.suggestion_id is null and corrections -> 'removed' ? image.id::text);
  perform private.check_corrections('approved', facts);
  perform private.check_shape('jersey', facts);
  present := private.target_row('jersey', jersey.id);
  given := private.completed_changes('jersey', present, facts);
  columns := array(
    select name from unnest(private.suggestable_columns('jersey')) name
    where given ? name and private.differs(name, present, present || given));
  if columns = '{}' and photos = '{}' then
    raise sqlstate 'PT400' using message = 'suggestion_already_so', detail = 'Nothing would change.';
  end if;
  perform private.begin_revision('correction', null, reason);
  if columns <> '{}' then
    columns := private.with_dependent_columns(columns);
    perform private.check_constraints('public.jerseys', present || given, columns);
    perform private.write_fields('jersey', jersey.id, private.pick_columns(given, columns));
  end if;
  delete from public.jersey_images image using unnest(photos) gone where image.id = gone.id;
  perform private.end_revision();
  perform private.notify_photos_gone(photos, reason);
end $function$
;

CREATE OR REPLACE FUNCTION private.lock_roll_over(roll_over_id uuid)
 RETURNS public.roll_overs
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_one public.roll_overs;
begin
  perform private.require_admin('catalogue', 'change line-ups');
  -- `for update`, unlike `for no key update`, also waits for jerseys that are being submitted for the season.
  perform from public.seasons
  where id = (select season_id from public.roll_overs where id = roll_over_id) for update;
  select * into found_one from public.roll_overs where id = roll_over_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'roll_over_not_found', detail = 'The draft was discarded.';
  elsif found_one.published_at is not null then
    raise sqlstate 'PT409' using message = 'roll_over_published', detail = 'Another administrator was faster.';
  end if;
  return found_one;
end $function$
;

CREATE OR REPLACE FUNCTION private.notify_photos_gone(photos public.jersey_images[], reason text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.notify_undone(array(
    select jsonb_build_object(
      'contributor', coalesce(gone.contributor_id, jersey.author_id), 'type', 'jersey', 'target', jersey.id, 'title', jersey.title,
      'field', 'image', 'before', gone.url, 'after', null)
    from unnest(photos) gone join public.jerseys jersey on jersey.id = gone.jersey_id), null, reason)
$function$
;

CREATE OR REPLACE FUNCTION private.own_catalogue_import(id uuid)
 RETURNS public.catalogue_imports
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.catalogue_imports;
begin
  perform private.require_admin('import', 'import and export the catalogue');
  select * into own from public.catalogue_imports import
  where import.id = own_catalogue_import.id for update;
  if own.id is null then
    raise sqlstate 'PT404' using message = 'import_unknown', detail = 'There is no such import.';
  end if;
  return own;
end $function$
;

CREATE OR REPLACE FUNCTION private.require_admin(subject text, purpose text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = subject || '_denied', detail = format('Only administrators %s.', purpose);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.begin_catalogue_import(import uuid, file_name text, file_key text, line_count integer, status text)
 RETURNS public.catalogue_imports
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  begun public.catalogue_imports;
begin
  perform private.require_admin('import', 'import and export the catalogue');
  insert into public.catalogue_imports (id, admin_id, file_name, file_key, line_count, status)
  values (
    begin_catalogue_import.import, auth.uid(), left(begin_catalogue_import.file_name, 200),
    begin_catalogue_import.file_key, begin_catalogue_import.line_count, begin_catalogue_import.status)
  on conflict (id) do nothing;
  select * into begun from public.catalogue_imports
  where id = begin_catalogue_import.import and admin_id = auth.uid();
  if begun.id is null then
    raise sqlstate 'PT409' using message = 'import_taken', detail = 'Another administrator has begun this import.';
  end if;
  return begun;
end $function$
;

CREATE OR REPLACE FUNCTION public.export_jerseys(after_at timestamp with time zone DEFAULT NULL::timestamp with time zone, after_id uuid DEFAULT NULL::uuid, page_size integer DEFAULT 500)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin('import', 'import and export the catalogue');
  return private.jersey_lines(after_at, after_id, greatest(least(page_size, 1000), 1));
end $function$
;

CREATE OR REPLACE FUNCTION public.list_members(query text DEFAULT ''::text, after text DEFAULT ''::text, joined_before timestamp with time zone DEFAULT NULL::timestamp with time zone, before uuid DEFAULT NULL::uuid, administrators boolean DEFAULT false, suspended boolean DEFAULT false, size integer DEFAULT 30)
 RETURNS TABLE(id uuid, username text, display_name text, joined_at timestamp with time zone, is_administrator boolean, is_suspended boolean, jerseys bigint, rejected bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  wanted constant text := private.fold(coalesce(query, ''));
  -- As a pattern of LIKE, with its special characters escaped.
  pattern constant text := '%' || regexp_replace(wanted, '([%_\\])', '\\\1', 'g') || '%';
  last constant text := coalesce(list_members.after, '');
  wide constant integer := least(greatest(size, 1), 100);
  listed constant text := '
    select profile.id, profile.username, profile.display_name, u.created_at,
      exists (
        select from public.user_roles ur where ur.user_id = profile.id and ur.role = ''admin''),
      coalesce(u.banned_until > now(), false),
      submitted.jerseys, submitted.rejected
    from public.profiles profile
    join auth.users u on u.id = profile.id
    cross join lateral (
      select count(*) as jerseys, count(*) filter (where jersey.status = ''rejected'') as rejected
      from public.jerseys jersey where jersey.author_id = profile.id) submitted
    where true'
    || case when administrators
      then ' and profile.id in (select user_id from public.user_roles where role = ''admin'')' else '' end
    || case when list_members.suspended then ' and u.banned_until > now()' else '' end;
  -- Members of one part, the newest first; $1 and $2 are the last one that was shown of this part, if any.
  newest constant text := '
    and ($1 is null or (u.created_at, u.id) < ($1, $2))
    order by u.created_at desc, u.id desc limit $3';
  -- True if the active members were shown: the last one is suspended.
  is_late boolean := list_members.suspended;
  shown integer := 0;
begin
  perform private.require_admin('members', 'list members');
  if wanted = '' then
    if not is_late and list_members.before is not null then
      select coalesce(banned_until > now(), false) into is_late
      from auth.users where users.id = list_members.before;
      is_late := coalesce(is_late, false);
    end if;
    -- Two statements, so that the first reads an index of the newest and stops.
    if not is_late then
      return query execute listed
        || ' and (u.banned_until is null or u.banned_until <= now())' || newest
      using joined_before, coalesce(before, '00000000-0000-0000-0000-000000000000'), wide;
      get diagnostics shown = row_count;
    end if;
    if shown < wide then
      return query execute listed || ' and u.banned_until > now()' || newest
      using case when is_late then joined_before end,
        coalesce(before, '00000000-0000-0000-0000-000000000000'), wide - shown;
    end if;
    return;
  end if;
  -- Usernames that begin with the text come first; an index has their order. The last username read
  -- determines which of the two parts comes next.
  if last = '' or starts_with(last, wanted) then
    return query execute listed
      || ' and profile.username collate "C" > $1
           and profile.username collate "C" >= $2
           and profile.username collate "C" < $2 || U&''\+10FFFF''
           order by profile.username collate "C" limit $3'
    using last, wanted, wide;
    get diagnostics shown = row_count;
  end if;
  if shown = wide then
    return;
  end if;
  -- Planned for these values: a rare name is looked up by its index, a common one is found while walking the list.
  return query execute listed
    || ' and profile.username collate "C" > $1
         and not starts_with(profile.username, $2)
         and private.profile_text(profile.username, profile.display_name) like $3
         order by profile.username collate "C" limit $4'
  using case when starts_with(last, wanted) then '' else last end, wanted, pattern, wide - shown;
end $function$
;

CREATE OR REPLACE FUNCTION public.match_jerseys(lines jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  line jsonb;
  names jsonb;
  judged jsonb;
  answers jsonb[] := '{}';
begin
  perform private.require_admin('import', 'import and export the catalogue');
  perform private.check_lines(lines);
  names := private.names_of_lines(lines);
  for line in select value from jsonb_array_elements(lines) loop
    judged := private.judged_line(line, null, names);
    answers := answers || ((judged - 'row') || case
      when private.tidy(line ->> 'title') is null and judged -> 'row' ? 'team' then jsonb_build_object(
        'names', (
          select jsonb_build_object('team', judged -> 'row' ->> 'team', 'season', season.name)
          from public.seasons season where season.id = (judged -> 'row' ->> 'season_id')::uuid))
      else '{}' end);
  end loop;
  return to_jsonb(answers);
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow
    or invalid_datetime_format or invalid_parameter_value then
    raise sqlstate 'PT400' using message = 'lines_malformed', detail = sqlerrm;
end $function$
;

CREATE OR REPLACE FUNCTION public.merge_teams(from_id uuid, into_id uuid, preview boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gone public.teams;
  kept public.teams;
  counted jsonb;
begin
  perform private.require_admin('catalogue', 'merge teams');
  -- Jerseys first, as whoever edits one; those that come meanwhile are held by move_team().
  if not merge_teams.preview then
    perform from public.jerseys jersey where jersey.team_id = merge_teams.from_id order by jersey.id for no key update;
  end if;
  perform from public.teams team where team.id in (merge_teams.from_id, merge_teams.into_id) order by team.id for update;
  select * into gone from public.teams team where team.id = merge_teams.from_id;
  select * into kept from public.teams team where team.id = merge_teams.into_id;
  if gone.id is null or kept.id is null then
    raise sqlstate 'PT404' using message = 'team_not_found', detail = 'One of the teams was deleted or merged.';
  end if;
  if gone.id = kept.id or not kept.is_active or 1 < (
    select count(distinct competition.league) from public.competitions competition
    where competition.id in (gone.competition_id, kept.competition_id)) then
    raise sqlstate 'PT409' using
      message = 'teams_unmergeable', detail = 'A team is merged into another, active one of its league.';
  end if;
  select jsonb_build_object(
    'jerseys', (select count(*) from public.jerseys where team_id = gone.id),
    'entries', (select count(*) from public.team_seasons where team_id = gone.id),
    'names', (select count(*) from public.team_aliases where team_id = gone.id),
    'suggestions', (
      select count(*) from public.suggestions
      where status = 'open' and target_type = 'team' and target_id = gone.id)) into counted;
  if not merge_teams.preview then
    perform private.move_team(gone, kept);
  end if;
  return counted;
end $function$
;

CREATE OR REPLACE FUNCTION public.replace_line_ups(line_ups jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  line_up record;
  draft uuid;
  known uuid[];
  strangers uuid[];
begin
  perform private.require_admin('catalogue', 'change line-ups');
  perform from public.seasons
  where id in (select season_id from jsonb_to_recordset(line_ups) as given (season_id uuid))
  order by id for no key update;
  for line_up in
    select given.*, season.id is not null and competition.id is not null as is_known, competition.league
    from jsonb_to_recordset(line_ups)
      as given (season_id uuid, competition_id uuid, teams uuid[], seen uuid[])
    left join public.seasons season on season.id = given.season_id
    left join public.competitions competition on competition.id = given.competition_id
  loop
    if not line_up.is_known then
      raise sqlstate 'PT404' using
        message = 'line_up_not_found', detail = 'The season or the competition was deleted.';
    end if;
    if line_up.teams is null or line_up.seen is null then
      raise sqlstate 'PT400' using
        message = 'line_up_incomplete', detail = 'A line-up needs teams, and seen: the teams that it replaces.';
    end if;
    strangers := array(
      select unnest(line_up.teams)
      except
      select team.id from public.teams team join public.competitions competition on competition.id = team.competition_id
      where competition.league = line_up.league);
    if strangers <> '{}' then
      raise sqlstate 'PT400' using
        message = 'line_up_team_unknown', detail = jsonb_build_object('teams', strangers)::text,
        hint = 'A team was deleted, or plays in another league.';
    end if;

    draft := (
      select id from public.roll_overs
      where season_id = line_up.season_id and published_at is null and not exists (
        select from public.team_seasons
        where season_id = line_up.season_id and competition_id = line_up.competition_id));
    known := case when draft is null
      then array(
        select team_id from public.team_seasons
        where season_id = line_up.season_id and competition_id = line_up.competition_id)
      else array(
        select team_id from public.roll_over_teams
        where roll_over_id = draft and competition_id = line_up.competition_id) end;
    if not (known <@ line_up.seen and line_up.seen <@ known) then
      raise sqlstate 'PT409' using
        message = 'line_up_changed',
        detail = jsonb_build_object(
          'season_id', line_up.season_id, 'competition_id', line_up.competition_id)::text,
        hint = 'Another administrator has changed this line-up. Read it again.';
    end if;

    if draft is null then
      delete from public.team_seasons
      where season_id = line_up.season_id and competition_id = line_up.competition_id
        and team_id <> all (line_up.teams);
      insert into public.team_seasons (team_id, season_id, competition_id)
      select unnest(line_up.teams), line_up.season_id, line_up.competition_id
      on conflict do nothing;
    else
      insert into public.roll_over_competitions (roll_over_id, competition_id)
      values (draft, line_up.competition_id) on conflict do nothing;
      delete from public.roll_over_teams
      where roll_over_id = draft and competition_id = line_up.competition_id and team_id <> all (line_up.teams);
      insert into public.roll_over_teams (roll_over_id, competition_id, team_id)
      select draft, line_up.competition_id, unnest(line_up.teams)
      on conflict do nothing;
      -- A competition without teams leaves the draft.
      delete from public.roll_over_competitions
      where roll_over_id = draft and competition_id = line_up.competition_id and line_up.teams = '{}';
      update public.roll_overs set updated_at = clock_timestamp() where id = draft;
    end if;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION public.reset_names(user_id uuid, reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given constant text := private.tidy(reason);
  was public.profiles;
  becomes text;
  words jsonb;
  notice uuid;
begin
  perform private.require_admin('members', 'reset names');
  if given is null or char_length(given) > 1000 then
    raise sqlstate 'PT400' using
      message = 'names_reason_required', detail = 'The member reads why, in 1 to 1000 characters.';
  end if;
  if exists (
    select from public.user_roles ur
    where ur.user_id = reset_names.user_id and ur.role = 'admin'
  ) then
    raise sqlstate 'PT409' using
      message = 'member_is_admin', detail = 'Revoke the role before resetting the names of an administrator.';
  end if;
  select * into was from public.profiles where id = reset_names.user_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'member_not_found', detail = 'The account was deleted.';
  end if;
  becomes := private.unnamed();
  update public.profiles set username = becomes, display_name = null where id = was.id;
  -- What they wrote on their page goes with their names; they may open it again.
  words := private.shown_words(was.id);
  update public.showcases set is_open = false, about = null where member_id = was.id;
  update public.showcase_shirts set line = null where member_id = was.id;
  -- Shirts without a page are theirs to keep: they are shown again when their owner has said anew what they are.
  update public.copies copy set former_jersey = former_jersey || '{"unsaid": true}'
  where copy.owner_id = was.id and copy.former_jersey is not null;
  perform private.record_showcase(was.id, words);
  insert into public.audit_log (actor_id, action, table_name, row_id, before, after)
  values (
    auth.uid(), 'update', 'profiles', was.id::text,
    jsonb_build_object('username', was.username, 'display_name', was.display_name),
    jsonb_build_object('username', becomes, 'display_name', null, 'names_reset', true));
  -- In the account whatever the settings: it says why. claim_notice_mail() asks them again for the mail.
  insert into public.notices (recipient_id, topic, outcome, about, title, note)
  values (was.id, 'jersey', 'renamed', 'profile', coalesce(was.display_name, was.username), given)
  returning id into notice;
  insert into public.notice_mails (notice_id) values (notice);
end $function$
;

CREATE OR REPLACE FUNCTION public.start_roll_over(code text, name text, competitions uuid[])
 RETURNS public.roll_overs
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  wanted constant uuid[] := array(select distinct unnest(start_roll_over.competitions));
  wanted_code constant text := private.tidy(start_roll_over.code);
  season public.seasons;
  created boolean;
  taken jsonb;
  draft public.roll_overs;
begin
  perform private.require_admin('catalogue', 'change line-ups');
  if cardinality(wanted) = 0 then
    raise sqlstate 'PT400' using message = 'roll_over_empty', detail = 'Choose at least one competition.';
  end if;
  if exists (select unnest(wanted) except select id from public.competitions) then
    raise sqlstate 'PT404' using message = 'competition_not_found', detail = 'A competition was deleted.';
  end if;

  -- A season that exists keeps its name. Two administrators who start at once wait here for each other.
  select * into season from public.seasons where seasons.code = wanted_code for no key update;
  created := not found;
  if created then
    insert into public.seasons (code, name, is_active)
    values (wanted_code, private.tidy(start_roll_over.name), false)
    on conflict (code) do nothing returning * into season;
    if not found then
      created := false;
      select * into strict season from public.seasons where seasons.code = wanted_code for no key update;
    end if;
  end if;

  if exists (select from public.roll_overs where season_id = season.id and published_at is null) then
    raise sqlstate 'PT409' using
      message = 'roll_over_exists', detail = jsonb_build_object('season_id', season.id)::text,
      hint = 'Publish or discard the draft first.';
  end if;
  select jsonb_agg(competition.name order by competition.name) into taken
  from public.competitions competition
  where competition.id = any (wanted) and exists (
    select from public.team_seasons where season_id = season.id and competition_id = competition.id);
  if taken is not null then
    raise sqlstate 'PT409' using
      message = 'line_up_exists', detail = jsonb_build_object('competitions', taken)::text,
      hint = 'These competitions have a line-up in this season; change it there.';
  end if;

  insert into public.roll_overs (season_id, created_season) values (season.id, created) returning * into draft;
  insert into public.roll_over_competitions (roll_over_id, competition_id, source_season_id)
  select draft.id, competition.id, (
    select ts.season_id
    from public.team_seasons ts join public.seasons s_earlier on s_earlier.id = ts.season_id
    where ts.competition_id = competition.id and s_earlier.is_active and s_earlier.code < season.code
    order by s_earlier.code desc limit 1)
  from unnest(wanted) competition (id);
  insert into public.roll_over_teams (roll_over_id, competition_id, team_id)
  select draft.id, roc.competition_id, team.id
  from public.roll_over_competitions roc
  join public.team_seasons ts
    on ts.competition_id = roc.competition_id and ts.season_id = roc.source_season_id
  join public.teams team on team.id = ts.team_id and team.is_active
  where roc.roll_over_id = draft.id;
  return draft;
end $function$
;

CREATE OR REPLACE FUNCTION public.suspend_member(user_id uuid, suspended boolean DEFAULT true, reason text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given constant text := private.tidy(reason);
  was boolean;
  notice uuid;
begin
  perform private.require_admin('members', 'suspend members');
  if suspend_member.user_id = auth.uid() then
    raise sqlstate 'PT400' using message = 'suspension_of_self', detail = 'Nobody suspends themselves.';
  end if;
  if suspended and not private.is_reason(given, 3) then
    raise sqlstate 'PT400' using
      message = 'suspension_reason_required', detail = 'The member reads why: a reason of the list, or 3 to 500 characters.';
  end if;
  if suspended and exists (
    select from public.user_roles ur
    where ur.user_id = suspend_member.user_id and ur.role = 'admin'
  ) then
    raise sqlstate 'PT409' using
      message = 'member_is_admin', detail = 'Revoke the role before suspending an administrator.';
  end if;

  select coalesce(banned_until > now(), false) into was
  from auth.users where id = suspend_member.user_id for update;
  if was is null then
    raise sqlstate 'PT404' using message = 'member_not_found', detail = 'The account was deleted.';
  end if;
  if was = suspended then
    return;
  end if;
  -- The auth service writes an endless ban as 100 years: it can't read 'infinity'.
  update auth.users
  set banned_until = case when suspended then now() + interval '100 years' end
  where id = suspend_member.user_id;
  -- Refresh tokens are deleted with their session: the member stays signed in as long as an access token lives.
  if suspended then
    delete from auth.sessions where sessions.user_id = suspend_member.user_id;
  end if;
  insert into public.audit_log (actor_id, action, table_name, row_id, before, after)
  values (
    auth.uid(), 'update', 'profiles', suspend_member.user_id,
    jsonb_build_object('suspended', was),
    jsonb_strip_nulls(jsonb_build_object('suspended', suspended, 'reason', case when suspended then given end)));
  -- One that waits says what isn't true any more.
  delete from public.notice_mails mail using public.notices n_earlier
  where n_earlier.id = mail.notice_id and n_earlier.recipient_id = suspend_member.user_id
    and n_earlier.outcome in ('suspended', 'reinstated');
  -- Whatever the settings, as in reset_names().
  insert into public.notices (recipient_id, topic, outcome, about, title, note)
  values (
    suspend_member.user_id, 'jersey', case when suspended then 'suspended' else 'reinstated' end, 'profile',
    private.shown_name(suspend_member.user_id), case when suspended then given end)
  returning id into notice;
  insert into public.notice_mails (notice_id) values (notice);
end $function$
;

COMMENT ON COLUMN "public"."suggestions"."changes" IS 'Column and wanted value; also `removed`, a list of ids of photos. `league` follows `competition_id`, `team` and `brand` stand beside `team_id` and `brand_id`: they have no verdict of their own';

COMMENT ON FUNCTION "private"."notify_photos_gone"(public.jersey_images[], text) IS 'Tells those who contributed photos of a jersey that others took off';

COMMENT ON FUNCTION "private"."require_admin"(text, text) IS 'Refuses callers who are no administrators; says that only these do what `purpose` says';

COMMENT ON FUNCTION "public"."suggest"(text, uuid, jsonb, text, jsonb, uuid) IS 'Suggests other values for fields of a jersey, team or competition, and photos of a jersey, and that some of its photos go (`removed`, their ids), with a source; its author texts and photos without one. An own open one about the same is added to, or with `suggestion_id` replaced. A merged jersey''s goes to the one that took its place. Small corrections of a trusted member are public at once, and all of an administrator''s';

REVOKE ALL ON FUNCTION "private"."notify_photos_gone"(public.jersey_images[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_admin"(text, text) FROM PUBLIC;

set check_function_bodies = on;
-- end
