import type { ReactNode } from "react";

import { type ChangeInWords, emptyWord } from "../i18n/jersey-changes.ts";
import { useLanguage } from "../i18n/use-language.ts";
import { PhotoOrder } from "./photo-order.tsx";

/** Corrected fields, before and after. */
export function FieldChanges({
  changes,
  renderLabel = (_, label) => label,
}: {
  changes: ChangeInWords[];
  renderLabel?: (field: string, label: string) => ReactNode;
}) {
  const nothing = <em className="text-muted">{emptyWord(useLanguage())}</em>;
  return (
    <dl className="grid gap-2 text-sm">
      {changes.map(({ field, label, before, after, orders, said }) => (
        <div key={field} className="grid gap-1">
          <dt className="text-muted">{renderLabel(field, label)}</dt>
          {orders ? (
            orders.map((order) => (
              <dd key={order.label} className="grid gap-1">
                <span>{order.label}</span>
                <PhotoOrder photos={order.photos} />
              </dd>
            ))
          ) : said !== undefined ? (
            <dd className="wrap-anywhere">{said}</dd>
          ) : (
            <dd className="whitespace-pre-line wrap-anywhere">
              {before ? <del className="text-danger">{before}</del> : nothing}
              <span aria-hidden> → </span>
              {after ? <ins className="text-success no-underline">{after}</ins> : nothing}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
