import { Download } from "lucide-react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { saveFile } from "../../shared/browser/save-file.ts";
import { csv } from "../../shared/domain/write-csv.ts";
import { Button } from "../../shared/ui/button.tsx";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { SEPARATORS } from "../i18n/copies-sheet.ts";
import { useDetailWords } from "../i18n/use-detail-words.ts";
import { TEMPLATE } from "../domain/exchange/columns.ts";

/** Downloads an empty list whose headings the import knows. */
export function SaveTemplate() {
  const { t } = useTranslation("exchange");
  const { nameOf } = useDetailWords();
  const lang = useLanguage();
  function save() {
    const headings = TEMPLATE.map(nameOf);
    saveFile("maillotheque.csv", "text/csv;charset=utf-8", csv([], headings, SEPARATORS[lang]));
  }
  return (
    <Button variant="link" size="sm" className="justify-self-start" onClick={save}>
      <Download aria-hidden />
      {t("import.template")}
    </Button>
  );
}
