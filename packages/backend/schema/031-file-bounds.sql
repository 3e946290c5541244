-- What a member writes in a row of a file is bounded, whichever way it comes. The storage service takes no user metadata
-- and hence counts none of its bytes: a member had a megabyte of it stored by a request of 300 bytes. What is there is
-- SQL's mark of a withheld file.
update storage.objects
set user_metadata = case when user_metadata -> 'withheld' = 'true' then '{"withheld": true}'::jsonb end
where user_metadata is not null and octet_length(user_metadata::text) > 100;

alter table storage.objects
  add constraint objects_name_length check (char_length(name) <= 1024),
  add constraint objects_owner_id_length check (char_length(owner_id) <= 100),
  add constraint objects_version_length check (char_length(version) <= 100),
  add constraint objects_metadata_size check (octet_length(metadata::text) <= 2048),
  add constraint objects_user_metadata_size check (octet_length(user_metadata::text) <= 100);
