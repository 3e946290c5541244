import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import {
  createRules,
  PERSONAS,
  type Persona,
  type Rules,
  type Scenario,
} from "../support/rules.ts";

const EVERYONE = [...PERSONAS, "reviewer"] as const;
const TODAY = "(now() at time zone 'Europe/Paris')::date";

let rules: Rules;
let season: string;
/** By name; `right` is the answer's team. */
const teams: Record<string, string> = {};
let answer: string;
let twin: string;

beforeAll(async () => {
  rules = await createRules(undefined, ["reviewer", "member"]);
  const id = async (text: string, values: unknown[] = []): Promise<string> =>
    (await rules.system(`${text} returning id`, values)).rows[0].id;
  const competition = (league: string, name: string) =>
    id("insert into competitions (league, name) values ($1, $2)", [league, name]);
  const team = (name: string, of: string, country: string | null, color: string) =>
    id("insert into teams (name, competition_id, country, colors) values ($1, $2, $3, array[$4])", [
      ...[name, of, country, color],
    ]);
  const ligue = await competition("SOCCER", "Ligue 1");
  const liga = await competition("SOCCER", "La Liga");
  const nba = await competition("NBA", "NBA");
  teams.right = await team("Stade de Reims", ligue, "FR", "#c8102e");
  teams.neighbour = await team("RC Lens", ligue, "FR", "#c8102e");
  teams.abroad = await team("Girona", liga, "ES", "#c8102e");
  teams.basket = await team("Utah Jazz", nba, "US", "#12326b");
  teams.nowhere = await team("Nomads", liga, null, "#12326b");
  season = await id("insert into seasons (code, name) values ('1999-00', '1999-2000')");
  const jersey = async (title: string) => {
    const made = await id(
      `insert into jerseys (title, author_id, status, league, competition_id, season_id, team_id, kit_type, brand, colors)
       values ($1, $2, 'approved', 'SOCCER', $3, $4, $5, 'home', 'Hummel', array['red', 'white'])`,
      [title, rules.ids.owner, ligue, season, teams.right],
    );
    await id("insert into jersey_images (jersey_id, url) values ($1, $2)", [
      ...[made, `/storage/v1/object/public/jerseys/${rules.ids.owner}/${made}.webp`],
    ]);
    return made;
  };
  answer = await jersey("Reims domicile");
  twin = await jersey("Reims domicile bis");
});
afterAll(() => rules.close());

interface Game {
  day: string;
  today: string;
  next_at: string;
  state: string;
  tries: Record<string, unknown>[];
  pictures: Record<string, string>;
  clues: Record<string, unknown>;
  figures: { played: number; won: number; streak: number; longest: number; tries: number[] };
  answer: { jersey_id: string; facts: Record<string, unknown> } | null;
}

const token = () => randomBytes(32).toString("base64url");

/** Something to guess today and on the days before. */
const plan = async ({ system }: Scenario, days = 1) => {
  await system(
    `select private.set_guess(${TODAY} - n, $1) from generate_series(0, $2::integer - 1) n`,
    [...[answer, days]],
  );
};

/** Tries of one player. */
function player(scenario: Scenario, persona: Persona, secret: string | null = null) {
  const day = (ago: number) => `${TODAY} - ${ago}`;
  return {
    look: async (ago = 0): Promise<Game> =>
      (await scenario.as(persona, `select guess_game(${day(ago)}, $1) as game`, [secret])).rows[0]
        .game,
    guess: async (team: string, decade = 1990, ago = 0): Promise<Game> =>
      (
        await scenario.as(persona, `select try_guess(${day(ago)}, $1, $2, $3) as game`, [
          ...[teams[team], decade, secret],
        ])
      ).rows[0].game,
    outcome: (team: string, decade: number | null = 1990, ago = 0) =>
      scenario.outcome(persona, `select try_guess(${day(ago)}, $1, $2, $3)`, [
        ...[teams[team] ?? answer, decade, secret],
      ]),
  };
}

/** Six tries that are all wrong. */
async function lose(playing: ReturnType<typeof player>, ago = 0) {
  for (const decade of [1950, 1960, 1970, 1980, 2010]) await playing.guess("basket", decade, ago);
  return playing.guess("basket", 2020, ago);
}

/** Everything that could give the answer away. */
const secrets = () => [answer, teams.right!, "reims", "Reims", `${answer}.webp`, rules.ids.owner];

