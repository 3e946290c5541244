import type { QueryKey } from "@tanstack/react-query";
import type { ReactNode } from "react";

/** Renders the button that undoes a batch of changes, for parts that don't undo by themselves. */
export type RenderUndo = (batch: {
  label: string;
  /** The accessible name, where several buttons have one label. */
  name?: string;
  /** The dialog's title. */
  title: string;
  batchId: string;
  /** Keys of queries that show other things afterwards. */
  invalidates: readonly QueryKey[];
}) => ReactNode;
