/** A filter as `catalogue_page` and `catalogue_counts` take it. */
export interface Combination {
  name: string;
  filter: Record<string, unknown>;
  sort?: "best" | "newest" | "year" | "oldest" | "rising" | "votes";
  /** How many steps are walked before the measured one. */
  steps?: number;
}

const row = (
  name: string,
  filter: Combination["filter"],
  rest: Pick<Combination, "sort" | "steps"> = {},
): Combination => ({ name, filter, ...rest });

/** Wide and narrow, common and rare, alone and together: what visitors ask for, and worst cases. */
export const COMBINATIONS: Combination[] = [
  row("nothing", {}),
  row("nothing, newest", {}, { sort: "newest" }),
  row("nothing, step 40", {}, { steps: 40 }),
  row("a sport", { sport: ["soccer"] }),
  row("a sport, most voted", { sport: ["nba"] }, { sort: "votes" }),
  row("a competition", { competition: ["ligue-1"] }),
  row("a competition, oldest, step 5", { competition: ["ligue-1"] }, { sort: "oldest", steps: 5 }),
  row("a common colour", { color: ["blue"] }),
  row("two colours, rising", { color: ["red", "blue"] }, { sort: "rising" }),
  row("a rare kit", { kit: ["training"] }),
  row("a common brand", { brand: ["nike"] }),
  row("a rare brand", { brand: ["legea"] }),
  row("drawn", { photo: ["0"] }, { sort: "newest" }),
  row("a decade", { from: 1990, to: 1999 }),
  row("years across decades", { from: 1993, to: 2012 }, { sort: "year" }),
  row("one year", { from: 2019, to: 2019 }),
  row("a team", { team: ["paris-saint-germain"] }),
  row("a team, kit and decade", {
    team: ["real-madrid"],
    kit: ["away"],
    from: 2010,
    to: 2019,
  }),
  row("competition and kit", { competition: ["premier-league"], kit: ["away"] }),
  row("sport and colour", { sport: ["soccer"], color: ["green"] }),
  row("sport and decade, newest", { sport: ["nba"], from: 2010, to: 2019 }, { sort: "newest" }),
  row("brand and colour", { brand: ["kappa"], color: ["sky"] }),
  row("three wide", { sport: ["soccer"], kit: ["home"], photo: ["1"] }),
  row("three wide, step 20", { sport: ["soccer"], kit: ["home"], color: ["red"] }, { steps: 20 }),
  row("four", { sport: ["soccer"], kit: ["home", "away"], color: ["red", "blue"], from: 2000 }),
  row("five", {
    sport: ["soccer"],
    kit: ["third"],
    brand: ["nike", "adidas"],
    from: 1995,
    to: 2015,
    photo: ["1"],
  }),
  row("five, narrow", {
    competition: ["serie-a"],
    kit: ["home"],
    brand: ["umbro"],
    color: ["purple"],
    from: 1990,
    to: 2009,
  }),
  row("nothing found", { competition: ["nba"], brand: ["burrda"], color: ["pink"], to: 1970 }),
  row("words", { q: "real madrid" }),
  row("words and filters", { q: "barcelona", kit: ["home"], color: ["blue"] }),
];
