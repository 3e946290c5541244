-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

create or replace function public.sweep_imports(older_than interval default '7 days') returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  swept bigint;
begin
  delete from private.imported_lines line using public.collection_imports import
  where import.id = line.import_id and import.created_at < now() - older_than;
  get diagnostics swept = row_count;
  delete from private.imported_wishes brought using public.collection_imports import
  where import.id = brought.import_id and import.created_at < now() - older_than;
  delete from private.imported_votes brought using public.collection_imports import
  where import.id = brought.import_id and import.created_at < now() - older_than;
  delete from public.collection_imports where created_at < now() - older_than - interval '1 year';
  -- Without them an import that was left can't go on.
  delete from private.catalogue_batches batch using public.catalogue_imports import
  where import.id = batch.import_id and coalesce(import.finished_at, import.created_at + interval '1 year') < now() - older_than;
  return swept;
end $$;

COMMENT ON TABLE "private"."catalogue_batches" IS 'Answers to batches, for a batch that is sent again; deleted a week after the import''s end';

set check_function_bodies = on;
-- end
