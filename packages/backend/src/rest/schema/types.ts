/** The exposed schema, as read from the catalogue. Read-only. */
export interface Schema {
  tables: Map<string, Table>;
  /** By name; an overloaded function has several entries. */
  functions: Map<string, Routine[]>;
  /** Every accepted spelling of a type → PostgreSQL's spelling. */
  types: Map<string, string>;
}

export interface Column {
  name: string;
  /** Its number in the catalogue; dropped columns leave gaps. */
  position: number;
  /** As printed by `format_type`, with length and precision. */
  type: string;
  /** The base type of a domain; otherwise the type itself. */
  baseType: string;
  /** The SQL expression of its default value. */
  default: string | null;
  nullable: boolean;
  /** The roles that can read it, of a table's or view's column. */
  readers?: string[];
}

/** A table, a view, or the row type of a function's result. */
export interface Table {
  name: string;
  isView: boolean;
  /** The roles that have any privilege on it. */
  roles: string[];
  /** The roles that can `select`, `insert`, `update` or `delete`, at least some columns. */
  grants: Partial<Record<string, string[]>>;
  /** What it is, in words. */
  comment: string | null;
  columns: Map<string, Column>;
  primaryKey: string[];
  relationships: Relationship[];
  /**
   * Functions with a row of this table as their only argument; clients select them like columns.
   */
  computed: Map<string, Column>;
}

export type ColumnPair = readonly [local: string, foreign: string];

/** A relationship from the rows of `table` to those of `foreign`. */
export interface Relationship {
  kind: "many-to-one" | "one-to-many" | "one-to-one" | "many-to-many";
  table: string;
  foreign: string;
  /** The constraint's name; of a many-to-many relationship the one from the junction to `table`. */
  constraint: string;
  /** Pairs of equal columns; of a many-to-many relationship those of `table` and the junction. */
  columns: ColumnPair[];
  /** The junction table, and its columns equal to those of `foreign`. */
  junction?: { table: string; constraint: string; columns: ColumnPair[] };
  /** The function that returns the rows of `foreign` for a row of `table`. */
  call?: string;
  /** True if `foreign` is a view. A column or constraint as target means the table. */
  toView: boolean;
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
  comment: string | null;
  /** The roles that can call it. */
  roles: string[];
  returns: {
    kind: "void" | "scalar" | "composite";
    set: boolean;
    /** The shape of its rows: that of a table, or its own. Absent for scalars. */
    row?: Table;
  };
}

/** Returns true if at most one row is related. */
export function isToOne({ kind }: Relationship): boolean {
  return kind === "many-to-one" || kind === "one-to-one";
}
