import { ambiguousFunction, unknownFunction } from "../errors.ts";
import type { Parameter, Routine, Schema } from "../schema/types.ts";

/**
 * Finds the one function of this name that accepts the given arguments: all required ones, and no
 * unknown ones. A function with a single unnamed JSON argument takes the whole body.
 * @throws {ApiError} PGRST202, PGRST203
 */
export function findFunction(
  schema: Schema,
  name: string,
  given: string[],
  hasBody: boolean,
): Routine {
  const overloaded = schema.functions.get(name) ?? [];
  const named = overloaded.filter(({ parameters }) => takes(parameters, given));
  const found =
    named.length > 0 || !hasBody
      ? named
      : overloaded.filter(({ parameters }) => takesBody(parameters));
  if (found.length > 1) throw ambiguousFunction(found.map(signature));
  if (!found[0]) throw unknownFunction(name, given, hasBody);
  return found[0];
}

/** Returns true if the whole body is the function's only argument. */
export function takesBody([only, ...others]: Parameter[]): boolean {
  return only?.name === "" && others.length === 0;
}

function takes(parameters: Parameter[], given: string[]): boolean {
  const known = new Map(parameters.map((parameter) => [parameter.name, parameter]));
  if (takesBody(parameters)) return false;
  return (
    given.every((name) => known.has(name)) &&
    parameters.every(({ name, required }) => !required || given.includes(name))
  );
}

function signature({ name, parameters }: Routine): string {
  const listed = parameters.map((parameter) => `${parameter.name} => ${parameter.type}`);
  return `public.${name}(${listed.join(", ")})`;
}
