import { Clock, CircleX } from "lucide-react";
import { useTranslation } from "react-i18next";

import { imageUrl } from "../../address/image-url.ts";
import { backend } from "../../data/browser.ts";
import { useMemberQuery } from "../../data/member-query.ts";
import { ownEdit } from "../../data/submissions/own-edit.ts";

const TEXTS = ["title", "edition", "description", "external_link"] as const;

/**
 * What the author has changed on their approved jersey, and its state. The page around it shows the
 * approved version. Lazy, because of the query library.
 */
export default function OwnEdit({ jerseyId, memberId }: { jerseyId: string; memberId: string }) {
  const { t } = useTranslation("jersey");
  const { data: edit } = useMemberQuery(ownEdit(jerseyId, memberId));
  if (!edit) return null;
  const { jersey } = edit;
  const changed = TEXTS.filter((field) => field in (edit.changes as object));
  const hasImages =
    edit.removed_images.length > 0 ||
    edit.image_order !== null ||
    jersey.images.some(({ edit_id }) => edit_id !== null);
  const Icon = edit.status === "open" ? Clock : CircleX;
  return (
    <section
      aria-label={t("edit.label")}
      className="flex gap-3 rounded-2xl border border-control bg-surface p-4"
    >
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div className="grid min-w-0 flex-1 gap-3">
        <div className="grid gap-1">
          <p className="font-semibold">{t(`edit.${edit.status}`)}</p>
          <p className="text-sm break-words text-muted">
            {edit.note ? t("edit.refusedText", { reason: edit.note }) : t("edit.openText")}
          </p>
        </div>
        <dl className="grid gap-2 text-sm">
          {changed.map((field) => (
            <div key={field}>
              <dt className="text-muted">{t(`edit.${field}`)}</dt>
              <dd className="whitespace-pre-line wrap-anywhere">
                {jersey[field] ?? <em className="text-muted">{t("edit.empty")}</em>}
              </dd>
            </div>
          ))}
          {hasImages && (
            <div>
              <dt className="text-muted">{t("edit.images")}</dt>
              <dd className="mt-1 flex flex-wrap gap-2">
                {jersey.images.map(({ id, path }) =>
                  path ? (
                    <img
                      key={id}
                      src={imageUrl(backend().url, path, { width: 160 })}
                      alt=""
                      className="size-14 rounded-lg bg-raised object-cover"
                    />
                  ) : null,
                )}
              </dd>
            </div>
          )}
        </dl>
      </div>
    </section>
  );
}
