import type { User, UserIdentity } from "@supabase/supabase-js";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { toast } from "../../shared/components/toast.ts";
import { Button } from "../../shared/ui/button.tsx";
import { linkIdentity, unlinkIdentity } from "../data/session/identities.ts";
import { providerName } from "../domain/provider-name.ts";
import { Failure, Row } from "./row.tsx";
import { useSecurityMutation } from "./use-security-mutation.ts";
import { useReturnUrl } from "./use-return-url.ts";

/** Providers in `identities` that have rows of their own: e-mail address and phone number. */
const OWN = new Set(["email", "phone"]);

/** Identities at providers that are linked to this account. */
export function Identities({ user, providers }: { user: User; providers: string[] }) {
  const { t } = useTranslation(["security", "common"]);
  const { busy, failure, run } = useSecurityMutation();
  const returnUrl = useReturnUrl();
  const linked = (user.identities ?? []).filter(({ provider }) => !OWN.has(provider));
  const others = providers.filter((name) => !linked.some(({ provider }) => provider === name));
  if (linked.length === 0 && others.length === 0) return null;

  async function unlink(identity: UserIdentity) {
    const isGone = await run((client) => unlinkIdentity(client, identity));
    if (isGone) {
      toast.success(t("identities.unlinked", { provider: providerName(identity.provider) }));
    }
  }

  return (
    <Row title={t("identities.title")} value={t("identities.text")}>
      <ul className="grid gap-3 empty:hidden">
        {linked.map((identity) => (
          <li
            key={identity.identity_id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2"
          >
            <span className="grid min-w-0">
              <span className="font-semibold">{providerName(identity.provider)}</span>
              <span className="text-sm break-all text-muted">{emailOf(identity)}</span>
            </span>
            <Button
              variant="ghost"
              size="sm"
              className="max-sm:-ml-3.5"
              disabled={busy}
              aria-label={t("common:of", {
                label: t("identities.unlink"),
                name: providerName(identity.provider),
              })}
              onClick={() => void unlink(identity)}
            >
              {t("identities.unlink")}
            </Button>
          </li>
        ))}
      </ul>
      <Failure>{failure}</Failure>
      {others.length > 0 && (
        <div className="flex flex-wrap gap-3">
          {others.map((name) => (
            <Button
              key={name}
              variant="outline"
              size="sm"
              disabled={busy}
              onClick={() => void run((client) => linkIdentity(client, name, returnUrl("link")))}
            >
              {t("identities.link", { provider: providerName(name) })}
            </Button>
          ))}
        </div>
      )}
    </Row>
  );
}

function emailOf({ identity_data: data }: UserIdentity): string {
  return typeof data?.email === "string" ? data.email : "";
}
