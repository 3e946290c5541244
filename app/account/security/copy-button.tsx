import { Check, Copy } from "lucide-react";
import { useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Button } from "../../shared/ui/button.tsx";

/** Copies a text and confirms it. */
export function CopyButton({ text }: { text: string }) {
  const { t } = useTranslation(["security", "collection", "share"]);
  const [isCopied, setCopied] = useState(false);

  async function copy() {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  }

  return (
    <Button variant="outline" size="sm" onClick={() => void copy()}>
      {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
      <span aria-live="polite">
        {t(isCopied ? "collection:complete.text.copied" : "share:copy")}
      </span>
    </Button>
  );
}
