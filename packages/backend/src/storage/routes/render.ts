import { Hono, type Context } from "hono";
import { createHash } from "node:crypto";

import type { AllowedRenderings } from "../../options.ts";
import { invalidRequest } from "../errors.ts";
import { imageType, SIGNATURE_LENGTH } from "../image/kind.ts";
import { callerOf } from "../image/limits.ts";
import { findSharedObject, type StoredObject } from "../objects.ts";
import { allowedOutput, allowedParameters } from "../render/allowed.ts";
import {
  formatOf,
  outputFormat,
  transformationsOf,
  type OutputFormat,
} from "../render/parameters.ts";
import { variantName, type Rendering } from "../render/renderer.ts";
import { serveVariant } from "../serve.ts";
import { requesterOf, type StorageService } from "../service.ts";
import { readableObject, requirePublicObject } from "./downloads.ts";
import { keyOf, OBJECT } from "./key.ts";

/** Images in another size or format than uploaded. */
export function renderRoutes(service: StorageService): Hono {
  const app = new Hono();

  app.get(`/render/image/public${OBJECT}`, async (c) => {
    const key = keyOf(c.req.param());
    const object = await requirePublicObject(service, key);
    const rules = service.renderings[key.bucket];
    return respond(service, c, { object, values: c.req.query(), isPublic: true, rules });
  });

  app.get(`/render/image/authenticated${OBJECT}`, async (c) => {
    const key = keyOf(c.req.param());
    const { object, isPublic } = await readableObject(service, c.req.raw, key);
    const rules = (await isService(service, c.req.raw))
      ? undefined
      : service.renderings[key.bucket];
    return respond(service, c, { object, values: c.req.query(), isPublic, rules });
  });

  app.get(`/render/image/sign${OBJECT}`, async (c) => {
    const key = keyOf(c.req.param());
    const { transform = {}, role } = await service.addresses.verify(
      "download",
      `${key.bucket}/${key.name}`,
      c.req.query("token") ?? "",
    );
    const object = await findSharedObject(service.pool, key);
    const rules = role === "service_role" ? undefined : service.renderings[key.bucket];
    return respond(service, c, { object, values: transform, isPublic: false, rules });
  });

  return app;
}

/** True for the service key. A public image may also be requested without any. */
async function isService(service: StorageService, request: Request): Promise<boolean> {
  return requesterOf(service, request).then(
    (requester) => requester.isService,
    () => false,
  );
}

interface Wish {
  object: StoredObject;
  values: Record<string, unknown>;
  isPublic: boolean;
  rules: AllowedRenderings | undefined;
}

async function respond(
  service: StorageService,
  c: Context,
  { object, values, isPublic, rules }: Wish,
): Promise<Response> {
  const parameters = allowedParameters(rules, values);
  const output = outputFormat(
    parameters.format,
    await sourceFormat(service, object),
    c.req.header("accept") ?? "",
    object.avif ?? false,
  );
  const rendering: Rendering = { ...parameters, output: allowedOutput(rules, output) };
  return serveVariant(
    c.req.raw,
    object,
    { isPublic, download: c.req.query("download") },
    {
      eTag: tagOf(object.version, variantName(rendering)),
      mimetype: `image/${rendering.output}`,
      negotiated: parameters.format === undefined,
      transformations: transformationsOf(values, parameters),
    },
    () =>
      service.renderer.render(object.version, rendering, {
        caller: callerOf(c.req.raw),
        signal: c.req.raw.signal,
      }),
  );
}

/**
 * Returns an image's own format. A type that says image was compared with the content at the
 * upload; a file of another type, or of none, is an image if its content is one.
 * @throws {StorageError} if the source isn't an image
 */
async function sourceFormat(
  { store }: StorageService,
  { version, metadata }: StoredObject,
): Promise<OutputFormat> {
  const declared = formatOf(metadata.mimetype);
  if (declared) return declared;
  const start = await store.open(version, { start: 0, end: SIGNATURE_LENGTH - 1 });
  const found = imageType(Buffer.from(await new Response(start).arrayBuffer()));
  const format = found && formatOf(found);
  if (!format) throw invalidRequest("The source image is invalid or unsupported for rendering");
  return format;
}

/** The ETag before rendering: the same version in the same variant is the same image. */
function tagOf(version: string, variant: string): string {
  const digest = createHash("sha256").update(`${version}/${variant}`).digest("base64url");
  return `"${digest.slice(0, 22)}"`;
}
