import { describe, expect, it } from "vitest";

import { jerseyWords, sizeLabel } from "./jersey-words.ts";

describe("a line in words", () => {
  it.each([
    // English
    ["Arsenal home 2022-23 L", "Arsenal", "home", "2022-23", "L"],
    ["Brazil away 2022 XL", "Brazil", "away", "2022", "XL"],
    ["Chicago Bulls 1995/96 2XL", "Chicago Bulls", undefined, "1995-96", "2XL"],
    ["Manchester United third shirt 07/08 size M", "Manchester United", "third", "2007-08", "M"],
    ["New Jersey Devils jersey 2003", "New Jersey Devils", undefined, "2003", undefined],
    ["LA Lakers home", "LA Lakers", "home", undefined, undefined],
    [
      "2010-11 Barcelona goalkeeper kit, youth",
      "Barcelona youth",
      "goalkeeper",
      "2010-11",
      undefined,
    ],
    ["Home shirt of Leeds United 1998 - 99 (S)", "Leeds United", "home", "1998-99", "S"],
    ["Schalke 04 home 2011-12 xl", "Schalke 04", "home", "2011-12", "XL"],
    // French
    ["PSG domicile 2024-2025 M", "PSG", "home", "2024-25", "M"],
    [
      "Maillot extérieur de l'Olympique de Marseille 22/23 taille L",
      "l'Olympique de Marseille",
      "away",
      "2022-23",
      "L",
    ],
    ["Maillot domicile du Brésil de la saison 2002", "Brésil", "home", "2002", undefined],
    ["FC Nantes gardien de but 2021–22 XXL", "FC Nantes", "goalkeeper", "2021-22", "XXL"],
    ["Le Havre troisième 2023/24 12 ans", "Le Havre", "third", "2023-24", "12 ans"],
    ["Lyon avant-match 2019", "Lyon", "prematch", "2019", undefined],
    // Spanish
    ["Camiseta local de Argentina 1986 talla S", "Argentina", "home", "1986", "S"],
    ["Real Madrid visitante 2016/2017 m", "Real Madrid", "away", "2016-17", "M"],
    ["Athletic Club tercera equipación 99-00", "Athletic Club", "third", "1999-00", undefined],
    ["Betis segunda equipación 2019-20", "Betis", "away", "2019-20", undefined],
    ["Atlético de Madrid - titular - 2013-14 - XS", "Atlético de Madrid", "home", "2013-14", "XS"],
    // Portuguese
    ["Camisa titular do Flamengo 2019 GG", "Flamengo", "home", "2019", "GG"],
    ["Benfica fora 2004/05 tamanho G", "Benfica", "away", "2004-05", "G"],
    ["Casa Pia terceira 23/24 P", "Casa Pia", "third", "2023-24", "P"],
    ["Camisa II Flamengo 2019 G", "Flamengo", "away", "2019", "G"],
    ["Corinthians treino 2012", "Corinthians", "training", "2012", undefined],
    // What is no season, size or kit stays a word of the team.
    ["TSV 1860 München", "TSV 1860 München", undefined, undefined, undefined],
    ["red chicago 2010", "red chicago", undefined, "2010", undefined],
    ["S.L. Benfica 2010", "S.L. Benfica", undefined, "2010", undefined],
    ["浦和レッズ 2007 L", "浦和レッズ", undefined, "2007", "L"],
  ])("%s", (text, team, kit_type, season, size) => {
    const { isPart: _, ...words } = jerseyWords(text)!;
    expect(words).toEqual({
      team,
      ...(kit_type && { kit_type }),
      ...(season && { season }),
      ...(size && { size }),
    });
  });

  it.each([
    ["France domicile 2018 Mbappé 10", "France", "Mbappé", "10"],
    ["Bordeaux flocage Carrasso 16", "Bordeaux", "Carrasso", "16"],
    ["Inter 2010 #22 Milito", "Inter", "Milito", "22"],
    ["Lyon 2008 floqué Benzema", "Lyon", "Benzema", undefined],
    ["Flamengo 2019 dorsal 10", "Flamengo", undefined, "10"],
    ["Arsenal home Henry 14 d’occasion", "Arsenal", "Henry", "14"],
    ["Paris 2022 Messi 30 domicile", "Paris", "Messi", "30"],
    ["Inter 2010 #22 Milito finale LDC", "Inter", "Milito", "22"],
    ["AC Milan 2021-22 domicile #10 Taille L", "AC Milan", undefined, "10"],
    ["AC Milan domicile 2021-22 #7 CR7", "AC Milan CR7", undefined, "7"],
    ["#9 Manchester City home 2022-23", "Manchester City", undefined, "9"],
    ["Lakers 2010 n°24 Kobe Bryant", "Lakers", "Kobe Bryant", "24"],
    ["PSG №10 Match worn 2019", "PSG", undefined, "10"],
    ["AC Milan home 2021-22 dorsal 11 Ibra", "AC Milan", "Ibra", "11"],
    ["AC Milan 2021-22 #10 Lautaro #9 Thuram", "AC Milan Lautaro Thuram", undefined, undefined],
    ["AC Milan 2021-22 flocage Leao 17 Champion", "AC Milan", undefined, undefined],
    ["Milan 2021-22 Serie A 1", "Milan Serie A 1", undefined, undefined],
    ["PSG away 2012-13 L Ibrahimović 18", "PSG", "Ibrahimović", "18"],
    ["Inter 2021 Lautaro Martínez 10 XL", "Inter", "Lautaro Martínez", "10"],
    ["maillot domicile Schalke 04", "Schalke 04", undefined, undefined],
    ["2018 Mainz 05", "Mainz 05", undefined, undefined],
    ["Hannover 96 2012", "Hannover 96", undefined, undefined],
  ])("what is printed: %s", (text, team, name, number) => {
    const words = jerseyWords(text);
    expect(words?.team).toBe(team);
    expect(words?.printed_name).toBe(name);
    expect(words?.printed_number).toBe(number);
  });

  it.each([
    ["PSG maillot domicile 2025 2026", { team: "PSG", kit_type: "home", season: "2025-26" }],
    ["PSG domicile 2025\u201126", { team: "PSG", kit_type: "home", season: "2025-26" }],
    ["Hannover 96 1999 2001", { team: "Hannover 96 1999", season: "2001" }],
    [
      "PSG 2025-26 domicile - neuf avec étiquette - 80€",
      { team: "PSG", isPart: true, kit_type: "home", season: "2025-26" },
    ],
    [
      "PSG 2025-26 domicile acheté à Londres en 23",
      { team: "PSG", isPart: true, kit_type: "home", season: "2025-26" },
    ],
    [
      "PSG 2025-26 domicile (signé)",
      { team: "PSG", isPart: true, kit_type: "home", season: "2025-26" },
    ],
    [
      "PSG domicile 2022-23 Authentic Mbappé #7",
      {
        team: "PSG",
        kit_type: "home",
        season: "2022-23",
        version: "player_issue",
        printed_name: "Mbappé",
        printed_number: "7",
      },
    ],
    [
      "Netherlands home 2020 Virgil van Dijk 4",
      {
        team: "Netherlands",
        kit_type: "home",
        season: "2020",
        printed_name: "Virgil van Dijk",
        printed_number: "4",
      },
    ],
    [
      "Brésil Coupe du Monde 2022-23 domicile",
      { team: "Brésil", isPart: true, kit_type: "home", season: "2022-23" },
    ],
    [
      "jersey dark woman L (34€), short multisport M (22€)",
      { team: "dark woman L short multisport M", isPart: true, hasSizes: true },
    ],
    ["What Would Google Do?", { team: "What Would Google Do" }],
  ])("more than facts: %s", (text, words) => {
    const { beside: _beside, ...facts } = jerseyWords(text)!;
    expect(facts).toEqual(words);
  });

  it("keeps the line where a print could not be read", () => {
    for (const text of [
      "AC Milan 2021-22 #10 Lautaro #9 Thuram",
      "Milan 2021-22 flocage Leao 17 Champion",
    ]) {
      expect(jerseyWords(text)?.isPart, text).toBe(true);
    }
  });

  it.each(["", "2022-23", "home", "maillot domicile 2022 "])("%j names no team", (text) => {
    expect(jerseyWords(text)).toBeUndefined();
  });
});

it("spells sizes as labels do, and leaves others as they are typed", () => {
  expect(["l", "2xl", "XL", "12 ans", "taille unique", null].map(sizeLabel)).toEqual([
    "L",
    "2XL",
    "XL",
    "12 ans",
    "taille unique",
    null,
  ]);
});
