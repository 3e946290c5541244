import type { Page } from "@playwright/test";

import { createAdministrator } from "../support/administrators.ts";
import { decide, submitJersey } from "../support/jerseys.ts";
import { browserOf, createMember } from "../support/members.ts";
import type { Site } from "../../tests/support/site.ts";
import { expect, test } from "../support/test.ts";

/** A jersey without votes. */
async function freshJersey(site: Site, title: string): Promise<string> {
  const author = await createMember(site, "auteur");
  const admin = await createAdministrator(site, "admin");
  const id = await submitJersey(site, author, { title });
  await decide(site, admin, id);
  return `/jersey/${id}`;
}

const voteButtons = (page: Page) => page.getByRole("group", { name: "Votre vote" });
const vote = (page: Page, way: "pour" | "contre") =>
  voteButtons(page).getByRole("button", { name: `Voter ${way}` });

/** Opens a jersey and waits until the member's own vote has been read. */
async function open(page: Page, address: string): Promise<void> {
  const read = page.waitForResponse(/\/rest\/v1\/jerseys\?.*jersey_votes/);
  await page.goto(address);
  await read;
}

test("counts the votes of two members correctly in both browsers", async ({ browser, site }) => {
  const address = await freshJersey(site, "Maillot partagé");
  /** A different one for every score, which the share picture shows. */
  const pictured = async () => (await fetch(`${site.url}/og${address}.fr.jpg`)).headers.get("etag");
  const unvoted = await pictured();
  expect(unvoted).toBe(await pictured());
  const tabs = await Promise.all(
    ["pour", "contre"].map(async (name) =>
      browserOf(browser, site, await createMember(site, name)),
    ),
  );
  for (const tab of tabs) await open(tab, address);
  const [one, other] = tabs as [Page, Page];
  const written = tabs.map((tab) =>
    tab.waitForResponse((answer) => answer.url().includes("/rest/v1/jersey_votes")),
  );
  await Promise.all([vote(one, "pour").click(), vote(other, "contre").click()]);
  for (const answer of await Promise.all(written)) expect(answer.ok()).toBe(true);

  for (const tab of tabs) {
    await open(tab, tab.url());
    await expect(vote(tab, "pour")).toContainText("1");
    await expect(vote(tab, "contre")).toContainText("1");
  }
  await expect(vote(one, "pour")).toHaveAttribute("aria-pressed", "true");
  await expect(vote(other, "contre")).toHaveAttribute("aria-pressed", "true");

  // One opinion, one figure: the rating. No share, no bound.
  const head = one.getByRole("article").first();
  await expect(head.locator("dl").first()).toHaveText(/^Note2,5 sur 52,5\/5$/);
  await expect(head).not.toContainText(/%|pour sur/);

  // Two tabs of one member synchronise without a reload.
  const second = await one.context().newPage();
  await open(second, address);
  await expect(vote(second, "pour")).toHaveAttribute("aria-pressed", "true");
  await vote(second, "contre").click();
  await expect(vote(one, "contre")).toHaveAttribute("aria-pressed", "true");
  await expect(vote(one, "contre")).toContainText("2");
  await expect(vote(one, "pour")).toContainText("0");
  await expect.poll(pictured).not.toBe(unvoted);
  for (const tab of tabs) await tab.context().close();
});
