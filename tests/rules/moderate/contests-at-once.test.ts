import { beforeEach, describe, expect, it } from "vitest";

import { atOnce } from "../support/at-once.ts";
import { setUpRules } from "../support/fixture.ts";

const { rules, fixture } = setUpRules(["reviewer"]);
const { attempt, begun, committed, connect, meanwhile, run } = atOnce(() => rules);

const CONTEST = "select contest_notice(id, 'C’était poli.') from notices";

beforeEach(async () => {
  await rules.system("delete from reports");
  await rules.system("delete from notices");
  await rules.system("update comments set is_hidden = false where id = $1", [fixture.comment]);
});

const hide = () =>
  run("reviewer", "update comments set is_hidden = true, hidden_reason = 'wrong' where id = $1", [
    fixture.comment,
  ]);
/** It is told now: an author reads no notice that isn't due. */
const told = () => rules.system("update notices set due_at = created_at");

describe("a contest of a hidden comment", () => {
  it("that is sent twice at once counts once", async () => {
    await hide();
    await told();
    const first = await begun("owner", CONTEST);
    expect(await meanwhile(first, () => attempt("owner", CONTEST))).toBe("report_contested");
    const { rows } = await committed.system("select status from reports");
    expect(rows).toEqual([{ status: "open" }]);
  });

  it("waits for one by mail, which locks the reports before the notices", async () => {
    const { rows } = await run(
      "stranger",
      "insert into reports (target_type, target_id) values ('comment', $1) returning id",
      [fixture.comment],
    );
    await run("reviewer", "select settle_reports(array[$1]::uuid[], 'hidden', 'wrong')", [
      rows[0].id,
    ]);
    await told();
    const mail = await connect();
    await mail.query("begin");
    await mail.query("select from reports for update");
    const commit = async () => {
      await mail.query("update notices set read_at = now()");
      await mail.query("commit");
    };
    await meanwhile({ commit }, () => attempt("owner", CONTEST));
    expect((await committed.system("select from report_contests")).rowCount).toBe(1);
  });
});