const expectSecret = (sent: unknown) => {
  for (const secret of secrets()) expect(JSON.stringify(sent)).not.toContain(secret);
};

describe("what is to be guessed", () => {
  it("is read by nobody, before its day, on it and after", () =>
    rules.scenario(async (scenario) => {
      await plan(scenario, 3);
      await scenario.system(`select private.set_guess(${TODAY} + 1, $1)`, [twin]);
      for (const persona of EVERYONE) {
        for (const statement of [
          "select * from daily_shirts",
          "select day from daily_shirts where kind = 'guess'",
        ]) {
          expect(await scenario.outcome(persona, statement), persona).toBe(0);
        }
        for (const statement of [
          "select * from private.guess_pictures",
          "select guess_picture('x')",
          `select private.set_guess(${TODAY} + 2, gen_random_uuid())`,
        ]) {
          expect(await scenario.outcome(persona, statement), `${persona}: ${statement}`).toBe(
            "42501",
          );
        }
        const { rows } = await scenario.as(
          persona,
          `select day - ${TODAY} as day, palette from guess_days(${TODAY} - 30, ${TODAY} + 30)`,
        );
        expect(rows.map(({ day }) => day)).toEqual([0, -1, -2]);
        expect(rows[0].palette).toEqual(["red", "white"]);
      }
    }));

  it("is another jersey than the one shown that day and near it", () =>
    rules.scenario(async ({ system }) => {
      await system(
        `insert into jerseys (title, author_id, status, league, competition_id, season_id, team_id)
         select 'Maillot ' || n, $1, 'approved', team.league, team.competition_id, $2, team.id
         from (select team.id, team.competition_id, competition.league from teams team join competitions competition
           on competition.id = team.competition_id) team, generate_series(1, 10) n`,
        [rules.ids.owner, season],
      );
      await system(
        `insert into jersey_images (jersey_id, url)
         select id, 'https://example.test/' || id || '.webp' from jerseys where title like 'Maillot %'`,
      );
      await system("select draw_days()");
      const near = await system(
        `select from daily_shirts shown join daily_shirts guess using (jersey_id)
         where shown.kind = 'shown' and guess.kind = 'guess'`,
      );
      expect(near.rowCount).toBe(0);
      const { rows } = await system(
        "select count(*)::integer as days, count(distinct jersey_id)::integer as jerseys from daily_shirts where kind = 'guess'",
      );
      expect(rows).toEqual([{ days: 8, jerseys: 8 }]);
      expect((await system("select from private.guess_pictures")).rowCount).toBe(24);
    }));

  it("is drawn anew when a reviewer shows it that day, and when its facts are doubted", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      await system("select draw_days()");
      const guessed = async () =>
        (
          await system(
            `select jersey_id from daily_shirts where kind = 'guess' and day = ${TODAY} + 1`,
          )
        ).rows[0]?.jersey_id;
      const before = await guessed();
      expect([answer, twin]).toContain(before);
      await system(`delete from daily_shirts where kind = 'shown' and day <> ${TODAY} + 1`);
      await system(
        `update daily_shirts set day = day - 1000 where jersey_id = $1 and kind = 'shown'`,
        [before],
      );
      await system(`select private.set_day(${TODAY} + 1, $1)`, [before === answer ? twin : answer]);
      await scenario.as("reviewer", `select swap_daily_shirt(${TODAY} + 1, '${before}')`);
      expect(await guessed()).not.toBe(before);
      const now = await guessed();
      await system(
        `insert into suggestions (target_type, target_id, title, changes, was, words)
         values ('jersey', $1, 'Maillot', '{"year": 1999}', '{}', '[]')`,
        [now],
      );
      await system("select draw_days()");
      expect(await guessed()).not.toBe(now);
    }));
});

