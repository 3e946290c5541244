import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";

import { COLORS } from "../domain/colors.ts";
import { loadAllMessages } from "../i18n/messages.ts";
import { ColorNames } from "./color-swatch.tsx";

await loadAllMessages();

test("every swatch has its name beside it, and an edge", () => {
  const Page = createRoutesStub([
    { path: "*", Component: () => <ColorNames colors={[...COLORS]} /> },
  ]);
  const markup = renderToStaticMarkup(<Page initialEntries={["/en"]} />);
  expect(markup.match(/aria-hidden="true"/g)).toHaveLength(COLORS.length);
  expect(markup.match(/border-control/g)).toHaveLength(COLORS.length);
  for (const name of ["White", "Black", "Sky blue", "Burgundy"]) expect(markup).toContain(name);
});
