import { expect, test } from "vitest";

import { shirtUrl } from "../../../shared/address/shirt-url.ts";
import { designFor } from "../../../shared/domain/shirt/index.ts";
import { formerShirt } from "./former-shirt.ts";

test.each(["home", "away", "third"] as const)(
  "a jersey without a page is drawn without a colour (%s)",
  (kit_type) => {
    const former = {
      title: "AC Milan 1990",
      team: "AC Milan",
      league: "SOCCER",
      kit_type,
    } as const;
    for (const color of designFor(formerShirt(former)).colors) {
      const [red = 0, green = 0, blue = 0] = (color.match(/[\da-f]{2}/gi) ?? []).map((part) =>
        Number.parseInt(part, 16),
      );
      expect(Math.max(red, green, blue) - Math.min(red, green, blue), color).toBeLessThan(32);
    }
    expect(shirtUrl(formerShirt(former))).toContain("team=ac-milan");
  },
);
