import type { Backend } from "@maillotheque/backend";

/** What is filled: our own backend, or a Supabase project by its secrets. */
export interface SeedTarget extends Pick<Backend, "fetch" | "pool"> {
  apiKeys: Pick<Backend["apiKeys"], "service">;
}
