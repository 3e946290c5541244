-- What happens when a list changes, in the order in which it happens.
-- Triggers of lists and their jerseys stand here, each table's in one place.
-- The functions that they call stand with their subject.

-- public.lists

create trigger lists_standing before insert or update or delete on public.lists
for each statement when (current_user = 'authenticated') execute function private.require_standing();

create trigger lists_edit_rate before update of title, description on public.lists
for each row when (current_user = 'authenticated') execute function private.count_change('edits');

create trigger lists_end_reports before delete on public.lists
for each row execute function private.end_list_reports();

create trigger lists_tidy before insert or update of title, description, is_public on public.lists
for each row execute function private.tidy_list();

create trigger lists_audit
after insert or delete or update of title, description, is_public, is_hidden on public.lists
for each row execute function private.record_list();

create trigger lists_end_follows after delete on public.lists
for each row execute function private.end_follows();

create trigger lists_invalidate
after insert or delete or update of title, description, is_public, is_hidden on public.lists
for each row execute function private.invalidate_list();

-- Before the limit: it makes a member's writes wait for each other.
create trigger lists_counted after insert on public.lists
referencing new table as counted
for each statement when (current_user = 'authenticated')
execute function private.count_rows('lists');

create trigger lists_limit after insert on public.lists
referencing new table as added
for each statement execute function private.limit_rows(
  'member_id', '200', 'lists_per_member', 'A member has at most 200 lists.');

-- public.list_items

create trigger list_items_standing before insert or update or delete on public.list_items
for each statement when (current_user = 'authenticated') execute function private.require_standing();

create trigger list_items_admit before insert on public.list_items
for each row when (new.jersey_id is not null) execute function private.guard_gone('jersey_id');

create trigger list_items_note_rate before update of note on public.list_items
for each row when (current_user = 'authenticated') execute function private.count_change('list_items');

create trigger list_items_place before insert or update of note on public.list_items
for each row execute function private.place_list_item();

create trigger list_items_audit_delete after delete on public.list_items
for each row when (old.note is not null) execute function private.record_list_note();

create trigger list_items_audit_insert after insert on public.list_items
for each row when (new.note is not null) execute function private.record_list_note();

create trigger list_items_audit_update after update of note on public.list_items
for each row when (new.note is distinct from old.note) execute function private.record_list_note();

create trigger list_items_followed_delete after delete on public.list_items
referencing old table as changed
for each statement execute function private.follow_list_items();

create trigger list_items_followed_insert after insert on public.list_items
referencing new table as changed
for each statement execute function private.follow_list_items();

create trigger list_items_followed_update after update on public.list_items
referencing new table as changed
for each statement execute function private.follow_list_items();

create trigger list_items_limit after insert on public.list_items
referencing new table as added
for each statement execute function private.limit_rows(
  'list_id', '500', 'list_items_per_list', 'A list has at most 500 jerseys.');

create trigger list_items_rate after insert on public.list_items
referencing new table as counted
for each statement when (current_user = 'authenticated')
execute function private.count_rows('list_items');

-- public.showcases

-- No page of it is stored, but a server reads it from a database that may be behind until it is told (073).
create trigger showcases_invalidate after update or delete on public.showcases
for each row when (old.is_open) execute function private.invalidate_pages_of_row('member_id');

-- public.year_links

create trigger year_links_standing before insert or update or delete on public.year_links
for each statement when (current_user = 'authenticated') execute function private.require_standing();

-- As for a page that is closed.
create trigger year_links_invalidate after delete on public.year_links
for each row execute function private.invalidate_pages_of_row('member_id');

create trigger year_links_rate after insert on public.year_links
referencing new table as counted
for each statement when (current_user = 'authenticated')
execute function private.count_rows('showcases');
