import { z } from "zod";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import {
  type BrandValues,
  searchAdminBrands,
  type AdminBrand,
  readAdminBrand,
  saveBrand,
} from "../data/catalogue/admin-brands.ts";
import { brandRules } from "../../shared/domain/rules/catalogue-rules.ts";
import { TextField } from "./fields.tsx";
import { priorityOrder } from "../../shared/i18n/name-order.ts";
import type { Kind } from "./kind.ts";

export interface BrandForm {
  name: string;
  priority: string;
}

const schema = z.object(brandRules);

/** Brands; the form of a jersey lists the common ones first. */
export const brands: Kind<AdminBrand, BrandForm, BrandValues> = {
  table: "brands",
  list: searchAdminBrands,
  order: (lang) => priorityOrder(lang, ({ name }) => name),
  read: readAdminBrand,
  save: saveBrand,
  empty: { name: "", priority: "" },
  async open(_, { name, priority }) {
    return { name, priority: String(priority) };
  },
  schema,
  Fields: BrandFields,
  Facts: BrandFacts,
};

function BrandFields() {
  const { t } = useTranslation("adminCatalogue");
  return (
    <>
      <TextField name="name" label={t("fields.name")} required />
      <TextField
        name="priority"
        label={t("fields.priority")}
        inputMode="numeric"
        help={t("help.priority")}
      />
    </>
  );
}

function BrandFacts({ row }: { row: AdminBrand }) {
  const { t } = useTranslation("adminCatalogue");
  return <span>{`${t("fields.priority")} ${row.priority}`}</span>;
}
