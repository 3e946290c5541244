import pg from "pg";
import { expect, test } from "vitest";

import { errorResponse, noSuchKey, toStorageError } from "./errors.ts";

const failure = (code: string, extra = {}) =>
  Object.assign(new Error("secret: /srv/data"), { code, ...extra });

test.each([
  [failure("ENOSPC", { syscall: "write" }), 507, "Insufficient storage: the file was not kept"],
  [failure("EDQUOT"), 507, "Insufficient storage: the file was not kept"],
  [
    failure("ECONNREFUSED", { syscall: "connect" }),
    503,
    "The service is not available. Try again later.",
  ],
  [
    failure("ENOENT", { syscall: "connect" }),
    503,
    "The service is not available. Try again later.",
  ],
  [
    new Error("Connection terminated unexpectedly"),
    503,
    "The service is not available. Try again later.",
  ],
  [failure("EACCES", { syscall: "open" }), 500, "Internal server error"],
  [new TypeError("secret"), 500, "Internal server error"],
  ["thrown", 500, "Internal server error"],
])("reports %s as %i", async (error, status, message) => {
  const answer = errorResponse(toStorageError(error));
  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({ statusCode: String(status), message });
});

test("reports client errors as 400 in the status line, with details in the body", async () => {
  const answer = errorResponse(noSuchKey());
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual({
    statusCode: "404",
    code: "NoSuchKey",
    error: "not_found",
    message: "Object not found",
  });
});

/** An error raised by a policy of the project. */
const raised = (code: string, message: string, extra: Partial<pg.DatabaseError> = {}) =>
  Object.assign(new pg.DatabaseError(message, 0, "error"), { code, ...extra });

test("reports a limit of the project as 429, with the time to wait", async () => {
  const error = raised("PT429", "uploads_too_many", { hint: "Retry after 90 seconds." });
  const answer = errorResponse(toStorageError(error));
  expect(answer.status).toBe(429);
  expect(answer.headers.get("retry-after")).toBe("90");
  expect(await answer.json()).toMatchObject({ statusCode: "429", message: "uploads_too_many" });
});

test("reports another refusal of the project with its word as the code", async () => {
  const error = raised("PT413", "uploads_full", { detail: "At most 1 GB." });
  const answer = errorResponse(toStorageError(error));
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    statusCode: "413",
    code: "uploads_full",
    message: "At most 1 GB.",
  });
});

test("never takes a status of the server's from the project", () =>
  expect(toStorageError(raised("PT503", "secret"))).toMatchObject({ code: "InternalError" }));
