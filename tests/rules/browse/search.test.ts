import { readFileSync } from "node:fs";
import { join } from "node:path";

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { LANGUAGES } from "../../../app/shared/i18n/languages.ts";
import { COUNTRY_CODES, NATION_CODES } from "../../../app/shared/domain/country-codes.ts";
import { loadAllMessages } from "../../../app/shared/i18n/messages.ts";
import { translator } from "../../../app/shared/i18n/translations.ts";
import { COLORS } from "../../../app/shared/domain/colors.ts";
import { countryName } from "../../../app/shared/i18n/countries.ts";
import { KIT_TYPES } from "../../../app/shared/domain/kit-types.ts";
import {
  createRules,
  PERSONAS,
  type Persona,
  type Rules,
  type Scenario,
} from "../support/rules.ts";

let rules: Rules;

beforeAll(async () => {
  rules = await createRules();
  await rules.system(`insert into competitions (league, name, priority, is_active) values
    ('SOCCER', 'Premier League', 90, true), ('SOCCER', 'La Liga', 80, true),
    ('SOCCER', 'Ligue 1', 70, true), ('NBA', 'NBA', 60, true), ('SOCCER', 'Ligue Z', 1, false)`);
  await rules.system(`insert into seasons (code, name) values
    ('1997-98', '1997-1998'), ('2004-05', '2004-2005'), ('2023-24', '2023-2024')`);
  await rules.system(`insert into brands (name) values ('Nike'), ('Kappa')`);
  await rules.system(
    `insert into teams (competition_id, name, short_name, is_active)
     select id, team.name, short, active
     from (values ('Premier League', 'Arsenal', 'ARS', true),
       ('Premier League', 'Manchester United', 'MUN', true),
       ('La Liga', 'Málaga CF', null, true), ('La Liga', 'Atlético de Madrid', 'ATM', true),
       ('La Liga', 'Real Madrid', 'RMA', true), ('Ligue 1', 'Paris Saint-Germain', 'PSG', true),
       ('Ligue 1', 'AS Retraitée', null, false), ('NBA', 'Boston Celtics', 'BOS', true))
       team (competition, name, short, active)
     join competitions on competitions.name = team.competition`,
  );
  await add("Arsenal", "2004-05", "Les Invincibles", { kit_type: "home", year: 2004 }, 5);
  await add("Arsenal", "2004-05", "Jaune de Highbury", { kit_type: "away", year: 2004 }, 9);
  await add("Arsenal", "2023-24", "Canons", { kit_type: "home", year: 2023 }, 2);
  await add("Málaga CF", "2004-05", "La Rosaleda", { kit_type: "home", year: 2004 }, 1);
  await add("Boston Celtics", "1997-98", "Green Runs Deep", { kit_type: "third", year: 1998 }, 0);
  await add("Paris Saint-Germain", "1997-98", "Hechter", { kit_type: "training" }, 3);
  await rules.derived();
});
afterAll(() => rules.close());

/** Adds an approved jersey with `score` votes up. */
async function add(
  team: string,
  season: string,
  title: string,
  columns: Record<string, unknown>,
  score = 0,
): Promise<string> {
  const given = { brand: "Nike", status: "approved", upvotes: score, ...columns };
  const values = Object.values(given);
  const { rows } = await rules.system(
    `insert into jerseys (league, competition_id, season_id, team_id, title, ${Object.keys(given).join(", ")})
     select competitions.league, competitions.id, seasons.id, teams.id, $3, ${values.map((_, n) => `$${n + 4}`).join(", ")}
     from teams join competitions on competitions.id = competition_id, seasons
     where teams.name = $1 and code = $2 returning id`,
    [team, season, title, ...values],
  );
  return rows[0].id;
}

type Play = Pick<Scenario, "as" | "derived">;

async function jerseys(query: string, persona: Persona = "visitor", limit = 5, play?: Play) {
  const find = async ({ as, derived }: Play) => {
    await derived();
    return (await as(persona, "select title from search_jerseys($1, $2)", [query, limit])).rows;
  };
  const rows = await (play ? find(play) : rules.scenario(find));
  return rows.map(({ title }) => title as string);
}

async function names(kind: "teams" | "competitions", query: string): Promise<string[]> {
  const { rows } = await rules.scenario(({ as }) =>
    as("visitor", `select name from search_${kind}($1)`, [query]),
  );
  return rows.map(({ name }) => name as string);
}

