import type { ReactNode } from "react";

import { Badge } from "../../shared/ui/badge.tsx";
import { button } from "../../shared/ui/button.tsx";

/** One image of a form: picture, badge of the cover, status and buttons. */
export function ImageTile({
  picture,
  cover,
  tools,
  children,
}: {
  /** The picture and its overlays. */
  picture: ReactNode;
  /** Label of the badge on the cover; false or absent for other images. */
  cover?: string | false;
  tools: ReactNode;
  children?: ReactNode;
}) {
  return (
    <li className="@container grid grid-cols-1 content-start gap-2 rounded-xl border border-line bg-raised p-2">
      <div className="relative aspect-square overflow-hidden rounded-lg bg-surface">
        {picture}
        {cover && (
          <Badge tone="accent" className="absolute top-2 left-2">
            {cover}
          </Badge>
        )}
      </div>
      {children}
      {/* Two in a row where four are wider than the tile: none stands alone. */}
      <div className="grid grid-cols-2 justify-items-center @min-[11rem]:flex @min-[11rem]:justify-between">
        {tools}
      </div>
    </li>
  );
}

/**
 * A button for an image. It uses `aria-disabled`, so that it keeps the focus while it is disabled.
 */
export function TileTool({
  label,
  icon,
  disabled,
  onClick,
}: {
  label: string;
  icon: ReactNode;
  disabled?: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={disabled}
      onClick={disabled ? undefined : onClick}
      className={button({
        variant: "ghost",
        size: "icon",
        className: "size-10 pointer-coarse:size-11",
      })}
    >
      {icon}
    </button>
  );
}
