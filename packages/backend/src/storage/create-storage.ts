import { Hono } from "hono";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import type { BackendContext } from "../context.ts";
import type { Service } from "../create-backend.ts";
import { repeat } from "../jobs/repeat.ts";
import { processDeletions, queueUnusedFiles } from "./deletions.ts";
import { errorResponse, invalidRequest, StorageError, toStorageError } from "./errors.ts";
import { sweepIncoming } from "./incoming.ts";
import { createLeftovers } from "./leftovers.ts";
import { VariantCache } from "./render/cache.ts";
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
const CLEAN_UP_SECONDS = 30;
const UNUSED_SECONDS = 3600;

/** Files under `/storage/v1`, answered as the hosted service does. */
export async function createStorage(context: BackendContext): Promise<Service> {
  const { settings, pool, keys, log } = context;
  const directory = join(settings.dataDir, "storage");
  const incoming = join(directory, "incoming");
  await mkdir(incoming, { recursive: true, mode: 0o700 });

  const store = await createStore(directory, settings.s3);
  const variants = new VariantCache(join(directory, "variants"), VARIANT_BYTES);
  const leftovers = createLeftovers(pool, store, variants, log);
  const service: StorageService = {
    pool,
    keys,
    log,
    store,
    incoming,
    leftovers,
    renderer: createRenderer(store, variants),
    addresses: addressSigner(pool),
    countUpload: uploadRate(pool),
  };

  void variants.load();
  const cleanUp = repeat(CLEAN_UP_SECONDS, log, "storage clean-up", async () => {
    await processDeletions(pool, log);
    await leftovers.sweep();
    await sweepIncoming(incoming);
  });
  const unused = repeat(UNUSED_SECONDS, log, "search for unused files", () =>
    queueUnusedFiles(pool),
  );
  return {
    app: routes(service),
    async close() {
      await Promise.all([cleanUp.close(), unused.close()]);
    },
  };
}

function routes(service: StorageService): Hono {
  const app = new Hono();
  app.use(async ({ req }, next) => {
    if (req.query("versionId") !== undefined) {
      throw invalidRequest("querystring/versionId: Object versioning is not available");
    }
    await next();
  });
  app.all("/upload/resumable/*", notResumable).all("/upload/resumable", notResumable);
  // Those with a fixed second segment first: `/object/:bucket/…` would take them all.
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

/** Clients of resumable uploads give up at once on an answer like this. */
function notResumable(): never {
  throw new StorageError(404, "NotSupported", "Resumable uploads are not supported");
}
