import type { MetaDescriptor } from "react-router";

import { href } from "../../shared/address/paths.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import type { Format, Manifest } from "../domain/manifest.ts";

/** What is inside of the compression, as search engines name it. */
const ENCODINGS: Record<Format, string> = {
  csv: "text/csv",
  ndjson: "application/x-ndjson",
  parquet: "application/vnd.apache.parquet",
};

/** The dump for search engines of data (schema.org). */
export function datasetOf(
  { takenAt, licence, files }: Manifest,
  page: { lang: Language; siteUrl: string; title: string; description: string },
): MetaDescriptor {
  return {
    "script:ld+json": {
      "@context": "https://schema.org",
      "@type": "Dataset",
      name: `Maillothèque: ${page.title}`,
      description: page.description,
      url: page.siteUrl + href("data", {}, page.lang),
      license: licence,
      isAccessibleForFree: true,
      dateModified: takenAt,
      creator: { "@type": "Organization", name: "Maillothèque", url: page.siteUrl },
      distribution: files.map(({ name, format, url, bytes, sha256 }) => ({
        "@type": "DataDownload",
        name: `${name}.${format}`,
        encodingFormat: ENCODINGS[format],
        contentUrl: url,
        contentSize: `${bytes} B`,
        sha256,
      })),
    },
  };
}
