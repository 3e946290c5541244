import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { join } from "node:path";

import { headOfJoined, unreleased, writeBaseline } from "./migration/join-steps.ts";
import { listMigrations } from "./migration/step-file.ts";
import { SUPABASE } from "./migration/schema-files.ts";
import { writeStep } from "./migration/write-step.ts";

/** Writes a migration (docs/migrations.md). Says nothing if nothing has changed; exits with 1 while something is left to do. */
const USAGE = `usage: npm run migration -- <subject_in_lower_case>         what has changed
       npm run migration -- --replace                       the newest one anew
       npm run migration -- --join <subject_in_lower_case>  all that are not released, as one
       npm run migration -- --baseline                      the whole schema, in place of all`;

const folder = join(SUPABASE, "migrations");

function subjectOf(file: string | undefined): string {
  const subject = file?.replace(/^\d+_|\.sql$/g, "") ?? "";
  if (/^[a-z]+(?:_[a-z]+)*$/.test(subject)) return subject;
  console.error(USAGE);
  process.exit(2);
}

/** The lines by which a joined step says what it joins: writing it anew keeps them. */
const joinedHead = (file: string): string =>
  /^(?:-- (?:joins|otherwise): .*\n)+\n/.exec(readFileSync(join(folder, file), "utf8"))?.[0] ?? "";

const flag = { type: "boolean" } as const;
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { replace: flag, join: flag, baseline: flag },
});
if (values.baseline) {
  console.log(`supabase/migrations/${writeBaseline(SUPABASE)}`);
  process.exit();
}
const newest = listMigrations(folder).slice(-1);
const replaces = values.replace ? newest : values.join ? unreleased(SUPABASE) : [];
const { file, byHand, remaining } = await writeStep({
  supabase: SUPABASE,
  subject: subjectOf(values.replace ? newest[0] : positionals[0]),
  replaces,
  head: values.join ? headOfJoined(replaces) : replaces.map(joinedHead).join(""),
});
if (file) console.log(`supabase/migrations/${file}`);
if (byHand > 0) {
  console.error(
    `${byHand} changes for you to decide: take “-- by hand: ” away from each line, or write statements of your own in its place, then run this again with --replace`,
  );
}
for (const item of remaining) console.error(`still differs after this step: ${item}`);
process.exitCode = byHand + remaining.length > 0 ? 1 : 0;
