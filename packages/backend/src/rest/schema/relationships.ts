import type { ColumnPair, Relationship, Table } from "./types.ts";

/** `table` refers to `foreign`. */
export interface ForeignKey {
  constraint: string;
  table: string;
  foreign: string;
  columns: ColumnPair[];
  /** True if the referring columns are a key of their table, so that at most one row refers. */
  unique: boolean;
}

/** Returns the relationships of all foreign keys, in both directions. */
export function relationships(keys: ForeignKey[], tables: Map<string, Table>): Relationship[] {
  return [...keys.flatMap(bothDirections), ...throughJunctions(keys, tables)].map((found) => ({
    ...found,
    toView: tables.get(found.foreign)?.isView ?? false,
  }));
}

function bothDirections(key: ForeignKey): Omit<Relationship, "toView">[] {
  const { constraint, table, foreign, columns, unique } = key;
  const back = { table: foreign, foreign: table, constraint, columns: columns.map(swap) };
  return [
    { kind: unique ? "one-to-one" : "many-to-one", table, foreign, constraint, columns },
    { kind: unique ? "one-to-one" : "one-to-many", ...back },
  ];
}

function swap([a, b]: ColumnPair): ColumnPair {
  return [b, a];
}

/**
 * Finds junctions: a table joins two others many to many if the columns of both foreign keys are
 * part of its primary key. Then a pair of rows is joined at most once for each value of the other
 * key columns.
 */
function throughJunctions(
  keys: ForeignKey[],
  tables: Map<string, Table>,
): Omit<Relationship, "toView">[] {
  const found: Omit<Relationship, "toView">[] = [];
  for (const [junction, outgoing] of Map.groupBy(keys, (key) => key.table)) {
    const primaryKey = new Set(tables.get(junction)?.primaryKey);
    const inKey = outgoing.filter((key) => key.columns.every(([column]) => primaryKey.has(column)));
    for (const near of inKey) {
      for (const far of inKey) {
        if (near.constraint === far.constraint) continue;
        found.push({
          kind: "many-to-many",
          table: near.foreign,
          foreign: far.foreign,
          constraint: near.constraint,
          columns: near.columns.map(swap),
          junction: { table: junction, constraint: far.constraint, columns: far.columns },
        });
      }
    }
  }
  return found;
}
