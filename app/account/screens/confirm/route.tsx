import { useState, useSyncExternalStore } from "react";
import { data, Link, useSearchParams } from "react-router";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { NEVER_STORED } from "../../../shared/address/cache-control.ts";
import { screenAt } from "../../../shared/address/screen-at.ts";
import { useHref } from "../../../shared/address/use-href.ts";
import { storedHeaders } from "../../../shared/data/stored.ts";
import { noindexMeta } from "../../../shared/head/noindex-meta.ts";
import { languageOf } from "../../../shared/i18n/languages.ts";
import { translator } from "../../../shared/i18n/translations.ts";
import { button } from "../../../shared/ui/button.tsx";
import { begunAddress } from "../../data/session/begun-flow.ts";
import { mailedLink, mailedTo, targetOf } from "../../data/session/mailed-link.ts";
import { DecorativeShirts } from "../../sign-in/decorative-shirts.tsx";
import type { Route } from "./+types/route.ts";
import { ConfirmForm, type Refused } from "./confirm-form.tsx";
import { NewLink } from "./new-link.tsx";

/** The address has a secret. */
export const loader = () => data(null, { headers: { "Cache-Control": NEVER_STORED } });

export const headers: Route.HeadersFunction = storedHeaders;

export const meta: Route.MetaFunction = ({ location }) => {
  const { type } = mailedLink(new URLSearchParams(location.search));
  return noindexMeta(translator(languageOf(location.pathname), "auth")(`confirm.${type}`));
};

/**
 * Where links of mails lead. Programs that look at mails open them, so the link is redeemed by a press
 * (docs/decisions/085-a-press-redeems-a-link.md).
 */
export default function Confirm() {
  const [query] = useSearchParams();
  const link = mailedLink(query);
  const to = useHref();
  const [refused, setRefused] = useState<Refused>();
  // Only this browser knows both.
  const begun = useSyncExternalStore(noChanges, begunAddress, () => undefined);
  const mailed = useSyncExternalStore(noChanges, readMailed, () => undefined);
  const email = mailed ?? begun;

  function signInAddress(): string {
    const target = targetOf(link, location.origin);
    const isSignIn = target && screenAt(target.replace(/[?#].*$/, "")) === "auth";
    return isSignIn ? target : to("auth", {});
  }

  return (
    <div className="page grid min-h-[calc(100dvh-var(--header))] max-w-lg content-start items-start gap-16 py-10 md:py-16 lg:max-w-6xl lg:grid-cols-[minmax(0,1fr)_28rem]">
      <DecorativeShirts />
      <div className="needs-scripts min-w-0">
        {refused === "confirmed" ? (
          <Confirmed signIn={signInAddress()} />
        ) : refused === "expired" ? (
          <NewLink link={link} email={email} />
        ) : (
          <ConfirmForm
            link={link}
            email={mailed}
            isBegunHere={begun !== undefined && begun === email?.toLowerCase()}
            onRefused={setRefused}
          />
        )}
      </div>
    </div>
  );
}

function Confirmed({ signIn }: { signIn: string }) {
  const { t } = useTranslation(["auth", "common"]);
  return (
    <div role="status" className="grid justify-items-start gap-5">
      <h1 className="heading text-3xl">{t("confirm.already.title")}</h1>
      <p className="text-muted">{t("confirm.already.text")}</p>
      <Link to={signIn} className={button({ size: "lg" })}>
        {t("common:nav.auth")}
      </Link>
    </div>
  );
}

/** Neither changes while the screen is open. */
const noChanges = () => () => undefined;
const readMailed = () => mailedTo(location.hash);
