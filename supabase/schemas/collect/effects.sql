-- What happens when a row of a collection changes, in the order in which it happens.
-- Triggers of shelves, copies, their photos and follows stand here, each table's in one place.
-- The functions that they call stand with their subject.

-- public.user_collections

create trigger user_collections_standing before insert or update or delete on public.user_collections
for each statement when (current_user = 'authenticated') execute function private.require_standing();

create trigger user_collections_wait_delete before delete on public.user_collections
for each statement when (current_user = 'authenticated') execute function private.lock_collection_first();

create trigger user_collections_admit before insert on public.user_collections
for each row execute function private.guard_gone('jersey_id');

create trigger user_collections_wait_insert before insert on public.user_collections
for each row when (current_user = 'authenticated') execute function private.lock_jersey_and_collection();

create trigger user_collections_mark_collected
after insert or delete or update of jersey_id on public.user_collections
for each row execute function private.mark_collected();

create trigger user_collections_owned after insert on public.user_collections
referencing new table as added
for each statement execute function private.own_collected();

create trigger user_collections_removed after delete on public.user_collections
referencing old table as gone
for each statement execute function private.remove_uncollected();

-- public.user_wishlists

create trigger user_wishlists_standing before insert or update or delete on public.user_wishlists
for each statement when (current_user = 'authenticated') execute function private.require_standing();

create trigger user_wishlists_admit before insert on public.user_wishlists
for each row when (new.jersey_id is not null) execute function private.guard_gone('jersey_id');

create trigger user_wishlists_tidy before insert or update of former_jersey on public.user_wishlists
for each row when (new.former_jersey is not null) execute function private.tidy_own_wish();

create trigger user_wishlists_mark_collected
after insert or delete or update of jersey_id on public.user_wishlists
for each row execute function private.mark_collected();

create trigger user_wishlists_limit after insert on public.user_wishlists
referencing new table as added
for each statement execute function private.limit_rows(
  'user_id', '20000', 'wishes_per_member', 'A wishlist has at most 20000 shirts.');

-- public.copies

create trigger copies_standing before insert or update or delete on public.copies
for each statement when (current_user = 'authenticated') execute function private.require_standing();

create trigger copies_wait_delete before delete on public.copies
for each statement when (current_user = 'authenticated') execute function private.lock_collection_first();

-- Other details need no lock.
create trigger copies_wait_update before update of jersey_id, removed_at on public.copies
for each statement when (current_user = 'authenticated') execute function private.lock_collection_first();

create trigger copies_admit before insert on public.copies
for each row when (new.jersey_id is not null) execute function private.guard_gone('jersey_id');

create trigger copies_jersey before update of jersey_id on public.copies
for each row when (current_user = 'authenticated' and new.jersey_id is distinct from old.jersey_id)
execute function private.check_copy_jersey();

create trigger copies_own_insert before insert on public.copies
for each row when (current_user = 'authenticated' and new.former_jersey is not null)
execute function private.tidy_own_shirt();

create trigger copies_own_update before update of former_jersey on public.copies
for each row when (current_user = 'authenticated' and new.former_jersey is distinct from old.former_jersey)
execute function private.tidy_own_shirt();

create trigger copies_tidy before insert or update on public.copies
for each row execute function private.tidy_copy();

create trigger copies_wait_insert before insert on public.copies
for each row when (current_user = 'authenticated') execute function private.lock_jersey_and_collection();

create trigger copies_collected after insert on public.copies
referencing new table as added
for each statement execute function private.collect_copies();

create trigger copies_followed after update on public.copies
referencing old table as gone new table as added
for each statement execute function private.follow_copies();

create trigger copies_limit after insert on public.copies
referencing new table as added
for each statement execute function private.limit_rows(
  'owner_id', '20000', 'copies_per_owner', 'A collection has at most 20000 copies.');

create trigger copies_uncollected after delete on public.copies
referencing old table as gone
for each statement execute function private.uncollect_copies();

-- public.copy_photos

create trigger copy_photos_standing before insert or update or delete on public.copy_photos
for each statement when (current_user = 'authenticated') execute function private.require_standing();

-- The first photo gives a copy details. Who takes the jersey out meanwhile must see it, or would delete both.
create trigger copy_photos_wait_insert before insert on public.copy_photos
for each statement when (current_user = 'authenticated') execute function private.lock_collection_first();

create trigger copy_photos_keep_files after insert on public.copy_photos
referencing new table as added
for each statement execute function private.keep_copy_file();

create trigger copy_photos_limit after insert on public.copy_photos
referencing new table as added
for each statement execute function private.limit_copy_photos();

create trigger copy_photos_queue_file_deletion after delete on public.copy_photos
referencing old table as gone
for each statement execute function private.queue_copy_file_deletion();

create trigger copy_photos_touch_delete after delete on public.copy_photos
referencing old table as changed
for each statement execute function private.touch_copies();

create trigger copy_photos_touch_insert after insert on public.copy_photos
referencing new table as changed
for each statement execute function private.touch_copies();

create trigger copy_photos_touch_update after update on public.copy_photos
referencing new table as changed
for each statement execute function private.touch_copies();

-- public.collection_imports

create trigger collection_imports_standing before insert or update or delete on public.collection_imports
for each statement when (current_user = 'authenticated') execute function private.require_standing();

create trigger collection_imports_rate after insert on public.collection_imports
referencing new table as counted
for each statement when (current_user = 'authenticated')
execute function private.count_rows('imports');

-- public.follows

create trigger follows_standing before insert or update or delete on public.follows
for each statement when (current_user = 'authenticated') execute function private.require_standing();

create trigger follows_hide_unfollowed after delete on public.follows
for each row when (old.target_type = 'team') execute function private.hide_unfollowed();

-- Before the limit: it makes a member's writes wait for each other.
create trigger follows_counted after insert on public.follows
referencing new table as counted
for each statement when (current_user = 'authenticated')
execute function private.count_rows('follows');

create trigger follows_limit after insert on public.follows
referencing new table as added
for each statement execute function private.limit_rows(
  'member_id', '500', 'follows_five_hundred', 'A member follows at most 500 teams, competitions, brands and lists.');
