import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";

import type { KitType } from "../../shared/domain/kit-types.ts";
import { loadAllMessages } from "../../shared/i18n/messages.ts";
import { CompletenessPanel } from "./completeness-panel.tsx";

await loadAllMessages();

const jersey = (kit_type: KitType, isHeld: boolean) => ({
  ...{ id: kit_type, title: `Maillot ${kit_type}`, team_slug: "om", kit_type_slug: kit_type },
  ...{ team: "OM", teams: null },
  ...{ kit_type, isHeld, year: 1993, isWished: false },
});

const textOf = (...jerseys: ReturnType<typeof jersey>[]) => textAt("/team/1", jerseys);

function textAt(address: string, jerseys: ReturnType<typeof jersey>[]) {
  const Page = createRoutesStub([
    {
      path: "*",
      Component: () => <CompletenessPanel userId="1" jerseys={jerseys} heading={null} />,
    },
  ]);
  const markup = renderToStaticMarkup(<Page initialEntries={[address]} />);
  return markup.replaceAll(/<[^>]*>|\s/g, " ");
}

test("a goalkeeper's or a pre-match jersey doesn't make a set incomplete, and is counted beside it", () => {
  const text = textOf(
    jersey("home", true),
    jersey("away", true),
    jersey("goalkeeper", false),
    jersey("prematch", true),
  );
  expect(text).toContain(
    "Vous avez les 2 maillots domicile, extérieur et third que le catalogue compte pour cette équipe",
  );
  expect(text).toContain("Autres types : Gardien 0/1, Avant-match 1/1");
  expect(text).not.toContain("Maillot goalkeeper");
});

test("a missing away jersey does", () => {
  const text = textOf(jersey("home", true), jersey("away", false));
  expect(text).toContain("Maillots manquants : 1");
  expect(text).toContain("Maillot away");
  expect(text).not.toContain("Autres types");
});

test("missing jerseys are called as everywhere else in the reader's language", () => {
  const missing = { ...jersey("away", false), title: "OM 1993-1994" };
  expect(textAt("/team/1", [missing])).toContain("OM 1993-1994");
  expect(textAt("/en/team/1", [missing])).toContain("OM 1993–94");
});
