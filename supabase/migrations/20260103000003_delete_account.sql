-- A member leaves. What others already see stays, without an author; what nobody has seen yet goes,
-- and its files with it. Profile, votes, collection, wishlist and comments go with the account.
create function public.delete_account() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  member constant uuid := auth.uid();
begin
  if member is null then
    raise insufficient_privilege using
      message = 'account_denied', detail = 'Members delete their own account.';
  end if;
  -- Two administrators who leave at once must not both count on the other.
  lock table public.user_roles in share row exclusive mode;
  if exists (select from public.user_roles where user_id = member and role = 'admin')
    and not exists (select from public.user_roles where user_id <> member and role = 'admin') then
    raise sqlstate 'PT409' using
      message = 'account_last_admin', detail = 'Someone must remain who can moderate.',
      hint = 'Give the role to another member first.';
  end if;

  delete from public.jerseys where author_id = member and status <> 'approved';
  -- Uploads that no jersey shows, of an abandoned form for one.
  insert into public.storage_deletions (bucket_id, name)
  select 'jerseys', object.name from storage.objects object
  where object.bucket_id = 'jerseys' and object.name like member || '/%'
    and not private.is_image_in_use(object.name)
  on conflict on constraint storage_deletions_name_key do nothing;
  delete from auth.users where id = member;
end $$;
comment on function public.delete_account is
  'Deletes the caller''s account for good. Approved jerseys stay without an author';

revoke execute on function public.delete_account from public, anon;
grant execute on function public.delete_account to authenticated, service_role;