describe("a game", () => {
  it("opens step by step, in pictures and in words, and names the jersey only when it has ended", () =>
    rules.scenario(async (scenario) => {
      await plan(scenario);
      const { rows } = await scenario.system("select step, token from private.guess_pictures");
      const picture = Object.fromEntries(rows.map(({ step, token: of }) => [step, of]));
      const playing = player(scenario, "visitor", token());
      const steps: [Game, string[], string[]][] = [
        [await playing.look(), [], ["palette", "league"]],
      ];
      const first = ["palette", "kit_type", "league"];
      const second = [...first, "brand", "country"];
      steps.push([await playing.guess("basket", 1950), ["pattern"], first]);
      steps.push([await playing.guess("basket", 1960), ["pattern"], first]);
      steps.push([await playing.guess("basket", 1970), ["pattern", "detail"], second]);
      steps.push([await playing.guess("basket", 1980), ["pattern", "detail"], second]);
      const third = [...second, "season", "competition"];
      steps.push([await playing.guess("basket", 2010), ["pattern", "detail", "whole"], third]);
      for (const [n, [game, pictures, clues]] of steps.entries()) {
        expect(game.tries.length).toBe(n);
        expect(game.state).toBe("open");
        expect(game.answer).toBeNull();
        expect(Object.keys(game.pictures).sort(), `step ${n}`).toEqual(pictures.toSorted());
        for (const [step, given] of Object.entries(game.pictures))
          expect(given).toBe(picture[step]);
        expect(Object.keys(game.clues).sort(), `step ${n}`).toEqual(clues.toSorted());
        expectSecret(game);
      }
      // A reload loses nothing.
      expect(await playing.look()).toEqual(steps.at(-1)![0]);
      const ended = await playing.guess("basket", 2020);
      expect(ended).toMatchObject({ state: "lost", answer: { jersey_id: answer } });
      expect(ended.answer!.facts).toMatchObject({ team: "Stade de Reims", season: "1999-2000" });
      expect(ended.answer!.facts).not.toHaveProperty("image_id");
    }));

  it("names no country of a national team, which would be the answer", () =>
    rules.scenario(async (scenario) => {
      await scenario.system(
        "update competitions set slug = 'international-teams' where name = 'Ligue 1'",
      );
      await plan(scenario);
      const playing = player(scenario, "visitor", token());
      await playing.guess("basket", 1950);
      await playing.guess("basket", 1960);
      expect((await playing.guess("basket", 1970)).clues).toMatchObject({
        brand: "Hummel",
        country: null,
      });
    }));

  it("answers with what the catalogue knows", () =>
    rules.scenario(async (scenario) => {
      await plan(scenario);
      const playing = player(scenario, "owner");
      await playing.guess("basket", 1980);
      await playing.guess("abroad", 2010);
      await playing.guess("nowhere", 1990);
      const game = await playing.guess("neighbour", 2000);
      const no = { team: false, sport: false, competition: false, country: false, color: false };
      expect(game.tries).toMatchObject([
        {
          ...no,
          when: "later",
          decade: 1980,
          name: { name: "Utah Jazz", country: "US", competition: "nba" },
        },
        { ...no, when: "earlier", sport: true, color: true },
        { ...no, when: "right", sport: true, country: null },
        // A season in two decades.
        { ...no, when: "right", sport: true, competition: true, country: true, color: true },
      ]);
    }));

  it.each([1990, 2000])("is won by the right team with the right decade, here %s", (decade) =>
    rules.scenario(async (scenario) => {
      await plan(scenario);
      const playing = player(scenario, "visitor", token());
      const near = await playing.guess("right", 1980);
      expect(near).toMatchObject({
        state: "open",
        answer: null,
        tries: [{ team: true, when: "later" }],
      });
      const won = await playing.guess("right", decade);
      expect(won).toMatchObject({
        state: "won",
        figures: { played: 1, won: 1, streak: 1, longest: 1, tries: [0, 1, 0, 0, 0, 0] },
      });
      expect(Object.keys(won.pictures)).toHaveLength(3);
    }),
  );

  it("ends: a seventh try, one after it was won, and the same one again answer 409", () =>
    rules.scenario(async (scenario) => {
      await plan(scenario, 2);
      const playing = player(scenario, "visitor", token());
      await lose(playing);
      expect(await playing.outcome("right")).toBe("PT409");
      await playing.guess("basket", 1990, 1);
      expect(await playing.outcome("basket", 1990, 1)).toBe("PT409");
      await playing.guess("right", 1990, 1);
      expect(await playing.outcome("neighbour", 1990, 1)).toBe("PT409");
      expect((await playing.look(1)).tries).toHaveLength(2);
    }));

  it("exists of a day that has begun and has something to guess", () =>
    rules.scenario(async (scenario) => {
      await plan(scenario);
      await scenario.system(`select private.set_guess(${TODAY} + 1, $1)`, [twin]);
      const playing = player(scenario, "visitor", token());
      for (const ago of [-1, 1]) {
        expect(await playing.outcome("right", 1990, ago)).toBe("PT404");
        expect(await scenario.outcome("visitor", `select guess_game(${TODAY} - ${ago})`)).toBe(
          "PT404",
        );
      }
      expect(
        await scenario.outcome("visitor", "select try_guess(null, $1, 1990)", [teams.right]),
      ).toBe("PT404");
      expect(await playing.outcome("nobody")).toBe("23514");
      expect(await playing.outcome("right", 1995)).toBe("23514");
      expect(await playing.outcome("right", null)).toBe("23514");
    }));

  it("is the latest one while the job stands still, and none before the first", () =>
    rules.scenario(async (scenario) => {
      const look = async () =>
        (await scenario.as("visitor", "select guess_game() as game")).rows[0].game;
      expect(await look()).toBeNull();
      await scenario.system(`select private.set_guess(${TODAY} - 2, $1)`, [answer]);
      const game: Game = await look();
      expect(game).toMatchObject({ state: "open", tries: [] });
      expect(Date.parse(game.today) - Date.parse(game.day)).toBe(2 * 24 * 3_600_000);
    }));

  it("goes on with what was drawn when the jersey is corrected, merged or removed at noon", () =>
    rules.scenario(async (scenario) => {
      await plan(scenario);
      const tokenOf = async (step: string) =>
        (await scenario.system("select token from private.guess_pictures where step = $1", [step]))
          .rows[0].token;
      const served = async () =>
        (await scenario.system("select guess_picture($1) as picture", [await tokenOf("whole")]))
          .rows[0].picture;
      expect(await served()).toMatchObject({
        step: "whole",
        team_slug: "stade-de-reims",
        path: `${rules.ids.owner}/${answer}.webp`,
      });
      await scenario.system(
        "update jerseys set team_id = $1, team = 'Girona', year = 1962 where id = $2",
        [...[teams.abroad, answer]],
      );
      const playing = player(scenario, "visitor", token());
      expect((await playing.guess("abroad")).state).toBe("open");
      await scenario.as(
        "admin",
        `select merge_jerseys('${answer}', '${twin}', 'The same jersey, twice')`,
      );
      // The photo may stay with the survivor; the game is the same.
      const won = await playing.guess("right");
      expect(won).toMatchObject({
        state: "won",
        answer: { jersey_id: answer, facts: { team: "Stade de Reims" } },
      });
      // The page's way to the survivor: by this table, as for the shirt that was shown.
      const { rows } = await scenario.as(
        "visitor",
        "select into_id from jersey_redirects where from_id = $1",
        [won.answer!.jersey_id],
      );
      expect(rows).toEqual([{ into_id: twin }]);
      await scenario.system("update jerseys set is_active = false where id = any ($1)", [
        [answer, twin],
      ]);
      expect(await served()).toMatchObject({ team_slug: "stade-de-reims", path: null });
    }));

  it("belongs to who plays it: others neither read it nor play on, and nobody writes rows", () =>
    rules.scenario(async (scenario) => {
      await plan(scenario);
      const secret = token();
      await player(scenario, "visitor", secret).guess("basket");
      await player(scenario, "owner").guess("basket", 1960);
      await player(scenario, "owner").guess("basket", 1970);
      for (const [persona, tries, rows] of [
        ["visitor", 0, "42501"],
        ["owner", 2, 1],
        ["stranger", 0, 0],
        ["reviewer", 0, 0],
        ["admin", 0, 0],
      ] as const) {
        // Somebody else's token is nothing to a member, whose games are the account's.
        expect(
          (await player(scenario, persona, persona === "visitor" ? token() : secret).look()).tries,
        ).toHaveLength(tries);
        expect(await scenario.outcome(persona, "select * from daily_guesses"), persona).toBe(rows);
        for (const statement of [
          "update daily_guesses set state = 'won'",
          "delete from daily_guesses",
          `insert into daily_guesses (player_id, day) select id, ${TODAY} from daily_players`,
        ]) {
          expect(await scenario.outcome(persona, statement), `${persona}: ${statement}`).toBe(
            "42501",
          );
        }
      }
      expect((await player(scenario, "visitor", secret).look()).tries).toHaveLength(1);
    }));

  it("isn't played by a suspended account, nor more often than the limit allows", () =>
    rules.scenario(async (scenario) => {
      await plan(scenario);
      await scenario.system("update private.write_limits set most = 1 where kind = 'daily_moves'");
      const secret = token();
      expect(await player(scenario, "visitor", secret).outcome("basket", 1960)).toBe(1);
      expect(await player(scenario, "visitor", secret).outcome("basket", 1970)).toBe("PT429");
      await scenario.system(
        "update auth.users set banned_until = now() + interval '1 day' where id = $1",
        [rules.ids.stranger],
      );
      expect(await player(scenario, "stranger").outcome("basket")).toBe("42501");
    }));
});

