-- The administrators' lists of seasons and brands are searched as those of teams and competitions
-- are. Without an index: there are hundreds at most.
alter table public.seasons add column search_text text not null
  generated always as (private.fold(code || ' ' || name)) stored;
alter table public.brands add column search_text text not null
  generated always as (private.fold(name)) stored;
