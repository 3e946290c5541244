-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP POLICY "members upload in good standing and within their limits" ON "storage"."objects";

DROP POLICY "suspended and anonymous accounts replace nothing" ON "storage"."objects";

create policy "members upload in good standing and within their limits" on storage.objects
  as restrictive for insert to authenticated
  with check (
    (select private.require_factor())
    and (select private.in_good_standing())
    and coalesce(octet_length(user_metadata::text), 0) <= 100
    and case bucket_id
      when 'copies' then private.count_copy_upload(metadata)
      else private.count_upload(metadata) end
  );

create policy "suspended and anonymous accounts replace nothing" on storage.objects
  as restrictive for update to authenticated
  using ((select private.in_good_standing()))
  with check (
    (select private.in_good_standing())
    and coalesce(octet_length(user_metadata::text), 0) <= 100
  );

set check_function_bodies = on;
-- end

alter table public.competitions
  drop constraint competitions_slug_format,
  add constraint competitions_slug_format
    check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 200);
alter table public.teams
  drop constraint teams_slug_format,
  add constraint teams_slug_format
    check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 200);
alter table public.copies
  add constraint copies_former_jersey_size check (octet_length(former_jersey::text) <= 8192) not valid;
alter table public.gone_jerseys
  add constraint gone_jerseys_reason_length check (char_length(reason) <= 2000) not valid;
alter table public.notices
  add constraint notices_note_length check (char_length(note) <= 2000) not valid;
alter table public.revisions
  add constraint revisions_reason_length check (char_length(reason) <= 2000) not valid;
alter table public.suggestions
  add constraint suggestions_size check (
    octet_length(changes::text) <= 131072 and octet_length(was::text) <= 131072
    and octet_length(words::text) <= 131072 and octet_length(verdicts::text) <= 131072) not valid;
