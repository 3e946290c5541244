-- Rules for every write of a jersey, before it happens.
-- They fill in what follows from other fields and refuse what a member may not do.
-- What was removed by a proposal is closed for everybody but those who can bring it back.

-- Runs with its owner's rights: the name of an inactive team is still its name.
create function private.complete_jersey() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.title := coalesce(private.tidy(new.title), '');
  new.edition := private.tidy(new.edition);
  new.description := private.tidy(new.description);
  new.external_link := private.tidy(new.external_link);
  -- Only what is new to the jersey: a rename of what it has already locks its row first and waits for this jersey. On insert,
  -- everything in `old` is null.
  if (new.team_id, new.brand_id, new.competition_id, new.season_id)
    is distinct from (old.team_id, old.brand_id, old.competition_id, old.season_id) then
    perform private.hold_names(
      array[case when new.team_id is distinct from old.team_id then new.team_id end],
      array[case when new.brand_id is distinct from old.brand_id then new.brand_id end],
      array[case when new.competition_id is distinct from old.competition_id then new.competition_id end],
      array[case when new.season_id is distinct from old.season_id then new.season_id end]);
  end if;
  -- A chosen team or brand overrides the text typed beside it.
  new.team := coalesce(
    (select name from public.teams where id = new.team_id), private.tidy(new.team), '');
  new.brand := coalesce(
    (select name from public.brands where id = new.brand_id), private.tidy(new.brand));
  return new;
end $$;

-- Runs with the caller's rights on purpose: `current_user` distinguishes a member's request from an update by a trigger or by
-- moderate_jersey(). The lock of the row decides: an update that waits for an approval finds the jersey approved.
create function private.guard_jersey() returns trigger
language plpgsql set search_path = ''
as $$
declare
  are_facts_changed constant boolean :=
    (new.league, new.competition_id, new.season_id, new.team_id, new.team, new.year, new.brand,
      new.brand_id, new.kit_type, new.colors, new.price)
    is distinct from
    (old.league, old.competition_id, old.season_id, old.team_id, old.team, old.year, old.brand,
      old.brand_id, old.kit_type, old.colors, old.price);
begin
  if current_user <> 'authenticated' or public.is_admin(auth.uid()) then
    return new;
  end if;
  if new.is_active is distinct from old.is_active or old.status = 'approved' and are_facts_changed then
    raise insufficient_privilege using
      message = 'permission denied for table jerseys',
      detail = 'Authors change title, description, edition and external_link, and the facts until the jersey is approved.';
  end if;
  -- A pending jersey is in the moderation queue anyway.
  if old.status <> 'pending'
    and (are_facts_changed
      or (new.title, new.description, new.edition, new.external_link)
        is distinct from (old.title, old.description, old.edition, old.external_link)) then
    new.edited_at := now();
  end if;
  return new;
end $$;

-- Clients make the ids of jerseys. An id is taken if another member's jersey has or had it, or if
-- it redirects to a merged jersey: nobody can take over its address and history.
create function private.guard_jersey_id() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.jersey_redirects where from_id = new.id)
    or exists (
      select from public.audit_log
      where table_name = 'jerseys' and row_id = new.id::text and action = 'insert'
        and actor_id is distinct from auth.uid()) then
    raise unique_violation using
      message = 'duplicate key value violates unique constraint "jerseys_pkey"',
      detail = format('Key (id)=(%s) already exists.', new.id),
      table = 'jerseys', constraint = 'jerseys_pkey';
  end if;
  return new;
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

create function private.take_turn_of_facts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.jersey_counts where kind = 'all' and key = '' for no key update;
  return null;
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

create function private.needs_proposal(jersey public.jerseys) returns boolean
language sql stable security definer set search_path = ''
as $$
  select jersey.status = 'approved' or exists (
    select from private.once_public
    where once_public.jersey_id = jersey.id and until > now() - private.undo_days())
$$;
comment on function private.needs_proposal is
  'True of a jersey that is approved, or was within 90 days: rejecting it first is no way around the second person';

create function private.guard_removal() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.needs_proposal(old) then
    raise sqlstate 'PT409' using
      message = 'proposal_required', detail = 'A jersey of somebody else that was public is removed by a proposal.';
  end if;
  return old;
end $$;

-- Nor does its author delete what two have hidden, as long as it can be undone: what was merged into it hangs on it.
create function private.guard_held() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.proposals
    where jersey_id = old.id and status = 'done' and undo_until > now()) then
    raise sqlstate 'PT409' using
      message = 'proposal_done', detail = 'It was merged or removed by a proposal, which can still be undone.';
  end if;
  return old;
end $$;

create function private.guard_hidden() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.proposals where jersey_id = new.id and status = 'done') then
    raise sqlstate 'PT409' using
      message = 'proposal_done', detail = 'It was merged or removed by a proposal.', hint = 'Undo the proposal.';
  end if;
  return new;
end $$;

revoke execute on function
  private.complete_jersey, private.guard_jersey, private.guard_jersey_id, private.check_own_jersey, private.take_turn_of_facts,
  private.guard_gone, private.needs_proposal, private.guard_removal, private.guard_held, private.guard_hidden
from public;
