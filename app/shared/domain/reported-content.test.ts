import { expect, test } from "vitest";

import { reportedContent } from "./reported-content.ts";

const ID = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
const OTHER = "0f8fad5b-d9cb-469f-a165-70867728950e";

test.each([
  `https://site.example/en/jersey/psg/home/2019/${ID}`,
  `/jersey/psg/home/2019/${ID.toUpperCase()}?x=1`,
  `/pt/jersey/${ID}`,
])("finds the jersey in %s", (address) => {
  expect(reportedContent(address)).toEqual({ type: "jersey", id: ID });
});

test("finds the comment in the address of its jersey", () => {
  const address = `/jersey/psg/home/2019/${OTHER}#comment-${ID}`;
  expect(reportedContent(address)).toEqual({ type: "comment", id: ID });
});

test.each([
  "https://site.example/en/member/kiko_9?after=x",
  "/member/Kiko_9",
  "/pt/member/kiko_9#top",
])("finds the member in %s", (address) => {
  expect(reportedContent(address)).toEqual({ type: "profile", username: "kiko_9" });
});

test.each([
  "/member/k",
  "/member/kiko-9",
  "",
  "https://site.example/",
  `/team/${ID}`,
  ID,
  "/jersey/psg/home/2019/x",
])("finds nothing in %j", (address) => {
  expect(reportedContent(address)).toBeUndefined();
});
