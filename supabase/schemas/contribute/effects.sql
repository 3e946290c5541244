-- What happens when an edit, a suggestion or a revision changes, in the order in which it happens.
-- Each table's triggers stand in one place.
-- The functions that they call stand with their subject.

-- public.jersey_edits

create trigger jersey_edits_standing before insert or update or delete on public.jersey_edits
for each statement when (current_user = 'authenticated') execute function private.require_standing();

create trigger jersey_edits_audit after insert or update or delete on public.jersey_edits
for each row execute function private.record_change('jersey_id');

create trigger jersey_edits_removed after delete on public.jersey_edits
for each row execute function private.reconcile_deleted_edit();

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

-- public.suggestion_photos

-- The same files as for images of jerseys.
create trigger suggestion_photos_address before insert on public.suggestion_photos
for each row execute function private.check_suggested_address();

create trigger suggestion_photos_keep_files after insert on public.suggestion_photos
referencing new table as added
for each statement execute function private.keep_suggested_file();
