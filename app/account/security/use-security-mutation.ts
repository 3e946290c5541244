import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import type { Client } from "../../shared/data/client.ts";
import { isDone, useMemberMutation } from "../../shared/data/member-mutation.ts";
import { authProblem } from "../data/session/auth-problem.ts";
import { credentialKeys } from "../data/session/keys.ts";
import { useFreshProof } from "./fresh-proof.tsx";

type Change = (client: Client) => Promise<void>;

/** Mutation of the account's credentials. `failure` is translated. */
export function useSecurityMutation() {
  const { t } = useTranslation("auth");
  const withProof = useFreshProof();
  const { isPending, error, mutateAsync } = useMemberMutation({
    write: (client, change: Change) => withProof(client, change),
    invalidates: [credentialKeys.all],
  });
  return {
    busy: isPending,
    failure: error ? t(`errors.${authProblem(error) ?? "unknown"}`) : undefined,
    /** @returns true if it succeeded */
    run: (change: Change) => isDone(mutateAsync(change)),
  };
}
