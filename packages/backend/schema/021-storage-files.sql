-- What the embedded storage service keeps about files, beyond what a hosted project shows.

-- A file is found by its version. Every file in the store is named either by an object row or
-- here, so that nothing a crash leaves behind stays for ever: a version is noted before its file
-- is written and struck out in the transaction that writes the row; it is noted again in the
-- transaction that deletes or replaces the row. What is overdue here is deleted from the store.
create table backend.storage_leftovers (
  version text primary key,
  delete_after timestamptz not null default now()
);
create index storage_leftovers_due on backend.storage_leftovers (delete_after);

-- A trigger, not the service, keeps the list: rows that SQL deletes (a queue of deleted jerseys,
-- an operator) lose their files too. It runs with its owner's rights because the request roles
-- don't reach schema backend.
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

-- Signs the addresses of private files. Not the key of the access tokens: an address must never
-- pass for a session, nor a session for an address.
create table backend.storage_url_secret (
  only_row boolean primary key default true check (only_row),
  secret text not null
);
insert into backend.storage_url_secret (secret)
values (encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'utf8')), 'hex'));
