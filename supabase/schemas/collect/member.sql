-- What several blocks of a member's page ask, in one answer.
-- Each reads the caller's own rows with their own rights, so that row-level security decides here as everywhere.
-- The sets are those of a team's kits; what every team has counts, what some like beside it doesn't.

create function public.member_state()
returns table (
  username text, display_name text, is_reviewer boolean, is_admin boolean,
  unread integer, copies integer, removed integer, wishes integer, waiting integer, to_review integer
)
language sql stable rows 1 set search_path = ''
as $$
  select
    p.username, p.display_name, caller.is_reviewer, public.is_admin(p.id),
    (select count(*) from public.notices n where n.recipient_id = p.id and n.read_at is null)::integer,
    (select count(*) from public.copies c where c.owner_id = p.id and c.removed_at is null)::integer,
    (select count(*) from public.copies c where c.owner_id = p.id and c.removed_at is not null)::integer,
    (select count(*) from public.user_wishlists uw where uw.user_id = p.id)::integer,
    ((select count(*) from public.jerseys j where j.author_id = p.id and j.status = 'pending')
      + (select count(*) from public.suggestions s where s.member_id = p.id and s.status = 'open'))::integer,
    case when caller.is_reviewer then (select amount from private.waiting_for(p.id)) else 0 end
  from public.profiles p cross join lateral (select public.is_reviewer(p.id) as is_reviewer) caller
  where p.id = auth.uid()
$$;
comment on function public.member_state is
  'The caller''s names and roles, and how much they have and what waits: notices, copies, those taken out, wishes, submissions, and of a reviewer what they can decide';

create function public.nearest_sets()
returns table (team_id uuid, held integer, total integer, missing uuid[])
language sql stable rows 2 set search_path = ''
as $$
  -- Kits that every team has: what lacks in a set.
  with collected as (
    select j.team_id, count(*)::integer as held, max(uc.created_at) as newest
    from public.user_collections uc
    join public.jerseys j on j.id = uc.jersey_id and j.status = 'approved' and j.is_active
    join public.teams t on t.id = j.team_id and t.is_active
    where uc.user_id = auth.uid()
      and coalesce(j.kit_type, 'other') <> all ('{fourth,goalkeeper,prematch,training,anniversary}')
    group by j.team_id
    order by held desc, newest desc, j.team_id
    limit 5
  ), sets as (
    select collected.*, counted.total
    from collected cross join lateral (
      select count(*)::integer as total
      from (
        select from public.jerseys j
        where j.team_id = collected.team_id and j.status = 'approved' and j.is_active
          and coalesce(j.kit_type, 'other') <> all ('{fourth,goalkeeper,prematch,training,anniversary}')
        -- Nobody completes larger ones.
        limit 1001
      ) few
    ) counted
    where counted.total between collected.held + 1 and 1000
    order by collected.held::numeric / counted.total desc, collected.held desc, collected.team_id
    limit 2
  )
  select sets.team_id, sets.held, sets.total, array(
    select j.id from public.jerseys j
    where j.team_id = sets.team_id and j.status = 'approved' and j.is_active
      and coalesce(j.kit_type, 'other') <> all ('{fourth,goalkeeper,prematch,training,anniversary}')
      and not exists (
        select from public.user_collections uc where uc.user_id = auth.uid() and uc.jersey_id = j.id)
    order by j.year desc nulls last, j.id
    limit 3)
  from sets
$$;
comment on function public.nearest_sets is
  'Of the five teams of which the caller has most jerseys, the two whose sets are nearest to complete, with the newest jerseys that lack';
