import { createContext, type ReactNode, Suspense, useContext, useMemo, useState } from "react";

import { lazyDialog } from "../../shared/components/lazy-dialog.ts";
import type { Client } from "../../shared/data/client.ts";
import { sendPasswordCode } from "../data/session/credentials.ts";

const ProofDialog = lazyDialog(async () => ({
  default: (await import("./proof-dialog.tsx")).ProofDialog,
}));

type Ask = (client: Client) => Promise<boolean>;

const FreshProof = createContext<Ask>(() => Promise.resolve(false));

/** Asks for a fresh proof where a change inside needs one, with a code by mail or SMS. */
export function FreshProofProvider({ children }: { children: ReactNode }) {
  const [answer, setAnswer] = useState<(isProven: boolean) => void>();

  const ask = useMemo<Ask>(
    () => async (client) => {
      await sendPasswordCode(client);
      return new Promise((resolve) => setAnswer(() => resolve));
    },
    [],
  );

  function settle(isProven: boolean) {
    answer?.(isProven);
    setAnswer(undefined);
  }

  return (
    <FreshProof value={ask}>
      {children}
      {answer && (
        <Suspense>
          <ProofDialog onProven={() => settle(true)} onClose={() => settle(false)} />
        </Suspense>
      )}
    </FreshProof>
  );
}

/**
 * Returns a function that runs a change, and once more after a fresh proof if the service requires
 * one. Without the proof, the change fails with the service's error.
 */
export function useFreshProof(): (
  client: Client,
  change: (client: Client) => Promise<void>,
) => Promise<void> {
  const ask = useContext(FreshProof);
  return async (client, change) => {
    try {
      await change(client);
    } catch (error) {
      if ((error as { code?: string }).code !== "reauthentication_needed") throw error;
      if (!(await ask(client))) throw error;
      await change(client);
    }
  };
}
