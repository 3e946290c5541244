import { Eye, EyeOff } from "lucide-react";
import { lazy, Suspense } from "react";
import { Link, useNavigate } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { toast } from "../../shared/components/toast.ts";
import { useLazyDialog } from "../../shared/components/use-lazy-dialog.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { problemText } from "../../shared/data/problem-words.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { Button, button } from "../../shared/ui/button.tsx";
import { makeYearLink, withdrawYearLink, yearLink, yearLinkKey } from "../data/year.ts";

const loadConfirm = () =>
  import("../../shared/components/confirm-dialog.tsx").then(({ ConfirmDialog }) => ({
    default: ConfirmDialog,
  }));
/** Lazy: a link is rarely withdrawn. */
const Confirm = lazy(loadConfirm);

/**
 * For the owner of a year: whether others see it by a link, and the way to make or withdraw one.
 * @param shown the key of the link by which the page is shown; on somebody else's page nothing is rendered
 */
export function LinkPanel({
  userId,
  year,
  shown,
}: {
  userId: string;
  year: number;
  shown?: string;
}) {
  const { t } = useTranslation(["myYear", "common"]);
  const lang = useLanguage();
  const navigate = useNavigate();
  const own = useHref()("year", { year: String(year) });
  const { data: key, isError } = useMemberQuery(yearLink(userId, year));
  const confirm = useLazyDialog([], loadConfirm);
  const invalidates = [yearLinkKey(userId, year)];
  const onError = (error: unknown) => toast.error(problemText(error, lang, []));
  const make = useMemberMutation<void, string>({
    write: (client) => makeYearLink(client, year),
    invalidates,
    onSuccess: (made) => {
      toast.success(t("myYear:link.made"));
      void navigate(`${own}?key=${made}`);
    },
    onError,
  });
  const withdraw = useMemberMutation({
    write: (client) => withdrawYearLink(client, userId, year),
    invalidates,
    onSuccess: () => {
      toast.success(t("myYear:link.withdrawn"));
      void navigate(own, { replace: true });
    },
    onError,
  });
  if (isError || key === undefined || (shown !== undefined && key !== shown)) return null;
  const Icon = key ? Eye : EyeOff;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-2xl bg-surface p-4 sm:px-6">
      <p className="flex grow items-center gap-3">
        <Icon aria-hidden className="size-5 shrink-0" />
        {t(key ? "myYear:link.open" : "myYear:link.closed")}
      </p>
      {key && !shown && (
        <Link to={`${own}?key=${key}`} className={button({ variant: "outline" })}>
          {t("myYear:link.page")}
        </Link>
      )}
      {key ? (
        <Button variant="outline" busy={withdraw.isPending} onClick={confirm.open}>
          {t("myYear:link.withdraw")}
        </Button>
      ) : (
        <Button busy={make.isPending} onClick={() => make.mutate()}>
          {t("myYear:link.make")}
        </Button>
      )}
      {confirm.isOpen && (
        <Suspense>
          <Confirm
            title={t("myYear:link.withdraw")}
            text={t("myYear:link.withdrawText")}
            confirm={t("myYear:link.withdraw")}
            cancel={t("common:action.cancel")}
            close={t("common:close")}
            onConfirm={() => {
              // First: its step back in the history would lead to the link that is gone.
              confirm.close();
              withdraw.mutate();
            }}
            onClose={confirm.close}
          />
        </Suspense>
      )}
    </div>
  );
}
