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

/** Headings of spreadsheets in four languages, folded; of two headings the first counts. */
const HEADINGS: Record<CatalogueColumn, string> = {
  ...JERSEY_HEADINGS,
  id: "id jersey-id id-du-maillot identifiant",
  team_competition: "team-competition home-competition competition-de-l-equipe",
  competition: `${JERSEY_HEADINGS.competition} championship`,
  colors: "colors colours color colour couleurs couleur colores color-es cores cor",
  pattern: "pattern motif diseno estampado padrao padronagem estampa",
  sponsor: "sponsor sponsors shirt-sponsor partenaire patrocinador patrocinadores patrocinio",
  edition: "edition edicion edicao version versao",
  product_codes:
    "product-code product-codes style-number style-code article-number reference ref code-produit codigo codigo-de-producto codigo-do-produto sku",
  price: "price prix precio preco",
  external_link: "external-link link url lien enlace vinculo source website",
  description: "description descripcion descricao notes comment commentaire",
  created_at: "created-at added-at date-added ajoute-le",
  as_written: "as-written",
  images:
    "images image photos photo picture pictures imagenes imagen imagens imagem fotos foto files fichiers",
  alt: "alt alt-text texte-alternatif texto-alternativo legende caption",
  licence: "licence license licencia licenca",
};

/** The guess that is shown before anything is read. */
export function guessCatalogueColumns(header: readonly string[]): CatalogueMapping {
  return guessMapping(header, byHeading(HEADINGS));
}
