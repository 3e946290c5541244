import type { Body } from "../parse/body.ts";
import { takesBody } from "../plan/call.ts";
import type { Parameter, Routine } from "../schema/types.ts";
import { arrayLiteral, quoteIdentifier, type Parameters } from "./parameters.ts";

/** The column that holds a scalar result. */
export const SCALAR = "value";

/**
 * Writes a call with arguments from the query string. Repeated arguments form a variadic's list.
 */
export function callWithValues(
  routine: Routine,
  given: [name: string, value: string][],
  parameters: Parameters,
  computed: string[],
): string {
  const args = routine.parameters.flatMap((parameter) => {
    const values = given.filter(([name]) => name === parameter.name).map(([, value]) => value);
    const last = values.at(-1);
    if (last === undefined) return [];
    const asList = parameter.variadic && (values.length > 1 || !last.startsWith("{"));
    const value = parameters.bind(asList ? arrayLiteral(values) : last);
    return [argument(parameter, `${value}::${parameter.type}`)];
  });
  return callSql(routine, args.join(", "), computed);
}

/** Writes a call with arguments from a JSON object, or with the body as the only argument. */
export function callWithBody(
  routine: Routine,
  body: Body,
  parameters: Parameters,
  computed: string[],
): string {
  const [only] = routine.parameters;
  if (only && takesBody(routine.parameters)) {
    return callSql(routine, `${parameters.bind(body.json)}::${only.type}`, computed);
  }
  const used = routine.parameters.filter(({ name }) => body.keys.includes(name));
  if (used.length === 0) return callSql(routine, "", computed);
  const record = used.map(({ name, type }) => `${quoteIdentifier(name)} ${type}`).join(", ");
  const source = body.isArray ? "json_to_recordset" : "json_to_record";
  const args = used.map((parameter) =>
    argument(parameter, `body.${quoteIdentifier(parameter.name)}`),
  );
  const rows = `${source}(${parameters.bind(body.json)}::json) body(${record})`;
  return callSql(routine, args.join(", "), computed, rows);
}

function argument({ name, variadic }: Parameter, value: string): string {
  if (name === "") return value;
  return `${variadic ? "variadic " : ""}${quoteIdentifier(name)} := ${value}`;
}

/** @param computed functions on the returned rows that are selected like columns */
function callSql(routine: Routine, args: string, computed: string[], from?: string): string {
  const call = `public.${quoteIdentifier(routine.name)}(${args})`;
  if (routine.returns.kind !== "composite") {
    return `select ${call} as ${SCALAR}${from ? ` from ${from}` : ""}`;
  }
  const extra = computed.map(
    (name) => `, public.${quoteIdentifier(name)}(r.*) as ${quoteIdentifier(name)}`,
  );
  return `select r.*${extra.join("")} from ${from ? `${from}, lateral ` : ""}${call} r`;
}
