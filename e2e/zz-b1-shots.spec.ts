import sharp from "sharp";
import { createAdministrator, createReviewer } from "./support/administrators.ts";
import { runSql } from "./support/database.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/accessible.ts";
import { clientOf, decide, submitJersey } from "./support/jerseys.ts";
import { createMember, signInAs } from "./support/members.ts";
import { expect, test } from "./support/test.ts";

test("shots", async ({ page, site }) => {
  test.setTimeout(600_000);
  const [author, member, reviewer, admin] = await Promise.all([
    createMember(site, "author"),
    createMember(site, "member"),
    createReviewer(site, "reviewer"),
    createAdministrator(site, "admin"),
  ]);
  const own = clientOf(site, author);
  const other = clientOf(site, member);
  const photo = async (who: typeof author, id: string, color: string, extra: object = {}) => {
    const client = clientOf(site, who);
    const path = `${who.user.id}/${color}-${id}.webp`;
    const file = await sharp({ create: { width: 900, height: 1100, channels: 3, background: color } }).webp().toBuffer();
    const { error } = await client.storage.from("jerseys").upload(path, file, { contentType: "image/webp" });
    expect(error).toBeNull();
    return { url: `/storage/v1/object/public/jerseys/${path}`, ...extra };
  };
  const insert = async (id: string, color: string, position: number, likeness?: string) =>
    own.from("jersey_images").insert({ jersey_id: id, position, likeness, ...(await photo(author, id, color)) }).throwOnError();
  const L = "10".repeat(64);
  const known = await submitJersey(site, author, { title: "Maillot domicile de la finale 1998, avec un titre qui est vraiment très long pour une carte", year: 1998, kit_type: "home", brand: "Lotto" });
  await insert(known, "crimson", 0, L);
  await insert(known, "navy", 1);
  await decide(site, admin, known);
  const gone = await submitJersey(site, author, { title: "À retirer", year: 1999 });
  await decide(site, admin, gone);
  const twin = await submitJersey(site, author, { title: "Le même, rebaptisé", year: 1998, kit_type: "home", description: "Un maillot en coton.\nAvec deux lignes.", external_link: "https://example.org/un/chemin/tres/long/qui/n/en/finit/pas/du/tout/jamais", price: 49.9 });
  await insert(twin, "gold", 0, L); await insert(twin, "teal", 1); await insert(twin, "orchid", 2);
  const bare = await submitJersey(site, author, { title: "Sans photo" });
  const again = await submitJersey(site, author, { title: "Refusé puis changé" });
  await decide(site, admin, again, "rejected", "quality: La photo est floue, et le maillot est coupé.");
  await own.from("jerseys").update({ edition: "Match" }).eq("id", again).throwOnError();
  const suggest = (target_id: string, changes: object, source: string, photos: object[] = [], type = "jersey") =>
    other.rpc("suggest", { target_type: type, target_id, changes, source, photos }).throwOnError();
  await suggest(known, { year: 1999, edition: "Finale", description: "Une longue description qui dit tout ce qu’il y a à dire sur ce maillot, sa matière, son col et son sponsor." }, "Programme du match, page 3 : https://example.org/programme/1998", [
    { id: crypto.randomUUID(), ...(await photo(member, known, "tomato")), alt: "Dos", kind: "back", licence: "CC-BY-SA-4.0", rights_stated: true, likeness: L },
  ]);
  await clientOf(site, admin).from("jerseys").update({ edition: "Demi-finale" }).eq("id", known).throwOnError();
  await suggest(gone, { removal: "offensive" }, "Le dessin est une insulte.");
  await suggest(twin === "" ? known : known, { merge_into: gone }, "C’est le même maillot, deux fois.").catch((e: unknown) => console.log("merge", e));
  const { data: team } = await other.from("teams").select("id").eq("name", "Paris Saint-Germain").single().throwOnError();
  await suggest(team.id, { founded_year: 1971, city: "Paris" }, "https://www.psg.fr/club", [], "team");
  await own.from("jerseys").update({ title: "Un autre titre", edition: "Réplique" }).eq("id", known).throwOnError();
  await clientOf(site, reviewer).rpc("suggest", { target_type: "jersey", target_id: gone, changes: { year: 2001 }, source: "Ma propre suggestion.", photos: [] }).throwOnError();
  const { data: comment } = await own.from("comments").insert({ jersey_id: known, author_id: author.user.id, body: "Propos déplacés" }).select("id").single().throwOnError();
  for (const [who, reason] of [[member, "Insultant"], [admin, "Très insultant"]] as const)
    await clientOf(site, who).from("reports").insert({ target_type: "comment", target_id: comment.id, reporter_id: who.user.id, reason, category: "offensive" }).throwOnError();
  await other.from("reports").insert({ target_type: "jersey", target_id: known, reporter_id: member.user.id, reason: "Photo volée", category: "rights" }).throwOnError();
  const { data: profile } = await own.from("profiles").select("id").eq("id", author.user.id).single().throwOnError();
  await other.from("reports").insert({ target_type: "profile", target_id: profile.id, reporter_id: member.user.id, category: "name" }).throwOnError();
  await runSql(site, "update public.jerseys set created_at = now() - interval '4 days' where id = $1", [twin]);

  const lang = process.env.B1_LANG ?? "";
  const sizes = [[1440, 900], [768, 1024], [360, 780]] as const;
  for (const [who, name] of [[admin, "admin"], [reviewer, "reviewer"]] as const) {
    const tab = await (await page.context().browser()!.newContext({ baseURL: site.url })).newPage();
    tab.on("pageerror", (e) => console.log("PAGEERROR", e));
    tab.on("console", (m) => m.type() === "error" && console.log("CONSOLE", m.text()));
    await signInAs(tab, who);
    for (const [width, height] of name === "admin" ? sizes : sizes.slice(0, 1)) {
      await tab.setViewportSize({ width, height });
      for (const scheme of width === 768 || name === "reviewer" ? (["light"] as const) : (["light", "dark"] as const)) {
        await tab.emulateMedia({ colorScheme: scheme });
        await tab.goto(`${lang}/admin`);
        await tab.getByRole("article").waitFor();
        const items = tab.locator("[data-pane] li button");
        const count = await items.count();
        for (let n = 0; n < count; n++) {
          await items.nth(n).click();
          await tab.waitForTimeout(500);
          await tab.screenshot({ path: `/tmp/b1/${name}-${width}-${scheme}-${n}.png`, fullPage: true });
          if (scheme === "light") { await expectNoSidewaysScroll(tab); await expectAccessible(tab); }
        }
        if (width === 1440) await tab.screenshot({ path: `/tmp/b1/${name}-${width}-${scheme}-view.png` });
      }
    }
  }
});
