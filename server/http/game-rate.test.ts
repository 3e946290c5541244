import { Hono } from "hono";
import { expect, test } from "vitest";

import { GAME_RATE, limitGames } from "./game-rate.ts";

/** The backend verifies tokens. Here the member's is a word. */
const isVisitor = (request: Request) =>
  Promise.resolve(request.headers.get("authorization") !== "Bearer member");

/** A backend behind the limit, with a clock of its own. */
function backendAt(clock: { now: number }) {
  const app = new Hono();
  app.use(limitGames(true, isVisitor, { ...GAME_RATE, most: 3 }, () => clock.now));
  app.all("*", (c) => c.json("done"));
  return (call: string, { caller = "192.0.2.1", token = "" } = {}) =>
    app.request(`/rest/v1/rpc/${call}`, {
      method: "POST",
      headers: { "x-forwarded-for": caller, ...(token && { authorization: `Bearer ${token}` }) },
    });
}

test("moves of an address are limited together, whatever they are called, until the window is over", async () => {
  const clock = { now: 1_000_000 };
  const ask = backendAt(clock);
  for (const call of ["answer_duel", "try_guess", "%61nswer_duel/"]) {
    expect((await ask(call, { token: "forged x" })).status).toBe(200);
  }
  clock.now += 90_500;
  const refused = await ask("answer_duel");
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "510"]);
  expect(await refused.json()).toMatchObject({
    code: "PT429",
    message: "daily_moves_too_many",
    hint: "Retry after 510 seconds.",
  });
  expect((await ask("answer_duel", { caller: "192.0.2.2" })).status).toBe(200);
  const networks = ["2001:db8:1:1::1", "2001:db8:1:2::1", "2001:db8:1:3::1", "2001:db8:1:4::1"];
  const statuses = [];
  for (const caller of networks) statuses.push((await ask("answer_duel", { caller })).status);
  expect(statuses, "one customer's networks").toEqual([200, 200, 200, 429]);
  clock.now += 510_000;
  expect((await ask("answer_duel")).status).toBe(200);
});

test("looks, other functions and members aren't counted", async () => {
  const ask = backendAt({ now: 0 });
  for (let n = 0; n < 10; n++) {
    expect((await ask("my_duel")).status).toBe(200);
    expect((await ask("%")).status).toBe(200);
    expect((await ask("answer_duel", { token: "member" })).status).toBe(200);
  }
  expect((await ask("answer_duel")).status).toBe(200);
});
