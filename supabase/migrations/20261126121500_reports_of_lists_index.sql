drop index concurrently if exists reports_by_list;
create index concurrently reports_by_list on public.reports (target_id) where target_type = 'list';
