import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";

import { Shirt } from "./shirt.tsx";

test("has an accessible name when it stands alone", () => {
  const html = renderToStaticMarkup(
    <Shirt league="NBA" kitType="home" label={'Bulls "1996" <3'} className="size-40" />,
  );
  expect(html).toContain('role="img" aria-label="Bulls &quot;1996&quot; &lt;3"');
  expect(html).toContain('class="size-40"');
});

test("is decorative beside a text", () => {
  const html = renderToStaticMarkup(<Shirt league="SOCCER" colors={["#a50044", "#004d98"]} />);
  expect(html).toContain('aria-hidden="true"');
  expect(html).not.toContain("role=");
});

test("has unique ids when several are on a page", () => {
  const html = renderToStaticMarkup(
    <>
      <Shirt league="NHL" />
      <Shirt league="NHL" />
    </>,
  );
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
  expect(ids.length).toBeGreaterThan(10);
  expect(new Set(ids).size).toBe(ids.length);
});
