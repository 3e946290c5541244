/**
 * Every public screen, and a member's, in a real Chromium, in four parts: `weight` (what a phone downloads), `phone` (waiting times on a
 * slow phone and line), `lighthouse`, and `members` (the pages of one with 200 shirts on that phone). Targets: `bench/pages/`.
 *
 *     npm run bench -- pages [--part weight,phone,lighthouse,members] [--only home,jersey] [--runs 3]
 */
import { chromium } from "@playwright/test";

import { CHROMIUM } from "../tests/support/chromium.ts";
import { startSite } from "../tests/support/site.ts";
import { auditScreens } from "./pages/lighthouse.ts";
import { visitMemberPages } from "./pages/members.ts";
import { visitScreens } from "./pages/slow-phone.ts";
import { weighScreens } from "./pages/weight.ts";
import { readOptions } from "./support/options.ts";
import { publicScreens } from "./support/screens.ts";

const given = readOptions({ part: "weight,phone,lighthouse,members", only: "", runs: "3" });
const parts = given.part.split(",");
const runs = Number(given.runs);
const isChosen = ({ name }: { name: string }) =>
  !given.only || given.only.split(",").includes(name);
const site = await startSite({ SEED: "demo" });
const browser = await chromium.launch(CHROMIUM);
try {
  const screens = (await publicScreens(site)).filter(isChosen);
  if (parts.includes("weight")) await weighScreens(browser, site.url, screens);
  if (parts.includes("phone")) await visitScreens(browser, site.url, screens, runs);
  if (parts.includes("lighthouse")) await auditScreens(browser, site.url, screens, runs);
  if (parts.includes("members")) await visitMemberPages(browser, site, isChosen, runs);
} finally {
  await browser.close();
  await site.stop();
}
