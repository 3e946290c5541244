-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

ALTER TABLE "public"."reports" VALIDATE CONSTRAINT "reports_target_type_known";

ALTER TABLE "public"."visitor_reports" VALIDATE CONSTRAINT "visitor_reports_target_type_known";

ALTER TABLE "public"."notices" VALIDATE CONSTRAINT "notices_outcome_known";

set check_function_bodies = on;
-- end
