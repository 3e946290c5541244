import { slug } from "../../../shared/domain/slug.ts";
import { CATALOGUE_COLUMNS, type CatalogueColumn } from "./catalogue-file.ts";

/** For each column of the file what it says; null is left out. */
export type CatalogueMapping = (CatalogueColumn | null)[];

/** Headings of spreadsheets in four languages, folded. */
const HEADINGS: Record<CatalogueColumn, string> = {
  id: "id jersey-id id-du-maillot identifiant",
  title: "title titre titulo name nom nombre nome maillot shirt jersey camiseta camisa designation",
  team: "team club equipe equipo time clube selection seleccion selecao franchise",
  team_competition: "team-competition home-competition competition-de-l-equipe",
  league: "league sport deporte esporte",
  competition:
    "competition competicion competicao championnat championship tournament ligue liga campeonato torneo torneio",
  season: "season saison temporada",
  year: "year annee ano millesime",
  kit_type: "kit-type kit type tipo type-de-maillot tipo-de-camiseta tipo-de-camisa shirt-type",
  colors: "colors colours color colour couleurs couleur colores color-es cores cor",
  brand: "brand marque marca manufacturer equipementier fabricant fabricante maker supplier",
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

const BY_HEADING = new Map(
  CATALOGUE_COLUMNS.flatMap((column) => [
    [slug(column), column] as const,
    ...HEADINGS[column].split(" ").map((heading) => [heading, column] as const),
  ]),
);

/** The guess that is shown before anything is read; each column is guessed once. */
export function guessCatalogueColumns(header: readonly string[]): CatalogueMapping {
  const own = header.map((name) => CATALOGUE_COLUMNS.find((column) => column === name.trim()));
  const taken = new Set<CatalogueColumn>(own.filter((column) => column !== undefined));
  return header.map((name, n) => {
    if (own[n]) return own[n];
    const column = BY_HEADING.get(slug(name));
    if (!column || taken.has(column)) return null;
    taken.add(column);
    return column;
  });
}
