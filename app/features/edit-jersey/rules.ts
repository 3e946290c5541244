import { z } from "zod";

import type { EditedJersey, JerseyText } from "../../data/submissions/edit.ts";
import { externalLink } from "../../domain/external-link.ts";

/** The messages of namespace `submit`, whose rules these are. */
const says = (
  message:
    | "title"
    | "titleLong"
    | "editionLong"
    | "descriptionLong"
    | "externalLink"
    | "externalLinkLong",
) => ({ message });

/** As the database counts: an emoji is one. */
const lengthOf = (text: string) => [...text.trim()].length;

/** What an author may change, as it is typed; the database has the same rules as constraints. */
export const editForm = z.object({
  title: z
    .string()
    .refine((text) => lengthOf(text) > 2, says("title"))
    .refine((text) => lengthOf(text) <= 160, says("titleLong")),
  edition: z.string().refine((text) => lengthOf(text) <= 120, says("editionLong")),
  external_link: z
    .string()
    .refine((text) => lengthOf(text) <= 2048, says("externalLinkLong"))
    .refine((text) => !text.trim() || externalLink(text.trim()), says("externalLink")),
  description: z.string().refine((text) => lengthOf(text) <= 5000, says("descriptionLong")),
});

export type EditForm = z.infer<typeof editForm>;

export function formOf(jersey: EditedJersey): EditForm {
  const { title, edition, external_link, description } = jersey;
  return {
    title,
    edition: edition ?? "",
    external_link: external_link ?? "",
    description: description ?? "",
  };
}

/** Only the fields that differ from what was loaded. */
export function changesOf(form: EditForm, jersey: EditedJersey): Partial<JerseyText> {
  const before = formOf(jersey);
  const changes: Partial<JerseyText> = {};
  if (form.title.trim() !== before.title) changes.title = form.title.trim();
  for (const field of ["edition", "external_link", "description"] as const) {
    if (form[field].trim() !== before[field]) changes[field] = form[field].trim() || null;
  }
  return changes;
}
