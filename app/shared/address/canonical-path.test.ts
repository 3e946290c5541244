import { expect, test } from "vitest";

import { canonicalPath } from "./canonical-path.ts";

test.each([
  ["/fr", "/"],
  ["/fr/", "/"],
  ["/fr/tendances", "/tendances"],
  ["/FR/sport/nba", "/sport/nba"],
  ["/EN", "/en"],
  ["/Pt/esportes", "/pt/esportes"],
  ["/en/", "/en"],
  ["/sports/", "/sports"],
  ["/sports//", "/sports"],
])("redirects %s to %s", (address, proper) => {
  expect(canonicalPath(address)).toBe(proper);
});

test.each(["/", "/en", "/sports", "/es/deportes", "/french", "/jersey/PSG/home/2010/x"])(
  "accepts %s",
  (address) => {
    expect(canonicalPath(address)).toBeUndefined();
  },
);
