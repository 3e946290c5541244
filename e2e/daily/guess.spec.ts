import type { Page } from "@playwright/test";

import { expectAccessible } from "../support/accessible.ts";
import { runSql } from "../support/database.ts";
import { createMember, signInAs } from "../support/members.ts";
import { expect, test } from "../support/test.ts";

const TODAY = "(now() at time zone 'Europe/Paris')::date";
const TEAM = "Racing Quimperlé";
const SLUG = "quimperl";

/** Today and yesterday the same jersey is to be guessed, whose team has a name that nothing else has. */
const GUESS = `
  do $$
  declare
    chosen uuid;
    its_team uuid;
  begin
    perform draw_days();
    select jersey.id, jersey.team_id into chosen, its_team
    from jerseys jersey join jersey_images image on image.jersey_id = jersey.id
    where jersey.status = 'approved' and jersey.is_active and jersey.league = 'SOCCER' and jersey.year between 2010 and 2019
      and jersey.team not in ('Brésil', 'Real Madrid', 'Arsenal', 'Chelsea', 'Paris Saint-Germain')
      and not exists (select from daily_shirts shown where shown.facts ->> 'team_id' = jersey.team_id::text)
      and not exists (
        select from daily_duels duel
        where jersey.team_id::text in (duel.first_facts ->> 'team_id', duel.second_facts ->> 'team_id'))
    order by jersey.id limit 1;
    update teams set name = '${TEAM}' where id = its_team;
    update jerseys set title = '${TEAM} 1999' where id = chosen;
    delete from daily_shirts where kind = 'guess' and day in (${TODAY}, ${TODAY} - 1);
    perform private.set_guess(${TODAY}, chosen);
    perform private.set_guess(${TODAY} - 1, chosen);
  end $$`;

/** Everything that the page gets: addresses, headers and bodies. */
function record(page: Page) {
  const sent: Promise<string>[] = [];
  page.on("response", (response) => {
    const headers = JSON.stringify(response.headers());
    sent.push(
      response.body().then(
        (body) => `${response.url()}\n${headers}\n${body.toString("latin1")}\n${body.toString()}`,
        // Of a redirect or an interrupted answer.
        () => `${response.url()}\n${headers}`,
      ),
    );
  });
  return async () => Promise.all(sent);
}

async function choose(page: Page, typed: string, name: RegExp, decade: string) {
  // By the keyboard alone: the first suggestion is active.
  const team = page.getByRole("combobox", { name: "Équipe" });
  await team.fill(typed);
  await expect(page.getByRole("option").first()).toHaveText(name);
  await team.press("Enter");
  const field = page.getByRole("combobox", { name: "Décennie" });
  await expect(field).toBeFocused();
  await field.selectOption(decade);
}

const tries = (page: Page) => page.getByRole("region", { name: "Vos essais" }).locator("ol > li");

async function guess(page: Page, typed: string, name: RegExp, decade: string) {
  const before = await tries(page).count();
  await choose(page, typed, name, decade);
  await page.getByRole("button", { name: "Essayer" }).press("Enter");
  await expect(tries(page)).toHaveCount(before + 1);
}

