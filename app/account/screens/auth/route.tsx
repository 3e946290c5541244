import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { Skeleton } from "../../../shared/ui/skeleton.tsx";
import { Spinner } from "../../../shared/ui/spinner.tsx";
import { accessContext } from "../../../shared/data/access.ts";
import { type SignInMethods, readSignInMethods } from "../../data/session/sign-in-methods.ts";
import {
  postponedActions,
  takePostponedActions,
} from "../../../shared/session/postponed-action.ts";
import { useSession } from "../../../shared/session/use-session.ts";
import { LinkForm } from "../../sign-in/link-form.tsx";
import { LoginForm } from "../../sign-in/login-form.tsx";
import { type AuthMode, authMode } from "../../sign-in/mode.ts";
import { PasswordForm } from "../../sign-in/password-form.tsx";
import { PhoneForm } from "../../sign-in/phone-form.tsx";
import { RecoverForm } from "../../sign-in/recover-form.tsx";
import { SentPanel } from "../../sign-in/sent-panel.tsx";
import { DecorativeShirts } from "../../sign-in/decorative-shirts.tsx";
import { SignupForm } from "../../sign-in/signup-form.tsx";
import { SsoForm } from "../../sign-in/sso-form.tsx";
import { forgetSentAddress } from "../../data/session/sent-address.ts";
import { useSentTo } from "../../sign-in/use-sent-to.ts";
import { translator } from "../../../shared/i18n/translations.ts";
import { languageOf } from "../../../shared/i18n/languages.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import { pageMeta } from "../../../shared/head/page-meta.ts";
import { useHref } from "../../../shared/address/use-href.ts";
import { localPath } from "../../../shared/address/local-path.ts";
import type { Route } from "./+types/route.ts";
import { SignInNotice } from "./sign-in-notice.tsx";
import { SecondFactor } from "../../session-guard/second-factor.tsx";
import { ReportWithoutAccount } from "./report-without-account.tsx";

/** Lazy: most visitors come without a press on a shirt. */
const PressedShirt = lazy(() => import("./pressed-shirt.tsx"));

const NO_METHODS: SignInMethods = {
  providers: [],
  phone: false,
  sso: false,
  passkeys: false,
  signUp: true,
};

export async function loader({ context }: Route.LoaderArgs) {
  // Sign-in by password works without the list of methods.
  return { methods: await readSignInMethods(context.get(accessContext)).catch(() => NO_METHODS) };
}

export const meta: Route.MetaFunction = ({ location, matches }) => {
  const lang = languageOf(location.pathname);
  const t = translator(lang, "auth");
  const mode = authMode(new URLSearchParams(location.search));
  return pageMeta({
    screen: "auth",
    params: {},
    lang,
    siteUrl: matches[0].loaderData?.siteUrl ?? "",
    title: `${t(mode === "signup" || mode === "recover" ? `${mode}.title` : "login.title")} | Maillothèque`,
    description: t("signup.lead"),
  });
};

export default function Auth({ loaderData: { methods } }: Route.ComponentProps) {
  const [query] = useSearchParams();
  const mode = authMode(query);
  const session = useSession();
  const to = useHref();
  const next = localPath(query.get("next")) ?? to("home", {});
  const leave = useLeave(next);
  const [sentTo, setSentTo] = useSentTo();
  const { notice } = (useLocation().state ?? {}) as { notice?: string };
  const isSent = mode === "signup" && sentTo !== undefined;
  const member = session.status === "member" ? session.user : undefined;
  // A code for a forgotten password signs in, and the form for a new one follows.
  const [isRecovering, setRecovering] = useState(false);
  const onRecover = () => setRecovering(true);
  if (member && mode !== "password" && !isRecovering) return <Leaving onLeave={leave} />;
  if (session.status === "challenge") {
    return (
      <div className="page py-10 md:py-16">
        <SecondFactor user={session.user} />
      </div>
    );
  }

  return (
    <div className="page grid min-h-[calc(100dvh-var(--header))] max-w-lg content-start items-start gap-16 py-10 md:py-16 lg:max-w-6xl lg:grid-cols-[minmax(0,1fr)_28rem]">
      <DecorativeShirts />
      <div className="min-w-0">
        {mode === "password" ? (
          <NewPassword
            status={session.status}
            email={member?.email}
            onDone={leave}
            onRecover={onRecover}
          />
        ) : (
          <>
            {/* With a stored session, a skeleton replaces the forms before any script has run. */}
            <div className="needs-scripts if-visitor">
              <ReportWithoutAccount next={next} />
              {session.status === "visitor" && (
                <Reason next={next} notice={isSent ? undefined : notice} />
              )}
              {isSent ? (
                <SentPanel email={sentTo} onBack={() => setSentTo(undefined)} />
              ) : (
                <Form mode={mode} methods={methods} onSent={setSentTo} onRecover={onRecover} />
              )}
            </div>
            <FormSkeleton className="if-member" />
          </>
        )}
      </div>
    </div>
  );
}

