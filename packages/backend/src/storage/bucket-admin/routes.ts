import { Hono } from "hono";
import { z } from "zod";

import { accessDenied, noSuchBucket, StorageError } from "../errors.ts";
import { checked, jsonBody } from "../json.ts";
import { validBucketName } from "../names.ts";
import { requesterOf, type StorageService } from "../service.ts";

const COLUMNS =
  "id, name, owner, public, file_size_limit, allowed_mime_types, created_at, updated_at";

const UNITS: Record<string, number> = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9 };

/** A limit in bytes, or a number with a unit as in the hosted service: `10MB`. */
const sizeLimit = z.union([
  z.int().min(0),
  z
    .string()
    .regex(/^\d{1,9}(\.\d{1,3})?(gb|mb|kb|b)?$/i, "Invalid file size format, hint: use 20GB / 20MB")
    .transform((text) => {
      const [, number, unit = "b"] = /^([\d.]+)(\w*)$/.exec(text.toLowerCase())!;
      return Math.round(Number(number) * (UNITS[unit || "b"] ?? 1));
    }),
]);

const BucketChanges = z.object({
  public: z.boolean().optional(),
  file_size_limit: sizeLimit.nullish(),
  allowed_mime_types: z.array(z.string().max(255)).max(100).nullish(),
  // Only standard buckets without versions exist here. A bucket that claimed to store versions
  // would lose them.
  type: z.literal("STANDARD", "Only standard buckets are available").nullish(),
  versioning_status: z
    .enum(["DISABLED", "SUSPENDED"], "Object versioning is not available")
    .nullish(),
});
const NewBucket = BucketChanges.extend({ name: z.string(), id: z.string().optional() });

const ListRequest = z.object({
  limit: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  offset: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
  sortColumn: z.enum(["id", "name", "created_at", "updated_at"]).default("name"),
  sortOrder: z.enum(["asc", "desc"]).default("asc"),
  search: z.string().default(""),
});

interface BucketRow {
  file_size_limit: string | null;
}

/** `pg` returns a bigint as text. */
const shown = <T extends BucketRow>(bucket: T) => ({
  ...bucket,
  file_size_limit: bucket.file_size_limit === null ? null : Number(bucket.file_size_limit),
});

/** Buckets: policies decide who can do what. Without a policy nobody can. */
export function bucketRoutes(service: StorageService): Hono {
  const app = new Hono();

  app.get("/bucket", async (c) => {
    const requester = await requesterOf(service, c.req.raw);
    const { limit, offset, sortColumn, sortOrder, search } = checked(
      ListRequest,
      c.req.query(),
      "querystring",
    );
    const { rows } = await requester.transact((client) =>
      // Column and order come from the fixed lists above.
      client.query<BucketRow>(
        `select ${COLUMNS} from storage.buckets where strpos(lower(name), lower($1)) > 0
         order by ${sortColumn} ${sortOrder}, id limit $2 offset $3`,
        [search, limit, offset],
      ),
    );
    return c.json(rows.map((bucket) => ({ ...shown(bucket), type: "STANDARD" })));
  });

  app.get("/bucket/:bucket", async (c) => {
    const requester = await requesterOf(service, c.req.raw);
    const { rows } = await requester.transact((client) =>
      client.query<BucketRow>(`select ${COLUMNS} from storage.buckets where id = $1`, [
        validBucketName(c.req.param("bucket")),
      ]),
    );
    if (!rows[0]) throw noSuchBucket();
    return c.json(shown(rows[0]));
  });

  app.post("/bucket", async (c) => {
    const requester = await requesterOf(service, c.req.raw);
    const bucket = await jsonBody(c.req.raw, NewBucket);
    const name = validBucketName(bucket.name);
    await requester.transact((client) =>
      client.query(
        `insert into storage.buckets
           (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
         values ($1, $2, $3::uuid, $3::text, $4, $5, $6)`,
        [
          validBucketName(bucket.id ?? name),
          name,
          requester.member,
          bucket.public ?? false,
          bucket.file_size_limit,
          bucket.allowed_mime_types,
        ],
      ),
    );
    return c.json({ name });
  });

  app.put("/bucket/:bucket", async (c) => {
    const requester = await requesterOf(service, c.req.raw);
    const changes = await jsonBody(c.req.raw, BucketChanges);
    const { rowCount } = await requester.transact((client) =>
      client.query(
        `update storage.buckets set public = coalesce($2, public),
           file_size_limit = case when $3 then $4 else file_size_limit end,
           allowed_mime_types = case when $5 then $6 else allowed_mime_types end
         where id = $1`,
        [
          validBucketName(c.req.param("bucket")),
          changes.public,
          changes.file_size_limit !== undefined,
          changes.file_size_limit,
          changes.allowed_mime_types !== undefined,
          changes.allowed_mime_types,
        ],
      ),
    );
    if (rowCount === 0) throw noSuchBucket();
    return c.json({ message: "Successfully updated" });
  });

  app.post("/bucket/:bucket/empty", async (c) => {
    const requester = await requesterOf(service, c.req.raw);
    const bucket = validBucketName(c.req.param("bucket"));
    await requester.transact(async (client) => {
      const found = await client.query("select from storage.buckets where id = $1", [bucket]);
      if (found.rowCount === 0) throw noSuchBucket();
      await client.query("select set_config('storage.allow_delete_query', 'true', true)");
      await client.query("delete from storage.objects where bucket_id = $1", [bucket]);
    });
    await service.orphanFiles.sweep();
    // As hosted, where a queue does it.
    return c.json({ message: "Empty bucket has been queued. Completion may take up to an hour." });
  });

  app.delete("/bucket/:bucket", async (c) => {
    const requester = await requesterOf(service, c.req.raw);
    const bucket = validBucketName(c.req.param("bucket"));
    await requester.transact(async (client) => {
      const found = await client.query("select from storage.buckets where id = $1", [bucket]);
      if (found.rowCount === 0) throw noSuchBucket();
      const used = await client.query("select from storage.objects where bucket_id = $1 limit 1", [
        bucket,
      ]);
      if (used.rowCount !== 0) throw notEmpty();
      await client.query("select set_config('storage.allow_delete_query', 'true', true)");
      const deleted = await client.query("delete from storage.buckets where id = $1", [bucket]);
      if (deleted.rowCount === 0) throw accessDenied();
    });
    return c.json({ message: "Successfully deleted" });
  });

  return app;
}

const notEmpty = () =>
  new StorageError(409, "ResourceNotEmpty", "The bucket you tried to delete is not empty");
