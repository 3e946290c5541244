/** What the REST dialect knows of the exposed schema; read from the catalogue, never written. */
export interface Schema {
  tables: Map<string, Table>;
  /** By name; more than one where the function is overloaded. */
  functions: Map<string, Routine[]>;
  /** Every spelling of a type that a cast may name → the spelling PostgreSQL prints. */
  types: Map<string, string>;
}

export interface Column {
  name: string;
  /** Its number in the catalogue: gaps are columns that were dropped. */
  position: number;
  /** As `format_type` prints it, with length and precision. */
  type: string;
  /** The type under a domain. */
  baseType: string;
  /** The expression PostgreSQL evaluates when no value is given. */
  default: string | null;
  nullable: boolean;
}

/** A table, a view, or the row type of a function's result. */
export interface Table {
  name: string;
  isView: boolean;
  /** The roles that may do anything with it. */
  roles: string[];
  columns: Map<string, Column>;
  primaryKey: string[];
  relationships: Relationship[];
  /** Functions of one argument, a row of this table, that select like a column. */
  computed: Map<string, Column>;
}

export type ColumnPair = readonly [local: string, foreign: string];

/** A way from the rows of `table` to those of `foreign`. */
export interface Relationship {
  kind: "many-to-one" | "one-to-many" | "one-to-one" | "many-to-many";
  table: string;
  foreign: string;
  /** The constraint; of a many-to-many relationship that from the junction to `table`. */
  constraint: string;
  /** Equal columns; of a many-to-many relationship those of `table` and the junction. */
  columns: ColumnPair[];
  /** The table between, and its columns equal to those of `foreign`. */
  junction?: { table: string; constraint: string; columns: ColumnPair[] };
  /** The function that finds the rows of `foreign`, given a row of `table`. */
  call?: string;
}

export interface Parameter {
  name: string;
  type: string;
  required: boolean;
  variadic: boolean;
}

export interface Routine {
  name: string;
  parameters: Parameter[];
  volatility: "immutable" | "stable" | "volatile";
  /** The roles that may call it. */
  roles: string[];
  returns: {
    kind: "void" | "scalar" | "composite";
    set: boolean;
    /** The rows' shape: a table's, or of the function's own. Absent for scalars. */
    row?: Table;
  };
}

/** Whether at most one row is found. */
export function isToOne({ kind }: Relationship): boolean {
  return kind === "many-to-one" || kind === "one-to-one";
}