/** Why a visitor is here: the shirt that they pressed, otherwise in words. */
function Reason({ next, notice }: { next: string; notice: string | undefined }) {
  const [actions] = useState(() => postponedActions(next));
  const action = actions.at(-1);
  if (action?.kind !== "shelf" && action?.kind !== "vote") {
    return notice && <SignInNotice>{notice}</SignInNotice>;
  }
  return (
    <Suspense fallback={<div className="mb-8 h-24" />}>
      <PressedShirt action={action} others={actions.length - 1} notice={notice} />
    </Suspense>
  );
}

/** Returns a function that leads a new member on, and then does what they wanted before. */
function useLeave(next: string): () => void {
  const navigate = useNavigate();
  const lang = useLanguage();
  return useCallback(() => {
    void leave();

    async function leave() {
      forgetSentAddress();
      const actions = takePostponedActions(next);
      await navigate(next, { replace: true });
      if (actions.length === 0) return;
      // Lazy: most sign-ins have nothing to do.
      const { completeActions } = await import("./complete-actions.ts");
      await completeActions(actions, lang);
    }
  }, [navigate, next, lang]);
}

/** Shown to a member while the next page loads. */
function Leaving({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation("auth");
  useEffect(onLeave, [onLeave]);
  return (
    <div
      role="status"
      className="page grid min-h-[calc(100dvh-var(--header))] content-center justify-items-center gap-4 text-muted"
    >
      <Spinner />
      {t("busy")}
    </div>
  );
}

function Form({
  mode,
  methods,
  onSent,
  onRecover,
}: {
  mode: Exclude<AuthMode, "password">;
  methods: SignInMethods;
  onSent: (email: string) => void;
  onRecover: () => void;
}) {
  switch (mode) {
    case "login":
      return <LoginForm methods={methods} />;
    case "signup":
      return <SignupForm methods={methods} onSent={onSent} />;
    case "recover":
      return <RecoverForm onRecover={onRecover} />;
    case "link":
      return <LinkForm />;
    case "phone":
      return <PhoneForm />;
    case "sso":
      return <SsoForm />;
  }
}

/** Form for a new password. It needs the session that the recovery link has opened. */
function NewPassword({
  status,
  email,
  onDone,
  onRecover,
}: {
  status: "unknown" | "visitor" | "member";
  email: string | undefined;
  onDone: () => void;
  onRecover: () => void;
}) {
  const { t } = useTranslation("auth");
  if (status === "unknown") return <FormSkeleton />;
  if (status === "member") return <PasswordForm email={email} onDone={onDone} />;
  return (
    <div className="grid gap-8">
      <p role="alert" className="rounded-lg border border-danger px-4 py-3 text-sm text-danger">
        {t("password.noSession")}
      </p>
      <RecoverForm onRecover={onRecover} />
    </div>
  );
}

function FormSkeleton({ className }: { className?: string }) {
  return (
    <div className={className}>
      <div className="grid gap-5">
        <Skeleton className="h-10 w-2/3" />
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
        <Skeleton className="h-13 rounded-full" />
      </div>
    </div>
  );
}
