import { TriangleAlert } from "lucide-react";
import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { JerseyImage } from "../../shared/components/jersey-image.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { isAdmin } from "../../shared/data/roles/is-admin.ts";
import { useSession } from "../../shared/session/use-session.ts";
import { likelyDuplicates } from "../data/review/duplicates.ts";
import type { SubmissionRow } from "../data/review/queue-rows.ts";
import { jerseyParams } from "../../shared/domain/jersey.ts";
import { storedTitle } from "../../shared/i18n/catalogue-names.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { Part } from "./parts.tsx";

/** Likely duplicates in the catalogue, into which the submission can be merged. */
export function LikelyDuplicates({
  jersey,
  onMerge,
}: {
  jersey: SubmissionRow["detail"]["jersey"];
  onMerge: false | undefined | ((into: string) => void);
}) {
  const { t } = useTranslation("review");
  const lang = useLanguage();
  const to = useHref();
  const session = useSession();
  const userId = session.status === "member" ? session.user.id : "";
  const { data: duplicates = [] } = useMemberQuery(likelyDuplicates(jersey));
  // A reviewer merges nothing into a jersey of their own.
  const { data: isAdministrator = false } = useMemberQuery(isAdmin(userId));
  if (duplicates.length === 0) return null;
  return (
    <Part title={t("duplicates.title")}>
      <ul className="grid gap-3 text-sm">
        {duplicates.map((other) => (
          <li key={other.id} className="grid grid-cols-[6rem_minmax(0,1fr)] items-center gap-3">
            <span className="size-24 overflow-hidden rounded-lg bg-surface">
              <JerseyImage
                jersey={other}
                path={other.images[0]?.path}
                alt=""
                sizes="6rem"
                largest={320}
              />
            </span>
            <div className="grid justify-items-start gap-1">
              <Link
                to={to("jersey", jerseyParams(other))}
                target="_blank"
                className="font-semibold wrap-anywhere underline underline-offset-4"
              >
                {storedTitle(other.title, other.team_slug, lang)}
              </Link>
              <p
                className={
                  other.isSure ? "flex items-center gap-2 font-semibold text-danger" : "text-muted"
                }
              >
                {other.isSure && <TriangleAlert aria-hidden className="size-4 shrink-0" />}
                {[
                  other.samePicture && t("duplicates.samePicture"),
                  other.sameKit && t("duplicates.sameKit"),
                  other.perhapsSameKit && t("duplicates.perhapsSameKit"),
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </p>
              {onMerge && (isAdministrator || other.author_id !== userId) && (
                <Button size="sm" variant="outline" onClick={() => onMerge(other.id)}>
                  {t("duplicates.merge")}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Part>
  );
}
