import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import { LANGUAGES } from "../../app/shared/i18n/languages.ts";
import { markdownTable } from "../../tests/support/markdown-table.ts";
import { type MailEntry, MAILS } from "./register.ts";
import { MAIL_TEXTS } from "./texts/texts.ts";

const ROOT = join(import.meta.dirname, "../..");
/** Writes `docs/mails.md` anew. */
const UPDATE = "npx vitest run --project unit server/mail/register.test.ts --update";

function table(subject: keyof typeof MAILS): string {
  const mails = Object.entries<MailEntry>(MAILS[subject]);
  const kinds: Record<string, { subject: string }> = MAIL_TEXTS.en[subject].kinds;
  const hasTopics = mails.some(([, { topic }]) => topic);
  return markdownTable(
    ["mail", "subject in English", "to", "when", ...(hasTopics ? ["topic"] : [])],
    mails.map(([kind, { to, when, topic }]) => [
      `\`${kind}\``,
      kinds[kind]!.subject,
      to,
      when,
      ...(topic ? [topic] : []),
    ]),
  );
}

const document = `# Mails

Which mails does the site send, when, to whom, and where is their text? This page is made from the register in \`server/mail/register.ts\`; after a
change there run \`${UPDATE}\`.

Texts are in \`server/mail/texts/<language>/\`. A mail is in the language of the account, or of the form; in French if that is unknown.
Every mail can be read in \`DATA_DIR/outbox\` while \`SMTP_URL\` isn't set.

## Accounts

The backend sends these at once, and keeps those that the mail server doesn't take for a day (\`packages/backend/src/auth/mail-queue.ts\`); a Supabase project has its own. Texts: \`account.ts\`. Renderer:
\`packages/backend/src/mail/compose.ts\`. They can't be switched off.

${table("account")}

## Decisions

The transaction that decides writes a notice and queues its mail; a job sends it ([jobs](jobs.md), [014](decisions/014-notices.md)). Texts:
\`notices.ts\`. Renderer: \`server/mail/notice-mail.ts\`. Members switch the mails of a topic off in their account, or by the link
“unsubscribe” of their mail program. Nobody gets a mail about their own action.

${table("notices")}

## Reports by people without an account

Queued and sent likewise. Texts: \`visitor-reports.ts\`. Renderer: \`server/mail/visitor-report-mail.ts\`. They can't be switched off.

${table("visitorReports")}

## The weekly letter

Claimed week by week; a claimed letter of which nobody knows whether it left is not repeated ([083](decisions/083-a-letter-at-most-once.md)). Texts:
\`letters.ts\`. Renderer: \`server/mail/letter.ts\`. Off until a member switches it on in their account; switched off there, or without signing in by the link in the
letter or in their mail program.

${table("letters")}

## The daily mail to reviewers

Claimed day by day, as the letters are; a mail server that refuses one for now gets it again after an hour. Texts: \`reviews.ts\`. Renderer:
\`server/mail/review-mail.ts\`. On for reviewers; switched off as the letter is.

${table("reviews")}
`;

test(`docs/mails.md is the register; after a change: ${UPDATE}`, async () => {
  await expect(document).toMatchFileSnapshot(join(ROOT, "docs/mails.md"));
});

test.each(LANGUAGES)("the texts in %s are those of the register, no others", (lang) => {
  const kinds = Object.entries(MAIL_TEXTS[lang]).map(([subject, texts]) => [
    subject,
    Object.keys(texts.kinds as object).toSorted(),
  ]);
  expect(kinds).toEqual(
    Object.entries(MAILS).map(([subject, mails]) => [subject, Object.keys(mails).toSorted()]),
  );
});

test("the functions that the register names exist", () => {
  const sql = globSync("supabase/schemas/**/*.sql", { cwd: ROOT })
    .map((file) => readFileSync(join(ROOT, file), "utf8"))
    .join("\n");
  const named = Object.values(MAILS)
    .flatMap((mails) => Object.values<MailEntry>(mails))
    .flatMap(({ when }) => [...when.matchAll(/`(\w+)\(\)`/g)].map(([, name]) => name));
  expect(named.length).toBeGreaterThan(10);
  for (const name of named) expect(sql).toContain(`create function public.${name}(`);
});
