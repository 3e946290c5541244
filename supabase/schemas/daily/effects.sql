-- What happens when a day gets another shirt.
-- Triggers of days stand here; the function that they call stands with its subject.

-- public.daily_shirts

create trigger daily_shirts_audit after update on public.daily_shirts
for each row execute function private.record_swap();

-- public.daily_duel_answers

create trigger daily_duel_answers_tally after insert or update or delete on public.daily_duel_answers
for each row execute function private.tally_duel();
