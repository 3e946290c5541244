import { expect, test } from "vitest";

import { shirtUrl } from "../../../shared/address/shirt-url.ts";
import { designFor } from "../../../shared/domain/shirt/index.ts";
import type { FormerJersey } from "./copy.ts";
import { formerShirt, isSaid } from "./former-shirt.ts";

const shirtOf = (former_jersey: FormerJersey, printed_number: string | null = null) =>
  formerShirt({ former_jersey, printed_number });

test("has the colours of its team and its own number; no number is made up", () => {
  const colors = ["#ff0000", "#ffffff"];
  const former = {
    title: "France 1998",
    team: "France",
    league: "SOCCER",
    teams: { colors },
  } as const;
  expect(shirtOf(former, "10")).toMatchObject({ colors, number: "10" });
  expect(designFor(shirtOf(former, "10")).number).toBe("10");
  expect(designFor(shirtOf(former)).number).toBe("");
});

test.each(["home", "away", "third"] as const)(
  "a jersey without a page is drawn without a colour (%s)",
  (kit_type) => {
    const former = {
      title: "AC Milan 1990",
      team: "AC Milan",
      league: "SOCCER",
      kit_type,
    } as const;
    for (const color of designFor(shirtOf(former)).colors) {
      const [red = 0, green = 0, blue = 0] = (color.match(/[\da-f]{2}/gi) ?? []).map((part) =>
        Number.parseInt(part, 16),
      );
      expect(Math.max(red, green, blue) - Math.min(red, green, blue), color).toBeLessThan(32);
    }
    expect(shirtUrl(shirtOf(former))).toContain("team=ac-milan");
  },
);

test("a shirt of one's own is one that somebody says, as far as they say it", () => {
  const own = { team: "RC Lens", league: "SOCCER", season: "1998-99", kit_type: "home" } as const;
  const { team, league } = own;
  for (const said of [own, { team: "rc lens", league }, { team, league, season: "1998" }]) {
    expect(isSaid(own, said)).toBe(true);
  }
  for (const other of [{ team: "Lens" }, { season: "1999-00" }, { kit_type: "away" } as const]) {
    expect(isSaid(own, { ...own, ...other })).toBe(false);
  }
  expect(isSaid(own, { ...own, league: "NBA" })).toBe(false);
});
