import { slug } from "../slug.ts";
import { isUuid } from "../uuid.ts";
import { tidy } from "../rules/text.ts";
import { fingerprint } from "./fingerprint.ts";
import type { Row } from "./read-table.ts";

/** For each column of a file the column of ours that it fills; null is left out. */
export type MappingOf<Column extends string> = (Column | null)[];

/** How lists call the facts of a jersey, in four languages, folded; of two headings the first one in the list counts. */
export const JERSEY_HEADINGS = {
  title:
    "title titre titulo designation name nom nombre nome maillot maillots shirt shirts jersey jerseys camiseta camisetas camisa camisas",
  team: "team club equipe equipo time clube selection seleccion selecao franchise team-name nom-du-club nom-de-l-equipe nombre-del-equipo nome-do-time nome-do-clube",
  league: "sport deporte esporte desporto league",
  competition:
    "competition competicion competicao championnat tournament tournoi ligue liga campeonato torneo torneio",
  season: "season saison temporada epoca",
  year: "year annee ano millesime",
  kit_type:
    "kit-type kit type-de-maillot type-maillot tipo-de-camiseta tipo-de-camisa equipacion shirt-type jersey-type home-away domicile-exterieur type tipo",
  brand:
    "brand marque marca manufacturer equipementier fabricant fabricante fornecedor maker supplier kit-supplier",
};

/** The spellings of a heading to look up, the exact one first: "État (maillot)", "purchasePrice", "Club / Sélection", "HB.name". */
function spellings(heading: string): string[] {
  const bare = heading.replace(/\s*[([].*$/u, "");
  const parted = bare.replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ");
  const parts = parted.split(/[/|]|\s(?:ou|or|o)\s/u);
  return [heading, bare, parted, ...parts, parted.slice(parted.lastIndexOf(".") + 1)].map(slug);
}

/** What a heading means. */
export interface Meaning<Column extends string> {
  column: Column;
  /** Which of two headings of a column counts: the one with the smaller number. */
  rank: number;
}

/** The column that a heading means, by our own names and by the headings of each column. */
export function byHeading<Column extends string>(headings: Record<Column, string>) {
  const columns = Object.keys(headings) as Column[];
  const meanings = new Map(
    columns.flatMap((column) =>
      [slug(column), ...headings[column].split(" ")]
        .map((heading, rank) => [heading, { column, rank }] as const)
        .toReversed(),
    ),
  );
  return (name: string): Meaning<Column> | undefined =>
    spellings(name).flatMap((spelling) => meanings.get(spelling) ?? [])[0];
}

/**
 * The guess that is shown before anything is read. Of several headings for a column the best counts; further columns fill
 * it only if they have the same heading, or if it takes several.
 * @param joined columns whose cells are joined, see `valuesOf`
 */
export function guessMapping<Column extends string>(
  header: readonly string[],
  meaning: (name: string) => Meaning<Column> | undefined,
  joined?: Column,
): MappingOf<Column> {
  const meant = header.map((name) => meaning(name));
  return header.map((name, n) => {
    const { column } = meant[n] ?? {};
    if (!column) return null;
    const rivals = meant.flatMap((other, at) => (other?.column === column ? at : []));
    const best = rivals.reduce((one, at) => (meant[at]!.rank < meant[one]!.rank ? at : one));
    return n === best || column === joined || slug(name) === slug(header[best]!) ? column : null;
  });
}

/** The column whose cells are joined where several columns of a file fill it: nothing of a note gets lost. */
export const JOINED = "notes";

/** The fields of a row by the mapping of its columns. Of several columns for a field, the first that isn't empty counts. */
export function valuesOf<Column extends string>(
  row: Row,
  mapping: MappingOf<Column>,
): Partial<Record<Column, string>> {
  const values: Partial<Record<Column, string>> = {};
  for (const [n, column] of mapping.entries()) {
    if (!column) continue;
    const before = values[column];
    const text = tidy(row.cells[n] ?? "");
    values[column] =
      column === JOINED && before && text && before !== text
        ? `${before}\n${text}`
        : before || text;
  }
  return values;
}

/**
 * What the file says, not how it was read: another mapping or a correction is no other shirt. Its id counts only if no other
 * list can have it: most lists are numbered from 1.
 */
export function rowKey({ cells }: Row, id: string | null | undefined): string {
  return id && isUuid(id) ? `id:${id}` : `line:${fingerprint(JSON.stringify(cells))}`;
}
