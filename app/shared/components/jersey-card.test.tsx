import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";

import type { JerseySummary, LocalName } from "../domain/jersey.ts";
import { loadAllMessages } from "../i18n/messages.ts";
import { JerseyCard, type SaidByPage } from "./jersey-card.tsx";

await loadAllMessages();

const jersey: JerseySummary = {
  id: "0f8fad5b-d9cb-469f-a165-70867728950e",
  title: "Bulls 1996",
  team: "Chicago Bulls" as LocalName,
  team_slug: "chicago-bulls",
  kit_type: "home",
  kit_type_slug: "home",
  year: 1996,
  league: "NBA",
  score: 60,
  upvotes: 61,
  downvotes: 1,
  images: [],
  teams: { colors: ["#ce1141"] },
};

function markupOf(
  said?: SaidByPage,
  path = "/",
  standing?: ReactNode,
  title = jersey.title,
  hasScore = true,
  isPageless?: true,
) {
  const votes = {
    up: <button type="button">up</button>,
    down: <button type="button">down</button>,
  };
  const Page = createRoutesStub([
    {
      path: "*",
      Component: () => (
        <JerseyCard
          jersey={{ ...jersey, title, ...(isPageless && { isPageless }) }}
          sizes="10rem"
          rank={1}
          votes={votes}
          said={said}
          standing={standing}
          hasScore={hasScore}
        />
      ),
    },
  ]);
  return renderToStaticMarkup(<Page initialEntries={[path]} />);
}

/** The markup without what only screen readers get. */
const visible = (markup: string) =>
  markup.replaceAll(/<(p|span) class="[^"]*sr-only.*?<\/\1>/g, "");

test("says the year once: in the title, or below it", () => {
  const facts = (title: string) =>
    /<p class="card-facts">(.*?)</.exec(markupOf(undefined, "/en", undefined, title))?.[1];
  expect(facts("Bulls 1996")).toBe("Home");
  expect(facts("Bulls")).toBe("1996 · Home");
});

test("leaves the score out where the standing takes its place", () => {
  const markup = markupOf(undefined, "/en", "+7 in 30 days", undefined, false);
  expect(markup).toContain('<p class="card-standing">+7 in 30 days</p>');
  expect(markup).not.toContain("card-score");
});

test("has only the picture in its frame, and the score between the votes", () => {
  const markup = markupOf();
  const [frame = "", below = ""] = markup.split('<div class="card-text">');
  expect(frame).toContain("<img");
  expect(frame).not.toMatch(/<button|badge|card-rank|Chicago Bulls/);
  expect(below).toMatch(
    />up<\/button><p class="numeral card-score"><span class="sr-only">Score <\/span>60<\/p><button type="button">down</,
  );
});

test.each([
  [undefined, ["Basket", "Chicago Bulls"]],
  ["league", ["Chicago Bulls"]],
  ["team", []],
] as const)("shows what the page doesn't say: %s", (said, shown) => {
  const markup = markupOf(said);
  for (const text of ["Basket", "Chicago Bulls"]) {
    expect(markup).toContain(`>${text}<`);
    expect(visible(markup).includes(`>${text}<`)).toBe((shown as readonly string[]).includes(text));
  }
});

test("says the team once: in the title, or above it", () => {
  const times = (title: string) =>
    markupOf(undefined, "/", undefined, title).split(/>[^<]*Chicago Bulls/).length - 1;
  expect(times("Chicago Bulls 1995-96")).toBe(1);
  expect(times("Bulls 1996")).toBe(1);
});

test("says the year once, and breaks no season", () => {
  const markup = (title: string) => visible(markupOf(undefined, "/", undefined, title));
  expect(markup("Bulls 1995-1996")).toContain('<p class="card-facts">Domicile</p>');
  expect(markup("Bulls")).toContain('<p class="card-facts">1996 · Domicile</p>');
  expect(markup("Bulls 1995–96")).toContain('Bulls <span class="whitespace-nowrap">1995–96</span>');
});

test("draws a member's own shirt without a number that it doesn't say", () => {
  const drawing = (isPageless?: true) =>
    /src="([^"]*shirt\.svg[^"]*)"/.exec(
      markupOf(undefined, "/", undefined, jersey.title, true, isPageless),
    )?.[1];
  expect(drawing()).not.toContain("number=");
  expect(drawing(true)).toMatch(/number=(&|$)/);
});
