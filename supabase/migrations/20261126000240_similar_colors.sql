-- "More like this": jerseys of other teams in the same colours and of the same kit type.

-- No counter is in it: a vote changes none of its values. The order by colours and id puts jerseys with the same
-- colours beside each other, and those of one team, whose ids are random, apart.
create index jerseys_alike on public.jerseys (kit_type_slug, (colors[1]), colors, id)
  where status = 'approved' and is_active;
comment on index public.jerseys_alike is 'Jerseys in the same colours and of the same kit type: jersey page';

create function public.similar_by_color(jersey_id uuid, max_results integer default 6)
returns setof public.jerseys
language sql stable security definer rows 6 set search_path = ''
as $$
  with shown as (
    select jersey.id, jersey.kit_type_slug, jersey.colors, jersey.team_slug
    from public.jerseys jersey
    where jersey.id = similar_by_color.jersey_id and jersey.status = 'approved' and jersey.is_active
  ), near as (
    -- The neighbours on both sides, so that the work doesn't grow with the number of red shirts, and that
    -- every jersey leads to others.
    (select jersey.id, jersey.colors, jersey.team_slug, jersey.score
    from shown cross join lateral (
      select * from public.jerseys after
      where after.kit_type_slug = shown.kit_type_slug and after.colors[1] = shown.colors[1]
        and (after.colors, after.id) > (shown.colors, shown.id)
        and after.status = 'approved' and after.is_active
      order by after.colors, after.id
      limit 60) jersey)
    union all
    (select jersey.id, jersey.colors, jersey.team_slug, jersey.score
    from shown cross join lateral (
      select * from public.jerseys before
      where before.kit_type_slug = shown.kit_type_slug and before.colors[1] = shown.colors[1]
        and (before.colors, before.id) < (shown.colors, shown.id)
        and before.status = 'approved' and before.is_active
      order by before.colors desc, before.id desc
      limit 60) jersey)
  ), ranked as (
    select near.id, near.score, near.team_slug = shown.team_slug as is_own,
      cardinality(array(select unnest(near.colors) intersect select unnest(shown.colors))) * 2
        - cardinality(near.colors) as likeness,
      row_number() over (
        partition by near.team_slug order by near.colors = shown.colors desc, near.score desc, near.id) as place
    from near cross join shown
  )
  select jersey.*
  from ranked join public.jerseys jersey on jersey.id = ranked.id
  order by ranked.is_own, ranked.place > 1, ranked.likeness desc, ranked.score desc, ranked.id
  limit least(greatest(similar_by_color.max_results, 0), 24)
$$;
comment on function public.similar_by_color is
  'Public jerseys with the main colour and the kit type of a public one, those with the same other colours and of other teams first; at most 24';
revoke execute on function public.similar_by_color from public;
grant execute on function public.similar_by_color to anon, authenticated, service_role;