describe("a jersey is found", () => {
  it.each([
    ["arsenal 2004 domicile", ["Les Invincibles"]],
    ["Domicile, 2004: ARSENAL!", ["Les Invincibles"]],
    ["highbury", ["Jaune de Highbury"]],
    ["malaga", ["La Rosaleda"]],
    ["MÁLAGA", ["La Rosaleda"]],
    ["psg", ["Hechter"]],
    ["maillot du psg", ["Hechter"]],
    ["celtics nba nike", ["Green Runs Deep"]],
  ])("by %j", async (query, expected) => {
    expect(await jerseys(query)).toEqual(expected);
  });

  it.each(["2004-05", "2004/05", "2004-2005"])("by its season: %s", async (season) => {
    expect(await jerseys(`arsenal ${season}`)).toEqual(["Jaune de Highbury", "Les Invincibles"]);
  });

  it("while its last word is being typed", async () => {
    for (const query of ["highb", "arsenal hig", "nike high"]) {
      expect(await jerseys(query), query).toEqual(["Jaune de Highbury"]);
    }
  });

  it("by the name of its kit type in every language", async () => {
    for (const lang of LANGUAGES) {
      const path = join(import.meta.dirname, `../../../app/shared/messages/${lang}/common.json`);
      const { kitType } = JSON.parse(readFileSync(path, "utf8"));
      for (const kit of KIT_TYPES) {
        const { rows } = await rules.system(
          "select private.words($1) <@ private.words(private.kit_type_names($2)) as known",
          [kitType[kit], kit],
        );
        expect(rows[0].known, `${lang}: ${kitType[kit]}`).toBe(true);
      }
    }
    for (const query of ["visitante", "segunda equipación", "camisa II", "uniforme segunda"]) {
      expect(await jerseys(`arsenal ${query}`), query).toEqual(["Jaune de Highbury"]);
    }
  });

  it("by a part of a word", async () => {
    expect(await jerseys("vincibl")).toEqual(["Les Invincibles"]);
  });
});

describe("a typing error", () => {
  it.each(["arsnal", "arssenal", "arsemal", "asrenal", "arsenla"])(
    "is tolerated: %s",
    async (typed) => {
      expect(await jerseys(`${typed} 2004 domicile`)).toEqual(["Les Invincibles"]);
      expect(await names("teams", typed)).toEqual(["Arsenal"]);
    },
  );

  it("of any kind, anywhere in a word, still finds the jersey", async () => {
    const letter = fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz");
    const typo = fc.record({
      word: fc.string({ unit: letter, minLength: 5, maxLength: 12 }),
      kind: fc.constantFrom("more", "less", "other", "swapped"),
      place: fc.nat(),
      letter,
    });
    const pairs = fc
      .sample(typo, { numRuns: 400, seed: 7 })
      .map(({ word, kind, place, letter }) => {
        const at = place % word.length;
        const [before, after] = [word.slice(0, at), word.slice(at)];
        if (kind === "more") return [word, before + letter + after];
        if (kind === "less") return [word, before + after.slice(1)];
        if (kind === "other") return [word, before + letter + after.slice(1)];
        return [word, before + after.slice(0, 2).split("").reverse().join("") + after.slice(2)];
      });
    await rules.scenario(async ({ system }) => {
      const words = pairs.map(([word]) => word);
      await system(
        "insert into private.search_vocabulary select distinct unnest($1::text[]) on conflict do nothing",
        [words],
      );
      const { rows } = await system(
        `select word, typed from unnest($1::text[], $2::text[]) pair (word, typed)
         where not word = any (private.corrections(typed))`,
        [words, pairs.map(([, typed]) => typed)],
      );
      expect(rows).toEqual([]);
    });
  });

  it("of two letters makes another word", async () => {
    const { rows } = await rules.system(
      "select private.corrections('arnsel') a, private.corrections('nba') b, private.corrections('2014') c",
    );
    expect(rows).toEqual([{ a: [], b: [], c: [] }]);
  });

  it("is not assumed in a year: another year is another search", async () => {
    expect(await jerseys("arsenal 2005 domicile")).toEqual(["Les Invincibles"]); // season 2004-2005
    expect(await jerseys("arsenal 2014 domicile")).toEqual([]);
  });
});

