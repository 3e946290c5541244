-- Approved jerseys that were edited before: their unreviewed version is public. The log gives back the version
-- decided on; the author's becomes an edit. Where the log does not reach back, nobody knows what was decided on: the
-- jersey is pending again.
do $$
declare
  jersey public.jerseys;
  change record;
  edit uuid;
  image public.jersey_images;
begin
  for jersey in
    select * from public.jerseys
    where status = 'approved' and edited_at is not null and author_id is not null
      and exists (select from private.changes_since_decision(id))
  loop
    insert into public.jersey_edits (jersey_id, author_id, created_at, edited_at)
    values (jersey.id, jersey.author_id, jersey.edited_at, jersey.edited_at)
    returning id into edit;
    for change in
      select * from private.changes_since_decision(jersey.id) order by field = 'image' and before is not null
    loop
      if change.field <> 'image' then
        update public.jersey_edits set changes = changes || jsonb_build_object(change.field, change.after)
        where id = edit;
        execute format('update public.jerseys set %I = $1 where id = $2', change.field)
        using change.before, jersey.id;
      elsif change.before is null then
        update public.jersey_images set edit_id = edit
        where jersey_id = jersey.id and url = change.after and edit_id is null;
      else
        select was.* into image
        from public.audit_log log
        cross join lateral jsonb_populate_record(null::public.jersey_images, log.before) was
        where log.table_name = 'jersey_images' and log.row_id = jersey.id::text
          and log.action = 'delete' and was.url = change.before
          -- An image whose file is gone stays deleted.
          and (was.path is null or private.is_image_in_use(was.path))
        order by log.id desc limit 1;
        if found then
          image.id := gen_random_uuid();
          update public.jersey_edits set removed_images = removed_images || image.id where id = edit;
          insert into public.jersey_images (id, jersey_id, url, alt, position, likeness)
          values (image.id, jersey.id, image.url, image.alt, image.position, image.likeness);
        end if;
      end if;
    end loop;
    -- Files held for images that could not come back.
    update public.storage_deletions set held_for = null, retry_at = now() where held_for = jersey.id;
    perform private.settle_edit(jersey.id);
  end loop;
end $$;
update public.jerseys set status = 'pending', edited_at = null
where status = 'approved' and edited_at is not null
  and not exists (select from public.jersey_edits edit where edit.jersey_id = jerseys.id);
