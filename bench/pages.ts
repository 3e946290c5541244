/**
 * Every public screen, and a member's, in a real Chromium, in four parts: `weight` (what a phone downloads), `phone` (waiting times on a
 * slow phone and line), `lighthouse`, and `members` (the pages of one with 200 shirts on that phone). Targets: `bench/pages/`.
 *
 *     npm run bench -- pages [--part weight,phone,lighthouse,members] [--only home,jersey] [--runs 3] [--lang en]
 */
import { chromium } from "@playwright/test";
import { parseArgs } from "node:util";

import { isLanguage } from "../app/shared/i18n/languages.ts";
import { CHROMIUM } from "../tests/support/chromium.ts";
import { startSite } from "../tests/support/site.ts";
import { auditScreens } from "./pages/lighthouse.ts";
import { visitMemberPages } from "./pages/members.ts";
import { visitScreens } from "./pages/slow-phone.ts";
import { weighScreens } from "./pages/weight.ts";
import { publicScreens } from "./support/screens.ts";

const { values: given } = parseArgs({
  options: {
    part: { type: "string", default: "weight,phone,lighthouse,members" },
    only: { type: "string" },
    runs: { type: "string", default: "3" },
    lang: { type: "string", default: "fr" },
  },
});
const { lang, only } = given;
if (!isLanguage(lang)) throw new Error(`the site is not in ${lang}`);
const parts = given.part.split(",");
const runs = Number(given.runs);
const site = await startSite({ SEED: "demo" });
const browser = await chromium.launch(CHROMIUM);
try {
  const all = await publicScreens(site, lang);
  const screens = all.filter(({ name }) => !only || only.split(",").includes(name));
  if (parts.includes("weight")) await weighScreens(browser, site.url, screens);
  if (parts.includes("phone")) await visitScreens(browser, site.url, screens, runs);
  if (parts.includes("lighthouse")) await auditScreens(browser, site.url, screens, runs);
  if (parts.includes("members")) await visitMemberPages(browser, site, lang, only, runs);
} finally {
  await browser.close();
  await site.stop();
}
