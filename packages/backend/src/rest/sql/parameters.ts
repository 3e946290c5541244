/** The values of a statement, in the order of their placeholders. */
export class Parameters {
  readonly values: (string | null)[] = [];

  /** Adds a value and returns its placeholder. */
  bind(value: string | null): string {
    return `$${this.values.push(value)}`;
  }
}

/**
 * Quotes a name as an SQL identifier. Names come from the schema. Only the names of result columns
 * come from the client, and quoting makes them harmless.
 */
export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Returns `{"a","b"}` for any type of elements: PostgreSQL infers it from the column. */
export function arrayLiteral(values: string[]): string {
  return `{${values.map((value) => `"${value.replaceAll(/["\\]/g, "\\$&")}"`).join(",")}}`;
}
