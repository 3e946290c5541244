import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { href } from "../../../shared/address/paths.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import { authProblem } from "../../data/session/auth-problem.ts";
import { type MailedLink, redeemLink, targetOf } from "../../data/session/mailed-link.ts";
import { AuthFrame } from "../../sign-in/auth-frame.tsx";
import { useAuthForm } from "../../sign-in/use-auth-form.ts";

/** Why a link could not be redeemed: too old or used, or its address is confirmed already. */
export type Refused = "expired" | "confirmed";

/** The button that redeems a link. It says for whom the link is, and where it was asked for. */
export function ConfirmForm({
  link,
  email,
  isBegunHere,
  onRefused,
}: {
  link: MailedLink;
  email: string | undefined;
  isBegunHere: boolean;
  onRefused: (why: Refused) => void;
}) {
  const { t } = useTranslation("auth");
  const lang = useLanguage();
  const { type } = link;
  const state = useAuthForm(async () => {
    try {
      const received = await redeemLink(link);
      const target = targetOf(link, location.origin) ?? href("home", {}, lang);
      // The page there receives it, as it does what a provider brings (`session-return`).
      location.replace(`${target}#${received}`);
    } catch (error) {
      const problem = authProblem(error);
      if (problem === "link_expired") onRefused("expired");
      else if (problem === "already_confirmed") onRefused("confirmed");
      else throw error;
    }
  }, t("errors.unknown"));

  // These two say what they do instead.
  const lead =
    type === "invite" || type === "email_change"
      ? t(`confirm.${type}Lead`)
      : t(`confirm.${isBegunHere ? "here" : "elsewhere"}`);
  return (
    <AuthFrame
      state={state}
      title={t(`confirm.${type}`)}
      lead={email ? `${t("confirm.for", { email })} ${lead}` : lead}
      submit={t(`confirm.${type}`)}
    />
  );
}
