import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { JerseyImage } from "../../components/jersey-image.tsx";
import { toast } from "../../components/toast.ts";
import { Button } from "../../components/ui/button.tsx";
import { Dialog, DialogClose, DialogContent } from "../../components/ui/dialog.tsx";
import { Spinner } from "../../components/ui/spinner.tsx";
import {
  type LikelyDuplicate,
  likelyDuplicates,
  mergeJerseys,
} from "../../data/moderation/duplicates.ts";
import { databaseProblem } from "../../data/database-error.ts";
import { useMemberMutation } from "../../data/member-mutation.ts";
import { useMemberQuery } from "../../data/member-query.ts";
import { moderationKeys } from "../../data/moderation/keys.ts";
import type { QueuedJersey } from "../../data/moderation/queue.ts";
import { queryClient } from "../../data/query-client.ts";
import { useHref } from "../../address/use-href.ts";
import { jerseyParams } from "../../domain/jersey.ts";
import { useProblemText } from "./use-problem-text.ts";

/** Likely duplicates in the catalogue, each with a merge button. */
export function LikelyDuplicates({ jersey }: { jersey: QueuedJersey }) {
  const { t } = useTranslation("admin");
  const to = useHref();
  const { data: duplicates = [] } = useMemberQuery(likelyDuplicates(jersey));
  const [into, setInto] = useState<LikelyDuplicate>();
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
            <Button
              size="sm"
              variant="outline"
              onClick={() => setInto(other)}
              className="col-start-2 justify-self-start sm:col-start-3"
            >
              {t("duplicates.merge")}
              <span className="sr-only">{` : ${other.title}`}</span>
            </Button>
          </li>
        ))}
      </ul>
      {into && <MergeDialog from={jersey} into={into} onClose={() => setInto(undefined)} />}
    </section>
  );
}

function MergeDialog({
  from,
  into,
  onClose,
}: {
  from: QueuedJersey;
  into: LikelyDuplicate;
  onClose: () => void;
}) {
  const { t } = useTranslation("admin");
  const problemText = useProblemText();
  const { mutate: merge, isPending } = useMemberMutation({
    write: (client) => mergeJerseys(client, from, into.id),
    invalidates: [moderationKeys.queue],
    onSuccess: () => {
      toast.success(t("duplicates.merged", { title: into.title }));
      onClose();
    },
    onError: (error) => {
      toast.error(problemText(databaseProblem(error)));
      void queryClient.invalidateQueries({ queryKey: moderationKeys.all });
      onClose();
    },
  });

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t("duplicates.question", { title: into.title })}
        description={t("duplicates.text")}
        closeLabel={t("rejection.close")}
      >
        <div className="flex flex-wrap justify-end gap-3">
          <DialogClose asChild>
            <Button variant="outline">{t("rejection.cancel")}</Button>
          </DialogClose>
          <Button disabled={isPending} onClick={() => merge()}>
            {isPending && <Spinner />}
            {t("duplicates.merge")}
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}
