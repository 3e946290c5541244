import { afterAll, beforeAll, expect, it } from "vitest";

import { MAILS } from "../../../server/mail/register.ts";
import { createRules, type Rules } from "../support/rules.ts";

let rules: Rules;

beforeAll(async () => {
  rules = await createRules();
});
afterAll(() => rules.close());

async function valuesOf(constraint: string): Promise<string[]> {
  const { rows } = await rules.system(
    "select pg_get_constraintdef(oid) as definition from pg_constraint where conname = $1",
    [constraint],
  );
  const { definition } = rows[0] as { definition: string };
  return [...definition.matchAll(/'(\w+)'/g)].map(([, value]) => value!).toSorted();
}

it("every notice has a mail in the register, but those whose mail is about a visitor's report, those of the account alone, and past kinds", async () => {
  const ofSeveral = ["undone_all", "comments_hidden"];
  const mailed = Object.keys(MAILS.notices).filter((kind) => !ofSeveral.includes(kind));
  const others = [
    ...["report_upheld", "report_dismissed", "comment_shown", "reopened"],
    // Of notices that stay readable; nothing writes new ones.
    ...["reverted", "partly_reverted"],
  ];
  expect(await valuesOf("notices_outcome_known")).toEqual([...mailed, ...others].toSorted());
});

it("every mail about a visitor's report is in the register", async () => {
  const kinds = Object.keys(MAILS.visitorReports).filter((kind) => !kind.startsWith("author_"));
  expect(await valuesOf("visitor_report_mails_kind_known")).toEqual(kinds.toSorted());
});

it("the topics of the register are those that members can switch off", async () => {
  const topics = Object.values(MAILS.notices).map(({ topic }) => topic);
  expect(await valuesOf("notice_settings_topic_known")).toEqual([...new Set(topics)].toSorted());
});
