import { unacceptableMedia } from "../errors.ts";

/** The media type of a result, with its options. */
export interface Format {
  kind: "array" | "object" | "csv";
  stripNulls: boolean;
  contentType: string;
}

const JSON_TYPE = "application/json; charset=utf-8";
const ARRAY: Format = { kind: "array", stripNulls: false, contentType: JSON_TYPE };

/**
 * Returns the first supported type of the `Accept` header, by weight.
 * @throws {ApiError} PGRST107; query plans and GeoJSON are off, as on a hosted project
 */
export function parseAccept(header: string | null): Format {
  if (!header || header === "*/*" || header === "application/json") return ARRAY;
  const accepted = header
    .split(",")
    .map((item) => {
      const [type = "", ...parameters] = item.split(";").map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith("q="));
      return { type, parameters, weight: weight ? Number(weight.slice(2)) || 0 : 1 };
    })
    .toSorted((a, b) => b.weight - a.weight);
  for (const { type, parameters } of accepted) {
    const format = formatOf(type, parameters.includes("nulls=stripped"));
    if (format) return format;
  }
  throw unacceptableMedia(accepted.map(({ type }) => type));
}

function formatOf(type: string, stripNulls: boolean): Format | undefined {
  const charset = "; charset=utf-8";
  switch (type) {
    case "*/*":
    case "application/*":
    case "application/json":
      return ARRAY;
    case "application/vnd.pgrst.object+json":
    case "application/vnd.pgrst.object":
      return {
        kind: "object",
        stripNulls,
        contentType: `application/vnd.pgrst.object+json${stripNulls ? ";nulls=stripped" : ""}${charset}`,
      };
    case "application/vnd.pgrst.array+json":
    case "application/vnd.pgrst.array":
      if (!stripNulls) return ARRAY;
      return {
        kind: "array",
        stripNulls,
        contentType: `application/vnd.pgrst.array+json;nulls=stripped${charset}`,
      };
    case "text/csv":
      return { kind: "csv", stripNulls: false, contentType: `text/csv${charset}` };
    default:
      return undefined;
  }
}
