import { useNavigate } from "react-router";

import { signInPath } from "../address/sign-in-path.ts";
import { useLanguage } from "../i18n/use-language.ts";
import { type PostponedAction, postponeAction } from "./postponed-action.ts";

/**
 * Returns a function that leads a visitor to the form for a new account, which most of them need. Afterwards they are back on
 * this page, and the action is done. The screen shows the notice: why an account is needed.
 */
export function useSignInFirst(): (action: PostponedAction, notice: string) => Promise<void> {
  const lang = useLanguage();
  const navigate = useNavigate();
  return async (action, notice) => {
    const { pathname, search, hash } = location;
    postponeAction(action, pathname + search + hash);
    await navigate(signInPath(location, lang, "signup"), { state: { notice } });
  };
}
