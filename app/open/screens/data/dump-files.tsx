import { Download } from "lucide-react";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { formatSize } from "../../../shared/i18n/format.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import { columnsOf, DUMP_FILE_NAMES } from "../../domain/dump-files.ts";
import type { ManifestFile } from "../../domain/manifest.ts";

const FORMAT_NAMES = { csv: "CSV", ndjson: "NDJSON", parquet: "Parquet" };

/** What the files of a dump contain, with their columns, each in its formats with their sizes. */
export function DumpFiles({ files }: { files: readonly ManifestFile[] }) {
  const { t } = useTranslation(["openData", "catalogue"]);
  const lang = useLanguage();
  return (
    <ul className="divide-y divide-line rounded-xl border border-line bg-surface">
      {DUMP_FILE_NAMES.map((name) => {
        const formats = files.filter((file) => file.name === name);
        return (
          <li
            key={name}
            className="grid items-center gap-x-6 gap-y-2 px-4 py-3 md:grid-cols-[minmax(0,1fr)_auto]"
          >
            <div>
              <h3 className="font-semibold">
                {t([`openData:files.${name as "photos"}`, `catalogue:names.${name as "teams"}`])}
              </h3>
              <p className="text-sm text-muted">{t("rows", { count: formats[0]?.rows ?? 0 })}</p>
              <p lang="en" className="font-mono text-xs wrap-anywhere text-muted">
                {columnsOf(name)
                  .map((column) => column.name)
                  .join(", ")}
              </p>
            </div>
            <ul className="flex flex-wrap gap-x-5 md:grid md:grid-cols-[8rem_9rem_9rem]">
              {formats.map(({ format, url, bytes }) => (
                <li key={format}>
                  <a
                    href={url}
                    download
                    className="relative inline-flex min-h-11 items-center gap-2 text-sm whitespace-nowrap"
                  >
                    <Download aria-hidden className="size-4 shrink-0" />
                    <span className="underline underline-offset-4">
                      <span className="sr-only">{`${t([`openData:files.${name as "photos"}`, `catalogue:names.${name as "teams"}`])}, `}</span>
                      {FORMAT_NAMES[format]}
                    </span>
                    <span className="text-muted">{formatSize(bytes, lang)}</span>
                  </a>
                </li>
              ))}
            </ul>
          </li>
        );
      })}
    </ul>
  );
}
