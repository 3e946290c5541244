import type { ReactNode } from "react";
import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { JerseyFrame } from "../../shared/components/jersey-frame.tsx";
import { JerseyImage } from "../../shared/components/jersey-image.tsx";
import type { ListCard } from "../data/lists.ts";

const MOST_COVERS = 4;

/** Lists, each with its first four jerseys; the whole card leads to the list. */
export function ListCards({ lists }: { lists: readonly (ListCard & { mark?: ReactNode })[] }) {
  const { t } = useTranslation(["lists", "catalogue"]);
  const to = useHref();
  return (
    <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {lists.map(({ id, title, jerseys, covers, mark }) => (
        <li
          key={id}
          className="relative grid grid-cols-1 content-start gap-3 rounded-2xl border border-line p-3 hover:border-control"
        >
          <div aria-hidden className="grid grid-cols-4 gap-1.5">
            {Array.from({ length: MOST_COVERS }, (_, n) => {
              const jersey = covers[n];
              return jersey ? (
                <JerseyFrame key={jersey.id} jersey={jersey} className="rounded-lg">
                  <JerseyImage
                    jersey={jersey}
                    path={jersey.images[0]?.path}
                    alt=""
                    sizes="6rem"
                    largest={320}
                    className="card-image"
                  />
                </JerseyFrame>
              ) : (
                <span key={n} className="rounded-lg bg-surface" />
              );
            })}
          </div>
          <div className="grid gap-0.5">
            <h3>
              <Link to={to("list", { id })} className="stretched font-semibold wrap-anywhere">
                {title}
              </Link>
            </h3>
            <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
              {t("catalogue:count.jerseys", { count: jerseys })}
              {mark}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
