import { slug } from "../slug.ts";
import { isUuid } from "../uuid.ts";
import { tidy } from "../rules/text.ts";
import { fingerprint } from "./fingerprint.ts";
import type { Row } from "./read-table.ts";

/** For each column of a file the column of ours that it fills; null is left out. */
export type MappingOf<Column extends string> = (Column | null)[];

/** How lists call the facts of a jersey, in four languages, folded. */
export const JERSEY_HEADINGS = {
  title: "title titre titulo name nom nombre nome maillot shirt jersey camiseta camisa designation",
  team: "team club equipe equipo time clube selection seleccion selecao franchise",
  league: "league sport deporte esporte",
  competition:
    "competition competicion competicao championnat tournament ligue liga campeonato torneo torneio",
  season: "season saison temporada",
  year: "year annee ano millesime",
  kit_type: "kit-type kit type tipo type-de-maillot tipo-de-camiseta tipo-de-camisa shirt-type",
  brand: "brand marque marca manufacturer equipementier fabricant fabricante maker supplier",
};

/** The column that a heading means, by our own names and by the headings of each column. */
export function byHeading<Column extends string>(headings: Record<Column, string>) {
  const columns = Object.keys(headings) as Column[];
  const meanings = new Map(
    columns.flatMap((column) => [
      [slug(column), column] as const,
      ...headings[column].split(" ").map((heading) => [heading, column] as const),
    ]),
  );
  return (name: string): Column | undefined => meanings.get(slug(name));
}

/**
 * The guess that is shown before anything is read; each column is guessed once.
 * @param own columns whose exact names are no guess
 */
export function guessMapping<Column extends string>(
  header: readonly string[],
  meaning: (name: string) => Column | undefined,
  own: readonly Column[] = [],
): MappingOf<Column> {
  const named = header.map((name) => own.find((column) => column === name.trim()));
  const taken = new Set(named);
  return header.map((name, n) => {
    if (named[n]) return named[n];
    const column = meaning(name);
    if (!column || taken.has(column)) return null;
    taken.add(column);
    return column;
  });
}

/** The fields of a row by the mapping of its columns. */
export function valuesOf<Column extends string>(
  row: Row,
  mapping: MappingOf<Column>,
): Partial<Record<Column, string>> {
  const values: Partial<Record<Column, string>> = {};
  for (const [n, column] of mapping.entries()) {
    if (column) values[column] = tidy(row.cells[n] ?? "");
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
