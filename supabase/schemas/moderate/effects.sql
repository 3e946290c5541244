-- What happens when a report, a redirect or what became of a jersey changes, in the order in which it happens.
-- Each table's triggers stand in one place.
-- The functions that they call stand with their subject.

-- public.reports

create trigger reports_standing before insert or update or delete on public.reports
for each statement when (current_user = 'authenticated') execute function private.require_standing();

create trigger reports_admit before insert on public.reports
for each row when (new.target_type = 'jersey') execute function private.guard_gone('target_id');

create trigger reports_complete before insert or update on public.reports
for each row execute function private.complete_report();

create trigger reports_name before insert on public.reports
for each row when (new.target_type in ('profile', 'list')) execute function private.name_reported();

create trigger reports_resolution_note before update of status on public.reports
for each row when (new.status <> old.status and new.status <> 'open')
execute function private.check_report_note();

create trigger reports_withdrawn before delete on public.reports
for each row execute function private.close_visitor_report();

create trigger reports_audit after insert or update or delete on public.reports
for each row execute function private.record_change('id');

create trigger reports_forget_decision after delete on public.reports
for each row execute function private.forget_decision();

create trigger reports_notify after update of status on public.reports
for each row when (new.status <> old.status and new.status <> 'open')
execute function private.notify_reporter();

create trigger reports_notify_parties after update of status on public.reports
for each row when (new.status <> old.status) execute function private.notify_parties();

create trigger reports_rate after insert on public.reports
referencing new table as counted
for each statement when (current_user = 'authenticated')
execute function private.count_rows('reports');

-- public.jersey_redirects

create trigger jersey_redirects_audit after insert or update or delete on public.jersey_redirects
for each row execute function private.record_change('from_id');

create trigger jersey_redirects_copies after insert on public.jersey_redirects
for each row execute function private.move_copies();

-- Where the address of a merged jersey leads.
create trigger jersey_redirects_invalidate after insert or update or delete on public.jersey_redirects
for each row execute function private.invalidate_pages_of_row('from_id');

-- public.report_contests

create trigger report_contests_audit after insert or update or delete on public.report_contests
for each row execute function private.record_change('report_id');

-- public.gone_jerseys

create trigger gone_jerseys_audit after insert or update or delete on public.gone_jerseys
for each row execute function private.record_change('jersey_id');