test("the guess: nothing says what it is before the last try, and a reload, a lost network and a sign-in lose nothing", async ({
  page,
  site,
  context,
}) => {
  await runSql(site, GUESS);
  const recorded = record(page);
  await page.goto("/aujourdhui");
  await page.getByRole("button", { name: "Jouer" }).click();
  // Names in another language, and with a typing error.
  await guess(page, "brazil", /^Brésil/, "1950");
  await expect(page.getByAltText("Le maillot dessiné", { exact: false })).toBeVisible();
  await guess(page, "lakres", /Lakers/, "1960");
  await page.reload();
  await expect(tries(page)).toHaveCount(2);
  await expectAccessible(page);

  await page.route("**/rpc/try_guess", (route) => route.abort());
  await choose(page, "real madr", /^Real Madrid/, "1970");
  await page.getByRole("button", { name: "Essayer" }).click();
  await expect(page.getByText("Le serveur ne répond pas", { exact: false })).toBeVisible();
  await page.unroute("**/rpc/try_guess");
  await page.getByRole("button", { name: "Essayer" }).click();
  await expect(tries(page)).toHaveCount(3);
  await expect(page.getByAltText("Un détail de l’image", { exact: false })).toBeVisible();
  await guess(page, "arsenal", /^Arsenal/, "1980");
  await guess(page, "chelsea", /^Chelsea/, "1990");
  await expect(page.getByAltText("L’image du maillot.")).toBeVisible();
  await expect(page.getByText("Essai 6 sur 6")).toBeVisible();

  // What others of the site's addresses send belongs to it, too.
  for (const path of ["/aujourdhui.data", "/feed/fr.atom", "/sw.js", "/rest/v1/daily_shirts"]) {
    await page.evaluate(
      (address) =>
        fetch(address, {
          headers: {
            apikey: document.querySelector<HTMLMetaElement>('meta[name="backend-key"]')!.content,
          },
        }).then((answer) => answer.text()),
      path,
    );
  }
  const sent = await recorded();
  const [secret] = await runSql(
    site,
    `select jersey.id, jersey.team_id, (
       select regexp_replace(image.path, '^.*/', '') from jersey_images image where image.jersey_id = jersey.id limit 1) as file
     from jerseys jersey where jersey.team = '${TEAM}' and jersey.title = '${TEAM} 1999'`,
  );
  const secrets = [SLUG, ...Object.values(secret!)];
  expect(secrets.filter(Boolean)).toHaveLength(4);
  expect(sent.some((answer) => answer.includes("/daily/"))).toBe(true);
  const telling = sent.filter((answer) =>
    secrets.some((of) => answer.toLowerCase().includes(of.toLowerCase())),
  );
  expect(telling.map((answer) => answer.slice(0, 300))).toEqual([]);

  await choose(page, "psg", /^Paris Saint-Germain/, "2020");
  await page.getByRole("button", { name: "Essayer" }).press("Enter");
  const result = page.getByRole("region", { name: "Pas trouvé cette fois" });
  await expect(result.getByRole("link", { name: TEAM, exact: false })).toHaveAttribute(
    "href",
    /^\/jersey\//,
  );
  await expect(result.getByRole("heading", { name: "Pas trouvé cette fois" })).toBeFocused();
  await expect(result.getByRole("link", { name: "Suggérer une correction" })).toHaveAttribute(
    "href",
    /^\/suggest\/jersey\//,
  );
  await expectAccessible(page);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await result.getByRole("button", { name: "Partager mon résultat" }).click();
  await expect(page.getByText("Résultat copié")).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toMatch(
    /^Maillothèque, devinette du .+\s: X\/6\n(?:[🟩⬛⬜]{6}\n){6}http.+\/aujourdhui$/u,
  );
  expect(text).not.toContain(TEAM);

  // A past day: won at once.
  await page.goto("/aujourdhui");
  await page.getByRole("button", { name: "Autres actions" }).click();
  await page.getByRole("link", { name: "Mois par mois" }).click();
  const [day] = await runSql(site, `select (${TODAY} - 1)::text as before`);
  await page.goto(`/aujourdhui?guess=${day!.before}`);
  await choose(page, "quimperlé", new RegExp(`^${TEAM}`), "2010");
  await page.getByRole("button", { name: "Essayer" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Trouvé à l’essai n° 1" })).toBeVisible();

  // The games of this browser go to the account.
  await signInAs(page, await createMember(site, "gaelle"));
  await page.goto("/aujourdhui");
  await expect(page.getByRole("heading", { name: "Pas trouvé cette fois" })).toBeVisible();
  const figures = page.getByRole("region", { name: "Vos statistiques" });
  await expect(figures.getByRole("definition")).toHaveText(["2", "1", "0", "0"]);
  expect(await page.evaluate(() => localStorage.getItem("maillotheque.player"))).toBeNull();

  // What became of it since.
  const [survivor] = await runSql(
    site,
    `with gone as (update jerseys set is_active = false where title = '${TEAM} 1999' returning id)
     insert into jersey_redirects (from_id, into_id)
     select gone.id, (
       select id from jerseys where status = 'approved' and is_active and id <> gone.id order by id limit 1)
     from gone returning into_id as id`,
  );
  await page.reload();
  await expect(
    page.getByRole("region", { name: "Pas trouvé" }).getByRole("link", { name: "Voir ce maillot" }),
  ).toHaveAttribute("href", new RegExp(survivor!.id!));
});
