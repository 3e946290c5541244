import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";

import { loadAllMessages } from "../../../shared/i18n/messages.ts";
import { ColorStrip } from "./color-strip.tsx";

await loadAllMessages();

const markupOf = (path: string, decades: Parameters<typeof ColorStrip>[0]["decades"]) => {
  const Strip = () => <ColorStrip teamId="1" decades={decades} />;
  const Page = createRoutesStub([{ path: "*", Component: Strip }]);
  return renderToStaticMarkup(<Page initialEntries={[path]} />);
};

test.each([
  ["fr", "/team/1", "Années 1990", "Bleu (4 maillots), Blanc (1 maillot)"],
  ["en", "/en/team/1", "1990s", "Blue (4 jerseys), White (1 jersey)"],
  ["es", "/es/team/1", "Década de 1990", "Azul (4 camisetas), Blanco (1 camiseta)"],
  ["pt", "/pt/team/1", "Anos 1990", "Azul (4 camisas), Branco (1 camisa)"],
])("says each decade's colours in %s, and leads to its shirts", (_, path, decade, spoken) => {
  const colors = [
    { color: "blue" as const, kits: 4 },
    { color: "white" as const, kits: 1 },
  ];
  const markup = markupOf(path, [{ decade: 1990, colors }]);
  expect(markup).toContain(`href="${path}?decade=1990"`);
  expect(markup).toContain(decade);
  expect(markup).toContain(`<span class="sr-only">${spoken}</span>`);
});

test("shows nothing without jerseys", () => {
  expect(markupOf("/team/1", [])).not.toContain("section");
});
