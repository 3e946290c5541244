import { silentLogger } from "@maillotheque/backend";
import { createMember, PASSWORD } from "@maillotheque/backend/testing";
import { afterAll, beforeAll, expect, test } from "vitest";

import { meaningOf } from "../../app/collect/data/intake/read-shirt.ts";
import type { Language } from "../../app/shared/i18n/languages.ts";
import { seed } from "../../server/catalogue/seed/seed.ts";
import { startTestBackend, type TestBackend } from "../support/backend.ts";

let site: TestBackend;
beforeAll(async () => {
  site = await startTestBackend();
  await seed({ backend: site.backend, kind: "catalogue", log: silentLogger, pictureSize: 400 });
});
afterAll(() => site.close());

/** What is understood: league, team, season, kit, print, and the rest. */
async function read(lang: Language, text: string) {
  const source = { url: site.url, key: site.backend.apiKeys.anon };
  const { own, details, isSure } = (await meaningOf(source, text, lang))!;
  const print = [details.printed_name, details.printed_number].filter(Boolean).join(" ");
  return [
    isSure ? own.league : `${own.league}?`,
    ...[own.team, own.season, own.kit_type, print, details.size, details.version, details.notes],
  ]
    .map((said) => said || "-")
    .join(" | ")
    .replace(/( \| -)+$/, "");
}

