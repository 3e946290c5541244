import { useTranslation } from "react-i18next";
import { z } from "zod";

import {
  searchAdminSeasons,
  type AdminSeason,
  readAdminSeason,
  saveSeason,
  type SeasonValues,
} from "../../data/seasons/admin-seasons.ts";
import { ActiveField, TextField } from "./fields.tsx";
import type { Kind } from "./kind.ts";
import { name, says } from "./rules.ts";

export interface SeasonForm {
  code: string;
  name: string;
  is_active: boolean;
}

const schema = z.object({
  code: z
    .string()
    .trim()
    .min(1, says("seasonRequired"))
    .refine((value) => value === "" || isCode(value), says("code")),
  name: name("seasonRequired", 4, 40, "seasonName"),
  is_active: z.boolean(),
});

/** `2024`, or `2024-25`: two years of which the second follows the first. */
function isCode(value: string): boolean {
  const [, first, second] = /^(\d{4})(?:-(\d{2}))?$/.exec(value) ?? [];
  if (first === undefined) return false;
  return second === undefined || Number(second) === (Number(first) + 1) % 100;
}

/** Seasons: a code they are sorted by, and a name. */
export const seasons: Kind<AdminSeason, SeasonForm, SeasonValues> = {
  table: "seasons",
  list: searchAdminSeasons,
  read: readAdminSeason,
  save: saveSeason,
  empty: { code: "", name: "", is_active: true },
  async open(_, { code, name, is_active }) {
    return { code, name, is_active };
  },
  schema,
  constraints: {
    seasons_code_key: ["code", "codeTaken"],
    seasons_code_format: ["code", "code"],
    seasons_name_length: ["name", "seasonName"],
  },
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
