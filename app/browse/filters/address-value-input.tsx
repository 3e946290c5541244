import { type ComponentProps, useLayoutEffect, useRef } from "react";

import { Input } from "../../shared/ui/input.tsx";

/**
 * A field with the value of the address. It shows a new one when the address changes, for example by the
 * back button, and keeps the focus, which a remount would lose. What was typed before hydration stays.
 */
export function AddressValueInput({
  value,
  ...props
}: { value: string | number | undefined } & Omit<ComponentProps<"input">, "value" | "ref">) {
  const field = useRef<HTMLInputElement>(null);
  const shown = useRef(value);
  useLayoutEffect(() => {
    if (shown.current === value) return;
    shown.current = value;
    field.current!.value = value === undefined ? "" : String(value);
  }, [value]);
  return <Input ref={field} defaultValue={value} {...props} />;
}