describe("the order", () => {
  it("follows the score", async () => {
    expect(await jerseys("arsenal")).toEqual(["Jaune de Highbury", "Les Invincibles", "Canons"]);
    expect(await jerseys("nike", "visitor", 2)).toEqual(["Jaune de Highbury", "Les Invincibles"]);
  });

  it("puts whole words before prefixes, and corrects typing errors only without other matches", async () => {
    await rules.scenario(async (play) => {
      await play.system(
        "update jerseys set title = 'Arsenalito', team_id = null, team = 'Autre' where title = 'Canons'",
      );
      await play.system("update jerseys set upvotes = 50 where title = 'Arsenalito'");
      expect(await jerseys("arsenal", "visitor", 5, play)).toEqual([
        "Jaune de Highbury",
        "Les Invincibles",
        "Arsenalito",
      ]);
      expect(await jerseys("canons", "visitor", 5, play)).toEqual([]);
    });
  });

  it("stays correct when there are more matches than can be compared one by one", async () => {
    await rules.scenario(async (play) => {
      await play.system(
        `insert into jerseys (league, competition_id, season_id, title, team, status, upvotes)
         select league, competition_id, season_id, 'Foule ' || n, 'Foule', 'approved', 100 + n
         from jerseys, generate_series(1, 1200) n where title = 'Canons'`,
      );
      expect(await jerseys("foule", "visitor", 2, play)).toEqual(["Foule 1200", "Foule 1199"]);
      expect(await jerseys("foule 7", "visitor", 3, play)).toEqual([
        "Foule 7",
        "Foule 799",
        "Foule 798",
      ]);
      expect(await jerseys("arsenal", "visitor", 1, play)).toEqual(["Jaune de Highbury"]);
    });
  });
});

describe("the name of a colour", () => {
  /** Four jerseys of the PSG and a club with a colour in its name. */
  const WORN = [
    ["Paris Saint-Germain", "Parc", ["red", "blue", "white"], 3],
    ["Paris Saint-Germain", "Saison", ["white", "red"], 2],
    ["Paris Saint-Germain", "Nuit", ["black"], 8],
    ["Paris Saint-Germain", "Le rouge d’avant", ["burgundy"], 1],
    ["Red Star", "Bauer", ["green", "white"], 0],
    ["Boston Celtics", "Star", ["red"], 9],
  ] as const;

  async function wear({ system }: Pick<Scenario, "system">) {
    await system(
      `insert into teams (competition_id, name)
       select id, 'Red Star' from competitions where name = 'Ligue 1'`,
    );
    for (const [team, title, colors, score] of WORN) {
      await system(
        `insert into jerseys (league, competition_id, season_id, team_id, title, status, upvotes, colors, kit_type)
         select competition.league, competition.id, season.id, team.id, $2, 'approved', $4, $3, 'other'
         from teams team join competitions competition on competition.id = competition_id, seasons season
         where team.name = $1 and season.code = '2023-24'`,
        [team, title, colors, score],
      );
    }
  }

  it.each([
    ["psg rouge", ["Le rouge d’avant", "Parc", "Saison"]],
    ["red psg", ["Parc", "Saison"]],
    ["camiseta roja paris", ["Parc", "Saison"]],
    ["psg vermelha", ["Parc", "Saison"]],
    ["maillots rouges paris saint-germain", ["Parc", "Saison"]],
    ["psg blanc rouge", ["Parc", "Saison"]],
    ["blanche PSG", ["Parc", "Saison"]],
    ["psg noir", ["Nuit"]],
    ["psg noires", ["Nuit"]],
    // Still being typed.
    ["psg noi", ["Nuit"]],
    ["psg grena", ["Le rouge d’avant"]],
    ["maillot vert red star", ["Bauer"]],
    ["psg vert", []],
    // Also with a typing error in another word.
    ["vert red starr", ["Bauer"]],
    // A name comes before everything of that colour.
    ["red star", ["Bauer", "Star"]],
    ["star red", ["Bauer", "Star"]],
  ])("%s", (query, titles) =>
    rules.scenario(async (play) => {
      await wear(play);
      for (const persona of PERSONAS) {
        expect([persona, await jerseys(query, persona, 20, play)]).toEqual([persona, titles]);
      }
    }),
  );

  it("is known in four languages, as the site and people write it", async () => {
    await loadAllMessages();
    const called = async (name: string) => {
      const { rows } = await rules.system(
        "select private.called_colors(word, false) as colors from unnest(private.words($1)) word",
        [name],
      );
      return rows.map(({ colors }) => colors as string[]);
    };
    for (const lang of LANGUAGES) {
      const t = translator(lang, "common");
      for (const color of COLORS) {
        const words = await called(t(`color.${color}`));
        expect([lang, color, words.every((colors) => colors.includes(color))]).toEqual([
          lang,
          color,
          true,
        ]);
      }
    }
    for (const [names, color] of [
      ["rouge rouges red rojo roja rojos rojas vermelho vermelha", "red"],
      ["vert verte verts vertes green verde verdes", "green"],
      ["blanc blanche blancs blanches white blanco blancas branca", "white"],
      ["bleu bleue bleus bleues blue azul azules azuis marine navy", "blue"],
      ["noir noire noirs noires black negra preto pretas", "black"],
    ] as const) {
      for (const colors of await called(names)) expect(colors).toContain(color);
    }
    expect(await called("psg maillot redskins ver")).toEqual([[], [], [], []]);
  });

  it("follows the colours, those of the team too, and is not offered as a correction", () =>
    rules.scenario(async (play) => {
      await wear(play);
      await play.system("update jerseys set colors = '{pink}' where title = 'Nuit'");
      expect(await jerseys("psg noir", "visitor", 5, play)).toEqual([]);
      expect(await jerseys("psg rose", "visitor", 5, play)).toEqual(["Nuit"]);
      await play.system("update jerseys set colors = '{}' where title = 'Nuit'");
      await play.system("update teams set colors = '{#12864a,#12864a}' where short_name = 'PSG'");
      expect(await jerseys("psg vert", "visitor", 20, play)).toContain("Nuit");
      await play.system("update jerseys set is_active = false where title = 'Nuit'");
      expect(await jerseys("psg vert", "visitor", 20, play)).not.toContain("Nuit");
      const { rows } = await play.system(
        "select word from private.search_vocabulary where word ~ '[=#~]'",
      );
      expect(rows).toEqual([]);
      const stale = await play.system(
        `select id from private.searchable shown full join private.search_documents document using (kind, id)
         where document.words is distinct from array_to_tsvector(private.found_words(shown.text) || shown.marks)`,
      );
      expect(stale.rows).toEqual([]);
    }));
});

