import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { ccBySaDeed } from "../../../shared/address/licences.ts";
import { DEMONSTRATION } from "../../../shared/domain/demonstration.ts";
import type { JerseyDetail } from "../../data/jersey.ts";
import type { PhotoKind } from "../../../shared/domain/suggestion.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import { memberName } from "../../../shared/i18n/member-name.ts";

/**
 * Who shared a photo, and the licence by which others may use it, if there is one. A deleted account leaves no name; the
 * licence stays.
 */
export function PhotoCredit({ photo }: { photo: JerseyDetail["images"][number] }) {
  const { t } = useTranslation(["jersey", "catalogue"]);
  const lang = useLanguage();
  const { contributor, contributor_id } = photo;
  const kind = photo.kind as PhotoKind | null;
  const name = contributor && memberName(contributor, lang);
  return (
    <p className="flex flex-wrap gap-x-3 text-sm text-muted">
      {kind && <span className="content-center text-ink">{t(`catalogue:photo.${kind}`)}</span>}
      <span className="min-w-0 content-center wrap-anywhere">
        {contributor_id === DEMONSTRATION
          ? t("rights.drawing")
          : name
            ? t("rights.by", { name })
            : t("rights.former")}
      </span>{" "}
      {photo.licence === "CC-BY-SA-4.0" && (
        <a
          href={ccBySaDeed(lang)}
          rel="license noopener"
          className="inline-flex min-h-6 items-center underline decoration-control underline-offset-4 hover:decoration-ink"
        >
          {t("rights.licence.free")}
        </a>
      )}
    </p>
  );
}
