import { ambiguousFunction, unknownFunction } from "../errors.ts";
import type { Parameter, Routine, Schema } from "../schema/types.ts";
import { nearestName, similarTexts } from "./nearest-name.ts";

/** The arguments of a call: by name, or a body that a single unnamed parameter can take. */
export interface Given {
  names: string[];
  body?: "json" | "text";
}

/**
 * Finds the one function of this name that accepts the given arguments: all required ones, and no
 * unknown ones. If there is none, a function with a single unnamed parameter of the body's type takes
 * the whole body.
 * @param role the role that calls; a suggestion in an error names only what it can call
 * @throws {ApiError} PGRST202, PGRST203
 */
export function findFunction(schema: Schema, name: string, given: Given, role: string): Routine {
  const overloaded = schema.functions.get(name) ?? [];
  const named =
    given.body === "text" ? [] : overloaded.filter(({ parameters }) => takes(parameters, given));
  const found = named.length > 0 ? named : overloaded.filter((each) => takesWhole(each, given));
  if (found.length > 1) throw ambiguousFunction(found.map(signature));
  if (!found[0]) {
    const hint = given.body === "text" ? undefined : suggestion(schema, name, given, role);
    throw unknownFunction(name, given.names, given.body, hint);
  }
  return found[0];
}

/** Suggests other arguments for a known function, or else a function with a similar name. */
function suggestion(schema: Schema, name: string, given: Given, role: string): string | undefined {
  const usable = ([, overloaded]: [string, Routine[]]) =>
    overloaded.some(({ roles }) => roles.includes(role));
  const overloaded = (schema.functions.get(name) ?? []).filter(({ roles }) => roles.includes(role));
  if (overloaded.length === 0) {
    return nearestName(
      name,
      [...schema.functions].filter(usable).map(([each]) => each),
    );
  }
  const lists = overloaded.map(({ parameters }) => sortedList(parameters.map((each) => each.name)));
  const [best] = similarTexts(sortedList(given.names), lists);
  return best && `${name}${best.name}`;
}

function sortedList(names: string[]): string {
  return `(${names.toSorted().join(", ")})`;
}

function takesWhole({ parameters }: Routine, { body }: Given): boolean {
  if (!body || !takesBody(parameters)) return false;
  return (parameters[0]!.type === "text") === (body === "text");
}

/** Returns true if the whole body is the function's only argument. */
export function takesBody([only, ...others]: Parameter[]): boolean {
  return only?.name === "" && others.length === 0;
}

/** An unnamed parameter has the empty name, which a body can contain: `{"": 1}`. */
function takes(parameters: Parameter[], { names }: Given): boolean {
  const given = new Set(names);
  const known = new Set(parameters.map(({ name }) => name));
  return (
    names.every((name) => known.has(name)) &&
    parameters.every(({ name, required }) => !required || given.has(name))
  );
}

function signature({ name, parameters }: Routine): string {
  const listed = parameters.map((parameter) => `${parameter.name} => ${parameter.type}`);
  return `public.${name}(${listed.join(", ")})`;
}
