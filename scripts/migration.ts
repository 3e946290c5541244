import { join } from "node:path";
import { parseArgs } from "node:util";

import { listMigrations, writeBaseline } from "./migration/step-file.ts";
import { writeStep } from "./migration/write-step.ts";
import { SUPABASE } from "./schema/files.ts";

/**
 * Writes a migration with what has changed in supabase/schemas: functions, triggers, policies,
 * grants and comments by itself, the rest as lines that propose what to write by hand. Says nothing if
 * nothing has changed; exits with 1 while something is left to do.
 *
 * `npm run migration -- SUBJECT`, or `npm run migration -- --replace`: writes the newest one anew
 * under the current time; its part written by hand stays. `npm run migration -- --baseline`: writes
 * the whole schema as the first migration in place of all others, for a release that begins anew.
 */
const USAGE = "usage: npm run migration -- <subject_in_lower_case> | --replace | --baseline";

function subjectOf(file: string | undefined): string {
  const subject = file?.replace(/^\d+_|\.sql$/g, "") ?? "";
  if (/^[a-z]+(?:_[a-z]+)*$/.test(subject)) return subject;
  console.error(USAGE);
  process.exit(2);
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { replace: { type: "boolean" }, baseline: { type: "boolean" } },
});
if (values.baseline) {
  console.log(`supabase/migrations/${writeBaseline(join(SUPABASE, "migrations"))}`);
  process.exit();
}
const newest = listMigrations(join(SUPABASE, "migrations")).slice(1).at(-1);
const replaces = values.replace ? newest : undefined;
const subject = subjectOf(replaces ?? positionals[0]);
const { file, byHand, remaining, next } = await writeStep({
  supabase: SUPABASE,
  subject,
  replaces,
});
if (file) console.log(`supabase/migrations/${file}`);
if (byHand > 0) {
  console.error(
    `${byHand} changes for you to decide: take “-- by hand: ” away from each line, or write statements of your own in its place, then run this again with --replace`,
  );
}
for (const item of remaining) console.error(`still differs after this step: ${item}`);
if (next.length > 0) {
  console.error(
    "when this step is ready, one more, by itself: npm run migration -- <another_subject>",
  );
}
for (const statement of next) console.error(`  ${statement}`);
process.exitCode = byHand + remaining.length + next.length > 0 ? 1 : 0;
