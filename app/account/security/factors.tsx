import type { Factor } from "@supabase/supabase-js";
import { Fingerprint, Plus, Smartphone, SquareAsterisk } from "lucide-react";
import { Suspense, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { lazyDialog } from "../../shared/components/lazy-dialog.ts";
import { toast } from "../../shared/components/toast.ts";
import { Badge } from "../../shared/ui/badge.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import type { Client } from "../../shared/data/client.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { queryClient } from "../../shared/data/query-client.ts";
import { createRecoveryCodes, recoveryCodesLeft } from "../data/session/recovery-codes.ts";
import { addPasskey, canUsePasskeys } from "../data/session/passkeys.ts";
import { enrolApp, myFactors, type NewApp } from "../data/session/second-factor.ts";
import { AddPhone } from "./add-phone.tsx";
import { FactorItem } from "./factor-item.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { Failure, ReadFailed, Row } from "./row.tsx";
import { useSecurityMutation } from "./use-security-mutation.ts";

const AppDialog = lazyDialog(async () => ({
  default: (await import("./app-dialog.tsx")).AppDialog,
}));
const CodesDialog = lazyDialog(async () => ({
  default: (await import("./codes-dialog.tsx")).CodesDialog,
}));

/** Second factors: the list, a form to add one, and the recovery codes. */
export function Factors({ userId, phone }: { userId: string; phone: boolean }) {
  const { t } = useTranslation(["security", "auth"]);
  const { data: factors, isError, refetch } = useMemberQuery(myFactors(userId));
  const { busy, failure, run } = useSecurityMutation();
  const [newApp, setNewApp] = useState<NewApp>();
  const [isAddingPhone, setAddingPhone] = useState(false);
  const [codes, setCodes] = useState<string[]>();

  if (!factors) {
    return isError ? (
      <Row title={t("auth:challenge.title")} value={t("factors.text")}>
        <ReadFailed onRetry={refetch} />
      </Row>
    ) : (
      <Skeleton className="h-40" />
    );
  }
  const isOn = factors.length > 0;
  const nameOf = (kind: "totp" | "phone" | "webauthn") => freeName(t(`kinds.${kind}`), factors);

  const makeCodes = async (client: Client) => setCodes(await createRecoveryCodes(client));

  /** The first factor brings recovery codes, so that a lost device does not lock the member out. */
  async function added() {
    toast.success(t("factors.added"));
    await run(async (client) => {
      const left = await queryClient.fetchQuery({
        ...recoveryCodesLeft(userId),
        networkMode: "always",
        staleTime: 0,
      });
      if (left === 0) await makeCodes(client);
    });
  }

  async function addApp() {
    await run(async (client) => setNewApp(await enrolApp(client, nameOf("totp"))));
  }

  async function addKey() {
    if (await run((client) => addPasskey(client, nameOf("webauthn")))) await added();
  }

  return (
    <>
      <Row
        title={
          <span className="flex flex-wrap items-center gap-2">
            {t("auth:challenge.title")}
            <Badge tone={isOn ? "success" : "outline"}>
              {t(isOn ? "factors.on" : "factors.off")}
            </Badge>
          </span>
        }
        value={t("factors.text")}
      >
        {isOn && (
          <ul className="grid gap-4">
            {factors.map((factor) => (
              <FactorItem key={factor.id} factor={factor} isLast={factors.length === 1} />
            ))}
          </ul>
        )}
        <Failure>{failure}</Failure>
        {isAddingPhone ? (
          <AddPhone
            name={nameOf("phone")}
            onAdded={() => {
              setAddingPhone(false);
              void added();
            }}
            onCancel={() => setAddingPhone(false)}
          />
        ) : (
          <div className="flex flex-wrap gap-3">
            <Button
              variant={isOn ? "outline" : "default"}
              size="sm"
              disabled={busy}
              onClick={() => void addApp()}
            >
              {isOn ? <Plus aria-hidden /> : <SquareAsterisk aria-hidden />}
              {t("factors.addApp")}
            </Button>
            {canUsePasskeys() && (
              <Button variant="outline" size="sm" disabled={busy} onClick={() => void addKey()}>
                <Fingerprint aria-hidden />
                {t("factors.addPasskey")}
              </Button>
            )}
            {phone && (
              <Button
                variant="outline"
                size="sm"
                disabled={busy}
                onClick={() => setAddingPhone(true)}
              >
                <Smartphone aria-hidden />
                {t("factors.addPhone")}
              </Button>
            )}
          </div>
        )}
      </Row>
      {isOn && <RecoveryCodes userId={userId} busy={busy} onCreate={() => void run(makeCodes)} />}
      <Suspense>
        {newApp && (
          <AppDialog
            app={newApp}
            onClose={() => setNewApp(undefined)}
            onAdded={() => {
              setNewApp(undefined);
              void added();
            }}
          />
        )}
        {codes && <CodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
      </Suspense>
    </>
  );
}

/** The name of a kind of factor, with a number if that name is taken. */
function freeName(kind: string, factors: Factor[]): string {
  const taken = new Set(factors.map(({ friendly_name: name }) => name));
  let name = kind;
  for (let number = 2; taken.has(name); number++) name = `${kind} ${number}`;
  return name;
}
