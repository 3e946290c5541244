-- Files without a row. Every file in the store is named by its version, in an object's row or here,
-- so that a crash leaves nothing behind for ever: a version is inserted here before its file is
-- written and deleted in the transaction that writes the row; it is inserted again in the
-- transaction that deletes or replaces the row. Overdue files are deleted from the store.
create table backend.storage_leftovers (
  version text primary key,
  delete_after timestamptz not null default now()
);
create index storage_leftovers_due on backend.storage_leftovers (delete_after);

-- A trigger, not the service, maintains the list, so that rows deleted by SQL lose their files too. It
-- runs with its owner's rights because the request roles can't use schema backend.
create function backend.note_storage_leftover() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' and old.version is not null then
    insert into backend.storage_leftovers (version) values (old.version)
    on conflict (version) do update set delete_after = excluded.delete_after;
  end if;
  if tg_op <> 'DELETE' then
    delete from backend.storage_leftovers where version = new.version;
  end if;
  return null;
end $$;

create trigger note_leftover_of_write after insert or delete on storage.objects
for each row execute function backend.note_storage_leftover();

create trigger note_leftover_of_replacement after update of version on storage.objects
for each row when (old.version is distinct from new.version)
execute function backend.note_storage_leftover();
