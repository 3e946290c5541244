import { Pause, Play } from "lucide-react";
import { useState } from "react";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { JerseyImage } from "../../../shared/components/jersey-image.tsx";
import { Button } from "../../../shared/ui/button.tsx";
import { cx } from "../../../shared/ui/cx.ts";
import type { JerseySummary } from "../../../shared/domain/jersey.ts";
import { LEAGUES } from "../../../shared/domain/leagues.ts";

const ROWS = 3;

/** Fills the width of a large screen; a young catalogue has fewer shirts. */
const LEAST_PER_ROW = 6;

/** Drawings of no team, in colours that the name of each decides. */
const DRAWN = Array.from({ length: ROWS * LEAST_PER_ROW }, (_, n) => ({
  id: `drawn-${n}`,
  league: LEAGUES[(n * 2) % LEAGUES.length]!,
  kit_type: "home" as const,
  team_slug: `drawn-${n}`,
  year: null,
  teams: null,
  images: [],
}));

/** The rows of the wall: drawings beside the shirts of a catalogue that has too few, never in their place. */
function rowsOf(jerseys: JerseySummary[]) {
  return Array.from({ length: ROWS }, (_, row) => {
    const shirts = jerseys.filter((_, n) => n % ROWS === row);
    const drawn = DRAWN.filter((_, n) => n % ROWS === row).slice(shirts.length);
    // The first ones are under the title.
    return [...drawn.slice(0, 2), ...shirts, ...drawn.slice(2)];
  });
}

/**
 * Rows of shirts that move slowly in opposite directions, with a pause button. The images load
 * after layout: earlier, they would delay the title and its fonts.
 */
export function ShirtWall({ jerseys }: { jerseys: JerseySummary[] }) {
  const { t } = useTranslation("home");
  const [paused, setPaused] = useState(false);
  const rows = rowsOf(jerseys);
  return (
    <>
      <div
        aria-hidden
        data-paused={paused || undefined}
        className="absolute inset-x-0 top-0 -z-10 h-80 [mask-image:linear-gradient(to_bottom,black_45%,transparent_92%)] lg:h-full lg:[mask-image:linear-gradient(100deg,transparent_46%,black_70%)]"
      >
        <div className="absolute -top-16 right-[-12rem] left-[-4rem] grid -rotate-6 gap-3 lg:-top-24 lg:left-[32%] lg:gap-5">
          {rows.map((row, n) => (
            <div
              key={row[0]?.id}
              className={cx("drift flex w-max gap-3 lg:gap-5", n % 2 === 1 && "drift-back")}
            >
              {row.map((jersey) => (
                <div
                  key={jersey.id}
                  className="size-28 shrink-0 overflow-hidden rounded-2xl bg-surface lg:size-52"
                >
                  <JerseyImage
                    jersey={jersey}
                    path={jersey.images[0]?.path}
                    alt=""
                    sizes="(min-width: 64rem) 13rem, 7rem"
                    smallest={320}
                    largest={480}
                  />
                </div>
              ))}
            </div>
          ))}
        </div>
      </div>
      <Button
        variant="ghost"
        size="icon"
        aria-label={paused ? t("hero.play") : t("hero.pause")}
        className="absolute top-1 right-1 motion-reduce:hidden"
        onClick={() => setPaused(!paused)}
      >
        <span className="grid size-6 place-items-center rounded-full bg-surface [&_svg]:size-3">
          {paused ? <Play aria-hidden /> : <Pause aria-hidden />}
        </span>
      </Button>
    </>
  );
}
