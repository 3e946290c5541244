import { linkify } from "../domain/linkify.ts";

/** A member's plain text. Web addresses become links; nothing else is markup. */
export function LinkedText({ text: body }: { text: string }) {
  return (
    <p className="max-w-prose wrap-anywhere whitespace-pre-line">
      {linkify(body).map(({ text, href }, n) =>
        href ? (
          <a
            // The parts of one text never change their order.
            key={n}
            href={href}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            className="underline decoration-control underline-offset-4 hover:decoration-ink"
          >
            {text}
          </a>
        ) : (
          text
        ),
      )}
    </p>
  );
}
