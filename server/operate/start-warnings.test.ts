import { createServer, type AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";

import { readEnv } from "./settings/env.ts";
import { warnAtStart } from "./start-warnings.ts";

function warningsOf(variables: Record<string, string>) {
  const warn = vi.fn<(line: unknown) => void>();
  warnAtStart(variables, readEnv(variables), { warn });
  return warn;
}

test("a site on this machine starts without a word", () => {
  expect(warningsOf({})).not.toHaveBeenCalled();
  expect(warningsOf({ SITE_URL: "http://localhost:3000" })).not.toHaveBeenCalled();
});

test("a public site without a mail server is told, and so is a misspelt setting", () => {
  const warn = warningsOf({
    SITE_URL: "https://shirts.example.org",
    SMTP_ULR: "x",
    TRUST_PROXI: "1",
  });
  expect(warn.mock.calls.flat()).toEqual([
    "TRUST_PROXI: there is no such setting; TRUST_PROXY is probably meant",
    expect.stringMatching(/^SMTP_URL: not set, [^\n]+$/),
  ]);
});

test("a mail server that doesn't answer, or refuses the password, is said in one line without it", async () => {
  const refusing = createServer((socket) => {
    socket.write("220 ready\r\n");
    socket.on("data", (chunk) =>
      socket.write(
        /^EHLO/i.test(chunk.toString()) ? "250 AUTH PLAIN\r\n" : "535 wrong\r\npassword\r\n",
      ),
    );
  });
  await new Promise<void>((resolve) => refusing.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void refusing.close());
  const { port } = refusing.address() as AddressInfo;
  for (const SMTP_URL of [`smtp://me:hunter2@127.0.0.1:${port}`, "smtp://me:hunter2@127.0.0.1:9"]) {
    const warn = warningsOf({ SMTP_URL });
    await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce());
    const [[line]] = warn.mock.calls as [[string]];
    expect(line).toMatch(
      /^SMTP_URL: the mail server can't be used \((535|connect ECONNREFUSED)[^\n]+$/,
    );
    expect(line).not.toContain("hunter2");
  }
});
