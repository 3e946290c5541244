-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

create or replace function public.queue_figures()
returns table (waiting integer, typical_hours numeric, oldest timestamptz, by_kind jsonb, to_check integer)
language sql stable security definer set search_path = ''
as $$
  with counted as (
    select 'new' as kind, count(*)::integer as amount, min(coalesce(edited_at, created_at)) as oldest
    from public.jerseys where is_active and (status = 'pending' or status = 'rejected' and edited_at is not null)
    union all
    select kind, count(*)::integer, min(created_at) from public.suggestions where status = 'open' and held_at is null group by kind
    union all
    -- Those about the same thing are one, as in the queue.
    select 'report', count(distinct coalesce(jersey_id, comment_id, profile_id, target_id))::integer, min(created_at) from public.reports report
    where status = 'open' and (select public.is_reviewer(auth.uid()))
      and ((select public.is_admin(auth.uid())) or target_type <> 'profile' and not private.is_about(report, auth.uid()))
  )
  select (select sum(amount)::integer from counted where kind <> 'report'),
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
        ) decision order by at desc limit 100) hours),
    case when reviewer.is_one then (select min(counted.oldest) from counted) end,
    case when reviewer.is_one then (select jsonb_object_agg(kind, amount) from counted where amount > 0) end,
    -- As the index says it: otherwise every open suggestion is looked at.
    case when reviewer.is_one then (
      select count(*)::integer from public.suggestions
      where (status = 'open')::integer = 0 and trusted and afterwards is null) end
  from (select public.is_reviewer(auth.uid()) as is_one) reviewer
$$;

set check_function_bodies = on;
-- end
