import type { ForeignKey } from "./relationships.ts";
import type { Column } from "./types.ts";

export interface ViewDefinition {
  oid: string;
  /** `pg_rewrite.ev_action`: the view's query as PostgreSQL stores it. */
  tree: string;
}

interface Relation {
  oid: string;
  name: string;
  primary_key: string[];
  columns: Column[];
}

/** For each view, the table columns that it shows unchanged. */
export class Origins extends Map<string, { column: string; table: string; origin: string }[]> {
  readonly #keys: Map<string, string[]>;

  constructor(keys: Map<string, string[]>) {
    super();
    this.#keys = keys;
  }

  /** Returns the view's columns that show the whole primary key of a table, or none. */
  keyOf(view: string): string[] {
    for (const [table, shown] of Map.groupBy(this.get(view) ?? [], ({ table }) => table)) {
      const key = (this.#keys.get(table) ?? []).map(
        (part) => shown.find(({ origin }) => origin === part)?.column,
      );
      if (key.length > 0 && key.every((part) => part !== undefined)) return key;
    }
    return [];
  }

  /** Returns the relations that show all `columns` of `table`, with their names there. */
  showing(table: string, columns: string[]): { relation: string; columns: string[] }[] {
    const found = [{ relation: table, columns }];
    for (const [view, shown] of this) {
      const names = columns.map(
        (column) => shown.find((each) => each.table === table && each.origin === column)?.column,
      );
      if (names.every((name) => name !== undefined)) found.push({ relation: view, columns: names });
    }
    return found;
  }
}

/** Traces the columns of views, and of views on views, back to tables. */
export function originsOfColumns(views: ViewDefinition[], relations: Relation[]): Origins {
  const byOid = new Map(relations.map((relation) => [relation.oid, relation]));
  const outputs = new Map(views.map(({ oid, tree }) => [oid, outputColumns(tree)]));
  const origins = new Origins(new Map(relations.map((each) => [each.name, each.primary_key])));
  for (const [oid, columns] of outputs) {
    const view = byOid.get(oid);
    if (!view) continue;
    const shown = columns.flatMap((output) => {
      let { table, column } = output;
      while (outputs.has(table)) {
        const below = outputs.get(table)?.find(({ position }) => position === column);
        if (!below) return [];
        ({ table, column } = below);
      }
      const own = view.columns.find(({ position }) => position === output.position);
      const origin = byOid.get(table);
      const named = origin?.columns.find(({ position }) => position === column);
      return own && origin && named
        ? [{ column: own.name, table: origin.name, origin: named.name }]
        : [];
    });
    origins.set(view.name, shown);
  }
  return origins;
}

/**
 * Returns the output columns of a view's query that are a relation's column. Only the outermost
 * query counts: its entries are two braces deep.
 */
function outputColumns(tree: string): { position: number; table: string; column: number }[] {
  const found: { position: number; table: string; column: number }[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: brace, index } of tree.matchAll(/\\.|[{}]/g)) {
    if (brace === "{" && (depth += 1) === 2) start = index;
    if (brace !== "}") continue;
    if ((depth -= 1) !== 1) continue;
    const entry = tree.slice(start, index);
    if (!entry.startsWith("{TARGETENTRY")) continue;
    const [, position, table, column] =
      /:resno (\d+) (?:.*) :resorigtbl (\d+) :resorigcol (\d+) :resjunk false\s*$/s.exec(entry) ??
      [];
    if (table && table !== "0" && column !== "0") {
      found.push({ position: Number(position), table, column: Number(column) });
    }
  }
  return found;
}

/** Returns the foreign keys, and copies of them between all views that show their columns. */
export function throughViews(keys: ForeignKey[], origins: Origins): ForeignKey[] {
  return keys.flatMap((key) => {
    const near = origins.showing(
      key.table,
      key.columns.map(([column]) => column),
    );
    const far = origins.showing(
      key.foreign,
      key.columns.map(([, column]) => column),
    );
    return near.flatMap((from) =>
      far.map((to) => ({
        ...key,
        table: from.relation,
        foreign: to.relation,
        columns: from.columns.map((column, index) => [column, to.columns[index]!] as const),
      })),
    );
  });
}
