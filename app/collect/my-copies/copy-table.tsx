import { seasonInWords } from "../../shared/i18n/season-in-words.ts";
import { Pencil, Trash2, Undo2 } from "lucide-react";
import { useTranslation } from "react-i18next";

import { Button } from "../../shared/ui/button.tsx";
import { Table, Td, Th } from "../../shared/ui/table.tsx";
import { partialDate } from "../domain/copies/partial-date.ts";
import { LOCALES } from "../../shared/i18n/languages.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { type CopyListProps, CopyTitle, SelectBox } from "./copy-grid.tsx";
import { useCopyWords } from "./copy-words.ts";

/** Copies as rows. */
export function CopyTable({
  entries,
  names,
  selected,
  onSelect,
  onEdit,
  onRemove,
  onReturned,
}: CopyListProps) {
  const { t } = useTranslation("copies");
  const words = useCopyWords();
  const lang = useLanguage();
  const select = t("bulk.label");
  return (
    <Table>
      <thead>
        <tr>
          <Th className="pr-0!">
            <span className="sr-only">{select}</span>
          </Th>
          <Th>{t("list.jersey")}</Th>
          <Th>{t("list.team")}</Th>
          <Th>{t("list.season")}</Th>
          <Th>{t("list.kit")}</Th>
          <Th>{t("fields.size")}</Th>
          <Th>{t("fields.version")}</Th>
          <Th>{t("fields.condition")}</Th>
          <Th>{t("fields.bought_on")}</Th>
          <Th className="text-right!">{t("fields.price")}</Th>
          <Th>{t("fields.storage_place")}</Th>
          <Th>{t("fields.lent_to")}</Th>
          <Th>
            <span className="sr-only">{t("list.actions")}</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => {
          const { copy, facts } = entry;
          const title = names.get(copy.id) ?? "";
          return (
            <tr key={copy.id} className="whitespace-nowrap">
              <Td className="py-0! pr-0!">
                <SelectBox
                  label={t("list.select", { title })}
                  isSelected={selected.has(copy.id)}
                  onChange={(isSelected) => onSelect(copy.id, isSelected)}
                />
              </Td>
              <Td className="min-w-48 font-semibold whitespace-normal!">
                <CopyTitle entry={entry} className="hover:underline" />
              </Td>
              <Td>{facts.team}</Td>
              <Td>{facts.season ? seasonInWords(facts.season, lang) : facts.year}</Td>
              <Td>{words.kit(entry)}</Td>
              <Td>{words.size(entry)}</Td>
              <Td>{words.version(entry)}</Td>
              <Td>{words.condition(entry)}</Td>
              <Td>{copy.bought_on && partialDate(copy.bought_on, LOCALES[lang])}</Td>
              <Td className="text-right tabular-nums">{words.price(entry)}</Td>
              <Td>{copy.storage_place}</Td>
              <Td>{copy.lent_to}</Td>
              <Td className="py-0! text-right">
                {copy.lent_to !== null && (
                  <Button
                    variant="ghost"
                    size="icon"
                    title={t("editor.returned")}
                    aria-label={`${t("editor.returned")} (${title})`}
                    onClick={() => onReturned(entry)}
                  >
                    <Undo2 aria-hidden />
                  </Button>
                )}
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={t("list.edit", { title })}
                  onClick={() => onEdit(entry)}
                >
                  <Pencil aria-hidden />
                </Button>
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={t("list.remove", { title })}
                  onClick={() => onRemove(entry)}
                >
                  <Trash2 aria-hidden />
                </Button>
              </Td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
