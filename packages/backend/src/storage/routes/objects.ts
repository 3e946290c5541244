import { Hono } from "hono";
import { z } from "zod";

import { noSuchKey } from "../errors.ts";
import { jsonBody } from "../json.ts";
import { ListRequest, listFolder } from "../list.ts";
import { PageRequest, listPage } from "../list-page.ts";
import { validBucketName } from "../names.ts";
import { deleteObjects } from "../objects.ts";
import { callerOf, type StorageService } from "../service.ts";
import { upload } from "../upload.ts";
import { keyOf, OBJECT } from "./key.ts";

const MAX_DELETIONS = 1000;
const DeleteRequest = z.object({ prefixes: z.array(z.string()).min(1).max(MAX_DELETIONS) });

/** Upload, listing and deletion. */
export function objectRoutes(service: StorageService): Hono {
  const app = new Hono();

  app.post("/object/list/:bucket", async (c) => {
    const caller = await callerOf(service, c.req.raw);
    const bucket = validBucketName(c.req.param("bucket"));
    const wish = await jsonBody(c.req.raw, ListRequest);
    return c.json(await caller.transact((client) => listFolder(client, bucket, wish)));
  });

  app.post("/object/list-v2/:bucket", async (c) => {
    const caller = await callerOf(service, c.req.raw);
    const bucket = validBucketName(c.req.param("bucket"));
    const wish = await jsonBody(c.req.raw, PageRequest);
    return c.json(await caller.transact((client) => listPage(client, bucket, wish)));
  });

  app.delete("/object/:bucket", async (c) => {
    const caller = await callerOf(service, c.req.raw);
    const bucket = validBucketName(c.req.param("bucket"));
    const { prefixes } = await jsonBody(c.req.raw, DeleteRequest);
    const deleted = await caller.transact((client) => deleteObjects(client, bucket, prefixes));
    await service.leftovers.discard(deleted.map((object) => object.version));
    return c.json(deleted);
  });

  app.on(["POST", "PUT"], `/object${OBJECT}`, async (c) => {
    const caller = await callerOf(service, c.req.raw);
    const key = keyOf(c.req.param());
    const upsert = c.req.method === "PUT" || c.req.header("x-upsert") === "true";
    const id = await upload(service, caller, key, c.req.raw, upsert);
    return c.json({ Id: id, Key: `${key.bucket}/${key.name}` });
  });

  app.delete(`/object${OBJECT}`, async (c) => {
    const caller = await callerOf(service, c.req.raw);
    const { bucket, name } = keyOf(c.req.param());
    const deleted = await caller.transact((client) => deleteObjects(client, bucket, [name]));
    if (deleted.length === 0) throw noSuchKey();
    await service.leftovers.discard(deleted.map((object) => object.version));
    return c.json({ message: "Successfully deleted" });
  });

  return app;
}
