insert into private.write_limits (kind, span, most) values
  ('follows', '1 hour', 200), ('follows', '1 day', 1000), ('letters', '1 hour', 60)
on conflict do nothing;

-- The clubs that members show are teams that they follow.
insert into public.follows (member_id, target_type, target_id)
select shown.member_id, 'team', team.id
from public.showcases shown
join public.teams team on team.id = any (shown.teams)
on conflict do nothing;
