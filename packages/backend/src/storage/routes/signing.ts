import { Hono } from "hono";
import { z } from "zod";

import { jsonBody } from "../json.ts";
import { validBucketName } from "../names.ts";
import { findSharedObject, NOT_WITHHELD } from "../objects.ts";
import { allowedParameters } from "../render/allowed.ts";
import { requesterOf, type StorageService } from "../service.ts";
import { signerOf } from "../signer.ts";
import { rehearse, newObject, upload } from "../upload.ts";
import { noVersion } from "../versions.ts";
import { keyOf, OBJECT } from "./key.ts";

const UPLOAD_SECONDS = 2 * 60 * 60;
const MAX_ADDRESSES = 1000;

/** A hundred years in seconds; more overflows the dates of other implementations. */
const seconds = z.int().min(1).max(3_155_760_000);
const SignRequest = z.object({
  expiresIn: seconds,
  transform: z.record(z.string(), z.union([z.string(), z.number()])).nullish(),
  versionId: noVersion,
});
const SignAllRequest = z.object({
  expiresIn: seconds,
  paths: z.array(z.string()).min(1).max(MAX_ADDRESSES),
});

/** Signed URLs, which give temporary access to one private object. */
export function signingRoutes(service: StorageService): Hono {
  const app = new Hono();

  app.post(`/object/upload/sign${OBJECT}`, async (c) => {
    const requester = await requesterOf(service, c.req.raw);
    const key = keyOf(c.req.param());
    const upsert = c.req.header("x-upsert") === "true";
    await rehearse(requester.transact, newObject(key, requester), upsert);
    const path = `${key.bucket}/${key.name}`;
    const { member: owner, role, aal } = requester;
    const claims = { owner, role, ...(aal && { aal }), upsert };
    const token = await service.addresses.sign("upload", path, UPLOAD_SECONDS, claims);
    return c.json({ url: `/object/upload/sign/${path}?token=${token}`, token });
  });

  app.put(`/object/upload/sign${OBJECT}`, async (c) => {
    const key = keyOf(c.req.param());
    const path = `${key.bucket}/${key.name}`;
    const token = c.req.query("token") ?? "";
    const claims = await service.addresses.verify("upload", path, token);
    const signer = await signerOf(service.pool, claims);
    const id = await upload(service, signer, key, c.req.raw, claims.upsert ?? false);
    return c.json({ Id: id, Key: path });
  });

  app.post("/object/sign/:bucket", async (c) => {
    const requester = await requesterOf(service, c.req.raw);
    const bucket = validBucketName(c.req.param("bucket"));
    const { expiresIn, paths } = await jsonBody(c.req.raw, SignAllRequest);
    const { rows } = await requester.transact((client) =>
      client.query<{ name: string }>(
        `select name from storage.objects
         where bucket_id = $1 and name = any($2) and ${NOT_WITHHELD}`,
        [bucket, paths],
      ),
    );
    const readable = new Set(rows.map((row) => row.name));
    return c.json(
      await Promise.all(
        paths.map(async (path) => {
          if (!readable.has(path)) return { error: NOT_READABLE, path, signedURL: null };
          const address = `${bucket}/${path}`;
          const token = await service.addresses.sign("download", address, expiresIn);
          return { error: null, path, signedURL: `/object/sign/${address}?token=${token}` };
        }),
      ),
    );
  });

  app.post(`/object/sign${OBJECT}`, async (c) => {
    const requester = await requesterOf(service, c.req.raw);
    const key = keyOf(c.req.param());
    const { expiresIn, transform } = await jsonBody(c.req.raw, SignRequest);
    const rules = requester.isService ? undefined : service.renderings[key.bucket];
    if (transform) allowedParameters(rules, transform);
    await requester.transact((client) => findSharedObject(client, key));
    const path = `${key.bucket}/${key.name}`;
    const claims = { ...(transform && { transform }), role: requester.role };
    const token = await service.addresses.sign("download", path, expiresIn, claims);
    const route = transform ? "render/image" : "object";
    return c.json({ signedURL: `/${route}/sign/${path}?token=${token}` });
  });

  return app;
}

const NOT_READABLE = "Either the object does not exist or you do not have access to it";
