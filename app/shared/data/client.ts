import type { SupabaseClient } from "@supabase/supabase-js";

import type { Database } from "./database.types.ts";

/** A Supabase client of our schema; every function of `data/` takes one as its first argument. */
export type Client = SupabaseClient<Database>;
