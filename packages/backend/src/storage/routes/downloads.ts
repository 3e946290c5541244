import { Hono } from "hono";

import { noSuchBucket } from "../errors.ts";
import {
  findObject,
  findPublicObject,
  findSharedObject,
  type ObjectKey,
  type StoredObject,
} from "../objects.ts";
import { serveObject } from "../serve.ts";
import { requesterOf, type StorageService } from "../service.ts";
import { keyOf, OBJECT } from "./key.ts";

/**
 * Private buckets get the same error, so their names aren't revealed.
 * @throws {StorageError} 'Bucket not found'
 */
export async function requirePublicObject(
  service: StorageService,
  key: ObjectKey,
): Promise<StoredObject> {
  const object = await findPublicObject(service.pool, key);
  if (!object) throw noSuchBucket();
  return object;
}

/** What `storage.operation()` says while a file is downloaded, as in the hosted service. */
const DOWNLOAD = "storage.object.get_authenticated";

/**
 * Returns an object that the requester can read, by policy or because its bucket is public.
 * @param operation what policies may ask by `storage.operation()`
 */
export async function readableObject(
  service: StorageService,
  request: Request,
  key: ObjectKey,
  operation = "",
): Promise<{ object: StoredObject; isPublic: boolean }> {
  const open = await findPublicObject(service.pool, key);
  if (open) return { object: open, isPublic: true };
  const requester = await requesterOf(service, request);
  const object = await requester.transact(async (client) => {
    if (operation)
      await client.query("select set_config('storage.operation', $1, true)", [operation]);
    return findObject(client, key);
  });
  return { object, isPublic: false };
}

/** Downloads, and metadata of files. */
export function downloadRoutes(service: StorageService): Hono {
  const app = new Hono();

  // Hono answers HEAD by the GET routes.
  app.get(`/object/public${OBJECT}`, async (c) => {
    const object = await requirePublicObject(service, keyOf(c.req.param()));
    const download = c.req.query("download");
    return serveObject(service, c.req.raw, object, { isPublic: true, download });
  });

  app.get(`/object/sign${OBJECT}`, async (c) => {
    const key = keyOf(c.req.param());
    const token = c.req.query("token") ?? "";
    await service.addresses.verify("download", `${key.bucket}/${key.name}`, token);
    const object = await findSharedObject(service.pool, key);
    const download = c.req.query("download");
    return serveObject(service, c.req.raw, object, { isPublic: false, download });
  });

  app.get(`/object/info/public${OBJECT}`, async (c) =>
    c.json(description(await requirePublicObject(service, keyOf(c.req.param())))),
  );

  for (const path of [`/object/info/authenticated${OBJECT}`, `/object/info${OBJECT}`]) {
    app.get(path, async (c) => {
      const { object } = await readableObject(service, c.req.raw, keyOf(c.req.param()));
      return c.json(description(object));
    });
  }

  for (const path of [`/object/authenticated${OBJECT}`, `/object${OBJECT}`]) {
    app.get(path, async (c) => {
      const key = keyOf(c.req.param());
      const { object, isPublic } = await readableObject(service, c.req.raw, key, DOWNLOAD);
      const download = c.req.query("download");
      return serveObject(service, c.req.raw, object, { isPublic, download });
    });
  }

  return app;
}

function description(object: StoredObject) {
  const { size, mimetype, cacheControl, eTag } = object.metadata;
  return {
    id: object.id,
    name: object.name,
    version: object.version,
    bucket_id: object.bucket_id,
    size,
    content_type: mimetype,
    cache_control: cacheControl,
    etag: eTag,
    metadata: object.user_metadata ?? {},
    last_modified: object.updated_at,
    created_at: object.created_at,
  };
}
