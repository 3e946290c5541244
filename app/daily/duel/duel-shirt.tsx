import type { ReactNode } from "react";

import { JerseyFrame } from "../../shared/components/jersey-frame.tsx";
import { JerseyImage } from "../../shared/components/jersey-image.tsx";
import { namesTeam } from "../../shared/domain/jersey.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import type { ShownDay } from "../data/days.ts";
import { factsLine } from "../shown/facts-line.ts";
import { ShirtName, titleOf } from "../shown/shirt-name.tsx";

/** A shirt of a duel in its square, with its share once there is one. */
export function DuelPicture({
  shirt: { jersey, facts },
  share,
  sizes,
}: {
  shirt: ShownDay;
  share: string | undefined;
  sizes: string;
}) {
  return (
    <JerseyFrame jersey={jersey ?? facts} className="rounded-2xl">
      <JerseyImage
        jersey={jersey ?? facts}
        path={jersey?.images[0]?.path}
        alt=""
        sizes={sizes}
        className="card-image"
      />
      {share !== undefined && (
        <span className="numeral absolute start-2 bottom-2 rounded-lg bg-paper px-2 py-1 text-2xl text-ink sm:text-3xl">
          {share}
        </span>
      )}
    </JerseyFrame>
  );
}

/** What the shirt is, with the way to its page or to what it became. */
export function DuelFacts({ shirt, children }: { shirt: ShownDay; children?: ReactNode }) {
  const { jersey, facts } = shirt;
  const lang = useLanguage();
  return (
    <div className="min-w-0">
      <p className="leading-snug font-semibold wrap-anywhere hyphens-auto">
        <ShirtName shirt={shirt} />
      </p>
      <p className="mt-0.5 text-sm text-muted">
        {[jersey && !namesTeam(jersey) && jersey.team, factsLine(facts, lang, titleOf(shirt))]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {children}
    </div>
  );
}
