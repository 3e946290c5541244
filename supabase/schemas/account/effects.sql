-- What happens when a row of this room changes, in the order in which it happens.
-- Triggers of profiles, roles and the auth service's users stand here, each table's in one place.
-- The functions that they call stand with their subject.

-- auth.users

create trigger users_wait_for_merges before delete on auth.users
for each statement execute function private.lock_merges_first();

-- The condition stands here and not in a function, because the auth service may not call ours.
create trigger on_confirmation
after update of email_confirmed_at, phone_confirmed_at, last_sign_in_at on auth.users
for each row when (
  old.email_confirmed_at is null and old.phone_confirmed_at is null and old.last_sign_in_at is null)
execute function private.on_confirmation();

create trigger on_sign_up after insert on auth.users
for each row execute function private.on_sign_up();

create trigger on_suspension after update of banned_until on auth.users
for each row when (old.banned_until is distinct from new.banned_until)
execute function private.invalidate_lists_of_member();

-- public.profiles

create trigger profiles_standing before insert or update or delete on public.profiles
for each statement when (current_user = 'authenticated') execute function private.require_standing();

create trigger profiles_edit_rate before update on public.profiles
for each row when (current_user = 'authenticated') execute function private.count_change('edits');

create trigger profiles_end_suggestions before delete on public.profiles
for each row execute function private.end_open_suggestions();

create trigger profiles_notify_deleted before delete on public.profiles
for each row execute function private.notify_member_deleted();

create trigger profiles_tidy before insert or update on public.profiles
for each row execute function private.tidy_profile();

-- Fires after profiles_tidy (triggers fire in the order of their names).
create trigger profiles_unreserved before update on public.profiles
for each row when (current_user = 'authenticated') execute function private.guard_names();

create trigger profiles_credited after update of username, display_name on public.profiles
for each row when ((old.username, old.display_name) is distinct from (new.username, new.display_name))
execute function private.note_credited_jerseys();

create trigger profiles_invalidate after update on public.profiles
for each row when (old.* is distinct from new.*)
execute function private.invalidate_pages_of_row('id');

create trigger profiles_invalidate_deleted after delete on public.profiles
for each row execute function private.invalidate_pages_of_row('id');

-- public.user_roles

create trigger user_roles_standing before insert or update or delete on public.user_roles
for each statement when (current_user = 'authenticated') execute function private.require_standing();

create trigger user_roles_wait before delete on public.user_roles
for each statement when (current_user = 'authenticated') execute function private.lock_roles_first();

create trigger user_roles_audit after insert or update or delete on public.user_roles
for each row execute function private.record_change('user_id');

create trigger user_roles_last_administrator after delete on public.user_roles
for each statement when (current_user = 'authenticated') execute function private.keep_administrator();

-- public.notice_settings

create trigger notice_settings_standing before insert or update or delete on public.notice_settings
for each statement when (current_user = 'authenticated') execute function private.require_standing();

-- public.notices

create trigger notices_standing before insert or update or delete on public.notices
for each statement when (current_user = 'authenticated') execute function private.require_standing();

create trigger notices_date_reading before update of read_at on public.notices
for each row execute function private.date_reading();

create trigger notices_name_photos before insert on public.notices
for each row when (jsonb_typeof(new.changes) = 'array' and new.changes @> '[{"field": "image"}]')
execute function private.name_photos();