describe("the streak", () => {
  /** Games of the owner, day after day from today on: w(on), W(on, another day), l(ost), -. */
  const figuresOf = (games: string) =>
    rules.scenario(async (scenario) => {
      await plan(scenario, games.length);
      await player(scenario, "owner").guess("basket");
      await scenario.system("delete from daily_guesses");
      for (const [ago, game] of [...games].entries()) {
        if (game === "-") continue;
        await scenario.system(
          `insert into daily_guesses (player_id, day, state, on_day, tries)
           select id, ${TODAY} - $1::integer, $2, $3, '[{}]' from daily_players where user_id = $4`,
          [ago, game === "l" ? "lost" : "won", game !== "W", rules.ids.owner],
        );
      }
      return (await player(scenario, "owner").look()).figures;
    });

  it.each([
    ["-", { played: 0, won: 0, streak: 0, longest: 0 }],
    ["www-", { played: 3, won: 3, streak: 3, longest: 3 }],
    ["-ww-w", { played: 3, won: 3, streak: 2, longest: 2 }],
    ["lww", { played: 3, won: 2, streak: 0, longest: 2 }],
    ["--www", { played: 3, won: 3, streak: 0, longest: 3 }],
    ["wWww", { played: 4, won: 4, streak: 1, longest: 2 }],
    ["wlwww", { played: 5, won: 4, streak: 1, longest: 3 }],
  ])("of %s", async (games, expected) => {
    expect(await figuresOf(games)).toMatchObject(expected);
  });

  it("isn't broken by a day that had nothing to guess", () =>
    rules.scenario(async (scenario) => {
      await plan(scenario, 3);
      await scenario.system(`delete from daily_shirts where day = ${TODAY} - 1`);
      const playing = player(scenario, "owner");
      await playing.guess("right");
      await scenario.system(
        `insert into daily_guesses (player_id, day, state, on_day, tries)
         select player_id, day - 2, 'won', true, tries from daily_guesses`,
      );
      expect((await playing.look()).figures).toMatchObject({ streak: 2, longest: 2 });
    }));

  it.each([
    ["kept", 1, 2],
    ["broken by a missed day", 2, 0],
  ])("is %s if today has nothing to guess", (_, last, streak) =>
    rules.scenario(async (scenario) => {
      await plan(scenario, 4);
      const playing = player(scenario, "owner");
      await playing.guess("right");
      await scenario.system(
        `insert into daily_guesses (player_id, day, state, on_day, tries)
         select player_id, day - n, 'won', true, tries from daily_guesses, generate_series($1::integer, 2) n`,
        [last],
      );
      await scenario.system(`delete from daily_guesses where day = ${TODAY}`);
      await scenario.system(`delete from daily_shirts where day = ${TODAY}`);
      expect((await playing.look(1)).figures).toMatchObject({ streak });
    }),
  );

  it("counts a game that ended on its day, not one of a day before", () =>
    rules.scenario(async (scenario) => {
      await plan(scenario, 2);
      const playing = player(scenario, "visitor", token());
      expect((await playing.guess("right", 1990, 1)).figures).toMatchObject({
        won: 1,
        streak: 0,
        longest: 0,
      });
      expect((await playing.guess("right", 1990)).figures).toMatchObject({
        won: 2,
        streak: 1,
        longest: 1,
      });
    }));

  it("tells an inactive team that was drawn from no other without a try", () =>
    rules.scenario(async (scenario) => {
      await plan(scenario);
      await scenario.system("update teams set is_active = false where id = any ($1)", [
        [teams.right, teams.abroad],
      ]);
      for (const team of [teams.right, teams.abroad]) {
        for (const decade of [null, 1995, 1400]) {
          await expect(
            scenario.as("member", `select try_guess(${TODAY}, $1, $2)`, [team, decade]),
          ).rejects.toMatchObject({ message: "guess_decade_whole" });
        }
      }
    }));

  it("counts a game that is played over midnight, until noon", () =>
    rules.scenario(async (scenario) => {
      /** Moves the clock of days to a time of today, or of the day after. */
      const moveTo = (time: string, days = 0) =>
        scenario.system(
          `do $$ begin execute format(
             'create or replace function private.day_at(moment timestamptz) returns date language sql stable
              return ((moment + %L::interval) at time zone ''Europe/Paris'')::date',
             (${TODAY} + ${days} + '${time}'::time) at time zone 'Europe/Paris' - now());
           end $$`,
        );
      await plan(scenario);
      const look = async () => {
        const { state, counts, figures } = await game();
        return { state, counts, streak: figures.streak };
      };
      const day = (await scenario.system(`select (${TODAY})::text as day`)).rows[0].day as string;
      const game = async (): Promise<Game & { counts: boolean }> =>
        (await scenario.as("owner", "select guess_game($1) as game", [day])).rows[0].game;
      await scenario.system(
        `insert into daily_shirts (day, kind, jersey_id, facts) select day - 1, kind, jersey_id, facts from daily_shirts where kind = 'guess'`,
      );
      await moveTo("12:00", -1);
      await scenario.as("owner", "select try_guess($1::date - 1, $2, 1990)", [day, teams.right]);
      await moveTo("23:59");
      expect(await look()).toEqual({ state: "open", counts: true, streak: 1 });
      await scenario.as("owner", "select try_guess($1, $2, 1990)", [day, teams.basket]);
      await moveTo("12:30", 1);
      expect(await look()).toEqual({ state: "open", counts: false, streak: 0 });
      await moveTo("00:01", 1);
      expect(await look()).toEqual({ state: "open", counts: true, streak: 1 });
      await scenario.as("owner", "select try_guess($1, $2, 1990)", [day, teams.right]);
      expect(await look()).toEqual({ state: "won", counts: true, streak: 2 });
      await moveTo("12:30", 1);
      expect(await look()).toEqual({ state: "won", counts: true, streak: 2 });
    }));

  it("can be won after its team has become inactive", () =>
    rules.scenario(async (scenario) => {
      await plan(scenario);
      await scenario.system("update teams set is_active = false where id = $1", [teams.right]);
      expect((await player(scenario, "member").guess("right")).state).toBe("won");
    }));

  it("goes to the account at sign-in, without what the account has", () =>
    rules.scenario(async (scenario) => {
      await plan(scenario, 3);
      const secret = token();
      const visiting = player(scenario, "visitor", secret);
      for (const ago of [0, 1, 2]) await visiting.guess("right", 1990, ago);
      await scenario.system("update daily_guesses set on_day = true");
      await lose(player(scenario, "member"), 2);
      // Of a day that the account has begun, what has ended stays.
      await player(scenario, "member").guess("abroad", 1990, 1);
      await scenario.as("member", "select claim_daily($1)", [secret]);
      expect((await player(scenario, "member").look()).figures).toMatchObject({
        played: 3,
        won: 2,
        streak: 2,
      });
      expect((await player(scenario, "member").look(2)).state).toBe("lost");
      expect((await visiting.look()).figures.played).toBe(0);
    }));

  it("goes with the account", () =>
    rules.scenario(async (scenario) => {
      await plan(scenario);
      await player(scenario, "member").guess("right");
      await scenario.system("delete from auth.users where id = $1", [rules.ids.member]);
      expect((await scenario.system("select from daily_guesses")).rowCount).toBe(0);
    }));
});

describe("the nights on which clocks change", () => {
  it.each([
    ["2026-03-28T23:30:00Z", "2026-03-29", "2026-03-29T22:00:00+00:00"],
    ["2026-10-24T22:30:00Z", "2026-10-25", "2026-10-25T23:00:00+00:00"],
    ["2026-10-25T00:59:00Z", "2026-10-25", "2026-10-25T23:00:00+00:00"],
    ["2026-10-25T01:30:00Z", "2026-10-25", "2026-10-25T23:00:00+00:00"],
  ])("at %s the day is %s and the next one begins at %s", (moment, day, next) =>
    rules.scenario(async ({ system }) => {
      const { rows } = await system(
        `select private.day_at($1)::text as day,
           ((private.day_at($1) + 1)::timestamp at time zone 'Europe/Paris') = $2::timestamptz as is_next`,
        [moment, next],
      );
      expect(rows).toEqual([{ day, is_next: true }]);
    }),
  );
});
