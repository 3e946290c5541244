create function public.vote_totals() returns table (upvotes bigint, downvotes bigint)
language sql stable set search_path = ''
as $$
  select coalesce(sum(upvotes), 0), coalesce(sum(downvotes), 0)
  from public.jerseys where status = 'approved' and is_active
$$;
comment on function public.vote_totals is
  'Votes on all public jerseys: the rating in the markup of the home page. Reads every jersey; ask seldom';
