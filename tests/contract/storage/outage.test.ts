import { rename } from "node:fs/promises";
import { connect, createServer, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { picture } from "./images.ts";
import { startStorageWorld, type StorageWorld } from "./personas.ts";

/** A way to the database that can be cut. */
class Cable {
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;

  constructor(target: string) {
    this.#target = new URL(target);
  }

  async plug(): Promise<string> {
    this.#server = createServer((near) => {
      const far = connect(Number(this.#target.port), this.#target.hostname);
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.on("error", () => socket.destroy());
        socket.on("close", () => [near, far].forEach((end) => end.destroy()));
      }
      near.pipe(far).pipe(near);
    });
    await new Promise<void>((done) => this.#server!.listen(this.#port, "127.0.0.1", done));
    this.#port = (this.#server.address() as AddressInfo).port;
    const url = new URL(this.#target);
    url.host = `127.0.0.1:${this.#port}`;
    return url.href;
  }

  cut(): void {
    this.#server!.close();
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
  }
}

let database: TestDatabase;
let cable: Cable;
let world: StorageWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  cable = new Cable(database.url);
  world = await startStorageWorld({ databaseUrl: await cable.plug() });
});
afterAll(async () => {
  await world.close();
  cable.cut();
  await database.drop();
});

const options = { contentType: "image/webp" };

test("a database that goes away is told, and work goes on when it is back", async () => {
  const webp = await picture();
  const name = world.name();
  await world.owner.jerseys.upload(name, webp, options);
  const { publicUrl } = world.visitor.jerseys.getPublicUrl(name).data;

  cable.cut();
  const answer = await fetch(publicUrl);
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ statusCode: "503" });
  const { error } = await world.owner.jerseys.upload(world.name(), webp, options);
  expect(error).toMatchObject({ statusCode: "503" });

  await cable.plug();
  await expect.poll(async () => (await fetch(publicUrl)).status).toBe(200);
  expect((await world.owner.jerseys.upload(world.name(), webp, options)).error).toBeNull();
});

test("a file that is gone from the store is not found, and its row can still be removed", async () => {
  const name = world.name();
  await world.owner.jerseys.upload(name, await picture(), options);
  const { data } = await world.owner.jerseys.info(name);
  const path = join(
    world.site.dataDir,
    "storage/objects",
    data!.version.slice(0, 2),
    data!.version,
  );
  await rename(path, `${path}.away`);
  for (const transform of [undefined, { width: 20 }]) {
    const { publicUrl } = world.visitor.jerseys.getPublicUrl(name, { transform }).data;
    expect(await (await fetch(publicUrl)).json()).toMatchObject({ statusCode: "404" });
  }
  expect((await world.owner.jerseys.remove([name])).data).toHaveLength(1);
});
