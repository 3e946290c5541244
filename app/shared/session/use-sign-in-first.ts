import { useNavigate } from "react-router";

import { signInPath } from "../address/sign-in-path.ts";
import { useLanguage } from "../i18n/use-language.ts";
import { type PostponedAction, postponeAction } from "./postponed-action.ts";

/**
 * Returns a function that leads a visitor to the sign-in screen, for a shelf to its form for a new account. Afterwards the visitor is back on
 * this page, and the action is done. The screen shows the notice: why an account is needed.
 */
export function useSignInFirst(): (action: PostponedAction, notice: string) => Promise<void> {
  const lang = useLanguage();
  const navigate = useNavigate();
  return async (action, notice) => {
    const { pathname, search, hash } = location;
    postponeAction(action, pathname + search + hash);
    // Who keeps a first shirt mostly has no account yet.
    const mode = action.kind === "shelf" ? "signup" : undefined;
    await navigate(signInPath(location, lang, mode), { state: { notice } });
  };
}
