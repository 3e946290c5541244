import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";

import { loadAllMessages } from "../i18n/messages.ts";
import { LineFrame } from "./line-frame.tsx";

await loadAllMessages();

test("a line whose cell holds a whole file is cut", () => {
  const said = ["PSG", "x".repeat(4_000_000)];
  const Page = createRoutesStub([
    {
      path: "*",
      Component: () => (
        <LineFrame line={2} said={said}>
          {null}
        </LineFrame>
      ),
    },
  ]);
  const html = renderToStaticMarkup(<Page initialEntries={["/"]} />);
  expect(html).toContain("PSG · xxx");
  expect(html.length).toBeLessThan(1000);
});
