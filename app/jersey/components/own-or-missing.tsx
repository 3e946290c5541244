import { type ReactNode, Suspense } from "react";

import type { NotFoundWords } from "../../shared/address/not-found.ts";
import { NotFoundScreen } from "../../shared/components/error-screen.tsx";
import { useSession } from "../../shared/session/use-session.ts";

/**
 * What visitors can't see may be visible to the member. While the session is unknown, the style sheet shows `wait` if a
 * session is stored, otherwise 'not found'. The loader answers with status 404.
 */
export function OwnOrMissing({
  words,
  wait,
  renderOwn,
}: {
  words: NotFoundWords;
  wait: ReactNode;
  renderOwn: (memberId: string) => ReactNode;
}) {
  const session = useSession();
  const missing = <NotFoundScreen words={words} />;
  if (session.status === "visitor") return missing;
  if (session.status === "member") {
    return <Suspense fallback={wait}>{renderOwn(session.user.id)}</Suspense>;
  }
  return (
    <>
      <div className="if-visitor">{missing}</div>
      <div className="if-member">{wait}</div>
    </>
  );
}
