import { Download, Printer } from "lucide-react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Dialog, DialogContent } from "../../shared/ui/dialog.tsx";
import { saveFile } from "../../shared/browser/save-file.ts";
import { CopyButton } from "./copy-button.tsx";

/** Shows new recovery codes. They cannot be read again later. */
export function CodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const { t } = useTranslation(["security", "common"]);
  const text = `${codes.join("\n")}\n`;
  const file = `${t("codes.file")}\n\n${text}`;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t("codes.heading")}
        description={t("codes.once")}
        closeLabel={t("common:close")}
        className="print-alone"
      >
        <ol className="grid grid-cols-1 gap-x-6 gap-y-2 rounded-xl bg-surface p-5 font-mono min-[26rem]:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className="flex flex-wrap gap-3 print:hidden">
          <CopyButton text={text} />
          <Button
            variant="outline"
            size="sm"
            onClick={() => saveFile("maillotheque-codes.txt", "text/plain;charset=utf-8", file)}
          >
            <Download aria-hidden />
            {t("codes.download")}
          </Button>
          <Button variant="outline" size="sm" onClick={() => window.print()}>
            <Printer aria-hidden />
            {t("codes.print")}
          </Button>
        </div>
        <Button className="print:hidden" onClick={onClose}>
          {t("codes.done")}
        </Button>
      </DialogContent>
    </Dialog>
  );
}
