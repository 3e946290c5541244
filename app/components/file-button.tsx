import type { ReactNode } from "react";

import { button, type ButtonVariants } from "./ui/button.tsx";
import { cx } from "./ui/cx.ts";

/** File input for images that looks like a button. */
export function FileButton({
  id,
  hint,
  disabled,
  onFiles,
  size,
  children,
}: {
  id: string;
  /** Id of the text that lists the accepted files. */
  hint: string;
  disabled: boolean;
  onFiles: (files: File[]) => void;
  size?: ButtonVariants["size"];
  children: ReactNode;
}) {
  return (
    <>
      <input
        id={id}
        type="file"
        multiple
        accept="image/*"
        disabled={disabled}
        aria-describedby={hint}
        className="peer sr-only"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = ""; // so that the same file can be chosen again
        }}
      />
      <label
        htmlFor={id}
        className={cx(
          button({ variant: "outline", size }),
          "cursor-pointer peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus peer-disabled:pointer-events-none peer-disabled:opacity-50",
        )}
      >
        {children}
      </label>
    </>
  );
}
