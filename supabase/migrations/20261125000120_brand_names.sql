-- Two brands in their own spelling. The row of the catalogue takes the new name, and with it the jerseys that name the row
-- (brands_rename). What a member typed beside a jersey stays, and so does a name that an administrator entered or changed: the audit log
-- has the seed command on record without an actor.
update public.brands brand
set name = spelling.proper
from (values ('Errea', 'Erreà'), ('Asics', 'ASICS')) spelling (shipped, proper)
where brand.name = spelling.shipped
  and not exists (select from public.brands other where other.name = spelling.proper)
  and exists (
    select from public.audit_log inserted
    where inserted.table_name = 'brands' and inserted.action = 'insert' and inserted.actor_id is null
      and inserted.row_id = brand.id::text)
  and not exists (
    select from public.audit_log changed
    where changed.table_name = 'brands' and changed.action = 'update' and changed.row_id = brand.id::text
      and changed.after ? 'name');
