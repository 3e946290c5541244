import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { readCatalogue } from "../../../server/catalogue/seed/catalogue.ts";
import type { Color } from "./colors.ts";
import { colorName } from "./nearest-color.ts";

/** What supporters call the first colour of well-known teams, by the teams' slugs. */
const WORN: Partial<Record<Color, string>> = {
  white: "real-madrid afc-ajax tottenham-hotspur leeds-united allemagne angleterre",
  black: "newcastle-united brooklyn-nets san-antonio-spurs las-vegas-raiders pittsburgh-steelers",
  grey: "vegas-golden-knights",
  red: "liverpool arsenal ac-milan atletico-de-madrid galatasaray chicago-bulls miami-heat arizona-cardinals",
  // Garnet and claret. Barcelona and Metz wear "grenat", not red.
  burgundy:
    "fc-barcelona fc-metz torino-fc as-roma west-ham-united aston-villa cleveland-cavaliers",
  brown: "fc-st-pauli cleveland-browns",
  orange: "pays-bas philadelphia-flyers denver-broncos shakhtar-donetsk",
  yellow: "borussia-dortmund bresil fc-nantes villarreal-cf wolverhampton-wanderers",
  // Midnight green is green, not teal.
  green: "celtic sporting-cp boston-celtics philadelphia-eagles green-bay-packers",
  teal: "san-jose-sharks miami-dolphins jacksonville-jaguars",
  sky: "manchester-city ssc-napoli argentine ss-lazio uruguay",
  blue:
    "chelsea inter-milan japon france paris-saint-germain paris-fc everton edmonton-oilers " +
    "vancouver-canucks toronto-maple-leafs new-york-giants chicago-bears seattle-kraken houston-texans",
  purple:
    "acf-fiorentina toulouse-fc los-angeles-lakers sacramento-kings minnesota-vikings baltimore-ravens phoenix-suns",
  pink: "inter-miami-cf palermo-fc",
};

const { teams } = await readCatalogue(join(import.meta.dirname, "../../../supabase/seed"));
const worn = Object.entries(WORN).flatMap(([color, slugs]) =>
  slugs.split(" ").map((slug) => ({ slug, color })),
);

test.each(worn)("$slug is $color", ({ slug, color }) => {
  const [hex] = teams.find((team) => team.slug === slug)?.colors ?? [];
  expect(colorName(hex!)).toBe(color);
});

describe("other colours of shirts", () => {
  test.each([
    ["blue", "#192168 #236192 #001f5b #003e7e #191970 #000080 #0000ff #2f4a6d #5b7cff"],
    ["purple", "#1b0f3a #482e92 #4b0082 #3e2680 #7a5cff #b57edc"],
    ["black", "#0a0a0f #0a0a14 #1c1c28 #101820 #231f20"],
    ["grey", "#708090 #36454f #c0c0c0 #63727a"],
    ["green", "#6eceb2 #2f4f4f #004c54"],
    ["teal", "#00685e #006d75 #40e0d0 #008080 #00788c #00c4b4"],
    ["brown", "#5c4033 #4b2e1e #7b4a2d #311d00 #624839"],
    ["white", "#faf0d7 #f3e6c8 #eee1c6"],
    ["yellow", "#fdb927 #ffa300 #c9a227"],
    ["orange", "#c83803 #f58220"],
    ["red", "#b31942 #cb3524"],
    ["burgundy", "#800000 #800020"],
  ])("are %s", (color, hexes) => {
    const names = hexes.split(" ").map((hex) => [hex, colorName(hex)]);
    expect(names).toEqual(names.map(([hex]) => [hex, color]));
  });

  test("are never purple with the hue of a navy blue", () => {
    const shades = Array.from({ length: 16 }, (_, n) => n * 16);
    const named = shades.flatMap((blue) =>
      shades
        .filter((less) => less < blue)
        .map((less) => `#${[less / 2, less, blue].map(hexByte).join("")}`)
        .map((hex) => [hex, colorName(hex)]),
    );
    expect(named.filter(([, name]) => name === "purple")).toEqual([]);
  });
});

const hexByte = (channel: number) => channel.toString(16).padStart(2, "0");
