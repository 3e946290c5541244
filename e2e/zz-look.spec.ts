import { clientOf } from "./support/jerseys.ts";
import { createMember, signInAs } from "./support/members.ts";
import { test } from "./support/test.ts";
test("look", async ({ page, site }) => {
  const member = await createMember(site, "zz");
  const c = clientOf(site, member);
  await c.from("user_wishlists").insert([
    { former_jersey: { title: "Nordiques de Québec 1991-92", team: "Nordiques de Québec", league: "NHL", season: "1991-92", year: 1991, kit_type: "home" }, note: "Sakic 19", size: "L" },
    { former_jersey: { title: "FC Village", team: "FC Village de Saint-Martin-en-Vercors", league: "SOCCER", season: "1987", year: 1987 } },
  ]).throwOnError();
  const { data } = await c.from("jerseys").select("id").limit(3);
  for (const { id } of data!) await c.from("user_wishlists").insert({ jersey_id: id }).throwOnError();
  await signInAs(page, member);
  for (const [w, scheme] of [[320, "light"], [390, "dark"], [820, "light"], [1440, "dark"]] as const) {
    await page.setViewportSize({ width: w, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto("/account/wishlist");
    await page.getByRole("textbox", { name: /Ajouter un maillot/ }).fill("OM 93 domicile");
    await page.waitForTimeout(2500);
    await page.screenshot({ path: `/tmp/h/wish-${w}.png`, fullPage: true });
  }
});
