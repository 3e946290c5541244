-- `updated_at` tells when a file was replaced or moved. Withholding it or giving it back, by its user metadata alone, does
-- neither. The storage service never writes the user metadata alone.
drop trigger update_objects_updated_at on storage.objects;
create trigger update_objects_updated_at
before update of
  id, bucket_id, name, owner, owner_id, created_at, updated_at, last_accessed_at, metadata, version
on storage.objects
for each row execute function storage.touch_updated_at();
