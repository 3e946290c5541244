import { useState } from "react";

import { useTranslation } from "../i18n/use-translation.tsx";
import { loadMessages, type Namespace } from "../i18n/messages.ts";
import { useLanguage } from "../i18n/use-language.ts";
import { toast } from "./toast.ts";

/** A dialog that few readers of a page open: its code and its texts load with the press. */
export function useLazyDialog(texts: readonly Namespace[], load: () => Promise<unknown>) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const [isOpen, setOpen] = useState(false);

  async function open() {
    try {
      await Promise.all([loadMessages(lang, texts), load()]);
      setOpen(true);
    } catch (error) {
      console.error("dialog not opened", error);
      toast.error(t("error.generic"));
    }
  }

  return { isOpen, open: () => void open(), close: () => setOpen(false) };
}
