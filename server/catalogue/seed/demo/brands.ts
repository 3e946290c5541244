import type { Team } from "../catalogue.ts";

type Contract = readonly [brand: string, from: number, to?: number];

/** Brands of teams over long, commonly known periods, by first year of the season. */
const CONTRACTS: Readonly<Record<string, readonly Contract[]>> = {
  "paris-saint-germain": [["Nike", 2010]],
  "olympique-de-marseille": [
    ["adidas", 2010, 2017],
    ["Puma", 2018],
  ],
  "real-madrid": [["adidas", 2010]],
  "fc-barcelona": [["Nike", 2010]],
  "atletico-de-madrid": [["Nike", 2010]],
  arsenal: [["adidas", 2019]],
  "manchester-united": [
    ["Nike", 2010, 2014],
    ["adidas", 2015],
  ],
  "manchester-city": [["Puma", 2019]],
  juventus: [["adidas", 2015]],
  "inter-milan": [["Nike", 2010]],
  "ac-milan": [["Puma", 2018]],
  "as-roma": [["adidas", 2023]],
  "fc-bayern-munchen": [["adidas", 2010]],
  "borussia-dortmund": [["Puma", 2012]],
  celtic: [["adidas", 2020]],
  "afc-ajax": [["adidas", 2010]],
  benfica: [["adidas", 2010]],
  france: [["Nike", 2011]],
  bresil: [["Nike", 2010]],
  argentine: [["adidas", 2010]],
  japon: [["adidas", 2010]],
};

/** Leagues in which all teams have one brand. */
const LEAGUES: Readonly<Record<string, readonly Contract[]>> = {
  nba: [
    ["adidas", 2010, 2016],
    ["Nike", 2017],
  ],
  nfl: [
    ["Reebok", 2010, 2011],
    ["Nike", 2012],
  ],
  nhl: [
    ["Reebok", 2010, 2016],
    ["adidas", 2017, 2023],
    ["Fanatics", 2024],
  ],
};

/** The brand of a shirt, or null if it isn't known for certain. */
export function brandOf(team: Team, year: number): string | null {
  const contracts = LEAGUES[team.competition] ?? CONTRACTS[team.slug] ?? [];
  return contracts.find(([, from, to = 2100]) => year >= from && year <= to)?.[0] ?? null;
}
