import { type ComponentType, useState } from "react";

import { dismissPrompt, isPromptDismissed } from "../../shared/browser/dismissed-prompt.ts";
import type { JerseyCardProps } from "../../shared/components/jersey-card.tsx";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { useMessages } from "../../jersey/i18n/use-messages.ts";
import type { Namespace } from "../../shared/i18n/messages.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { toReview } from "../../shared/data/roles/to-review.ts";
import { changes } from "../data/changes.ts";
import { memberFigures, nearestSets, undatedCopy } from "../data/member-home.ts";
import { Changes } from "./changes.tsx";
import { Doors } from "./doors.tsx";
import { FirstTeams } from "./first-teams.tsx";
import { LatestShirts } from "./latest-shirts.tsx";
import { NextSteps } from "./next-steps.tsx";

const TEXTS: Namespace[] = ["memberHome"];

/** With so many copies a member needs no way to the first ones. */
const BEGUN = 5;

interface MemberHomeProps {
  userId: string;
  Card: ComponentType<JerseyCardProps>;
}

/**
 * What a member finds on the home page before what everyone sees: what they have and what waits, their last shirts, what changed since their last
 * visit, the sets that are nearest to complete, and one copy to date. With the first shirts, a way to their clubs.
 */
export default function MemberHome({ userId, Card }: MemberHomeProps) {
  const lang = useLanguage();
  const hasTexts = useMessages(TEXTS);
  const { data: figures, isError } = useMemberQuery(memberFigures(userId));
  const { data: reviews = 0 } = useMemberQuery(toReview(userId));
  // Together, so that none moves another one.
  const parts = [
    useMemberQuery(changes(userId, lang)),
    useMemberQuery(nearestSets(userId, lang)),
    useMemberQuery(undatedCopy(userId, lang)),
  ];
  const isRead = hasTexts && figures !== undefined && parts.every(({ isPending }) => !isPending);
  // Shirts are chosen one after the other: the one that makes it enough doesn't end it.
  const [isFirst, setFirst] = useState(false);
  const [isHidden, setHidden] = useState(() => isPromptDismissed("clubs", userId));
  if (figures && figures.copies < BEGUN && !isFirst) setFirst(true);

  function hide() {
    dismissPrompt("clubs", userId);
    setHidden(true);
  }

  if (isError) return null;
  return (
    <div className="page grid grid-cols-1 gap-8 pt-4 pb-6 md:gap-12 md:pt-8 md:pb-16">
      {isRead ? (
        <div className="grid grid-cols-1 gap-4">
          <Doors {...figures} toReview={reviews} />
          {figures.copies > 0 && <LatestShirts userId={userId} />}
        </div>
      ) : (
        <Skeleton className="h-11" />
      )}
      {isRead && <Changes userId={userId} Card={Card} />}
      {isRead && isFirst && !isHidden && <FirstTeams userId={userId} Card={Card} onHide={hide} />}
      {isRead && figures.copies > 0 && <NextSteps userId={userId} />}
    </div>
  );
}
