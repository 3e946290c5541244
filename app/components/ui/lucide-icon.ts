import { createElement, type FunctionComponent, type SVGProps } from "react";

interface IconData {
  node: [tag: string, attributes: Record<string, string>][];
}

/**
 * What the files of lucide-react make their icons with here (vite/plain-icons.ts), instead of the
 * library's own: that one has contexts and options which nobody uses, and writes ten attributes
 * into every icon of every card. The looks are in `app.css`, once.
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
