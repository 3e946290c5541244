import type { Client, Pool } from "../database/pool.ts";
import { noSuchBucket, noSuchKey } from "./errors.ts";

/** The metadata of a file, exactly as the hosted service stores it. */
interface FileMetadata {
  /** In quotes, as in the header. */
  eTag: string;
  size: number;
  mimetype: string;
  cacheControl: string;
  /** ISO 8601 */
  lastModified: string;
  contentLength: number;
  httpStatusCode: 200;
}

export interface StoredObject {
  id: string;
  bucket_id: string;
  name: string;
  owner: string | null;
  owner_id: string | null;
  version: string;
  metadata: FileMetadata;
  user_metadata: Record<string, unknown> | null;
  created_at: Date;
  updated_at: Date;
  last_accessed_at: Date;
  /** True if renderings may be AVIF without a request for it: a setting of public buckets. */
  avif?: boolean;
}

export interface NewObject extends Pick<
  StoredObject,
  "id" | "bucket_id" | "name" | "owner" | "version"
> {
  metadata: Partial<FileMetadata>;
}

export interface ObjectKey {
  bucket: string;
  name: string;
}

const COLUMNS = `id, bucket_id, name, owner, owner_id, version, metadata, user_metadata,
  created_at, updated_at, last_accessed_at`;

/** A row that SQL wrote names no file: it is answered like a missing object. */
const HAS_FILE = "version is not null and metadata is not null";

/** The key of user metadata by which SQL withholds a file. Requests write no user metadata. */
const WITHHELD = "withheld";

/** A withheld file is given to nobody but by requests of those who can read it. */
export const NOT_WITHHELD = `user_metadata -> '${WITHHELD}' is distinct from 'true'`;

const isWithheld = (object: StoredObject) => object.user_metadata?.[WITHHELD] === true;

/**
 * Returns an object of a public bucket. No policy applies: anyone with the name can read it, as in
 * the hosted service.
 * @returns undefined if the bucket isn't public, or the file is withheld
 */
export async function findPublicObject(
  pool: Pool,
  { bucket, name }: ObjectKey,
): Promise<StoredObject | undefined> {
  const { rows } = await pool.query<StoredObject & { public: boolean }>({
    name: "storage-public-object",
    text: `select b.public, b.avif_autodetection as avif, o.* from storage.buckets b
           left join (select ${COLUMNS} from storage.objects
             where bucket_id = $1 and name = $2 and ${HAS_FILE}) o on true
           where b.id = $1`,
    values: [bucket, name],
  });
  const [row] = rows;
  if (!row) throw noSuchBucket();
  if (!row.public) return undefined;
  if (!row.id) throw noSuchKey();
  return isWithheld(row) ? undefined : row;
}

/** Returns an object that the transaction's bearer can see. */
export async function findObject(
  client: Pick<Client, "query">,
  { bucket, name }: ObjectKey,
): Promise<StoredObject> {
  const { rows } = await client.query<StoredObject>({
    name: "storage-object",
    text: `select ${COLUMNS} from storage.objects where bucket_id = $1 and name = $2 and ${HAS_FILE}`,
    values: [bucket, name],
  });
  if (!rows[0]) throw noSuchKey();
  return rows[0];
}

/**
 * Returns an object for others than the bearer: by a signed address, or as a copy. A withheld one is
 * answered like a missing one, also if the service key signed the address.
 */
export async function findSharedObject(
  client: Pick<Client, "query">,
  key: ObjectKey,
): Promise<StoredObject> {
  const object = await findObject(client, key);
  if (isWithheld(object)) throw noSuchKey();
  return object;
}

/**
 * Writes an object's row with the rights of the transaction.
 * @returns its id; with `upsert`, the id of the replaced row
 */
export async function writeObject(
  client: Client,
  object: NewObject,
  upsert: boolean,
): Promise<string> {
  const values = [
    object.id,
    object.bucket_id,
    object.name,
    object.owner,
    object.version,
    object.metadata,
  ];
  const insert = `insert into storage.objects
      (id, bucket_id, name, owner, owner_id, version, metadata)
    values ($1, $2, $3, $4::uuid, $4::text, $5, $6)`;
  if (!upsert) {
    // Without `returning`, which would need the right to read too.
    await client.query(insert, values);
    return object.id;
  }
  const { rows } = await client.query<{ id: string }>(
    `${insert} on conflict (bucket_id, name) do update set
       owner = excluded.owner, owner_id = excluded.owner_id, version = excluded.version,
       metadata = excluded.metadata, user_metadata = null
     returning id`,
    values,
  );
  return rows[0]!.id;
}

/** Deletes those of `names` that the bearer can delete. The calling code deletes the files. */
export async function deleteObjects(
  client: Client,
  bucket: string,
  names: string[],
): Promise<StoredObject[]> {
  await client.query("select set_config('storage.allow_delete_query', 'true', true)");
  const { rows } = await client.query<StoredObject>(
    `delete from storage.objects where bucket_id = $1 and name = any($2) returning ${COLUMNS}`,
    [bucket, names],
  );
  return rows;
}
