import { Hono } from "hono";
import { z } from "zod";

import { notPermitted, noSuchKey } from "../errors.ts";
import { jsonBody } from "../json.ts";
import { validBucketName, validKey } from "../names.ts";
import {
  findSharedObject,
  NOT_WITHHELD,
  writeObject,
  type NewObject,
  type ObjectKey,
} from "../objects.ts";
import { refuseUserMetadata } from "../receive-upload.ts";
import { requesterOf, type Requester, type StorageService } from "../service.ts";
import { assertTaken, bucketRules, newObject } from "../upload.ts";
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
      // The type was detected at the upload, and a copy has the same content.
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
    refuseUserMetadata(c.req.raw.headers);
    const requester = await requesterOf(service, c.req.raw);
    const { from, to } = keysOf(await jsonBody(c.req.raw, TransferRequest));
    assertOneBucket(requester, from, to);
    const id = await move(requester, from, to);
    return c.json({ message: "Successfully moved", Id: id, Key: `${to.bucket}/${to.name}` });
  });

  app.post("/object/copy", async (c) => {
    refuseUserMetadata(c.req.raw.headers);
    const requester = await requesterOf(service, c.req.raw);
    const wish = await jsonBody(c.req.raw, CopyRequest);
    const { from, to } = keysOf(wish);
    assertOneBucket(requester, from, to);
    await service.countUpload(requester, c.req.raw);
    const upsert = c.req.header("x-upsert") === "true";
    const changes = wish.copyMetadata ? undefined : (wish.metadata ?? {});
    const id = await copy(service, requester, from, to, changes, upsert);
    return c.json({ Id: id, Key: `${to.bucket}/${to.name}` });
  });

  return app;
}

/**
 * Only the service key takes a file from one bucket to another: each has rules of its own for what
 * an upload contains.
 * @throws {StorageError} as for a row that the policies refuse
 */
function assertOneBucket(requester: Requester, from: ObjectKey, to: ObjectKey): void {
  if (!requester.isService && from.bucket !== to.bucket) throw notPermitted();
}

/** Files are stored by version, so a new name moves no bytes. */
function move(requester: Requester, from: ObjectKey, to: ObjectKey): Promise<string> {
  return requester.transact(async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `update storage.objects set bucket_id = $3, name = $4,
         owner = coalesce($5::uuid, owner), owner_id = coalesce($5::text, owner_id)
       where bucket_id = $1 and name = $2 and ${NOT_WITHHELD} returning id`,
      [from.bucket, from.name, to.bucket, to.name, requester.member],
    );
    if (!rows[0]) throw noSuchKey();
    return rows[0].id;
  });
}

/** @param changes to the metadata */
async function copy(
  service: StorageService,
  requester: Requester,
  from: ObjectKey,
  to: ObjectKey,
  changes: NewObject["metadata"] | undefined,
  upsert: boolean,
): Promise<string> {
  const rules = await bucketRules(service.pool, to.bucket);
  const target = newObject(to, requester);
  await service.orphanFiles.expect(target.version);
  try {
    const id = await requester.transact(async (client) => {
      const { version, metadata } = await findSharedObject(client, from);
      assertTaken(rules, metadata);
      const lastModified = new Date().toISOString();
      const written = await writeObject(
        client,
        { ...target, metadata: { ...metadata, ...changes, lastModified } },
        upsert,
      );
      await service.store.copy(version, target.version);
      return written;
    });
    if (upsert) await service.orphanFiles.sweep();
    return id;
  } catch (error) {
    await service.orphanFiles.abandon(target.version);
    throw error;
  }
}
