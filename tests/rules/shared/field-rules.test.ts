import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ZodType } from "zod";

import { competitionForm } from "../../../app/curate/catalogue/competition-form.ts";
import {
  aliasRule,
  brandRules,
  competitionRules,
  teamRules,
} from "../../../app/shared/domain/rules/catalogue-rules.ts";
import { COLORS } from "../../../app/shared/domain/colors.ts";
import { CURRENCIES } from "../../../app/shared/domain/currencies.ts";
import { KIT_TYPES } from "../../../app/shared/domain/kit-types.ts";
import { DETAIL_LIST } from "../../../app/collect/domain/copies/copy-details.ts";
import { copyRules, wishRules } from "../../../app/collect/domain/copies/copy-rules.ts";
import { PATTERNS } from "../../../app/shared/domain/shirt/types.ts";
import { isTeamName, jerseyRules } from "../../../app/shared/domain/rules/jersey-rules.ts";
import {
  isComment,
  isDisplayName,
  isReason,
  isUsername,
  tidyDisplayName,
} from "../../../app/shared/domain/rules/member-rules.ts";
import { isVisible, lengthOf, tidy } from "../../../app/shared/domain/rules/text.ts";
import {
  createRules,
  type Outcome,
  type Persona,
  type Rules,
  type Scenario,
} from "../support/rules.ts";
import { times } from "../../support/long.ts";
import { createFixture, type Fixture } from "../support/fixture.ts";

// Form and database accept the same values and refuse the same values.

let rules: Rules;
let fixture: Fixture;

beforeAll(async () => {
  rules = await createRules();
  fixture = await createFixture(rules);
});
afterAll(() => rules.close());

/** The form's result for an input: the value it sends, or undefined if refused. */
type Form = (input: string) => { value: unknown } | undefined;

const zod =
  (rule: ZodType): Form =>
  (input) => {
    const { success, data } = rule.safeParse(input);
    return success ? { value: data } : undefined;
  };

const plain =
  (accepts: (input: string) => boolean, value: (input: string) => unknown = tidy): Form =>
  (input) =>
    accepts(input) ? { value: value(input) } : undefined;

/** One write of one column. */
type Write = (scenario: Scenario, value: unknown) => Promise<Outcome>;

/** Changes one column of one row as a member. */
const update =
  (persona: Persona, table: string, id: () => string, column: string): Write =>
  ({ outcome }, value) =>
    outcome(persona, `update ${table} set ${column} = $2 where id = $1`, [id(), value]);

/** Inserts a row with the value in one column. */
const insert =
  (persona: Persona, table: string, row: () => Record<string, unknown>, column: string): Write =>
  ({ outcome }, value) => {
    const columns = { ...row(), [column]: value };
    const places = Object.keys(columns).map((_, index) => `$${index + 1}`);
    const text = `insert into ${table} (${Object.keys(columns).join(", ")}) values (${places.join(", ")})`;
    return outcome(persona, text, Object.values(columns));
  };

const jersey = () => ({
  author_id: rules.ids.owner,
  league: "SOCCER",
  competition_id: fixture.competition,
  season_id: fixture.season,
  team: "ASSE",
  title: "Maillot",
});
const team = () => ({ name: "Red Star", competition_id: fixture.competition });
const competition = () => ({ name: "Coupe", league: "NBA", sport: "NBA" });

const newJersey = (column: string) => insert("owner", "jerseys", jersey, column);
const ownJersey = (column: string) => update("owner", "jerseys", () => fixture.pending, column);
const anyJersey = (column: string) => update("admin", "jerseys", () => fixture.pending, column);

/** Adds a copy with the value in one column, and with what that column needs. */
const newCopy = (column: string, needed: Record<string, unknown> = {}) =>
  insert("owner", "copies", () => ({ jersey_id: fixture.approved, ...needed }), column);
const newWish = (column: string, needed: Record<string, unknown> = {}) =>
  insert(
    "owner",
    "user_wishlists",
    () => ({ user_id: rules.ids.owner, jersey_id: fixture.approved, ...needed }),
    column,
  );

