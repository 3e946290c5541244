import { type SubmitEvent, useState } from "react";
import { useNavigate } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { isPlainClick, PlainLink } from "../../shared/components/plain-link.tsx";
import { afterClosing } from "../../shared/browser/overlay-history.ts";
import { queryClient } from "../../shared/data/query-client.ts";
import { toast } from "../../shared/components/toast.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";
import { tidy } from "../../shared/domain/rules/text.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { Button } from "../../shared/ui/button.tsx";
import { OWN_SHIRT } from "../../contribute/submit/own-shirt.ts";
import { copyById, leavePage, saveOwnShirt } from "../data/copies/copies.ts";
import { refreshCopies } from "../data/copies/take-out.ts";
import type { Copy, FormerJersey } from "../domain/copies/copy.ts";
import { isHidden, ShirtFacts, shirtOf, typedFactsOf } from "../intake/shirt-facts.tsx";

const LINK = "justify-self-start text-left";

/** What can be done about a shirt that has no page, or got one since: say anew what it is, propose it, take the page away. */
export function OwnShirtActions({
  userId,
  copy,
  onFacts,
  onClose,
  onAway,
}: {
  userId: string;
  copy: Copy;
  onFacts: () => void;
  onClose: () => void;
  /** Closes the editor, whose draft stays. */
  onAway: () => void;
}) {
  const navigate = useNavigate();
  const { t } = useTranslation("copies");
  const to = useHref();
  const { mutate: leave, isPending } = useMemberMutation({
    write: (client) => leavePage(client, copy),
    onSuccess: () => {
      toast.success(t("own.left"));
      refreshCopies(userId, [copy]);
      onClose();
    },
    onError: () => toast.error(t("own.leaveFailed")),
  });
  const former = copy.former_jersey;
  if (!former) return null;
  if (copy.jersey) {
    return (
      <Button variant="link" size="sm" className={LINK} busy={isPending} onClick={() => leave()}>
        {t("own.notMine")}
      </Button>
    );
  }
  const { team, league, season, year, kit_type } = former;
  const known = new URLSearchParams({
    ...(former.teams?.id ? { team: former.teams.id } : { name: team, league }),
    ...(season ? { season } : year && { year: String(year) }),
    ...(kit_type && { kit: kit_type }),
  });
  const form = `${to("submit", {})}?${known.toString()}`;
  return (
    <div className="flex flex-wrap gap-x-5 gap-y-2">
      {isHidden(former) && <p className="w-full text-sm text-muted">{t("own.hidden")}</p>}
      <Button variant="link" size="sm" className={LINK} onClick={onFacts}>
        {t("own.facts")}
      </Button>
      {league !== "OTHER" && (
        <PlainLink
          to={form}
          onClick={(event) => {
            if (!isPlainClick(event)) return;
            event.preventDefault();
            onAway();
            // Without them it doesn't become a copy of the jersey by itself.
            const state = former.teams && season && kit_type ? OWN_SHIRT : undefined;
            afterClosing(() => void navigate(form, { state }));
          }}
          className="text-sm font-semibold underline underline-offset-4"
        >
          {t("own.propose")}
        </PlainLink>
      )}
    </div>
  );
}

/** Says anew what a shirt without a page is. */
export function OwnShirtForm({
  userId,
  copy,
  shirt,
  onDone,
}: {
  userId: string;
  copy: Copy;
  shirt: FormerJersey;
  onDone: () => void;
}) {
  const { t } = useTranslation(["copies", "common"]);
  const lang = useLanguage();
  const problemText = useProblemText();
  const [typed, setTyped] = useState(() => typedFactsOf(shirt, lang));
  const changed = shirtOf(typed, shirt);
  const { mutate, isPending, data, error } = useMemberMutation({
    write: (client, facts: FormerJersey) => saveOwnShirt(client, copy, facts),
    endsExpiredSession: true,
    onSuccess: async (isSaved) => {
      if (!isSaved) return;
      refreshCopies(userId);
      // The form of details begins with the version that this has made.
      await queryClient.refetchQueries({ queryKey: copyById(userId, copy.id).queryKey });
      onDone();
    },
  });
  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    if (changed) mutate(changed);
  }
  return (
    <form onSubmit={onSubmit} className="grid gap-4">
      <ShirtFacts
        typed={typed}
        isKnown={shirt.teams !== undefined && tidy(typed.team) === shirt.team}
        onType={setTyped}
      />
      <p role="alert" className="text-sm text-danger empty:hidden">
        {error ? problemText(error) : data === false && t("own.stale")}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isPending} lacks={!changed && { text: t("common:correct") }}>
          {t("common:action.save")}
        </Button>
        <Button variant="outline" onClick={onDone}>
          {t("own.back")}
        </Button>
      </div>
    </form>
  );
}
