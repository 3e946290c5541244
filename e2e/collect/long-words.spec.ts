import { expectNoSidewaysScroll } from "../support/accessible.ts";
import { clientOf } from "../support/jerseys.ts";
import { createMember, signInAs } from "../support/members.ts";
import { publicJersey } from "../support/public-jerseys.ts";
import { expect, test } from "../support/test.ts";

const WORD = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogoch";

test(
  "a long word of a member's widens no page of a phone",
  { tag: "@long" },
  async ({ page, site }) => {
    const member = await createMember(site, "galloise");
    const client = clientOf(site, member);
    const jersey_id = await publicJersey(site, {
      team: WORD,
      title: `${WORD} 1998`,
      kit_type: "home",
    });
    const own = { title: `${WORD} 2020`, team: WORD, league: "SOCCER", season: "2020", year: 2020 };
    const print = { printed_name: WORD.slice(0, 40), printed_number: "10", notes: WORD };
    const details = { ...print, lent_to: WORD.slice(0, 50) };
    await client
      .from("copies")
      .insert({ former_jersey: own, ...details })
      .throwOnError();
    await client
      .from("copies")
      .insert({ jersey_id, ...details })
      .throwOnError();
    await client.from("user_wishlists").insert({ jersey_id, note: WORD }).throwOnError();
    await client
      .from("comments")
      .insert({ jersey_id, author_id: member.user.id, body: WORD })
      .throwOnError();
    const { data: list } = await client
      .from("lists")
      .insert({ title: WORD, description: WORD, is_public: true })
      .select("id")
      .single()
      .throwOnError();
    await client
      .from("list_items")
      .insert({ list_id: list.id, jersey_id, note: WORD })
      .throwOnError();
    await client
      .rpc("save_showcase", { is_open: true, with_names: true, about: WORD })
      .throwOnError();
    await client
      .from("profiles")
      .update({ display_name: WORD })
      .eq("id", member.user.id)
      .throwOnError();
    const { data: profile } = await client
      .from("profiles")
      .select("username")
      .eq("id", member.user.id)
      .single()
      .throwOnError();
    await page.setViewportSize({ width: 390, height: 844 });
    await signInAs(page, member);
    for (const path of [
      "/",
      "/account/collection",
      "/account/wishlist",
      "/account/lists",
      `/jersey/x/home/1998/${jersey_id}`,
      `/member/${profile.username}`,
      `/list/${list.id}`,
      `/recherche?q=${WORD}`,
    ]) {
      await page.goto(path);
      await expect(page.getByRole("main").getByText(WORD).first()).toBeAttached();
      await expectNoSidewaysScroll(page);
    }

    await page.goto("/account/collection");
    const field = page.getByLabel("Ajouter un maillot");
    await field.fill(`${WORD} FC 2021`);
    const add = page.getByRole("button", { name: "Ajouter ce maillot" });
    await expect(add).toBeInViewport({ ratio: 1 });
    await expectNoSidewaysScroll(page);
    await add.click();
    await expect(page.getByRole("list", { name: "Ajoutés à votre collection" })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page
      .getByRole("button", { name: /^Modifier l’exemplaire/ })
      .first()
      .click();
    await expect(page.getByRole("dialog").getByLabel("Nom floqué")).toBeVisible();
    await expectNoSidewaysScroll(page);
  },
);
