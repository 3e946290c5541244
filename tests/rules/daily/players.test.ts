import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { atOnce } from "../support/at-once.ts";
import {
  createRules,
  PERSONAS,
  type Persona,
  type Rules,
  type Scenario,
} from "../support/rules.ts";

let rules: Rules;
const EVERYONE = [...PERSONAS, "reviewer"] as const;
const MEMBERS = ["owner", "stranger", "admin", "reviewer"] as const;

beforeAll(async () => {
  rules = await createRules(undefined, ["reviewer"]);
  // A game, as the functions of the games call it.
  await rules.system(`
    create function public.test_player(player text, make boolean) returns uuid
    language sql security definer set search_path = ''
    as $$ select private.daily_player(player, make) $$`);
});
afterAll(() => rules.close());

const { run, meanwhile, begun } = atOnce(() => rules);

const TOKEN = "a".repeat(43);
const OTHER = `${"b".repeat(42)}-`;

/** The id of the player who calls. */
const play = async (
  { as }: Pick<Scenario, "as">,
  persona: Persona,
  token: string | null,
  make = true,
): Promise<string | null> =>
  (await as(persona, "select test_player($1, $2) as id", [token, make])).rows[0].id;

const players = async ({ system }: Pick<Scenario, "system">) =>
  (await system("select id, user_id, token_hash from daily_players order by last_played_at, id"))
    .rows;

describe("a player", () => {
  it("is a member, or a visitor with a token, of which only the digest is stored", () =>
    rules.scenario(async (scenario) => {
      const visitor = await play(scenario, "visitor", TOKEN);
      expect(await play(scenario, "visitor", TOKEN)).toBe(visitor);
      expect(await play(scenario, "visitor", TOKEN, false)).toBe(visitor);
      const other = await play(scenario, "visitor", OTHER);
      const member = await play(scenario, "owner", TOKEN);
      expect(await play(scenario, "owner", null)).toBe(member);
      const another = await play(scenario, "stranger", null);
      expect(new Set([visitor, other, member, another]).size).toBe(4);
      const { rows } = await scenario.system(
        "select count(*)::int as n from daily_players where token_hash = sha256($1::text::bytea)",
        [TOKEN],
      );
      expect(rows[0].n).toBe(1);
      expect(JSON.stringify(await players(scenario))).not.toContain(TOKEN);
    }));

  it("that hasn't moved isn't stored", () =>
    rules.scenario(async (scenario) => {
      expect(await play(scenario, "visitor", null, false)).toBeNull();
      expect(await play(scenario, "visitor", TOKEN, false)).toBeNull();
      expect(await play(scenario, "owner", null, false)).toBeNull();
      expect(await players(scenario)).toEqual([]);
    }));

  it.each([null, "", "a".repeat(42), "a".repeat(44), `${"a".repeat(42)}=`, `${TOKEN}\n`])(
    "under %j is refused",
    (token) =>
      rules.scenario(async (scenario) => {
        await expect(play(scenario, "visitor", token)).rejects.toMatchObject({
          code: "PT400",
          message: "player_malformed",
        });
      }),
  );

  it("with a suspended or an anonymous account makes no move", () =>
    rules.scenario(async (scenario) => {
      await scenario.system(
        "update auth.users set banned_until = now() + interval '1 day' where id = $1",
        [rules.ids.owner],
      );
      await scenario.system("update auth.users set is_anonymous = true where id = $1", [
        rules.ids.stranger,
      ]);
      await expect(play(scenario, "owner", null)).rejects.toMatchObject({
        message: "member_suspended",
      });
      await expect(play(scenario, "stranger", null)).rejects.toMatchObject({
        message: "member_anonymous",
      });
    }));

  it("is read by the member alone, and written by nobody but the functions", () =>
    rules.scenario(async (scenario) => {
      await play(scenario, "visitor", TOKEN);
      await play(scenario, "owner", null);
      const read = "select id from daily_players";
      expect(await scenario.outcome("visitor", read)).toBe("42501");
      expect(await scenario.outcome("owner", read)).toBe(1);
      for (const persona of ["stranger", "admin", "reviewer"] as const) {
        expect(await scenario.outcome(persona, read), persona).toBe(0);
      }
      for (const write of [
        "insert into daily_players (token_hash) values ('x')",
        "update daily_players set moves = 0",
        "delete from daily_players",
        "select from private.daily_arrivals",
        "select sweep_daily_players()",
        `select private.daily_player('${TOKEN}', true)`,
      ]) {
        for (const persona of EVERYONE) {
          expect(await scenario.outcome(persona, write), `${persona}: ${write}`).toBe("42501");
        }
      }
    }));

  it("goes with the account", () =>
    rules.scenario(async (scenario) => {
      await play(scenario, "visitor", TOKEN);
      await play(scenario, "owner", null);
      await scenario.system("select set_config('request.jwt.claims', $1, true)", [
        JSON.stringify({ sub: rules.ids.owner }),
      ]);
      await scenario.system("select private.delete_account()");
      expect(await players(scenario)).toMatchObject([{ user_id: null }]);
    }));

  it("moved by two first moves at once is one", async () => {
    const first = await begun("visitor", "select test_player($1, true) as id", [TOKEN]);
    const second = await meanwhile(first, () =>
      run("visitor", "select test_player($1, true) as id", [TOKEN]),
    );
    expect(second.rows).toEqual(first.result.rows);
    await rules.system("delete from daily_players");
    await rules.system("delete from private.daily_arrivals");
  });
});

