-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP POLICY "everyone reads who played when" ON "public"."team_seasons";

DROP TRIGGER "jerseys_admit" ON "public"."jerseys";

create or replace function private.admit_jersey_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    -- What was merged into it hangs on it.
    perform private.check_not_gone(old.id);
    perform private.check_removal(old);
    return old;
  elsif tg_op = 'INSERT' then
    perform private.check_active(null, new);
    return new;
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
  new := private.check_author_update(old, new);
  perform private.check_active(old, new);
  return new;
end $$;

create or replace function private.check_active(was public.jerseys, becomes public.jerseys) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if public.is_admin(auth.uid()) then
    return;
  end if;
  perform private.check_reference('jerseys', 'competition_id', coalesce(becomes.competition_id = was.competition_id, false)
    or becomes.competition_id is null
    or exists (select from public.competitions where id = becomes.competition_id and is_active));
  perform private.check_reference('jerseys', 'season_id', coalesce(becomes.season_id = was.season_id, false)
    or becomes.season_id is null
    or exists (select from public.seasons where id = becomes.season_id and is_active));
  perform private.check_reference('jerseys', 'team_id', coalesce(becomes.team_id = was.team_id, false)
    or becomes.team_id is null
    or exists (select from public.teams where id = becomes.team_id and is_active));
end $$;

create or replace function private.inactive_ids() returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select id from public.teams where not is_active
    union all select id from public.seasons where not is_active
    union all select id from public.competitions where not is_active)
$$;

create or replace function public.merge_effects(jersey_id uuid)
returns table (votes bigint, collections bigint, comments bigint, photos bigint)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.check_reviewer();
  return query select
    (select count(*) from public.jersey_votes where jersey_id = merge_effects.jersey_id),
    -- Below three it would tell a reviewer who has it: its author, who comments.
    (select count(*) from public.user_collections where jersey_id = merge_effects.jersey_id having count(*) >= 3),
    (select count(*) from public.comments where jersey_id = merge_effects.jersey_id),
    (select count(*) from public.jersey_images where jersey_id = merge_effects.jersey_id and suggestion_id is null);
end $$;

create trigger jerseys_admit before insert or update or delete on public.jerseys
for each row when (current_user = 'authenticated') execute function private.admit_jersey_change();

create policy "everyone reads who played when, of what is active, admins all" on public.team_seasons
  for select to anon, authenticated
  using (
    not (select private.inactive_ids()) && array[team_id, season_id, competition_id]
    or (select public.is_admin((select auth.uid())))
  );

COMMENT ON FUNCTION "private"."check_active"(public.jerseys, public.jerseys) IS 'Refuses a team, season or competition that is not active, unless the jersey has it already or the caller is an administrator';

COMMENT ON FUNCTION "private"."inactive_ids"() IS 'Teams, seasons and competitions that only administrators read';

COMMENT ON FUNCTION "public"."merge_effects"(uuid) IS 'How much a merge or removal of a jersey would touch, for reviewers; collections are null below three, as for everybody';

REVOKE ALL ON FUNCTION "private"."check_active"(public.jerseys, public.jerseys) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."inactive_ids"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."inactive_ids"() TO "anon", "authenticated";

set check_function_bodies = on;
-- end
