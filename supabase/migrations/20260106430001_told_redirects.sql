-- Two more that visitors see: where the address of a merged jersey leads, and a member who is gone.

create trigger jersey_redirects_tell after insert or update or delete on public.jersey_redirects
for each row execute function private.tell_owner('from_id');

create trigger profiles_tell_delete after delete on public.profiles
for each row execute function private.tell_owner('id');
