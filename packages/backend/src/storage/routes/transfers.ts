import { Hono } from "hono";
import { z } from "zod";

import { noSuchKey } from "../errors.ts";
import { jsonBody } from "../json.ts";
import { validBucketName, validKey } from "../names.ts";
import { findObject, writeObject, type NewObject, type ObjectKey } from "../objects.ts";
import { callerOf, type Caller, type StorageService } from "../service.ts";
import { newObject } from "../upload.ts";
import { noVersion } from "../versions.ts";

const TransferRequest = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.string().nullish(),
  sourceVersionId: noVersion,
});

const CopyRequest = TransferRequest.extend({
  copyMetadata: z.boolean().default(true),
  metadata: z
    .object({
      cacheControl: z
        .string()
        .regex(/^[\w=, -]{1,200}$/)
        .optional(),
      // What a file is was found out when it was uploaded: a copy is the same.
      mimetype: z.never("A copy keeps the type of its file").optional(),
      contentEncoding: z.never("Content encodings are not kept").optional(),
    })
    .nullish(),
});

function keysOf(wish: z.infer<typeof TransferRequest>): { from: ObjectKey; to: ObjectKey } {
  const bucket = validBucketName(wish.bucketId);
  return {
    from: { bucket, name: validKey(wish.sourceKey) },
    to: {
      bucket: validBucketName(wish.destinationBucket ?? bucket),
      name: validKey(wish.destinationKey),
    },
  };
}

/** Move and copy. */
export function transferRoutes(service: StorageService): Hono {
  const app = new Hono();

  app.post("/object/move", async (c) => {
    const caller = await callerOf(service, c.req.raw);
    const { from, to } = keysOf(await jsonBody(c.req.raw, TransferRequest));
    const id = await move(caller, from, to);
    return c.json({ message: "Successfully moved", Id: id, Key: `${to.bucket}/${to.name}` });
  });

  app.post("/object/copy", async (c) => {
    const caller = await callerOf(service, c.req.raw);
    const wish = await jsonBody(c.req.raw, CopyRequest);
    const { from, to } = keysOf(wish);
    const upsert = c.req.header("x-upsert") === "true";
    const changes = wish.copyMetadata ? undefined : (wish.metadata ?? {});
    const id = await copy(service, caller, from, to, changes, upsert);
    return c.json({ Id: id, Key: `${to.bucket}/${to.name}` });
  });

  return app;
}

/** A file is found by its version, so another name moves no bytes. */
function move(caller: Caller, from: ObjectKey, to: ObjectKey): Promise<string> {
  return caller.transact(async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `update storage.objects set bucket_id = $3, name = $4,
         owner = coalesce($5::uuid, owner), owner_id = coalesce($5::text, owner_id)
       where bucket_id = $1 and name = $2 returning id`,
      [from.bucket, from.name, to.bucket, to.name, caller.member],
    );
    if (!rows[0]) throw noSuchKey();
    return rows[0].id;
  });
}

/** @param changes to what is known about the file; without them its own metadata goes along too */
async function copy(
  service: StorageService,
  caller: Caller,
  from: ObjectKey,
  to: ObjectKey,
  changes: NewObject["metadata"] | undefined,
  upsert: boolean,
): Promise<string> {
  const target = newObject(to, caller);
  await service.leftovers.expect(target.version);
  try {
    const id = await caller.transact(async (client) => {
      const { version, metadata, user_metadata } = await findObject(client, from);
      const lastModified = new Date().toISOString();
      const written = await writeObject(
        client,
        {
          ...target,
          metadata: { ...metadata, ...changes, lastModified },
          user_metadata: changes ? null : user_metadata,
        },
        upsert,
      );
      await service.store.copy(version, target.version);
      return written;
    });
    if (upsert) await service.leftovers.sweep();
    return id;
  } catch (error) {
    await service.leftovers.abandon(target.version);
    throw error;
  }
}
