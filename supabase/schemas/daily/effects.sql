-- What happens when a day gets another shirt.
-- Triggers of days stand here; the function that they call stands with its subject.

-- public.daily_shirts

create trigger daily_shirts_audit after update on public.daily_shirts
for each row execute function private.record_swap();
