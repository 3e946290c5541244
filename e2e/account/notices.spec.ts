import { createAdministrator } from "../support/administrators.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/accessible.ts";
import { clientOf, decide, submitJersey, seededJerseys } from "../support/jerseys.ts";
import { createMember, signInAs } from "../support/members.ts";
import { mailTo } from "../../tests/support/outbox.ts";
import { expect, test } from "../support/test.ts";

test(
  "tells an author of a rejection by mail and in the account, until they switch mails off",
  { tag: "@long" },
  async ({ page, site }) => {
    const ana = await createMember(site, "ana", "pt");
    const blurred = await submitJersey(site, ana, { title: "Camisa desfocada" });
    const admin = await createAdministrator(site, "moderador");
    await decide(site, admin, blurred, "rejected", "quality: A foto está desfocada.");

    const mail = await mailTo(site, ana.user.email!, "desfocada");
    expect(mail).toContain("A qualidade não é suficiente");
    expect(mail).toContain("A foto está desfocada.");
    expect(mail).toContain("Os revisores não aprovaram “Camisa desfocada”.");
    expect(mail).toContain(`${site.url}/pt/account/contributions`);

    // The account link in the header says that a notice is waiting.
    await signInAs(page, ana);
    await page.goto("/pt/trends");
    const link = page.getByRole("banner").getByRole("link", { name: /^Minha conta/ });
    await expect(link).toHaveAccessibleName("Minha conta Notificações não lidas: 1");
    await link.click();
    const notices = page.getByRole("region", { name: "Notificações" });
    await expect(notices.getByText("“Camisa desfocada” não foi aprovada.")).toBeVisible();
    await expect(
      notices.getByText("A qualidade não é suficiente – A foto está desfocada."),
    ).toBeVisible();
    await expect(notices.getByText("Nova", { exact: true })).toBeVisible();
    // A notice that was seen stays read, here and on the next visit.
    await expect(link).toHaveAccessibleName("Minha conta");
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 800 });
    await expectNoSidewaysScroll(page);
    await page.getByRole("link", { name: "Notificações", exact: true }).click();
    await expect(page).toHaveURL("/pt/account/notices");
    await page.reload();
    await expect(notices.getByText("“Camisa desfocada” não foi aprovada.")).toBeVisible();
    await expect(notices.getByText("Nova", { exact: true })).toHaveCount(0);

    // A mail's link to the settings.
    const tables = ["notice_settings", "letters"].map((table) => `**/rest/v1/${table}?*`);
    for (const table of tables) await page.route(table, (route) => route.abort());
    await page.goto("/pt/account/settings");
    const group = page.getByRole("group", {
      name: "Receber avisos das decisões sobre minhas camisas, meus comentários e minhas listas",
    });
    // The switches by topic first, then the letter's.
    for (const [n, table] of tables.entries()) {
      const retry = page.getByRole("button", { name: "Tentar novamente" });
      // First: the button of the table before goes when its group comes.
      await expect(group).toHaveCount(n);
      await expect(retry).toBeVisible();
      await page.unroute(table);
      await retry.click();
    }
    await expect(page.getByRole("group", { name: "O e-mail de segunda" })).toBeEnabled();
    const saved = page.waitForResponse(
      (answer) => answer.url().includes("notice_settings") && answer.request().method() === "POST",
    );
    // Not uncheck(): that looks at once, and the switch follows the stored choice a moment later.
    await group.getByLabel("Por e-mail").click();
    await expect(group.getByLabel("Por e-mail")).not.toBeChecked();
    expect((await saved).ok()).toBe(true);
    const other = await submitJersey(site, ana, { title: "Camisa sem aviso" });
    await decide(site, admin, other);
    // Mails are sent in order: when a later member's mail has arrived, hers would have too.
    const bob = await createMember(site, "bob");
    const last = await submitJersey(site, bob, { title: "Le dernier maillot" });
    await decide(site, admin, last);
    expect(await mailTo(site, bob.user.email!, "Le dernier maillot")).toContain("est en ligne");
    await page.goto("/pt/account/notices");
    await expect(notices.getByText("“Camisa sem aviso” está no ar.")).toBeVisible();
    await expect(mailTo(site, ana.user.email!, "sem aviso", 0)).rejects.toThrow("no message");
  },
);

test(
  "tells a reporter the outcome, and pages through earlier notices",
  { tag: "@long" },
  async ({ page, site }) => {
    const [zoe, admin] = [
      await createMember(site, "zoe"),
      await createAdministrator(site, "arbitre"),
    ];
    const client = clientOf(site, zoe);
    const jerseys = await seededJerseys(client, 7);
    for (const { id } of jerseys) {
      await client
        .from("reports")
        .insert({ reporter_id: zoe.user.id, target_type: "jersey", target_id: id })
        .throwOnError();
      await clientOf(site, admin)
        .from("reports")
        .update({ status: "upheld", resolution_note: "Corrigé, merci." })
        .eq("reporter_id", zoe.user.id)
        .eq("status", "open")
        .throwOnError();
    }
    const mail = await mailTo(site, zoe.user.email!, jerseys[6]!.title);
    expect(mail).toContain("Les relecteurs y ont donné suite.");
    expect(mail).toContain("Corrigé, merci.");

    await signInAs(page, zoe);
    await page.goto("/account/notices");
    const notices = page.getByRole("region", { name: "Notifications" });
    const items = notices.getByRole("listitem");
    await expect(items).toHaveCount(5);
    await expect(items.first()).toContainText(jerseys[6]!.title);
    await notices.getByRole("button", { name: "Tout marquer comme lu" }).click();
    await expect(notices.getByText("Nouveau", { exact: true })).toHaveCount(0);
    await notices.getByRole("button", { name: "Afficher la suite" }).click();
    await expect(items).toHaveCount(7);
    await expect(items.last()).toContainText(jerseys[0]!.title);
    await expect(notices.getByRole("button", { name: "Afficher la suite" })).toHaveCount(0);
    await items.first().getByRole("link", { name: "Voir mes contributions" }).click();
    await expect(page).toHaveURL(/\/account\/contributions/);
    await expect(
      page.getByRole("main").getByText("Corrigé, merci.").filter({ visible: true }).first(),
    ).toBeVisible();
  },
);
