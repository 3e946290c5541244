-- What happens when a suggestion or a revision changes, in the order in which it happens.
-- Each table's triggers stand in one place.
-- The functions that they call stand with their subject.

-- public.revisions

create trigger revisions_follow_undoing after insert on public.revisions
for each row when (new.undoes is not null)
execute function private.follow_undoing();

-- public.suggestions

create trigger suggestions_audit after insert or update or delete on public.suggestions
for each row execute function private.record_change('id');

create trigger suggestions_forget_decision after delete on public.suggestions
for each row execute function private.forget_decision();

create trigger suggestions_publish_source after update of afterwards on public.suggestions
for each row when (new.afterwards = 'seen')
execute function private.publish_source();
