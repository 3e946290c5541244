import { useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { Checkbox } from "../../components/ui/checkbox.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { useMemberQuery } from "../../data/member-query.ts";
import {
  type JerseyChange,
  jerseyChanges,
  type QueuedJersey,
} from "../../data/moderation/queue.ts";
import { ChangedValue, useChangeName } from "./jersey-changes.tsx";
import { RejectDialog } from "./reject-dialog.tsx";

/** Dialog that accepts some changes of an edit and refuses others, with a reason. */
export function PartsDialog({
  jersey: { id, title },
  busy,
  onDecide,
  onClose,
}: {
  jersey: QueuedJersey;
  busy: boolean;
  /** Resolves to true if the jersey has left the queue. */
  onDecide: (refused: string[], note: string) => Promise<boolean>;
  onClose: () => void;
}) {
  const { t } = useTranslation("admin");
  const nameOf = useChangeName();
  const problemId = useId();
  const { data: changes } = useMemberQuery(jerseyChanges(id));
  const [refused, setRefused] = useState<string[]>([]);
  const [shown, setShown] = useState(false);
  const isPart = refused.length > 0 && refused.length < (changes?.length ?? 0);
  return (
    <RejectDialog
      jerseyId={id}
      title={t("edit.partsTitle", { title })}
      confirm={t("edit.partsConfirm")}
      busy={busy}
      onReject={async (note) => {
        setShown(true);
        return isPart && (await onDecide(refused, note));
      }}
      onClose={onClose}
    >
      <fieldset className="grid gap-3" aria-describedby={problemId}>
        <legend className="mb-2 font-semibold">{t("edit.partsLegend")}</legend>
        {changes ? (
          changes.map((change) => {
            const item = itemOf(change);
            return (
              <div key={item} className="grid gap-1 rounded-xl bg-surface p-3 text-sm">
                <Checkbox
                  checked={!refused.includes(item)}
                  onChange={({ target }) =>
                    setRefused(
                      target.checked
                        ? refused.filter((other) => other !== item)
                        : [...refused, item],
                    )
                  }
                >
                  {nameOf(change)}
                </Checkbox>
                <dl className="ml-8 grid gap-1">
                  <dt className="sr-only">{nameOf(change)}</dt>
                  <ChangedValue change={change} />
                </dl>
              </div>
            );
          })
        ) : (
          <Skeleton className="h-24" />
        )}
        <p id={problemId} role="alert" className="text-sm text-danger empty:hidden">
          {shown && changes && !isPart && t("edit.partsNeeded")}
        </p>
      </fieldset>
    </RejectDialog>
  );
}

/** A change as the database names it when it is refused. */
function itemOf({ field, before, after }: JerseyChange): string {
  return (field === "image" ? (after ?? before) : field) ?? "";
}
