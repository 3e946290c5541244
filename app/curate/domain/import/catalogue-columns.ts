import {
  byHeading,
  guessMapping,
  JERSEY_HEADINGS,
  type MappingOf,
} from "../../../shared/domain/import/columns.ts";
import { PLAIN_FACTS } from "../../../shared/domain/facts/jersey.ts";

/** The facts that a line says by themselves; the others are named by rows of the catalogue. */
export const LINE_FACTS = PLAIN_FACTS.filter((fact) => fact.name !== "title");

export type LineFact = (typeof LINE_FACTS)[number];

/** The columns of a catalogue file, in their order; names don't depend on the language. */
export const CATALOGUE_COLUMNS = [
  "id",
  "title",
  "team",
  "team_competition",
  "league",
  "competition",
  "season",
  "brand",
  ...LINE_FACTS.map(({ name }) => name),
  "created_at",
  "as_written",
  "images",
  "alt",
  "licence",
] as const;

export type CatalogueColumn = (typeof CATALOGUE_COLUMNS)[number];

export type CatalogueMapping = MappingOf<CatalogueColumn>;

/** Headings of spreadsheets in four languages, folded. */
const HEADINGS: Record<CatalogueColumn, string> = {
  ...factHeadings(),
  ...JERSEY_HEADINGS,
  id: "id jersey-id id-du-maillot identifiant",
  team_competition: "team-competition home-competition competition-de-l-equipe",
  competition: `${JERSEY_HEADINGS.competition} championship`,
  created_at: "created-at added-at date-added ajoute-le",
  as_written: "as-written",
  images:
    "images image photos photo picture pictures imagenes imagen imagens imagem fotos foto files fichiers",
  alt: "alt alt-text texte-alternatif texto-alternativo legende caption",
  licence: "licence license licencia licenca",
};

function factHeadings() {
  return Object.fromEntries(
    LINE_FACTS.map((fact) => [fact.name, "headings" in fact ? fact.headings : ""]),
  ) as Record<LineFact["name"], string>;
}

/** The guess that is shown before anything is read. */
export function guessCatalogueColumns(header: readonly string[]): CatalogueMapping {
  return guessMapping(header, byHeading(HEADINGS));
}