it("a colour and a year or a decade find the jerseys whose main colour it is first", () =>
  rules.scenario(async (play) => {
    await play.system(
      `insert into jerseys (league, competition_id, season_id, team_id, title, status, upvotes, colors, year)
       select league, competition_id, season_id, team_id, 'Essai ' || place, 'approved', 100 - place, worn.colors::text[], worn.year
       from jerseys, (values (1, '{blue,red}', 2018), (2, '{red,blue}', 2018), (3, '{red}', 2017), (4, '{red}', 2018))
         worn (place, colors, year)
       where jerseys.title = 'Canons'`,
    );
    await play.derived();
    const found = await jerseys("maillot rouge 2018", "visitor", 5, play);
    expect(found.slice(0, 2).toSorted()).toEqual(["Essai 2", "Essai 4"]);
    expect(found.slice(2)).toEqual(["Essai 1"]);
    const ofDecade = await jerseys("camiseta roja 2010s", "visitor", 5, play);
    expect(ofDecade.slice(0, 3).toSorted()).toEqual(["Essai 2", "Essai 3", "Essai 4"]);
    expect(ofDecade.slice(3)).toEqual(["Essai 1"]);
  }));

describe("only public content is found", () => {
  const STATES = ["status = 'pending'", "status = 'rejected'", "is_active = false"];

  it.each(STATES)("a jersey with %s is found by nobody, not even its author", async (state) => {
    await rules.scenario(async (play) => {
      await play.system(`update jerseys set ${state}, author_id = $1 where title = 'Hechter'`, [
        rules.ids.owner,
      ]);
      for (const persona of PERSONAS) {
        expect(await jerseys("hechter", persona, 5, play), persona).toEqual([]);
      }
      await play.system(
        "update jerseys set status = 'approved', is_active = true where title = 'Hechter'",
      );
      expect(await jerseys("hechter", "visitor", 5, play)).toEqual(["Hechter"]);
    });
  });

  it("a deleted jersey and removed words find nothing", async () => {
    await rules.scenario(async (play) => {
      await play.system("update jerseys set title = 'Prunier' where title = 'Hechter'");
      expect(await jerseys("hechter", "visitor", 5, play)).toEqual([]);
      expect(await jerseys("prunier", "visitor", 5, play)).toEqual(["Prunier"]);
      await play.system("delete from jerseys where title = 'Prunier'");
      expect(await jerseys("prunier", "visitor", 5, play)).toEqual([]);
    });
  });

  it("an inactive team or competition is not found", async () => {
    expect(await names("teams", "retraitee")).toEqual([]);
    expect(await names("competitions", "ligue z")).toEqual([]);
  });

  it("search tables are out of reach through the REST interface's roles", async () => {
    for (const table of ["search_documents", "search_vocabulary", "searchable"]) {
      expect(await rules.everyone(`select * from private.${table}`), table).toEqual({
        visitor: "42501",
        owner: "42501",
        stranger: "42501",
        admin: "42501",
      });
    }
  });
});

