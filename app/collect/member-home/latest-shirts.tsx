import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { PlainLink } from "../../shared/components/plain-link.tsx";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { jerseyParams } from "../../shared/domain/jersey.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { latestShirts } from "../data/member-home.ts";
import { copyFacts } from "../i18n/copy-facts.ts";
import { CopyPicture } from "../my-copies/copy-picture.tsx";

/** The shirts that a member added last, small, in one row, as their collection shows them. */
export function LatestShirts({ userId }: { userId: string }) {
  const { t } = useTranslation(["collection", "memberHome"]);
  const to = useHref();
  const lang = useLanguage();
  const { data: copies } = useMemberQuery(latestShirts(userId));
  return (
    // Of its height before they are read: what follows doesn't move.
    <ul
      aria-label={t("memberHome:latest")}
      className="-mx-(--gutter) flex h-40 gap-3 overflow-x-auto px-(--gutter) [scrollbar-width:none] md:h-48"
    >
      {copies?.map((copy) => (
        <li key={copy.id} className="aspect-square h-full shrink-0">
          <PlainLink
            to={
              copy.jersey
                ? to("jersey", jerseyParams(copy.jersey))
                : to("accountSection", { section: "collection" })
            }
          >
            <CopyPicture copy={copy} sizes="12rem" alt={copyFacts(copy, lang).title ?? ""} />
          </PlainLink>
        </li>
      ))}
    </ul>
  );
}
