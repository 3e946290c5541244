import { useTranslation } from "react-i18next";

import { Skeleton } from "../../components/ui/skeleton.tsx";
import { backend } from "../../data/browser.ts";
import { type JerseyChange, jerseyChanges } from "../../data/moderation/queue.ts";
import { useMemberQuery } from "../../data/member-query.ts";
import { imageUrl, storedPath } from "../../address/image-url.ts";
import { type ChangedField, valueInWords, WORDS } from "../../i18n/jersey-changes.ts";
import { useLanguage } from "../../i18n/use-language.ts";

/** The author's changes since the decision, before and after. */
export function JerseyChanges({ jerseyId }: { jerseyId: string }) {
  const { t } = useTranslation("admin");
  const nameOf = useChangeName();
  const { data: changes, isPending } = useMemberQuery(jerseyChanges(jerseyId));
  if (isPending) return <Skeleton className="h-24" />;
  if (!changes) return null;
  return (
    <section className="grid gap-3 rounded-xl bg-surface p-4 text-sm">
      <h4 className="font-semibold">{t("changes.title")}</h4>
      {changes.length === 0 && <p className="text-muted">{t("changes.none")}</p>}
      <dl className="grid gap-3">
        {changes.map((change) => (
          <div key={`${change.field} ${change.before} ${change.after}`} className="grid gap-1">
            <dt className="text-muted">{nameOf(change)}</dt>
            <ChangedValue change={change} />
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Names what a change is about, in the reader's language. */
export function useChangeName(): (change: JerseyChange) => string {
  const { t } = useTranslation("admin");
  const lang = useLanguage();
  return ({ field }) =>
    field === "image" || field === "order"
      ? t(`changes.${field}`)
      : WORDS[lang].fields[field as ChangedField];
}

/** The value of a change before and after, as entries of a description list. */
export function ChangedValue({ change: { field, before, after } }: { change: JerseyChange }) {
  const { t } = useTranslation("admin");
  const lang = useLanguage();
  if (field === "image") {
    return (
      <dd className="flex items-center gap-3">
        <ChangedImage url={after ?? before ?? ""} />
        {t(after ? "changes.added" : "changes.removed")}
      </dd>
    );
  }
  if (field === "order") {
    return [before, after].map((urls, version) => (
      <dd key={version} className="flex flex-wrap items-center gap-2">
        {t(version === 0 ? "changes.before" : "changes.after")}
        {urls?.split("\n").map((url) => (
          <ChangedImage key={url} url={url} />
        ))}
      </dd>
    ));
  }
  return (
    <>
      <dd className="whitespace-pre-line wrap-anywhere">
        {before ? (
          <del className="text-danger">{valueInWords(field ?? "", before, lang)}</del>
        ) : (
          <Empty />
        )}
      </dd>
      <dd className="whitespace-pre-line wrap-anywhere">
        {after ? (
          <ins className="text-success no-underline">{valueInWords(field ?? "", after, lang)}</ins>
        ) : (
          <Empty />
        )}
      </dd>
    </>
  );
}

/** Marks an empty value, so that it can't be mistaken for text. */
function Empty() {
  const { t } = useTranslation("admin");
  return <em className="text-muted">{t("changes.empty")}</em>;
}

/** A removed image still has its file until the next decision. */
function ChangedImage({ url }: { url: string }) {
  const path = storedPath(url);
  if (path === undefined) return null;
  return (
    <img
      src={imageUrl(backend().url, path, { width: 160 })}
      alt=""
      className="size-14 shrink-0 rounded-lg bg-raised object-cover"
    />
  );
}
