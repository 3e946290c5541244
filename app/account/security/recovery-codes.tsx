import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { recoveryCodesLeft } from "../data/session/recovery-codes.ts";
import { ReadFailed, Row } from "./row.tsx";

/** How many recovery codes are left, and a button to create new ones. */
export function RecoveryCodes({
  userId,
  busy,
  onCreate,
}: {
  userId: string;
  busy: boolean;
  onCreate: () => void;
}) {
  const { t } = useTranslation("security");
  const { data: left, isError, refetch } = useMemberQuery(recoveryCodesLeft(userId));
  return (
    <Row
      title={t("codes.heading")}
      value={
        <>
          <p>{t("codes.text")}</p>
          {left !== undefined && (
            <p className={left < 3 ? "font-semibold text-danger" : "font-semibold text-ink"}>
              {t("codes.left", { count: left })}
            </p>
          )}
        </>
      }
      action={
        // New codes void those that are left.
        <Button
          variant="outline"
          size="sm"
          disabled={busy || left === undefined}
          onClick={onCreate}
        >
          {t(left === 0 ? "codes.create" : "codes.replace")}
        </Button>
      }
    >
      {isError && left === undefined && <ReadFailed onRetry={refetch} />}
    </Row>
  );
}
