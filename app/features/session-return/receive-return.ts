import type { NavigateFunction } from "react-router";

import { href } from "../../address/paths.ts";
import { signInPath } from "../../address/sign-in-path.ts";
import { toast } from "../../components/toast.ts";
import type { ReturnParams } from "../../data/session/return-params.ts";
import type { Language } from "../../i18n/languages.ts";
import { fetchTranslator } from "../../i18n/translations.ts";
import { completeReturn, type ReturnResult } from "./complete-return.ts";

/** A link whose session the visitor has to accept first. */
export interface Asked {
  texts: Record<"title" | "text" | "accept" | "refuse", string>;
  onAccept: () => Promise<void>;
}

/** Toast after a successful return, by purpose. */
const WELCOMES = {
  login: "login.success",
  link: "return.linked",
  email: "return.emailChanged",
} as const;

/**
 * Completes a sign-in return and shows its result. `ask` shows the question whether a session of
 * somebody else's link is wanted, and with undefined removes it.
 */
export async function receiveReturn(
  params: ReturnParams,
  {
    lang,
    navigate,
    cleaned,
    ask,
  }: {
    lang: Language;
    navigate: NavigateFunction;
    /** Resolves when the address is clean. */
    cleaned: void | Promise<void>;
    ask: (asked: Asked | undefined) => void;
  },
): Promise<void> {
  const { clean, purpose } = params;
  const isForPassword = new URL(clean, location.origin).searchParams.get("mode") === "password";
  const [result, t] = await Promise.all([
    completeReturn(params, lang),
    fetchTranslator(lang, "auth"),
    cleaned, // before any other navigation
  ]);
  await show(result);

  async function show(outcome: ReturnResult): Promise<void> {
    const auth = signInPath(new URL(clean, location.origin), lang);
    switch (outcome.outcome) {
      case "welcome": {
        const known = Object.hasOwn(WELCOMES, purpose ?? "");
        const welcome = known ? WELCOMES[purpose as keyof typeof WELCOMES] : "return.welcome";
        if (!isForPassword) toast.success(t(welcome));
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
        ask({
          texts: {
            title: t("return.asked.title", { account: outcome.account }),
            text: t("return.asked.text"),
            accept: t("return.asked.accept"),
            refuse: t("return.asked.refuse"),
          },
          onAccept: async () => {
            const accepted = await outcome.accept();
            ask(undefined);
            await show(accepted);
          },
        });
        return;
      case "failed":
        toast.error(t(`errors.${outcome.problem}`));
    }
  }
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
