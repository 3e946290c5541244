import { Check, Copy } from "lucide-react";
import { useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { toast } from "../../shared/components/toast.ts";
import { localJersey } from "../../shared/i18n/catalogue-names.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Textarea } from "../../shared/ui/input.tsx";
import type { CollectibleJersey } from "../data/shelves/completeness.ts";
import { setText } from "../domain/copies/set-text.ts";

type Listed = Pick<
  CollectibleJersey,
  "title" | "team" | "teams" | "kit_type" | "isHeld" | "isWished"
>;

/** Copies what one has, wishes for and lacks of a set, as plain text. Where the browser has no clipboard, the text is shown. */
export function CopyAsText({
  jerseys,
}: {
  /** Or what reads them at the press. */
  jerseys: readonly Listed[] | (() => Promise<readonly Listed[]>);
}) {
  const { t } = useTranslation(["collection", "common"]);
  const lang = useLanguage();
  const [isCopied, setCopied] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [shown, setShown] = useState<string>();

  async function listedJerseys() {
    if (typeof jerseys !== "function") return jerseys;
    setBusy(true);
    try {
      return await jerseys();
    } catch (error) {
      console.error("list not read", error);
      toast.error(t("collection:loadFailed"));
      return undefined;
    } finally {
      setBusy(false);
    }
  }

  async function copy() {
    const listed = await listedJerseys();
    if (!listed) return;
    const lines = listed.map(({ isHeld, isWished, ...jersey }) => {
      const kit = jersey.kit_type && t(`common:kitType.${jersey.kit_type}`);
      return {
        text: [localJersey(jersey, lang).title, kit].filter(Boolean).join(", "),
        isHeld,
        isWished,
      };
    });
    const text = setText(lines, {
      owned: t("collection:complete.text.owned"),
      wished: t("collection:complete.text.wished"),
      missing: t("collection:complete.text.missing"),
    });
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      setShown(text);
    }
  }

  return (
    <>
      <Button variant="ghost" size="sm" busy={isBusy} onClick={() => void copy()}>
        {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
        <span aria-live="polite">
          {t(isCopied ? "collection:complete.text.copied" : "collection:complete.text.copy")}
        </span>
      </Button>
      {shown !== undefined && (
        <Textarea
          readOnly
          rows={8}
          value={shown}
          aria-label={t("collection:complete.text.copy")}
          onFocus={({ target }) => target.select()}
        />
      )}
    </>
  );
}