describe("initials with dots and possessives are words", () => {
  const teams = [
    "Milan AC",
    "DC United",
    "D.C. Capitals",
    "Queens Park Rangers",
    "Newell's Old Boys",
  ];

  it.each([
    ["A.C. Milan", "Milan AC"],
    ["A. C. Milan", "Milan AC"],
    ["milan a.c", "Milan AC"],
    ["D.C. United", "DC United"],
    ["dc capitals", "D.C. Capitals"],
    ["d.c. capitals", "D.C. Capitals"],
    ["Queen's Park", "Queens Park Rangers"],
    ["Queen’s Park", "Queens Park Rangers"],
    ["newells", "Newell's Old Boys"],
    ["newell´s", "Newell's Old Boys"],
    ["P.S.G.", "Paris Saint-Germain"],
    ["psg", "Paris Saint-Germain"],
  ])("%s", async (query, name) => {
    await rules.scenario(async (play) => {
      await play.system(
        `insert into teams (competition_id, name)
         select id, called from competitions, unnest($1::text[]) called
         where competitions.name = 'La Liga'`,
        [teams],
      );
      const { rows } = await play.as("visitor", "select name from search_teams($1)", [query]);
      expect(rows).toEqual([{ name }]);
    });
  });

  it("as of a jersey's team", async () => {
    expect(await jerseys("P.S.G.")).toEqual(["Hechter"]);
    expect(await jerseys("p.s.g. 1997")).toEqual(["Hechter"]);
  });
});

describe("a country", () => {
  it.each([
    ["TR", "Turkey", "Turkey"],
    ["US", "EEUU", "EE. UU."],
    ["US", "U.S.A.", "usa"],
    ["CZ", "Czech Republic", "république tchèque"],
    ["NL", "Holland", "holanda"],
  ])(
    "%s is found by its other names, before anything similar: %s, %s",
    async (code, ...queries) => {
      await rules.scenario(async (play) => {
        await play.system(
          `with nations as (
           insert into competitions (league, name, slug)
           values ('SOCCER', 'Équipes nationales', 'international-teams') returning id)
         insert into teams (competition_id, name, country)
         select id, name, country from nations,
           (values ('Pays', $1), ('Turkeys', 'FR'), ('Hollande-sur-Mer', 'FR')) team (name, country)`,
          [code],
        );
        for (const query of queries) {
          const { rows } = await play.as("visitor", "select name from search_teams($1, 1)", [
            query,
          ]);
          expect(rows, query).toEqual([{ name: "Pays" }]);
        }
      });
    },
  );

  it.each(["allemagne", "Germany", "alemania", "alemanha", "germny"])(
    "is found by its name in every language: %s",
    async (query) => {
      await rules.scenario(async (play) => {
        await play.system(
          `with nations as (
             insert into competitions (league, name, slug)
             values ('SOCCER', 'Équipes nationales', 'international-teams') returning id)
           insert into teams (competition_id, name, country)
           select id, 'Allemagne', 'DE' from nations`,
        );
        await play.system(
          `insert into jerseys (league, competition_id, season_id, team_id, title, status)
           select 'SOCCER', competition_id, seasons.id, teams.id, 'Sommermärchen', 'approved'
           from teams, seasons where teams.name = 'Allemagne' and code = '2004-05'`,
        );
        const { rows } = await play.as("visitor", "select name from search_teams($1)", [query]);
        expect(rows).toEqual([{ name: "Allemagne" }]);
        expect(await jerseys(query, "visitor", 5, play)).toEqual(["Sommermärchen"]);
      });
    },
  );

  it("is found by the jerseys of every competition that its team plays in", async () => {
    await rules.scenario(async (play) => {
      await play.system(
        `with nations as (
           insert into competitions (league, name, slug)
           values ('SOCCER', 'Équipes nationales', 'international-teams') returning id)
         insert into teams (competition_id, name, country)
         select id, 'Côte d''Ivoire', 'CI' from nations`,
      );
      await play.system(
        `insert into jerseys (league, competition_id, season_id, team_id, title, status)
         select 'SOCCER', competitions.id, seasons.id, teams.id, 'Les Éléphants', 'approved'
         from teams, seasons, competitions
         where teams.name = 'Côte d''Ivoire' and code = '2004-05'
           and competitions.name = 'Premier League'`,
      );
      for (const query of ["costa de marfil", "ivory coast", "Costa do Marfim"]) {
        expect(await jerseys(query, "visitor", 5, play), query).toEqual(["Les Éléphants"]);
      }
      // A team that becomes a club's is no longer found by its country.
      await play.system(
        `update teams set competition_id =
           (select id from competitions where name = 'Premier League')
         where name = 'Côte d''Ivoire'`,
      );
      expect(await jerseys("marfil", "visitor", 5, play)).toEqual([]);
    });
  });

  it.each(LANGUAGES)(
    "is found by each word of the name that the site shows in %s",
    async (lang) => {
      const shown = [...COUNTRY_CODES, ...NATION_CODES].map((code) => ({
        code,
        name: countryName(code, lang),
      }));
      const { rows } = await rules.system(
        `select shown.code, word
       from jsonb_to_recordset($1) shown (code text, name text)
       join private.country_names known using (code),
         unnest(private.asked_words(shown.name)) word
       where word <> all (private.words(known.names))`,
        [JSON.stringify(shown)],
      );
      expect(rows).toEqual([]);
    },
  );

  it("is known for every country that an administrator can select", async () => {
    const { rows } = await rules.system(
      `select code from unnest($1::text[]) code
       where code not in (select code from private.country_names)`,
      [[...COUNTRY_CODES, ...NATION_CODES]],
    );
    expect(rows).toEqual([]);
  });

  it("of a club does not find the club", async () => {
    await rules.scenario(async (play) => {
      await play.system("update teams set country = 'ES' where name = 'Real Madrid'");
      const { rows } = await play.as("visitor", "select name from search_teams('spain')");
      expect(rows).toEqual([]);
    });
  });
});

