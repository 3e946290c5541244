import type { AllowedRenderings } from "../../options.ts";
import { invalidRequest } from "../errors.ts";
import { renderParameters, type OutputFormat, type RenderParameters } from "./parameters.ts";

/**
 * Parses the parameters of a rendering that anyone may request.
 * @param rules those of the bucket; without them, every size is allowed
 * @throws {StorageError} `InvalidRequest`
 */
export function allowedParameters(
  rules: AllowedRenderings | undefined,
  values: Record<string, unknown>,
): RenderParameters {
  const parameters = renderParameters(values);
  if (rules) assertAllowed(parameters, rules);
  return parameters;
}

/** Each size that the site itself never requests would cost the server a rendering. */
function assertAllowed(parameters: RenderParameters, rules: AllowedRenderings): void {
  const { width, height, quality, resize, format } = parameters;
  if (width === undefined || !rules.widths.includes(width)) refuse("width", rules.widths);
  if (height !== width) refuse("height", ["the number given as width"]);
  if (!rules.qualities.includes(quality)) refuse("quality", rules.qualities);
  if (resize === "fill") refuse("resize", ["cover", "contain"]);
  if (format !== undefined && !rules.formats.includes(format)) refuse("format", rules.formats);
}

function refuse(name: string, allowed: readonly (string | number)[]): never {
  throw invalidRequest(`querystring/${name}: expected ${allowed.join(" or ") || "none"}`);
}

/** An AVIF source is rendered as WebP where AVIF isn't allowed, because encoding it is slow. */
export function allowedOutput(
  rules: AllowedRenderings | undefined,
  output: OutputFormat,
): OutputFormat {
  return rules && output === "avif" && !rules.formats.includes("avif") ? "webp" : output;
}
