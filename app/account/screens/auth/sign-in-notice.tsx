import type { ReactNode } from "react";

/** Why an account is needed. */
export function SignInNotice({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="mb-8 rounded-2xl border border-line bg-surface px-4 py-3">
      {children}
    </p>
  );
}
