-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

ALTER TABLE "public"."jerseys" VALIDATE CONSTRAINT "jerseys_colors_named";

set check_function_bodies = on;
-- end
