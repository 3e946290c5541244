import { Eye, FileDown, Printer } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import type { AccountSection } from "../../address/account-sections.ts";
import { useHref } from "../../../shared/address/use-href.ts";
import { cx } from "../../../shared/ui/cx.ts";
import { myProfile } from "../../../shared/data/profiles/my-profile.ts";
import { useMemberQuery } from "../../../shared/data/member-query.ts";
import { unreadNotices } from "../../data/notices/notices.ts";
import { formatNumber } from "../../../shared/i18n/format.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import { sectionTitle } from "../../components/section-title.ts";

type Entry = AccountSection | "overview";

interface Room {
  name: "collection" | "contributions" | "notices" | "settings";
  /** The first is what the room opens with. */
  sections: [AccountSection, ...AccountSection[]];
  /** What one does with the room's content. */
  actions?: AccountSection[];
}

/** The rooms of the account; a test finds each section in one of them. */
export const ROOMS: Room[] = [
  {
    name: "collection",
    sections: ["collection", "wishlist", "lists", "numbers"],
    actions: ["exchange", "inventory"],
  },
  { name: "contributions", sections: ["contributions"] },
  { name: "notices", sections: ["notices"] },
  { name: "settings", sections: ["profile", "settings", "security", "data"] },
];

const ICONS: Partial<Record<AccountSection, ReactNode>> = {
  exchange: <FileDown aria-hidden className="size-4" />,
  inventory: <Printer aria-hidden className="size-4" />,
};

function sectionsOf({ sections, actions = [] }: Room): AccountSection[] {
  return [...sections, ...actions];
}

/** Rows that are wider than a phone scroll sideways. */
function bringIntoView(link: HTMLElement | null): void {
  link?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Links to the rooms of the account and, below them, to the parts of the current one. */
export function AccountNav({ current, userId }: { current: Entry; userId: string }) {
  const { t } = useTranslation("account");
  const lang = useLanguage();
  const to = useHref();
  const { data: unread = 0 } = useMemberQuery(unreadNotices(userId));
  const room = ROOMS.find((each) => current !== "overview" && sectionsOf(each).includes(current));

  const roomLink = ({ name, sections: [first] }: Room) => (
    <li key={name}>
      <Link
        to={to("accountSection", { section: first })}
        // The page itself is the part below, where the room has several.
        aria-current={name === room?.name ? (first === current ? "page" : "true") : undefined}
        ref={name === room?.name ? bringIntoView : undefined}
        preventScrollReset
        className={roomClass}
      >
        {t(`rooms.${name}`)}
        {name === "notices" && unread > 0 && (
          <span className="text-sm font-normal text-muted">({formatNumber(unread, lang)})</span>
        )}
      </Link>
    </li>
  );

  const partLink = (section: AccountSection, isAction: boolean) => (
    <li key={section} className={cx(isAction && section === room?.actions?.[0] && "lg:ml-auto")}>
      <Link
        to={to("accountSection", { section })}
        aria-current={section === current ? "page" : undefined}
        ref={section === current ? bringIntoView : undefined}
        preventScrollReset
        className={
          isAction ? actionClass : cx(partClass, "text-muted hover:bg-surface hover:text-ink")
        }
      >
        {ICONS[section]}
        {section === "collection" ? t("rooms.shirts") : sectionTitle(section, lang)}
      </Link>
    </li>
  );

  return (
    <nav aria-label={t("sections")} className="grid min-w-0 grid-cols-1 gap-2">
      <ul className={cx(row, "border-b border-line")}>
        <li>
          <Link
            to={to("account", {})}
            aria-current={current === "overview" ? "page" : undefined}
            ref={current === "overview" ? bringIntoView : undefined}
            preventScrollReset
            className={roomClass}
          >
            {t("overview")}
          </Link>
        </li>
        {ROOMS.map(roomLink)}
      </ul>
      {room && sectionsOf(room).length > 1 && (
        <ul aria-label={t(`rooms.${room.name}`)} className={row}>
          {room.sections.map((section) => partLink(section, false))}
          {room.actions?.map((section) => partLink(section, true))}
          {room.name === "collection" && <ShowLink userId={userId} />}
        </ul>
      )}
    </nav>
  );
}

/** Leads to the member's page, on which they may show their collection. */
function ShowLink({ userId }: { userId: string }) {
  const { t } = useTranslation("account");
  const to = useHref();
  const { data: profile } = useMemberQuery(myProfile(userId));
  if (!profile) return null;
  return (
    <li>
      <Link to={to("member", { username: profile.username })} className={actionClass}>
        <Eye aria-hidden className="size-4" />
        {t("rooms.show")}
      </Link>
    </li>
  );
}

/** A row of links that scrolls to the edges of a phone, and fades out at its end to show it. */
const row =
  "-mx-(--gutter) flex scroll-ps-(--gutter) scroll-pe-10 gap-1 overflow-x-auto px-(--gutter) [scrollbar-width:none] max-lg:pe-10 max-lg:[mask-image:linear-gradient(to_right,black_calc(100%-2.5rem),transparent)] lg:mx-0 lg:px-0";

const partClass =
  "flex min-h-11 items-center gap-2 rounded-full px-3.5 text-sm font-semibold whitespace-nowrap aria-[current=page]:bg-ink aria-[current=page]:text-paper";
const actionClass = cx(partClass, "border border-control hover:bg-surface");

const roomClass =
  "flex min-h-11 items-center gap-1.5 border-b-2 border-transparent px-2.5 font-semibold whitespace-nowrap text-muted transition-colors hover:text-ink focus-visible:-outline-offset-3 aria-[current]:border-accent-text aria-[current]:text-ink sm:px-3.5 md:text-lg";
