insert into private.write_limits (kind, span, most) values ('showcases', '1 hour', 120)
on conflict do nothing;
