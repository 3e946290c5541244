import { Bell } from "lucide-react";
import { lazy, Suspense, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { toast } from "../../shared/components/toast.ts";
import type { FollowTarget } from "../../shared/domain/follow.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { memberId } from "../../shared/session/member-id.ts";
import { useSession } from "../../shared/session/use-session.ts";
import { useSignInFirst } from "../../shared/session/use-sign-in-first.ts";
import { Button } from "../../shared/ui/button.tsx";
import { cx } from "../../shared/ui/cx.ts";

/** Lazy: only members need the query library behind it. */
const ReadFollow = lazy(() => import("./read-follow.tsx"));

/**
 * Follows the thing that a page shows, and ends it. A visitor who presses it is led to the sign-in page, after which the
 * follow is made. As with shelf buttons, it is the same element before and after the session is known.
 */
export function FollowButton({ target, className }: { target: FollowTarget; className?: string }) {
  const { t } = useTranslation(["follows", "common"]);
  const lang = useLanguage();
  const session = useSession();
  const signInFirst = useSignInFirst();
  const [isFollowed, setFollowed] = useState(false);

  async function press() {
    try {
      const member = await memberId();
      if (member) {
        const { toggleFollow } = await import("./toggle-follow.ts");
        await toggleFollow(member, target, lang);
      } else {
        await signInFirst({ kind: "follow", target }, t("signIn"));
      }
    } catch (error) {
      console.error("follow not reached", error);
      toast.error(t("common:errors.failed"));
    }
  }

  return (
    <>
      <Button
        variant={isFollowed ? "default" : "outline"}
        className={cx("needs-scripts", className)}
        data-once
        onClick={() => void press()}
      >
        <Bell aria-hidden className={cx(isFollowed && "fill-current")} />
        {t(isFollowed ? "following" : "follow")}
        <span className="sr-only">{` ${target.name}`}</span>
      </Button>
      {session.status === "member" && (
        <Suspense>
          <ReadFollow userId={session.user.id} id={target.id} onRead={setFollowed} />
        </Suspense>
      )}
    </>
  );
}
