import type { ComponentType } from "react";
import type { FieldValues } from "react-hook-form";
import type { ZodType } from "zod";

import type { CatalogueTable, Version } from "../data/catalogue/admin-rows.ts";
import type { Client } from "../../shared/data/client.ts";
import type { League } from "../../shared/domain/leagues.ts";
import type { Language } from "../../shared/i18n/languages.ts";

/** The columns that all tables of the catalogue share. */
export interface CatalogueRow extends Version {
  name: string;
  is_active?: boolean;
}

/**
 * Describes one table's tab. `Form` is the raw input, as text; `Values` is the validated output of
 * the schema.
 */
export interface Kind<Row extends CatalogueRow, Form extends FieldValues, Values> {
  table: Exclude<CatalogueTable, "seasons">;
  /** All rows that match a text. */
  list: (client: Client, text: string) => Promise<Row[]>;
  /** Compares two rows of the list for a reader of the language. */
  order: (lang: Language) => (one: Row, other: Row) => number;
  read: (client: Client, id: string) => Promise<Row | null>;
  save: (client: Client, values: Values, loaded?: Version) => Promise<Row>;
  /** Stores what other tables hold of the saved row, such as a team's other names. */
  saveParts?: (client: Client, values: Values, saved: Version) => Promise<void>;
  /** Initial values for a new row. */
  empty: Form;
  /** Initial values for an existing row. */
  open: (client: Client, row: Row, lang: Language) => Promise<Form>;
  schema: ZodType<Values, Form>;
  /** The inputs. They need the form's context. */
  Fields: ComponentType<{ isNew: boolean }>;
  /** The row's name in the reader's language, if that isn't the stored one. */
  nameOf?: (row: Row, lang: Language) => string;
  /** Facts beside the row's name in the list. */
  Facts?: ComponentType<{ row: Row }>;
  /** For a list that is filtered by sport and by whether there are jerseys. */
  filtered?: { leagueOf: (row: Row) => League; isBare: (row: Row) => boolean };
  /** The dialog that merges a row into another one. */
  Merge?: ComponentType<{ row: Row; onDone: () => void; onClose: () => void }>;
  /** A mark before the row in the list, such as a team's shirt. */
  Mark?: ComponentType<{ row: Row }>;
}
