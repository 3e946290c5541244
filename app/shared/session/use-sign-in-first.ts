import { useNavigate } from "react-router";

import { signInPath } from "../address/sign-in-path.ts";
import { useLanguage } from "../i18n/use-language.ts";
import { type PostponedAction, postponeAction } from "./postponed-action.ts";

/**
 * Returns a function that leads a visitor to the sign-in screen, for a shelf to its form for a new account. Afterwards the visitor is back on
 * this page, and the action is done.
 */
export function useSignInFirst(): (action: PostponedAction) => Promise<void> {
  const lang = useLanguage();
  const navigate = useNavigate();
  return async (action) => {
    const { pathname, search, hash } = location;
    postponeAction(action, pathname + search + hash);
    // Who keeps a first shirt mostly has no account yet.
    await navigate(signInPath(location, lang, action.kind === "shelf" ? "signup" : undefined));
  };
}
