import { type Pool, traitsOf } from "../../database/pool.ts";
import {
  COLUMNS_OF_FUNCTIONS,
  FOREIGN_KEYS,
  FUNCTIONS,
  TABLES,
  TYPES,
  VIEW_DEFINITIONS,
} from "./catalogue-queries.ts";
import { relationships, type ForeignKey } from "./relationships.ts";
import type { Column, Parameter, Relationship, Routine, Schema, Table } from "./types.ts";
import { originsOfColumns, throughViews, type ViewDefinition } from "./views.ts";

interface TableRow {
  oid: string;
  name: string;
  is_view: boolean;
  comment: string | null;
  grants: Record<string, string[]>;
  primary_key: string[];
  columns: Column[];
}

interface FunctionRow {
  oid: string;
  name: string;
  volatility: Routine["volatility"];
  comment: string | null;
  roles: string[];
  kind: Routine["returns"]["kind"];
  set: boolean;
  /** True if the function may return more than one row. */
  many: boolean;
  /** The table whose rows the function returns. */
  returned_table: string | null;
  /** The table whose row is the function's only argument. */
  argument_table: string | null;
  return_type: string;
  parameters: Parameter[];
}

/**
 * Reads the whole schema. Takes about 20 ms, so it runs once per change of the schema and not per
 * request.
 */
export async function introspect(pool: Pool): Promise<Schema> {
  const prefix = [traitsOf(pool).rolePrefix];
  const [tables, keys, views, functions, rows, types] = await Promise.all([
    pool.query<TableRow>(TABLES, prefix),
    pool.query<ForeignKey>(FOREIGN_KEYS),
    pool.query<ViewDefinition>(VIEW_DEFINITIONS),
    pool.query<FunctionRow>(FUNCTIONS, prefix),
    pool.query<{ oid: string; columns: Column[] }>(COLUMNS_OF_FUNCTIONS),
    pool.query<{ name: string; spelling: string }>(TYPES),
  ]);
  const byName = new Map(tables.rows.map((row) => [row.name, tableOf(row)]));
  const origins = originsOfColumns(views.rows, tables.rows);
  for (const view of origins.keys()) byName.get(view)?.primaryKey.push(...origins.keyOf(view));
  for (const relationship of relationships(throughViews(keys.rows, origins), byName)) {
    byName.get(relationship.table)?.relationships.push(relationship);
  }
  const columnsOf = new Map(rows.rows.map(({ oid, columns }) => [oid, columns]));
  return {
    tables: byName,
    functions: functionsByName(functions.rows, byName, columnsOf),
    types: spellings(types.rows),
  };
}

function tableOf({ name, is_view, comment, grants, primary_key, columns }: TableRow): Table {
  const roles = [...new Set(Object.values(grants).flat())];
  return {
    ...rowType(name, columns),
    ...{ isView: is_view, comment, grants, roles, primaryKey: primary_key },
  };
}

function rowType(name: string, columns: Column[]): Table {
  return {
    name,
    isView: false,
    roles: [],
    grants: {},
    comment: null,
    columns: new Map(columns.map((column) => [column.name, column])),
    primaryKey: [],
    relationships: [],
    computed: new Map(),
  };
}

function functionsByName(
  rows: FunctionRow[],
  tables: Map<string, Table>,
  columnsOf: Map<string, Column[]>,
): Map<string, Routine[]> {
  const functions = new Map<string, Routine[]>();
  for (const { oid, name, volatility, comment, roles, kind, set, parameters, ...row } of rows) {
    const shape = row.returned_table === null ? undefined : tables.get(row.returned_table);
    const routine: Routine = {
      name,
      parameters,
      volatility,
      comment,
      roles,
      returns: {
        kind,
        set,
        ...(kind === "composite" && { row: shape ?? rowType(name, columnsOf.get(oid) ?? []) }),
      },
    };
    if (isCallable(parameters)) functions.set(name, [...(functions.get(name) ?? []), routine]);
    const argument = row.argument_table === null ? undefined : tables.get(row.argument_table);
    if (argument && shape) argument.relationships.push(computedRows(name, row, argument, shape));
    else if (argument && kind === "scalar" && !set)
      argument.computed.set(name, computed(name, row));
  }
  return functions;
}

/** Types of a single unnamed parameter that takes the body of a request. */
const BODY_TYPES = new Set(["json", "jsonb", "text"]);

/** Returns true unless a parameter has no name by which a client could send it. */
function isCallable(parameters: Parameter[]): boolean {
  const unnamed = parameters.filter(({ name }) => name === "");
  if (unnamed.length === 0) return true;
  return parameters.length === 1 && BODY_TYPES.has(parameters[0]!.type);
}

function computed(name: string, { return_type: type }: { return_type: string }): Column {
  return { name, position: 0, type, baseType: type, default: null, nullable: true };
}

function computedRows(
  name: string,
  { many }: { many: boolean },
  argument: Table,
  shape: Table,
): Relationship {
  return {
    kind: many ? "one-to-many" : "many-to-one",
    table: argument.name,
    foreign: shape.name,
    constraint: name,
    columns: [],
    call: name,
    toView: shape.isView,
  };
}

/** Common spellings of types that PostgreSQL prints otherwise. */
const OTHER_SPELLINGS = {
  int: "integer",
  float: "double precision",
  decimal: "numeric",
  dec: "numeric",
  char: "character",
};

function spellings(rows: { name: string; spelling: string }[]): Map<string, string> {
  const types = new Map<string, string>();
  for (const { name, spelling } of rows) types.set(name, spelling).set(spelling, spelling);
  for (const [name, spelling] of Object.entries(OTHER_SPELLINGS)) types.set(name, spelling);
  return types;
}
