import { Hono } from "hono";
import { expect, test } from "vitest";

import type { Logger } from "../operate/logger.ts";
import type { HttpEnv } from "./context.ts";
import { requestLog } from "./request-log.ts";

test("a request is logged without the keys in its path", async () => {
  const paths: string[] = [];
  const log: Logger = {
    child: () => log,
    info: ({ path }: { path: string }) => void paths.push(path),
  } as unknown as Logger;
  const app = new Hono<HttpEnv>();
  app.use(requestLog(log));
  app.all("*", (c) => c.text("ok"));
  const key = "0f8fad5b-d9cb-469f-a165-70867728950e";
  for (const path of [
    `/og/year/${key}.en.jpg`,
    `/letters/${key.toUpperCase()}/stop?lang=en`,
    `/daily/${key.replaceAll("-", "").repeat(2)}.webp`,
    "/en/member/paul-pogba",
  ]) {
    await app.request(path);
  }
  expect(paths).toEqual([
    "/og/year/:id.en.jpg",
    "/letters/:id/stop",
    "/daily/:id.webp",
    "/en/member/paul-pogba",
  ]);
});
