import type { Catalogue, Team } from "../catalogue.ts";
import type { KitType } from "../../../../app/shared/domain/kit-types.ts";
import { type Color, MAX_COLORS } from "../../../../app/shared/domain/colors.ts";
import { seasonInWords } from "../../../../app/shared/i18n/season-in-words.ts";
import { colorName } from "../../../../app/shared/domain/nearest-color.ts";
import type { Pattern } from "../../../../app/shared/domain/shirt/types.ts";
import { seededRandom, seededId } from "./deterministic.ts";
import { DEMO_JERSEYS, FAVOURITES, PAINTS } from "./jerseys.ts";
import { DEMO_SPONSORS } from "./sponsors.ts";

const KITS = {
  ...{ h: "home", a: "away", t: "third", f: "fourth", g: "goalkeeper", p: "prematch" },
  ...{ x: "training", y: "anniversary", o: "other", m: null },
} as const satisfies Record<string, KitType | null>;

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
  kit_type: KitType | null;
  title: string;
  edition: string | null;
  brand: string | null;
  sponsor: string | null;
  colors: Color[];
  pattern: Pattern;
  /** How it is drawn; the colours are `#rrggbb`. */
  drawn: { pattern: Pattern; colors: string[] };
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
  const english = seasonInWords(season, "en");
  return [
    `Contenu de démonstration : un dessin simplifié du maillot de ${season}, non une photo.`,
    `Demo content: a simplified drawing of the ${english} shirt, not a photo.`,
    `Contenido de demostración: un dibujo simplificado de la camiseta de ${season}, no una foto.`,
    `Conteúdo de demonstração: um desenho simplificado da camisa de ${season}, não uma foto.`,
  ].join("\n\n");
}

/**
 * Plans the whole demonstration, always the same. Titles are the same in every language, such as
 * "Paris Saint-Germain 2025-2026": a country's name is translated (`localJersey()`), and pages show the
 * rest, from kit type to team, in the reader's language.
 * @throws {Error} if the demo jerseys name a team or season that the catalogue lacks
 */
export function planJerseys(catalogue: Catalogue): PlannedJersey[] {
  const leagueOf = new Map(catalogue.competitions.map(({ slug, league }) => [slug, league]));
  const teams = new Map(catalogue.teams.map((team) => [team.slug, team]));
  const seasonsOf = Map.groupBy(catalogue.participations, ({ team }) => team);

  const jerseys = Object.entries(DEMO_JERSEYS).flatMap(([slug, kits]) =>
    Object.entries(kits).map(([code, worn]): Omit<PlannedJersey, "rank"> => {
      const key = `${slug} ${code}`;
      const team = teams.get(slug);
      const year = 2000 + Number(code.slice(1));
      const played = seasonsOf.get(slug)?.filter(({ season }) => season.startsWith(`${year}-`));
      const home = played?.find(({ competition }) => competition === team?.competition);
      const { competition, season } = home ?? played?.[0] ?? {};
      const kit_type: KitType | null | undefined = KITS[code[0] as keyof typeof KITS];
      if (!team || !competition || !season || kit_type === undefined) {
        throw new Error(`not playing: ${key}`);
      }
      const [brand, pattern, paints, edition = null] = worn;
      const colors = paints.split(" ").map((paint) => PAINTS[paint]!);
      const name = `${year}-${year + 1}`;
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
        edition,
        brand,
        sponsor: DEMO_SPONSORS[key] ?? null,
        colors: [...new Set(colors.map(colorName))].slice(0, MAX_COLORS),
        pattern,
        drawn: { pattern, colors },
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