describe("changes of a jersey change how it is found", () => {
  it.each([
    ["update teams set name = 'Gunners FC' where name = 'Arsenal'", "gunners", 3],
    ["update teams set short_name = 'AFC' where name = 'Arsenal'", "afc", 3],
    ["update seasons set code = '1904-05', name = '1904-1905' where code = '2004-05'", "1905", 3],
    [
      "update competitions set name = 'First Division' where name = 'Premier League'",
      "division",
      3,
    ],
    ["update jerseys set brand = 'Umbro' where title = 'Canons'", "umbro", 1],
    ["update jerseys set edition = 'Centenaire' where title = 'Canons'", "centenaire", 1],
  ])("%s", async (change, query, expected) => {
    await rules.scenario(async (play) => {
      await play.system(change);
      expect(await jerseys(query, "visitor", 5, play)).toHaveLength(expected);
    });
  });

  it("the new name of a brand", async () => {
    await rules.scenario(async (play) => {
      await play.system(`with own as (insert into brands (name) values ('Canterbury') returning id)
        update jerseys set brand_id = own.id from own where title = 'Canons'`);
      expect(await jerseys("canterbury", "visitor", 5, play)).toHaveLength(1);
      await play.system("update brands set name = 'Gilbert' where name = 'Canterbury'");
      expect(await jerseys("gilbert", "visitor", 5, play)).toHaveLength(1);
      expect(await jerseys("canterbury", "visitor", 5, play)).toHaveLength(0);
    });
  });

  it("their words are refreshed together, and later ones by themselves again", async () => {
    await rules.scenario(async (play) => {
      await play.system("update teams set name = 'Gunners FC' where name = 'Arsenal'");
      await play.system("update jerseys set edition = 'Centenaire' where title = 'Canons'");
      expect(await jerseys("gunners centenaire", "visitor", 5, play)).toHaveLength(1);
      expect(await jerseys("arsenal centenaire", "visitor", 5, play)).toHaveLength(0);
    });
  });
});

describe("teams and competitions", () => {
  it.each([
    ["teams", "malaga", ["Málaga CF"]],
    ["teams", "madrid", ["Atlético de Madrid", "Real Madrid"]],
    ["teams", "united manchester", ["Manchester United"]],
    ["teams", "manchester untied", ["Manchester United"]],
    ["teams", "psg", ["Paris Saint-Germain"]],
    ["teams", "senal", ["Arsenal"]],
    ["competitions", "lig", ["La Liga", "Ligue 1"]],
    ["competitions", "primier leage", ["Premier League"]],
    ["competitions", "nba", ["NBA"]],
  ] as const)("%s by %j", async (kind, query, expected) => {
    expect(await names(kind, query)).toEqual(expected);
  });
});

