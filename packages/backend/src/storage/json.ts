import { z } from "zod";

import { entityTooLarge, invalidRequest } from "./errors.ts";

const MAX_BODY = 1024 * 1024;

/**
 * Reads the JSON body of a request and validates it.
 * @throws {StorageError} `InvalidRequest` with the name of the first wrong property
 */
export async function jsonBody<T extends z.ZodType>(
  request: Request,
  schema: T,
): Promise<z.infer<T>> {
  return checked(schema, parse(await text(request)), "body");
}

/**
 * Validates a value.
 * @param part the part of the request, for the error
 * @throws {StorageError} `InvalidRequest` with the name of the first wrong property
 */
export function checked<T extends z.ZodType>(schema: T, value: unknown, part: string): z.infer<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalidRequest([part, ...issue!.path.map(String)].join("/") + `: ${issue!.message}`);
}

async function text(request: Request): Promise<string> {
  const decoder = new TextDecoder();
  let body = "";
  for await (const chunk of request.body ?? []) {
    body += decoder.decode(chunk, { stream: true });
    if (body.length > MAX_BODY) throw entityTooLarge("request body");
  }
  return body + decoder.decode();
}

function parse(body: string): unknown {
  if (body === "") return {};
  try {
    return JSON.parse(body);
  } catch {
    throw invalidRequest("Body is not valid JSON");
  }
}
