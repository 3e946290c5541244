import { linkify } from "../../domain/linkify.ts";

/** A comment as its author typed it; web addresses can be followed, nothing else is markup. */
export function CommentBody({ body }: { body: string }) {
  return (
    <p className="max-w-prose wrap-anywhere whitespace-pre-line">
      {linkify(body).map(({ text, href }, n) =>
        href ? (
          <a
            // The parts of one text never change places.
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
