import { Search } from "lucide-react";
import { type ComponentType, useCallback, useEffect, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { toast } from "../../shared/components/toast.ts";
import { button } from "../../shared/ui/button.tsx";
import type { Language } from "../../shared/i18n/languages.ts";
import { loadMessages } from "../../shared/i18n/messages.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { onOpenSearch } from "../../shared/browser/open-search.ts";
import { isShortcut, ShortcutKeys } from "./shortcut.tsx";
import { collectTyped, type TypedEarly } from "./typed-early.ts";

interface Opened {
  /** The field of the page that opened the dialog. */
  field?: HTMLInputElement | undefined;
  typed?: TypedEarly | undefined;
}

type Dialog = ComponentType<Opened & { onClose: () => void }>;

/** Open dialogs, of the library and of the browser. */
const MODAL = '[role="dialog"][data-state="open"], [role="alertdialog"], dialog[open]';

/** Loads the dialog and its texts on first use. */
async function loadDialog(lang: Language): Promise<Dialog> {
  const [{ SearchDialog }] = await Promise.all([
    import("./search-dialog.tsx"),
    loadMessages(lang, ["search", "catalogue"]),
  ]);
  return SearchDialog;
}

/** Button that opens the search dialog. ⌘K and Ctrl+K open it on every page. */
export function SearchButton() {
  const { t } = useTranslation();
  const lang = useLanguage();
  const [shown, setShown] = useState<Opened & { Dialog: Dialog }>();
  const open = useCallback(
    (field?: HTMLInputElement) => {
      const typed = field ? undefined : collectTyped();
      loadDialog(lang).then(
        (Dialog) => setShown({ Dialog, field, typed }),
        (error: unknown) => {
          typed?.end();
          console.error("the search dialog could not be loaded", error);
          toast.error(t("error.generic"));
        },
      );
    },
    [lang, t],
  );

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      event.preventDefault(); // otherwise the browser opens its own search bar
      // Not over another dialog: what is open there would be out of reach.
      if (!document.querySelector(MODAL)) open();
    };
    document.addEventListener("keydown", press);
    const unsubscribe = onOpenSearch(open);
    return () => {
      document.removeEventListener("keydown", press);
      unsubscribe();
    };
  }, [open]);

  const fetchEarly = () => void loadDialog(lang).catch(() => {});
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        className={button({
          variant: "ghost",
          size: "icon",
          // From a small desktop on it looks like the field that it opens.
          className:
            "lg:w-auto lg:justify-start lg:border lg:border-control lg:px-3 lg:font-normal lg:text-muted xl:min-w-56",
        })}
        onClick={() => open()}
        onPointerEnter={fetchEarly}
        onFocus={fetchEarly}
      >
        <Search aria-hidden />
        <span className="max-lg:sr-only">{t("search.open")}</span>
        <ShortcutKeys className="ml-auto hidden xl:inline" />
      </button>
      {shown && (
        <shown.Dialog field={shown.field} typed={shown.typed} onClose={() => setShown(undefined)} />
      )}
    </>
  );
}
