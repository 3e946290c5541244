import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { ColorNames } from "../../components/color-swatch.tsx";
import { JerseyImage } from "../../components/jersey-image.tsx";
import { toast } from "../../components/toast.ts";
import { Button } from "../../components/ui/button.tsx";
import { Dialog, DialogClose, DialogContent } from "../../components/ui/dialog.tsx";
import { Spinner } from "../../components/ui/spinner.tsx";
import { databaseProblem } from "../../data/database-error.ts";
import { useMemberMutation } from "../../data/member-mutation.ts";
import { type LikelyDuplicate, mergeJerseys } from "../../data/moderation/duplicates.ts";
import { moderationKeys } from "../../data/moderation/keys.ts";
import type { QueuedJersey } from "../../data/moderation/queue.ts";
import { queryClient } from "../../data/query-client.ts";
import { competitionName, jerseyTeam } from "../../i18n/catalogue-names.ts";
import { formatDate, formatNumber } from "../../i18n/format.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { useProblemText } from "./use-problem-text.ts";

/** Shows both jerseys side by side, one above the other on a phone, and merges them. */
export function MergeDialog({
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
        className="sm:w-[min(92vw,48rem)]"
      >
        <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
          <Side jersey={from} role={t("duplicates.goes")} />
          <Side jersey={into} role={t("duplicates.stays")} />
        </div>
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

/** One of the two jerseys: its cover and its facts. */
function Side({ jersey, role }: { jersey: QueuedJersey | LikelyDuplicate; role: string }) {
  const { t } = useTranslation(["admin", "common"]);
  const lang = useLanguage();
  const { author } = jersey;
  const facts = {
    team: jerseyTeam(jersey, lang),
    competition: competitionName(jersey.competition, lang),
    season: jersey.season.name,
    year: jersey.year,
    kitType: jersey.kit_type && t(`common:kitType.${jersey.kit_type}`),
    colors: <ColorNames colors={jersey.colors} />,
    brand: jersey.brand,
    edition: jersey.edition,
    author: [author?.display_name ?? author?.username, formatDate(jersey.created_at, lang)]
      .filter(Boolean)
      .join(", "),
  };
  const amounts = { images: jersey.images.length, votes: jersey.upvotes + jersey.downvotes };
  return (
    <section aria-label={role} className="grid content-start gap-3">
      <p className="caption">{role}</p>
      <div className="aspect-square overflow-hidden rounded-xl bg-surface">
        <JerseyImage
          jersey={jersey}
          path={jersey.images[0]?.path}
          alt=""
          sizes="(min-width: 40rem) 22rem, 92vw"
          largest={960}
        />
      </div>
      <h3 className="font-semibold break-words">{jersey.title}</h3>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        {(Object.keys(facts) as (keyof typeof facts)[]).map((field) => (
          <Fact key={field} label={t(`admin:fields.${field}`)} value={facts[field]} />
        ))}
        {(["images", "votes"] as const).map((field) => (
          <Fact
            key={field}
            label={t(`admin:duplicates.${field}`)}
            value={formatNumber(amounts[field], lang)}
          />
        ))}
      </dl>
    </section>
  );
}

/** A fact; what is not given is a dash, so that the two lists have the same rows. */
function Fact({ label, value }: { label: string; value: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="text-right break-words">{value ?? "–"}</dd>
    </>
  );
}
