import { keep, readKept } from "../../browser/unsaved.ts";
import type { EditForm } from "./rules.ts";

/** A change that was begun and neither saved nor given up: at most one for each member. */
export interface KeptEdit {
  jerseyId: string;
  form: EditForm;
}

const name = (userId: string) => `edit.${userId}`;

export const readKeptEdit = (userId: string) => readKept<KeptEdit>(name(userId));

export const keepEdit = (userId: string, edit?: KeptEdit) => keep(name(userId), edit);
