import { parseArgs } from "node:util";

/** The options of the command line, by their defaults. */
export function readOptions<Name extends string>(
  defaults: Record<Name, string>,
): Record<Name, string> {
  const options = Object.entries<string>(defaults).map(([name, value]) => [
    name,
    { type: "string", default: value },
  ]);
  return parseArgs({ options: Object.fromEntries(options) }).values as Record<Name, string>;
}
