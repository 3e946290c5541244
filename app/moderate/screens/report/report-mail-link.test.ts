import { expect, test } from "vitest";

import { reportMailLink } from "./report-mail-link.ts";

const ID = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
const SITE = "https://site.example";

const mailOf = (address: string) => {
  const link = new URL(
    reportMailLink({
      contact: "contact+site@example.org",
      subject: "Un contenu & sa page",
      lines: ["Adresse", "Pourquoi"],
      address,
      siteUrl: SITE,
    }),
  );
  return { to: decodeURIComponent(link.pathname), ...Object.fromEntries(link.searchParams) };
};

test.each([
  [`/jersey/psg/home/2019/${ID}`, `${SITE}/jersey/psg/home/2019/${ID}`],
  [`${SITE}/en/jersey/${ID}#comment-${ID}`, `${SITE}/en/jersey/${ID}#comment-${ID}`],
  ["", ""],
  ["/account", ""],
  [`https://other.example/jersey/${ID}`, ""],
  ["http://[", ""],
])("asks the form's questions about %j", (address, content) => {
  expect(mailOf(address)).toEqual({
    to: "contact+site@example.org",
    subject: "Un contenu & sa page",
    body: `Adresse\r\n${content}\r\n\r\nPourquoi\r\n`,
  });
});