// --- Values --------------------------------------------------------------------------------------------------------

const EDGES = [
  "",
  " ",
  "\t",
  "\n",
  "\u0085",
  "\u00a0",
  "\u2003",
  "\u200b",
  "\u3000",
  "\ufeff",
  "\u202e",
];
const UNITS = [
  "x",
  "é",
  "e\u0301",
  "👕",
  "👨‍👩‍👧",
  "❤️",
  "🏴󠁧󠁢󠁳󠁣󠁴󠁿",
  "\u200d",
  "\u200b",
  "\u2066",
  "\u00ad",
  "\u{e0041}",
  "\u3164",
  "🇫🇷",
  "鹿",
  "\u0301",
  "\u200f",
  "\u202e",
  "\u0001",
  "\u0007",
  "\u007f",
  "\u0090",
  "\u00a0",
  "\u2003",
  "\u2028",
  "\u0085",
  "\ufeff",
  " ",
  "\n",
];

/** Text of about `length` code points, surrounded by white space of every kind. */
const textOfAbout = (...lengths: number[]) =>
  fc
    .tuple(
      fc.constantFrom(...EDGES),
      fc.constantFrom(...lengths),
      fc.integer({ min: -2, max: 2 }),
      fc.constantFrom(...UNITS),
      fc.string({ unit: "binary", maxLength: 3 }),
      fc.constantFrom(...EDGES),
    )
    .map(([before, length, more, unit, middle, after]) => {
      const size = Math.max(0, length + more - [...middle].length);
      const letters = [...unit.repeat(size)].slice(0, size);
      const half = Math.floor(size / 2);
      return [before, ...letters.slice(0, half), middle, ...letters.slice(half), after]
        .join("")
        .replaceAll("\0", "x");
    });

const links = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(
        "http://",
        "https://",
        "HTTPS://",
        "Http://",
        "https:/",
        "//",
        "ftp://",
        "javascript:",
        "data:text/html,",
        "",
        " https://",
        "\u00a0https://",
        "https://https://",
      ),
      fc.constantFrom(
        "exemple.fr",
        "a",
        "",
        "[",
        "exemple.fr/a b",
        "exemple.fr/a\u00a0b",
        "exemple.fr/a\u2003b",
        "exemple.fr/\ufeffb",
        "exemple.fr/\u0085b",
        "exemple.fr/\nb",
        "exemple.fr/\u0001",
        "exemple.fr/\u202etxt",
        "例え.jp/ü?a=1#b",
        "user:pass@exemple.fr:99999",
      ),
      fc.constantFrom(
        "",
        "",
        " ",
        "\n",
        "\u3000",
        "\u200b",
        "x".repeat(2020),
        "x".repeat(2041),
        "👕".repeat(2030),
      ),
    )
    .map((parts) => parts.join("")),
  fc.webUrl(),
  textOfAbout(1, 8),
);

const strings = (...values: string[]) =>
  fc
    .oneof(fc.constantFrom(...values), textOfAbout(1, 3), fc.string({ maxLength: 12 }))
    .map((text) => text.replaceAll("\0", ""));

/** Numbers as text, as a form gets them. */
const numbersAround = (...limits: number[]) =>
  fc
    .oneof(
      fc
        .tuple(fc.constantFrom(...limits), fc.integer({ min: -2, max: 2 }))
        .map(([n, by]) => n + by),
      fc.integer(),
      fc
        .tuple(fc.constantFrom(...limits), fc.integer({ min: 0, max: 2000 }))
        .map(([n, by]) => n + by / 1000),
    )
    .map(String);

