import { invalidBody, unsupportedContentType } from "../errors.ts";

/** The rows to write: JSON text as received, and the keys that all its objects share. */
export interface Body {
  /** The JSON text (or the text for an unnamed parameter), which PostgreSQL gets as one parameter. */
  json: string;
  isArray: boolean;
  keys: string[];
}

/**
 * Parses a JSON body of one object, or of an array of objects with the same keys.
 * @param columns if given, the keys to use instead of those of the objects
 * @throws {ApiError} PGRST102
 */
export function parseBody(text: string, columns?: string[]): Body {
  const value = parseJson(text);
  if (Array.isArray(value)) {
    return { json: text, isArray: true, keys: unique(columns) ?? commonKeys(value) };
  }
  if (isObject(value)) {
    return { json: text, isArray: false, keys: unique(columns) ?? Object.keys(value) };
  }
  // PostgREST treats any other value as an empty list.
  return { json: "[]", isArray: true, keys: unique(columns) ?? [] };
}

/** Parses the body of a function call: an object of arguments. An empty body means no arguments. */
export function parseArguments(text: string, columns?: string[]): Body {
  return parseBody(text === "" ? "{}" : text, columns);
}

/**
 * Refuses bodies in other formats.
 * @param isCall true for a function, which may take a text as its only argument
 * @returns true if the body is a text
 * @throws {ApiError} unless the content type is JSON or missing
 */
export function isTextBody(contentType: string | null, isCall: boolean): boolean {
  const type = (contentType ?? "application/json").split(";", 1)[0]!.trim().toLowerCase();
  if (isCall && type === "text/plain") return true;
  if (!/^application\/(json|vnd\.pgrst\.(object|array)(\+json)?)$/.test(type)) {
    throw unsupportedContentType(type);
  }
  return false;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidBody("Empty or invalid json");
  }
}

function commonKeys(items: unknown[]): string[] {
  const [first] = items;
  if (items.length === 0) return [];
  if (!isObject(first)) throw invalidBody("All object keys must match");
  const keys = Object.keys(first);
  for (const item of items) {
    if (!isObject(item) || Object.keys(item).length !== keys.length) {
      throw invalidBody("All object keys must match");
    }
    for (const key of keys) {
      if (!Object.hasOwn(item, key)) throw invalidBody("All object keys must match");
    }
  }
  return keys;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function unique(names: string[] | undefined): string[] | undefined {
  return names && [...new Set(names)];
}
