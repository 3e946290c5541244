import { cx } from "../../../shared/ui/cx.ts";

/** The table of contents: before the text on a phone, beside it on a desk. */
export function Contents({
  label,
  sections,
  className,
}: {
  label: string;
  sections: { id: string; title: string }[];
  className?: string | undefined;
}) {
  return (
    <nav aria-labelledby="contents" className={cx("lg:order-last", className)}>
      <div className="rounded-2xl bg-surface p-5 lg:sticky lg:top-[calc(var(--header)+2rem)] lg:max-w-80">
        <h2 id="contents" className="caption">
          {label}
        </h2>
        <ol className="mt-2 gap-x-8 sm:columns-2 lg:columns-1">
          {sections.map(({ id, title }) => (
            <li key={id} className="break-inside-avoid">
              <a
                href={`#${id}`}
                className="flex min-h-11 items-center rounded-md py-1 text-base hover:underline lg:min-h-9 lg:text-sm"
              >
                {title}
              </a>
            </li>
          ))}
        </ol>
      </div>
    </nav>
  );
}
