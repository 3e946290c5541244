import {
  byHeading,
  guessMapping,
  JERSEY_HEADINGS,
  type MappingOf,
} from "../../../shared/domain/import/columns.ts";
import type { CatalogueColumn } from "./catalogue-file.ts";

export type CatalogueMapping = MappingOf<CatalogueColumn>;

/** Headings of spreadsheets in four languages, folded. */
const HEADINGS: Record<CatalogueColumn, string> = {
  ...JERSEY_HEADINGS,
  id: "id jersey-id id-du-maillot identifiant",
  team_competition: "team-competition home-competition competition-de-l-equipe",
  competition: `${JERSEY_HEADINGS.competition} championship`,
  colors: "colors colours color colour couleurs couleur colores color-es cores cor",
  edition: "edition edicion edicao version versao",
  price: "price prix precio preco",
  description: "description descripcion descricao notes comment commentaire",
  external_link: "external-link link url lien enlace vinculo source website",
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
