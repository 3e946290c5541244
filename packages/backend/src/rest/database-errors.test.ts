import pg from "pg";
import { describe, expect, test } from "vitest";

import { databaseError } from "./database-errors.ts";

function raised(code: string, message = "m", fields: object = {}): Error {
  const error = new pg.DatabaseError(message, message.length, "error");
  return Object.assign(error, { severity: "ERROR", code, ...fields });
}

describe("PostgreSQL's errors", () => {
  test.each([
    ["23505", 409],
    ["23503", 409],
    ["23514", 400],
    ["22P02", 400],
    ["42P01", 404],
    ["42703", 400],
    ["P0001", 400],
    ["25006", 405],
    ["57014", 504],
    ["54001", 400],
    ["53300", 503],
    ["XX000", 500],
    ["PT402", 402],
  ])("%s answers %i", (code, status) => {
    expect(databaseError(raised(code), "anon")).toMatchObject({ status, code });
  });

  test("asks a visitor without the right to sign in, and refuses a member", () => {
    expect(databaseError(raised("42501"), "anon")?.status).toBe(401);
    expect(databaseError(raised("42501"), "authenticated")?.status).toBe(403);
  });

  test("blames the request for an object that PostgreSQL can't hold", () => {
    const error = raised("XX000", "invalid memory alloc request size 1600690020");
    expect(databaseError(error, "anon")?.status).toBe(400);
  });

  test("does not reveal the statement or the place of a failure", () => {
    const error = raised("22P02", "bad", {
      detail: "d",
      hint: "h",
      where: "PL/pgSQL function",
      internalQuery: "select secret",
    });
    expect(JSON.parse(JSON.stringify(databaseError(error, "anon")))).toEqual({
      code: "22P02",
      details: "d",
      hint: "h",
      message: "bad",
    });
  });

  test("lets a function choose the whole response", () => {
    const message = JSON.stringify({ code: "123", message: "Paid only", hint: "Pay" });
    const detail = JSON.stringify({ status: 402, headers: {} });
    expect(databaseError(raised("PGRST", message, { detail }), "anon")).toMatchObject({
      status: 402,
      code: "123",
      message: "Paid only",
      hint: "Pay",
    });
    expect(databaseError(raised("PGRST", "not json"), "anon")?.code).toBe("PGRST121");
  });
});

describe("reports an unavailable database", () => {
  test.each([
    [Object.assign(new Error("connect ECONNREFUSED"), { syscall: "connect" }), 503],
    [new Error("Connection terminated unexpectedly"), 503],
    [raised("57P01", "terminating connection", { severity: "FATAL" }), 503],
    [raised("28P01", 'password authentication failed for user "x"', { severity: "FATAL" }), 503],
    [new Error("timeout exceeded when trying to connect"), 504],
  ])("%s", (error, status) => {
    const answer = databaseError(error, "anon");
    expect(answer?.status).toBe(status);
    expect(answer?.message).not.toContain("password");
  });

  test("does not blame a write for a database that is read-only", () => {
    expect(databaseError(raised("25006"), "anon", false)?.status).toBe(503);
  });

  test("does not blame the database for a bug of the server", () => {
    expect(databaseError(new TypeError("x is not a function"), "anon")).toBeUndefined();
  });
});
