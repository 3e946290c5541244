import { type ComponentProps, lazy, Suspense, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";

import { href } from "../../shared/address/paths.ts";
import { signInPath } from "../../shared/address/sign-in-path.ts";
import { announceSignIn } from "../sign-in/announce-sign-in.ts";
import { toast } from "../../shared/components/toast.ts";
import type { ReturnParams } from "../../shared/session/return-params.ts";
import { fetchTranslator } from "../../shared/i18n/translations.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { completeReturn, type ReturnResult } from "./complete-return.ts";

const ContinueDialog = lazy(async () => ({
  default: (await import("./continue-dialog.tsx")).ContinueDialog,
}));

/** A link whose session the visitor has to accept first. */
type Question = Pick<ComponentProps<typeof ContinueDialog>, "texts" | "onAccept">;

/** Toast after a successful return, by purpose. */
const WELCOMES = {
  login: "login.success",
  link: "return.linked",
  email: "return.emailChanged",
} as const;

/**
 * Completes a sign-in return once and shows its result. Renders only the question whether a session
 * of somebody else's link is wanted.
 */
export function ReceivedReturn({ params }: { params: ReturnParams }) {
  const lang = useLanguage();
  const navigate = useNavigate();
  const [question, setQuestion] = useState<Question>();
  // A code can be exchanged once, also when React repeats the effect.
  const isReceived = useRef(false);

  useEffect(() => {
    if (isReceived.current) return;
    isReceived.current = true;
    void receive();

    async function receive() {
      const { clean, purpose } = params;
      const isForPassword = new URL(clean, location.origin).searchParams.get("mode") === "password";
      const [result, t] = await Promise.all([
        completeReturn(params, lang),
        fetchTranslator(lang, "auth"),
        navigate(clean, { replace: true }), // before any other navigation
      ]);
      await show(result);

      async function show(outcome: ReturnResult): Promise<void> {
        const auth = signInPath(new URL(clean, location.origin), lang);
        switch (outcome.outcome) {
          case "welcome": {
            const known = Object.hasOwn(WELCOMES, purpose ?? "");
            const welcome = known ? WELCOMES[purpose as keyof typeof WELCOMES] : "return.welcome";
            if (isForPassword) return;
            // Those who sign in may have to show their second factor first.
            if (purpose === "link" || purpose === "email") toast.success(t(welcome));
            else announceSignIn(t(welcome));
            return;
          }
          case "recovery":
            if (isForPassword) return;
            return navigate(`${href("auth", {}, lang)}?mode=password`, { replace: true });
          case "halfway":
            toast.info(t("return.halfway"));
            return;
          case "elsewhere":
            toast.info(t(elsewhere(isForPassword, purpose)));
            return navigate(isForPassword ? recoverPath(clean) : auth, { replace: true });
          case "asked":
            setQuestion({
              texts: {
                title: t("return.asked.title", { account: outcome.account }),
                text: t("return.asked.text"),
                accept: t("sso.submit"),
                refuse: t("return.asked.refuse"),
              },
              onAccept: async () => {
                const accepted = await outcome.accept();
                setQuestion(undefined);
                await show(accepted);
              },
            });
            return;
          case "failed":
            toast.error(t(`errors.${outcome.problem}`));
        }
      }
    }
  }, [lang, navigate, params]);

  return (
    question && (
      <Suspense>
        <ContinueDialog {...question} onClose={() => setQuestion(undefined)} />
      </Suspense>
    )
  );
}

/** The sign-in screen at this address, with the form that asks for another recovery link. */
function recoverPath(clean: string): string {
  const { pathname, searchParams } = new URL(clean, location.origin);
  searchParams.set("mode", "recover");
  return `${pathname}?${searchParams}`;
}

/** In another browser, a link that confirms an address has done so, but a sign-in fails. */
function elsewhere(isForPassword: boolean, purpose: string | undefined) {
  if (isForPassword || purpose === "login" || purpose === "link") return "errors.other_browser";
  return purpose === "email" ? "return.emailChanged" : "return.confirmed";
}
