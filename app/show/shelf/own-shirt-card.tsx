import type { ReactNode } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { formerShirt } from "../../collect/domain/copies/former-shirt.ts";
import { shirtUrl } from "../../shared/address/shirt-url.ts";
import { JerseyFrame } from "../../shared/components/jersey-frame.tsx";
import { ShownPhoto } from "../../shared/components/shown-photo.tsx";
import type { OwnShirt } from "../data/showcase.ts";

type Drawn = Pick<OwnShirt, "league" | "year" | "kit_type" | "team" | "teams"> & {
  team_slug?: string;
  number?: string | null;
};

/** A shirt without a page, with what its member says of it. */
export function OwnShirtCard({
  shirt,
  photo,
  children,
}: {
  shirt: Drawn & { title: string };
  /** The photo that is shown of it; otherwise it is drawn. */
  photo?: string | undefined;
  children: ReactNode;
}) {
  const { t } = useTranslation("common");
  return (
    <article className="card">
      <JerseyFrame jersey={{ teams: shirt.teams }} className="rounded-2xl">
        {photo ? <ShownPhoto src={photo} alt="" /> : <OwnShirtDrawing shirt={shirt} />}
      </JerseyFrame>
      <div className="card-text">
        <h3 className="font-semibold wrap-anywhere">{shirt.title}</h3>
        {shirt.kit_type && <p className="text-sm text-muted">{t(`kitType.${shirt.kit_type}`)}</p>}
        {children}
      </div>
    </article>
  );
}

/** Such a shirt in its team's colours, with the number on its back if that is shown. */
export function OwnShirtDrawing({ shirt }: { shirt: Drawn }) {
  return (
    <span className="card-image block p-[8%]">
      <img
        src={shirtUrl(formerShirt({ former_jersey: shirt, printed_number: shirt.number ?? null }))}
        alt=""
        loading="lazy"
        decoding="async"
        className="exhibit size-full"
      />
    </span>
  );
}