const colors = fc.array(
  fc.oneof(
    fc.constantFrom(
      "#1f3a5f",
      "#ffffff",
      "#FFFFFF",
      "#fff",
      "red",
      "",
      " #1f3a5f",
      "#1f3a5f ",
      "#1f3a5f #ffffff",
    ),
    fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, "0")}`),
  ),
  { maxLength: 4 },
);

// --- Fields --------------------------------------------------------------------------------------------------------

interface Field {
  name: string;
  values: fc.Arbitrary<string>;
  form: Form;
  writes: Write[];
  /** The database does not trim this column, so it gets the trimmed text. */
  trimmedByForm?: boolean;
}

const NOT_NULL_TEXT = (value: string) => value;

const FIELDS: Field[] = [
  {
    name: "jerseys.title",
    values: textOfAbout(0, 3, 160),
    form: zod(jerseyRules.title),
    writes: [newJersey("title"), ownJersey("title")],
  },
  {
    name: "jerseys.team",
    values: textOfAbout(0, 2, 120),
    form: plain((text) => isTeamName(text) && jerseyRules.team.safeParse(text).success),
    writes: [newJersey("team")],
  },
  {
    name: "jerseys.brand",
    values: textOfAbout(0, 80),
    form: zod(jerseyRules.brand),
    writes: [newJersey("brand"), anyJersey("brand")],
  },
  {
    name: "jerseys.edition",
    values: textOfAbout(0, 120),
    form: zod(jerseyRules.edition),
    writes: [newJersey("edition"), ownJersey("edition")],
  },
  {
    name: "jerseys.sponsor",
    values: textOfAbout(0, 80),
    form: zod(jerseyRules.sponsor),
    writes: [newJersey("sponsor"), anyJersey("sponsor")],
  },
  {
    name: "jerseys.product_codes",
    values: fc
      .array(
        fc.constantFrom("CD4185-422", "cd4185 422", "742/123 B", "7", "-a", "a_b", "x".repeat(31)),
        { maxLength: 6 },
      )
      .map((codes) => codes.join(",")),
    form: zod(jerseyRules.product_codes),
    writes: [newJersey("product_codes"), anyJersey("product_codes")].map(
      (write): Write =>
        (scenario, value) =>
          write(scenario, typeof value === "string" ? value.split(",") : value),
    ),
  },
  {
    name: "jerseys.description",
    values: textOfAbout(0, 5000),
    form: zod(jerseyRules.description),
    writes: [newJersey("description"), ownJersey("description")],
  },
  {
    name: "jerseys.external_link",
    values: links,
    form: zod(jerseyRules.external_link),
    writes: [newJersey("external_link"), ownJersey("external_link")],
  },
  {
    name: "jerseys.year",
    values: numbersAround(1850, 2100, 0),
    form: zod(jerseyRules.year),
    writes: [newJersey("year"), anyJersey("year")],
  },
  {
    name: "jerseys.price",
    values: numbersAround(0, 1_000_000, 19),
    form: zod(jerseyRules.price),
    writes: [newJersey("price"), anyJersey("price")],
  },
  {
    name: "jerseys.league",
    values: strings("NBA", "SOCCER", "nba", "MLB"),
    form: zod(jerseyRules.league),
    writes: [
      ({ outcome }, value) =>
        outcome(
          "admin",
          "insert into competitions (name, league, sport) values ('Coupe', $1, 'NBA')",
          [value],
        ),
    ],
  },
  {
    name: "jerseys.kit_type",
    values: strings(...KIT_TYPES, "fifth", "pre-match", "HOME"),
    form: zod(jerseyRules.kit_type),
    writes: [newJersey("kit_type"), anyJersey("kit_type")],
  },
  {
    name: "jerseys.pattern",
    values: strings(...PATTERNS, "diagonals", "PLAIN", "chest band"),
    form: zod(jerseyRules.pattern),
    writes: [newJersey("pattern"), anyJersey("pattern")],
  },
  {
    name: "jerseys.colors",
    values: fc
      .array(fc.constantFrom(...COLORS, "violet", "#ffffff", "WHITE", ""), { maxLength: 4 })
      .map((names) => names.join(",")),
    form: zod(jerseyRules.colors),
    writes: [newJersey("colors"), anyJersey("colors")].map(
      (write): Write =>
        (scenario, value) =>
          write(scenario, typeof value === "string" ? value.split(",") : value),
    ),
  },

  {
    name: "team_aliases.alias",
    values: textOfAbout(0, 2, 60),
    form: zod(aliasRule),
    writes: [insert("admin", "team_aliases", () => ({ team_id: fixture.team }), "alias")],
  },
  {
    name: "teams.name",
    values: textOfAbout(0, 2, 120),
    form: zod(teamRules.name),
    writes: [
      insert("admin", "teams", team, "name"),
      update("admin", "teams", () => fixture.team, "name"),
    ],
  },
  {
    name: "teams.short_name",
    values: textOfAbout(0, 60),
    form: zod(teamRules.short_name),
    writes: [
      insert("admin", "teams", team, "short_name"),
      update("admin", "teams", () => fixture.team, "short_name"),
    ],
  },
  {
    name: "teams.city",
    values: textOfAbout(0, 80),
    form: zod(teamRules.city),
    writes: [
      insert("admin", "teams", team, "city"),
      update("admin", "teams", () => fixture.team, "city"),
    ],
    trimmedByForm: true,
  },
  {
    name: "teams.country",
    values: textOfAbout(0, 2, 80),
    form: zod(teamRules.country),
    writes: [
      insert("admin", "teams", team, "country"),
      update("admin", "teams", () => fixture.team, "country"),
    ],
    trimmedByForm: true,
  },
  {
    name: "teams.founded_year",
    values: numbersAround(1800, 2100),
    form: zod(teamRules.founded_year),
    writes: [
      insert("admin", "teams", team, "founded_year"),
      update("admin", "teams", () => fixture.team, "founded_year"),
    ],
  },

  // A new name leaves a competition's slug unchanged, but the form still requires a readable one.
  {
    name: "competitions.name",
    values: textOfAbout(0, 2, 120),
    form: zod(competitionForm.shape.name),
    writes: [insert("admin", "competitions", competition, "name")],
  },
  {
    name: "competitions.sport",
    // From programs the database takes lower case, and the league when there is none; the form is a list.
    values: strings("NBA", "SOCCER", "MLB").filter(
      (sport) => tidy(sport) !== "" && sport === sport.toUpperCase(),
    ),
    form: zod(competitionRules.sport),
    writes: [
      insert("admin", "competitions", competition, "sport"),
      update("admin", "competitions", () => fixture.retiredCompetition, "sport"),
    ],
  },
  {
    name: "competitions.country",
    values: textOfAbout(0, 2, 80),
    form: zod(competitionRules.country),
    writes: [
      insert("admin", "competitions", competition, "country"),
      update("admin", "competitions", () => fixture.competition, "country"),
    ],
    trimmedByForm: true,
  },
  {
    name: "brands.name",
    values: textOfAbout(0, 1, 80),
    form: zod(brandRules.name),
    writes: [
      insert("admin", "brands", () => ({}), "name"),
      update("admin", "brands", () => fixture.brand, "name"),
    ],
    trimmedByForm: true,
  },
  ...DETAIL_LIST.flatMap((detail) =>
    "max" in detail ? [[detail.name, detail.max] as const] : [],
  ).map(([column, length]): Field => ({
    name: `copies.${column}`,
    values: textOfAbout(0, length),
    form: zod(copyRules[column]),
    writes: [newCopy(column, { is_signed: true })],
  })),
  ...DETAIL_LIST.flatMap(({ name, kind }) => (kind === "choice" ? [name] : [])).map(
    (column): Field => ({
      name: `copies.${column}`,
      values: strings("adult", "women", "youth", "match_worn", "replica", "good", "new", "NEW"),
      form: zod(copyRules[column]),
      writes: [newCopy(column)],
    }),
  ),
  {
    name: "copies.printed_number",
    values: strings("10", "007", "1000", "-1", "1a", "١٠", " 9 "),
    form: zod(copyRules.printed_number),
    writes: [newCopy("printed_number")],
  },
  {
    name: "copies.price",
    values: numbersAround(0, 1_000_000, 19),
    form: zod(copyRules.price),
    writes: [
      (scenario, value) =>
        newCopy("price", { currency: value === null ? null : "EUR" })(scenario, value),
    ],
  },
  {
    name: "copies.currency",
    values: fc
      .oneof(fc.constantFrom(...CURRENCIES), strings("eur", "XXX", "FRF", "EUR "))
      .filter((code) => code !== ""),
    form: zod(copyRules.currency),
    writes: [newCopy("currency", { price: 1 }), newWish("currency", { highest_price: 1 })],
  },
  ...DETAIL_LIST.flatMap(({ name, kind }) => (kind === "date" ? [name] : [])).map(
    (column): Field => ({
      name: `copies.${column}`,
      values: fc.oneof(
        strings(
          "2019",
          "2019-02-29",
          "2020-02-29",
          "2019-13",
          "1849",
          "1850",
          "9998",
          "2019-7",
          " 2019",
        ),
        fc.date({ noInvalidDate: true }).map((day) => day.toISOString().slice(0, 10)),
      ),
      form: zod(copyRules[column]),
      writes: [newCopy(column, { lent_to: "Sam" })],
      trimmedByForm: true,
    }),
  ),
  {
    name: "user_wishlists.highest_price",
    values: numbersAround(0, 1_000_000, 19),
    form: zod(wishRules.highest_price),
    writes: [
      (scenario, value) =>
        newWish("highest_price", { currency: value === null ? null : "EUR" })(scenario, value),
    ],
  },
  ...(
    [
      ["size", 20],
      ["note", 500],
    ] as const
  ).map(([column, length]): Field => ({
    name: `user_wishlists.${column}`,
    values: textOfAbout(0, length),
    form: zod(wishRules[column]),
    writes: [newWish(column)],
    trimmedByForm: true,
  })),

  {
    name: "comments.body",
    values: textOfAbout(0, 1, 2000),
    form: plain(isComment),
    writes: [
      insert(
        "stranger",
        "comments",
        () => ({ jersey_id: fixture.approved, author_id: rules.ids.stranger }),
        "body",
      ),
      update("owner", "comments", () => fixture.comment, "body"),
    ],
  },
  {
    name: "reports.reason",
    values: textOfAbout(0, 1000),
    form: plain(isReason),
    writes: [
      insert(
        "stranger",
        "reports",
        () => ({
          reporter_id: rules.ids.stranger,
          target_type: "jersey",
          target_id: fixture.approved,
        }),
        "reason",
      ),
    ],
  },
  {
    name: "jerseys.moderation_note",
    // A verdict holds the name of its reason, too.
    values: textOfAbout(1, 3, 985),
    form: plain((text) => tidy(text) !== "" && lengthOf(text) <= 985),
    writes: [
      ({ outcome }, value) =>
        outcome("admin", "select moderate_jersey($1, 'rejected', $2)", [fixture.pending, value]),
    ],
  },
  {
    name: "profiles.username",
    values: strings(
      "lou",
      "lou_1",
      "lo",
      "Lou",
      "l-u",
      "é_bc",
      "x".repeat(30),
      "x".repeat(31),
      " lou",
      "l\u212a_",
    ),
    form: (input) => plain(isUsername, NOT_NULL_TEXT)(input.toLowerCase()),
    writes: [update("owner", "profiles", () => rules.ids.owner, "username")],
  },
  {
    name: "profiles.display_name",
    values: textOfAbout(0, 60),
    form: plain(isDisplayName, (text) => tidyDisplayName(text) || null),
    writes: [update("owner", "profiles", () => rules.ids.owner, "display_name")],
  },
];

const RUNS = times(15, 200);

describe("a form and the database accept the same", () => {
  it.each(FIELDS)("$name", ({ values, form, writes, trimmedByForm }) =>
    fc.assert(
      fc.asyncProperty(values, async (input) => {
        const accepted = form(input);
        const value = accepted ? accepted.value : trimmedByForm ? tidy(input) : input;
        for (const write of writes) {
          const outcome = await rules.scenario((scenario) => write(scenario, value));
          expect(outcome === 1, JSON.stringify([value, outcome])).toBe(accepted !== undefined);
        }
      }),
      { numRuns: RUNS },
    ),
  );

  it("in every field that has a rule", () => {
    const names = FIELDS.map(({ name }) => name);
    const rulesOf = {
      jerseys: jerseyRules,
      teams: teamRules,
      competitions: competitionRules,
      brands: brandRules,
      copies: copyRules,
      user_wishlists: wishRules,
    };
    const inDatabase = (name: string) =>
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const missing = Object.entries(rulesOf).flatMap(([table, fields]) =>
      Object.keys(fields)
        .map((name) => `${table}.${inDatabase(name)}`)
        .filter((name) => !names.includes(name)),
    );
    // Chosen or ticked, or tested with another table.
    expect(missing).toEqual([
      "jerseys.competition_id",
      "jerseys.season_id",
      "jerseys.team_id",
      "jerseys.brand_id",
      "teams.competition_id",
      "teams.colors",
      "competitions.league",
      "copies.is_signed",
      "user_wishlists.size_scale",
      "user_wishlists.currency",
    ]);
  });

  it("teams.colors", () =>
    fc.assert(
      fc.asyncProperty(colors, async (value) => {
        const { success } = teamRules.colors.safeParse(value);
        const write = update("admin", "teams", () => fixture.team, "colors");
        const outcome = await rules.scenario((scenario) => write(scenario, value));
        expect(outcome === 1, JSON.stringify([value, outcome])).toBe(success);
      }),
      { numRuns: RUNS },
    ));

  it("finds the same hidden characters, among letters and among emoji", async () => {
    const range = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index));
    // The blocks with characters that Unicode calls ignorable, and those around them.
    const letters = [
      ...[
        range(1, 0x33ff),
        range(0xf900, 0xffff),
        range(0x13000, 0x13500),
        range(0x1bc00, 0x1bd00),
      ],
      ...[range(0x1d100, 0x1d200), range(0x1f000, 0x1fb00), range(0xdfff0, 0xe1010)],
    ].flatMap((block) => block.map((letter) => `a${letter}b`));
    const joined = fc.sample(
      fc.string({
        unit: fc.constantFrom(
          ...["\u200d", "\ufe0f", "\ufe0e", "👕", "👩", "❤", "1", "a", "\u{1f3fb}", "\u20e3", "🏴"],
          ...["\u{e0067}", "\u{e0062}", "\u{e007f}", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "👨‍👩‍👧"],
        ),
        maxLength: 6,
      }),
      { numRuns: 2000, seed: 76 },
    );
    const marks = [
      0x300, 0x36f, 0x483, 0x591, 0x64b, 0x8f0, 0x951, 0xe34, 0x1ab0, 0x1cd0, 0x1dc0, 0x20d0,
      0xa8e0, 0xfe20,
    ];
    const stacked = marks.flatMap((mark) =>
      [4, 5, 59].map((count) => `a${String.fromCodePoint(mark).repeat(count)}b`),
    );
    expect(stacked.filter((text) => isVisible(text))).toHaveLength(marks.length);
    const texts = [...letters, ...joined, ...stacked];
    const { rows } = await rules.system(
      `select text from unnest($1::text[]) with ordinality as given (text, place)
       where not private.is_visible(text) order by place`,
      [texts],
    );
    expect(rows.map(({ text }) => text)).toEqual(texts.filter((text) => !isVisible(text)));
  });

  it("trims the same white space", async () => {
    const { rows } = await rules.system(
      `select n from generate_series(1, 65535) n
       where n not between 55296 and 57343 and private.tidy(chr(n)) is null`,
    );
    const inDatabase = rows.map(({ n }) => n);
    const inForms = Array.from({ length: 65535 }, (_, n) => n + 1).filter(
      (n) => (n < 0xd800 || n > 0xdfff) && tidy(String.fromCodePoint(n)) === "",
    );
    expect(inForms).toEqual(inDatabase);
  });
});
