import { type ComponentType, lazy, useEffect, useEffectEvent } from "react";

import { translator } from "../i18n/translations.ts";
import { languageOf } from "../i18n/languages.ts";
import { toast } from "./toast.ts";

interface Closable {
  onClose: () => void;
}

/**
 * As `lazy()`, for a dialog that opens with a press. If its code can't be loaded, the page stays with what is typed into it,
 * says so, and the button may be pressed again: `lazy()` would put the error in place of the whole page.
 */
export function lazyDialog<Props extends Closable>(
  load: () => Promise<{ default: ComponentType<Props> }>,
) {
  return lazy(async () =>
    load().catch((error: unknown): { default: ComponentType<Props> } => {
      console.error("dialog not opened", error);
      return { default: NotLoaded };
    }),
  );
}

function NotLoaded({ onClose }: Closable) {
  const fail = useEffectEvent(() => {
    toast.error(translator(languageOf(location.pathname), "common")("error.generic"));
    onClose();
  });
  useEffect(() => fail(), []);
  return null;
}
