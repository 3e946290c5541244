import { expect, test } from "vitest";

import { setText } from "./set-text.ts";

test("a set as text: what is wished for isn't missing, and no part is empty", () => {
  const words = { owned: "J’ai", wished: "Je veux", missing: "Il me manque" };
  const line = (text: string, isHeld: boolean, isWished: boolean) => ({ text, isHeld, isWished });
  expect(
    setText([line("A", true, true), line("B", false, true), line("C", false, false)], words),
  ).toBe("J’ai (1)\n- A\n\nJe veux (1)\n- B\n\nIl me manque (1)\n- C");
  expect(setText([line("A", true, false)], words)).toBe("J’ai (1)\n- A");
});
