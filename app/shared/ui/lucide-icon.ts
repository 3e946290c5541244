import { createElement, type FunctionComponent, type SVGProps } from "react";

interface IconData {
  node: [tag: string, attributes: Record<string, string>][];
}

/**
 * Replaces lucide-react's own icon factory (vite/plain-icons.ts). The original has contexts and
 * options that nothing here uses, and writes ten attributes into every icon. The shared attributes
 * are in `app.css`.
 */
export default function createLucideIcon({
  node,
}: IconData): FunctionComponent<SVGProps<SVGSVGElement>> {
  return ({ className, ...props }) =>
    createElement(
      "svg",
      {
        viewBox: "0 0 24 24",
        "aria-hidden": props["aria-label"] ? undefined : true,
        ...props,
        className: className ? `icon ${className}` : "icon",
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
}
