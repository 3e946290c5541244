-- The typographic apostrophe, as on every page. The slug stays, and so does a name that an administrator entered or changed: the
-- audit log has the seed command on record without an actor.
update public.competitions competition
set name = 'Women’s Super League'
where competition.slug = 'womens-super-league' and competition.name = 'Women''s Super League'
  and exists (
    select from public.audit_log inserted
    where inserted.table_name = 'competitions' and inserted.action = 'insert' and inserted.actor_id is null
      and inserted.row_id = competition.id::text)
  and not exists (
    select from public.audit_log changed
    where changed.table_name = 'competitions' and changed.action = 'update'
      and changed.row_id = competition.id::text and changed.after ? 'name');
