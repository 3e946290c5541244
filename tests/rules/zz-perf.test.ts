import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { createRules } from "./support/rules.ts";
import { createWorld } from "./support/world.ts";
it("perf", async () => {
  const rules = await createRules();
  await createWorld(rules);
  await rules.scenario(async ({ as, system }) => {
    const id = randomUUID();
    await as("admin", "select begin_catalogue_import($1, 'm.csv', 'd', 2000, 'approved')", [id]);
    for (let b = 0; b < 10; b++) {
      const lines = Array.from({ length: 200 }, (_, n) => ({ key: `${b}-${n}`, title: `Maillot ${b}-${n}`, team: "AS Saint-Étienne", competition: "Ligue 1", season: "2024-25", kit_type: "third", may_repeat: true }));
      await as("admin", "select import_jerseys($1, $2, $3)", [id, b, JSON.stringify(lines)]);
    }
    let after: unknown = null;
    let undone = 0;
    let steps = 0;
    const t = Date.now();
    for (;;) {
      const t1 = Date.now();
      const { rows } = await as("admin", "select undo(batch_id => $1, reason => 'Une erreur', after => $2) as done", [id, after && JSON.stringify(after)]);
      undone += rows[0].done.undone; steps++;
      console.log("step", Date.now() - t1, rows[0].done.undone);
      after = rows[0].done.next;
      if (!after) break;
    }
    console.log("all", Date.now() - t, undone, steps);
    console.log((await system("select removed, kept from catalogue_imports")).rows);
  });
  await rules.close();
}, 600_000);
