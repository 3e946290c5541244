import { expect, test } from "vitest";

import type { GuessTry } from "../data/guess.ts";
import { shareText } from "./share-text.ts";

const given: GuessTry = {
  ...{ team_id: "a", decade: 1990, team: false, sport: true, competition: false },
  ...{ country: null, color: false, when: "earlier" },
  name: { name: "Girona", country: "ES", competition: "la-liga" },
};
const right: GuessTry = {
  ...{ team_id: "b", decade: 1980, team: true, sport: true, competition: true },
  ...{ country: true, color: true, when: "right" },
  name: { name: "Stade de Reims", country: "FR", competition: "ligue-1" },
};

test("a result is shared in squares, which name neither team nor decade", () => {
  const title = "Maillothèque, devinette du 26 novembre 2026 :";
  const address = "https://maillotheque.example/aujourdhui";
  expect(shareText({ state: "won", tries: [given, right] }, title, address)).toBe(
    [`${title} 2/6`, "🟩⬛⬜⬛⬛⬛", "🟩🟩🟩🟩🟩🟩", address].join("\n"),
  );
  expect(shareText({ state: "lost", tries: [given] }, title, address)).toContain(" X/6\n");
});
