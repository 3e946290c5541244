import { AsyncLocalStorage } from "node:async_hooks";

/**
 * The rendering of a page within which something runs. What one page reads at once shares a transaction
 * (`Backend.fetch`); pages of different visitors never wait for each other's reads.
 */
export const rendering = new AsyncLocalStorage<object>();
