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
}

const schema = z.object(brandRules);

/** Brands; the form of a jersey lists the common ones first. */
export const brands: Kind<AdminBrand, BrandForm, BrandValues> = {
  table: "brands",
  list: searchAdminBrands,
  order: (lang) => priorityOrder(lang, ({ name }) => name),
  read: readAdminBrand,
  save: saveBrand,
  empty: { name: "" },
  async open(_, { name }) {
    return { name };
  },
  schema,
  Fields: BrandFields,
};

function BrandFields() {
  const { t } = useTranslation(["adminCatalogue", "facts"]);
  return <TextField name="name" label={t("facts:name")} required />;
}