describe("an article at the end", () => {
  const SAINTS = async ({ system }: Pick<Scenario, "system">) => {
    await system(
      `insert into teams (competition_id, name, short_name)
       select id, team.name, short
       from competitions, (values ('AS Saint-Étienne', 'ASSE'), ('AS Saint-Étienne féminines', null), ('FC St. Pauli', null), ('Real Sociedad', null),
         ('Bayer Leverkusen', null)) team (name, short)
       where competitions.name = 'Ligue 1'`,
    );
    await system(
      `insert into jerseys (league, competition_id, season_id, team_id, title, status)
       select 'SOCCER', competition_id, seasons.id, teams.id, 'Chaudron', 'approved'
       from teams, seasons where teams.name = 'AS Saint-Étienne' and code = '2004-05'`,
    );
    await system("insert into competitions (league, name) values ('SOCCER', 'Coupe des étoiles')");
  };

  it.each([
    ["saint e", ["AS Saint-Étienne", "AS Saint-Étienne féminines"]],
    ["saint-et", ["AS Saint-Étienne", "AS Saint-Étienne féminines"]],
    ["saint-etie", ["AS Saint-Étienne", "AS Saint-Étienne féminines"]],
    ["st et", ["AS Saint-Étienne", "AS Saint-Étienne féminines"]],
    ["bayer l", ["Bayer Leverkusen"]],
    ["bayer le", ["Bayer Leverkusen"]],
    ["real so", ["Real Sociedad"]],
    // Nothing begins so: it is an article.
    ["pauli des", ["FC St. Pauli"]],
    ["bayer et", ["Bayer Leverkusen"]],
    ["paulli le", ["FC St. Pauli"]],
  ])("may begin a word of a team: %s", (query, expected) =>
    rules.scenario(async (play) => {
      await SAINTS(play);
      const { rows } = await play.as("visitor", "select name from search_teams($1)", [query]);
      expect(rows.map(({ name }) => name)).toEqual(expected);
    }),
  );

  it("may begin a word of a jersey's team or a competition", () =>
    rules.scenario(async (play) => {
      await SAINTS(play);
      expect(await jerseys("saint et", "visitor", 5, play)).toEqual(["Chaudron"]);
      expect(await jerseys("saint-e", "visitor", 5, play)).toEqual(["Chaudron"]);
      expect(await jerseys("hechter et", "visitor", 5, play)).toEqual(["Hechter"]);
      // A team without jerseys is called so: those of others are not meant.
      await play.system("update jerseys set is_active = false where title = 'Chaudron'");
      expect(await jerseys("saint et", "visitor", 5, play)).toEqual([]);
      expect(await jerseys("saint", "visitor", 5, play)).toEqual(["Hechter"]);
      const { rows } = await play.as("visitor", "select name from search_competitions('coupe et')");
      expect(rows).toEqual([{ name: "Coupe des étoiles" }]);
    }));
});

describe("searches without results or errors", () => {
  it.each(
    [
      ["", " ", "a", "é", "?!", "\u00a0\u2003", "'", "'q", "%", "_", "\\", "zzzzzz", "👕", "鹿島"],
      [
        "'; drop table jerseys; --",
        "q & !w | (x",
        "''' :* <->",
        "\\'",
        "{q,w}",
        "null",
        "x".repeat(10_000),
      ],
    ].flat(),
  )("by %j", async (query) => {
    expect(await jerseys(query)).toEqual([]);
    expect(await names("teams", query)).toEqual([]);
    expect(await names("competitions", query)).toEqual([]);
  });

  it("finds nothing by nothing, and returns no more than requested", async () => {
    const { rows } = await rules.system("select * from search_jerseys(null)");
    expect(rows).toEqual([]);
    expect(await jerseys("nike", "visitor", 0)).toEqual([]);
    expect(await jerseys("nike", "visitor", -1)).toEqual([]);
    expect(await jerseys("nike", "visitor", 1)).toHaveLength(1);
  });

  it("accepts random text", async () => {
    const texts = fc
      .sample(fc.string({ unit: "grapheme", maxLength: 60 }), { numRuns: 300, seed: 76 })
      .map((text) => text.replaceAll("\u0000", ""));
    const { rows } = await rules.system(
      "select count(*) from unnest($1::text[]) query, search_jerseys(query)",
      [texts],
    );
    expect(Number(rows[0].count)).toBeGreaterThanOrEqual(0);
  });
});