test.each<[Language, string, string]>([
  [
    "fr",
    "Swingman Jordan 23 Bulls 96",
    "NBA | Chicago Bulls | 1996-97 | - | Jordan 23 | - | - | Swingman",
  ],
  ["fr", "Bulls Jordan 23", "NBA | Chicago Bulls | - | - | Jordan 23"],
  ["fr", "vieux maillot Lens 1998", "SOCCER | RC Lens | 1998-99 | - | - | - | - | vieux"],
  [
    "fr",
    "Nouveau maillot domicile du Stade de Reims 1978",
    "SOCCER | Stade de Reims | 1978-79 | home | - | - | - | Nouveau",
  ],
  ["fr", "Chicago Bulls 96 Jordan 23", "NBA | Chicago Bulls | 1996-97 | - | Jordan 23"],
  [
    "fr",
    "Maillot Jordan Bulls 23 swingman Mitchell & Ness",
    "NBA | Chicago Bulls | - | - | Jordan 23 | - | - | swingman Mitchell & Ness",
  ],
  // What stands first is the team.
  [
    "fr",
    "OM 93 Boli finale Munich",
    "SOCCER | Olympique de Marseille | 1993-94 | - | Boli Munich | - | - | finale",
  ],
  ["fr", "france 98 zidane", "SOCCER | France | 1998 | - | Zidane"],
  ["fr", "France Zidane 98", "SOCCER | France | 1998 | - | Zidane"],
  ["fr", "Zidane 10 France 98", "SOCCER | France | 1998 | - | Zidane 10"],
  [
    "fr",
    "beau maillot om 93 domicile",
    "SOCCER | Olympique de Marseille | 1993-94 | home | - | - | - | beau",
  ],
  [
    "fr",
    "ancien maillot de l'ASSE 76",
    "SOCCER | AS Saint-Étienne | 1976-77 | - | - | - | - | ancien",
  ],
  ["fr", "paris sg ronaldinho 10", "SOCCER | Paris Saint-Germain | - | - | Ronaldinho 10"],
  ["fr", "Maillot de foot RC Lens extérieur 97/98", "SOCCER | RC Lens | 1997-98 | away"],
  [
    "fr",
    "Paris SG Nike 2020 domicile",
    "SOCCER | Paris Saint-Germain | 2020-21 | home | - | - | - | Nike",
  ],
  ["fr", "équipe de france 2018 pogba", "SOCCER | France | 2018 | - | Pogba"],
  ["fr", "juventus pirlo", "SOCCER | Juventus | - | - | Pirlo"],
  ["fr", "Juve 96", "SOCCER | Juventus | 1996-97"],
  ["fr", "Pays-Bas 88 Van Basten 12", "SOCCER | Pays-Bas | 1988 | - | Van Basten 12"],
  ["fr", "Bordeaux 84 Giresse 10", "SOCCER | Girondins de Bordeaux | 1984-85 | - | Giresse 10"],
  ["fr", "maillot bordeaux Torino 2010", "SOCCER | Torino FC | 2010-11 | - | - | - | - | bordeaux"],
  [
    "fr",
    "paris sg domicile acheté à londres",
    "SOCCER | Paris Saint-Germain | - | home | - | - | - | acheté à londres",
  ],
  [
    "fr",
    "maillot enfant Paris SG 12 ans",
    "SOCCER | Paris Saint-Germain | - | - | - | 12 ans | - | enfant",
  ],
  [
    "fr",
    "canadiens 1993 Patrick Roy 33",
    "NHL | Montréal Canadiens | 1993-94 | - | Patrick Roy 33",
  ],
  ["fr", "Espagne Villa 7", "SOCCER | Espagne | - | - | Villa 7"],
  [
    "fr",
    "AC Milan 2021-22 #10 Lautaro #9 Thuram",
    "SOCCER | AC Milan | 2021-22 | - | - | - | - | #10 Lautaro #9 Thuram",
  ],
  ["fr", "nouveau maillot FC Machin 1998", "SOCCER? | FC Machin | 1998 | - | - | - | - | nouveau"],
  [
    "fr",
    "Association sportive des mineurs et cheminots réunis de Billy-Montigny et Liévin-Avion-Méricourt 1987 domicile",
    "SOCCER? | Association sportive des mineurs et cheminots réunis de Billy-Montigny et Liévin-Avion-Méricourt | 1987 | home",
  ],
  ["fr", "Étoile Sportive de Sète 1988", "SOCCER? | Étoile Sportive de Sète | 1988"],
  ["fr", "AS Machin sur Mer 2001", "SOCCER? | AS Machin sur Mer | 2001"],
  ["en", "Robin van Persie 20", "SOCCER? | Robin van Persie | 2020"],
  ["fr", "T1 Faker 2023", "ESPORT | T1 | 2023-24 | - | Faker"],
  ["fr", "basket limoges csp 1993", "NBA? | Basket Limoges Csp | 1993"],
  ["fr", "Lens 98 manches longues", "SOCCER | RC Lens | 1998-99 | - | - | - | - | manches longues"],
  ["fr", "Red Star 90", "SOCCER | Red Star FC | 1990-91"],
  [
    "en",
    "old Man Utd shirt 1999 Beckham 7",
    "SOCCER | Manchester United | 1999-00 | - | Beckham 7 | - | - | old",
  ],
  [
    "en",
    "Authentic Tom Brady 12 Patriots",
    "NFL | New England Patriots | - | - | Tom Brady 12 | - | player_issue",
  ],
  ["en", "LeBron James Lakers 23", "NBA | Los Angeles Lakers | - | - | LeBron James 23"],
  ["en", "Edmonton Oilers Gretzky 99 1987", "NHL | Edmonton Oilers | 1987-88 | - | Gretzky 99"],
  ["en", "Gretzky Oilers 99", "NHL | Edmonton Oilers | - | - | Gretzky 99"],
  // What a franchise was called stands on its shirts.
  ["fr", "Nordiques de Québec 1991 Sakic 19", "NHL | Nordiques de Québec | 1991-92 | - | Sakic 19"],
  ["en", "Sonics 1996 Payton 20", "NBA | Seattle SuperSonics | 1996-97 | - | Payton 20"],
  ["en", "Oakland Raiders 1985", "NFL | Oakland Raiders | 1985-86"],
  ["en", "Raiders 2022", "NFL | Las Vegas Raiders | 2022-23"],
  ["en", "Houston Oilers 1991 Moon 1", "NFL | Houston Oilers | 1991-92 | - | Moon 1"],
  ["en", "Gerrard Liverpool 05", "SOCCER | Liverpool | 2005-06 | - | Gerrard"],
  ["en", "England 66", "SOCCER | Angleterre | 1966"],
  ["en", "Schalke 04", "SOCCER | FC Schalke 04"],
  ["en", "Mainz 05 2010", "SOCCER | 1. FSV Mainz 05 | 2010-11"],
  ["en", "Bulls 45", "NBA | Chicago Bulls | - | - | 45"],
  ["en", "Manchester City de Bruyne 17", "SOCCER | Manchester City | - | - | de Bruyne 17"],
  ["en", "New York Cosmos 1977 Pele 10", "SOCCER? | New York Cosmos | 1977 | - | Pele 10"],
  [
    "en",
    "chelsea drogba 11 UCL final 2012",
    "SOCCER | Chelsea | 2012-13 | - | Drogba 11 | - | - | UCL final",
  ],
  ["en", "Penguins Lemieux 66", "NHL | Pittsburgh Penguins | - | - | Lemieux 66"],
  [
    "es",
    "vieja camiseta del Real Madrid 2002 Zidane 5",
    "SOCCER | Real Madrid | 2002-03 | - | Zidane 5 | - | - | vieja",
  ],
  ["es", "camiseta selección argentina 1986 Maradona", "SOCCER | Argentine | 1986 | - | Maradona"],
  ["es", "Maradona 10 Napoli", "SOCCER | SSC Napoli | - | - | Maradona 10"],
  ["es", "bonita camiseta Betis 95", "SOCCER | Real Betis | 1995-96 | - | - | - | - | bonita"],
  ["es", "Valencia Villa 7 2008", "SOCCER | Valencia CF | 2008-09 | - | Villa 7"],
  [
    "pt",
    "Camisa antiga Flamengo 81 Zico 10",
    "SOCCER | Flamengo | 1981 | - | Zico 10 | - | - | antiga",
  ],
  ["pt", "Zico Flamengo 10", "SOCCER | Flamengo | - | - | Zico 10"],
  ["pt", "camisa nova do Corinthians 2024", "SOCCER | Corinthians | 2024 | - | - | - | - | nova"],
  [
    "pt",
    "linda camisa Brasil 94 Romário 11",
    "SOCCER | Brésil | 1994 | - | Romário 11 | - | - | linda",
  ],
  ["pt", "Brasil Santos 8", "SOCCER | Brésil | - | - | Santos 8"],
  ["pt", "Benfica Eusébio 10 1968", "SOCCER | Benfica | 1968-69 | - | Eusébio 10"],
  ["pt", "camisa Seleção 2002 Ronaldo 9", "SOCCER | Brésil | 2002 | - | Ronaldo 9"],
])("%s: %s", async (lang, text, meaning) => {
  expect(await read(lang, text)).toBe(meaning);
});

test("a list calls clubs as the field does, and guesses no city and no code in a word", async () => {
  const { email } = await createMember(site);
  const client = site.client();
  await client.auth.signInWithPassword({ email, password: PASSWORD });
  const names = [
    ["Bayern", "FC Bayern München"],
    ["FC Barcelone", "FC Barcelona"],
    ["Olympique Marseille", "Olympique de Marseille"],
    ["Tottenham", "Tottenham Hotspur"],
    ["Lakers", "Los Angeles Lakers"],
    ["Nordiques", "Nordiques de Québec"],
    ["London", null],
    ["Red Star", null],
    ["All Blacks", null],
  ] as const;
  const lines = names.map(([team], n) => ({ key: `${n}`, jersey: { team, season: "1998-99" } }));
  const { data } = await client.rpc("match_copies", { lines }).throwOnError();
  const called = (data as { teams: Record<string, string> }[]).map(
    ({ teams }) => Object.values(teams)[0] ?? null,
  );
  expect(called).toEqual(names.map(([, name]) => name));
  for (const [text, name] of names.slice(0, 6)) {
    expect((await read("fr", `${text} 1998`)).split(" | ")[1]).toBe(name);
  }
});
