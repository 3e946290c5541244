import { expect, test } from "vitest";

import { tidyPath } from "./address.ts";

test.each([
  ["/fr", "/"],
  ["/fr/", "/"],
  ["/FR/sports", "/sports"],
  ["/fr/tendances", "/tendances"],
  ["/EN", "/en"],
  ["/Es/deportes/", "/es/deportes"],
  ["/sports/", "/sports"],
  ["/en/", "/en"],
  ["/fr//evil.example", "/evil.example"],
])("%s becomes %s", (path, tidy) => {
  expect(tidyPath(path)).toBe(tidy);
});

test.each(["/", "/en", "/sports", "/en/sport/nba", "/france", "/Jersey/x"])("%s stays", (path) => {
  expect(tidyPath(path)).toBeUndefined();
});
