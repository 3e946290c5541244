import { type ComponentType, Suspense, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { JerseyFrame } from "../../shared/components/jersey-frame.tsx";
import { JerseyImage } from "../../shared/components/jersey-image.tsx";
import { Button, button } from "../../shared/ui/button.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { type SameKit, sameKits } from "../data/submissions/same-kit.ts";
import { type JerseySummary, jerseyParams } from "../../shared/domain/jersey.ts";
import { isKitType } from "../../shared/domain/kit-types.ts";
import { slug } from "../../shared/domain/slug.ts";
import { localJersey } from "../../shared/i18n/catalogue-names.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { isTeamRow, type JerseyForm, teamName } from "./rules.ts";

/** Puts a jersey into the member's collection; of another room, may load lazily. */
export type CollectButton = ComponentType<{
  userId: string;
  jersey: { id: string; title: string };
}>;

/**
 * The jerseys that may be the one in the form: same team, season and kit type. It stands after the
 * fields that decide it and the title, so that nothing above moves when it comes.
 */
export function AlreadyThere({
  userId,
  collectButton,
}: {
  userId: string;
  collectButton: CollectButton;
}) {
  const { t } = useTranslation("submit");
  const kit = useKit(userId);
  const { data, isLoading, isError } = useMemberQuery(sameKits(kit));
  const [answered, setAnswered] = useState<string>();
  const lang = useLanguage();
  const isAnswered = answered !== undefined && answered === JSON.stringify(kit);
  const { jerseys = [], count = 0 } = data ?? {};
  const firstPublic = jerseys.find(({ status }) => status === "approved");
  const isShown = kit !== undefined && count > 0 && !isAnswered;
  return (
    <div className="grid gap-3">
      {/* Always rendered: a live region announces only changes of existing content. */}
      <p role="status" className={isShown ? "font-semibold" : "text-sm text-muted empty:hidden"}>
        {kit && isLoading && t("same.looking")}
        {kit && data && count === 0 && t("same.none")}
        {isShown && t("same.title")}
      </p>
      {kit && isLoading && !isError && <Skeleton className="h-36" />}
      {isShown && (
        <>
          <ul className="grid gap-3">
            {jerseys.map((jersey) => (
              <SameJersey
                key={jersey.id}
                jersey={localJersey(jersey, lang)}
                isOwn={jersey.author_id === userId}
                isPending={jersey.status === "pending"}
                userId={userId}
                collectButton={collectButton}
              />
            ))}
          </ul>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button variant="outline" onClick={() => setAnswered(JSON.stringify(kit))}>
              {t("same.another")}
            </Button>
            {count > jerseys.length && firstPublic && <AllLink jersey={firstPublic} />}
          </div>
        </>
      )}
    </div>
  );
}

/** The facts that decide; undefined until all are known. */
function useKit(userId: string): SameKit | undefined {
  const { control } = useFormContext<JerseyForm>();
  const [team, teamText, seasonId, kitType] = useWatch({
    control,
    name: ["team", "teamText", "season", "kit_type"],
  });
  const name = slug(teamName({ team, teamText }));
  const wearer = isTeamRow(team) ? { id: team } : name !== "" && { slug: name };
  if (!wearer || seasonId === "" || !isKitType(kitType)) return undefined;
  return { userId, team: wearer, seasonId, kitType };
}

/** Leads to all jerseys of the variation, in a tab of its own. */
function AllLink({ jersey }: { jersey: Parameters<typeof jerseyParams>[0] }) {
  const { t } = useTranslation("submit");
  const to = useHref();
  const { teamSlug, kitType, year } = jerseyParams(jersey);
  return (
    <a
      href={to("variations", { teamSlug, kitType, year })}
      target="_blank"
      rel="noopener"
      className={button({ variant: "link", className: "min-h-11!" })}
    >
      {t("same.all")}
    </a>
  );
}

function SameJersey({
  jersey,
  isOwn,
  isPending,
  userId,
  collectButton: CollectButton,
}: {
  jersey: JerseySummary;
  isOwn: boolean;
  isPending: boolean;
  userId: string;
  collectButton: CollectButton;
}) {
  const { t } = useTranslation("submit");
  const to = useHref();
  const titleOf = <span className="sr-only">{` (${jersey.title})`}</span>;
  return (
    <li className="flex gap-3">
      <JerseyFrame
        jersey={jersey}

        className="size-20 shrink-0 self-start rounded-xl"
      >
        <JerseyImage
          jersey={jersey}
          path={jersey.images[0]?.path}
          alt=""
          sizes="5rem"
          largest={160}
        />
      </JerseyFrame>
      <div className="grid min-w-0 grow content-start gap-2">
        <div>
          <p className="line-clamp-2 text-sm leading-snug font-semibold wrap-anywhere">
            {jersey.title}
          </p>
          {isPending && <p className="text-sm text-muted">{t("same.pending")}</p>}
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {isOwn ? (
            <Link
              to={`${to("accountSection", { section: "contributions" })}?edit=${jersey.id}`}
              className={button({
                variant: "secondary",
                size: "sm",
                className: "h-auto! min-h-9 py-1.5 whitespace-normal! pointer-coarse:min-h-11",
              })}
            >
              {t("same.addPhotos")}
              {titleOf}
            </Link>
          ) : (
            <Suspense>
              <CollectButton userId={userId} jersey={jersey} />
            </Suspense>
          )}
          {/* In a tab of its own: the form keeps what was typed. */}
          <a
            href={to("jersey", jerseyParams(jersey))}
            target="_blank"
            rel="noopener"
            className={button({ variant: "link", size: "sm", className: "min-h-11!" })}
          >
            {t("same.see")}
            {titleOf}
          </a>
        </div>
      </div>
    </li>
  );
}
