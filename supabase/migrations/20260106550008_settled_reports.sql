-- Of all reports, open ones too: a kept plan, made without knowing which status will be asked for, can't
-- use an index of some.
drop index public.reports_settled;
create index reports_settled on public.reports (status, resolved_at desc, id) include (reporter_id);
comment on index public.reports_settled is 'Settled reports, the newest first: admin';
