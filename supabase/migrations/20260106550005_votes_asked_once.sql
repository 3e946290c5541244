-- An upsert is an insert with an update inside: what was asked for the insert (the member's standing,
-- their turn) needn't be asked again for its update. The setting tells; see private.begin_votes().

create or replace function private.begin_votes() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and current_setting('private.votes_changed', true) = '[]' then
    return null;
  end if;
  -- A member's votes themselves are written one statement after the other.
  if current_user = 'authenticated' then
    perform pg_advisory_xact_lock(hashtextextended('jersey_votes' || auth.uid(), 0));
  end if;
  if tg_op = 'INSERT' then
    perform set_config('private.votes_changed', '[]', true);
  end if;
  return null;
end $$;

-- Triggers go by name: the insert's part of begin_votes() comes before.
drop trigger jersey_votes_standing on public.jersey_votes;
create trigger jersey_votes_standing before insert or delete on public.jersey_votes
for each statement when (current_user = 'authenticated')
execute function private.require_standing();
create trigger jersey_votes_standing_update before update on public.jersey_votes
for each statement when (
  current_user = 'authenticated'
  and current_setting('private.votes_changed', true) is distinct from '[]')
execute function private.require_standing();
