-- Lists that REST made of nested ones, before save_showcase() flattened them.
update public.showcases set teams = array(select unnest(teams)) where array_ndims(teams) > 1;

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

ALTER TABLE "public"."showcases" VALIDATE CONSTRAINT "showcases_teams_flat";

set check_function_bodies = on;
-- end
