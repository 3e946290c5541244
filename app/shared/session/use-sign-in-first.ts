import { type NavigateOptions, useNavigate } from "react-router";

import { signInPath } from "../address/sign-in-path.ts";
import { useLanguage } from "../i18n/use-language.ts";
import { type PostponedAction, postponeAction } from "./postponed-action.ts";

/** Leads to a path of the site. */
export type Go = (path: string, options?: NavigateOptions) => void | Promise<void>;

/**
 * Returns a function that leads a visitor to the form for a new account, which most of them need. Afterwards they are back on
 * this page, and the action is done. The screen shows the notice: why an account is needed.
 * @param go otherwise the router's; what closes a dialog first
 */
export function useSignInFirst(
  go?: Go,
): (action: PostponedAction, notice: string) => Promise<void> {
  const lang = useLanguage();
  const navigate = useNavigate();
  return async (action, notice) => {
    const { pathname, search, hash } = location;
    postponeAction(action, pathname + search + hash);
    await (go ?? navigate)(signInPath(location, lang, "signup"), { state: { notice } });
  };
}
