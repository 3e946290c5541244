import {
  AuthApiError,
  AuthRetryableFetchError,
  AuthSessionMissingError,
} from "@supabase/supabase-js";
import { expect, test } from "vitest";

import { authProblem, serviceMessage, WrongCodeError } from "./auth-problem.ts";

test.each([
  [
    new AuthApiError("Invalid login credentials", 400, "invalid_credentials"),
    "invalid_credentials",
  ],
  [new AuthApiError("Email not confirmed", 400, "email_not_confirmed"), "email_not_confirmed"],
  [new AuthApiError("Slow down", 429, "over_email_send_rate_limit"), "rate_limit"],
  [new AuthApiError("Slow down", 429, undefined), "rate_limit"],
  [new AuthApiError("Expired", 403, "otp_expired"), "link_expired"],
  [new WrongCodeError(new AuthApiError("Expired", 403, "otp_expired")), "code_wrong"],
  [new AuthSessionMissingError(), "session_missing"],
  [new AuthRetryableFetchError("Failed to fetch", 0), "offline"],
  [new TypeError("Failed to fetch"), "offline"],
  [new AuthRetryableFetchError("Database error", 500), "unavailable"],
  [new AuthRetryableFetchError("HTTP 503", 503), "unavailable"],
  [new AuthApiError("Something new", 400, "something_new"), undefined],
  [new Error("Invalid login credentials"), undefined],
])("%s", (error, problem) => expect(authProblem(error)).toBe(problem));

test.each([
  [new AuthApiError("Something new", 400, "something_new"), "Something new"],
  [new AuthApiError("Something old", 422, undefined), "Something old"],
  [new AuthApiError("{}", 400, undefined), undefined],
  [new AuthRetryableFetchError("Failed to fetch", 0), undefined],
  [new Error("a bug"), undefined],
])("the service says of %s: %s", (error, message) => {
  expect(serviceMessage(error)).toBe(message);
});
