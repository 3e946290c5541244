import { z } from "zod";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import {
  searchAdminSeasons,
  type AdminSeason,
  readAdminSeason,
  saveSeason,
  type SeasonValues,
} from "../data/catalogue/admin-seasons.ts";
import { seasonRules } from "../../shared/domain/rules/catalogue-rules.ts";
import { ActiveField, TextField } from "./fields.tsx";
import type { Kind } from "./kind.ts";

export interface SeasonForm {
  code: string;
  name: string;
  is_active: boolean;
}

const schema = z.object({ ...seasonRules, is_active: z.boolean() });

/** Seasons: a name, and a code that sorts them. */
export const seasons: Kind<AdminSeason, SeasonForm, SeasonValues> = {
  table: "seasons",
  list: searchAdminSeasons,
  // The newest first. Codes are numbers and signs, the same in every language.
  order: () => (one, other) => (one.code < other.code ? 1 : -1),
  read: readAdminSeason,
  save: saveSeason,
  empty: { code: "", name: "", is_active: true },
  async open(_, { code, name, is_active }) {
    return { code, name, is_active };
  },
  schema,
  Fields: SeasonFields,
  Facts: ({ row }) => <span className="tabular-nums">{row.code}</span>,
};

function SeasonFields() {
  const { t } = useTranslation("adminCatalogue");
  return (
    <>
      <TextField
        name="code"
        label={t("fields.code")}
        placeholder="2026-27"
        help={t("help.code")}
        required
      />
      <TextField name="name" label={t("fields.name")} placeholder="2026-2027" required />
      <ActiveField label={t("fields.is_active")} help={t("help.active")} />
    </>
  );
}
