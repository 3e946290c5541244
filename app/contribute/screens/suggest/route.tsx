import { lazy, Suspense, useSyncExternalStore } from "react";
import { useLocation } from "react-router";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { notFound } from "../../../shared/address/not-found.ts";
import { Skeleton } from "../../../shared/ui/skeleton.tsx";
import { isTargetType, type Target } from "../../../shared/domain/suggestion.ts";
import { isUuid } from "../../../shared/domain/uuid.ts";
import { RequireMember } from "../../../account/session-guard/require-member.tsx";
import { noindexMeta } from "../../../shared/head/noindex-meta.ts";
import { languageOf } from "../../../shared/i18n/languages.ts";
import { translator } from "../../../shared/i18n/translations.ts";
import type { Route } from "./+types/route.ts";
import { SecondFactor } from "../../../account/session-guard/second-factor.tsx";

/** Lazy: only members need the forms with their rules and libraries. */
const Suggest = lazy(async () => ({
  default: (await import("../../suggest/suggest.tsx")).Suggest,
}));

const never = () => () => {};

/** The page that is to be corrected. Whether it is public, the member's read says. */
function targetOf({ type, id }: { type: string; id: string }): Target {
  if (!isTargetType(type) || !isUuid(id)) throw notFound();
  return { type, id };
}

export const loader = ({ params }: Route.LoaderArgs) => targetOf(params);

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => targetOf(params);

export const meta: Route.MetaFunction = ({ location }) =>
  noindexMeta(translator(languageOf(location.pathname), "suggestions")("title"));

export default function SuggestScreen({ loaderData: target }: Route.ComponentProps) {
  const { t } = useTranslation("suggestions");
  const { hash } = useLocation();
  // The server doesn't know the fragment.
  const areOnlyPhotos = useSyncExternalStore(
    never,
    () => hash === "#photos",
    () => false,
  );
  return (
    <div className="page grid gap-8 py-10 md:py-14">
      <header className="grid gap-2">
        <h1 className="heading text-3xl">{t(areOnlyPhotos ? "photos.page" : "title")}</h1>
        {!areOnlyPhotos && <p className="max-w-prose text-muted">{t("lead")}</p>}
      </header>
      <RequireMember reason="suggest" fallback={<Waiting />} challenge={SecondFactor}>
        {({ id }) => (
          <Suspense fallback={<Waiting />}>
            <Suggest key={`${id} ${target.id}`} target={target} userId={id} />
          </Suspense>
        )}
      </RequireMember>
    </div>
  );
}

function Waiting() {
  const { t } = useTranslation(["suggestions", "common"]);
  return (
    <div role="status">
      <span className="sr-only">{t("common:loading")}</span>
      <Skeleton className="h-96 rounded-2xl" />
    </div>
  );
}
