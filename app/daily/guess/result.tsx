import { ArrowRight, Share2 } from "lucide-react";
import type { Ref } from "react";
import { useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { href } from "../../shared/address/paths.ts";
import { isShared } from "../../shared/browser/share-file.ts";
import { LoadFailed } from "../../shared/components/load-failed.tsx";
import { PlainLink } from "../../shared/components/plain-link.tsx";
import { toast } from "../../shared/components/toast.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { namesTeam } from "../../shared/domain/jersey.ts";
import { formatDay } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { Button, button } from "../../shared/ui/button.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { guessAnswer, type GuessGame } from "../data/guess.ts";
import { factsLine } from "../shown/facts-line.ts";
import { addressOf, ShirtName, titleOf } from "../shown/shirt-name.tsx";
import { shareText } from "./share-text.ts";

/** A game that has ended: what it was, the way to its page and to a suggestion, and the result to share. */
export function Result({ game, titleRef }: { game: GuessGame; titleRef: Ref<HTMLHeadingElement> }) {
  const { t } = useTranslation("guess");
  const lang = useLanguage();
  return (
    <section aria-labelledby="guess-result" className="grid gap-4">
      <h3
        id="guess-result"
        ref={titleRef}
        tabIndex={-1}
        className={cx(
          "heading justify-self-start rounded-lg text-2xl",
          game.state === "won" && "bg-accent px-3 py-1 text-accent-ink",
        )}
      >
        {game.state === "won" ? t("won", { n: game.tries.length }) : t("lost")}
      </h3>
      {game.answer && <Answer game={game} answer={game.answer} />}
      <p className="text-muted">
        <time dateTime={game.next_at}>{t("next", { time: timeHere(game.next_at, lang) })}</time>
      </p>
    </section>
  );
}

function Answer({ game, answer }: { game: GuessGame; answer: NonNullable<GuessGame["answer"]> }) {
  const { t } = useTranslation("guess");
  const lang = useLanguage();
  const { data: shown, isError, refetch } = useMemberQuery(guessAnswer(answer, lang));
  const [copied, setCopied] = useState("");
  if (!shown) return isError ? <LoadFailed onRetry={refetch} /> : null;
  const linked = shown.jersey ?? shown.survivor;
  const address = addressOf(shown, lang);

  async function share() {
    const text = shareText(
      game,
      t("shareTitle", { day: formatDay(game.day, lang) }),
      new URL(href("today", {}, lang), location.origin).href,
    );
    // Phones have a sheet; elsewhere it is copied.
    if (
      matchMedia("(pointer: coarse)").matches &&
      "share" in navigator &&
      (await isShared({ text }))
    )
      return;
    try {
      await navigator.clipboard.writeText(text);
      toast.success(t("copied"));
    } catch {
      // To be copied by hand.
      setCopied(text);
    }
  }

  return (
    <>
      <p className="heading text-3xl text-balance md:text-4xl">
        <ShirtName shirt={shown} />
      </p>
      <p className="text-lg text-muted">
        {[
          shown.jersey && namesTeam(shown.jersey) ? "" : shown.facts.team,
          factsLine(shown.facts, lang, titleOf(shown)),
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {!shown.jersey && <p className="text-muted">{t(shown.survivor ? "merged" : "gone")}</p>}
      <div className="flex flex-wrap gap-3">
        {address && (
          <PlainLink to={address} className={button({ variant: "hero" })}>
            {t("see")}
            <ArrowRight aria-hidden />
          </PlainLink>
        )}
        <Button variant="outline" onClick={() => void share()}>
          <Share2 aria-hidden />
          {t("share")}
        </Button>
        {linked && (
          <PlainLink
            to={href("suggest", { type: "jersey", id: linked.id }, lang)}
            className={button({ variant: "link" })}
          >
            {t("wrong")}
          </PlainLink>
        )}
      </div>
      {copied && (
        <textarea
          readOnly
          aria-label={t("share")}
          rows={9}
          value={copied}
          onFocus={({ target }) => target.select()}
          className="rounded-lg border border-control bg-raised p-3"
        />
      )}
    </>
  );
}

/** The hour of a moment on the reader's clock. */
function timeHere(moment: string, lang: string): string {
  return new Intl.DateTimeFormat(lang, { hour: "numeric", minute: "2-digit" }).format(
    new Date(moment),
  );
}
