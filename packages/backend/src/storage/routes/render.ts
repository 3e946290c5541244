import { Hono, type Context } from "hono";
import { createHash } from "node:crypto";

import { findObject, type StoredObject } from "../objects.ts";
import { outputFormat, renderParameters } from "../render/parameters.ts";
import { variantName, type Rendering } from "../render/renderer.ts";
import { serveVariant } from "../serve.ts";
import type { StorageService } from "../service.ts";
import { readableObject, requirePublicObject } from "./downloads.ts";
import { keyOf, OBJECT } from "./key.ts";

/** Images in another size or format than uploaded. */
export function renderRoutes(service: StorageService): Hono {
  const app = new Hono();

  app.get(`/render/image/public${OBJECT}`, async (c) => {
    const object = await requirePublicObject(service, keyOf(c.req.param()));
    return respond(service, c, object, c.req.query(), true);
  });

  app.get(`/render/image/authenticated${OBJECT}`, async (c) => {
    const { object, isPublic } = await readableObject(service, c.req.raw, keyOf(c.req.param()));
    return respond(service, c, object, c.req.query(), isPublic);
  });

  app.get(`/render/image/sign${OBJECT}`, async (c) => {
    const key = keyOf(c.req.param());
    const { transform = {} } = await service.addresses.verify(
      "download",
      `${key.bucket}/${key.name}`,
      c.req.query("token") ?? "",
    );
    return respond(service, c, await findObject(service.pool, key), transform, false);
  });

  return app;
}

async function respond(
  service: StorageService,
  c: Context,
  object: StoredObject,
  values: Record<string, unknown>,
  isPublic: boolean,
): Promise<Response> {
  const parameters = renderParameters(values);
  const output = outputFormat(
    parameters.format,
    object.metadata.mimetype,
    c.req.header("accept") ?? "",
    object.avif ?? false,
  );
  const rendering: Rendering = { ...parameters, output };
  return serveVariant(
    c.req.raw,
    object,
    { isPublic, download: c.req.query("download") },
    {
      eTag: tagOf(object.version, variantName(rendering)),
      mimetype: `image/${output}`,
      negotiated: parameters.format === undefined,
    },
    () => service.renderer.render(object.version, rendering),
  );
}

/** The ETag before rendering: the same version in the same variant is the same image. */
function tagOf(version: string, variant: string): string {
  const digest = createHash("sha256").update(`${version}/${variant}`).digest("base64url");
  return `"${digest.slice(0, 22)}"`;
}
