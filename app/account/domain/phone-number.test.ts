import { expect, test } from "vitest";

import { phoneNumber } from "./phone-number.ts";

test.each([
  ["+33 6 12 34 56 78", "+33612345678"],
  ["0033 6.12.34.56.78", "+33612345678"],
  ["+1 (212) 555-0123", "+12125550123"],
  ["+44 20 7946 0018", "+442079460018"],
])("%s", (typed, number) => expect(phoneNumber(typed)).toBe(number));
