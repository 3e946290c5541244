import type { S3Options } from "@maillotheque/backend";

import type { Env } from "./settings/env.ts";

/** The store of `STORAGE_S3_*`; undefined if the files are in the data folder. */
export function s3Options(env: Env): S3Options | undefined {
  const { STORAGE_S3_BUCKET, STORAGE_S3_ACCESS_KEY_ID, STORAGE_S3_SECRET_ACCESS_KEY } = env;
  if (!STORAGE_S3_BUCKET || !STORAGE_S3_ACCESS_KEY_ID || !STORAGE_S3_SECRET_ACCESS_KEY) {
    return undefined;
  }
  return {
    bucket: STORAGE_S3_BUCKET,
    region: env.STORAGE_S3_REGION,
    accessKeyId: STORAGE_S3_ACCESS_KEY_ID,
    secretAccessKey: STORAGE_S3_SECRET_ACCESS_KEY,
    ...(env.STORAGE_S3_ENDPOINT && { endpoint: env.STORAGE_S3_ENDPOINT }),
  };
}
