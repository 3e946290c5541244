import fc from "fast-check";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { isReserved } from "../../../app/account/domain/reserved-names.ts";
import { createRules, type Rules } from "../support/rules.ts";

let rules: Rules;

beforeAll(async () => {
  rules = await createRules();
});
afterAll(() => rules.close());

const RESERVED = [
  ...[
    "admin",
    "Admin",
    "4dm1n",
    "a_d_m_i_n",
    "Аdmin",
    "ａｄｍｉｎ",
    "admin_76",
    "lou_admin",
    "adrnin",
  ],
  ...["ѕupport", "Ѕuрроrt", "ɑdmin", "Sᴜᴘᴘᴏʀᴛ", "@dmin", "$upport", "Ꭺdmin", "ꓮdmin", "αdmin"],
  ...["The Admins", "les_modérateurs", "moderadores", "modératrices"],
  ...["administrateur", "administración", "sysadmin", "moderateur", "modérateur", "moderatrice"],
  ...["moderador", "moderación", "moderação", "moderator", "m0derat0r", "modo"],
  ...[
    "support",
    "supp0rt",
    "support_76",
    "soporte",
    "suporte",
    "aide",
    "help",
    "he1p",
    "ayuda",
    "ajuda",
  ],
  ...[
    "maillotheque",
    "maillothèque",
    "Mai11otheque",
    "la_maillotheque_fr",
    "mailotheque",
    "MAILLOTHÈQUE",
  ],
  ...[
    "official",
    "officiel",
    "0fficiel",
    "staff",
    "team",
    "équipe",
    "equipo",
    "root",
    "noreply",
    "webmaster",
  ],
];

const FREE = [
  ...[
    "lou",
    "membre",
    "membre_1a2b",
    "badminton",
    "owner",
    "supporter",
    "supporter_42",
    "aidan",
    "teamo",
  ],
  ...[
    "adam",
    "madmax",
    "moderne",
    "moderato",
    "mailot",
    "ste_76",
    "psg",
    "équipementier",
    "Сергей",
    "Νίκος",
    "Юрий Гагарин",
    "鹿",
    "___",
  ],
];

describe("a name", () => {
  it.each(RESERVED)("%s is reserved", (name) => expect(isReserved(name)).toBe(true));
  it.each(FREE)("%s is free", (name) => expect(isReserved(name)).toBe(false));

  it("is reserved in the database too", async () => {
    const texts = fc.sample(
      fc.oneof(
        fc.constantFrom(...RESERVED, ...FREE),
        fc
          .tuple(fc.constantFrom(...RESERVED), fc.constantFrom("", "_", "1", " ", "x"), fc.nat(99))
          .map(([name, between, n]) => `${name}${between}${n}`),
        fc
          .tuple(fc.constantFrom("", "le_", "x"), fc.constantFrom(...RESERVED))
          .map((parts) => parts.join("")),
        fc.string({ unit: fc.constantFrom(..."admin_modert01l4rnéАрсуѕ@ɑ.-"), maxLength: 12 }),
      ),
      { numRuns: 1000, seed: 76 },
    );
    const { rows } = await rules.system(
      `select name, private.is_reserved(name) as is_reserved
       from unnest($1::text[]) with ordinality as given (name, place) order by place`,
      [texts],
    );
    expect(rows).toEqual(texts.map((name) => ({ name, is_reserved: isReserved(name) })));
  });
});

describe("a reserved name", () => {
  const RENAME = "update profiles set username = $1 where id = auth.uid()";
  const SHOW = "update profiles set display_name = $1 where id = auth.uid()";

  it("is refused to members", () =>
    rules.scenario(async ({ as }) => {
      await expect(as("owner", RENAME, ["supp0rt"])).rejects.toMatchObject({
        code: "23514",
        message: "profiles_username_reserved",
      });
      await expect(as("owner", SHOW, ["Équipe Maillothèque"])).rejects.toMatchObject({
        code: "23514",
        message: "profiles_display_name_reserved",
      });
    }));

  it("is allowed to administrators and by command", () =>
    rules.scenario(async ({ outcome, system }) => {
      expect(await outcome("admin", RENAME, ["support"])).toBe(1);
      expect(await outcome("admin", SHOW, ["Modération"])).toBe(1);
      const command = "update profiles set username = 'moderation' where id = $1";
      expect((await system(command, [rules.ids.stranger])).rowCount).toBe(1);
    }));

  it("that a member bears already, doesn't stop other changes", () =>
    rules.scenario(async ({ outcome, system }) => {
      await system("update profiles set username = 'aide' where id = $1", [rules.ids.owner]);
      expect(await outcome("owner", SHOW, ["Lou"])).toBe(1);
    }));

  it("at sign-up becomes another one", () =>
    rules.scenario(async ({ system }) => {
      const id = randomUUID();
      await system("insert into auth.users (id, raw_user_meta_data) values ($1, $2)", [
        id,
        { username: "Admin", display_name: "Support", full_name: "Zoé" },
      ]);
      const { rows } = await system("select username, display_name from profiles where id = $1", [
        id,
      ]);
      expect(rows).toEqual([
        { username: expect.stringMatching(/^member_[0-9a-f]{12}$/), display_name: "Zoé" },
      ]);
    }));
});

describe("a text of one line", () => {
  it.each([
    ["turned", "Lou\u202ekcirtap"],
    ["zero-width", "Lo\u200bu"],
    ["isolated", "\u2066Lou\u2069"],
    ["tagged", "Lou\u{e0041}"],
    ["filled", "Lou\u3164x"],
    ["with a joiner between letters", "Lo\u200du"],
  ])("that is %s is refused as display name and title", (_, text) =>
    rules.scenario(async ({ as }) => {
      const show = "update profiles set display_name = $1 where id = auth.uid()";
      await expect(as("owner", show, [text])).rejects.toMatchObject({
        constraint: "profiles_display_name_visible",
      });
      const brand = "insert into brands (name) values ($1)";
      await expect(as("admin", brand, [text])).rejects.toMatchObject({
        constraint: "brands_name_visible",
      });
    }),
  );

  it.each(["👨‍👩‍👧‍👦 Famille", "❤️ Verts", "🏴󠁧󠁢󠁳󠁣󠁴󠁿 Scotland", "🏳️‍🌈", "1️⃣", "鹿島アントラーズ", "الهلال"])(
    "keeps %s",
    (text) =>
      rules.scenario(async ({ outcome }) => {
        const show = "update profiles set display_name = $1 where id = auth.uid()";
        expect(await outcome("owner", show, [text])).toBe(1);
      }),
  );

  it("loses what is hidden at sign-up, which never fails", () =>
    rules.scenario(async ({ system }) => {
      const id = randomUUID();
      const name = `Lou\u202e${"👨‍👩‍👧".repeat(20)}`;
      await system("insert into auth.users (id, raw_user_meta_data) values ($1, $2)", [
        id,
        { username: "lou_76", display_name: name },
      ]);
      const { rows } = await system("select display_name from profiles where id = $1", [id]);
      expect(rows[0].display_name).toMatch(/^Lou👨/u);
      expect(rows[0].display_name).not.toContain("\u202e");
    }));
});
