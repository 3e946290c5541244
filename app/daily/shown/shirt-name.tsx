import { href } from "../../shared/address/paths.ts";
import { PlainLink } from "../../shared/components/plain-link.tsx";
import { UnbrokenTitle } from "../../shared/components/unbroken-title.tsx";
import { jerseyParams } from "../../shared/domain/jersey.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import type { ShownDay } from "../data/days.ts";

export function titleOf({ jersey, facts }: ShownDay): string {
  return jersey?.title ?? facts.team;
}

/** The page of a day's shirt, or of what it became; undefined if it is gone. */
export function addressOf({ jersey, survivor }: ShownDay, lang: Language): string | undefined {
  const linked = jersey ?? survivor;
  return linked ? href("jersey", jerseyParams(linked), lang) : undefined;
}

/** What a day's shirt is called, with the way to its page. */
export function ShirtName({ shirt }: { shirt: ShownDay }) {
  const address = addressOf(shirt, useLanguage());
  const title = <UnbrokenTitle>{titleOf(shirt)}</UnbrokenTitle>;
  return address ? (
    <PlainLink to={address} className="hover:underline">
      {title}
    </PlainLink>
  ) : (
    title
  );
}
