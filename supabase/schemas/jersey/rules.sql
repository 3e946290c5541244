-- What is checked and completed before a jersey is written or removed, and who may write about one that is gone.
-- They fill in what follows from other fields and refuse what a member may not do.
-- Merged or removed jerseys are read-only.

-- Runs with its owner's rights: the name of an inactive team is still its name.
create function private.completed_jersey(was public.jerseys, becomes public.jerseys) returns public.jerseys
language plpgsql security definer set search_path = ''
as $$
begin
  becomes.title := coalesce(private.tidy(becomes.title), '');
  becomes.edition := private.tidy(becomes.edition);
  becomes.sponsor := private.tidy(becomes.sponsor);
  becomes.description := private.tidy(becomes.description);
  becomes.external_link := private.tidy(becomes.external_link);
  -- Only what is new to the jersey: a rename of what it has already locks its row first and waits for this jersey. On insert,
  -- everything in `was` is null.
  if (becomes.team_id, becomes.brand_id, becomes.competition_id, becomes.season_id)
    is distinct from (was.team_id, was.brand_id, was.competition_id, was.season_id) then
    perform private.hold_names(
      array[case when becomes.team_id is distinct from was.team_id then becomes.team_id end],
      array[case when becomes.brand_id is distinct from was.brand_id then becomes.brand_id end],
      array[case when becomes.competition_id is distinct from was.competition_id then becomes.competition_id end],
      array[case when becomes.season_id is distinct from was.season_id then becomes.season_id end]);
  end if;
  -- A chosen team or brand overrides the text typed beside it.
  becomes.team := coalesce(
    (select name from public.teams where id = becomes.team_id), private.tidy(becomes.team), '');
  becomes.brand := coalesce(
    (select name from public.brands where id = becomes.brand_id), private.tidy(becomes.brand));
  return becomes;
end $$;
comment on function private.completed_jersey is
  'A jersey as it is stored: tidied, with the names of its team and brand, whose rows are held';

-- An error as of an id that doesn't exist. The names of what isn't active would be in the answer.
create function private.check_active(was public.jerseys, becomes public.jerseys) returns void
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
comment on function private.check_active is
  'Refuses a team, season or competition that is not active, unless the jersey has it already or the caller is an administrator';

create function private.check_author_update(was public.jerseys, becomes public.jerseys) returns public.jerseys
language plpgsql security definer set search_path = ''
as $$
declare
  changed constant jsonb := coalesce(
    private.changed_values(to_jsonb(was), to_jsonb(becomes), private.jersey_facts()), '{}');
begin
  if public.is_admin(auth.uid()) then
    return becomes;
  end if;
  if becomes.is_active is distinct from was.is_active or was.status = 'approved' and changed - private.own_facts() <> '{}' then
    raise insufficient_privilege using
      message = 'permission denied for table jerseys',
      detail = 'Authors change title, description, edition and external_link, and the facts until the jersey is approved.';
  end if;
  -- A pending jersey is in the queue anyway, and of an approved one a suggestion waits.
  if was.status = 'rejected' and changed <> '{}' then
    becomes.edited_at := now();
  end if;
  return becomes;
end $$;
comment on function private.check_author_update is
  'What an author may change; the row lock decides: an update that waits for an approval finds the jersey approved';

-- Clients make the ids of jerseys: nobody takes over another one's address and history.
create function private.is_jersey_id_taken(id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.jersey_redirects where from_id = is_jersey_id_taken.id)
    or exists (select from public.suggestions where suggestions.id = is_jersey_id_taken.id)
    or exists (select from public.gone_jerseys where jersey_id = is_jersey_id_taken.id)
    or exists (
      select from public.audit_log
      where table_name = 'jerseys' and row_id = is_jersey_id_taken.id::text and action = 'insert'
        and actor_id is distinct from auth.uid())
$$;
comment on function private.is_jersey_id_taken is
  'True for an id that a suggestion has, that leads to another jersey, or that another member''s jersey had';

create function private.check_jersey_id(id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_jersey_id_taken(check_jersey_id.id) then
    perform private.refuse_id('jerseys', check_jersey_id.id);
  end if;
end $$;

-- Decisions on jerseys.
create function private.check_own_jersey(jersey public.jerseys) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if jersey.author_id = auth.uid() and not public.is_admin(auth.uid()) then
    raise sqlstate 'PT403' using
      message = 'moderation_own', detail = 'A reviewer doesn''t decide on their own jersey.';
  end if;
end $$;

create function private.guard_gone() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.check_not_gone((to_jsonb(new) ->> tg_argv[0])::uuid);
  return new;
end $$;
comment on function private.guard_gone is
  'Refuses what is written about a jersey that was merged or removed. Argument: the column of the jersey';

create function private.check_removal(jersey public.jerseys) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if jersey.status = 'approved' and jersey.author_id is distinct from auth.uid() then
    raise sqlstate 'PT409' using
      message = 'removal_required', detail = 'A jersey of somebody else that is public isn''t deleted.',
      hint = 'Call remove_jersey(): that can be undone.';
  end if;
end $$;
