import {
  byHeading,
  guessMapping,
  JERSEY_HEADINGS,
  type MappingOf,
} from "../../../shared/domain/import/columns.ts";
import { slug } from "../../../shared/domain/slug.ts";
import { type Column, COLUMNS } from "./collection-file.ts";

/** Whose list a file looks like. */
export const PRESETS = ["own", "discogs", "spreadsheet"] as const;
export type Preset = (typeof PRESETS)[number];

export type Mapping = MappingOf<Column>;

/** Headings of spreadsheets in four languages, folded. */
const HEADINGS: Record<Column, string> = {
  ...JERSEY_HEADINGS,
  id: "id copy-id instance-id identifiant",
  added_at: "added added-at added-on date-added date-d-ajout ajoute-le fecha-de-alta adicionado-em",
  jersey_id: "jersey-id id-du-maillot",
  title: `${JERSEY_HEADINGS.title} item`,
  size_scale: "size-scale coupe corte fit gender genre genero",
  size: "size taille talla tamanho",
  version: "version versao edition-type",
  condition: "condition etat estado state grade",
  printed_name:
    "printed-name player joueur jugador jogador flocage nom-floque name-on-back nameset dorsal-nombre printing nom-imprime nombre-estampado nome-estampado",
  printed_number:
    "printed-number number numero dorsal numero-floque numero-estampado n no shirt-number",
  is_signed: "is-signed signed signe dedicace firmada firmado autografada assinada autographed",
  signed_by: "signed-by signe-par dedicace-par firmada-por assinada-por autographe autografo",
  certificate: "certificate certificat certificado coa",
  price:
    "price prix precio preco paid cost prix-d-achat prix-paye purchase-price precio-de-compra preco-de-compra valeur value",
  currency: "currency devise moneda moeda",
  bought_on:
    "bought-on bought date purchase-date purchased date-d-achat achete-le fecha fecha-de-compra comprada-el data data-da-compra data-de-compra comprada-em",
  bought_from:
    "bought-from seller shop store boutique vendeur achete-chez lieu-d-achat magasin tienda vendedor loja where comprada-en comprada-na onde-comprou lugar-de-compra local-da-compra",
  lent_to: "lent-to lent prete-a prestada-a emprestada-a emprestada-para",
  lent_since: "lent-since prete-depuis prestada-desde emprestada-desde",
  storage_place:
    "storage-place storage place location rangement emplacement lieu ubicacion lugar local guardada-em onde-esta onde-esta-guardada donde-se-guarda box boite carton",
  notes:
    "notes note comments comment remarks remarques commentaire commentaires observations notas comentarios observaciones observacoes description descripcion descricao",
};

/** The columns of an empty list: what collectors note of a shirt. */
export const TEMPLATE = [
  "team",
  "season",
  "kit_type",
  "size",
  "version",
  "condition",
  "printed_name",
  "printed_number",
  "price",
  "currency",
  "bought_on",
  "bought_from",
  "storage_place",
  "notes",
] as const satisfies readonly Column[];

/** Columns of a Discogs export, and of lists that follow it. */
const DISCOGS: Record<string, Column> = {
  artist: "team",
  title: "title",
  label: "brand",
  released: "year",
  "date-added": "added_at",
  collectionfolder: "storage_place",
  "collection-media-condition": "condition",
  "media-condition": "condition",
  "collection-notes": "notes",
  notes: "notes",
  price: "price",
};

/** What a file's columns are likely to be, by their names. */
export function likelyPreset(header: readonly string[]): Preset {
  const names = new Set(header.map((name) => name.trim().toLowerCase()));
  if (["jersey_id", "size_scale", "printed_name"].every((name) => names.has(name))) return "own";
  const slugs = new Set(header.map(slug));
  const isDiscogs =
    slugs.has("release-id") ||
    slugs.has("collection-media-condition") ||
    (slugs.has("artist") && slugs.has("title"));
  return isDiscogs ? "discogs" : "spreadsheet";
}

/** The guess that is shown before anything is read. */
export function guessColumns(header: readonly string[], preset = likelyPreset(header)): Mapping {
  return guessMapping(header, MEANINGS[preset]);
}

const MEANINGS: Record<Preset, (name: string) => Column | undefined> = {
  own: (name) => COLUMNS.find((column) => column === name.trim().toLowerCase()),
  discogs: (name) => DISCOGS[slug(name)],
  spreadsheet: byHeading(HEADINGS),
};
