import type { Catalogue, Team } from "../catalogue.ts";
import type { KitType } from "../../../../app/shared/domain/kit-types.ts";
import { seededRandom, seededChoice, seededId } from "./deterministic.ts";
import { brandOf } from "./brands.ts";
import { FAVOURITES, DEMO_JERSEYS } from "./jerseys.ts";

const KITS = {
  ...{ h: "home", a: "away", t: "third", f: "fourth", g: "goalkeeper", p: "prematch" },
  ...{ x: "training", y: "anniversary", o: "other" },
} as const satisfies Record<string, KitType>;

/** Names that shops use in every language. */
const EDITIONS = [null, null, null, "Replica", "Match", "Authentic"] as const;
const PRICES = [null, null, 29.9, 49.99, 69.9, 89.95, 110, 139.99] as const;
const OLDEST_DAYS = 300;

/** A planned demo jersey, ready to be stored. */
export interface PlannedJersey {
  id: string;
  /** Team and kit as in {@link DEMO_JERSEYS}. */
  key: string;
  team: Team;
  league: string;
  competition: string;
  season: string;
  year: number;
  kit_type: KitType;
  title: string;
  edition: string | null;
  brand: string | null;
  price: number | null;
  description: string;
  /** Rank by votes: 0 is the best. */
  rank: number;
  /** Age in days when the demonstration is loaded. */
  age: number;
}

/**
 * A jersey's description. Members write in their own language; this author writes in all of the
 * site's.
 */
function describe(season: string): string {
  return [
    `Contenu de démonstration : un dessin aux couleurs de l’équipe, non le modèle porté en ${season}.`,
    `Demo content: a drawing in the team’s colours, not the shirt worn in ${season}.`,
    `Contenido de demostración: un dibujo con los colores del equipo, no la camiseta de ${season}.`,
    `Conteúdo de demonstração: um desenho com as cores do time, não a camisa de ${season}.`,
  ].join("\n\n");
}

/**
 * Plans the whole demonstration, always the same. Titles are the same in every language, such as
 * "Paris Saint-Germain 2025-26": a country's name is translated (`localJersey()`), and pages show the
 * rest, from kit type to team, in the reader's language.
 * @throws {Error} if the demo jerseys name a team or season that the catalogue lacks
 */
export function planJerseys(catalogue: Catalogue): PlannedJersey[] {
  const leagueOf = new Map(catalogue.competitions.map(({ slug, league }) => [slug, league]));
  const teams = new Map(catalogue.teams.map((team) => [team.slug, team]));
  const seasonsOf = Map.groupBy(catalogue.participations, ({ team }) => team);

  const jerseys = Object.entries(DEMO_JERSEYS).flatMap(([slug, kits]) =>
    kits.split(" ").map((code): Omit<PlannedJersey, "rank"> => {
      const key = `${slug} ${code}`;
      const team = teams.get(slug);
      const year = 2000 + Number(code.slice(1));
      const played = seasonsOf.get(slug)?.filter(({ season }) => season.startsWith(`${year}-`));
      const home = played?.find(({ competition }) => competition === team?.competition);
      const { competition, season } = home ?? played?.[0] ?? {};
      const kit_type: KitType | undefined = KITS[code[0] as keyof typeof KITS];
      if (!team || !competition || !season || !kit_type) throw new Error(`not playing: ${key}`);
      const name = `${year}-${String(year + 1).slice(2)}`;
      return {
        id: seededId(key),
        key,
        team,
        league: leagueOf.get(competition)!,
        competition,
        season,
        year,
        kit_type,
        title: `${team.name} ${name}`,
        edition: seededChoice(EDITIONS, `${key} edition`),
        brand: brandOf(team, year),
        price: seededChoice(PRICES, `${key} price`),
        description: describe(name),
        // Most are recent, so that every list of newest jerseys looks active.
        age: 0.02 + OLDEST_DAYS * seededRandom(`${key} age`) ** 1.7,
      };
    }),
  );
  return ranked(jerseys);
}

function ranked(jerseys: Omit<PlannedJersey, "rank">[]): PlannedJersey[] {
  const place = (key: string) => {
    const favourite = FAVOURITES.indexOf(key);
    return favourite < 0 ? 1 + seededRandom(`${key} rank`) : favourite / FAVOURITES.length;
  };
  return jerseys
    .toSorted((one, other) => place(one.key) - place(other.key))
    .map((jersey, rank) => ({ ...jersey, rank }));
}
