import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { JerseyImage } from "../../components/jersey-image.tsx";
import { Button } from "../../components/ui/button.tsx";
import { likelyDuplicates } from "../../data/moderation/duplicates.ts";
import { useMemberQuery } from "../../data/member-query.ts";
import type { QueuedJersey } from "../../data/moderation/queue.ts";
import { useHref } from "../../address/use-href.ts";
import { jerseyParams } from "../../domain/jersey.ts";

const isPublic = ({ status }: Pick<QueuedJersey, "status">) => status === "approved";

/** Likely duplicates in the catalogue, each with a button that merges the jersey into it. */
export function LikelyDuplicates({
  jersey,
  onMerge,
}: {
  jersey: QueuedJersey;
  onMerge: (into: string) => void;
}) {
  const { t } = useTranslation("admin");
  const to = useHref();
  const { data: duplicates = [] } = useMemberQuery(likelyDuplicates(jersey));
  if (duplicates.length === 0) return null;
  return (
    <section className="grid gap-3 rounded-xl bg-surface p-4 text-sm">
      <h4 className="font-semibold">{t("duplicates.title")}</h4>
      <ul className="grid gap-3">
        {duplicates.map((other) => (
          <li
            key={other.id}
            className="grid grid-cols-[3.5rem_minmax(0,1fr)] items-center gap-3 sm:grid-cols-[3.5rem_minmax(0,1fr)_auto]"
          >
            <span className="size-14 shrink-0 overflow-hidden rounded-lg bg-raised">
              <JerseyImage
                jersey={other}
                path={other.images[0]?.path}
                alt=""
                sizes="3.5rem"
                largest={160}
              />
            </span>
            <div className="grid gap-0.5">
              <Link
                to={to("jersey", jerseyParams(other))}
                target="_blank"
                className="font-semibold break-words underline underline-offset-4"
              >
                {other.title}
              </Link>
              <p className="text-muted">
                {[
                  other.samePicture && t("duplicates.samePicture"),
                  other.sameKit && t("duplicates.sameKit"),
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </p>
            </div>
            {(jersey.status === "pending" || (isPublic(jersey) && isPublic(other))) && (
              <Button
                size="sm"
                variant="outline"
                onClick={() => onMerge(other.id)}
                className="col-start-2 justify-self-start sm:col-start-3"
              >
                {t("duplicates.merge")}
                <span className="sr-only">{` : ${other.title}`}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
