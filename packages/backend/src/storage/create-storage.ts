import { Hono } from "hono";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import type { BackendContext, Service } from "../context.ts";
import { startPeriodicJob } from "../jobs/periodic-job.ts";
import { BACKEND_JOB_SECONDS, type BackendJob } from "../jobs/schedule.ts";
import type { Logger } from "../logger.ts";
import { processDeletions, queueUnusedFiles } from "./deletions.ts";
import { errorResponse, invalidRequest, StorageError, toStorageError } from "./errors.ts";
import { imageTurns } from "./image/limits.ts";
import { removeStaleUploads } from "./temporary-files.ts";
import { createOrphanFiles } from "./orphan-files.ts";
import { VariantCache } from "./render/cache.ts";
import { removeStaleRenderings } from "./render/stale.ts";
import { createRenderer } from "./render/renderer.ts";
import { bucketRoutes } from "./bucket-admin/routes.ts";
import { downloadRoutes } from "./routes/downloads.ts";
import { objectRoutes } from "./routes/objects.ts";
import { renderRoutes } from "./routes/render.ts";
import { signingRoutes } from "./routes/signing.ts";
import { transferRoutes } from "./routes/transfers.ts";
import type { StorageService } from "./service.ts";
import { addressSigner } from "./signed-address.ts";
import { createStore } from "./store/create-store.ts";
import { FileMissing } from "./store/store.ts";
import { uploadRate } from "./upload-rate.ts";

const VARIANT_BYTES = 1024 ** 3;

/** Creates the storage service: files under `/storage/v1`, in the dialect of the hosted service. */
export async function createStorage(context: BackendContext): Promise<Service> {
  const { settings, pool, keys, log } = context;
  const directory = join(settings.dataDir, "storage");
  const incoming = join(directory, "incoming");
  await mkdir(incoming, { recursive: true, mode: 0o700 });

  const store = await createStore(directory, settings.s3);
  const variants = new VariantCache(join(directory, "variants"), VARIANT_BYTES);
  const turns = imageTurns();
  const orphanFiles = createOrphanFiles(pool, store, variants, log);
  const service: StorageService = {
    pool,
    keys,
    log,
    store,
    incoming,
    orphanFiles,
    turns,
    renderer: createRenderer(store, variants, turns),
    renderings: settings.storage?.renderings ?? {},
    leastSides: settings.storage?.leastSides ?? {},
    pictures: new Set(settings.storage?.pictures),
    addresses: addressSigner(pool),
    countUpload: uploadRate(pool),
  };

  void variants.load();
  const cleanUp = startJob("storage clean-up", log, async () => {
    await processDeletions(pool, log);
    await orphanFiles.sweep();
    await removeStaleUploads(incoming);
  });
  const unused = startJob("search for unused files", log, async () => {
    await queueUnusedFiles(pool);
    await removeStaleRenderings(pool, variants);
  });
  return {
    app: routes(service),
    async close() {
      await Promise.all([cleanUp.close(), unused.close()]);
    },
  };
}

function startJob(name: BackendJob, log: Logger, work: () => Promise<void>) {
  return startPeriodicJob(BACKEND_JOB_SECONDS[name], log, name, work);
}

function routes(service: StorageService): Hono {
  const app = new Hono();
  app.use(async (c, next) => {
    if (c.req.query("versionId") !== undefined) {
      throw invalidRequest("querystring/versionId: Object versioning is not available");
    }
    await next();
    // Files say how long they may be stored; lists and facts of private files are stored by nobody.
    if (!c.res.headers.has("cache-control")) c.header("cache-control", "no-store");
  });
  app.all("/upload/resumable/*", notResumable).all("/upload/resumable", notResumable);
  // Routes with a fixed second segment come first, because `/object/:bucket/…` matches them all.
  for (const routesOf of [
    transferRoutes,
    signingRoutes,
    renderRoutes,
    downloadRoutes,
    objectRoutes,
    bucketRoutes,
  ]) {
    app.route("/", routesOf(service));
  }
  app.get("/status", (c) => c.body(null, 200));
  app.all("*", (c) => {
    throw new StorageError(404, "NotFound", `Route ${c.req.method} not found`, "Not Found");
  });
  app.onError((error) => {
    const answer = toStorageError(error);
    if (answer.status >= 500 || error instanceof FileMissing) {
      service.log.error({ err: error }, "storage request failed");
    }
    return errorResponse(answer);
  });
  return app;
}

/** After this answer, clients of resumable uploads stop immediately. */
function notResumable(): never {
  throw new StorageError(404, "NotSupported", "Resumable uploads are not supported");
}
