import { expect, test } from "vitest";

import { movedPath } from "./moved-path.ts";

test.each([
  ["/classements", "/tendances"],
  ["/en/leaderboards", "/en/trends"],
  ["/es/clasificaciones", "/es/tendencias"],
  ["/pt/classificacoes", "/pt/tendencias"],
  ["/classement/sport/nba", "/tendances?league=NBA"],
  ["/en/leaderboard/sport/curling", "/en/trends"],
  ["/en/leaderboard/competition/ligue-1", "/en/catalogue?competition=ligue-1"],
  ["/es/clasificacion/season/2024-25", "/es/catalogo?from=2024&to=2024"],
  ["/pt/classificacao/brand/le-coq-sportif", "/pt/catalogo?brand=le-coq-sportif"],
  ["/classement/color/Sky", "/catalogue?color=sky"],
  ["/es/mi-ano/2026", "/es/mi-resumen/2026"],
])("a page at %s is now at %s", (former, address) => {
  expect(movedPath(former)).toBe(address);
});

test.each([
  "/",
  "/tendances",
  "/en/trends",
  "/classement",
  "/classement/team/lens",
  "/classements/x",
])("%s has not moved", (address) => expect(movedPath(address)).toBeUndefined());
