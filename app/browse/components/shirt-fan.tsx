import type { JerseySummary } from "../../shared/domain/jersey.ts";
import { JerseyImage } from "../../shared/components/jersey-image.tsx";
import { cx } from "../../shared/ui/cx.ts";

/** Positions of the shirts in the fan. The second and third are behind the first. */
const PLACES = [
  "z-10 translate-y-1",
  "-translate-x-[58%] -rotate-8 scale-90",
  "translate-x-[58%] rotate-8 scale-90",
];

/** Up to three shirts in a fan. Decoration of a header. */
export function ShirtFan({ jerseys, className }: { jerseys: JerseySummary[]; className?: string }) {
  return (
    <div aria-hidden className={cx("grid place-items-center", className)}>
      {jerseys.slice(0, PLACES.length).map((jersey, n) => (
        <div
          key={jersey.id}
          className={cx(
            "col-start-1 row-start-1 aspect-square w-full overflow-hidden rounded-2xl bg-surface shadow-xl",
            PLACES[n],
          )}
        >
          <JerseyImage
            jersey={jersey}
            path={jersey.images[0]?.path}
            alt=""
            sizes="15rem"
            largest={480}
          />
        </div>
      ))}
    </div>
  );
}
