import type { ComponentType } from "react";
import type { FieldValues } from "react-hook-form";
import type { ZodType } from "zod";

import type {
  CatalogueTable,
  RowPage,
  RowSearch,
  Version,
} from "../../data/catalogue/admin-rows.ts";
import type { Client } from "../../data/client.ts";

/** What every row of the catalogue has. */
export interface CatalogueRow extends Version {
  name: string;
  is_active?: boolean;
}

/**
 * What makes one table's tab differ from another's. `Form` is what is typed, as text; `Values` what
 * a valid form stands for.
 */
export interface Kind<Row extends CatalogueRow, Form extends FieldValues, Values> {
  table: CatalogueTable;
  list: (client: Client, search: RowSearch) => Promise<RowPage<Row>>;
  read: (client: Client, id: string) => Promise<Row | null>;
  save: (client: Client, values: Values, loaded?: Version) => Promise<Row>;
  /** The form of a new row. */
  empty: Form;
  /** The form that shows a row. */
  open: (client: Client, row: Row) => Promise<Form>;
  schema: ZodType<Values, Form>;
  /** The controls, inside a form's context. */
  Fields: ComponentType<{ isNew: boolean }>;
  /** What the list says of a row beside its name. */
  Facts: ComponentType<{ row: Row }>;
  /** Set beside the row in the list. */
  Mark?: ComponentType<{ row: Row }>;
}
