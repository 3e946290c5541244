import type { ReactNode } from "react";

import { button, type ButtonVariants } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";

/** File input that looks like a button; for several images unless told otherwise. */
export function FileButton({
  id,
  hint,
  disabled,
  onFiles,
  size,
  accept = "image/*",
  multiple = true,
  folder = false,
  children,
}: {
  id: string;
  /** Id of the text that lists the accepted files. */
  hint: string;
  disabled: boolean;
  onFiles: (files: File[]) => void;
  size?: ButtonVariants["size"];
  accept?: string;
  multiple?: boolean;
  /** Chooses a folder with all files in it. */
  folder?: boolean;
  children: ReactNode;
}) {
  return (
    <>
      <input
        id={id}
        type="file"
        multiple={multiple}
        accept={accept}
        {...(folder && { webkitdirectory: "" })}
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