describe("teams and competitions are ordered", () => {
  const inOrder = async (query: string, kind: "teams" | "competitions" = "teams") =>
    rules.scenario(async ({ as, system }) => {
      await system(
        `insert into teams (competition_id, name, short_name)
         select id, team.name, short
         from (values ('La Liga', 'Pari', null), ('Ligue 1', 'Paris FC', 'PFC'),
           ('Premier League', 'Parivision', null), ('Premier League', 'Vieux Paris', null),
           ('La Liga', 'Stade de l’Est', 'Paris Est')) team (competition, name, short)
         join competitions on competitions.name = team.competition`,
      );
      await system(
        `insert into competitions (league, name, priority) values
         ('SOCCER', 'Liga', 5), ('SOCCER', 'Super Liga', 95), ('SOCCER', 'Liga Uno', 6)`,
      );
      const { rows } = await as("visitor", `select name from search_${kind}($1, 10)`, [query]);
      return rows.map(({ name }) => name as string);
    });

  it("by name first, then by their jerseys, then by their competition", async () => {
    expect(await inOrder("pari")).toEqual([
      "Pari", // called so
      "Paris Saint-Germain", // begins so, and has a jersey
      "Parivision",
      "Stade de l’Est", // by its short name
      "Paris FC",
      "Vieux Paris", // only contains it
    ]);
  });

  it("by the number of their jerseys, and of very many the best known alone", () =>
    rules.scenario(async ({ as, system, derived }) => {
      await system(
        `insert into teams (competition_id, name)
         select id, 'Sporting ' || n from competitions, generate_series(1, 40) n where name = 'La Liga'
         union all select id, 'Sporting' from competitions where name = 'La Liga'`,
      );
      await system(
        `insert into jerseys (league, competition_id, season_id, team_id, title, status)
         select jerseys.league, jerseys.competition_id, season_id, teams.id, 'Rayures ' || n, 'approved'
         from jerseys, generate_series(1, 3) n, teams
         where jerseys.title = 'Canons' and (teams.name = 'Sporting 29' or teams.name = 'Sporting 7' and n = 1)`,
      );
      await derived();
      const { rows } = await as("visitor", "select name from search_teams('sporting', 3)");
      expect(rows.map(({ name }) => name)).toEqual(["Sporting", "Sporting 29", "Sporting 7"]);
    }));

  it("by the words of names before those of aliases, whoever has more jerseys", () =>
    rules.scenario(async ({ as, system }) => {
      await system(
        `insert into teams (competition_id, name)
         select id, 'Plume' from competitions where name = 'Ligue 1'`,
      );
      await system(
        `insert into team_aliases (team_id, alias) select id, 'Les Plumes du Pré' from teams where name = 'Arsenal'`,
      );
      const { rows } = await as("visitor", "select name from search_teams('plum')");
      expect(rows.map(({ name }) => name)).toEqual(["Plume", "Arsenal"]);
    }));

  it("independent of case, accents and articles", async () => {
    expect((await inOrder("PÂRIS  f"))[0]).toBe("Paris FC");
    expect(await inOrder("liga", "competitions")).toEqual([
      "La Liga",
      "Liga",
      "Liga Uno",
      "Super Liga",
    ]);
  });
});

it("shows a visitor the same as the table", async () => {
  await rules.scenario(async ({ as }) => {
    const found = await as("visitor", "select * from search_jerseys('hechter')");
    const read = await as("visitor", "select * from jerseys where title = 'Hechter'");
    expect(found.rows).toEqual(read.rows);
  });
});

it("leaves plain reads by title or team working", async () => {
  const { rows } = await rules.scenario(({ as }) =>
    as(
      "visitor",
      "select title from jerseys where title ilike '%HECHT%' or team ilike '%HECHT%' limit 5",
    ),
  );
  expect(rows).toEqual([{ title: "Hechter" }]);
});

describe("a search document", () => {
  it("moves to another tier when its jersey's votes change, and back", () =>
    rules.scenario(async ({ system }) => {
      const marks = async () => {
        const { rows } = await system(
          `select array(select word from unnest(tsvector_to_array(words)) word where word like '#%') as marks
           from private.search_documents join jerseys using (id) where title = 'Hechter'`,
        );
        return rows[0].marks;
      };
      const found = [];
      for (const upvotes of [3, 4, 7, 8, 1500, 0]) {
        await system(
          "select private.move_counters(id, $1 - upvotes, 0) from jerseys where title = 'Hechter'",
          [upvotes],
        );
        await system("select derive()");
        found.push(await marks());
      }
      expect(found).toEqual([[], ["#1"], ["#1"], ["#2"], ["#9"], []]);
      const { rows } = await system(
        `select id from private.searchable shown full join private.search_documents document using (kind, id)
         where document.words is distinct from array_to_tsvector(private.found_words(shown.text) || shown.marks)`,
      );
      expect(rows).toEqual([]);
    }));
});
