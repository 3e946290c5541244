-- Leaderboards: the best jerseys of all, or of a season, sport, competition, brand or main colour, by the lower bound of
-- the Wilson interval of the votes that count (docs/product.md 24); and the jerseys that rise.

-- Below so many votes chance decides. The clients' copy: app/domain/ranking.ts.
create function private.votes_to_rank() returns integer
language sql immutable parallel safe
return 10;
comment on function private.votes_to_rank is 'How many votes that count a jersey needs to be ranked';

create function private.leaderboard_filter(scope text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return case scope
    when 'all' then 'true'
    when 'sport' then 'jersey.league = upper($1)'
    when 'season' then 'jersey.season_id = (select id from public.seasons where code = $1 and is_active)'
    when 'competition' then
      'jersey.competition_id = (select id from public.competitions where slug = $1 and is_active)'
    when 'brand' then 'jersey.brand_id in (select id from public.brands where private.slug(name) = $1)'
    when 'color' then 'jersey.colors[1] = $1'
  end;
end $$;

create function public.leaderboard(scope text default 'all', value text default '', max_results integer default 24)
returns table (place integer, jersey_id uuid, upvotes integer, downvotes integer, best double precision)
language plpgsql stable security definer set search_path = ''
as $$
declare
  filter constant text := private.leaderboard_filter(scope);
begin
  if filter is null then
    raise sqlstate 'PT400' using
      message = 'leaderboard_unknown', detail = 'A leaderboard is of all, or of a sport, season, competition, brand or color.';
  end if;
  return query execute
    'select rank() over (order by ranked.best desc)::integer, ranked.*
     from (
       select standing.jersey_id, standing.upvotes, standing.downvotes,
         private.wilson(standing.upvotes, standing.downvotes) as best
       from private.standings standing join public.jerseys jersey on jersey.id = standing.jersey_id
       where standing.upvotes + standing.downvotes >= private.votes_to_rank()
         and jersey.status = ''approved'' and jersey.is_active and ' || filter || '
       order by best desc, standing.jersey_id desc limit $2) ranked
     order by ranked.best desc, ranked.jersey_id desc'
  using coalesce(value, ''), least(greatest(coalesce(max_results, 24), 1), 100);
end $$;
comment on function public.leaderboard is
  'The best ranked public jerseys: of all, or of one sport, season (code), competition (slug), brand (slug of its name) or color; at most 100';

create function public.leaderboards() returns table (scope text, value text, label text, jerseys integer)
language sql stable security definer set search_path = ''
as $$
  with ranked as (
    select jersey.league, jersey.season_id, jersey.competition_id, jersey.brand_id, jersey.colors[1] as color
    from private.standings standing join public.jerseys jersey on jersey.id = standing.jersey_id
    where standing.upvotes + standing.downvotes >= private.votes_to_rank()
      and jersey.status = 'approved' and jersey.is_active
  ), counted as (
    select league, season_id, competition_id, brand_id, color, count(*)::integer as jerseys
    from ranked group by grouping sets ((league), (season_id), (competition_id), (brand_id), (color))
  )
  select 'sport', lower(league), null, jerseys from counted where league is not null
  union all
  select 'season', season.code, season.name, jerseys
  from counted join public.seasons season on season.id = counted.season_id where season.is_active
  union all
  select 'competition', competition.slug, competition.name, jerseys
  from counted join public.competitions competition on competition.id = counted.competition_id where competition.is_active
  union all
  select 'brand', private.slug(brand.name), brand.name, jerseys
  from counted join public.brands brand on brand.id = counted.brand_id
  union all
  select 'color', color, null, jerseys from counted where color is not null
$$;
comment on function public.leaderboards is
  'Which leaderboards have a jersey, and how many: scope and value as leaderboard() takes them, and the name';

create function public.rising_jerseys(league text default null, max_results integer default 24)
returns table (place integer, jersey_id uuid)
language sql stable security definer set search_path = ''
as $$
  select row_number() over (order by rising desc, id desc)::integer, id
  from (
    select standing.rising, jersey.id
    from private.standings standing join public.jerseys jersey on jersey.id = standing.jersey_id
    where standing.rising > 0 and jersey.status = 'approved' and jersey.is_active
      and (rising_jerseys.league is null or jersey.league = rising_jerseys.league)
    order by standing.rising desc, jersey.id desc
    limit least(greatest(coalesce(max_results, 24), 1), 100)) risen
$$;
comment on function public.rising_jerseys is
  'The public jerseys that gain most by the votes of the last 30 days, each of which halves in weight every week; of one league, or of all; at most 100';

create function public.standings_of(jersey_ids uuid[])
returns table (jersey_id uuid, upvotes integer, downvotes integer, best double precision)
language sql stable security definer set search_path = ''
as $$
  select jersey.id, coalesce(standing.upvotes, 0), coalesce(standing.downvotes, 0),
    case when standing.upvotes + standing.downvotes >= private.votes_to_rank()
      then private.wilson(standing.upvotes, standing.downvotes) end
  from unnest(jersey_ids[:100]) asked (id)
  join public.jerseys jersey on jersey.id = asked.id
  left join private.standings standing on standing.jersey_id = jersey.id
  where jersey.status = 'approved' and jersey.is_active
$$;
comment on function public.standings_of is
  'The votes that count of public jerseys, and their bound; null while there are too few votes. At most 100 jerseys';

revoke execute on function private.votes_to_rank, private.leaderboard_filter from public;
revoke execute on function public.leaderboard, public.leaderboards, public.rising_jerseys, public.standings_of from public;
grant execute on function public.leaderboard, public.leaderboards, public.rising_jerseys, public.standings_of
to anon, authenticated, service_role;
