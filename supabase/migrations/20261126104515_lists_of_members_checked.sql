insert into private.write_limits (kind, span, most, for_new) values
  ('lists', '1 hour', 30, false), ('lists', '1 day', 100, false), ('lists', '1 day', 20, true),
  ('list_items', '1 hour', 3000, false), ('list_items', '1 day', 10000, false), ('list_items', '1 day', 3000, true)
on conflict do nothing;

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

ALTER TABLE "public"."notices" VALIDATE CONSTRAINT "notices_about_known";

set check_function_bodies = on;
-- end