describe("limits", () => {
  const limit = ({ system }: Scenario, kind: string, most: number) =>
    system("update private.write_limits set most = $2 where kind = $1", [kind, most]);
  const refused = (kind: string) => ({
    code: "PT429",
    message: `${kind}_too_many`,
    hint: expect.stringMatching(/^Retry after [1-9]\d* seconds\.$/),
  });

  it("count a player's moves in an hour, not the readings", () =>
    rules.scenario(async (scenario) => {
      await limit(scenario, "daily_moves", 2);
      for (const [persona, token] of [
        ["visitor", TOKEN],
        ["owner", null],
      ] as const) {
        await play(scenario, persona, token);
        await play(scenario, persona, token);
        await expect(play(scenario, persona, token)).rejects.toMatchObject(refused("daily_moves"));
        await play(scenario, persona, token, false);
        await scenario.system(
          "update daily_players set last_played_at = last_played_at - interval '1 hour'",
        );
        await play(scenario, persona, token);
      }
      await play(scenario, "visitor", OTHER);
    }));

  it("count the new visitors of an hour, and stop no one who plays already", () =>
    rules.scenario(async (scenario) => {
      await limit(scenario, "daily_visitors", 1);
      await play(scenario, "visitor", TOKEN);
      await expect(play(scenario, "visitor", OTHER)).rejects.toMatchObject(
        refused("daily_visitors"),
      );
      await play(scenario, "visitor", TOKEN);
      await play(scenario, "owner", null);
      await scenario.system("update private.daily_arrivals set hour = hour - interval '1 hour'");
      await play(scenario, "visitor", OTHER);
    }));
});

describe("signing in", () => {
  const claim = (token: string | null) => ["select claim_daily($1)", [token]] as const;

  it("takes the visitor's row along, once, and again without harm", () =>
    rules.scenario(async (scenario) => {
      await play(scenario, "visitor", TOKEN);
      await play(scenario, "visitor", OTHER);
      await scenario.as("owner", ...claim(TOKEN));
      await scenario.as("owner", ...claim(TOKEN));
      const left = await players(scenario);
      expect(left).toHaveLength(2);
      expect(left.map(({ user_id }) => user_id).toSorted()).toEqual([rules.ids.owner, null]);
      // The token means nothing any more, to anybody.
      expect(await play(scenario, "visitor", TOKEN, false)).toBeNull();
    }));

  it("finds nothing under a token that nobody has, and stores nobody", () =>
    rules.scenario(async (scenario) => {
      await play(scenario, "visitor", TOKEN);
      for (const persona of MEMBERS) await scenario.as(persona, ...claim(OTHER));
      expect(await players(scenario)).toHaveLength(1);
      await expect(scenario.as("owner", ...claim("short"))).rejects.toMatchObject({
        code: "PT400",
      });
      await expect(scenario.as("owner", ...claim(null))).rejects.toMatchObject({ code: "PT400" });
    }));

  it("is for members in good standing", () =>
    rules.scenario(async (scenario) => {
      await play(scenario, "visitor", TOKEN);
      expect(await scenario.outcome("visitor", ...claim(TOKEN))).toBe("42501");
      await scenario.system(
        "update auth.users set banned_until = now() + interval '1 day' where id = $1",
        [rules.ids.owner],
      );
      await expect(scenario.as("owner", ...claim(TOKEN))).rejects.toMatchObject({
        message: "member_suspended",
      });
      expect(await play(scenario, "visitor", TOKEN, false)).not.toBeNull();
    }));
});

describe("the job", () => {
  it("deletes visitors thirty days after their last move, and no member", () =>
    rules.scenario(async (scenario) => {
      await play(scenario, "visitor", TOKEN);
      await play(scenario, "owner", null);
      await scenario.system("update daily_players set last_played_at = now() - interval '31 days'");
      await play(scenario, "visitor", OTHER);
      const { rows } = await scenario.system("select sweep_daily_players()::int as gone");
      expect(rows[0].gone).toBe(1);
      expect(await play(scenario, "visitor", TOKEN, false)).toBeNull();
      expect(await play(scenario, "visitor", OTHER, false)).not.toBeNull();
      expect(await play(scenario, "owner", null, false)).not.toBeNull();
    }));
});
