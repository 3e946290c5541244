import { useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { JerseyFrame } from "../../shared/components/jersey-frame.tsx";
import type { GuessGame, GuessStep } from "../data/guess.ts";
import { Bands } from "./bands.tsx";

const STEPS: readonly GuessStep[] = ["whole", "detail", "pattern"];

/** What the latest step has opened. Its address and its bytes say nothing of the jersey. */
export function StepPicture({ game: { pictures, clues } }: { game: GuessGame }) {
  const { t } = useTranslation("guess");
  const [broken, setBroken] = useState<string>();
  const step = STEPS.find((one) => pictures[one]);
  const token = step && pictures[step];
  if (!step || !token || broken === token) return <Bands palette={clues.palette} />;
  return (
    <JerseyFrame
      jersey={{ teams: null }}
      className="mx-auto w-full max-w-96 rounded-2xl @3xl:max-w-none"
    >
      <img
        key={token}
        src={`/daily/${token}.webp`}
        alt={t(`steps.${step}`)}
        width={800}
        height={800}
        onError={() => setBroken(token)}
        className="exhibit size-full object-cover"
      />
    </JerseyFrame>
  );
}
