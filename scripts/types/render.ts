import { format } from "oxfmt";

import type { Catalogue, Column, Procedure, Relationship, Table } from "./catalogue.ts";

const SCALARS: Record<string, string> = {
  boolean: "boolean",
  bigint: "number",
  "double precision": "number",
  integer: "number",
  json: "Json",
  jsonb: "Json",
  numeric: "number",
  real: "number",
  smallint: "number",
  void: "undefined",
};

const HEAD = `// Generated from the database's schema by \`npm run types\`. A test fails when it is out of date.

export type Json =
  | string
  | number
  | boolean
  | null
  | { [key: string]: Json | undefined }
  | Json[];

/** What neither visitors nor members may write. */
type Nothing = Record<never, never>;
`;

const SHORTHANDS = `
type PublicTables = Database["public"]["Tables"];

/** A row as it is read. */
export type Tables<T extends keyof PublicTables> = PublicTables[T]["Row"];
/** A row as it is inserted. */
export type TablesInsert<T extends keyof PublicTables> = PublicTables[T]["Insert"];
`;

/** TypeScript's type for a PostgreSQL type; types without an equivalent are strings. */
function typeName(type: string): string {
  if (type.endsWith("[]")) return `${typeName(type.slice(0, -2))}[]`;
  return SCALARS[type] ?? "string";
}

/** `jsonb` is given as any object: an interface has no index signature, which `Json` asks for. */
const argumentType = (type: string) => typeName(type).replace(/^Json$/, "Json | object");

/** The values allowed by `column in ('a', 'b')` in a constraint of the table. */
function allowedValues(column: string, checks: string[]): string[] | undefined {
  for (const check of checks) {
    const [, list] =
      new RegExp(
        `^CHECK \\(\\(${column} = (?:ANY \\(ARRAY\\[(.*)\\]\\)|'[^']*'::text)\\)\\)$`,
      ).exec(check) ?? [];
    if (list === undefined && !check.startsWith(`CHECK ((${column} = '`)) continue;
    return [...check.matchAll(/'([^']*)'::text/g)].map(([, value]) => value!);
  }
  return undefined;
}

/** The values allowed within a list by `column <@ array['a', 'b']` in a constraint of the table. */
function allowedElements(column: string, checks: string[]): string[] | undefined {
  const check = checks.find((one) => one.startsWith(`CHECK ((${column} <@ ARRAY[`));
  return check === undefined
    ? undefined
    : [...check.matchAll(/'([^']*)'::text/g)].map(([, value]) => value!);
}

const union = (values: string[]) => values.map((value) => JSON.stringify(value)).join(" | ");

function valueType(column: Column, table: Table): string {
  const values = allowedValues(column.name, table.checks);
  const elements = allowedElements(column.name, table.checks);
  const type = values ? union(values) : elements ? `(${union(elements)})[]` : typeName(column.type);
  return column.nullable ? `${type} | null` : type;
}

function relationship({ name, columns, isOneToOne, table, referencedColumns }: Relationship) {
  return `{
    foreignKeyName: ${JSON.stringify(name)};
    columns: ${JSON.stringify(columns)};
    isOneToOne: ${isOneToOne};
    referencedRelation: ${JSON.stringify(table)};
    referencedColumns: ${JSON.stringify(referencedColumns)};
  }`;
}

function table(table: Table): string {
  const fields = (columns: Column[], isOptional: (column: Column) => boolean) =>
    columns
      .map((one) => `${one.name}${isOptional(one) ? "?" : ""}: ${valueType(one, table)};`)
      .join("\n");
  const inserted = table.columns.filter(({ isInserted }) => isInserted);
  const updated = table.columns.filter(({ isUpdated }) => isUpdated);
  const written = (columns: Column[], isOptional: (column: Column) => boolean) =>
    columns.length > 0 ? `{ ${fields(columns, isOptional)} }` : "Nothing";
  return `${table.name}: {
    Row: {
      ${fields(table.columns, () => false)}
    };
    Insert: ${written(inserted, ({ nullable, hasDefault }) => nullable || hasDefault)};
    Update: ${written(updated, () => true)};
    Relationships: [${table.relationships.map(relationship).join(", ")}];
  };`;
}

function result(procedure: Procedure): string {
  if (procedure.returnsTable) {
    return `Database["public"]["Tables"]["${procedure.returnsTable}"]["Row"]`;
  }
  if (procedure.columns.length === 0) return typeName(procedure.returns);
  // Unlike a table's columns, those of a function's result may always be null.
  const columns = procedure.columns.map(({ name, type }) => `${name}: ${typeName(type)} | null;`);
  return `{\n${columns.join("\n")}\n}`;
}

/** Rows that a function returns can be embedded like those of the table itself. */
function setOf({ returnsTable, returnsSet }: Procedure): string {
  if (!returnsTable || !returnsSet) return "";
  return `SetofOptions: {
      from: "*"; to: ${JSON.stringify(returnsTable)}; isOneToOne: false; isSetofReturn: true;
    };`;
}

function procedure(procedure: Procedure): string {
  const args = procedure.args.map(
    ({ name, type, optional }) => `${name}${optional ? "?" : ""}: ${argumentType(type)};`,
  );
  return `${procedure.name}: {
    Args: ${args.length > 0 ? `{ ${args.join(" ")} }` : "never"};
    Returns: ${result(procedure)}${procedure.returnsSet ? "[]" : ""};
    ${setOf(procedure)}
  };`;
}

/** The module `app/shared/data/database.types.ts`, in the shape that supabase-js expects. */
export async function renderTypes({ tables, procedures }: Catalogue): Promise<string> {
  const source = `${HEAD}
export type Database = {
  public: {
    Tables: {
      ${tables.map(table).join("\n")}
    };
    Views: Record<never, never>;
    Functions: {
      ${procedures.map(procedure).join("\n")}
    };
    Enums: Record<never, never>;
    CompositeTypes: Record<never, never>;
  };
};
${SHORTHANDS}`;
  const { code, errors } = await format("database.types.ts", source, { printWidth: 100 });
  if (errors.length > 0) throw new Error(errors[0]!.message);
  return code;
}
