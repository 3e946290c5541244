import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { QueuedJersey } from "../../data/moderation/queue.ts";
import { formatPrice } from "../../i18n/format.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { externalLink } from "../../lib/external-link.ts";

/** Every field of the submission; what was left empty is said to be. */
export function JerseyFacts({ jersey }: { jersey: QueuedJersey }) {
  const { t } = useTranslation(["admin", "common"]);
  const lang = useLanguage();
  const link = externalLink(jersey.external_link);
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-sm">
      <Fact label={t("admin:fields.competition")}>{jersey.competition.name}</Fact>
      <Fact label={t("admin:fields.season")}>{jersey.season.name}</Fact>
      <Fact label={t("admin:fields.team")}>
        {jersey.team}
        {!jersey.team_id && <em className="text-muted"> ({t("admin:fields.freeTeam")})</em>}
      </Fact>
      <Fact label={t("admin:fields.year")}>{jersey.year}</Fact>
      <Fact label={t("admin:fields.kitType")}>
        {jersey.kit_type && t(`common:kitType.${jersey.kit_type}`)}
      </Fact>
      <Fact label={t("admin:fields.brand")}>{jersey.brand}</Fact>
      <Fact label={t("admin:fields.edition")}>{jersey.edition}</Fact>
      <Fact label={t("admin:fields.price")}>
        {jersey.price !== null && formatPrice(jersey.price, lang)}
      </Fact>
      <Fact label={t("admin:fields.externalLink")} wide>
        {link && (
          <a
            href={link.href}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            className="break-all underline underline-offset-4"
          >
            {jersey.external_link}
          </a>
        )}
      </Fact>
      <Fact label={t("admin:fields.description")} wide>
        {jersey.description && (
          <span className="whitespace-pre-wrap break-words">{jersey.description}</span>
        )}
      </Fact>
    </dl>
  );
}

function Fact({
  label,
  wide = false,
  children,
}: {
  label: string;
  wide?: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation("admin");
  return (
    <div className={wide ? "col-span-2" : "min-w-0"}>
      <dt className="text-muted">{label}</dt>
      <dd className="mt-0.5 text-base">
        {children || <span className="text-muted">{t("fields.none")}</span>}
      </dd>
    </div>
  );
}
