import { Hono } from "hono";

import type { BackendContext } from "../context.ts";
import type { Service } from "../index.ts";

export async function createRest(_context: BackendContext): Promise<Service> {
  return { app: new Hono() };
}
