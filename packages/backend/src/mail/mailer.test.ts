import { mkdir, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { createServer, type AddressInfo, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";

import { silentLogger, type Logger } from "../logger.ts";
import { defaultMailTexts } from "./default-texts.ts";
import { createMailer, type Mail } from "./mailer.ts";

const MAIL: Mail = {
  to: "zoe@example.org",
  kind: "recovery",
  language: "fr",
  link: "https://site.example/auth/v1/verify?token=abc",
  code: "012345",
};
const FROM = "Sample <hello@site.example>";
const MAIL_OPTIONS = {
  from: FROM,
  texts: { en: defaultMailTexts("Sample") },
  defaultLanguage: "en",
};

describe("outbox", () => {
  let dataDir: string;
  beforeEach(async () => void (dataDir = await mkdtemp(join(tmpdir(), "outbox-"))));
  afterEach(() => rm(dataDir, { recursive: true }));

  test("writes a complete file that only its owner can read, and logs its link", async () => {
    const info = vi.fn<Logger["info"]>();
    const mailer = createMailer(
      { dataDir, siteName: "Sample", mail: MAIL_OPTIONS },
      { ...silentLogger, info },
    );
    await mailer.send(MAIL);
    const [name, ...others] = await readdir(join(dataDir, "outbox"));
    expect(others).toEqual([]);
    expect(name).toMatch(/^\d{4}-\d\d-\d\dT[\d.-]+Z-recovery-[0-9a-f]{8}\.eml$/);
    const file = join(dataDir, "outbox", name!);
    expect((await stat(file)).mode & 0o077).toBe(0);
    const message = await readFile(file, "utf8");
    expect(message).toMatch(/^To: zoe@example\.org$/m);
    expect(message).toMatch(/^Content-Type: multipart\/alternative/m);
    expect(message).toContain("012345");
    expect(info).toHaveBeenCalledWith(
      expect.objectContaining({ link: MAIL.link, to: MAIL.to }),
      "mail written to outbox",
    );
  });
});

test.each([
  ["new", undefined],
  ["of an earlier version", 0o755],
])("an outbox that is %s is open to its owner only", async (_, mode) => {
  const dataDir = await mkdtemp(join(tmpdir(), "outbox-"));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const folder = join(dataDir, "outbox");
  if (mode) await mkdir(folder, { mode });
  const options = { dataDir, siteName: "Sample", mail: MAIL_OPTIONS };
  await createMailer(options, silentLogger).send(MAIL);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

describe("SMTP", () => {
  let server: Server;
  let received: string;
  let refusals: string[];

  /** Accepts everything, but first answers DATA with the codes in `refusals`. */
  beforeEach(async () => {
    received = "";
    refusals = [];
    server = createServer((socket) => {
      let inData = false;
      socket.write("220 ready\r\n");
      socket.on("error", () => {});
      socket.on("data", (chunk) => {
        const text = chunk.toString();
        if (inData) {
          received += text;
          if (!received.endsWith("\r\n.\r\n")) return;
          inData = false;
          socket.write("250 queued\r\n");
        } else if (/^DATA/i.test(text)) {
          const refusal = refusals.shift();
          inData = refusal === undefined;
          socket.write(`${refusal ?? "354 go on"}\r\n`);
        } else if (/^QUIT/i.test(text)) socket.end("221 bye\r\n");
        else socket.write("250 fine\r\n");
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  const smtp = () => ({
    dataDir: "/nowhere",
    siteName: "Sample",
    mail: {
      ...MAIL_OPTIONS,
      smtpUrl: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
  });

  test("delivers in the background, and logs no link", async () => {
    const info = vi.fn<Logger["info"]>();
    const mailer = createMailer(smtp(), { ...silentLogger, info });
    await mailer.send(MAIL);
    await vi.waitFor(() => expect(info).toHaveBeenCalled());
    await mailer.close();
    expect(received).toMatch(/^To: zoe@example\.org\r$/m);
    expect(JSON.stringify(info.mock.calls)).not.toContain("token=");
  });

  test("logs a permanent refusal without making anybody wait", async () => {
    refusals.push("550 no such mailbox");
    const error = vi.fn<Logger["info"]>();
    const mailer = createMailer(smtp(), { ...silentLogger, error });
    await mailer.send(MAIL);
    await mailer.close();
    expect(error).toHaveBeenCalledOnce();
    expect(JSON.stringify(error.mock.calls)).not.toContain("token=");
  });

  test("retries after a temporary refusal", async () => {
    refusals.push("451 later");
    const [info, warn] = [vi.fn<Logger["info"]>(), vi.fn<Logger["info"]>()];
    const mailer = createMailer(smtp(), { ...silentLogger, info, warn });
    await mailer.send(MAIL);
    await vi.waitFor(() => expect(info).toHaveBeenCalled(), 5_000);
    expect(warn).toHaveBeenCalledOnce();
    await mailer.close();
  });
});
