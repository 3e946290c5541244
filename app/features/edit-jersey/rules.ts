import { z } from "zod";

import type { EditedJersey, JerseyText } from "../../data/submissions/edit.ts";
import { jerseyRules } from "../../domain/rules/jersey-rules.ts";

/** The fields that an author may change, with their rules. */
export const editForm = z.object({
  title: jerseyRules.title,
  edition: jerseyRules.edition,
  external_link: jerseyRules.externalLink,
  description: jerseyRules.description,
});

export type EditForm = z.input<typeof editForm>;
export type ValidEdit = z.output<typeof editForm>;

export function formOf(jersey: EditedJersey): EditForm {
  const { title, edition, external_link, description } = jersey;
  return {
    title,
    edition: edition ?? "",
    external_link: external_link ?? "",
    description: description ?? "",
  };
}

/** Whether the fields are as they were loaded. */
export function isSameForm(form: EditForm, jersey: EditedJersey): boolean {
  const loaded = formOf(jersey);
  return (Object.keys(loaded) as (keyof EditForm)[]).every(
    (field) => form[field] === loaded[field],
  );
}

/** Returns only the fields that differ from the loaded jersey. */
export function changesOf(form: ValidEdit, jersey: EditedJersey): Partial<JerseyText> {
  const fields = Object.keys(form) as (keyof JerseyText)[];
  return Object.fromEntries(
    fields.filter((field) => form[field] !== jersey[field]).map((field) => [field, form[field]]),
  );
}
