import type { User } from "@supabase/supabase-js";
import { lazy, type ReactNode, Suspense } from "react";

import { useMemberQuery } from "../../shared/data/member-query.ts";
import { myAccount } from "../data/session/credentials.ts";
import { signInMethodsQuery } from "../data/session/sign-in-methods.ts";
import { EmailRow } from "./email-row.tsx";
import { Factors } from "./factors.tsx";
import { FreshProofProvider } from "./fresh-proof.tsx";
import { Identities } from "./identities.tsx";
import { PasswordRow } from "./password-row.tsx";
import { PhoneRow } from "./phone-row.tsx";
import { Sessions } from "./sessions.tsx";

const Passkeys = lazy(async () => ({ default: (await import("./passkeys.tsx")).Passkeys }));

/**
 * All credentials of the account, and how to change them.
 * @param props.everywhere the button that signs out everywhere
 */
export default function Security({ user, everywhere }: { user: User; everywhere: ReactNode }) {
  // The session's copy may be outdated: another browser may have changed the account.
  const { data: account = user } = useMemberQuery(myAccount(user.id));
  const { data: methods } = useMemberQuery(signInMethodsQuery());
  return (
    <FreshProofProvider>
      <div className="grid grid-cols-1 gap-x-16 lg:grid-cols-2">
        <div>
          <EmailRow user={account} />
          {!account.is_sso_user && (
            <>
              <PasswordRow user={account} />
              {methods?.passkeys && (
                <Suspense>
                  <Passkeys userId={user.id} />
                </Suspense>
              )}
              {(methods?.phone || account.phone) && <PhoneRow user={account} />}
              <Identities user={account} providers={methods?.providers ?? []} />
            </>
          )}
        </div>
        <div>
          <Factors userId={user.id} phone={methods?.phone ?? false} />
        </div>
        <div className="lg:col-span-2">
          <Sessions userId={user.id} everywhere={everywhere} />
        </div>
      </div>
    </FreshProofProvider>
  );
}
