drop index concurrently if exists jersey_votes_recent;
create index concurrently jersey_votes_recent on public.jersey_votes (jersey_id, vote) where counts and cast_at is not null;
comment on index jersey_votes_recent is 'The votes by which a jersey rises (rising_with_votes)';
