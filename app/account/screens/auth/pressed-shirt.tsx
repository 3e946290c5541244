import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { JerseyImage } from "../../../shared/components/jersey-image.tsx";
import { useMemberQuery } from "../../../shared/data/member-query.ts";
import type { PostponedAction } from "../../../shared/session/postponed-action.ts";
import { localJersey } from "../../../shared/i18n/catalogue-names.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import { SignInNotice } from "./sign-in-notice.tsx";
import { pressedShirt } from "../../data/session/pressed-shirt.ts";

/** The shirt that a visitor pressed before, and what an account is for. */
export default function PressedShirt({
  action,
  others,
  notice,
}: {
  action: Extract<PostponedAction, { kind: "shelf" | "vote" }>;
  /** How many presses before it are stored, too. */
  others: number;
  /** Why an account is needed: shown in place of a shirt that can't be. */
  notice: string | undefined;
}) {
  const { t } = useTranslation("auth");
  const lang = useLanguage();
  const { data: shirt, isError } = useMemberQuery(pressedShirt(action.jerseyId));
  // No longer public, or not to be read now.
  if (shirt === null || isError) return notice && <SignInNotice>{notice}</SignInNotice>;
  return (
    <div className="relative mb-8 flex min-h-24 items-center gap-4">
      <span className="size-24 shrink-0 overflow-hidden rounded-2xl bg-surface">
        {shirt && (
          <JerseyImage
            jersey={shirt}
            path={shirt.images[0]?.path}
            alt=""
            sizes="6rem"
            largest={320}
            priority
          />
        )}
      </span>
      {notice && (
        <p role="alert" className="sr-only">
          {notice}
        </p>
      )}
      <div className="grid min-w-0 gap-1">
        <p className="min-w-0 font-semibold wrap-anywhere">
          {shirt &&
            t(`pressed.${action.kind === "shelf" ? action.shelf : "vote"}`, {
              title: localJersey(shirt, lang).title,
            })}
        </p>
        {others > 0 && <p className="text-sm text-muted">{t("pressed.others", { n: others })}</p>}
      </div>
    </div>
  );
}
