-- Deleting an account.
-- Approved jerseys stay without an author; jerseys that are not public go with their files.
-- Everything else of the member goes too, but decided suggestions, the history and the log, which stay without a name.

create function private.delete_account() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  member constant uuid := auth.uid();
begin
  if member is null then
    raise insufficient_privilege using
      message = 'account_denied', detail = 'Members delete their own account.';
  end if;
  -- Two administrators who delete their accounts at once must not each rely on the other.
  lock table public.user_roles in share row exclusive mode;
  if exists (select from public.user_roles where user_id = member and role = 'admin')
    and not private.has_administrator(beside => member) then
    raise sqlstate 'PT409' using
      message = 'account_last_admin', detail = 'Someone must remain who can moderate.',
      hint = 'Give the role to another member first.';
  end if;

  delete from public.jerseys where author_id = member and status <> 'approved';
  -- Images before what they belong to, as in a decision.
  perform from public.jersey_images image join public.suggestions suggestion on suggestion.id = image.suggestion_id
  where suggestion.member_id = member order by image.id for update of image;
  delete from public.suggestions where member_id = member and status = 'open';
  -- Those that were accepted are images of their jersey.
  delete from public.jersey_images image using public.suggestions suggestion
  where suggestion.id = image.suggestion_id and suggestion.member_id = member;
  -- What an undo could have brought back goes with its owner.
  update public.storage_deletions deletion set held_for = null, retry_at = now()
  where deletion.bucket_id = 'jerseys' and deletion.name collate "C" >= member || '/' and deletion.name collate "C" < member || '0'
    and not exists (select from public.jersey_images image where image.path = deletion.name);
  -- Uploads that no jersey shows, for example of an abandoned form, and all files of copies.
  insert into public.storage_deletions (bucket_id, name)
  select object.bucket_id, object.name from storage.objects object
  where object.bucket_id in ('jerseys', 'copies') and object.name collate "C" >= member || '/' and object.name collate "C" < member || '0'
    and not (object.bucket_id = 'jerseys' and private.is_image_in_use(object.name))
  on conflict on constraint storage_deletions_name_key do nothing;
  delete from auth.users where id = member;
end $$;

-- Deletion can't be undone: a password alone is not enough if there is a second factor, nor is the
-- token of an ended session.
create function public.delete_account() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is not null then
    perform private.require_session();
  end if;
  perform private.record_account_event('user_deleted', 'team');
  perform private.delete_account();
end $$;
comment on function public.delete_account is
  'Deletes the caller''s account for good. Approved jerseys stay without an author';
